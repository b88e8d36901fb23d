"""Stones of a wall: boxes, and boxes that a slope cuts (prisms)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from drystone.geometry.polygon import cut_convex
from drystone.geometry.primitives import box_between, prism
from drystone.geometry.shape import Shape
from drystone.geometry.solid import ConvexSolid
from drystone.patterns.plan.profile import Band

Point = tuple[Fraction, Fraction]


def cut_polygon(start: Fraction, end: Fraction, bottom: Fraction, top: Fraction, band: Band) -> list[Point]:
    """Corners (position, height) of the part of a rectangle that lies in a band, counter-clockwise; exact."""
    corners = [(start, bottom), (end, bottom), (end, top), (start, top)]
    height = top - bottom
    for low, high, sign in ((band.start, band.top_start, 1), (band.end, band.top_end, -1)):
        if low != high:
            corners = _clip(corners, lambda p, a=low, b=high, s=sign: s * ((p[0] - a) * height
                                                                         - (b - a) * (p[1] - bottom)))
    return corners


def stone(polygon: Sequence[Point], axis: int, near: Fraction, far: Fraction,
          origin: Sequence[float] | np.ndarray) -> Shape:
    """Polygon (position, height) pushed across a wall along `axis` (0 x, 1 y), from `near` to `far` [m].

    Every coordinate is `origin` plus one float: equal fractions end at the same float.
    """
    along, across, up = float(origin[axis]), float(origin[1 - axis]), float(origin[2])
    low, high = across + float(near), across + float(far)
    points = [(along + float(s), up + float(z)) for s, z in polygon]
    positions, heights = sorted({p[0] for p in points}), sorted({p[1] for p in points})
    if len(points) == 4 and len(positions) == len(heights) == 2:
        lower, upper = [positions[0], low, heights[0]], [positions[1], high, heights[1]]
        if axis == 1:
            lower[:2], upper[:2] = lower[1::-1], upper[1::-1]
        return box_between(lower, upper)
    shape = prism(points, low, high)
    if axis == 0:
        return shape
    solid = shape.parts[0]                     # x and y change places: a mirror image, so faces turn round
    return Shape(ConvexSolid(solid.vertices[:, [1, 0, 2]], tuple(face[::-1] for face in solid.faces)))


def _clip(corners: list[Point], side) -> list[Point]:
    """Part of a convex polygon with side(point) >= 0; `side` is linear."""
    kept = cut_convex([np.array(point, dtype=object) for point in corners], [-side(point) for point in corners])
    return list(dict.fromkeys(tuple(point) for point in kept))
