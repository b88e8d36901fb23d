"""Painter's order of convex parts: far ones first, so that near ones cover them rightly.

Two convex parts that do not overlap have a plane between them. The part on the viewer's side of that plane
may hide the other one and is painted later. This is exact where sorting by depth of centres is not (a small
block on a large slab, long lintels). Only pairs that overlap on the paper matter. A cycle (three bars, each
over the next) has no order; it is broken at the farthest part.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np

from drystone.view.camera import Camera
from drystone.view.solids import Part

#: Pairs handled at once: bounds the memory of the padded arrays.
_CHUNK = 4096
#: A plane counts as seen edge on below this cosine [-]; nothing hides anything across it.
_EDGE_ON = 1e-9


def paint_order(parts: Sequence[Part], camera: Camera) -> list[int]:
    """Numbers of the parts from far to near."""
    if not parts:
        return []
    padded = _Padded(parts, camera)
    over: list[list[int]] = [[] for _ in parts]    # parts to paint after this one
    waits = np.zeros(len(parts), int)
    for a, b, sign in zip(*_find_orders(parts, padded, camera)):
        if sign:
            back, front = (a, b) if sign > 0 else (b, a)
            over[back].append(front)
            waits[front] += 1
    return _sort(over, waits, padded.middle_depth)


class _Padded:
    """Vertices and faces of all parts in rectangular arrays; repeated entries change no extreme."""

    def __init__(self, parts: Sequence[Part], camera: Camera) -> None:
        vertex_count = max(len(p.vertices) for p in parts)
        face_count = max(len(p.normals) for p in parts)
        self.vertex = np.array([_fill(p.vertices, vertex_count) for p in parts])
        self.normal = np.array([_fill(p.normals, face_count) for p in parts])
        self.offset = np.einsum("pfi,pvi->pfv", self.normal, self.vertex).max(axis=2)
        self.facing = self.normal @ camera.toward
        paper = camera.project(self.vertex)
        self.low, self.high = paper.min(axis=1), paper.max(axis=1)
        self.middle_depth = camera.depth(np.array([p.vertices.mean(axis=0) for p in parts]))
        self.size = np.ptp(self.vertex, axis=1).max(axis=1)
        self.edges: dict[int, np.ndarray] = {}   # directions of edges, found where they are needed


def _fill(rows: np.ndarray, count: int) -> np.ndarray:
    """`count` rows: the last one is repeated."""
    return rows[np.minimum(np.arange(count), len(rows) - 1)]


def _find_orders(parts, padded: _Padded, camera: Camera) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs (a, b) that overlap on the paper, and +1 where b may hide a, -1 where a may hide b, else 0."""
    a, b = _overlapping_pairs(padded.low, padded.high)
    signs = np.zeros(len(a), int)
    for start in range(0, len(a), _CHUNK):
        piece = slice(start, start + _CHUNK)
        signs[piece] = _order_by_faces(parts, padded, camera, a[piece], b[piece])
    return a, b, signs


