"""Domes of plane-faced voussoirs: a pavilion vault with many sides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from drystone.checks import check_block_count, check_count, check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.shape import NamedShape, Shape
from drystone.patterns.arches.arc_profile import check_opening, make_profile
from drystone.patterns.vaults.sides import Sides


def dome(span: float, thickness: float, rings: int, sides: int, *, rise: float | None = None, oculus: float = 0.0,
         origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Dome of rings of voussoirs, hemispherical unless a rise is given, with a keystone or an open oculus.

    The plan is a regular polygon around the circle, each side a stretch of cylinder: so all faces are plane, and
    joints close. Head joints lie in the mitres of the sides and, in every other ring, in their middles; stones of
    these rings bond two sides, each one rigid block of two convex parts.

    Parameters
    ----------
    span : clear, between opposite sides at the springing of the intrados [m]
    thickness : of the dome [m]
    rings : number of rings from the springing to the keystone or the oculus
    sides : number of voussoirs in a ring
    rise : of the intrados (without oculus) above its springings [m], up to half the span; None: half the span
    oculus : clear width of the opening in the crown [m]; 0: closed by a keystone
    origin : (3,) [m], middle of the dome at the springing of the intrados

    Returns
    -------
    "ring_1/block_1" ... around each ring, from the bottom up, in groups "ring_1" ... and "dome", "keystone" in
    group "dome" if there is no oculus, then one "abutment_1" ... below each side in group "abutment".
    """
    profile = make_profile("dome", span, rise, thickness)
    rings = check_count("dome: rings", rings)
    check_opening("dome", profile, 2 * rings + 1)
    sides = check_count("dome: sides", sides, least=4)
    check_block_count("dome", rings * sides)
    oculus = check_number("dome: oculus", oculus, "m", least=0.0)
    if oculus >= profile.span:
        raise InputError(f"dome: oculus must be < the span {profile.span:g} [m], got {oculus!r}")
    plan = Sides(sides, check_vector("dome: origin", origin, "m"))

    # the keystone, if there is one, takes half a ring on each side of the axis
    top = math.asin(0.5 * oculus / profile.inner) if oculus > 0.0 else profile.half_angle / (2 * rings + 1)
    joints = [profile.joint((profile.half_angle * (rings - k) + top * k) / rings) for k in range(rings + 1)]
    pieces = []
    for k, (low, high) in enumerate(pairwise(joints)):
        section = [low[0], low[1], high[1], high[0]]
        for j in range(sides):
            if k % 2 == 0:
                shape = Shape(plan.piece(j, section, None, None))
            else:
                shape = Shape((plan.piece(j, section, 0.0, None), plan.piece(j + 1, section, None, 0.0)))
            pieces.append(NamedShape(f"ring_{k + 1}/block_{j + 1}", shape, (f"ring_{k + 1}", "dome")))
    if oculus == 0.0:
        pieces.append(NamedShape("keystone", Shape(plan.keystone(joints[-1])), ("dome",)))
    return pieces + plan.abutments(profile.abutment)
