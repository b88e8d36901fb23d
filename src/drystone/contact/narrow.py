"""Narrow phase: contact points of one pair of convex parts.

1. Direction n of greatest separation over the faces of both parts (direction.py).
2. Faces of a that look along n and faces of b that look against it are clipped against each other, seen along n
   (clip.py); each corner of an overlap is carried back on both faces: two antagonist points and their gap.
3. If no point attains the separation, or the parts overlap, crossing edges may separate better: steps 1 and 2
   again with their common normal.
Parts that meet only at an edge or a corner make no contact; as soon as they overlap, n is the direction of least
penetration. Mostly their overlap along n has no area, hence no points. But where the joint planes at a common edge are
not at right angles, as in a ring of wedges, a face of b may lean over a's face from the very edge and look like a
block that stands there. If faces of both parts are flush, the parts touch in the overlap of these faces and nowhere
else: points that other faces give are none.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.contact.clip import SHIFT_KIND, VERTEX_B, clip_faces
from drystone.contact.contact_set import DEEP_OVERLAP, OVERLAP, SEPARATE
from drystone.contact.direction import (
    CORE_SHARE,
    EDGE_SHARE,
    FLUSH_SHARE,
    HINGE_COSINE,
    OPEN_SHARE,
    are_flush,
    edge_direction,
    face_direction,
    height_slack,
    set_deepest,
    set_frame,
)
from drystone.contact.lift import keep_near, lift_corners
from drystone.contact.shape import BASE, COSINE, HIGH, HIGH_X, HIGH_Y, LOW, LOW_X, LOW_Y, SLOPE_X, SLOPE_Y
from drystone.kernels import inner_kernel

FACING_COSINE = 1e-3    # faces at nearly 90 degrees to the direction do not count; of a part whose least width is below
BLADE_SHARE = 1e-2      # this share of its radius they do, in proportion: a blade on its edge has no others
AREA_COSINE = 0.7       # overlaps of faces steeper than this give points but no area
FLAT_COSINE = 0.995     # contacts between faces that look at each other so squarely need no search for flush faces:
                        # where a wider angle beats flush faces by depth, their overlap is hardly wider than deep
SLIVER_SHARE = 1e-6     # overlaps narrower than this share of the smaller least width, or of the smaller face's side
                        # if that is less, do not count
DEEP_SLIVER = 1e-5      # unless the parts overlap by more than this share of the smaller least width
CLIP_SHARE = 1e-7       # tolerance of the clip, share of the smaller least width
SUBJECT_SHARE = 0.1     # a's faces are cut by b's, b's by a's where b is smaller than this share of a
ATTAIN_SHARE = 1e-9     # a gap this close to the separation attains it
REFUTE_SHARE = 1e-5     # points lie on the parts to within a tenth of this share
SHALLOW_SHARE = 1e-6    # overlaps shallower than this share need no search over edges
WIDE_FACTOR = 100.0     # nor do contacts so many times wider than their gaps: a direction at angle p to one whose
                        # penetration d is attained penetrates at least d cos p, and p is below 1/WIDE_FACTOR
DEEP_SHARE = 0.2        # penetration beyond this share of the smaller least width is deep
EPSILON = 2.220446049250313e-16
ROUNDING = 64.0 * EPSILON


@inner_kernel
def set_local(vertex, first, last, frame, local, which):
    """Write a part's vertices along (t1, t2, n) to local[which]; return their least and greatest height [m]."""
    bottom, top = math.inf, -math.inf
    for v in range(first, last):
        x, y, z = vertex[v, 0] - frame[3, 0], vertex[v, 1] - frame[3, 1], vertex[v, 2] - frame[3, 2]
        local[which, v - first, 0] = frame[0, 0] * x + frame[0, 1] * y + frame[0, 2] * z
        local[which, v - first, 1] = frame[1, 0] * x + frame[1, 1] * y + frame[1, 2] * z
        height = frame[2, 0] * x + frame[2, 1] * y + frame[2, 2] * z
        local[which, v - first, 2] = height
        bottom, top = min(bottom, height), max(top, height)
    return bottom, top


