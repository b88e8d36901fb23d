"""Cross (groin) vaults: two equal barrels that cross over a square."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from drystone.checks import check_block_count, check_count, check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.primitives import compound
from drystone.geometry.shape import NamedShape, Shape
from drystone.geometry.solid import ConvexSolid
from drystone.patterns.arches.arc_moments import Point
from drystone.patterns.arches.arc_profile import check_opening, make_profile

#: Webs, each a quarter turn on from the one before; the first is drawn, looking along +y.
_WEBS = ("back", "left", "front", "right")


def cross_vault(span: float, thickness: float, count: int, block_length: float, *, rise: float | None = None,
                side: float | None = None, origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Cross vault over a square: two equal barrel vaults that meet in the groins, on four corner abutments.

    Blocks are cut by the vertical planes of the groins, so their faces are plane. The stones at a groin bond two
    webs: each is one rigid block of two convex parts, and the keystone is one of four. Head joints are staggered by
    half a block.

    Parameters
    ----------
    span : clear, between the springings of the intrados of each barrel [m]
    thickness : of the vault [m]
    count : number of courses of each barrel from springing to springing; an odd one gives a keystone
    block_length : of a block along the axis of its barrel [m]
    rise : of the intrados above its springings [m], up to half the span; None: half the span
    side : of the square plan [m]; None: the width of the extrados at the springing, the least
    origin : (3,) [m], middle of the vault at the springing of the intrados

    Returns
    -------
    "groin_1/stone_1" ... from the bottom up, groin_1 between +x and +y and the others following around, in groups
    "groin_1" ..., "groin" and "vault"; "keystone"; "back/course_1/block_1" ... in groups "back" (towards +y), "left",
    "front", "right" and "vault", the courses of a web numbered from its right, looking outwards, to its left; then
    "abutment_1" ... below the groins in group "abutment".
    """
    profile = make_profile("vault", span, rise, thickness)
    count = check_count("vault: count", count, least=2)
    check_opening("vault", profile, count)
    block_length = check_number("vault: block_length", block_length, "m", above=0.0)
    least = 2.0 * profile.outer * math.sin(profile.half_angle)
    side = least if side is None else check_number("vault: side", side, "m")
    if side < least * (1.0 - 1e-12):
        raise InputError(f"vault: side must be >= {least:g} [m], the width of the extrados, got {side!r}")
    centre = check_vector("vault: origin", origin, "m")
    check_block_count("vault", count * (1 + side / block_length))

    joints = [profile.joint(profile.half_angle * (count - 2 * k) / count) for k in range(count + 1)]
    web = [_Course([low[0], low[1], high[1], high[0]], 0.5 * side, block_length, k % 2)
           for k, (low, high) in enumerate(pairwise(joints))]
    half = count // 2
    pieces: list[tuple[str, Shape, tuple[str, ...]]] = []
    for j in range(4):
        for k in range(half):       # course k of one web and its mirror image in the web to its right meet
            shape = _turned(compound(web[k].at_groin(), _turned(web[count - 1 - k].at_groin(), 3)), j)
            pieces.append((f"groin_{j + 1}/stone_{k + 1}", shape, (f"groin_{j + 1}", "groin", "vault")))
    if count % 2:
        arms = [_turned(web[half].at_crown(), j) for j in range(4)]
        pieces.append(("keystone", compound(*arms), ("vault",)))
    for j, name in enumerate(_WEBS):
        for k, course in enumerate(web):
            for i, shape in enumerate(course.others()):
                pieces.append((f"{name}/course_{k + 1}/block_{i + 1}", _turned(shape, j), (name, "vault")))
    reach = max(0.5 * side + profile.thickness, max(px for px, _ in profile.abutment))
    foot = _Course(profile.abutment, reach, block_length, 0, is_whole=True)
    mirrored = _Course([(-px, pz) for px, pz in profile.abutment], reach, block_length, 0, is_whole=True)
    for j in range(4):
        shape = compound(_turned(foot.at_groin(), j), _turned(mirrored.at_groin(), j + 3))
        pieces.append((f"abutment_{j + 1}", shape, ("abutment",)))
    return [NamedShape(name, shape.moved(centre), groups) for name, shape, groups in pieces]


class _Course:
    """A course of the web that looks along +y: a section (x, z), from the groins |x| = y to the face."""

    def __init__(self, section: Sequence[Point], face: float, block_length: float, shifted: int,
                 is_whole: bool = False) -> None:
        self.section = section
        furthest = max(abs(x) for x, _ in section)
        # head joints from the face inwards; the stone at the groin keeps a quarter of a block beyond it
        step, self.cuts = 0.5 * block_length * (1 if shifted else 2), [face]
        while not is_whole and face - step >= furthest + 0.25 * block_length:
            self.cuts.append(face - step)
            step += block_length

    def at_groin(self) -> Shape:
        """The block cut by the groin plane; its section must lie on one side of x = 0."""
        return Shape(ConvexSolid.hull([(x, y, z) for x, z in self.section for y in (abs(x), self.cuts[-1])]))

    def at_crown(self) -> Shape:
        """The block of the middle course, cut by both groin planes, which meet on the axis."""
        points = [(x, y, z) for x, z in self.section for y in (abs(x), self.cuts[-1])]
        levels = {z for _, z in self.section}         # its chords are level
        return Shape(ConvexSolid.hull(points + [(0.0, 0.0, z) for z in levels]))

    def others(self) -> Iterator[Shape]:
        """Blocks between the head joints."""
        for far, near in pairwise(self.cuts):
            yield Shape(ConvexSolid.hull([(x, y, z) for x, z in self.section for y in (near, far)]))


def _turned(shape: Shape, quarters: int) -> Shape:
    """Turned about the z axis by quarters of a turn, exactly."""
    cosine, sine = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[quarters % 4]
    return shape.moved((0.0, 0.0, 0.0), np.array([(cosine, -sine, 0.0), (sine, cosine, 0.0), (0.0, 0.0, 1.0)]))