def _overlapping_pairs(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pairs whose boxes on the paper overlap by more than rounding."""
    slack = 1e-9 * float((high - low).max(initial=0.0))
    left, right = [], []
    order = np.argsort(low[:, 0], kind="stable")
    sorted_low = low[order, 0]
    for rank, i in enumerate(order):
        stop = np.searchsorted(sorted_low, high[i, 0] - slack)
        others = order[rank + 1:stop]
        hits = others[(low[others, 1] < high[i, 1] - slack) & (high[others, 1] > low[i, 1] + slack)]
        left.append(np.full(len(hits), i))
        right.append(hits)
    return np.concatenate(left), np.concatenate(right)


def _order_by_faces(parts, padded: _Padded, camera: Camera, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Signs for pairs, from the face planes of both parts; edges decide where no face plane separates."""
    gaps, facings = [], []
    for own, other, sign in ((a, b, 1.0), (b, a, -1.0)):
        reach = np.einsum("kfi,kvi->kfv", padded.normal[own], padded.vertex[other]).min(axis=2)
        gaps.append(reach - padded.offset[own])
        facings.append(sign * padded.facing[own])
    gap, facing = np.concatenate(gaps, axis=1), np.concatenate(facings, axis=1)
    tolerance = 1e-6 * np.minimum(padded.size[a], padded.size[b])
    signs = _decide(gap, facing, tolerance)
    for k in np.flatnonzero(gap.max(axis=1) < -tolerance):
        for i in (a[k], b[k]):
            if i not in padded.edges:
                padded.edges[i] = _edge_directions(parts[i])
        normals = _edge_normals(padded.edges[a[k]], padded.edges[b[k]])
        end_a = (padded.vertex[a[k]] @ normals.T).max(axis=0)
        more_gap = (padded.vertex[b[k]] @ normals.T).min(axis=0) - end_a
        more_facing = normals @ camera.toward
        both = np.append(gap[k], more_gap)[None], np.append(facing[k], more_facing)[None]
        signs[k] = _decide(*both, tolerance[k:k + 1])[0]
    return signs


def _decide(gap: np.ndarray, facing: np.ndarray, tolerance: np.ndarray) -> np.ndarray:
    """(k,) +1, -1 or 0 from planes (k, n) with normals from a to b: gaps [m], cosines with the viewer."""
    in_front = np.where(facing > _EDGE_ON, gap, -np.inf).max(axis=1)
    behind = np.where(facing < -_EDGE_ON, gap, -np.inf).max(axis=1)
    edge_on = np.where(np.abs(facing) <= _EDGE_ON, gap, -np.inf).max(axis=1)
    # apart on the paper, although their boxes are not: no order needed
    apart = (edge_on >= np.maximum(np.maximum(in_front, behind), -tolerance))
    apart |= np.minimum(in_front, behind) >= -tolerance
    return np.where(apart, 0, np.where(in_front > behind, 1, -1))


def _edge_normals(edges_a: np.ndarray, edges_b: np.ndarray) -> np.ndarray:
    """Unit normals, both ways, of the planes spanned by an edge of a and an edge of b."""
    normals = np.cross(edges_a[:, None], edges_b[None]).reshape(-1, 3)
    length = np.linalg.norm(normals, axis=1)
    normals = normals[length > 1e-6] / length[length > 1e-6][:, None]
    return np.concatenate((normals, -normals))


def _edge_directions(part: Part) -> np.ndarray:
    """(e, 3) unit directions of the edges, parallel ones once."""
    pairs = {(min(i, j), max(i, j)) for face in part.faces for i, j in zip(face, face[1:] + face[:1])}
    arms = np.array([part.vertices[j] - part.vertices[i] for i, j in sorted(pairs)])
    arms /= np.linalg.norm(arms, axis=1)[:, None]
    kept: list[np.ndarray] = []
    for arm in arms:
        if all(abs(arm @ other) < 1.0 - 1e-9 for other in kept):
            kept.append(arm)
    return np.array(kept)


def _sort(over: list[list[int]], waits: np.ndarray, depth: np.ndarray) -> list[int]:
    """Topological order, the farthest of those ready first."""
    ready = [(depth[i], i) for i in range(len(over)) if waits[i] == 0]
    heapq.heapify(ready)
    left = set(range(len(over)))
    order = []
    while left:
        if not ready:  # a cycle: go on with the farthest part
            heapq.heappush(ready, min((depth[i], i) for i in left))
        i = heapq.heappop(ready)[1]
        if i not in left:
            continue
        left.discard(i)
        order.append(int(i))
        for j in over[i]:
            waits[j] -= 1
            if waits[j] == 0 and j in left:
                heapq.heappush(ready, (depth[j], j))
    return order


def visible_points(points: np.ndarray, parts: Sequence[Part], camera: Camera, lift: float) -> np.ndarray:
    """(c,) bool: True where the way from a point to the viewer, begun `lift` [m] off, meets no part."""
    seen = np.ones(len(points), bool)
    start = points + lift * camera.toward
    paper = camera.project(points)
    for part in parts:
        flat = camera.project(part.vertices)
        near = seen & (paper >= flat.min(axis=0)).all(axis=1) & (paper <= flat.max(axis=0)).all(axis=1)
        where = np.flatnonzero(near)
        if not len(where):
            continue
        offset = (part.normals * part.vertices[[face[0] for face in part.faces]]).sum(axis=1)
        room = offset - start[where] @ part.normals.T      # > 0 inside the face plane
        speed = part.normals @ camera.toward
        with np.errstate(divide="ignore", invalid="ignore"):
            leave = np.where(speed > _EDGE_ON, room / speed, np.inf).min(axis=1)
            enter = np.where(speed < -_EDGE_ON, room / speed, 0.0).max(axis=1)
        beside = ((np.abs(speed) <= _EDGE_ON) & (room <= 0.0)).any(axis=1)
        seen[where[~beside & (leave > np.maximum(enter, 0.0) + lift)]] = False
    return seen