@inner_kernel
def set_faces(shape, world, part, which, sign, scratch):
    """Describe the faces of a part that look along sign * n in scratch.face[which]; list and count them."""
    frame, local, face, side = scratch.frame, scratch.local, scratch.face, shape.side
    plane, vertex = world.plane, world.vertex
    first, first_face = shape.start[part, 0], shape.start[part, 1]
    count = np.int64(0)
    facing = FACING_COSINE * min(1.0, shape.measure[part, 0] / (BLADE_SHARE * shape.measure[part, 1]))
    for f in range(first_face, shape.start[part + 1, 1]):
        nx, ny, nz = plane[f, 0], plane[f, 1], plane[f, 2]
        cosine = nx * frame[2, 0] + ny * frame[2, 1] + nz * frame[2, 2]
        if sign * cosine < facing:
            continue
        i = f - first_face
        scratch.number[which, count] = i
        count += 1
        x0, x1, y0, y1, z0, z1 = math.inf, -math.inf, math.inf, -math.inf, math.inf, -math.inf
        for k in range(shape.side_ptr[f], shape.side_ptr[f + 1]):
            v = side[k, 0] - first
            x, y, z = local[which, v, 0], local[which, v, 1], local[which, v, 2]
            x0, x1, y0, y1, z0, z1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y), min(z0, z), max(z1, z)
        face[which, i, LOW_X], face[which, i, HIGH_X] = x0, x1
        face[which, i, LOW_Y], face[which, i, HIGH_Y] = y0, y1
        face[which, i, LOW], face[which, i, HIGH] = z0, z1
        face[which, i, COSINE] = sign * cosine
        slope_x = -(nx * frame[0, 0] + ny * frame[0, 1] + nz * frame[0, 2]) / cosine
        slope_y = -(nx * frame[1, 0] + ny * frame[1, 1] + nz * frame[1, 2]) / cosine
        face[which, i, SLOPE_X], face[which, i, SLOPE_Y] = slope_x, slope_y
        # from the plane, not from the slopes times a corner: on a steep face far larger than the other part that would
        # carry the rounding of the slopes all the way from the corner to the origin
        v = side[shape.side_ptr[f], 0]
        face[which, i, BASE] = (nx * (vertex[v, 0] - frame[3, 0]) + ny * (vertex[v, 1] - frame[3, 1])
                                + nz * (vertex[v, 2] - frame[3, 2])) / cosine
    return count


@inner_kernel
def find_points(shape, world, a, b, distance, scratch):
    """Points of a pair along scratch.frame; (count, separation [m], area [m2], least gap [m], is wide, is flat).

    Slivers do not count, lest blocks that share an edge touch; unless the faces beside them do and the parts come
    closer to each other in the slivers than anywhere else, as where a corner reaches just over a rim, or unless the
    parts clearly overlap and there is nothing but slivers.
    A contact is wide if its points span much more than their gaps, flat if faces overlap that look at each other
    squarely. Count -1: no room.
    """
    frame, local, face, start, box = scratch.frame, scratch.local, scratch.face, shape.start, world.box
    small = a if shape.measure[a, 0] < shape.measure[b, 0] else b
    rounding = shape.measure[a, 1] + shape.measure[b, 1]
    for k in range(3):
        frame[3, k] = 0.5 * (box[small, k] + box[small, 3 + k])
        rounding += abs(frame[3, k])
    rounding *= ROUNDING
    tolerance = max(CLIP_SHARE * shape.measure[small, 0], rounding)
    in_a, in_b = np.int64(0), np.int64(1)
    subject = in_b if shape.measure[b, 1] < SUBJECT_SHARE * shape.measure[a, 1] else in_a  # see `clip_faces`
    first_cut, first_other = (start[a, 0], start[b, 0]) if subject == 0 else (start[b, 0], start[a, 0])
    top = set_local(world.vertex, start[a, 0], start[a + 1, 0], frame, local, in_a)[1]
    bottom = set_local(world.vertex, start[b, 0], start[b + 1, 0], frame, local, in_b)[0]
    facing_a = set_faces(shape, world, a, in_a, 1.0, scratch)
    facing_b = set_faces(shape, world, b, in_b, -1.0, scratch)
    count, least, spread, area, squarest = np.int64(0), math.inf, 0.0, 0.0, 0.0
    for turn in range(2):  # slivers count in the second
        count, area, squarest = np.int64(0), 0.0, 0.0
        has_slivers = False
        for s in range(facing_a):
            i = scratch.number[0, s]
            for t in range(facing_b):
                j = scratch.number[1, t]
                if (face[0, i, LOW_X] > face[1, j, HIGH_X] or face[1, j, LOW_X] > face[0, i, HIGH_X]
                        or face[0, i, LOW_Y] > face[1, j, HIGH_Y] or face[1, j, LOW_Y] > face[0, i, HIGH_Y]
                        or face[1, j, LOW] - face[0, i, HIGH] > distance):
                    continue
                face_a, face_b = start[a, 1] + i, start[b, 1] + j
                face_cut, face_other = (face_a, face_b) if subject == 0 else (face_b, face_a)
                corner_count, buffer, overlap, width = clip_faces(
                    shape.side_ptr, shape.side, local, scratch.polygon, scratch.label, subject, face_cut, first_cut,
                    face_other, first_other, tolerance)
                if corner_count < 3:
                    continue
                is_sliver = width < max(rounding, SLIVER_SHARE * min(
                    shape.measure[small, 0], math.sqrt(min(shape.area[face_a], shape.area[face_b]))))
                if is_sliver:
                    has_slivers = True
                    if turn == 0 or not width > 0.0:
                        continue
                else:
                    squarest = max(squarest, face[0, i, COSINE] * face[1, j, COSINE])
                if face[0, i, COSINE] >= AREA_COSINE and face[1, j, COSINE] >= AREA_COSINE:
                    area += overlap
                count = lift_corners(shape, world, a, b, i, j, subject, scratch, corner_count, buffer, tolerance,
                                     count)
                if count < 0:
                    return count, 0.0, 0.0, 0.0, False, False
        count, least, spread = keep_near(scratch.point, scratch.key, count, distance, rounding)
        if not has_slivers or (bottom - top > -DEEP_SLIVER * shape.measure[small, 0] if count == 0
                               else least <= bottom - top + tolerance):
            break
    return count, bottom - top, area, least, area >= WIDE_FACTOR * spread, squarest >= FLAT_COSINE


