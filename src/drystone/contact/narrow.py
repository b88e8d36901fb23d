"""Narrow phase: contact points of one pair of convex parts.

1. Direction n of greatest separation over the faces of both parts (direction.py).
2. Faces of a that look along n and faces of b that look against it are clipped against each other, seen along n
   (clip.py); each corner of an overlap is carried back on both faces: two antagonist points and their gap.
3. If no point attains the separation, or the parts overlap, crossing edges may separate better: steps 1 and 2
   again with their common normal.
Parts that meet only at an edge or a corner have overlaps without area along n, hence no points; as soon as they
overlap, n is the direction of least penetration.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.contact.clip import MASK, SHIFT_FIRST, SHIFT_KIND, VERTEX_A, VERTEX_B, clip_faces, snap_feature
from drystone.contact.contact_set import DEEP_OVERLAP, OVERLAP, SEPARATE
from drystone.contact.direction import CORE_SHARE, EDGE_SHARE, edge_direction, face_direction, set_frame
from drystone.kernels import kernel

FACING_COSINE = 1e-3    # faces at nearly 90 degrees to the direction do not count
AREA_COSINE = 0.7       # overlaps of faces steeper than this give points but no area
SLIVER_SHARE = 1e-6     # overlaps narrower than this share of the smaller face's side do not count
CLIP_SHARE = 1e-7       # tolerance of the clip, share of the smaller least width
MERGE_FACTOR = 4.0      # points closer than so many tolerances are one
ATTAIN_SHARE = 1e-9     # a gap this close to the separation attains it
SHALLOW_SHARE = 1e-6    # overlaps shallower than this share need no search over edges
WIDE_FACTOR = 100.0     # nor do contacts so many times wider than their gaps: a direction at angle p to one whose
                        # penetration d is attained penetrates at least d cos p, and p is below 1/WIDE_FACTOR
DEEP_SHARE = 0.2        # penetration beyond this share of the smaller least width is deep
EPSILON = 2.220446049250313e-16
ROUNDING = 64.0 * EPSILON


@kernel
def set_local(vertex, first, last, frame, local, which):
    """Write a part's vertices along (t1, t2, n) to local[which]; return their least and greatest height [m]."""
    bottom, top = math.inf, -math.inf
    for v in range(first, last):
        x, y, z = vertex[v, 0] - frame[3, 0], vertex[v, 1] - frame[3, 1], vertex[v, 2] - frame[3, 2]
        for k in range(3):
            local[which, v - first, k] = frame[k, 0] * x + frame[k, 1] * y + frame[k, 2] * z
        bottom = min(bottom, local[which, v - first, 2])
        top = max(top, local[which, v - first, 2])
    return bottom, top


@kernel
def set_face(side_ptr, side, plane, frame, local, which, face, first, bound):
    """Write row `which` of `bound` (2, 10): bounds of a face along t1, t2, n, its plane (height = c0 + c1 x + c2 y)
    and the cosine with which it looks at the other part; return whether it does.
    """
    cosine = plane[face, 0] * frame[2, 0] + plane[face, 1] * frame[2, 1] + plane[face, 2] * frame[2, 2]
    bound[which, 9] = cosine if which == 0 else -cosine
    if bound[which, 9] < FACING_COSINE:
        return False
    for k in range(3):
        low, high = math.inf, -math.inf
        for i in range(side_ptr[face], side_ptr[face + 1]):
            q = local[which, side[i, 0] - first, k]
            low, high = min(low, q), max(high, q)
        bound[which, 2 * k], bound[which, 2 * k + 1] = low, high
    for k in range(2):
        slope = plane[face, 0] * frame[k, 0] + plane[face, 1] * frame[k, 1] + plane[face, 2] * frame[k, 2]
        bound[which, 7 + k] = -slope / cosine
    v = side[side_ptr[face], 0] - first
    bound[which, 6] = (local[which, v, 2] - bound[which, 7] * local[which, v, 0]
                       - bound[which, 8] * local[which, v, 1])
    return True


@kernel
def edge_height(local, i, j, x, y):
    """Height along n [m] of the edge of b from vertex i to j where it passes (x, y)."""
    ux, uy = local[1, j, 0] - local[1, i, 0], local[1, j, 1] - local[1, i, 1]
    length2 = ux * ux + uy * uy
    t = ((x - local[1, i, 0]) * ux + (y - local[1, i, 1]) * uy) / length2 if length2 > 0.0 else 0.0
    return local[1, i, 2] + t * (local[1, j, 2] - local[1, i, 2])


