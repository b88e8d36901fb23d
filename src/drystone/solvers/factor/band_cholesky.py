"""Cholesky factor of the condensed matrix within its band, in plain compiled loops.

The blocks are numbered along the structure (`order_blocks`), so that blocks in contact get near numbers: the
matrix of a wall is a band about one course wide. Row k keeps its entries from the diagonal on, band[k, j - k] =
A[k, j]; each row ends at its own reach. No BLAS: its threads fight with other processes for the cores, and
gain nothing at these sizes.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import kernel


@kernel
def _spread(start, number, ptr, neighbour, order, count, seen, stamp):
    """Breadth-first numbering from `start`; appends to `order`. Returns the new count and the last block."""
    order[count] = start
    seen[start] = stamp
    head = count
    count += 1
    while head < count:
        block = order[head]
        head += 1
        for k in range(ptr[block], ptr[block + 1]):
            other = neighbour[k]
            if seen[other] != stamp and number[other] < 0:
                seen[other] = stamp
                order[count] = other
                count += 1
    return count, order[count - 1]


@kernel
def order_blocks(prescribed, block_a, block_b, slot):
    """slot[b] = number of free block b along the structure, -1 if prescribed; returns how many are free.

    Cuthill-McKee without sorting: each connected part is numbered breadth-first from one of its ends.
    """
    blocks, contacts = prescribed.shape[0], block_a.shape[0]
    ptr = np.zeros(blocks + 1, np.int64)
    last_a, last_b = -1, -1
    for c in range(contacts):                 # contacts are sorted by pair: count each run once
        a, b = block_a[c], block_b[c]
        if (a != last_a or b != last_b) and not prescribed[a] and not prescribed[b]:
            ptr[a + 1] += 1
            ptr[b + 1] += 1
        last_a, last_b = a, b
    for b in range(blocks):
        ptr[b + 1] += ptr[b]
    neighbour = np.empty(ptr[blocks], np.int64)
    fill = ptr[:blocks].copy()
    last_a, last_b = -1, -1
    for c in range(contacts):
        a, b = block_a[c], block_b[c]
        if (a != last_a or b != last_b) and not prescribed[a] and not prescribed[b]:
            neighbour[fill[a]] = b
            neighbour[fill[b]] = a
            fill[a] += 1
            fill[b] += 1
        last_a, last_b = a, b
    order = np.empty(blocks, np.int64)
    seen = np.full(blocks, -1, np.int64)
    for b in range(blocks):
        slot[b] = -1
    count = 0
    for b in range(blocks):
        if prescribed[b] or slot[b] >= 0:
            continue
        _, end = _spread(b, slot, ptr, neighbour, order, count, seen, 3 * b)
        _, end = _spread(end, slot, ptr, neighbour, order, count, seen, 3 * b + 1)
        total, _ = _spread(end, slot, ptr, neighbour, order, count, seen, 3 * b + 2)
        for k in range(count, total):
            slot[order[k]] = k
        count = total
    return count


@kernel
def find_reach(group_ptr, group_count, slot_a, slot_b, reach):
    """reach[i] = last block of row i of the factor, i a free block; returns the width of the band in blocks."""
    for i in range(reach.shape[0]):
        reach[i] = i
    for g in range(group_count):
        a, b = slot_a[group_ptr[g]], slot_b[group_ptr[g]]
        if a >= 0 and b >= 0:
            reach[min(a, b)] = max(reach[min(a, b)], max(a, b))
    width = 1
    for i in range(reach.shape[0]):
        if i > 0 and reach[i] < reach[i - 1]:   # fill: a row reaches as far as the rows above it
            reach[i] = max(i, reach[i - 1])
        width = max(width, reach[i] - i + 1)
    return width


@kernel
def fill_band(diag, off, group_a, group_b, band):
    """Rows of the band from the blocks of `groups.place_stiffness`: off (g, 6, 6), row of the larger slot."""
    for i in range(band.shape[0]):
        for j in range(band.shape[1]):
            band[i, j] = 0.0
    for i in range(diag.shape[0]):
        for k in range(6):
            for j in range(k, 6):
                band[6 * i + k, j - k] = diag[i, j, k]
    for g in range(group_a.shape[0]):
        low, high = min(group_a[g], group_b[g]), max(group_a[g], group_b[g])
        if low >= 0:
            for k in range(6):
                for j in range(6):
                    band[6 * low + k, 6 * (high - low) + j - k] += off[g, j, k]


@kernel
def factor(band, reach):
    """Overwrite the band of A by that of U, A = U^T U. False if A is not finite.

    A pivot that rounding has made too small for its row is lifted to the level of that rounding; what this spoils
    the caller's refinement repairs.
    """
    n = band.shape[0]
    least = np.empty(n)
    for k in range(n):
        least[k] = 2e-16 * band[k, 0]
    for k in range(n):
        pivot = max(band[k, 0], least[k])
        if not (pivot > 0.0 and pivot < np.inf):
            return False
        pivot = math.sqrt(pivot)
        band[k, 0] = pivot
        inverse = 1.0 / pivot
        length = 6 * (reach[k // 6] + 1) - k
        for j in range(1, length):
            band[k, j] *= inverse
        for i in range(1, length):
            share = band[k, i]
            if share != 0.0:
                for j in range(length - i):
                    band[k + i, j] -= share * band[k, i + j]
    return True


@kernel
def solve(band, reach, x):
    """Overwrite x (n,) by the solution of U^T U x = x."""
    n = band.shape[0]
    for k in range(n):
        value = x[k] / band[k, 0]
        x[k] = value
        for j in range(1, 6 * (reach[k // 6] + 1) - k):
            x[k + j] -= band[k, j] * value
    for k in range(n - 1, -1, -1):
        total = x[k]
        for j in range(1, 6 * (reach[k // 6] + 1) - k):
            total -= band[k, j] * x[k + j]
        x[k] = total / band[k, 0]
