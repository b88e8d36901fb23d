"""Nested dissection by position: the order in which the blocks are eliminated.

A set of blocks is cut by a plane square to an axis; the blocks on one side that touch the other side separate it
and come last, and the two rest sets are cut in turn. Every cut of 64 equal slices along each of the three axes is
weighed in one pass over the neighbours, so nothing is sorted and nothing depends on chance.
"""

from __future__ import annotations

import numpy as np

from drystone.kernels import kernel

#: Slices along an axis; cuts lie between them.
SLICES = 64

#: Sets of this many blocks are not cut any more.
LEAF = 8

#: Least share of the blocks on either side of a cut.
BALANCE = 0.3


@kernel
def slice_members(member, start, end, position, axis, slot):
    """slot[b] = slice of member b along `axis`; False if all lie at one place."""
    low, high = np.inf, -np.inf
    for k in range(start, end):
        low = min(low, position[member[k], axis])
        high = max(high, position[member[k], axis])
    if not high - low > 0.0:
        return False
    scale = SLICES / (high - low)
    for k in range(start, end):
        slot[member[k]] = max(0, min(SLICES - 1, int((position[member[k], axis] - low) * scale)))
    return True


@kernel
def weigh_cuts(member, start, end, ptr, neighbour, owner, mine, slot, count, left, right):
    """Fill, for every cut c between slice c - 1 and c: blocks below it, and blocks on its left and right edge."""
    for c in range(SLICES + 1):
        count[c], left[c], right[c] = 0, 0, 0
    for k in range(start, end):
        block = member[k]
        here = slot[block]
        low, high = here, here
        for t in range(ptr[block], ptr[block + 1]):
            other = neighbour[t]
            if owner[other] == mine:
                low = min(low, slot[other])
                high = max(high, slot[other])
        count[here + 1] += 1
        left[here + 1] += 1                  # cuts here + 1 .. high have a neighbour on their right
        left[high + 1] -= 1
        right[low + 1] += 1                  # cuts low + 1 .. here have a neighbour on their left
        right[here + 1] -= 1
    for c in range(1, SLICES + 1):
        count[c] += count[c - 1]
        left[c] += left[c - 1]
        right[c] += right[c - 1]


@kernel
def choose_cut(size, count, left, right):
    """Cheapest cut, its side (0: separator on the left) and cost; cost inf if there is none."""
    best, best_cut, best_side = np.inf, 0, 0
    for c in range(1, SLICES):
        smaller = min(count[c], size - count[c])
        if smaller < BALANCE * size:
            continue
        for side in range(2):
            separator = left[c] if side == 0 else right[c]
            # the separator costs its cube, an unbalanced cut makes the next ones larger
            cost = (separator + 0.1) * (1.0 + 0.5 * (size - 2 * smaller) / size)
            if cost < best:
                best, best_cut, best_side = cost, c, side
    return best_cut, best_side, best


@kernel
def dissect(position, ptr, neighbour, order):
    """order[k] = block eliminated k-th; position (n, 3) [m], neighbours of block b in neighbour[ptr[b]:ptr[b+1]]."""
    blocks = position.shape[0]
    member = np.empty(blocks, np.int64)
    owner = np.zeros(blocks, np.int64)       # number of the set that a block is in; -1 once it is ordered
    slot, best_slot = np.empty(blocks, np.int64), np.empty(blocks, np.int64)
    part = np.empty(blocks, np.int64)
    count, left, right = np.empty(66, np.int64), np.empty(66, np.int64), np.empty(66, np.int64)
    todo = np.empty((blocks + 2, 4), np.int64)   # start and end in member, end in order, number
    for b in range(blocks):
        member[b] = b
    todo[0, 0], todo[0, 1], todo[0, 2], todo[0, 3] = 0, blocks, blocks, 0
    waiting, sets = 1, 1
    while waiting > 0:
        waiting -= 1
        start, end, last, mine = todo[waiting, 0], todo[waiting, 1], todo[waiting, 2], todo[waiting, 3]
        size = end - start
        best, cut, side = np.inf, 0, 0
        if size > LEAF:
            for axis in range(3):
                if not slice_members(member, start, end, position, axis, slot):
                    continue
                weigh_cuts(member, start, end, ptr, neighbour, owner, mine, slot, count, left, right)
                its_cut, its_side, cost = choose_cut(size, count, left, right)
                if cost < best:
                    best, cut, side = cost, its_cut, its_side
                    for k in range(start, end):
                        best_slot[member[k]] = slot[member[k]]
        if best == np.inf:                   # small, or nowhere to cut
            for k in range(size):
                order[last - size + k] = member[start + k]
                owner[member[start + k]] = -1
            continue
        lower, upper, middle = 0, 0, 0       # the two sides grow from the ends of `part`; separators go to order
        for k in range(start, end):
            block = member[k]
            above = best_slot[block] >= cut
            separates = False
            if above == (side == 1):
                for t in range(ptr[block], ptr[block + 1]):
                    other = neighbour[t]
                    if owner[other] == mine and (best_slot[other] >= cut) != above:
                        separates = True
            if separates:
                part[size - 1 - middle] = block
                middle += 1
            elif above:
                member[start + upper] = block    # no further than k: overwrites only what was read
                upper += 1
            else:
                part[lower] = block
                lower += 1
        for k in range(middle):              # in the order they came
            order[last - 1 - k] = part[size - middle + k]
            owner[part[size - middle + k]] = -1
        for k in range(lower):
            member[start + upper + k] = part[k]
        # the pieces: upper first in member, lower after it
        for piece in range(2):
            begin = start if piece == 0 else start + upper
            length = upper if piece == 0 else lower
            if length == 0:
                continue
            for k in range(begin, begin + length):
                owner[member[k]] = sets
            todo[waiting, 0], todo[waiting, 1], todo[waiting, 3] = begin, begin + length, sets
            todo[waiting, 2] = last - middle if piece == 0 else last - middle - upper
            waiting += 1
            sets += 1
