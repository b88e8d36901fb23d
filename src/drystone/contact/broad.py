"""Broad phase: which parts may touch at all.

Boxes along the world's axes, grown by each block's margin. Many parts are sorted into a hashed grid whose cell
is the extent of the greatest ordinary part; the few that are far larger than the rest (ground, slabs) are
compared with everything, so that they do not set the cell. Pairs come out sorted by (a, b).
"""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import inner_kernel, kernel

BRUTE_COUNT = 40      # up to so many parts, all pairs are compared: faster than any grid
LARGE_FACTOR = 4.0    # a part is large if its extent exceeds the geometric mean so many times

INACTIVE, ORDINARY, LARGE = 0, 1, 2


@inner_kernel
def update_world(shape, pose, is_moved, world):
    """Vertices, planes, middles and grown boxes of the parts of blocks that moved.

    `pose` is (b, 8): position [m], quaternion (w, x, y, z), margin [m].
    """
    vertex, plane, box, start = world.vertex, world.plane, world.box, shape.start
    for p in range(shape.block.shape[0]):
        b = shape.block[p]
        if not is_moved[b]:
            continue
        w, x, y, z = pose[b, 3], pose[b, 4], pose[b, 5], pose[b, 6]
        s = 2.0 / (w * w + x * x + y * y + z * z)
        for k in range(3):
            if k == 0:
                r0, r1, r2 = 1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)
            elif k == 1:
                r0, r1, r2 = s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)
            else:
                r0, r1, r2 = s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)
            low, high, total = math.inf, -math.inf, 0.0
            for v in range(start[p, 0], start[p + 1, 0]):
                q = pose[b, k] + (r0 * shape.vertex[v, 0] + r1 * shape.vertex[v, 1] + r2 * shape.vertex[v, 2])
                vertex[v, k] = q
                total += q
                low, high = min(low, q), max(high, q)
            box[p, k], box[p, 3 + k] = low - pose[b, 7], high + pose[b, 7]
            world.middle[p, k] = total / (start[p + 1, 0] - start[p, 0])
            for f in range(start[p, 1], start[p + 1, 1]):
                plane[f, k] = r0 * shape.normal[f, 0] + r1 * shape.normal[f, 1] + r2 * shape.normal[f, 2]
        for f in range(start[p, 1], start[p + 1, 1]):
            v = shape.side[shape.side_ptr[f], 0]
            plane[f, 3] = plane[f, 0] * vertex[v, 0] + plane[f, 1] * vertex[v, 1] + plane[f, 2] * vertex[v, 2]


@inner_kernel
def is_candidate(block, box, is_support, i, j):
    """Boxes overlap, blocks differ, and at least one can move."""
    if block[i] == block[j] or (is_support[block[i]] and is_support[block[j]]):
        return False
    return (box[i, 0] <= box[j, 3] and box[j, 0] <= box[i, 3] and box[i, 1] <= box[j, 4]
            and box[j, 1] <= box[i, 4] and box[i, 2] <= box[j, 5] and box[j, 2] <= box[i, 5])


@inner_kernel
def measure_parts(block, box, is_active, kind, cell):
    """Set the `kind` of each part, and `cell` to the greatest extents of ordinary parts [m]."""
    part_count = block.shape[0]
    mean_log, counted = 0.0, 0
    for i in range(part_count):
        extent = max(box[i, 3] - box[i, 0], box[i, 4] - box[i, 1], box[i, 5] - box[i, 2])
        if is_active[block[i]] and 0.0 < extent < math.inf:
            mean_log += math.log(extent)
            counted += 1
    limit = LARGE_FACTOR * math.exp(mean_log / max(counted, 1)) if part_count > BRUTE_COUNT else 0.0
    cell[0], cell[1], cell[2] = 1e-300, 1e-300, 1e-300
    for i in range(part_count):
        extent = max(box[i, 3] - box[i, 0], box[i, 4] - box[i, 1], box[i, 5] - box[i, 2])
        kind[i] = INACTIVE
        if is_active[block[i]]:
            kind[i] = ORDINARY if extent <= limit else LARGE  # what is not a number is large, and meets nothing
        if kind[i] == ORDINARY:
            for k in range(3):
                cell[k] = max(cell[k], 1.001 * (box[i, 3 + k] - box[i, k]))  # above rounding of the cell number


