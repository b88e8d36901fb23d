"""Pavilion (cloister) vaults: cylindrical sides that rise from the walls and meet in mitres."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from drystone.checks import check_block_count, check_count, check_number, check_vector
from drystone.geometry.shape import NamedShape, Shape
from drystone.patterns.arches.arc_profile import check_opening, make_profile
from drystone.patterns.vaults.sides import Sides


def pavilion_vault(span: float, thickness: float, courses: int, block_length: float, *, rise: float | None = None,
                   sides: int = 4, origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Pavilion vault over a square or another regular polygon, closed by a keystone.

    Each side is a stretch of barrel vault that springs from the wall; every course is a closed ring. The stones at
    the mitres bond two sides: each is one rigid block of two convex parts. Head joints are staggered by half a
    block.

    Parameters
    ----------
    span : clear, between opposite sides at the springing of the intrados [m]; for an odd number of sides
        twice the distance of a side from the axis
    thickness : of the vault [m]
    courses : number of courses from the springing to the keystone
    block_length : of a block along its course, on the intrados [m]
    rise : of the intrados above its springings [m], up to half the span; None: half the span
    sides : of the plan; the first looks along +x
    origin : (3,) [m], middle of the vault at the springing of the intrados

    Returns
    -------
    "course_1/corner_1" ... and "course_1/block_1" ... around each course, from the bottom up, in groups "course_1" ...
    and "vault" ("corner" also for stones at the mitres), "keystone", then one "abutment_1" ... for each side in group
    "abutment".
    """
    profile = make_profile("vault", span, rise, thickness)
    courses = check_count("vault: courses", courses)
    check_opening("vault", profile, 2 * courses + 1)
    block_length = check_number("vault: block_length", block_length, "m", above=0.0)
    sides = check_count("vault: sides", sides, least=3)
    check_block_count("vault", courses * (sides + 2.0 * profile.span / block_length))
    plan = Sides(sides, check_vector("vault: origin", origin, "m"))

    # the keystone takes half a course on each side of the axis
    joints = [profile.joint(profile.half_angle * (2 * courses + 1 - 2 * k) / (2 * courses + 1))
              for k in range(courses + 1)]
    half_side = math.tan(math.pi / sides)
    pieces = []
    for k, (low, high) in enumerate(pairwise(joints)):
        section = [low[0], low[1], high[1], high[0]]
        cuts = _head_joints(half_side * high[0][0], block_length, k % 2)
        groups = (f"course_{k + 1}", "vault")
        corners, others = [], []
        for j in range(sides):
            parts = (plan.piece(j, section, cuts[-1], None), plan.piece(j + 1, section, None, cuts[0]))
            corners.append(Shape(parts))
            others += [Shape(plan.piece(j, section, start, end)) for start, end in pairwise(cuts)]
        pieces += [NamedShape(f"course_{k + 1}/corner_{i + 1}", shape, (*groups, "corner"))
                   for i, shape in enumerate(corners)]
        pieces += [NamedShape(f"course_{k + 1}/block_{i + 1}", shape, groups) for i, shape in enumerate(others)]
    pieces.append(NamedShape("keystone", Shape(plan.keystone(joints[-1])), ("vault",)))
    return pieces + plan.abutments(profile.abutment)


def _head_joints(half: float, block_length: float, shifted: int) -> list[float]:
    """Joints along a side that is `half` [m] long to either hand, symmetric about its middle.

    Corner stones keep a quarter of a block at least; on a side too short for that, one joint lies in the middle.
    """
    room = half - 0.25 * block_length
    start = 0.5 * block_length if shifted else 0.0
    count = math.floor((room - start) / block_length) if room >= start else -1
    positive = [start + block_length * i for i in range(count + 1)]
    if not positive:
        return [0.0]
    return [-u for u in reversed(positive) if u > 0.0] + positive
