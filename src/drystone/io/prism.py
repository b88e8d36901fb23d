"""A polygon, convex or not, pushed along a vector: the solid that a drawing in a plane means."""

from __future__ import annotations

import numpy as np

from drystone.geometry.integrals import area_vectors


def prism_mesh(polygon: np.ndarray, push: np.ndarray) -> tuple[np.ndarray, list[tuple[int, ...]]]:
    """Vertices (2 n, 3) and faces of a prism; `polygon` (n, 3) lies in a plane, either way round."""
    corners = np.asarray(polygon, dtype=float)
    n = len(corners)
    if area_vectors(corners, [tuple(range(n))])[0] @ push < 0.0:
        corners = corners[::-1]
    sides = [(k, (k + 1) % n, (k + 1) % n + n, k + n) for k in range(n)]
    faces = [tuple(range(n - 1, -1, -1)), tuple(range(n, 2 * n)), *sides]
    return np.concatenate((corners, corners + push)), faces
