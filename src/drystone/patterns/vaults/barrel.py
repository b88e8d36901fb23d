"""Barrel vaults: an arch drawn out along y, in running bond."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from drystone.checks import check_block_count, check_count, check_number, check_vector
from drystone.geometry.primitives import prism
from drystone.geometry.shape import NamedShape
from drystone.patterns.arches.arc_moments import Point
from drystone.patterns.arches.arc_profile import check_opening, make_profile
from drystone.patterns.arches.ring import curved_properties


def barrel_vault(span: float, thickness: float, length: float, count: int, blocks_along: int, *,
                 rise: float | None = None, curved: bool = True,
                 origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Barrel vault with its axis along y, on two abutments.

    Every voussoir of the arch is a course of the vault; courses run along y, and their head joints are staggered by
    half a block from course to course.

    Parameters
    ----------
    span : clear, between the springings of the intrados [m]
    thickness : of the vault [m]
    length : along y [m], half on each side of the origin
    count : number of courses from springing to springing
    blocks_along : number of blocks in a course; every other course has one more, its ends are halves
    rise : of the intrados above its springings [m], up to half the span; None: half the span
    curved : the blocks, drawn with straight chords, get the mass properties of the curved ones
    origin : (3,) [m], middle of the vault in plan, at the springing of the intrados

    Returns
    -------
    "course_1/block_1" ... from right to left and along y in groups "course_1" ... and "vault", then
    "abutment_right" and "abutment_left" in group "abutment", which reach one thickness beyond the vault.
    """
    profile = make_profile("vault", span, rise, thickness)
    length = check_number("vault: length", length, "m", above=0.0)
    count = check_count("vault: count", count)
    check_opening("vault", profile, count)
    blocks_along = check_count("vault: blocks_along", blocks_along)
    check_block_count("vault", count * (blocks_along + 0.5))
    x, y, z = (float(c) for c in check_vector("vault: origin", origin, "m"))

    def placed(point: Point) -> Point:
        return x + point[0], z + point[1]

    joints = []
    for k in range(count + 1):
        low, high = profile.joint(profile.half_angle * (count - 2 * k) / count)
        joints.append((placed(low), placed(high)))
    halves = 2 * blocks_along
    ends = [y + length * (2 * k - halves) / (2 * halves) for k in range(halves + 1)]   # of half blocks
    centre = (x, z + profile.centre[1])
    pieces = []
    for k, (right, left) in enumerate(pairwise(joints)):
        cuts = ends[::2] if k % 2 == 0 else [ends[0], *ends[1::2], ends[-1]]
        for i, (y0, y1) in enumerate(pairwise(cuts)):
            given = curved_properties(right, left, centre, y0, y1) if curved else None
            shape = prism([right[0], right[1], left[1], left[0]], y0, y1)
            pieces.append(NamedShape(f"course_{k + 1}/block_{i + 1}", shape, (f"course_{k + 1}", "vault"), given))
    section = profile.abutment
    for side, sign in (("right", 1.0), ("left", -1.0)):
        corners = [placed((sign * px, pz)) for px, pz in section]
        shape = prism(corners, ends[0] - profile.thickness, ends[-1] + profile.thickness)
        pieces.append(NamedShape(f"abutment_{side}", shape, ("abutment",)))
    return pieces
