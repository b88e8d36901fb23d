"""Where two convex pieces meet now: the face that separates them most, the face opposite, their common cells.

Of all faces of both pieces the one from which the other piece is farthest away, or into which it is pressed least, is
the base: it carries normal and frame. The face of the other piece that looks most against it is laid over it along
that normal, cell by cell (subcontacts/overlay.py). So a block on its edge meets the ground with the points of that
edge, and points that lie apart wait there until they close. Edges that cross meet where they cross in that
picture, along the normal of the base.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.engines.dem.subcontacts.overlay import carriers, overlay
from drystone.kernels import bare_kernel, kernel

#: A base or an opposite face gives way to another one only where that is better by this: share of an edge, cosine.
FIRM, FIRM_COSINE = 1e-3, 0.02

#: Points nearer to each other than this share of an edge are one, where contacts are found again.
NEAR = 1e-2

#: Points this near to a corner lie at it: rounding [share of an edge].
AT_CORNER = 1e-9


@bare_kernel
def face_direction(rotation, normal, piece, face, axis):
    """Component of the normal of a face as it stands now."""
    r = rotation[piece]
    return (r[3 * axis] * normal[face, 0] + r[3 * axis + 1] * normal[face, 1] + r[3 * axis + 2] * normal[face, 2])


@bare_kernel
def separation(place, piece_ptr, cell_ptr, cell, rotation, normal, own, face, other):
    """How far piece `other` lies outside of a face of piece `own` [m]; < 0: it reaches through."""
    x, y, z = (face_direction(rotation, normal, own, face, 0), face_direction(rotation, normal, own, face, 1),
               face_direction(rotation, normal, own, face, 2))
    height = -math.inf
    for c in range(cell_ptr[face], cell_ptr[face + 1]):
        for k in range(4):
            i = cell[c, k]
            if i >= 0:
                height = max(height, x * place[i, 0] + y * place[i, 1] + z * place[i, 2])
    least = math.inf
    for i in range(piece_ptr[other], piece_ptr[other + 1]):
        least = min(least, x * place[i, 0] + y * place[i, 1] + z * place[i, 2])
    return least - height


@bare_kernel
def opposite(rotation, normal, face_ptr, own, face, other, before):
    """The face of piece `other` that looks most against a face of `own`; `before`: the one it was, -1 for none."""
    best, found, known = math.inf, -1, math.inf
    for g in range(face_ptr[other], face_ptr[other + 1]):
        cosine = 0.0
        for axis in range(3):
            cosine += (face_direction(rotation, normal, own, face, axis)
                       * face_direction(rotation, normal, other, g, axis))
        if cosine < best:
            best, found = cosine, g
        if g == before:
            known = cosine
    return before if known <= best + FIRM_COSINE else found


@bare_kernel
def choose_faces(pairs, before, reach, edge, place, piece_ptr, face_ptr, cell_ptr, cell, rotation, normal, out):
    """For each pair: base piece, other piece, base face, opposite face in out (k, 4); -1 where they are too far apart.

    before : (k, 2), faces so far, base first, -1 for none; reach : [m]
    """
    for k in range(pairs.shape[0]):
        best, known, found, base = -math.inf, -math.inf, -1, 0
        for side in range(2):
            own, other = pairs[k, side], pairs[k, 1 - side]
            for face in range(face_ptr[own], face_ptr[own + 1]):
                apart = separation(place, piece_ptr, cell_ptr, cell, rotation, normal, own, face, other)
                if apart > best:
                    best, found, base = apart, face, side
                if face == before[k, 0]:
                    known = apart
        firm = FIRM * min(edge[pairs[k, 0]], edge[pairs[k, 1]])
        if before[k, 0] >= 0 and known >= best - firm:
            found, base = before[k, 0], 0 if before[k, 0] < face_ptr[pairs[k, 0] + 1] and (
                before[k, 0] >= face_ptr[pairs[k, 0]]) else 1
        if best > reach:
            for c in range(4):
                out[k, c] = -1
            continue
        own, other = pairs[k, base], pairs[k, 1 - base]
        out[k, 0], out[k, 1], out[k, 2] = own, other, found
        out[k, 3] = opposite(rotation, normal, face_ptr, own, found, other, before[k, 1])


@kernel
def lay_faces(chosen, edge, place, cell_ptr, cell, cell_size, rotation, normal, frame, ptr, area, number_a, number_b,
              weight_a, weight_b):
    """Points of all chosen pairs, from out of `choose_faces`; returns their number, or -1 where there is no room.

    frame : (k, 9) out, world; ptr : (k + 1,) out
    """
    room = area.shape[0]
    count = 0
    ptr[0] = 0
    for k in range(chosen.shape[0]):
        write_frame(chosen[k, 0], chosen[k, 2], rotation, normal, frame[k])
        origin = place[cell[cell_ptr[chosen[k, 2]], 0]]
        flat_a, size_a, nodes_a = flatten(chosen[k, 2], False, frame[k], origin, place, cell_ptr, cell, cell_size)
        flat_b, size_b, nodes_b = flatten(chosen[k, 3], True, frame[k], origin, place, cell_ptr, cell, cell_size)
        length = min(edge[chosen[k, 0]], edge[chosen[k, 1]])
        most = min(room - count, 10 * len(size_a) * len(size_b) + 16)
        points, own, cells = np.empty((most, 2)), np.empty(most), np.empty((most, 2), np.int64)
        found = overlay(flat_a, size_a, flat_b, size_b, NEAR * length, points, own, cells)
        if found < 0:
            return -1
        at = AT_CORNER * length
        carriers(points[:found], cells[:found, 0].copy(), flat_a, size_a, nodes_a, at, number_a[count:count + found],
                 weight_a[count:count + found])
        carriers(points[:found], cells[:found, 1].copy(), flat_b, size_b, nodes_b, at, number_b[count:count + found],
                 weight_b[count:count + found])
        for p in range(found):
            area[count + p] = own[p]
        count += found
        ptr[k + 1] = count
    return count


@bare_kernel
def write_frame(piece, face, rotation, normal, frame):
    """Rows n, t1, t2 of a face as it stands now; t1 lies along the world axis that is most across the normal."""
    n = (face_direction(rotation, normal, piece, face, 0), face_direction(rotation, normal, piece, face, 1),
         face_direction(rotation, normal, piece, face, 2))
    axis = 0
    for k in range(1, 3):
        if abs(n[k]) < abs(n[axis]) - 1e-6:
            axis = k
    size = math.sqrt(1.0 - n[axis] * n[axis])
    for k in range(3):
        frame[k] = n[k]
        frame[3 + k] = ((1.0 if k == axis else 0.0) - n[axis] * n[k]) / size
    frame[6] = n[1] * frame[5] - n[2] * frame[4]
    frame[7] = n[2] * frame[3] - n[0] * frame[5]
    frame[8] = n[0] * frame[4] - n[1] * frame[3]


@kernel
def flatten(face, backwards, frame, origin, place, cell_ptr, cell, cell_size):
    """Corners (c, 4, 2) of a face's cells along t1, t2, their numbers of corners, and their nodes (c, 4)."""
    first, count = cell_ptr[face], cell_ptr[face + 1] - cell_ptr[face]
    flat, size, nodes = np.zeros((count, 4, 2)), np.empty(count, np.int64), np.full((count, 4), -1)
    for c in range(count):
        corners = cell_size[first + c]
        size[c] = corners
        for k in range(corners):
            i = cell[first + c, corners - 1 - k if backwards else k]
            nodes[c, k] = i
            for row in range(2):
                total = 0.0
                for axis in range(3):
                    total += frame[3 * (row + 1) + axis] * (place[i, axis] - origin[axis])
                flat[c, k, row] = total
    return flat, size, nodes
