"""Checks of a surface mesh that is to become a convex solid, and the merging of its coplanar faces.

Lengths are compared with `tolerance` times the diagonal of the mesh (but never with less than the rounding
of its coordinates): a face is plane, a vertex lies behind a face, two neighbouring faces are coplanar when
they are so within that length. For two faces as large as the block this is an angle of `tolerance` [rad].
Vertices and faces are numbered from 0, as in the lists that were given.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index

import numpy as np

from drystone.errors import InputError
from drystone.extremes import SOLVED, greatest, ranked
from drystone.geometry.integrals import area_vectors, by_corner_count, compute_integrals

#: Relative length within which points count as coplanar [-].
TOLERANCE = 1e-9

#: Faces times vertices up to which all distances are taken at once; above, as they are needed.
MOST_AT_ONCE = 100_000

Face = tuple[int, ...]


def length_tolerance(points: np.ndarray, tolerance: float) -> float:
    """Length [m] within which coordinates of `points` (v, 3) count as equal."""
    diagonal = float(np.linalg.norm(np.ptp(points, axis=0)))
    return max(tolerance * diagonal, 16.0 * np.finfo(float).eps * float(np.abs(points).max()))


def close_pairs(points: np.ndarray, distance: float) -> list[tuple[int, int]]:
    """Pairs i < j of points not further apart than `distance` [m], sorted."""
    if len(points) > 300:
        from scipy.spatial import cKDTree  # only for large meshes: most blocks need no scipy at all
        return sorted(cKDTree(points).query_pairs(distance))
    apart = np.abs(points[:, None] - points[None]).max(axis=2)
    first, second = np.nonzero(np.triu(apart <= distance, k=1))
    return list(zip(first.tolist(), second.tolist()))


def clean_mesh(vertices: object, faces: object, label: str,
               tolerance: float = TOLERANCE) -> tuple[np.ndarray, tuple[Face, ...]]:
    """Check a closed convex mesh and merge its coplanar faces.

    Parameters
    ----------
    vertices : (v, 3) [m]
    faces : vertex numbers of each face, counter-clockwise seen from outside
    label : how messages name the block, e.g. ``"block 'b1'"``
    tolerance : relative length [-], see above

    Returns
    -------
    vertices : (w, 3), the real corners in the given order, coordinates untouched
    faces : polygons, each from its smallest vertex number on, in the order of their first given face
    """
    points = check_vertices(vertices, label)
    loops = check_faces(faces, len(points), label)
    near = length_tolerance(points, tolerance)
    pairs = close_pairs(points, 0.1 * near)
    if pairs:
        first, second = pairs[0]
        raise InputError.of(label, f"vertices {first} and {second} coincide")
    neighbours = check_edges(loops, label)
    _check_volume(points, loops, label)
    vectors = area_vectors(points, loops)
    _check_plane(points, loops, vectors, near, label)
    regions = _coplanar_regions(points, loops, vectors, neighbours, near)
    _check_convex(points, regions, loops, vectors, near, label)
    polygons = [_outline(region, loops, label) for region in regions]
    corners, polygons = _drop_false_corners(points, polygons, label)
    edge_count = sum(len(polygon) for polygon in polygons) // 2
    if len(corners) - edge_count + len(polygons) != 2:        # Euler: one closed surface without handles
        raise InputError.of(label, f"not convex: {len(corners)} vertices, {edge_count} edges and {len(polygons)} "
                            "faces make no simple closed surface")
    return corners, polygons


def check_vertices(vertices: object, label: str) -> np.ndarray:
    """Return `vertices` as (v, 3) finite floats with v >= 4, or say what is wrong."""
    try:
        points = np.array(vertices, dtype=float)
    except (TypeError, ValueError):
        raise InputError.of(label, f"vertices must be rows of 3 numbers [m], got {vertices!r}") from None
    if points.ndim != 2 or points.shape[1] != 3:
        raise InputError.of(label, f"vertices must be rows of 3 numbers [m], got shape {points.shape}")
    bad = np.flatnonzero(~np.isfinite(points).all(axis=1))
    if len(bad):
        raise InputError.of(label, f"vertex {bad[0]} is not finite: {_text(points[bad[0]])}")
    if len(points) < 4:
        raise InputError.of(label, f"needs at least 4 vertices, got {len(points)}")
    return points


def check_faces(faces: object, vertex_count: int, label: str) -> list[Face]:
    """Return `faces` as tuples of valid vertex numbers that use every vertex, or say what is wrong."""
    loops: list[Face] = []
    for i, face in enumerate(faces):  # type: ignore[arg-type]
        try:
            loop = tuple(index(k) for k in face)
        except TypeError:
            raise InputError.of(label, f"face {i} must be a list of vertex numbers, got {face!r}") from None
        if len(loop) < 3:
            raise InputError.of(label, f"face {i} needs at least 3 vertices, got {list(loop)}")
        for k in loop:
            if not 0 <= k < vertex_count:
                raise InputError.of(label, f"face {i} names vertex {k}, but vertices run from 0 to "
                                    f"{vertex_count - 1}")
        if len(set(loop)) < len(loop):
            twice = next(k for k in loop if loop.count(k) > 1)
            raise InputError.of(label, f"face {i} names vertex {twice} twice")
        loops.append(loop)
    if len(loops) < 4:
        raise InputError.of(label, f"needs at least 4 faces, got {len(loops)}")
    unused = sorted(set(range(vertex_count)).difference(*loops))
    if unused:
        raise InputError.of(label, f"vertex {unused[0]} belongs to no face")
    return loops


def check_edges(loops: Sequence[Face], label: str) -> list[list[int]]:
    """Every edge belongs to two faces that run along it in opposite directions; return face neighbours."""
    sides: dict[tuple[int, int], list[tuple[int, bool]]] = {}
    for i, loop in enumerate(loops):
        for a, b in zip(loop, loop[1:] + loop[:1]):
            sides.setdefault((min(a, b), max(a, b)), []).append((i, a < b))
    neighbours: list[list[int]] = [[] for _ in loops]
    for (a, b), users in sorted(sides.items()):
        if len(users) == 1:
            raise InputError.of(label, f"mesh is open: edge {a}-{b} belongs to one face only")
        if len(users) > 2:
            raise InputError.of(label, f"mesh is no simple surface: edge {a}-{b} belongs to {len(users)} faces")
        (left, forward_left), (right, forward_right) = users
        if forward_left == forward_right:
            raise InputError.of(label, f"faces {left} and {right} run along edge {a}-{b} in the same "
                                "direction: one of them is turned over")
        neighbours[left].append(right)
        neighbours[right].append(left)
    return neighbours


def _check_volume(points: np.ndarray, loops: Sequence[Face], label: str) -> None:
    volume, _, _ = compute_integrals(points, loops)
    least = 1e-12 * float(np.linalg.norm(np.ptp(points, axis=0))) ** 3
    if abs(volume) <= least:
        raise InputError.of(label, f"volume must be > 0 [m3], got {volume:.6g}")
    if volume < 0.0:
        raise InputError.of(label, f"mesh is inside out: volume {volume:.6g} m3")


def _check_plane(points: np.ndarray, loops: Sequence[Face], vectors: np.ndarray, near: float,
                 label: str) -> None:
    """Polygons with more than three corners must be plane."""
    if all(_is_plane(points[numbers], vectors[rows], near) for rows, numbers in by_corner_count(loops)):
        return
    for i, loop in enumerate(loops):
        area = float(np.linalg.norm(vectors[i]))
        if len(loop) == 3 or area == 0.0:
            continue
        corners = points[list(loop)]
        off = np.abs((corners - corners.mean(axis=0)) @ (vectors[i] / area))
        if off.max() > near:
            worst = greatest(off, accuracy=SOLVED)
            raise InputError.of(label, f"face {i} is not plane: vertex {loop[worst]} lies "
                                f"{off[worst]:.3g} m off it")


def _is_plane(corners: np.ndarray, vectors: np.ndarray, near: float) -> bool:
    """Whether faces with corners (n, k, 3) are plane without doubt; else they are looked at one by one."""
    if corners.shape[1] == 3:
        return True
    normal = vectors / np.maximum(np.sqrt((vectors * vectors).sum(axis=1)), 1e-300)[:, None]
    off = np.abs(((corners - corners.mean(axis=1, keepdims=True)) * normal[:, None]).sum(axis=2))
    return bool(off.max() < 0.999 * near)


def _heights(points: np.ndarray, normals: np.ndarray, bases: np.ndarray) -> np.ndarray:
    """(f, v) [m] of all points above planes through `bases` (f, 3)."""
    return ((points[None] - bases[:, None]) * normals[:, None]).sum(axis=2)


def _coplanar_regions(points: np.ndarray, loops: Sequence[Face], vectors: np.ndarray,
                      neighbours: Sequence[Sequence[int]], near: float) -> list[list[int]]:
    """Groups of coplanar neighbouring faces, the largest of each group first.

    A group grows from its largest face, whose plane is the best known; every other face must lie in that
    plane, so a gently curved surface does not melt into one face step by step.
    """
    areas = np.linalg.norm(vectors, axis=1)
    if _has_no_coplanar_neighbours(points, loops, vectors, areas, neighbours, near):
        return [[i] for i in range(len(loops))]
    region_of = np.full(len(loops), -1)
    regions: list[list[int]] = []
    for seed in ranked(areas).tolist():
        if region_of[seed] >= 0:
            continue
        region_of[seed] = len(regions)
        region, waiting = [seed], [seed]
        normal = vectors[seed] / max(areas[seed], 1e-300)
        base = points[loops[seed][0]]
        while waiting:
            for other in neighbours[waiting.pop()]:
                if region_of[other] >= 0 or vectors[other] @ normal < -near * np.sqrt(areas[seed]):
                    continue
                if np.abs((points[list(loops[other])] - base) @ normal).max() <= near:
                    region_of[other] = len(regions)
                    region.append(other)
                    waiting.append(other)
        regions.append(region)
    return sorted(regions, key=min)


def _has_no_coplanar_neighbours(points: np.ndarray, loops: Sequence[Face], vectors: np.ndarray, areas: np.ndarray,
                                neighbours: Sequence[Sequence[int]], near: float) -> bool:
    """Whether without doubt no face lies in the plane of a neighbour: most blocks are drawn by their real faces."""
    if len(loops) * len(points) > MOST_AT_ONCE:
        return False
    bases = points[[loop[0] for loop in loops]]
    away = (np.abs(_heights(points, vectors / np.maximum(areas, 1e-300)[:, None], bases)) > 1.001 * near).tolist()
    return all(any(away[i][k] for k in loops[j]) for i, near_by in enumerate(neighbours) for j in near_by)


def _check_convex(points: np.ndarray, regions: Sequence[Sequence[int]], loops: Sequence[Face],
                  vectors: np.ndarray, near: float, label: str) -> None:
    """No vertex may lie outside the plane of a face."""
    seeds = [region[0] for region in regions]
    if len(seeds) * len(points) <= MOST_AT_ONCE:
        normals = vectors[seeds] / np.maximum(np.linalg.norm(vectors[seeds], axis=1), 1e-300)[:, None]
        bases = np.array([points[list(loops[seed])].mean(axis=0) for seed in seeds])
        if _heights(points, normals, bases).max() < 0.999 * near:
            return
    found = []
    for region in regions:
        seed = region[0]
        normal = vectors[seed] / max(float(np.linalg.norm(vectors[seed])), 1e-300)
        outside = (points - points[list(loops[seed])].mean(axis=0)) @ normal
        if outside.max() > near:
            vertex = greatest(outside, accuracy=SOLVED)
            found.append((float(outside[vertex]), vertex, seed))
    if found:
        far, vertex, face = found[greatest([far for far, *_ in found], accuracy=SOLVED)]
        raise InputError.of(label, f"not convex: vertex {vertex} lies {far:.3g} m outside face {face}")


def _outline(region: Sequence[int], loops: Sequence[Face], label: str) -> Face:
    """Outer polygon of a group of faces: the directed edges that no other face of the group runs back."""
    edges = {(a, b) for i in region for a, b in zip(loops[i], loops[i][1:] + loops[i][:1])}
    following = {a: b for a, b in edges if (b, a) not in edges}
    if not following:
        raise InputError.of(label, f"not convex: face {min(region)} lies on a face that looks the other way: it has no "
                            "thickness")
    start = min(following)
    loop = [start]
    while following[loop[-1]] != start and len(loop) <= len(following):
        loop.append(following[loop[-1]])
    if len(loop) != len(following) or len(following) != sum((b, a) not in edges for a, b in edges):
        raise InputError.of(label, f"not convex: face {min(region)} is not one simple polygon")
    return tuple(loop)


def _drop_false_corners(points: np.ndarray, polygons: Sequence[Face],
                        label: str) -> tuple[np.ndarray, tuple[Face, ...]]:
    """Keep the vertices in which three or more faces meet.

    Two planes meet in a line: a vertex of only two faces lies on a straight edge, one of a single face
    inside it.
    """
    count = [0] * len(points)
    for polygon in polygons:
        for k in polygon:
            count[k] += 1
    corners = [k for k, faces in enumerate(count) if faces >= 3]
    new_number = {k: i for i, k in enumerate(corners)}
    kept = [tuple(new_number[k] for k in polygon if k in new_number) for polygon in polygons]
    if min(map(len, kept)) < 3:
        raise InputError.of(label, "not convex: its faces lie in fewer than 4 planes, it has no thickness")
    return points[corners], tuple(start_at_least(polygon) for polygon in kept)


def start_at_least(loop: Face) -> Face:
    """The same cycle, from its smallest number on."""
    i = loop.index(min(loop))
    return loop[i:] + loop[:i]


def _text(row: np.ndarray) -> str:
    return "[" + ", ".join(f"{x:g}" for x in row) + "]"
