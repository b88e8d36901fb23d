"""Polygons of interfaces: the overlap of the faces that two blocks turn to each other, and how far they slipped.

The store keeps what an interface carries, not its outline. The outline follows from the shapes: faces of both blocks
within FACING of the normal are seen along it on the plane through the centroid, clipped, and, where several faces take
part (crowned faces), joined by their convex hull. Where no faces overlap (an edge on an edge), a square of the recorded
area stands for it.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.contact.clip import clip_faces, make_clip_room
from drystone.kernels import bare_kernel, inner_kernel

FACING = 0.7            #: least cosine of a face that takes part, as for the areas that contact detection sums up
NEAR_SHARE = 0.02       #: faces further apart than the opening and this share of the overlap's size are another matter
SLIVER_SHARE = 1e-6     #: of the recorded area; smaller overlaps do not count
NEAR_SIDE = 1e-9        #: of the longest side; corners nearer to a side lie on it
MERGE_SHARE = 1e-6      #: of the size; nearer corners are one


def cut_interfaces(*arrays: np.ndarray) -> int:
    """Polygons of interfaces, by `fill_polygons` with room for its clips."""
    space = arrays[-3]
    return fill_polygons(*arrays, make_clip_room(space.shape[1]))


@bare_kernel
def fill_polygons(block_a, block_b, frame, normal, centroid, area, opening, vertex, face_normal, part_ptr, part,
                  face_ptr, loop_ptr, loop, space, count, point, room):
    """Fill `count` (i,), corners of each polygon, and `point` (>= sum, 3) [m]; return the sum.

    Interface i of frame[i] lies between block_a[i] and block_b[i]; normal and centroid (i, 3), area and opening (i,).
    Shapes: vertex (f, v, 3) [m] and face_normal (f, n, 3) in the world; parts part[part_ptr[b]:part_ptr[b + 1]] of
    block b, their faces, loops of vertices. `space` (6, n, 3) is room to work in, `room` that of a clip.
    """
    total = np.int64(0)
    for i in range(block_a.shape[0]):
        f, a, b = frame[i], block_a[i], block_b[i]
        set_plane(normal, i, space)
        pieces, gathered = np.int64(0), np.int64(0)
        for p in range(part_ptr[a], part_ptr[a + 1]):
            for face_a in range(face_ptr[part[p]], face_ptr[part[p] + 1]):
                if facing(face_normal, f, face_a, space, 1.0) < FACING:
                    continue
                size_a = project_face(vertex, f, loop_ptr, loop, face_a, centroid, i, space, 2)
                for q in range(part_ptr[b], part_ptr[b + 1]):
                    for face_b in range(face_ptr[part[q]], face_ptr[part[q] + 1]):
                        if facing(face_normal, f, face_b, space, -1.0) < FACING:
                            continue
                        size_b = project_face(vertex, f, loop_ptr, loop, face_b, centroid, i, space, 3)
                        corners, overlap, gap = clip_projected(space, size_a, size_b, room)
                        if (corners < 3 or overlap <= SLIVER_SHARE * area[i]
                                or gap > opening[i] + NEAR_SHARE * math.sqrt(overlap)):
                            continue
                        if gathered + corners >= space.shape[1]:     # a hull needs room for one more
                            gathered = hull(space, gathered)
                        if gathered + corners >= space.shape[1]:
                            continue
                        for k in range(corners):
                            space[4, gathered + k, 0], space[4, gathered + k, 1] = space[0, k, 0], space[0, k, 1]
                        gathered += corners
                        pieces += 1
        if pieces > 1:
            gathered = hull(space, gathered)
        gathered = merge_corners(space, gathered)
        if gathered < 3:
            gathered = square(space, 0.5 * math.sqrt(max(area[i], 0.0)))
        for k in range(gathered):
            x, y = space[4, k, 0], space[4, k, 1]
            for axis in range(3):
                point[total + k, axis] = centroid[i, axis] + x * space[5, 0, axis] + y * space[5, 1, axis]
        count[i] = gathered
        total += gathered
    return total


@bare_kernel
def measure_slips(block_a, block_b, frame, normal, centroid, position, rotation, start_position, start_rotation, slip):
    """Fill `slip` (i,) [m] from the motion of rigid blocks: position (f, b, 3) [m] and rotation (f, b, 3, 3), and those
    at the start of the run.
    """
    for i in range(block_a.shape[0]):
        slip[i] = find_slip(frame[i], block_a[i], block_b[i], i, centroid, normal, position, rotation, start_position,
                            start_rotation)


@inner_kernel
def set_plane(normal, i, space):
    """space[5]: rows t1, t2, n with t1 x t2 = n."""
    nx, ny, nz = normal[i, 0], normal[i, 1], normal[i, 2]
    if abs(nx) <= abs(ny) and abs(nx) <= abs(nz):     # t1 = n x axis, with the axis furthest from n
        x, y, z = 0.0, nz, -ny
    elif abs(ny) <= abs(nz):
        x, y, z = -nz, 0.0, nx
    else:
        x, y, z = ny, -nx, 0.0
    length = math.sqrt(x * x + y * y + z * z)
    if length == 0.0:
        x, length = 1.0, 1.0
    x, y, z = x / length, y / length, z / length
    space[5, 0, 0], space[5, 0, 1], space[5, 0, 2] = x, y, z
    space[5, 1, 0], space[5, 1, 1], space[5, 1, 2] = ny * z - nz * y, nz * x - nx * z, nx * y - ny * x
    space[5, 2, 0], space[5, 2, 1], space[5, 2, 2] = nx, ny, nz


@inner_kernel
def find_slip(f, a, b, i, centroid, normal, position, rotation, start_position, start_rotation):
    """How far the points of a and b that are now at the centroid have moved apart along the interface [m]."""
    ax, ay, az = trace_back(f, a, i, centroid, position, rotation, start_position, start_rotation)
    bx, by, bz = trace_back(f, b, i, centroid, position, rotation, start_position, start_rotation)
    dx, dy, dz = ax - bx, ay - by, az - bz     # as at the start; turned with block a since then
    along, square_ = 0.0, 0.0
    for k in range(3):
        turned = 0.0
        for m in range(3):
            s = start_rotation[a, 0, m] * dx + start_rotation[a, 1, m] * dy + start_rotation[a, 2, m] * dz
            turned += rotation[f, a, k, m] * s
        along += turned * normal[i, k]
        square_ += turned * turned
    return math.sqrt(max(square_ - along * along, 0.0))


@inner_kernel
def trace_back(f, block, i, centroid, position, rotation, start_position, start_rotation):
    """Where the point of a block that is at the centroid was at the start [m]."""
    dx = centroid[i, 0] - position[f, block, 0]
    dy = centroid[i, 1] - position[f, block, 1]
    dz = centroid[i, 2] - position[f, block, 2]
    x = rotation[f, block, 0, 0] * dx + rotation[f, block, 1, 0] * dy + rotation[f, block, 2, 0] * dz
    y = rotation[f, block, 0, 1] * dx + rotation[f, block, 1, 1] * dy + rotation[f, block, 2, 1] * dz
    z = rotation[f, block, 0, 2] * dx + rotation[f, block, 1, 2] * dy + rotation[f, block, 2, 2] * dz
    s = start_rotation
    return (start_position[block, 0] + s[block, 0, 0] * x + s[block, 0, 1] * y + s[block, 0, 2] * z,
            start_position[block, 1] + s[block, 1, 0] * x + s[block, 1, 1] * y + s[block, 1, 2] * z,
            start_position[block, 2] + s[block, 2, 0] * x + s[block, 2, 1] * y + s[block, 2, 2] * z)


@inner_kernel
def facing(face_normal, f, face, space, sign):
    """Cosine between sign * n and the normal of a face."""
    total = 0.0
    for k in range(3):
        total += space[5, 2, k] * face_normal[f, face, k]
    return sign * total


@inner_kernel
def project_face(vertex, f, loop_ptr, loop, face, centroid, i, space, row):
    """space[row]: corners of a face along t1, t2, n from the centroid; returns how many."""
    size = loop_ptr[face + 1] - loop_ptr[face]
    for k in range(size):
        v = loop[loop_ptr[face] + k]
        dx = vertex[f, v, 0] - centroid[i, 0]
        dy = vertex[f, v, 1] - centroid[i, 1]
        dz = vertex[f, v, 2] - centroid[i, 2]
        for axis in range(3):
            space[row, k, axis] = space[5, axis, 0] * dx + space[5, axis, 1] * dy + space[5, axis, 2] * dz
    return size


@inner_kernel
def clip_projected(space, size_a, size_b, room):
    """Face space[2] cut by the sides of face space[3], into space[0]: (corners, area [m2], least gap [m]).

    Heights of a ride along in the third column.
    """
    longest = 0.0
    for k in range(size_b):
        head = k + 1 if k + 1 < size_b else 0
        longest = max(longest, abs(space[3, head, 0] - space[3, k, 0]) + abs(space[3, head, 1] - space[3, k, 1]))
    room.side_ptr[1], room.side_ptr[2] = size_a, size_a + size_b
    for k in range(size_a):
        room.side[k, 0] = k
    for k in range(size_b):
        room.side[size_a + k, 0] = k
    count, row, area, _ = clip_faces(room.side_ptr, room.side, space[2:4], room.polygon, room.label, 0, 0, 0, 1, 0,
                                     NEAR_SIDE * longest)
    if count < 3:
        return np.int64(0), 0.0, 0.0
    for k in range(count):
        for axis in range(3):
            space[0, k, axis] = room.polygon[row, k, axis]
    return np.int64(count), area, least_gap(space, 0, count, size_b)


@inner_kernel
def least_gap(space, row, count, size_b):
    """Least height of the plane of face space[3] above the corners space[row] [m]."""
    nx, ny, nz = 0.0, 0.0, 0.0     # area vector of face b
    for k in range(1, size_b - 1):
        ux, uy, uz = (space[3, k, 0] - space[3, 0, 0], space[3, k, 1] - space[3, 0, 1],
                      space[3, k, 2] - space[3, 0, 2])
        vx, vy, vz = (space[3, k + 1, 0] - space[3, 0, 0], space[3, k + 1, 1] - space[3, 0, 1],
                      space[3, k + 1, 2] - space[3, 0, 2])
        nx, ny, nz = nx + uy * vz - uz * vy, ny + uz * vx - ux * vz, nz + ux * vy - uy * vx
    least = math.inf
    for k in range(count):
        dx, dy = space[row, k, 0] - space[3, 0, 0], space[row, k, 1] - space[3, 0, 1]
        height = space[3, 0, 2] - (nx * dx + ny * dy) / nz
        least = min(least, height - space[row, k, 2])
    return least


@inner_kernel
def hull(space, count):
    """Replace the points space[4, :count] by the corners of their convex hull, counter-clockwise; return how many."""
    for s in range(1, count):     # by x, then y; there are few
        x, y = space[4, s, 0], space[4, s, 1]
        t = s
        while t > 0 and (space[4, t - 1, 0] > x or (space[4, t - 1, 0] == x and space[4, t - 1, 1] > y)):
            space[4, t, 0], space[4, t, 1] = space[4, t - 1, 0], space[4, t - 1, 1]
            t -= 1
        space[4, t, 0], space[4, t, 1] = x, y
    kept, bottom = np.int64(0), np.int64(1)
    for k in range(2 * count - 1):     # lower side forwards, then upper side backwards
        i = k if k < count else 2 * count - 2 - k
        if k == count:
            bottom = kept
        x, y = space[4, i, 0], space[4, i, 1]
        while kept > bottom:
            ux, uy = space[0, kept - 1, 0] - space[0, kept - 2, 0], space[0, kept - 1, 1] - space[0, kept - 2, 1]
            if ux * (y - space[0, kept - 2, 1]) - uy * (x - space[0, kept - 2, 0]) > 0.0:
                break
            kept -= 1
        space[0, kept, 0], space[0, kept, 1] = x, y
        kept += 1
    kept = max(kept - 1, 0)     # the first point closes the loop
    for k in range(kept):
        space[4, k, 0], space[4, k, 1] = space[0, k, 0], space[0, k, 1]
    return kept


@inner_kernel
def merge_corners(space, count):
    """Drop corners of space[4] that lie on the one before; return how many stay."""
    extent = 0.0
    for k in range(count):
        extent = max(extent, abs(space[4, k, 0] - space[4, 0, 0]), abs(space[4, k, 1] - space[4, 0, 1]))
    near = MERGE_SHARE * extent
    kept = np.int64(0)
    for k in range(count):
        last = kept - 1 if kept > 0 else -1
        if last >= 0 and (abs(space[4, k, 0] - space[4, last, 0]) <= near
                          and abs(space[4, k, 1] - space[4, last, 1]) <= near):
            continue
        space[4, kept, 0], space[4, kept, 1] = space[4, k, 0], space[4, k, 1]
        kept += 1
    if kept > 1 and (abs(space[4, kept - 1, 0] - space[4, 0, 0]) <= near
                     and abs(space[4, kept - 1, 1] - space[4, 0, 1]) <= near):
        kept -= 1
    return kept


@inner_kernel
def square(space, half):
    """space[4]: a square about the centroid; returns its four corners."""
    for k in range(4):
        space[4, k, 0] = half if k == 0 or k == 3 else -half
        space[4, k, 1] = half if k < 2 else -half
    return np.int64(4)
