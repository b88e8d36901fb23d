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
    """Parts in the world; those of blocks that moved are rewritten at each detection."""

    vertex: np.ndarray  #: (v, 3) [m]
    plane: np.ndarray   #: (f, 4), outward normal and its product with a point of the face [m]
    box: np.ndarray     #: (p, 6) [m], low corner, high corner, grown by the margin
    middle: np.ndarray  #: (p, 3) [m], mean of the vertices, a point inside the part


class Found(NamedTuple):
    """Answer of one detection: candidates, those with points, and the points. Pairs of parts, sorted.

    What all points of a pair share is written once; `ContactSet` repeats it.
    """

    candidate: np.ndarray   #: (K, 3) int64, part a, part b, row of the pair below or -1 if it has no points
    pair: np.ndarray        #: (P+1, 4) int64, part a, part b, first point, status; one row more ends the points
    pair_value: np.ndarray  #: (P, 11), n, t1, t2; area [m2], greatest penetration [m]
    point: np.ndarray       #: (C, 7) [m], gap, point on a, point on b
    label: np.ndarray       #: (C, 3) int64, key of the pair, feature, row of the pair


class Scratch(NamedTuple):
    """Room for one pair at a time."""

    frame: np.ndarray    #: (4, 3) rows t1, t2, n and origin [m]: the axes in which one pair is looked at
    local: np.ndarray    #: (2, ., 3) [m], vertices of parts a and b along t1, t2, n
    face: np.ndarray     #: (2, ., 13), faces of parts a and b, numbered within the part; see FACE columns
    number: np.ndarray   #: (3, .) int64, faces of a and of b that look at the other part; edges of b to be tried
    polygon: np.ndarray  #: (2, ., 4) [m], t1, t2, height on part a, distance from the cut; source and target of a cut
    label: np.ndarray    #: (2, ., 2) int64, feature of each corner; side that follows it: edge of a (>= 0) or
    #: side of b's face (-1 - side)
    point: np.ndarray    #: (N, 8) [m], t1, t2, gap, world position kept exactly; product of cosines; height on a
    key: np.ndarray      #: (N, 2) int64, feature; row of `point` that comes in this place once sorted


# columns of Scratch.face
LOW_X, HIGH_X, LOW_Y, HIGH_Y, LOW, HIGH = range(6)  #: bounds along t1, t2, n [m]
BASE, SLOPE_X, SLOPE_Y = 6, 7, 8                    #: its plane: height = base + slope_x x + slope_y y
COSINE = 9                                          #: with which it looks at the other part
ABOVE = 10                                          #: [m], height of the other part's middle above it
DEEPEST = 11                                        #: [m], height of the other part's deepest vertex above it
ALONG = 12                                          #: [m], product of its normal with an edge of the other part


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
    part_count = len(shape.block)
    return World(np.zeros_like(shape.vertex), np.zeros((len(shape.area), 4)), np.zeros((part_count, 6)),
                 np.zeros((part_count, 3)))


def make_found(pair_count: int, point_count: int) -> Found:
    """Buffers for at most so many pairs and points."""
    p, c = pair_count, point_count
    return Found(np.zeros((p, 3), np.int64), np.zeros((p + 1, 4), np.int64), np.zeros((p, 11)), np.zeros((c, 7)),
                 np.zeros((c, 3), np.int64))


def make_scratch(shape: Shape, point_count: int) -> Scratch:
    """Room for the largest pair: any two parts, any two faces, `point_count` points."""
    vertex_count, face_count, edge_count = (int(n) for n in np.diff(shape.start, axis=0).max(axis=0, initial=1))
    corner_count = 2 * int(np.diff(shape.side_ptr).max(initial=3)) + 4
    return Scratch(np.zeros((4, 3)), np.zeros((2, vertex_count, 3)), np.zeros((2, face_count, 13)),
                   np.zeros((3, max(face_count, edge_count)), np.int64), np.zeros((2, corner_count, 4)),
                   np.zeros((2, corner_count, 2), np.int64), np.zeros((point_count, 8)),
                   np.zeros((point_count, 2), np.int64))
