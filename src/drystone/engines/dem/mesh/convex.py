"""Own split of any convex solid: a cone from its middle over its faces, refined in eight until the edges are short."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.engines.dem.mesh.piece import FaceCells, PieceMesh

#: Most times that a solid is refined: 8**5 tetrahedra for one.
MOST_LEVELS = 5

_EDGES = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
#: Rings around the three diagonals of the octahedron that is left between the four corner tetrahedra, as edges.
_DIAGONALS = (((0, 5), (1, 2, 4, 3)), ((1, 4), (0, 3, 5, 2)), ((2, 3), (0, 1, 5, 4)))


def mesh_convex(vertices: np.ndarray, faces: Sequence[Sequence[int]], normals: np.ndarray,
                size: float | None) -> PieceMesh:
    """A convex solid, refined until no edge is longer than `size` [m]; None: not refined."""
    nodes = [*np.asarray(vertices, float), np.mean(vertices, axis=0)]
    middle, loops = len(vertices), []
    for face in faces:
        loop = [int(v) for v in face]
        if len(loop) == 3:
            loops.append([loop])
            continue
        nodes.append(_centroid(np.asarray(vertices)[loop]))
        loops.append([[a, b, len(nodes) - 1] for a, b in zip(loop, loop[1:] + loop[:1])])
    triangles = [np.array(loop, np.int64) for loop in loops]
    points = np.array(nodes)
    tets = np.array([(middle, *triangle) for loop in triangles for triangle in loop], np.int64)
    for _ in range(MOST_LEVELS):
        if size is None or _longest(points, tets) <= size * (1.0 + 1e-9):
            break
        points, tets, triangles = _refine(points, tets, triangles)
    cells = [np.column_stack((triangle, np.full(len(triangle), -1))) for triangle in triangles]
    surface = tuple(FaceCells(np.array(normal, float), cell) for normal, cell in zip(normals, cells))
    return PieceMesh(points, _right_handed(points, tets), np.ones(len(tets)), surface)


def _centroid(corners: np.ndarray) -> np.ndarray:
    """(3,) of a plane convex polygon (n, 3)."""
    arm = corners[1:] - corners[0]
    area = np.linalg.norm(np.cross(arm[:-1], arm[1:]), axis=1)
    return corners[0] + area @ (arm[:-1] + arm[1:]) / (3.0 * area.sum())


def _longest(points: np.ndarray, tets: np.ndarray) -> float:
    return max(float(np.linalg.norm(points[tets[:, a]] - points[tets[:, b]], axis=1).max()) for a, b in _EDGES)


def _right_handed(points: np.ndarray, tets: np.ndarray) -> np.ndarray:
    """Tetrahedra of a cone over outward faces, and their descendants, in the order of positive volume."""
    arm = points[tets[:, 1:]] - points[tets[:, :1]]
    flip = np.linalg.det(arm) < 0.0
    tets = tets.copy()
    tets[flip, 2:] = tets[flip, 2:][:, ::-1]
    return tets


def _refine(points: np.ndarray, tets: np.ndarray, triangles: list[np.ndarray]):
    """Each tetrahedron in eight, each triangle in four, with nodes at the middles of the edges."""
    edges = np.concatenate([np.sort(tets[:, [a, b]], axis=1) for a, b in _EDGES])
    unique, place = np.unique(edges, axis=0, return_inverse=True)
    middle = (place.reshape(len(_EDGES), -1).T) + len(points)                      # (t, 6)
    finer = np.concatenate((points, 0.5 * (points[unique[:, 0]] + points[unique[:, 1]])))
    out = [np.column_stack((tets[:, v], *(middle[:, e] for e, pair in enumerate(_EDGES) if v in pair)))
           for v in range(4)]
    length = np.stack([np.linalg.norm(finer[middle[:, a]] - finer[middle[:, b]], axis=1)
                       for (a, b), _ in _DIAGONALS], axis=1)
    choice = np.argmin(np.round(length / length.max(), 9), axis=1)                 # the same for equal shapes
    for k, ((a, b), ring) in enumerate(_DIAGONALS):
        own = middle[choice == k]
        out += [np.column_stack((own[:, a], own[:, b], own[:, ring[i]], own[:, ring[(i + 1) % 4]])) for i in range(4)]
    number = {tuple(edge): len(points) + i for i, edge in enumerate(unique.tolist())}
    surface = []
    for loop in triangles:
        new = []
        for a, b, c in loop.tolist():
            ab, bc, ca = (number[min(p, q), max(p, q)] for p, q in ((a, b), (b, c), (c, a)))
            new += [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
        surface.append(np.array(new, np.int64))
    return finer, np.concatenate(out), surface
