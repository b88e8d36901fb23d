"""Circular arches of radial voussoirs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from drystone.checks import check_block_count, check_count, check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.primitives import prism
from drystone.geometry.shape import MassProperties, NamedShape
from drystone.patterns.arches.ring import check_abutments


def circular_arch(mid_radius: float, thickness: float, embrace_deg: float, count: int, width: float, *,
                  curved: bool = True, abutments: bool = True, abutment_depth: float | None = None,
                  origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Circular arch in the x-z plane, crown up, on two abutments or without them.

    Parameters
    ----------
    mid_radius, thickness : of the ring [m]
    embrace_deg : angle from springing to springing [deg], up to 180
    count : number of voussoirs
    width : depth of the arch along y [m], half on each side of the origin
    curved : the voussoirs, drawn with straight chords, get the mass properties of the curved ones
    abutments : false: only the voussoirs, to stand on walls or piers, or with the first and the last as supports
    abutment_depth : of the abutments, normal to the springing joint [m]; None: the thickness of the ring
    origin : (3,) [m], centre of the circle

    Returns
    -------
    "voussoir_1" ... from right to left in group "arch", then "abutment_right" and "abutment_left" in group
    "abutment" unless they are left out. The abutments reach one thickness (inwards at most half the inner radius)
    beyond the springing joints and half a width beyond the sides, so that a voussoir that slides or turns stays on
    them; they are `abutment_depth` deep.
    """
    thickness = check_number("arch: thickness", thickness, "m", above=0.0)
    mid_radius = check_number("arch: mid_radius", mid_radius, "m", above=0.5 * thickness)
    embrace = math.radians(check_number("arch: embrace_deg", embrace_deg, "deg", above=0.0, most=180.0))
    count = check_count("arch: count", count)
    check_block_count("arch", count)
    if embrace / count > math.radians(90.0):       # straight chords would draw no arch
        raise InputError(f"arch: count {count} is too small: one voussoir must span <= 90 [deg], "
                         f"got {embrace_deg / count:g}")
    width = check_number("arch: width", width, "m", above=0.0)
    deep = check_abutments(abutments, abutment_depth)
    centre = check_vector("arch: origin", origin, "m")
    inner, outer = mid_radius - 0.5 * thickness, mid_radius + 0.5 * thickness

    # joint k at angle beta_k from the vertical, towards +x; whole numbers keep the arch exactly symmetric
    betas = [embrace * (count - 2 * k) / (2 * count) for k in range(count + 1)]
    joints = [(_point(centre, inner, beta), _point(centre, outer, beta)) for beta in betas]
    y0, y1 = float(centre[1]) - 0.5 * width, float(centre[1]) + 0.5 * width
    pieces = []
    for k, ((in_right, out_right), (in_left, out_left)) in enumerate(pairwise(joints)):
        shape = prism([in_right, out_right, out_left, in_left], y0, y1)
        middle = embrace * (count - 2 * k - 1) / (2 * count)
        given = voussoir_properties(inner, outer, embrace / count, middle, width, centre) if curved else None
        pieces.append(NamedShape(f"voussoir_{k + 1}", shape, ("arch",), given))
    for side, beta in (("right", betas[0]), ("left", betas[-1])) if abutments else ():
        pieces.append(_abutment(side, beta, inner, outer, deep, width, centre))
    return pieces


def voussoir_properties(inner: float, outer: float, angle: float, middle: float, width: float,
                        centre: Sequence[float] | np.ndarray) -> MassProperties:
    """Mass properties of an annular sector, extruded along y.

    Parameters
    ----------
    inner, outer : radii [m]
    angle, middle : opening angle, and direction of its bisector from the vertical towards +x [rad]
    width : along y [m], symmetric about the centre
    centre : of the circle (3,) [m]

    With d = angle/2: area d (Re^2 - Ri^2), centroid at (2/3) (Re^3 - Ri^3)/(Re^2 - Ri^2) sin(d)/d, second
    moments along bisector and tangent about the circle's centre (Re^4 - Ri^4)/4 (d +- sin d cos d).
    """
    d = 0.5 * angle
    area = d * (outer ** 2 - inner ** 2)
    radius = 2.0 / 3.0 * (outer ** 3 - inner ** 3) / (outer ** 2 - inner ** 2) * math.sin(d) / d
    ring = (outer ** 4 - inner ** 4) / 4.0
    radial = width * (ring * (d + math.sin(d) * math.cos(d)) - area * radius ** 2)
    tangential = width * ring * (d - math.sin(d) * math.cos(d))
    across = area * width ** 3 / 12.0
    bisector = np.array([math.sin(middle), 0.0, math.cos(middle)])
    tangent = np.array([math.cos(middle), 0.0, -math.sin(middle)])
    second = radial * np.outer(bisector, bisector) + tangential * np.outer(tangent, tangent)
    second[1, 1] += across
    inertia = np.trace(second) * np.eye(3) - second
    return MassProperties(area * width, np.asarray(centre, dtype=float) + radius * bisector, inertia)


def _point(centre: np.ndarray, radius: float, beta: float) -> tuple[float, float]:
    """(x, z) on the circle; computed once per joint, so that neighbours share the very same floats."""
    return float(centre[0] + radius * math.sin(beta)), float(centre[2] + radius * math.cos(beta))


def _abutment(side: str, beta: float, inner: float, outer: float, deep: float | None, width: float,
              centre: np.ndarray) -> NamedShape:
    """Support whose upper face lies in the springing joint and reaches beyond it on all sides; deep : [m], None: the
    thickness of the ring"""
    depth = outer - inner
    deep = depth if deep is None else deep
    away = math.copysign(1.0, beta)                      # from the arch, along the tangent
    down = away * math.cos(beta), -away * math.sin(beta)
    low = _point(centre, inner - min(depth, 0.5 * inner), beta)
    high = _point(centre, outer + depth, beta)
    corners = [low, high, (high[0] + deep * down[0], high[1] + deep * down[1]),
               (low[0] + deep * down[0], low[1] + deep * down[1])]
    shape = prism(corners, float(centre[1]) - width, float(centre[1]) + width)
    return NamedShape(f"abutment_{side}", shape, ("abutment",))
