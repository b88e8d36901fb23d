"""Cylinders of radially laid blocks, hollow or filled to the axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from drystone.checks import check_block_count, check_count, check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.shape import NamedShape
from drystone.patterns.vaults.upright import Place, corner, regular_polygon, upright_prism

_SECTORS = 8   #: blocks in the innermost ring at least; outer rings have this times a power of two


def cylinder_wall(diameter: float, courses: int, course_height: float, ring_width: float, block_length: float, *,
                  inner_diameter: float = 0.0, gap_diameter: float = 0.0, shift_rings: bool = True,
                  origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Upright cylinder of concentric rings of radial blocks, filled to the axis or hollow.

    Rings have 8, 16, 32 ... blocks, as many as come nearest to `block_length`; where the number doubles, two outer
    blocks share the plane face of an inner one. Joints are staggered in both directions: every other course is
    turned (by half a block, or by a third of the coarsest where numbers differ), and its rings, if there are several,
    are shifted outwards by half their width. The innermost half ring of a filled cylinder is then one block.

    A floor with an octagonal gap in the middle makes it the counterpart in space of a wall over a gap. Without a
    floor it stands on the level of `origin`: give it a `ground`.

    Parameters
    ----------
    diameter : of the outside, across corners [m]
    courses : number of courses
    course_height : [m]
    ring_width : about the width of a ring [m]; a whole number of equal rings is made
    block_length : about the length of a block along its ring [m]
    inner_diameter : of a hollow cylinder, across corners [m]; 0: filled
    gap_diameter : of the octagon without floor, across corners [m]; 0: no floor is drawn
    shift_rings : False leaves the joints between rings one above the other
    origin : (3,) [m], middle of the underside

    Returns
    -------
    "course_1/ring_1/block_1" ... from the bottom up and from the axis outwards in groups "course_1" ... and
    "cylinder", then "floor_1" ... "floor_8", supports around the octagon, in group "floor".
    """
    diameter = check_number("cylinder: diameter", diameter, "m", above=0.0)
    courses = check_count("cylinder: courses", courses)
    high = check_number("cylinder: course_height", course_height, "m", above=0.0)
    width = check_number("cylinder: ring_width", ring_width, "m", above=0.0)
    block_length = check_number("cylinder: block_length", block_length, "m", above=0.0)
    hollow = check_number("cylinder: inner_diameter", inner_diameter, "m", least=0.0)
    gap = check_number("cylinder: gap_diameter", gap_diameter, "m", least=0.0)
    for name, value in (("inner_diameter", hollow), ("gap_diameter", gap)):
        if value >= diameter:
            raise InputError(f"cylinder: {name} must be < the diameter {diameter:g} [m], got {value!r}")
    x, y, z = (float(c) for c in check_vector("cylinder: origin", origin, "m"))
    check_block_count("cylinder", courses * max(1.0, (diameter - hollow) / width) * (1.0 + diameter / block_length))

    layouts = course_layouts(0.5 * hollow, 0.5 * diameter, width, block_length, shift_rings)
    pieces = []
    for k in range(courses):
        for i, ring in enumerate(layouts[k % 2]):
            for j, polygon in enumerate(ring.polygons((x, y))):
                shape = upright_prism(polygon, z + k * high, z + (k + 1) * high)
                pieces.append(NamedShape(f"course_{k + 1}/ring_{i + 1}/block_{j + 1}", shape,
                                         (f"course_{k + 1}", "cylinder")))
    if gap > 0.0:
        near = regular_polygon((x, y), 0.5 * gap, 8, 0.5)
        far = regular_polygon((x, y), 0.6 * diameter / math.cos(math.pi / 8), 8, 0.5)
        for j in range(8):
            i = (j + 1) % 8
            shape = upright_prism([near[j], far[j], far[i], near[i]], z - high, z)
            pieces.append(NamedShape(f"floor_{j + 1}", shape, ("floor",)))
    return pieces


@dataclass(frozen=True)
class Ring:
    """One ring of a course. Its inner face is the polygon of the ring inside it, which may have fewer sides."""

    inner: float       #: radius of the corners [m], 0 at the axis
    inner_count: int   #: sides of the inner polygon
    outer: float       #: radius of the corners [m]
    count: int         #: blocks, and sides of the outer polygon; 1: a single block, with _SECTORS sides
    turn: float        #: of the whole course [full turns]

    def polygons(self, centre: Place) -> list[list[Place]]:
        """Corners of all blocks, counter-clockwise."""
        if self.count == 1:
            return [[corner(centre, self.outer, self.turn + k / _SECTORS) for k in range(_SECTORS)]]
        far = [corner(centre, self.outer, self.turn + k / self.count) for k in range(self.count)]
        if self.inner == 0.0:
            return [[centre, far[k], far[(k + 1) % self.count]] for k in range(self.count)]
        near = [self._near(centre, k) for k in range(self.count)]
        following = [(k + 1) % self.count for k in range(self.count)]
        return [[near[k], far[k], far[i], near[i]] for k, i in enumerate(following)]

    def _near(self, centre: Place, k: int) -> Place:
        """Inner end of joint k: a corner of the inner polygon, or the point where the joint meets a side of it."""
        each = self.count // self.inner_count
        whole, part = divmod(k, each)
        if part == 0:
            return corner(centre, self.inner, self.turn + whole / self.inner_count)
        half = math.pi / self.inner_count
        radius = self.inner * math.cos(half) / math.cos(half * (2 * part - each) / each)
        return corner(centre, radius, self.turn + k / self.count)


def course_layouts(inner: float, outer: float, ring_width: float, block_length: float,
                   shift_rings: bool) -> tuple[list[Ring], list[Ring]]:
    """Rings of odd and of even courses, from the axis outwards; radii [m]."""
    number = max(1, round((outer - inner) / ring_width))
    halves = [(inner * (2 * number - i) + outer * i) / (2 * number) for i in range(2 * number + 1)]
    is_shifted = shift_rings and number > 1
    shifted = [halves[0], *halves[1::2], halves[-1]] if is_shifted else halves[::2]
    counts = [[_count(a, b, block_length) for a, b in pairwise(radii)] for radii in (halves[::2], shifted)]
    if inner == 0.0 and is_shifted:
        counts[1][0] = 1
    different = {n for row in counts for n in row} - {1}
    turn = 0.5 / min(different) if len(different) == 1 else 1.0 / (3 * _SECTORS)
    return _rings(halves[::2], counts[0], 0.0), _rings(shifted, counts[1], turn)


def _rings(radii: Sequence[float], counts: Sequence[int], turn: float) -> list[Ring]:
    rings: list[Ring] = []
    for (inner, outer), count in zip(pairwise(radii), counts):
        inside = max(counts[len(rings) - 1], _SECTORS) if rings else count
        rings.append(Ring(inner, inside, outer, count, turn))
    return rings


def _count(inner: float, outer: float, block_length: float) -> int:
    """8 times a power of two, so that the mean length of a block comes nearest to the one wanted."""
    ratio = math.pi * (inner + outer) / (_SECTORS * block_length)
    return _SECTORS * 2 ** max(0, round(math.log2(ratio)))