@kernel
def add_point(point, key, count, radius, new):
    """Add point `new` (row `count` of both arrays) unless it is there already; return the new count.

    Where several pairs of faces give the point, those that look most along the direction say its gap: on a steep
    face next to the rim the gap changes more across the tolerance than the tolerance itself.
    """
    for i in range(count):
        if key[i] == key[new] or (abs(point[i, 0] - point[new, 0]) <= radius
                                  and abs(point[i, 1] - point[new, 1]) <= radius):
            gap, facing = point[i, 2], point[i, 6]
            if point[new, 6] > facing * (1.0 + 1e-9):
                gap, facing = point[new, 2], point[new, 6]
            elif point[new, 6] >= facing * (1.0 - 1e-9):
                gap = max(gap, point[new, 2])
            if key[new] < key[i]:
                key[i] = key[new]
                for k in range(6):
                    point[i, k] = point[new, k]
            point[i, 2], point[i, 6] = gap, facing
            return count
    return count + 1


@kernel
def lift_corners(shape, world, a, b, bound, scratch, corner_count, buffer, radius, count):
    """Carry the corners of one overlap back on both faces and add them; return the new count, -1 if no room."""
    frame, local, point = scratch.frame, scratch.local, scratch.point
    first_a, first_b = shape.start[a, 0], shape.start[b, 0]
    first_edge_a, first_edge_b = shape.start[a, 2], shape.start[b, 2]
    if count + corner_count > point.shape[0]:
        return np.int64(-1)
    for i in range(corner_count):
        x, y, height_a = (scratch.polygon[buffer, i, 0], scratch.polygon[buffer, i, 1],
                          scratch.polygon[buffer, i, 2])
        feature = snap_feature(shape.edge, local, scratch.label[buffer, i, 0], x, y, first_edge_a, first_a,
                               first_edge_b, first_b, radius)
        kind = feature >> SHIFT_KIND
        # the height on the other part is taken within its face: beyond the rim a steep face would run away
        if kind == VERTEX_A:
            v = (feature >> SHIFT_FIRST) & MASK
            height_b = bound[1, 6] + bound[1, 7] * x + bound[1, 8] * y
            x, y, height_a = local[0, v, 0], local[0, v, 1], local[0, v, 2]
            for k in range(3):
                point[count, 3 + k] = world.vertex[first_a + v, k]
        elif kind == VERTEX_B:
            v = feature & MASK
            x, y, height_b = local[1, v, 0], local[1, v, 1], local[1, v, 2]
            if feature == scratch.label[buffer, i, 0]:  # not on the rim of a's face
                height_a = bound[0, 6] + bound[0, 7] * x + bound[0, 8] * y
            for k in range(3):
                point[count, 3 + k] = world.vertex[first_b + v, k]
        else:
            e = first_edge_b + (feature & MASK)
            height_b = edge_height(local, shape.edge[e, 0] - first_b, shape.edge[e, 1] - first_b, x, y)
            for k in range(3):
                point[count, 3 + k] = frame[3, k] + (frame[0, k] * x + frame[1, k] * y + frame[2, k] * height_a)
        scratch.key[count] = feature
        point[count, 0], point[count, 1], point[count, 2] = x, y, height_b - height_a
        point[count, 6] = bound[0, 9] * bound[1, 9]
        count = add_point(point, scratch.key, count, radius, count)
    return count


@kernel
def keep_near(point, key, count, distance, rounding):
    """Drop points too far apart, set gaps within rounding to zero, sort by key.

    Returns (count, least gap [m], spread [m2]): the spread is the extent of the points times the range of their
    gaps, infinite if some were dropped.
    """
    kept, least, most = 0, math.inf, 0.0
    x0, x1, y0, y1 = math.inf, -math.inf, math.inf, -math.inf
    row = np.empty(7)
    for i in range(count):
        if point[i, 2] > distance + rounding:
            most = math.inf
            continue
        for k in range(7):
            row[k] = point[i, k]
        x0, x1, y0, y1 = min(x0, row[0]), max(x1, row[0]), min(y0, row[1]), max(y1, row[1])
        if abs(row[2]) < rounding:
            row[2] = 0.0
        least, most = min(least, row[2]), max(most, row[2])
        feature = key[i]
        j = kept
        while j > 0 and key[j - 1] > feature:
            key[j] = key[j - 1]
            for k in range(7):
                point[j, k] = point[j - 1, k]
            j -= 1
        key[j] = feature
        for k in range(7):
            point[j, k] = row[k]
        kept += 1
    return kept, least, (most - least) * (x1 - x0 + y1 - y0) if kept > 0 else math.inf


