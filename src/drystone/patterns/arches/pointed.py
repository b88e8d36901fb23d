"""Pointed arches: two arcs with centres on the springing line."""

from __future__ import annotations

import math
from collections.abc import Sequence

from drystone.checks import check_block_count, check_count, check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.shape import NamedShape
from drystone.patterns.arches.ring import Arc, check_abutments, make_abutments, make_ring, mirrored


def pointed_arch(span: float, rise: float, thickness: float, count: int, width: float, *,
                 curved: bool = True, abutments: bool = True, abutment_depth: float | None = None,
                 origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Pointed arch in the x-z plane on two abutments or without them: two arcs about centres on the springing line.

    The radius of the intrados is (span^2/4 + rise^2) / span: the span itself for an equilateral arch, whose rise is
    sqrt(3)/2 of it. All joints are radial but that of the crown, which is vertical.

    Parameters
    ----------
    span : clear, between the springings of the intrados [m]
    rise : of the intrados above its springings [m], at least half the span
    thickness : of the ring [m]
    count : number of voussoirs, even: a joint lies in the crown
    width : depth of the arch along y [m], half on each side of the origin
    curved : the voussoirs, drawn with straight chords, get the mass properties of the curved ones
    abutments : false: only the voussoirs, to stand on walls or piers, or with the first and the last as supports
    abutment_depth : of the abutments, normal to the springing joint [m]; None: the thickness of the ring
    origin : (3,) [m], middle of the springing line

    Returns
    -------
    "voussoir_1" ... from right to left in group "arch", then "abutment_right" and "abutment_left" in group
    "abutment" unless they are left out. They reach one thickness (inwards at most a quarter of the span) beyond the
    springing joints and half a width beyond the sides.
    """
    span = check_number("arch: span", span, "m", above=0.0)
    rise = check_number("arch: rise", rise, "m", least=0.5 * span)
    thickness = check_number("arch: thickness", thickness, "m", above=0.0)
    count = check_count("arch: count", count, least=2)
    check_block_count("arch", count)
    if count % 2:
        raise InputError(f"arch: count must be even, half of them on each side of the crown, got {count}")
    width = check_number("arch: width", width, "m", above=0.0)
    deep = check_abutments(abutments, abutment_depth)
    x, y, z = (float(c) for c in check_vector("arch: origin", origin, "m"))

    radius = 0.25 * span + rise * rise / span
    beyond = radius - 0.5 * span                  # how far the centre of an arc lies beyond the middle
    right = Arc((x - beyond, z), radius, radius + thickness, 0.5 * math.pi, math.asin(beyond / radius), count // 2)
    crown = ((x, z + rise), (x, z + math.sqrt((radius + thickness) ** 2 - beyond * beyond)))
    half = right.joints[:-1]
    joints = [*half, crown, *mirrored(half, x)]
    centres = [right.centre] * right.count + [(x + beyond, z)] * right.count
    y0, y1 = y - 0.5 * width, y + 0.5 * width
    ring = make_ring(joints, centres, y0, y1, curved=curved)
    return ring + make_abutments(joints, min(thickness, 0.25 * span), y0, y1, deep) if abutments else ring
