"""Basket-handle arches: three arcs that meet without a kink."""

from __future__ import annotations

import math
from collections.abc import Sequence

from drystone.checks import check_block_count, check_count, check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.shape import NamedShape
from drystone.patterns.arches.ring import Arc, check_abutments, make_abutments, make_ring, mirrored


def basket_arch(span: float, rise: float, thickness: float, count: int, width: float, *, haunch_deg: float = 30.0,
                curved: bool = True, abutments: bool = True, abutment_depth: float | None = None,
                origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Basket-handle arch of three centres in the x-z plane on two abutments or without them.

    The side arcs spring vertically and meet the flatter arc of the crown with a common tangent at `haunch_deg` from
    the vertical. With t = tan(haunch/2) the radius of the side arcs is (rise - t span/2) / (1 - t).

    Parameters
    ----------
    span : clear, between the springings of the intrados [m]
    rise : of the intrados above its springings [m], below half the span
    thickness : of the ring [m]
    count : number of voussoirs, 3 or more; shared among the arcs so that their lengths differ least
    width : depth of the arch along y [m], half on each side of the origin
    haunch_deg : direction from the vertical in which the arcs meet [deg]; 30 makes three arcs of 60
    curved : the voussoirs, drawn with straight chords, get the mass properties of the curved ones
    abutments : false: only the voussoirs, to stand on walls or piers, or with the first and the last as supports
    abutment_depth : of the abutments, normal to the springing joint [m]; None: the thickness of the ring
    origin : (3,) [m], middle of the springing line

    Returns
    -------
    Names and groups of `pointed_arch`; all joints are radial, and two of them lie where the arcs meet.
    """
    span = check_number("arch: span", span, "m", above=0.0)
    rise = check_number("arch: rise", rise, "m", above=0.0)
    if rise >= 0.5 * span:
        raise InputError(f"arch: rise must be < half the span {0.5 * span:g} [m], got {rise!r}")
    thickness = check_number("arch: thickness", thickness, "m", above=0.0)
    count = check_count("arch: count", count, least=3)
    check_block_count("arch", count)
    width = check_number("arch: width", width, "m", above=0.0)
    haunch = math.radians(check_number("arch: haunch_deg", haunch_deg, "deg", above=0.0, most=89.0))
    deep = check_abutments(abutments, abutment_depth)
    x, y, z = (float(c) for c in check_vector("arch: origin", origin, "m"))

    slope = math.tan(0.5 * haunch)
    side = (rise - 0.5 * slope * span) / (1.0 - slope)
    if side <= 0.0:
        raise InputError(f"arch: rise must be > {0.5 * slope * span:g} [m] for arcs that meet at {haunch_deg:g} [deg], "
                         f"got {rise!r}")
    away = 0.5 * span - side                       # of the centres of the side arcs from the middle
    crown = side + away / math.sin(haunch)
    on_side = _share(count, (0.5 * math.pi - haunch) * side, 2.0 * haunch * crown)
    right = Arc((x + away, z), side, side + thickness, 0.5 * math.pi, haunch, on_side)
    top = Arc((x, z + rise - crown), crown, crown + thickness, haunch, -haunch, count - 2 * on_side)
    joints = [*right.joints, *top.joints[1:-1], *mirrored(right.joints, x)]
    centres = [right.centre] * on_side + [top.centre] * top.count + [(x - away, z)] * on_side
    y0, y1 = y - 0.5 * width, y + 0.5 * width
    ring = make_ring(joints, centres, y0, y1, curved=curved)
    return ring + make_abutments(joints, min(thickness, 0.25 * span), y0, y1, deep) if abutments else ring


def _share(count: int, side: float, crown: float) -> int:
    """Voussoirs of each side arc, so that lengths [m] along the side arcs and along the crown differ least."""
    return min(range(1, (count - 1) // 2 + 1), key=lambda n: abs(math.log(side / n * (count - 2 * n) / crown)))
