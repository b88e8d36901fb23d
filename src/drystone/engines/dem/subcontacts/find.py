"""All sub-contacts of a mesh in which faces touch faces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.engines.dem.mesh.build import Mesh
from drystone.engines.dem.subcontacts.overlay import carriers, overlay
from drystone.kernels import kernel
from drystone.model.model import Model

#: Faces look at each other when the cosine between their normals is at most this.
OPPOSITE = -1.0 + 1e-6

#: Points nearer to each other than this share of the smallest cell's edge are one.
NEAR = 1e-6


@dataclass(frozen=True, slots=True)
class SubContacts:
    """Points of all interfaces; those of an interface follow each other, interfaces are sorted by joint.

    Displacement of b against a, along n, t1, t2: opening is positive. Forces go to the nodes by the same weights.
    """

    joint: np.ndarray     #: (i,) int64, law of each interface
    piece: np.ndarray     #: (i, 2) int64, pieces a and b
    frame: np.ndarray     #: (i, 3, 3) rows n, t1, t2; n from a to b
    ptr: np.ndarray       #: (i + 1,) int64, points of interface k are ptr[k]:ptr[k + 1]
    direct: np.ndarray    #: (i,) bool, all of its points are at nodes of both sides
    area: np.ndarray      #: (m,) [m2]
    place: np.ndarray     #: (m, 3) [m], world, at the start
    node_a: np.ndarray    #: (m, 4) int64, nodes that carry the point; the first one alone where it lies at a node
    node_b: np.ndarray    #: (m, 4) int64
    weight_a: np.ndarray  #: (m, 4) [-], sum to 1
    weight_b: np.ndarray  #: (m, 4) [-]
    face: np.ndarray      #: (i, 2) int64, faces of a and b, counted through all pieces

    @property
    def count(self) -> int:
        """Number of points."""
        return len(self.area)

    @property
    def interface(self) -> np.ndarray:
        """(m,) int64, interface of each point."""
        return np.repeat(np.arange(len(self.joint)), np.diff(self.ptr))


@dataclass(frozen=True, slots=True)
class _Face:
    """One meshed face in the world."""

    piece: int
    normal: np.ndarray   #: (3,)
    nodes: np.ndarray    #: (c, 4) global numbers, -1 for none
    low: np.ndarray      #: (3,) [m]
    high: np.ndarray     #: (3,) [m]


def find_subcontacts(model: Model, mesh: Mesh, touching: float) -> SubContacts:
    """Sub-contacts of all faces that look at each other within `touching` [m]."""
    faces, first = _faces(mesh)
    found: list[tuple] = []
    for f, g in _facing_pairs(mesh, faces, first, touching).tolist():
        p, q = faces[f].piece, faces[g].piece
        joint = _joint_of(model, mesh, p, q)
        made = None if joint < 0 else _interface(mesh, faces[f], faces[g])
        if made is not None:
            found.append((joint, (p, q, f, g), *made))
    found.sort(key=lambda item: item[0])        # stable: by joint, then in the order of the pieces
    return _join(found)


def _joint_of(model: Model, mesh: Mesh, p: int, q: int) -> int:
    """Law between two pieces; -1 for none."""
    a, b = int(mesh.piece_block[p]), int(mesh.piece_block[q])
    if a == b:
        return mesh.pieces[p].joint if not model.is_support[a] else -1
    return int(model.joint_table[model.joint_class[a], model.joint_class[b]]) if not (
        model.is_support[a] and model.is_support[b]) else -1


def _faces(mesh: Mesh) -> tuple[list[_Face], np.ndarray]:
    """Faces of all pieces, and where those of each piece begin."""
    faces, first = [], [0]
    for k, piece in enumerate(mesh.pieces):
        for face in piece.mesh.faces:
            nodes = np.where(face.cells >= 0, face.cells + mesh.node_ptr[k], -1)
            place = mesh.node[nodes[nodes >= 0]]
            faces.append(_Face(k, face.normal, nodes, place.min(axis=0), place.max(axis=0)))
        first.append(len(faces))
    return faces, np.array(first)


def _near_pairs(mesh: Mesh, touching: float) -> np.ndarray:
    """(k, 2) pairs of pieces whose boxes meet, sorted."""
    low = np.minimum.reduceat(mesh.node, mesh.node_ptr[:-1]) - touching
    high = np.maximum.reduceat(mesh.node, mesh.node_ptr[:-1]) + touching
    axis = int(np.argmax(np.ptp(mesh.node, axis=0)))
    order = np.argsort(low[:, axis], kind="stable")
    room = 64 * len(order) + 64
    while True:
        pairs = np.empty((room, 2), np.int64)
        count = sweep(low, high, order, axis, pairs)
        if count <= room:
            break
        room = count
    pairs = np.sort(pairs[:count], axis=1)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


@kernel
def sweep(low, high, order, axis, pairs):
    """Boxes that meet, along one axis from low to high; returns their number, those that find room are in `pairs`."""
    count = 0
    for i in range(order.shape[0]):
        a = order[i]
        for j in range(i + 1, order.shape[0]):
            b = order[j]
            if low[b, axis] > high[a, axis]:
                break
            meet = True
            for k in range(3):
                meet = meet and low[a, k] <= high[b, k] and low[b, k] <= high[a, k]
            if meet:
                if count < pairs.shape[0]:
                    pairs[count, 0], pairs[count, 1] = a, b
                count += 1
    return count


def _facing_pairs(mesh: Mesh, faces: list[_Face], first: np.ndarray, touching: float) -> np.ndarray:
    """(k, 2) pairs of faces in one plane that look at each other, in the order of their pieces."""
    normal, low, high = (np.array([getattr(face, name) for face in faces]) for name in ("normal", "low", "high"))
    origin = np.array([mesh.node[face.nodes[0, 0]] for face in faces])
    pairs = _near_pairs(mesh, touching)
    out = np.empty((4 * len(pairs) + 16, 2), np.int64)
    count = facing(pairs, first, normal, origin, low, high, touching, out)
    return out[:count]


@kernel
def facing(pairs, first, normal, origin, low, high, touching, out):
    """Pairs of faces of the pairs of pieces given; of two convex ones at most one. Returns their number."""
    count = 0
    for k in range(pairs.shape[0]):
        for f in range(first[pairs[k, 0]], first[pairs[k, 0] + 1]):
            for g in range(first[pairs[k, 1]], first[pairs[k, 1] + 1]):
                cosine, apart, meet = 0.0, 0.0, True
                for i in range(3):
                    cosine += normal[f, i] * normal[g, i]
                    apart += normal[f, i] * (origin[g, i] - origin[f, i])
                    meet = meet and low[f, i] <= high[g, i] + touching and low[g, i] <= high[f, i] + touching
                if meet and cosine <= OPPOSITE and abs(apart) <= touching and count < out.shape[0]:
                    out[count, 0], out[count, 1] = f, g
                    count += 1
    return count


def tangents(normal: np.ndarray) -> np.ndarray:
    """(3, 3) rows n, t1, t2, right-handed; t1 lies along the world axis that is most across the normal."""
    axis = np.eye(3)[int(np.argmin(np.round(np.abs(normal), 6)))]
    t1 = axis - (axis @ normal) * normal
    t1 /= np.linalg.norm(t1)
    return np.array((normal, t1, np.cross(normal, t1)))


def _interface(mesh: Mesh, a: _Face, b: _Face):
    """Frame, areas, places, nodes and weights of the points of two faces; None where they do not overlap."""
    frame, origin = tangents(a.normal), mesh.node[a.nodes[0, 0]]
    flat_a, size_a = _flat(mesh, a.nodes, origin, frame)
    flat_b, size_b = _flat(mesh, b.nodes[:, ::-1], origin, frame)      # seen from a, b runs the other way round
    nodes_b = _front(b.nodes[:, ::-1])
    near = NEAR * float(np.sqrt(min(_least(flat_a, size_a), _least(flat_b, size_b))))
    room = 4 * (len(a.nodes) + len(b.nodes)) + 64
    while True:
        points, area, cell = np.empty((room, 2)), np.empty(room), np.empty((room, 2), np.int64)
        count = overlay(flat_a, size_a, flat_b, size_b, near, points, area, cell)
        if count >= 0:
            break
        room *= 2
    if count == 0:
        return None
    points, area, cell = points[:count], area[:count].copy(), cell[:count]
    order = np.lexsort(np.round(points / near).T)
    points, area, cell = points[order], area[order], cell[order]
    node_a, weight_a = _carriers(points, cell[:, 0], flat_a, size_a, a.nodes, near)
    node_b, weight_b = _carriers(points, cell[:, 1], flat_b, size_b, nodes_b, near)
    place = origin + points @ frame[1:]
    return frame, area, place, node_a, node_b, weight_a, weight_b


def _front(nodes: np.ndarray) -> np.ndarray:
    """The same cells with -1 of triangles in the last place."""
    return np.where(nodes[:, :1] < 0, np.roll(nodes, -1, axis=1), nodes)


def _flat(mesh: Mesh, nodes: np.ndarray, origin: np.ndarray, frame: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Corners (c, 4, 2) of cells in the plane of a face, and how many each has."""
    nodes = _front(nodes)
    flat = (mesh.node[np.maximum(nodes, 0)] - origin) @ frame[1:].T
    return np.ascontiguousarray(flat), np.where(nodes[:, 3] < 0, 3, 4).astype(np.int64)


