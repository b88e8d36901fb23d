"""Segmental arches: one circular arc, given by span and rise."""

from __future__ import annotations

import math
from collections.abc import Sequence

from drystone.checks import check_vector
from drystone.geometry.shape import NamedShape
from drystone.patterns.arches.arc_profile import make_profile
from drystone.patterns.arches.arch import circular_arch


def segmental_arch(span: float, rise: float, thickness: float, count: int, width: float, *,
                   curved: bool = True, abutments: bool = True, abutment_depth: float | None = None,
                   origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Circular arch in the x-z plane over a clear span and rise, on two abutments or without them; see `circular_arch`.

    Parameters
    ----------
    span : clear, between the springings of the intrados [m]
    rise : of the intrados above its springings [m], up to half the span
    thickness : of the ring [m]
    count : number of voussoirs
    width : depth of the arch along y [m], half on each side of the origin
    curved : the voussoirs, drawn with straight chords, get the mass properties of the curved ones
    abutments : false: only the voussoirs, to stand on walls or piers, or with the first and the last as supports
    abutment_depth : of the abutments, normal to the springing joint [m]; None: the thickness of the ring
    origin : (3,) [m], middle of the span at the springing of the intrados

    Returns
    -------
    Names and groups of `circular_arch`. The springing joints are radial, so a flat arch has inclined ones.
    """
    profile = make_profile("arch", span, rise, thickness)
    x, y, z = check_vector("arch: origin", origin, "m")
    embrace_deg = min(math.degrees(2.0 * profile.half_angle), 180.0)
    return circular_arch(0.5 * (profile.inner + profile.outer), thickness, embrace_deg, count, width, curved=curved,
                         abutments=abutments, abutment_depth=abutment_depth, origin=(x, y, z + profile.centre[1]))
