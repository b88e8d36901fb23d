"""Corners of the overlap of two faces carried back on both parts: antagonist points, gaps and features.

Several pairs of faces may give the same point. It is kept once, and never made of the place of one and the height of
another: on a steep face the two would not fit.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.contact.clip import CROSSING, MASK, SHIFT_FIRST, SHIFT_KIND, VERTEX_A, VERTEX_B, snap_feature
from drystone.contact.shape import BASE, COSINE, SLOPE_X, SLOPE_Y
from drystone.kernels import inner_kernel

MERGE_FACTOR = 4.0  # points closer than so many tolerances are one


@inner_kernel
def edge_height(local, which, i, j, x, y):
    """Height along n [m] of the edge of part `which` from vertex i to j where it passes (x, y)."""
    ux, uy = local[which, j, 0] - local[which, i, 0], local[which, j, 1] - local[which, i, 1]
    length2 = ux * ux + uy * uy
    t = ((x - local[which, i, 0]) * ux + (y - local[which, i, 1]) * uy) / length2 if length2 > 0.0 else 0.0
    return local[which, i, 2] + t * (local[which, j, 2] - local[which, i, 2])


@inner_kernel
def face_height(face, which, i, x, y):
    """Height along n [m] of the plane of face i of part `which` at (x, y)."""
    return face[which, i, BASE] + face[which, i, SLOPE_X] * x + face[which, i, SLOPE_Y] * y


@inner_kernel
def add_point(point, key, count, radius, new):
    """Add point `new` (row `count` of both arrays) unless it is there already; return the new count.

    Where several pairs of faces give the point, those that look most along the direction say where the surfaces are:
    on a steep face next to the rim heights change more across the tolerance than the tolerance itself. A vertex stays
    where it is and takes the height of the other part alone; heights and places of two rows are not mixed otherwise.
    """
    for i in range(count):
        if key[i, 0] == key[new, 0] or (abs(point[i, 0] - point[new, 0]) <= radius
                                  and abs(point[i, 1] - point[new, 1]) <= radius):
            facing, facing_new = point[i, 6], point[new, 6]
            is_new = facing_new > facing * (1.0 + 1e-9) or (facing_new >= facing * (1.0 - 1e-9)
                                                            and point[new, 2] > point[i, 2])
            named, seen = (new if key[new, 0] < key[i, 0] else i), (new if is_new else i)
            feature, gap, height_a = key[named, 0], point[seen, 2], point[seen, 7]
            source = seen
            if feature >> SHIFT_KIND != CROSSING and named != seen:
                source = named
                if feature >> SHIFT_KIND == VERTEX_A:
                    gap, height_a = gap + (height_a - point[named, 7]), point[named, 7]
                else:
                    gap = point[named, 2] + (point[named, 7] - height_a)
            facing = point[seen, 6]
            if source != i:
                for k in range(6):
                    point[i, k] = point[source, k]
            key[i, 0], point[i, 2], point[i, 6], point[i, 7] = feature, gap, facing, height_a
            return count
    return count + 1


@inner_kernel
def lift_corners(shape, world, a, b, i_a, i_b, subject, scratch, corner_count, buffer, tolerance, count):
    """Carry the corners of the overlap of faces i_a and i_b back on both and add them; the new count, -1: no room."""
    frame, local, face, point = scratch.frame, scratch.local, scratch.face, scratch.point
    radius = MERGE_FACTOR * tolerance
    other = 1 - subject
    part_other, i_subject, i_other = (b, i_a, i_b) if subject == 0 else (a, i_b, i_a)
    first_other, first_edge = shape.start[part_other, 0], shape.start[part_other, 2]
    if count + corner_count > point.shape[0]:
        return np.int64(-1)
    facing = face[0, i_a, COSINE] * face[1, i_b, COSINE]
    for i in range(corner_count):
        x, y, height = scratch.polygon[buffer, i, 0], scratch.polygon[buffer, i, 1], scratch.polygon[buffer, i, 2]
        label = scratch.label[buffer, i, 0]
        feature, is_beyond = snap_feature(shape, local, label, x, y, a, b, shape.start[a, 1] + i_a,
                                          shape.start[b, 1] + i_b, radius, tolerance)
        kind = feature >> SHIFT_KIND
        # the height on the other part is taken within its face: beyond the rim a steep face would run away
        if kind == CROSSING:
            if is_beyond:  # within the tolerance of an edge, but beside the next one
                height_other = face_height(face, other, i_other, x, y)
            else:
                number = feature & MASK if other == 1 else (feature >> SHIFT_FIRST) & MASK
                e = first_edge + number
                height_other = edge_height(local, other, shape.edge[e, 0] - first_other,
                                           shape.edge[e, 1] - first_other, x, y)
        else:
            v = feature & MASK if kind == VERTEX_B else (feature >> SHIFT_FIRST) & MASK
            px, py = local[kind, v, 0], local[kind, v, 1]
            if is_beyond:
                x, y = px, py
            if kind == subject:
                height, height_other = local[kind, v, 2], face_height(face, other, i_other, x, y)
            else:
                height_other = local[kind, v, 2]
                if feature == label or is_beyond:  # not on the rim of the face that was cut
                    height = face_height(face, subject, i_subject, px, py)
            x, y = px, py
        height_a, height_b = (height, height_other) if subject == 0 else (height_other, height)
        if kind == CROSSING:
            for k in range(3):
                point[count, 3 + k] = frame[3, k] + (frame[0, k] * x + frame[1, k] * y + frame[2, k] * height_a)
        else:
            v += shape.start[a, 0] if kind == VERTEX_A else shape.start[b, 0]
            for k in range(3):
                point[count, 3 + k] = world.vertex[v, k]
        scratch.key[count, 0] = feature
        point[count, 0], point[count, 1], point[count, 2] = x, y, height_b - height_a
        point[count, 6], point[count, 7] = facing, height_a
        count = add_point(point, scratch.key, count, radius, count)
    return count


@inner_kernel
def keep_near(point, key, count, distance, rounding):
    """Drop points too far apart, set gaps within rounding to zero, write their order by feature to column 1 of `key`.

    Returns (count, least gap [m], spread [m2]): the spread is the extent of the points times the range of their
    gaps, infinite if some were dropped.
    """
    kept, least, most = 0, math.inf, 0.0
    x0, x1, y0, y1 = math.inf, -math.inf, math.inf, -math.inf
    for i in range(count):
        gap = point[i, 2]
        if gap > distance + rounding:
            most = math.inf
            continue
        x0, x1, y0, y1 = min(x0, point[i, 0]), max(x1, point[i, 0]), min(y0, point[i, 1]), max(y1, point[i, 1])
        if abs(gap) < rounding:
            gap = 0.0
            point[i, 2] = gap
        least, most = min(least, gap), max(most, gap)
        j = kept
        while j > 0 and key[key[j - 1, 1], 0] > key[i, 0]:
            key[j, 1] = key[j - 1, 1]
            j -= 1
        key[j, 1] = i
        kept += 1
    return kept, least, (most - least) * (x1 - x0 + y1 - y0) if kept > 0 else math.inf