def _least(flat: np.ndarray, size: np.ndarray) -> float:
    """Area of the smallest cell [m2]."""
    x, y = flat[:, :, 0].copy(), flat[:, :, 1].copy()
    x[size == 3, 3], y[size == 3, 3] = x[size == 3, 0], y[size == 3, 0]
    twice = (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)
    return 0.5 * float(twice.min())


def _carriers(points, cell, flat, size, nodes, near) -> tuple[np.ndarray, np.ndarray]:
    """Nodes (m, 4) and weights (m, 4) of points in given cells; nodes of weight 0 repeat the first."""
    number, weight = np.empty((len(points), 4), np.int64), np.zeros((len(points), 4))
    carriers(points, cell, flat, size, nodes, near, number, weight)
    return number, weight


def _join(found: list[tuple]) -> SubContacts:
    counts = [len(item[3]) for item in found]
    joined = [np.concatenate([item[k] for item in found]) if found else empty
              for k, empty in zip(range(3, 9), (np.zeros(0), np.zeros((0, 3)), np.zeros((0, 4), np.int64),
                                                np.zeros((0, 4), np.int64), np.zeros((0, 4)), np.zeros((0, 4))))]
    area, place, node_a, node_b, weight_a, weight_b = joined
    direct = [bool((item[7][:, 1:] == 0.0).all() and (item[8][:, 1:] == 0.0).all()) for item in found]
    sides = np.array([item[1] for item in found], np.int64).reshape(-1, 4)
    return SubContacts(np.array([item[0] for item in found], np.int64).reshape(-1), np.ascontiguousarray(sides[:, :2]),
                       np.array([item[2] for item in found], float).reshape(-1, 3, 3),
                       np.concatenate(([0], np.cumsum(counts))).astype(np.int64), np.array(direct, bool),
                       area, place, node_a, node_b, weight_a, weight_b, np.ascontiguousarray(sides[:, 2:]))
