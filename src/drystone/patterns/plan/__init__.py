"""Walls on a plan: straight walls along x and y with toothed corners, T-junctions, crossings, openings and gables.

What a building is made of (house, tower, church)::

    walls = [Wall("south", (0, 0), (8, 0), 0.6, top=4.0, openings=[Opening(3, 4, 0, 2, bearing=0.25)]),
             Wall("west", (0, 0), (0, 6), 0.6, top=Gable(eaves=4.0, rise=2.5)), ...]
    blocks = build_walls(walls, make_masonry("chapel", block=(0.5, 0.25)))

Positions and heights are world coordinates [m]; positions along a wall along y are y. All walls share their bed
joints. In the first, third, ... course the walls along x run through the places where walls meet, in the others
those along y.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from drystone.geometry.shape import NamedShape
from drystone.patterns.plan.bond import Bond, ThroughStones
from drystone.patterns.plan.courses import lay_courses
from drystone.patterns.plan.junctions import find_junctions
from drystone.patterns.plan.masonry import Masonry, make_masonry
from drystone.patterns.plan.profile import Gable
from drystone.patterns.plan.strip import make_strips

__all__ = ["Gable", "Masonry", "Opening", "Wall", "build_walls", "buttress_on", "make_masonry"]

Number = float | Fraction
Vector2 = Sequence[Number]


@dataclass(frozen=True)
class Opening:
    """A rectangular opening through a wall.

    Attributes
    ----------
    start, end : along the wall, world coordinates [m]
    sill, head : heights [m]; they become bed joints
    bearing : length of the lintel on either side of the opening [m]; None: no lintel, the opening is left for an
        arch or for the sky
    name : for the lintel's block, "wall/lintel_name"; None: openings are numbered
    """

    start: Number
    end: Number
    sill: Number
    head: Number
    bearing: Number | None = None
    name: str | None = None


@dataclass(frozen=True)
class Wall:
    """A straight wall along x or y.

    Attributes
    ----------
    name : of the wall and of the group of its blocks
    start, end : ends (x, y) of its middle line [m]. An end within a wall of the other direction is taken through to
        its far face and toothed into it; an end on the face of another wall abuts it. Two walls in one line may both
        end within a third: they take turns in running through it.
    thickness : [m]
    top : height [m], or a `Gable`, or any outline as points (position along the wall, height) in ascending order;
        corners of the outline become bed joints, and beyond its first and last point the top is level
    base : height of its underside [m]
    openings : that it has
    stepped : slopes of the outline become steps, one a course, instead of cut blocks
    eaves : blocks above this height join the group "gable" [m]; that of a `Gable` needs not be given
    leaves : thicknesses of its leaves across the wall, from the lower coordinate up [m]; None: one
    bond, through : instead of those of the whole plan
    groups : further groups that all its blocks join
    """

    name: str
    start: Vector2
    end: Vector2
    thickness: Number
    top: Number | Gable | Sequence[Vector2]
    base: Number = 0.0
    openings: Sequence[Opening] = ()
    stepped: bool = False
    eaves: Number | None = None
    leaves: Sequence[Number] | None = None
    bond: Bond | None = None
    through: ThroughStones | None = None
    groups: Sequence[str] = ()


def build_walls(walls: Sequence[Wall], masonry: Masonry,
                origin: Sequence[float] | np.ndarray = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Blocks of all walls, course by course.

    Parameters
    ----------
    walls : in the order in which their blocks come within a course
    masonry : bond, course height and variation
    origin : shift (3,) [m] of everything

    Returns
    -------
    Blocks "wall/course_1/block_1", ... and "wall/lintel_1", ...; groups: the wall's name, "course_1", ..., "base"
    (lowest course of each wall), "corners" (stones that reach through where walls meet), "lintels", "gable",
    "leaf_1", ... and "through" where there are several leaves.
    """
    strips = make_strips(walls)
    return lay_courses(strips, find_junctions(strips), masonry, origin)


def buttress_on(wall: Wall, name: str, at: Number, side: int, width: Number, stages: Sequence[Vector2], *,
                bonded: bool = True, base: Number | None = None) -> Wall:
    """A stepped buttress as a wall of its own, across another wall.

    Parameters
    ----------
    wall : that it holds
    name : of the buttress
    at : position of its middle along the wall [m]
    side : +1 or -1, on which it stands: towards higher or lower coordinates across the wall
    width : along the wall [m]
    stages : (depth, height) of each stage from the lowest up [m]: how far it stands out from the face of the wall,
        and the height of its top
    bonded : toothed into the wall, or only abutting
    base : height of its underside [m]; None: that of the wall
    """
    along = 0 if wall.start[1] == wall.end[1] else 1
    middle, half = float(wall.start[1 - along]), 0.5 * wall.thickness
    face, root = middle + side * half, middle - side * half if bonded else middle + side * half
    outline: list[tuple[Number, Number]] = []
    for depth, height in stages:                      # from the outer end inwards and up
        outline += [(face + side * depth, outline[-1][1]), (face + side * depth, height)] if outline \
            else [(face + side * depth, height)]
    outline.append((root, outline[-1][1]))
    ends = [outline[0][0], root]
    if side > 0:
        outline.reverse()
        ends.reverse()
    start, end = ((at, e) if along == 0 else (e, at) for e in ends)
    return Wall(name, start, end, width, outline, base=wall.base if base is None else base, groups=("buttresses",))
