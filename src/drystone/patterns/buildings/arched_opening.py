"""Semicircular arches within a wall of a plan, their voussoirs cut to its courses.

The joints of the ring are radial and end where its outer circle meets the bed joints; every voussoir fills the step
between its joint and the course beside it, and the crown has a level top. So in each course the arch takes a
rectangle out of the wall: for `plan.build_walls` it is a pile of openings without lintels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from drystone.geometry.shape import NamedShape
from drystone.patterns.plan import Opening
from drystone.patterns.plan.cut_block import Point, stone

_DIGITS = 10 ** 8        #: points of circles are rounded to a fraction with this denominator
_CROWN = 3               #: voussoirs above the last joint that ends at a bed joint


@dataclass(frozen=True)
class ArchedOpening:
    """An opening with a semicircular head, in exact numbers [m]."""

    name: str
    middle: Fraction       #: along the wall
    radius: Fraction       #: half its width, and radius of the intrados
    ring: Fraction         #: outer radius of the ring
    sill: Fraction
    springing: Fraction    #: height at which the arch starts
    course: Fraction       #: height of the courses beside it

    @property
    def covered(self) -> int:
        """Number of courses that the arch takes part in."""
        return math.ceil(self.ring / self.course)

    @property
    def top(self) -> Fraction:
        """Height of the level top of the crown [m]."""
        return self.springing + self.covered * self.course

    @property
    def openings(self) -> list[Opening]:
        """The opening below the springing, then what the arch takes out of each course."""
        rows = [(self.radius, self.sill, self.springing)] if self.sill < self.springing else []
        for k, (reach, low) in enumerate(self._ends):
            rows.append((reach, self.springing + low, self.springing + (k + 1) * self.course))
        return [Opening(self.middle - half, self.middle + half, low, high, name=f"{self.name}_{k}")
                for k, (half, low, high) in enumerate(rows)]

    def voussoirs(self, axis: int, near: Fraction, far: Fraction, origin: Sequence[float] | np.ndarray,
                  groups: Sequence[str]) -> list[NamedShape]:
        """Blocks "name/voussoir_1", ... across a wall along `axis` (0 x, 1 y) from `near` to `far` [m]."""
        pieces = []
        for k, corners in enumerate(self._polygons()):
            placed = [(self.middle + s, self.springing + z) for s, z in corners]
            pieces.append(NamedShape(f"{self.name}/voussoir_{k + 1}", stone(placed, axis, near, far, origin),
                                     (*groups, "arches")))
        return pieces

    @property
    def _ends(self) -> list[Point]:
        """Outer ends of the joints on the right half, one at the foot of each course; from the centre."""
        return [(_rounded(math.sqrt(self.ring ** 2 - (k * self.course) ** 2)), k * self.course)
                for k in range(self.covered)]

    def _polygons(self) -> list[list[Point]]:
        """Corners of all voussoirs from the right springing to the left one, from the centre of the arch."""
        ends, share = self._ends, self.radius / self.ring
        feet = [(_rounded(share * s), _rounded(share * z)) for s, z in ends]
        right = [[feet[k], ends[k], (ends[k][0], ends[k + 1][1]), ends[k + 1], feet[k + 1]]
                 for k in range(self.covered - 1)]
        left = [[(-s, z) for s, z in corners] for corners in reversed(right)]
        return right + self._crown(feet[-1], ends[-1]) + left

    def _crown(self, foot: Point, end: Point) -> list[list[Point]]:
        """Voussoirs between the last joint and its mirror image, divided by equal angles."""
        height, half = self.covered * self.course, math.atan2(end[0], end[1])
        joints = [(foot, end)]
        for k in range(1, _CROWN):
            angle = half * (_CROWN - 2 * k) / _CROWN
            joints.append(((_rounded(self.radius * math.sin(angle)), _rounded(self.radius * math.cos(angle))),
                           (_rounded(height * math.tan(angle)), height)))
        joints.append(((-foot[0], foot[1]), (-end[0], end[1])))
        pieces = [[low[0], low[1], high[1], high[0]] for low, high in pairwise(joints)]
        pieces[0].insert(2, (end[0], height))         # the step beside the topmost course
        pieces[-1].insert(2, (-end[0], height))
        return pieces


def _rounded(value: float | Fraction) -> Fraction:
    return Fraction(round(float(value) * _DIGITS), _DIGITS)