@inner_kernel
def collide_pair(shape, world, a, b, size, distance, axis, scratch):
    """Find direction and points of one pair: (count, separation along n [m], area [m2], least gap [m]).

    Points are sought along the normal of the best face. If they do not attain its separation, or overlap, and edges
    separate better, they are sought along the normal of the edges. Where the best faces of both parts do not face
    each other, edges come first: points along the face's normal that attain its separation s would keep the
    separation along any other direction m below s (n.m), so that edges which do better refute them unseen.
    Parts that overlap are in contact: if all that faces share along the normal of the edges is slivers, it is sought
    along the face's normal again.
    Points of no flat contact are dropped where faces are flush: the parts share an edge or a corner.
    """
    plane = world.plane
    slack = height_slack(world.middle, a, size)
    best, x, y, z, face_a, face_b = face_direction(shape, world, a, b, size, slack, distance, scratch.face)
    count, separation, area, least = np.int64(0), best, 0.0, 0.0
    if not best <= distance:
        return count, separation, area, least
    to_beat = best + EDGE_SHARE * size
    is_oblique = -(plane[face_a, 0] * plane[face_b, 0] + plane[face_a, 1] * plane[face_b, 1]
                   + plane[face_a, 2] * plane[face_b, 2]) <= HINGE_COSINE
    is_final, is_flat, is_edge, is_back = False, False, False, False
    best_edge, ex, ey, ez = to_beat, 0.0, 0.0, 0.0
    nx, ny, nz = x, y, z
    for attempt in range(3):
        if not is_back and (attempt == 0) == is_oblique:
            set_deepest(shape, world, a, b, face_a, np.int64(0), scratch.face)
            set_deepest(shape, world, b, a, face_b, np.int64(1), scratch.face)
            best_edge, ex, ey, ez = edge_direction(shape, world, a, b, to_beat, distance, slack, scratch)
            is_final = best_edge == to_beat  # no edges do better: what the face's normal gives stands
        if is_back:
            x, y, z = nx, ny, nz
        elif best_edge > to_beat and (attempt == 1 or best_edge > best * (x * ex + y * ey + z * ez)
                                      + REFUTE_SHARE * size):
            if best_edge > distance:
                return np.int64(0), best_edge, 0.0, 0.0
            x, y, z, is_final, is_edge = ex, ey, ez, True, True
        elif attempt == 1:
            break
        set_frame(x, y, z, axis, scratch.frame)
        count, separation, area, least, is_wide, is_flat = find_points(shape, world, a, b, distance, scratch)
        is_attained = least <= separation + ATTAIN_SHARE * size
        if is_edge and not is_back and count == 0 and separation < -EDGE_SHARE * size:
            is_back = True
            continue
        if count < 0 or is_final or (is_attained and (is_wide or separation >= -SHALLOW_SHARE * size)):
            break
    if count > 0 and not is_flat and are_flush(shape, world, a, b, FLUSH_SHARE * size + slack,
                                                     OPEN_SHARE * size, scratch.face):
        count = np.int64(0)
    return count, separation, area, least


