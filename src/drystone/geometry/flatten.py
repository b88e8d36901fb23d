"""Faces made plane again that were drawn plane, but written with few digits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.geometry.integrals import area_vectors
from drystone.geometry.mesh import Face

_ROUNDS = 60


def flatten_faces(vertices: np.ndarray, faces: Sequence[Face], most: float) -> np.ndarray | None:
    """Vertices (v, 3) [m] moved so that every polygon is plane; None where that moves one by more than `most` [m].

    Planes are fitted to the polygons, every vertex goes to the nearest point of its planes, and so on: a corner of
    three faces is there at once, one of more faces converges.
    """
    points = np.array(vertices, dtype=float)
    diagonal = float(np.linalg.norm(np.ptp(points, axis=0)))
    own: list[list[int]] = [[] for _ in points]
    for i, face in enumerate(faces):
        for k in face:
            own[k].append(i)
    for _ in range(_ROUNDS):
        vectors = area_vectors(points, faces)
        lengths = np.linalg.norm(vectors, axis=1)
        if (lengths <= 1e-12 * diagonal**2).any():
            return None
        normals = vectors / lengths[:, None]
        offsets = np.array([normals[i] @ points[list(face)].mean(axis=0) for i, face in enumerate(faces)])
        worst = 0.0
        for k, planes in enumerate(own):
            away = offsets[planes] - normals[planes] @ points[k]
            worst = max(worst, float(np.abs(away).max()))
            # nearly parallel planes fix no point along their line of meeting: small singular values do not count
            points[k] += np.linalg.lstsq(normals[planes], away, rcond=1e-4)[0]
        if worst <= 1e-13 * diagonal:
            break
    if worst > 1e-10 * diagonal or np.abs(points - vertices).max() > most:
        return None
    return points
