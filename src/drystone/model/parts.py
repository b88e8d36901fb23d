"""Flat arrays of convex parts (`PartGeometry`) from polyhedra given as vertices and faces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from drystone.errors import InputError
from drystone.model.model import PartGeometry

#: A vertex may stand out of the plane of a face by this share of the part's extent.
PLANE_TOLERANCE = 1e-6

Polyhedron = tuple[int, np.ndarray, Sequence[Sequence[int]]]
Faces = tuple[tuple[int, ...], ...]


def build_named_parts(polyhedra: Sequence[Polyhedron], names: Sequence[str]) -> PartGeometry:
    """As `build_parts`; an error names the block, which the arrays do not know."""
    try:
        return build_parts(polyhedra)
    except InputError as error:
        if error.subject is None or error.subject[0] != "part":
            raise
        name = names[polyhedra[int(str(error.subject[1]))][0]]
        raise InputError.of(f"block {name!r}", error.rule, subject=("block", name)) from None


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
    block, points, solids, refused = [], [], [], None
    for number, (block_index, given, faces) in enumerate(polyhedra):
        try:
            points.append(_as_points(number, given))
        except InputError as error:      # parts before this one may be worse, and come first
            refused = error
            break
        block.append(block_index)
        solids.append(tuple(tuple(map(int, face)) for face in faces))
    normal, size = _check_all(points, solids)
    if refused is not None:
        raise refused
    edges = {faces: np.array(_number_edges(0, faces), np.int32) for faces in set(solids)}
    corners = {faces: np.array([k for face in faces for k in face], np.int32) for faces in edges}
    lengths = {faces: [len(face) for face in faces] for faces in edges}
    vertex = np.concatenate(points) if points else np.zeros((0, 3))
    vertex_ptr = _pointers(len(p) for p in points)
    radius = np.linalg.norm(vertex, axis=1)
    return PartGeometry(
        block=np.array(block, np.int32),
        vertex=vertex,
        vertex_ptr=vertex_ptr,
        face_normal=np.concatenate(normal) if normal else np.zeros((0, 3)),
        face_ptr=_pointers(len(faces) for faces in solids),
        face_vertex=_joined([corners[faces] + first for faces, first in zip(solids, vertex_ptr)]),
        face_vertex_ptr=_pointers(length for faces in solids for length in lengths[faces]),
        face_edge=_joined([edges[faces] for faces in solids]),
        part_radius=np.maximum.reduceat(radius, vertex_ptr[:-1]) if points else np.zeros(0),
        part_size=np.array(size, float),
    )


def _pointers(counts: Iterable[int]) -> np.ndarray:
    """Where each of a row of lists starts in one long list, and where the last ends."""
    return np.concatenate(([0], np.cumsum(np.fromiter(counts, np.int64)))).astype(np.int32)


def _joined(rows: Sequence[np.ndarray]) -> np.ndarray:
    return np.concatenate(rows).astype(np.int32) if rows else np.zeros(0, np.int32)


def _check_all(points: Sequence[np.ndarray], solids: Sequence[Faces]) -> tuple[list[np.ndarray], np.ndarray]:
    """Normals (f, 3) and least width [m] of each part; parts with the same faces are looked at together."""
    alike: dict[tuple[int, Faces], list[int]] = {}
    for number, (corners, faces) in enumerate(zip(points, solids)):
        alike.setdefault((len(corners), faces), []).append(number)
    normal: list[np.ndarray] = [np.zeros((0, 3))] * len(points)
    width = np.zeros(len(points))
    one_by_one: list[int] = []
    for (count, faces), numbers in alike.items():
        if len(numbers) < 3 or not _is_closed(count, faces):      # few: one by one is as quick
            one_by_one += numbers
            continue
        normals, widths, is_good = _compute_normals(np.array([points[i] for i in numbers]), faces)
        one_by_one += [i for i, good in zip(numbers, is_good) if not good]
        width[numbers] = widths
        for i, rows in zip(numbers, normals):
            normal[i] = rows
    for number in sorted(one_by_one):    # those that failed get their message here, the first one first
        normal[number], width[number] = _check_faces(number, points[number], solids[number])
        _number_edges(number, solids[number])
    return normal, width


def _is_closed(vertex_count: int, faces: Faces) -> bool:
    """Are all faces polygons, all vertices used, and does every edge join two faces?"""
    if not faces or min(map(len, faces)) < 3 or {k for face in faces for k in face} != set(range(vertex_count)):
        return False
    sides = [side for face in faces for side in zip(face, face[1:] + face[:1])]
    return len(set(sides)) == len(sides) == 2 * len({frozenset(side) for side in sides})


def _compute_normals(points: np.ndarray, faces: Faces) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What `_check_faces` gives, to the bit, for parts (p, v, 3) that share their faces; and which pass its tests."""
    tolerance = PLANE_TOLERANCE * np.ptp(points, axis=1).max(axis=1)
    normals = np.zeros((len(points), len(faces), 3))
    width = np.full(len(points), np.inf)
    is_good = np.ones(len(points), dtype=bool)
    for k, face in enumerate(faces):
        middle = _sum_rows(points[:, face]) / len(face)
        arms = points[:, face] - middle[:, None]
        twice_area = _sum_rows(np.cross(arms, np.roll(arms, -1, axis=1)))
        length = np.sqrt([row.dot(row) for row in twice_area])
        is_good &= length > tolerance ** 2
        normals[:, k] = twice_area / np.where(length > 0.0, length, 1.0)[:, None]
        height = np.matmul(points - middle[:, None], normals[:, k, :, None])[:, :, 0]
        low = -height.min(axis=1)
        is_good &= (height.max(axis=1) <= tolerance) & (low > tolerance)
        width = np.minimum(width, low)
    return normals, width, is_good


def _sum_rows(rows: np.ndarray) -> np.ndarray:
    """Sum over axis 1, one after the other: the order in which a single part is summed."""
    total = rows[:, 0].copy()
    for k in range(1, rows.shape[1]):
        total += rows[:, k]
    return total


def _refused(number: int, rule: str) -> InputError:
    """An error about a part, which has a number only: who knows its block can put that name there."""
    return InputError.of(f"part {number}", rule, subject=("part", number))


def _as_points(number: int, points: object) -> np.ndarray:
    array = np.array(points, dtype=float)
    if array.ndim != 2 or array.shape[1] != 3 or len(array) < 4 or not np.isfinite(array).all():
        raise _refused(number, f"vertices must be at least 4 rows of 3 finite numbers [m], got shape {array.shape}")
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
            raise _refused(number, f"face {k} must have an area, got vertices {list(map(int, face))}")
        normals[k] = twice_area / length
        height = (points - corners.mean(axis=0)) @ normals[k]
        if height.max() > tolerance:
            raise _refused(number, f"all vertices must lie behind face {k} (convex, faces "
                           f"counter-clockwise from outside), one stands out by {height.max():.3g} m")
        if -height.min() <= tolerance:
            raise _refused(number, f"its width across face {k} must be > {tolerance:.3g} [m], "
                           f"{PLANE_TOLERANCE:g} of its extent, got {-height.min():.3g}")
        width = min(width, -height.min())
    if len(set().union(*map(set, faces))) != len(points):
        raise _refused(number, f"every vertex must belong to a face, got {len(points)} vertices of "
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
        raise _refused(number, f"every edge must join exactly two faces, got {len(sides)} sides on "
                       f"{len(edge_of)} edges")
    return numbers
