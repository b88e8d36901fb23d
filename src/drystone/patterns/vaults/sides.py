"""Pieces of a vault over a regular polygon: one side of it is a stretch of barrel between two mitre planes.

Side j looks out along the angle 2 pi j / count from x; its mitre planes are vertical, hold the axis of the polygon
and stand half a side's angle to either hand. A section is drawn as (distance from the axis, z); drawn out along
the side and cut by vertical planes, it has plane faces only, and neighbours share their corners to the bit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from drystone.geometry.shape import NamedShape, Shape
from drystone.geometry.solid import ConvexSolid
from drystone.patterns.arches.arc_moments import Point
from drystone.patterns.arches.ring import Joint


class Sides:
    """Directions of the sides and corners of a regular polygon about a vertical axis."""

    def __init__(self, count: int, origin: Sequence[float] | np.ndarray) -> None:
        self.count = count
        self.origin = np.asarray(origin, dtype=float)
        turn = 2.0 * math.pi / count
        self._out = _snapped([(math.cos(turn * j), math.sin(turn * j)) for j in range(count)])
        # corner j lies between sides j and j + 1, further out than the middle of a side
        stretch = 1.0 / math.cos(0.5 * turn)
        self._corner = _snapped([(stretch * math.cos(turn * (j + 0.5)), stretch * math.sin(turn * (j + 0.5)))
                                 for j in range(count)])

    def at(self, side: int, distance: float, z: float, along: float) -> np.ndarray:
        """Point (3,) of a side, `along` [m] from its middle, towards the next side."""
        ex, ey = self._out[side % self.count]
        return self.origin + np.array([distance * ex - along * ey, distance * ey + along * ex, z])

    def corner(self, side: int, distance: float, z: float) -> np.ndarray:
        """Point (3,) on the mitre plane between a side and the next one."""
        cx, cy = self._corner[side % self.count]
        return self.origin + np.array([distance * cx, distance * cy, z])

    def piece(self, side: int, section: Sequence[Point], start: float | None, end: float | None) -> ConvexSolid:
        """The section drawn out from `start` to `end` [m] along the side; None is the mitre plane."""
        points = []
        for distance, z in section:
            points.append(self.corner(side - 1, distance, z) if start is None else self.at(side, distance, z, start))
            points.append(self.corner(side, distance, z) if end is None else self.at(side, distance, z, end))
        return ConvexSolid.hull(points)

    def keystone(self, joint: Joint) -> ConvexSolid:
        """The stone inside the uppermost joints of all sides; its top and its underside are level."""
        return ConvexSolid.hull([self.corner(j, *end) for j in range(self.count) for end in joint])

    def abutments(self, section: Sequence[Point]) -> list[NamedShape]:
        """A support "abutment_1" ... below each side, in group "abutment"."""
        return [NamedShape(f"abutment_{j + 1}", Shape(self.piece(j, section, None, None)), ("abutment",))
                for j in range(self.count)]


def _snapped(values: Sequence[tuple[float, float]]) -> np.ndarray:
    """Whole numbers where rounding missed them: a square has corners at exactly (1, 1)."""
    array = np.array(values)
    whole = np.rint(array)
    return np.where(np.abs(array - whole) < 1e-15, whole, array) + 0.0
