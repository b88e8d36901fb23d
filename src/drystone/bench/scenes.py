"""Structures of the benchmarks: walls, a two-leaf wall, a box building. All of dry blocks 0.4 x 0.2 x 0.2 m.

Corners lie on a grid of half a block, so that blocks which touch have the same floats there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from drystone.geometry.primitives import box_between
from drystone.model.assembly import Assembly
from drystone.model.factor import History
from drystone.model.model import Model

GRID = 0.2           #: [m], half the length of a block; its height and its depth
FRICTION = 0.6       #: [-]
DENSITY = 2000.0     #: [kg/m3]
GRAVITY = 9.81       #: [m/s2]

#: Lower and upper corner, in units of the grid.
Box = tuple[tuple[int, int, int], tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Scene:
    """A structure and the horizontal direction in which it is pushed."""

    name: str
    description: str
    boxes: Callable[[], list[Box]]
    direction: tuple[float, float, float]


def build(scene: Scene, acceleration: float = 0.0, history: History | None = None,
          stiffness: float | None = None) -> Model:
    """Model of `scene` on flat ground; a body `acceleration` [m/s2] times `history` pushes all blocks.

    stiffness : of the joints along n and t [Pa/m]; none: rigid
    """
    assembly = Assembly(scene.name, gravity=GRAVITY)
    assembly.material("stone", density=DENSITY)
    law = {} if stiffness is None else {"normal_stiffness": stiffness, "shear_stiffness": stiffness}
    assembly.joint("dry", friction=FRICTION, **law)
    for number, (lower, upper) in enumerate(scene.boxes(), 1):
        assembly.add(f"block_{number}", box_between(*(tuple(GRID * c for c in corner) for corner in (lower, upper))),
                     material="stone")
    assembly.add_ground(0.0)
    if acceleration:
        assembly.body_acceleration("push", acceleration * np.asarray(scene.direction), history=history)
    return assembly.build()


def corners(scene: Scene) -> np.ndarray:
    """(n, 2, 3) [m] lower and upper corners of all blocks."""
    return GRID * np.asarray(scene.boxes(), float)


# --- layouts --------------------------------------------------------------------------------------


def bonded_wall(units: int, courses: int, leaves: int = 1) -> list[Box]:
    """Running bond, `units` blocks long; the joints of a leaf are shifted against those of its neighbour."""
    found: list[Box] = []
    for leaf in range(leaves):
        for course in range(courses):
            shifted = (course + leaf) % 2 == 1
            cuts = [0, *range(1 if shifted else 2, 2 * units, 2), 2 * units]
            found += _lay(cuts, leaf, course, 0)
    return found


def box_building(along_x: int, along_y: int, courses: int) -> list[Box]:
    """Four walls, so many blocks long outside, toothed at the corners: courses pass through there in turn."""
    found: list[Box] = []
    for course in range(courses):
        inset = course % 2
        for y in (0, 2 * along_y - 1):
            found += _lay(range(inset, 2 * along_x - inset + 1, 2), y, course, 0)
        for x in (0, 2 * along_x - 1):
            found += _lay(range(1 - inset, 2 * along_y - 1 + inset + 1, 2), x, course, 1)
    return found


def _lay(cuts: Iterable[int], across: int, course: int, axis: int) -> Iterator[Box]:
    """Blocks of one course between `cuts` along `axis` (0 x, 1 y)."""
    for start, end in pairwise(cuts):
        if axis == 0:
            yield (start, across, course), (end, across + 1, course + 1)
        else:
            yield (across, start, course), (across + 1, end, course + 1)


_OBLIQUE = (0.8, 0.6, 0.0)   # a building is pushed neither along nor across its walls
_ALONG = (1.0, 0.0, 0.0)

SCENES = {scene.name: scene for scene in (
    Scene("wall", "running bond, 10 courses, 205 blocks", lambda: bonded_wall(20, 10), _ALONG),
    Scene("two-leaf", "two leaves of 24 courses side by side, 984 blocks", lambda: bonded_wall(20, 24, 2), _ALONG),
    Scene("building", "four toothed walls, 12 x 10 m, 46 courses, 4968 blocks", lambda: box_building(30, 25, 46),
          _OBLIQUE),
    Scene("building-1000", "the same walls, 5.2 x 4.4 m, 22 courses, 1012 blocks", lambda: box_building(13, 11, 22),
          _OBLIQUE),
    Scene("building-250", "the same walls, 2.8 x 2.4 m, 10 courses, 240 blocks", lambda: box_building(7, 6, 10),
          _OBLIQUE),
    Scene("dry-wall", "running bond, 20 courses, 210 blocks", lambda: bonded_wall(10, 20), _ALONG),
)}
