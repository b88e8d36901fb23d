"""Convex polygons cut by straight lines and planes, corner by corner."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def cut_convex(corners: Sequence, height: Sequence) -> list:
    """The part of a convex polygon where a linear function is <= 0, given its values `height` at the corners.

    Corners may be points of any dimension, in floats or fractions (as arrays of objects): the cut is as exact as they
    are. Corners on the line keep their coordinates; those that come in lie on the sides that cross it. The order stays.
    """
    kept = []
    for k, here in enumerate(corners):
        following = (k + 1) % len(corners)
        if height[k] <= 0:
            kept.append(here)
        if height[k] < 0 < height[following] or height[following] < 0 < height[k]:
            share = height[k] / (height[k] - height[following])
            kept.append(here + share * (corners[following] - here))
    return kept


def clip_convex(polygon: np.ndarray, window: np.ndarray) -> np.ndarray:
    """(n, 2) part of a convex polygon within a convex window, both counter-clockwise; empty if there is none."""
    out = [np.asarray(p, float) for p in polygon]
    for start, end in zip(window, np.roll(window, -1, axis=0)):
        outward = np.array([end[1] - start[1], start[0] - end[0]])
        out = cut_convex(out, [float(outward @ (p - start)) for p in out])
    return np.reshape(out, (-1, 2))


def polygon_area(polygon: np.ndarray) -> float:
    """Signed area, positive counter-clockwise; 0 below three corners."""
    if len(polygon) < 3:
        return 0.0
    x, y = polygon[:, 0], polygon[:, 1]
    return 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1))