@inner_kernel
def cell_number(x, cell):
    """Number of the cell that holds coordinate x; what flew off beyond all reason shares cell 0."""
    q = math.floor(x / cell)
    return np.int64(q) if abs(q) < 1e12 else np.int64(0)


@inner_kernel
def hash_cell(x, y, z, mask):
    """Bucket of a cell."""
    return ((x * 73856093) ^ (y * 19349663) ^ (z * 83492791)) & mask


@kernel
def find_pairs(block, box, is_support, is_active, pairs):
    """Write candidate pairs (a < b, sorted) to `pairs`; return their number, which may exceed the room.

    Each ordinary part is filed once, under the cell of its low corner. With few parts all count as large.
    """
    part_count = block.shape[0]
    kind = np.empty(part_count, np.int8)
    cell = np.empty(3)
    measure_parts(block, box, is_active, kind, cell)
    bucket_count = 64
    while bucket_count < 2 * part_count:
        bucket_count *= 2
    mask = bucket_count - 1
    # counting sort by bucket: after the shift below, parts of bucket h are item[start[h]:start[h + 1]]
    start = np.zeros(bucket_count + 2, np.int64)
    bucket = np.empty(part_count, np.int64)
    large = np.empty(part_count, np.int64)
    large_count = 0
    for i in range(part_count):
        if kind[i] == ORDINARY:
            bucket[i] = hash_cell(cell_number(box[i, 0], cell[0]), cell_number(box[i, 1], cell[1]),
                                  cell_number(box[i, 2], cell[2]), mask)
            start[bucket[i] + 2] += 1
        elif kind[i] == LARGE:
            large[large_count] = i
            large_count += 1
    for h in range(bucket_count):
        start[h + 2] += start[h + 1]
    item = np.empty(part_count, np.int64)
    for i in range(part_count):
        if kind[i] == ORDINARY:
            item[start[bucket[i] + 1]] = i
            start[bucket[i] + 1] += 1

    count = 0
    near = np.empty(part_count, np.int64)
    for i in range(part_count):
        near_count = np.int64(0)
        if kind[i] == LARGE:
            for j in range(i + 1, part_count):
                if kind[j] != INACTIVE and is_candidate(block, box, is_support, i, j):
                    near[near_count] = j
                    near_count += 1
        elif kind[i] == ORDINARY:
            for t in range(large_count):
                if large[t] > i and is_candidate(block, box, is_support, i, large[t]):
                    near[near_count] = large[t]
                    near_count += 1
            # no ordinary part is longer than a cell: its low corner is at most one cell back
            for x in range(cell_number(box[i, 0], cell[0]) - 1, cell_number(box[i, 3], cell[0]) + 1):
                for y in range(cell_number(box[i, 1], cell[1]) - 1, cell_number(box[i, 4], cell[1]) + 1):
                    for z in range(cell_number(box[i, 2], cell[2]) - 1, cell_number(box[i, 5], cell[2]) + 1):
                        h = hash_cell(x, y, z, mask)
                        for t in range(start[h], start[h + 1]):
                            j = item[t]
                            if j > i and is_candidate(block, box, is_support, i, j):
                                near_count = insert_sorted(near, near_count, j)
        for t in range(near_count):
            if count < pairs.shape[0]:
                pairs[count, 0] = i
                pairs[count, 1] = near[t]
            count += 1
    return count


@inner_kernel
def insert_sorted(near, count, j):
    """Insert j in the sorted near[:count] unless it is there already (two cells may share a bucket)."""
    t = count
    while t > 0 and near[t - 1] >= j:
        t -= 1
    if t < count and near[t] == j:
        return count
    for s in range(count, t, -1):
        near[s] = near[s - 1]
    near[t] = j
    return count + 1
