"""Overlap of two faces seen along the contact direction, with the feature behind each of its corners.

The face of a is cut by the sides of b's face one after the other (Sutherland-Hodgman). Corners and sides carry
labels through the cuts, so that each corner of the result is known as a vertex of a, a vertex of b, or the crossing
of an edge of a with an edge of b. Corners within the tolerance of a side count as inside: rounding neither adds
nor removes corners of faces that share an edge line.

Feature as one integer: kind << 60 | first << 30 | second, numbers counted within the part.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.contact.bare import inner_kernel

VERTEX_A = 0  #: vertex `first` of part a
VERTEX_B = 1  #: vertex `second` of part b
CROSSING = 2  #: edge `first` of part a with edge `second` of part b
SHIFT_KIND = 60
SHIFT_FIRST = 30
MASK = (1 << 30) - 1


@inner_kernel
def clip_faces(side_ptr, side, local, polygon, label, face_a, first_a, face_b, first_b, tolerance):
    """Clip face_a of part a by face_b of part b; return (corners, buffer of the result, area [m2], width [m]).

    Reads the vertices `local` (2, ., 3) of both parts along t1, t2, n, numbered from first_a and first_b; the
    normal of face_a has a part along +n, that of face_b along -n. Writes `polygon` and `label` (see `Scratch`).
    """
    count = side_ptr[face_a + 1] - side_ptr[face_a]
    for i in range(count):
        k = side_ptr[face_a] + i
        v = side[k, 0] - first_a
        polygon[0, i, 0], polygon[0, i, 1], polygon[0, i, 2] = local[0, v, 0], local[0, v, 1], local[0, v, 2]
        label[0, i, 0], label[0, i, 1] = v << SHIFT_FIRST, side[k, 1]

    start, stop = side_ptr[face_b], side_ptr[face_b + 1]
    old = 0
    for k in range(stop - 1, start - 1, -1):  # b is seen from inside: backwards is counter-clockwise
        behind = k + 1 if k + 1 < stop else start
        tail, head = side[behind, 0] - first_b, side[k, 0] - first_b
        x, y = local[1, tail, 0], local[1, tail, 1]
        ex, ey = local[1, head, 0] - x, local[1, head, 1] - y
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
                if cut >= 0:
                    label[new, kept, 0] = (CROSSING << SHIFT_KIND) | (cut << SHIFT_FIRST) | side[k, 1]
                else:  # two sides of b meet in the vertex that they share; side k begins at vertex k
                    shared = tail if -1 - cut == behind else head
                    label[new, kept, 0] = (VERTEX_B << SHIFT_KIND) | shared
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
    return count, old, area, area / extent if extent > 0.0 else 0.0


@inner_kernel
def snap_feature(edge, local, feature, x, y, first_edge_a, first_a, first_edge_b, first_b, radius):
    """Feature of a corner at (x, y): a crossing within `radius` of an end of its edges is that vertex, a's first.

    So is a crossing beyond the end. It comes of sharp corners: what is within the tolerance of both sides there may lie
    many tolerances beyond the tip.
    """
    if feature >> SHIFT_KIND != CROSSING:
        return feature
    i = first_edge_a + ((feature >> SHIFT_FIRST) & MASK)
    end = edge_end(local, np.int64(0), edge[i, 0] - first_a, edge[i, 1] - first_a, x, y, radius)
    if end >= 0:
        return end << SHIFT_FIRST
    i = first_edge_b + (feature & MASK)
    end = edge_end(local, np.int64(1), edge[i, 0] - first_b, edge[i, 1] - first_b, x, y, radius)
    if end >= 0:
        return (VERTEX_B << SHIFT_KIND) | end
    return feature


@inner_kernel
def edge_end(local, which, v, w, x, y, radius):
    """The end of the edge from vertex v to w of part `which` that is within `radius` of (x, y) or before it, or -1."""
    px, py, qx, qy = local[which, v, 0], local[which, v, 1], local[which, w, 0], local[which, w, 1]
    if abs(px - x) <= radius and abs(py - y) <= radius or (x - px) * (qx - px) + (y - py) * (qy - py) < 0.0:
        return np.int64(v)
    if abs(qx - x) <= radius and abs(qy - y) <= radius or (x - qx) * (px - qx) + (y - qy) * (py - qy) < 0.0:
        return np.int64(w)
    return np.int64(-1)