@kernel
def find_points(shape, world, a, b, distance, bound, scratch):
    """Points of a pair along scratch.frame; (count, separation [m], area [m2], least gap [m], is wide).

    A contact is wide if its points span much more than their gaps. Count -1: no room.
    """
    frame, local, start, box = scratch.frame, scratch.local, shape.start, world.box
    small = a if shape.measure[a, 0] < shape.measure[b, 0] else b
    rounding = shape.measure[a, 1] + shape.measure[b, 1]
    for k in range(3):
        frame[3, k] = 0.5 * (box[small, k] + box[small, 3 + k])
        rounding += abs(frame[3, k])
    rounding *= ROUNDING
    tolerance = max(CLIP_SHARE * shape.measure[small, 0], rounding)
    in_a, in_b = np.int64(0), np.int64(1)
    top = set_local(world.vertex, start[a, 0], start[a + 1, 0], frame, local, in_a)[1]
    bottom = set_local(world.vertex, start[b, 0], start[b + 1, 0], frame, local, in_b)[0]
    count, area = np.int64(0), 0.0
    for face_a in range(start[a, 1], start[a + 1, 1]):
        if not set_face(shape.side_ptr, shape.side, world.plane, frame, local, in_a, face_a, start[a, 0], bound):
            continue
        for face_b in range(start[b, 1], start[b + 1, 1]):
            if not set_face(shape.side_ptr, shape.side, world.plane, frame, local, in_b, face_b, start[b, 0], bound):
                continue
            if (bound[0, 0] > bound[1, 1] or bound[1, 0] > bound[0, 1] or bound[0, 2] > bound[1, 3]
                    or bound[1, 2] > bound[0, 3] or bound[1, 4] - bound[0, 5] > distance):
                continue
            corner_count, buffer, overlap, width = clip_faces(
                shape.side_ptr, shape.side, local, scratch.polygon, scratch.label, face_a, start[a, 0], face_b,
                start[b, 0], tolerance)
            if corner_count < 3 or width < SLIVER_SHARE * math.sqrt(min(shape.area[face_a], shape.area[face_b])):
                continue
            if bound[0, 9] >= AREA_COSINE and bound[1, 9] >= AREA_COSINE:
                area += overlap
            count = lift_corners(shape, world, a, b, bound, scratch, corner_count, buffer,
                                 MERGE_FACTOR * tolerance, count)
            if count < 0:
                return count, 0.0, 0.0, 0.0, False
    count, least, spread = keep_near(scratch.point, scratch.key, count, distance, rounding)
    return count, bottom - top, area, least, area >= WIDE_FACTOR * spread


@kernel
def collide_pair(shape, world, a, b, size, distance, axis, bound, scratch):
    """Find direction and points of one pair: (count, separation along n [m], area [m2], least gap [m])."""
    start, vertex, plane = shape.start, world.vertex, world.plane
    best, x, y, z = face_direction(start, vertex, plane, a, b, size, distance)
    count, separation, area, least = np.int64(0), best, 0.0, 0.0
    if not best <= distance:
        return count, separation, area, least
    for attempt in range(2):
        set_frame(x, y, z, axis, scratch.frame)
        count, separation, area, least, is_wide = find_points(shape, world, a, b, distance, bound, scratch)
        is_attained = least <= separation + ATTAIN_SHARE * size
        if count < 0 or attempt == 1 or (is_attained and (is_wide or separation >= -SHALLOW_SHARE * size)):
            break
        best_edge, x, y, z = edge_direction(start, shape.edge, vertex, plane, a, b, best + EDGE_SHARE * size,
                                             distance)
        if best_edge > distance:
            return np.int64(0), best_edge, 0.0, 0.0
        if best_edge == best + EDGE_SHARE * size:  # no edges do better
            break
    return count, separation, area, least


@kernel
def collide_pairs(shape, world, margin, pairs, pair_count, axis, scratch, found):
    """Fill `found` from the candidate pairs; (pairs with points, points), points -1 if the room is used up."""
    kept, total = 0, 0
    bound = np.empty((2, 10))
    for p in range(pair_count):
        a, b = pairs[p, 0], pairs[p, 1]
        block_a, block_b = shape.block[a], shape.block[b]
        size = min(shape.measure[a, 0], shape.measure[b, 0])
        count, separation, area, least = collide_pair(
            shape, world, a, b, size, margin[block_a] + margin[block_b], axis, bound, scratch)
        if count < 0 or total + count > found.gap.shape[0]:
            return kept, -1
        if count == 0:
            continue
        found.pair_part_a[kept], found.pair_part_b[kept] = a, b
        found.pair_ptr[kept] = total
        found.pair_status[kept] = SEPARATE
        if -separation > DEEP_SHARE * size:
            found.pair_status[kept] = DEEP_OVERLAP
        elif -separation > 2.0 * CORE_SHARE * size:
            found.pair_status[kept] = OVERLAP
        found.pair_area[kept] = area
        found.pair_depth[kept] = max(0.0, -least)
        for i in range(count):
            found.pair[total] = kept
            found.block_a[total], found.block_b[total] = block_a, block_b
            found.key[total, 0], found.key[total, 1] = (a << 32) | b, scratch.key[i]
            gap = scratch.point[i, 2]
            found.gap[total] = gap
            is_b = (scratch.key[i] >> SHIFT_KIND) == VERTEX_B
            for k in range(3):
                n, exact = scratch.frame[2, k], scratch.point[i, 3 + k]
                found.frame[total, 0, k] = n
                found.frame[total, 1, k] = scratch.frame[0, k]
                found.frame[total, 2, k] = scratch.frame[1, k]
                found.point_a[total, k] = exact - gap * n if is_b else exact
                found.point_b[total, k] = exact if is_b else exact + gap * n
            total += 1
        kept += 1
    found.pair_ptr[kept] = total
    return kept, total
