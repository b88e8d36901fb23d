"""Upright wedges: horizontal rings of blocks about a vertical axis, with plane faces."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from drystone.geometry.shape import Shape
from drystone.geometry.solid import ConvexSolid

Place = tuple[float, float]   # (x, y) [m]


def upright_prism(polygon: Sequence[Place], z0: float, z1: float) -> Shape:
    """Prism over a convex polygon (x, y) [m], counter-clockwise seen from above, between two levels [m]; unchecked."""
    n = len(polygon)
    vertices = np.array([(x, y, z) for z in (z0, z1) for x, y in polygon])
    sides = [(i, (i + 1) % n, (i + 1) % n + n, i + n) for i in range(n)]
    return Shape(ConvexSolid(vertices, (tuple(range(n - 1, -1, -1)), tuple(range(n, 2 * n)), *sides)))


def corner(centre: Place, radius: float, turns: float) -> Place:
    """Point at `radius` [m], `turns` full turns from x."""
    angle = 2.0 * math.pi * turns
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def regular_polygon(centre: Place, radius: float, sides: int, start: float) -> list[Place]:
    """Corners at `radius` [m], the first `start` sides (a fraction) from x."""
    return [corner(centre, radius, (k + start) / sides) for k in range(sides)]
