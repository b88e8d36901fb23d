"""Structured split of blocks with six four-sided faces: bricks, voussoirs.

Corners, cells and nodes are numbered along three directions (i, j, k); corner c of a cell has i = c & 1,
j = c >> 1 & 1,
k = c >> 2. A cell is cut into five tetrahedra in its two ways at once, each with half of the volume: the result knows
no left and right, and allows a larger step than either. Six tetrahedra about one diagonal are an option.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from drystone.engines.dem.mesh.piece import FaceCells, PieceMesh

#: Five tetrahedra about the corners with an even sum of i, j, k, and five about the others; right-handed.
_EVEN = ((0, 5, 3, 6), (1, 3, 0, 5), (2, 0, 3, 6), (4, 5, 0, 6), (7, 3, 5, 6))
_ODD = ((1, 2, 4, 7), (0, 1, 2, 4), (3, 2, 1, 7), (5, 1, 4, 7), (6, 4, 2, 7))

#: Six tetrahedra about the diagonal from corner 0 to corner 7.
_SIX = ((0, 1, 3, 7), (0, 3, 2, 7), (0, 2, 6, 7), (0, 6, 4, 7), (0, 4, 5, 7), (0, 5, 1, 7))


def find_corners(vertices: np.ndarray, faces: Sequence[Sequence[int]], normals: np.ndarray) -> np.ndarray | None:
    """(8, 3) [m] corners in the order of a cell, or None where a solid has not six four-sided faces.

    The directions i, j, k are those pairs of opposite faces that look most along x, y, z.
    """
    if len(vertices) != 8 or len(faces) != 6 or any(len(face) != 4 for face in faces):
        return None
    sets = [frozenset(map(int, face)) for face in faces]
    opposite = [[b for b in range(6) if not sets[a] & sets[b]] for a in range(6)]
    if any(len(found) != 1 for found in opposite):
        return None
    pairs = [(a, opposite[a][0]) for a in range(6) if a < opposite[a][0]]
    along = np.array([normals[b] - normals[a] for a, b in pairs])
    order = max(permutations(range(3)), key=lambda p: sum(abs(along[p[axis], axis]) for axis in range(3)))
    sides = []
    for axis in range(3):
        low, high = pairs[order[axis]]
        sides.append((low, high) if along[order[axis], axis] > 0.0 else (high, low))
    corners = np.empty((8, 3))
    for c in range(8):
        common = sets[sides[0][c & 1]] & sets[sides[1][c >> 1 & 1]] & sets[sides[2][c >> 2]]
        if len(common) != 1:
            return None
        corners[c] = vertices[next(iter(common))]
    if np.linalg.det(corners[[1, 2, 4]] - corners[0]) < 0.0:     # a strange solid: count one direction backwards
        corners = corners[[1, 0, 3, 2, 5, 4, 7, 6]]
    return corners


def edge_lengths(corners: np.ndarray) -> np.ndarray:
    """(3,) [m], mean length of the four edges along i, j, k."""
    c = np.arange(8)
    return np.array([np.linalg.norm(corners[c[c & bit != 0]] - corners[c[c & bit == 0]], axis=1).mean()
                     for bit in (1, 2, 4)])


def cut_across(corners: np.ndarray, axis: int, count: int) -> list[np.ndarray]:
    """`count` pieces of equal share along a direction, each as its corners (8, 3)."""
    bit, c = 1 << axis, np.arange(8)
    low, high = corners[c & ~bit], corners[c | bit]
    out = []
    for k in range(count):
        start, stop = k / count, (k + 1) / count
        share = np.where(c & bit, stop, start)[:, None]
        out.append((1.0 - share) * low + share * high)
    return out


def mesh_hexahedron(corners: np.ndarray, counts: Sequence[int], split: str = "mean") -> PieceMesh:
    """Cells (counts) along i, j, k between eight corners (8, 3) [m]; split : "mean" of two times five, or "six"."""
    grid = np.meshgrid(*(np.arange(n + 1) / n for n in counts), indexing="ij")
    share = np.stack([g.ravel(order="F") for g in grid], axis=1)                   # i runs fastest
    weight = np.ones((len(share), 8))
    for c in range(8):
        for axis in range(3):
            s = share[:, axis]
            weight[:, c] *= s if c >> axis & 1 else 1.0 - s
    nodes = weight @ corners
    number = np.arange(len(nodes)).reshape([n + 1 for n in counts], order="F")
    cell = np.stack([number[tuple(slice(c >> axis & 1, n + (c >> axis & 1)) for axis, n in enumerate(counts))]
                     .ravel(order="F") for c in range(8)], axis=1)
    tets = np.concatenate([cell[:, list(tet)] for tet in ((*_EVEN, *_ODD) if split == "mean" else _SIX)])
    faces = tuple(_face(nodes, number, axis, side) for axis in range(3) for side in (0, 1))
    return PieceMesh(nodes, tets, np.full(len(tets), 0.5 if split == "mean" else 1.0), faces)


def _face(nodes: np.ndarray, number: np.ndarray, axis: int, side: int) -> FaceCells:
    """Quads of one side, counter-clockwise from outside."""
    layer = np.take(number, -side, axis=axis)
    quads = np.stack((layer[:-1, :-1], layer[1:, :-1], layer[1:, 1:], layer[:-1, 1:]), axis=-1).reshape(-1, 4)
    if (axis == 1) != (side == 0):            # i-k runs the other way round than i-j and j-k; so does the low side
        quads = quads[:, ::-1]
    corner = nodes[quads]
    area = np.cross(corner[:, 2] - corner[:, 0], corner[:, 3] - corner[:, 1]).sum(axis=0)
    return FaceCells(area / np.linalg.norm(area), np.ascontiguousarray(quads))
