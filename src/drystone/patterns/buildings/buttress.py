"""Stepped buttresses: alone, or on a wall."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from drystone.checks import check_choice, check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.shape import NamedShape
from drystone.patterns.exact import exact
from drystone.patterns.plan import Wall, build_walls, buttress_on
from drystone.patterns.plan.masonry import make_masonry

#: Where a buttress may stand out to.
SIDES = ("+x", "-x", "+y", "-y")


def buttress(width: float, stages: Sequence[Sequence[float]], block: Sequence[float], *, side: str = "-y",
             bond: str = "running", overlap: float = 0.5, least: float | None = None,
             origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Stepped buttress that stands out to any side from a vertical plane through the origin; put it against any wall.

    Parameters
    ----------
    width : along the wall [m], half on each side of the origin
    stages : rows of depth and height of each stage from the lowest up [m]: how far it stands out and where it ends;
        depths fall, heights rise
    block : length (away from the wall) and height of a block [m]
    side : "+x", "-x", "+y" or "-y", to which it stands out
    bond : "running" or "stack"
    overlap : running bond: shift of every second course, in block lengths [-]
    least : least length of a block [m]; None: half a block
    origin : on the ground, in the middle of the rear face [m]

    Returns
    -------
    Blocks "buttress/course_1/block_1", ... in groups "buttress", "buttresses", "course_1", ..., "base".
    """
    masonry = make_masonry("buttress", block, bond=bond, overlap=overlap, least=least)
    width = check_number("buttress: width", width, "m", above=0.0)
    steps = _check_stages(stages)
    check_choice("buttress: side", side, SIDES)
    sign = 1 if side[0] == "+" else -1
    start, end = ((x, -0.5 * sign) if side[1] == "y" else (-0.5 * sign, x) for x in (-width, width))
    wall = Wall("wall", start, end, 1.0, steps[-1][1])   # stands for what it leans against
    leaning = buttress_on(wall, "buttress", 0.0, sign, width, steps, bonded=False)
    return build_walls([leaning], masonry, check_vector("buttress: origin", origin, "m"))


def buttressed_wall(length: float, height: float, thickness: float, block: Sequence[float], positions: Sequence[float],
                    width: float, stages: Sequence[Sequence[float]], *, side: str = "-y", bonded: bool = True,
                    bond: str = "running", overlap: float = 0.5, least: float | None = None,
                    origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Wall along x with stepped buttresses in front, towards -y, behind it, or on both sides.

    Parameters
    ----------
    length : of the wall along x [m]
    height : of the wall [m]
    thickness : of the wall along y [m]
    block : length and height of a block [m]
    positions : of the middles of the buttresses along x [m], at least half a width from the ends
    width : of the buttresses along x [m]
    stages : rows of depth and height of each stage from the lowest up [m], none above the wall's top
    side : "-y", "+y" or "both", where the buttresses stand
    bonded : every second course of a buttress is toothed through the wall; false: it only abuts
    bond : "running", "stack", "english" or "flemish"
    overlap : running bond: shift of every second course, in block lengths [-]
    least : least length of a block [m]; None: half a block, or a quarter in english and flemish bond
    origin : lower left front corner of the wall [m]

    Returns
    -------
    Blocks "wall/course_1/block_1", ..., "buttress_1/course_1/block_1", ... in groups "wall", "buttress_1", ...,
    "buttresses", "course_1", ..., "base", "corners". On both sides those towards -y are counted first.
    """
    masonry = make_masonry("wall", block, bond=bond, overlap=overlap, least=least)
    height = check_number("wall: height", height, "m", above=0.0)
    width = check_number("buttress: width", width, "m", above=0.0)
    steps = _check_stages(stages)
    if exact(steps[-1][1]) > exact(height):
        raise InputError(f"buttress: stages must end at the wall's top {height:g} [m] or below, got {steps[-1][1]:g}")
    thickness = check_number("wall: thickness", thickness, "m", above=0.0)
    length = check_number("wall: length", length, "m", least=width)
    wall = Wall("wall", (0.0, 0.5 * thickness), (length, 0.5 * thickness), thickness, height)
    if isinstance(positions, str) or not isinstance(positions, (Sequence, np.ndarray)) or not len(positions):
        raise InputError(f"buttress: positions must be a list of 1 or more numbers [m], got {positions!r}")
    places = [check_number("buttress: position", x, "m", least=0.5 * width, most=length - 0.5 * width)
              for x in positions]
    signs = {"-y": (-1,), "+y": (1,), "both": (-1, 1)}[check_choice("buttress: side", side, ("-y", "+y", "both"))]
    if len(signs) > 1 and bonded:
        raise InputError("buttress: side 'both' needs bonded: false; two buttresses cannot both be toothed through the "
                         "wall")
    buttresses = [buttress_on(wall, f"buttress_{k + 1}", x, sign, width, steps, bonded=bonded)
                  for k, (sign, x) in enumerate((sign, x) for sign in signs for x in places)]
    return build_walls([wall, *buttresses], masonry, check_vector("wall: origin", origin, "m"))


def _check_stages(stages: object) -> list[list[float]]:
    """Depths that fall and heights that rise."""
    if isinstance(stages, str) or not isinstance(stages, (Sequence, np.ndarray)) or not len(stages):
        raise InputError(f"buttress: stages must be 1 or more rows (depth, height) [m], got {stages!r}")
    rows = [check_vector(f"buttress: stage {k + 1} (depth, height)", row, "m", size=2).tolist()
            for k, row in enumerate(stages)]
    for k, row in enumerate(rows):
        if min(row) <= 0.0:
            raise InputError(f"buttress: stage {k + 1}: depth and height must be > 0 [m], got {row!r}")
    for (depth, height), (next_depth, next_height) in pairwise(rows):
        if not (next_depth < depth and next_height > height):
            raise InputError(f"buttress: depths of the stages must fall and heights rise [m], got {rows!r}")
    return rows
