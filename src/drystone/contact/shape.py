"""What the contact kernels read and write: plain arrays under names.

`Shape` never changes during a run, `World` follows the poses, `Found` holds the answer. Numba passes named
tuples of arrays as they are, so kernels keep short argument lists.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from drystone.model.model import PartGeometry


class Shape(NamedTuple):
    """Convex parts in the frames of their blocks; `PartGeometry` and what follows from it.

    Few arrays with columns rather than many: every array costs compile time in every kernel that takes it.
    """

    block: np.ndarray     #: (p,) int32
    measure: np.ndarray   #: (p, 2) [m], least width, radius
    start: np.ndarray     #: (p+1, 3) int32, first vertex, face and edge of each part
    vertex: np.ndarray    #: (v, 3) [m]
    normal: np.ndarray    #: (f, 3)
    area: np.ndarray      #: (f,) [m2]
    side_ptr: np.ndarray  #: (f+1,) int32, sides of each face
    side: np.ndarray      #: (k, 2) int32, vertex at which the side begins, edge (within the part) that it is
    edge: np.ndarray      #: (e, 4) int32, from vertex, to vertex, left face, right face; left normal x right
    #: normal runs along the edge


class World(NamedTuple):
    """Parts in the world, rewritten at each detection."""

    vertex: np.ndarray  #: (v, 3) [m]
    plane: np.ndarray   #: (f, 4), outward normal and its product with a point of the face [m]
    box: np.ndarray     #: (p, 6) [m], low corner, high corner, grown by the margin


class Found(NamedTuple):
    """Buffers for pairs and points, fields as in `ContactSet`."""

    pair_part_a: np.ndarray  #: (P,) int32
    pair_part_b: np.ndarray  #: (P,) int32
    pair_ptr: np.ndarray     #: (P+1,) int64
    pair_status: np.ndarray  #: (P,) int8
    pair_area: np.ndarray    #: (P,) [m2]
    pair_depth: np.ndarray   #: (P,) [m]
    pair: np.ndarray         #: (C,) int32
    block_a: np.ndarray      #: (C,) int32
    block_b: np.ndarray      #: (C,) int32
    frame: np.ndarray        #: (C, 3, 3)
    point_a: np.ndarray      #: (C, 3) [m]
    point_b: np.ndarray      #: (C, 3) [m]
    gap: np.ndarray          #: (C,) [m]
    key: np.ndarray          #: (C, 2) int64


class Scratch(NamedTuple):
    """Room for one pair at a time."""

    frame: np.ndarray    #: (4, 3) rows t1, t2, n and origin [m]: the axes in which one pair is looked at
    local: np.ndarray    #: (2, ., 3) [m], vertices of parts a and b along t1, t2, n
    polygon: np.ndarray  #: (2, ., 3) [m], t1, t2 and height on part a; source and target of a cut
    label: np.ndarray    #: (2, ., 2) int64, feature of each corner; side that follows it: edge of a (>= 0) or
    #: side of b's face (-1 - side)
    point: np.ndarray    #: (N, 7) [m], t1, t2, gap, world position that is kept exactly; product of cosines
    key: np.ndarray      #: (N,) int64


def make_shape(parts: PartGeometry) -> Shape:
    """Arrays for the kernels, with edge tables and face areas."""
    part_of_face = np.repeat(np.arange(len(parts.block)), np.diff(parts.face_ptr))
    corner_count = np.diff(parts.face_vertex_ptr)
    face_of_side = np.repeat(np.arange(len(corner_count)), corner_count)
    following = np.arange(1, len(face_of_side) + 1)
    following[parts.face_vertex_ptr[1:] - 1] = parts.face_vertex_ptr[:-1]
    head = parts.face_vertex[following]

    part_of_side = part_of_face[face_of_side]
    edge_count = np.zeros(len(parts.block), np.int64)
    np.maximum.at(edge_count, part_of_side, parts.face_edge + 1)
    edge_ptr = np.concatenate([[0], np.cumsum(edge_count)])
    number = edge_ptr[part_of_side] + parts.face_edge
    left = np.unique(number, return_index=True)[1]
    is_right = np.ones(len(number), bool)
    is_right[left] = False
    edge = np.empty((edge_ptr[-1], 4), np.int32)
    edge[:, 0], edge[:, 1], edge[:, 2] = parts.face_vertex[left], head[left], face_of_side[left]
    edge[number[is_right], 3] = face_of_side[is_right]

    twice_area = np.zeros((len(corner_count), 3))
    base = parts.vertex[parts.face_vertex[parts.face_vertex_ptr[:-1]]][face_of_side]
    np.add.at(twice_area, face_of_side,
              np.cross(parts.vertex[parts.face_vertex] - base, parts.vertex[head] - base))
    return Shape(
        block=parts.block.astype(np.int32),
        measure=np.stack([parts.part_size, parts.part_radius], axis=1),
        start=np.stack([parts.vertex_ptr, parts.face_ptr, edge_ptr], axis=1).astype(np.int32),
        vertex=np.array(parts.vertex, float, order="C"), normal=np.array(parts.face_normal, float, order="C"),
        area=0.5 * np.linalg.norm(twice_area, axis=1), side_ptr=parts.face_vertex_ptr.astype(np.int32),
        side=np.stack([parts.face_vertex, parts.face_edge], axis=1).astype(np.int32), edge=edge)


def make_world(shape: Shape) -> World:
    """Empty arrays of the right sizes."""
    return World(np.zeros_like(shape.vertex), np.zeros((len(shape.area), 4)), np.zeros((len(shape.block), 6)))


def make_found(pair_count: int, point_count: int) -> Found:
    """Buffers for at most so many pairs and points."""
    p, c = pair_count, point_count
    return Found(np.zeros(p, np.int32), np.zeros(p, np.int32), np.zeros(p + 1, np.int64), np.zeros(p, np.int8),
                 np.zeros(p), np.zeros(p), np.zeros(c, np.int32), np.zeros(c, np.int32), np.zeros(c, np.int32),
                 np.zeros((c, 3, 3)), np.zeros((c, 3)), np.zeros((c, 3)), np.zeros(c), np.zeros((c, 2), np.int64))


def make_scratch(shape: Shape, point_count: int) -> Scratch:
    """Room for the largest pair: any two parts, any two faces, `point_count` points."""
    vertex_count = int(np.diff(shape.start[:, 0]).max(initial=1))
    corner_count = 2 * int(np.diff(shape.side_ptr).max(initial=3)) + 4
    return Scratch(np.zeros((4, 3)), np.zeros((2, vertex_count, 3)), np.zeros((2, corner_count, 3)),
                   np.zeros((2, corner_count, 2), np.int64), np.zeros((point_count, 7)),
                   np.zeros(point_count, np.int64))