@inner_kernel
def write_pair(a, b, size, count, separation, area, least, scratch, found, row, total):
    """Write what `collide_pair` found to row `row` of the pairs and the points from `total` on."""
    frame, point = scratch.frame, scratch.point
    status = SEPARATE
    if -separation > DEEP_SHARE * size:
        status = DEEP_OVERLAP
    elif -separation > 2.0 * CORE_SHARE * size:
        status = OVERLAP
    found.pair[row, 0], found.pair[row, 1], found.pair[row, 2], found.pair[row, 3] = a, b, total, status
    for k in range(3):
        found.pair_value[row, k] = frame[2, k]
        found.pair_value[row, 3 + k] = frame[0, k]
        found.pair_value[row, 6 + k] = frame[1, k]
    found.pair_value[row, 9], found.pair_value[row, 10] = area, max(0.0, -least)
    for i in range(count):
        source, target = scratch.key[i, 1], total + i
        feature, gap = scratch.key[source, 0], point[source, 2]
        is_b = (feature >> SHIFT_KIND) == VERTEX_B
        found.label[target, 0], found.label[target, 1], found.label[target, 2] = (a << 32) | b, feature, row
        found.point[target, 0] = gap
        for k in range(3):
            n, exact = frame[2, k], point[source, 3 + k]
            found.point[target, 1 + k] = exact - gap * n if is_b else exact
            found.point[target, 4 + k] = exact if is_b else exact + gap * n


@inner_kernel
def copy_pair(last, source, found, row, total):
    """Take over row `source` of the last answer as row `row`; return the number of its points, -1 if no room."""
    first = last.pair[source, 2]
    count = last.pair[source + 1, 2] - first
    if total + count > found.label.shape[0]:
        return np.int64(-1)
    found.pair[row, 0], found.pair[row, 1], found.pair[row, 3] = (last.pair[source, 0], last.pair[source, 1],
                                                                  last.pair[source, 3])
    found.pair[row, 2] = total
    for k in range(11):
        found.pair_value[row, k] = last.pair_value[source, k]
    for i in range(count):
        found.label[total + i, 0], found.label[total + i, 1] = last.label[first + i, 0], last.label[first + i, 1]
        found.label[total + i, 2] = row
        for k in range(7):
            found.point[total + i, k] = last.point[first + i, k]
    return count


@inner_kernel
def collide_pairs(shape, world, pose, is_moved, candidate_count, axis, scratch, found, last, last_count):
    """Fill `found` from its candidates; (pairs with points, points), points -1 if the room is used up.

    Candidates that were candidates of the `last` answer too, both blocks unmoved, are taken over from it. What is
    found for a pair depends on the poses and margins of its two blocks alone, so that this changes no bit.
    """
    kept, total, t = np.int64(0), np.int64(0), np.int64(0)  # plain zeros would compile the inner kernels twice
    for p in range(candidate_count):
        a, b = found.candidate[p, 0], found.candidate[p, 1]
        block_a, block_b = shape.block[a], shape.block[b]
        found.candidate[p, 2] = -1
        is_known = not (is_moved[block_a] or is_moved[block_b])
        if is_known:
            while t < last_count and (last.candidate[t, 0] < a
                                      or (last.candidate[t, 0] == a and last.candidate[t, 1] < b)):
                t += 1
            is_known = t < last_count and last.candidate[t, 0] == a and last.candidate[t, 1] == b
        if is_known:
            if last.candidate[t, 2] < 0:
                continue
            count = copy_pair(last, last.candidate[t, 2], found, kept, total)
            if count < 0:
                return kept, -1
        else:
            size = min(shape.measure[a, 0], shape.measure[b, 0])
            count, separation, area, least = collide_pair(
                shape, world, a, b, size, pose[block_a, 7] + pose[block_b, 7], axis, scratch)
            if count < 0 or total + count > found.label.shape[0]:
                return kept, -1
            if count == 0:
                continue
            write_pair(a, b, size, count, separation, area, least, scratch, found, kept, total)
        found.candidate[p, 2] = kept
        total += count
        kept += 1
    found.pair[kept, 2] = total
    return kept, total
