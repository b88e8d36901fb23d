"""Overlap of two faces seen along the contact direction, with the feature behind each of its corners.

One face is cut by the sides of the other one after the other (Sutherland-Hodgman). Corners and sides carry
labels through the cuts, so that each corner of the result is known as a vertex of a, a vertex of b, or the crossing
of an edge of a with an edge of b. Corners within the tolerance of a side count as inside: rounding neither adds
nor removes corners of faces that share an edge line.

Feature as one integer: kind << 60 | first << 30 | second, numbers counted within the part.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from drystone.kernels import inner_kernel

VERTEX_A = 0  #: vertex `first` of part a
VERTEX_B = 1  #: vertex `second` of part b
CROSSING = 2  #: edge `first` of part a with edge `second` of part b
SHIFT_KIND = 60
SHIFT_FIRST = 30
MASK = (1 << 30) - 1


class ClipRoom(NamedTuple):
    """Two faces by themselves, numbers 0 and 1, and room to clip them."""

    side_ptr: np.ndarray   #: (3,) int64, first side of each face
    side: np.ndarray       #: (., 2) int64, corner of the face at which a side begins; its label
    polygon: np.ndarray    #: as in `Scratch`
    label: np.ndarray      #: as in `Scratch`


def make_clip_room(corners: int) -> ClipRoom:
    """Room for two faces that have so many corners together."""
    return ClipRoom(np.zeros(3, np.int64), np.zeros((corners, 2), np.int64), np.empty((2, corners, 4)),
                    np.empty((2, corners, 2), np.int64))


@inner_kernel
def clip_faces(side_ptr, side, local, polygon, label, subject, face, first, face_other, first_other, tolerance):
    """Clip `face` of part `subject` (0 a, 1 b) by that of the other; (corners, buffer, area [m2], width [m]).

    `first` and `first_other` are the first vertices of the parts. The face to be cut should be the smaller where sizes
    differ much: the direction of a short side is known to rounding over its length, and would miss the corners of a
    long face by as much more.
    Reads the vertices `local` (2, ., 3) of both parts along t1, t2, n; the normal of a's face has a part along +n,
    that of b's along -n. Writes `polygon` and `label` (see `Scratch`).
    """
    other = 1 - subject
    count = side_ptr[face + 1] - side_ptr[face]
    for i in range(count):
        k = side_ptr[face] + i
        v = side[k, 0] - first
        for axis in range(3):
            polygon[0, i, axis] = local[subject, v, axis]
        label[0, i, 0], label[0, i, 1] = vertex_feature(subject, v), side[k, 1]

    start, stop = side_ptr[face_other], side_ptr[face_other + 1]
    old = 0
    for turn in range(stop - start):
        # b is seen from inside: backwards is counter-clockwise
        k = start + turn if other == 0 else stop - 1 - turn
        behind = k + 1 if k + 1 < stop else start
        last = k - 1 if k > start else stop - 1  # side that was or will be cut next to the tail of this one
        tail, head = side[k, 0] - first_other, side[behind, 0] - first_other
        if other == 1:
            last, tail, head = behind, head, tail
        x, y = local[other, tail, 0], local[other, tail, 1]
        ex, ey = local[other, head, 0] - x, local[other, head, 1] - y
        length = math.sqrt(ex * ex + ey * ey)
        if length <= tolerance:  # seen end on: its neighbours bound the face there
            continue
        ex, ey = ex / length, ey / length
        lowest, highest = math.inf, -math.inf
        for i in range(count):
            d = ex * (polygon[old, i, 1] - y) - ey * (polygon[old, i, 0] - x)
            polygon[old, i, 3] = d
            lowest, highest = min(lowest, d), max(highest, d)
        if lowest >= 0.0:  # nothing to cut
            continue
        if highest < -tolerance:
            return 0, old, 0.0, 0.0
        new = 1 - old
        kept = 0
        for i in range(count):
            j = i + 1 if i + 1 < count else 0
            d_i, d_j = polygon[old, i, 3], polygon[old, j, 3]
            if d_i >= -tolerance:
                outside = min(d_i, 0.0)  # set back on the side: heights on steep faces stay those of the rim
                polygon[new, kept, 0] = polygon[old, i, 0] + outside * ey
                polygon[new, kept, 1] = polygon[old, i, 1] - outside * ex
                polygon[new, kept, 2] = polygon[old, i, 2]
                label[new, kept, 0] = label[old, i, 0]
                label[new, kept, 1] = -1 - k if d_i <= tolerance and d_j < -tolerance else label[old, i, 1]
                kept += 1
            if (d_i > tolerance and d_j < -tolerance) or (d_i < -tolerance and d_j > tolerance):
                t = d_i / (d_i - d_j)
                for axis in range(3):
                    polygon[new, kept, axis] = (polygon[old, i, axis]
                                                + t * (polygon[old, j, axis] - polygon[old, i, axis]))
                cut = label[old, i, 1]
                if cut < 0:  # two sides of the other face meet in the vertex that they share
                    label[new, kept, 0] = vertex_feature(other, tail if -1 - cut == last else head)
                elif subject == 0:
                    label[new, kept, 0] = (CROSSING << SHIFT_KIND) | (cut << SHIFT_FIRST) | side[k, 1]
                else:
                    label[new, kept, 0] = (CROSSING << SHIFT_KIND) | (np.int64(side[k, 1]) << SHIFT_FIRST) | cut
                label[new, kept, 1] = -1 - k if d_i > 0.0 else cut
                kept += 1
        old = new
        count = kept
        if count < 3:
            return 0, old, 0.0, 0.0
    area, extent = 0.0, 0.0
    for i in range(1, count - 1):  # fan about the first corner: no cancellation far from the origin
        ux, uy = polygon[old, i, 0] - polygon[old, 0, 0], polygon[old, i, 1] - polygon[old, 0, 1]
        vx, vy = polygon[old, i + 1, 0] - polygon[old, 0, 0], polygon[old, i + 1, 1] - polygon[old, 0, 1]
        area += 0.5 * (ux * vy - uy * vx)
        extent = max(extent, abs(ux) + abs(uy), abs(vx) + abs(vy))
    if subject == 1:  # seen from inside
        area = -area
    return count, old, area, area / extent if extent > 0.0 else 0.0


@inner_kernel
def vertex_feature(which, v):
    """Feature of vertex v of part a (`which` 0) or b (1)."""
    return (np.int64(VERTEX_B) << SHIFT_KIND) | v if which == 1 else np.int64(v) << SHIFT_FIRST


@inner_kernel
def snap_feature(shape, local, feature, x, y, a, b, face_a, face_b, radius, tolerance):
    """Feature of a corner at (x, y), and whether it lies beyond the end of an edge that it is a crossing of.

    A crossing within `radius` of an end of its edges is that vertex, a's first. A crossing beyond an end comes of sharp
    corners: what is within the tolerance of both sides there may lie many tolerances beyond the tip. It is the vertex
    too if that lies within the other face.
    """
    if feature >> SHIFT_KIND != CROSSING:
        return feature, False
    edge, first_a, first_b = shape.edge, shape.start[a, 0], shape.start[b, 0]
    i = shape.start[a, 2] + ((feature >> SHIFT_FIRST) & MASK)
    j = shape.start[b, 2] + (feature & MASK)
    beside_a, beyond_a = edge_end(local[0], edge[i, 0] - first_a, edge[i, 1] - first_a, x, y, radius)
    if beside_a >= 0:
        return beside_a << SHIFT_FIRST, False
    beside_b, beyond_b = edge_end(local[1], edge[j, 0] - first_b, edge[j, 1] - first_b, x, y, radius)
    if beside_b >= 0:
        return (VERTEX_B << SHIFT_KIND) | beside_b, False
    if beyond_a >= 0 and is_within(shape.side_ptr, shape.side, local, np.int64(1), face_b, first_b,
                                   local[0, beyond_a, 0], local[0, beyond_a, 1], tolerance):
        return beyond_a << SHIFT_FIRST, True
    if beyond_b >= 0 and is_within(shape.side_ptr, shape.side, local, np.int64(0), face_a, first_a,
                                   local[1, beyond_b, 0], local[1, beyond_b, 1], tolerance):
        return (VERTEX_B << SHIFT_KIND) | beyond_b, True
    return feature, beyond_a >= 0 or beyond_b >= 0


@inner_kernel
def edge_end(local, v, w, x, y, radius):
    """The end of the edge from vertex v to w within `radius` of (x, y), and that beyond which (x, y) lies; -1: none."""
    px, py, qx, qy = local[v, 0] - x, local[v, 1] - y, local[w, 0] - x, local[w, 1] - y
    none = np.int64(-1)
    if abs(px) <= radius and abs(py) <= radius:
        return np.int64(v), none
    if abs(qx) <= radius and abs(qy) <= radius:
        return np.int64(w), none
    ux, uy = qx - px, qy - py
    if px * ux + py * uy > 0.0:
        return none, np.int64(v)
    if qx * ux + qy * uy < 0.0:
        return none, np.int64(w)
    return none, none


@inner_kernel
def is_within(side_ptr, side, local, which, f, first, x, y, tolerance):
    """Whether (x, y) lies within face f of part `which`, to `tolerance` [m]."""
    start, stop = side_ptr[f], side_ptr[f + 1]
    for k in range(start, stop):
        v, w = side[k, 0] - first, side[k + 1 if k + 1 < stop else start, 0] - first
        ex, ey = local[which, w, 0] - local[which, v, 0], local[which, w, 1] - local[which, v, 1]
        d = ex * (y - local[which, v, 1]) - ey * (x - local[which, v, 0])
        if (d if which == 0 else -d) < -tolerance * math.sqrt(ex * ex + ey * ey):
            return False
    return True
