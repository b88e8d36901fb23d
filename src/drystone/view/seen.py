"""How much of what moves can be seen from a place: faces on a coarse paper, near ones over far ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.view.camera import Camera
from drystone.view.solids import Part

#: Cells of the paper along its longer side; samples a cell along an edge of a triangle; most samples along one.
_CELLS, _DENSITY, _MOST = 150, 1.5, 256


def seen_motion(parts: Sequence[Part], camera: Camera, moved: np.ndarray) -> float:
    """Area of the paper in which each block is seen times its displacement, summed [m3].

    moved : (b,) [m], of each block; 0 of those that do not count though they hide others
    """
    triangles, owner = _facing(parts, camera)
    if not len(triangles):
        return 0.0
    paper, depth = camera.project(triangles), camera.depth(triangles)
    low = paper.min(axis=(0, 1))
    span = np.ptp(paper.reshape(-1, 2), axis=0)
    cell = max(float(span.max()), 1e-300) / _CELLS
    shape = np.floor(span / cell).astype(int) + 1
    samples = [_sample(paper[own], depth[own], count) for own, count in _by_size(paper, cell)]
    which = np.concatenate([np.repeat(owner[own], count * count) for own, count in _by_size(paper, cell)])
    places, heights = (np.concatenate([sample[k] for sample in samples]) for k in (0, 1))
    index = np.minimum(((places - low) / cell).astype(int), shape - 1) @ np.array([shape[1], 1])
    nearest = np.full(int(shape.prod()), -np.inf)
    np.maximum.at(nearest, index, heights)
    on_top = np.full(len(nearest), -1)
    is_top = heights >= nearest[index]
    on_top[index[is_top]] = which[is_top]
    return float(moved[on_top[on_top >= 0]].sum()) * cell * cell


def _facing(parts: Sequence[Part], camera: Camera) -> tuple[np.ndarray, np.ndarray]:
    """(t, 3, 3) [m] triangles of faces that look at the viewer, and (t,) the block of each."""
    triangles, owner = [], []
    for part in parts:
        for face, normal in zip(part.faces, part.normals):
            if normal @ camera.toward <= 1e-9:
                continue
            ring = part.vertices[list(face)]
            for k in range(1, len(ring) - 1):
                triangles.append(ring[[0, k, k + 1]])
                owner.append(part.block)
    return np.array(triangles).reshape(-1, 3, 3), np.array(owner, int)


def _by_size(paper: np.ndarray, cell: float) -> list[tuple[np.ndarray, int]]:
    """Numbers of triangles (t, 3, 2) that take as many samples along an edge, and how many: powers of two."""
    longest = np.linalg.norm(paper - np.roll(paper, 1, axis=1), axis=2).max(axis=1)
    count = 2 ** np.ceil(np.log2(np.clip(_DENSITY * longest / cell, 1.0, _MOST))).astype(int)
    return [(np.flatnonzero(count == n), int(n)) for n in np.unique(count)]


def _sample(paper: np.ndarray, depth: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Places (t x count^2, 2) and depths of points spread evenly over triangles."""
    u, v = np.meshgrid((np.arange(count) + 0.5) / count, (np.arange(count) + 0.5) / count)
    u, v = u.ravel(), v.ravel()
    over = u + v > 1.0                                  # the other half of the parallelogram, folded back
    u, v = np.where(over, 1.0 - u, u), np.where(over, 1.0 - v, v)
    share = np.stack((1.0 - u - v, u, v))
    return np.einsum("ks,tki->tsi", share, paper).reshape(-1, 2), (depth @ share).ravel()
