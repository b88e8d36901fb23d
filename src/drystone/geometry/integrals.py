"""Exact volume, centroid and inertia of a polyhedron as a sum of tetrahedra."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np


def fan_triangles(faces: Sequence[Sequence[int]]) -> np.ndarray:
    """Vertex numbers (t, 3) of triangles that fan every polygon from its first vertex."""
    return np.array([(face[0], face[i], face[i + 1]) for face in faces for i in range(1, len(face) - 1)])


def compute_integrals(vertices: np.ndarray,
                      faces: Sequence[Sequence[int]]) -> tuple[float, np.ndarray, np.ndarray]:
    """Volume [m3], centroid (3,) [m] and inertia (3, 3) [m5] for density 1 about the centroid.

    Tetrahedra span from the middle O of the bounding box to the triangles of the surface. For one of them
    with corners 0, a, b, c, s = a + b + c and volume V (negative where O lies outside the triangle):
    first moment V s / 4, second moment V (a a' + b b' + c c' + s s') / 20.
    """
    lower, upper = vertices.min(axis=0), vertices.max(axis=0)
    origin = 0.5 * (lower + upper)
    corners = (vertices - origin)[fan_triangles(faces)]                        # (t, 3 corners, 3)
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    volumes = np.sum(a * cross(b, c), axis=1) / 6.0
    volume = float(volumes.sum())
    if volume == 0.0:
        return 0.0, origin, np.zeros((3, 3))
    total = corners.sum(axis=1)
    shift = (volumes @ total) / (4.0 * volume)
    every = np.concatenate((a, b, c, total))
    second = (np.tile(volumes, 4)[:, None] * every).T @ every / 20.0
    second -= volume * np.outer(shift, shift)
    inertia = np.trace(second) * np.eye(3) - 0.5 * (second + second.T)
    # rounding only: an upright box gets the middle of its box and a diagonal tensor, exactly
    noise = 8.0 * np.finfo(float).eps
    shift[np.abs(shift) <= noise * (upper - lower)] = 0.0
    inertia[(np.abs(inertia) <= noise * np.trace(inertia)) & ~np.eye(3, dtype=bool)] = 0.0
    return volume, origin + shift, inertia


def area_vectors(vertices: np.ndarray, faces: Sequence[Sequence[int]]) -> np.ndarray:
    """Area times outward normal of every polygon (f, 3) [m2], by Newell's sum; for any plane polygon."""
    out = np.empty((len(faces), 3))
    for rows, numbers in by_corner_count(faces):
        corner = vertices[numbers]                    # (n, corners, 3)
        arm = corner[:, 1:] - corner[:, :1]           # from a corner of the face: no cancellation far from the origin
        out[rows] = 0.5 * cross(arm[:, :-1], arm[:, 1:]).sum(axis=1)
    return out


def by_corner_count(faces: Sequence[Sequence[int]]) -> Iterator[tuple[list[int], np.ndarray]]:
    """Faces with equally many corners together: their rows, and the numbers of their corners (n, corners)."""
    alike: dict[int, list[int]] = {}
    for i, face in enumerate(faces):
        alike.setdefault(len(face), []).append(i)
    for rows in alike.values():
        yield rows, np.array([faces[i] for i in rows], dtype=np.intp)


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Cross products (..., 3), bit for bit those of numpy, whose own function takes ten times as long for few."""
    out = np.empty(a.shape)
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        out[..., i] = a[..., j] * b[..., k] - a[..., k] * b[..., j]
    return out
