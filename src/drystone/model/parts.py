"""Flat arrays of convex parts (`PartGeometry`) from polyhedra given as vertices and faces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from drystone.errors import InputError
from drystone.model.model import PartGeometry

#: A vertex may stand out of the plane of a face by this share of the part's extent.
PLANE_TOLERANCE = 1e-6

Polyhedron = tuple[int, np.ndarray, Sequence[Sequence[int]]]


def build_parts(polyhedra: Iterable[Polyhedron]) -> PartGeometry:
    """Arrays of all parts, in the order given.

    Parameters
    ----------
    polyhedra : (block index, vertices (n, 3) [m] in the block frame, faces as lists of vertex numbers,
        counter-clockwise seen from outside). Coplanar faces must be merged: one face, one plane.

    Raises
    ------
    InputError : a part that is open, wound the wrong way or not convex.
    """
    block, vertex, normal, face_vertex, face_edge, radius, size = [], [], [], [], [], [], []
    vertex_ptr, face_ptr, face_vertex_ptr = [0], [0], [0]
    for number, (block_index, points, faces) in enumerate(polyhedra):
        points = _as_points(number, points)
        normals, width = _check_faces(number, points, faces)
        face_edge.extend(_number_edges(number, faces))
        for face in faces:
            face_vertex.extend(vertex_ptr[-1] + int(k) for k in face)
            face_vertex_ptr.append(len(face_vertex))
        block.append(block_index)
        vertex.append(points)
        normal.append(normals)
        radius.append(np.linalg.norm(points, axis=1).max())
        size.append(width)
        vertex_ptr.append(vertex_ptr[-1] + len(points))
        face_ptr.append(face_ptr[-1] + len(faces))
    return PartGeometry(
        block=np.array(block, np.int32),
        vertex=np.concatenate(vertex) if vertex else np.zeros((0, 3)),
        vertex_ptr=np.array(vertex_ptr, np.int32),
        face_normal=np.concatenate(normal) if normal else np.zeros((0, 3)),
        face_ptr=np.array(face_ptr, np.int32),
        face_vertex=np.array(face_vertex, np.int32),
        face_vertex_ptr=np.array(face_vertex_ptr, np.int32),
        face_edge=np.array(face_edge, np.int32),
        part_radius=np.array(radius, float),
        part_size=np.array(size, float),
    )


def _as_points(number: int, points: object) -> np.ndarray:
    array = np.array(points, dtype=float)
    if array.ndim != 2 or array.shape[1] != 3 or len(array) < 4 or not np.isfinite(array).all():
        raise InputError(f"part {number}: vertices must be at least 4 rows of 3 finite numbers [m], "
                         f"got shape {array.shape}")
    return array


def _check_faces(number: int, points: np.ndarray, faces: Sequence[Sequence[int]]) -> tuple[np.ndarray, float]:
    """Outward unit normals (f, 3) and the least width over them [m]; every vertex behind every face."""
    tolerance = PLANE_TOLERANCE * np.ptp(points, axis=0).max()
    normals = np.empty((len(faces), 3))
    width = np.inf
    for k, face in enumerate(faces):
        corners = points[list(face)]
        arms = corners - corners.mean(axis=0)
        twice_area = np.cross(arms, np.roll(arms, -1, axis=0)).sum(axis=0)  # Newell: exact for a plane polygon
        length = np.linalg.norm(twice_area)
        if len(face) < 3 or length <= tolerance**2:
            raise InputError(f"part {number}: face {k} must have an area, got vertices {list(map(int, face))}")
        normals[k] = twice_area / length
        height = (points - corners.mean(axis=0)) @ normals[k]
        if height.max() > tolerance:
            raise InputError(f"part {number}: all vertices must lie behind face {k} (convex, faces "
                             f"counter-clockwise from outside), one stands out by {height.max():.3g} m")
        if -height.min() <= tolerance:
            raise InputError(f"part {number}: its width across face {k} must be > {tolerance:.3g} [m], "
                             f"{PLANE_TOLERANCE:g} of its extent, got {-height.min():.3g}")
        width = min(width, -height.min())
    if len(set().union(*map(set, faces))) != len(points):
        raise InputError(f"part {number}: every vertex must belong to a face, got {len(points)} vertices of "
                         f"which {len(set().union(*map(set, faces)))} are used")
    return normals, float(width)


def _number_edges(number: int, faces: Sequence[Sequence[int]]) -> list[int]:
    """Edge number of each side of each face; every edge has two faces that run it in opposite ways."""
    edge_of: dict[tuple[int, int], int] = {}
    sides = [(int(face[k]), int(face[(k + 1) % len(face)])) for face in faces for k in range(len(face))]
    numbers = []
    for tail, head in sides:
        numbers.append(edge_of.setdefault((min(tail, head), max(tail, head)), len(edge_of)))
    if len(set(sides)) != len(sides) or len(sides) != 2 * len(edge_of):
        raise InputError(f"part {number}: every edge must join exactly two faces, got {len(sides)} sides on "
                         f"{len(edge_of)} edges")
    return numbers
