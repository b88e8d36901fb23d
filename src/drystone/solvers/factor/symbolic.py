"""What the pattern of the matrix alone decides: fronts, where their numbers lie, and which can run side by side.

Columns with (nearly) the same rows form a front, a dense matrix of `own` block columns and `own + rest` block rows.
Its first columns become a panel of the factor; what remains of it, the update, is added into its parent's front.
A front is merged with the one after it where the model of cost below says that one larger front is cheaper.
Fronts are numbered children before parents.

For threads the tree is divided into units: complete subtrees that are light, and above them single fronts. A unit
may run as soon as those that feed it are done. Bits do not depend on the threads: each front is computed by one
thread, from its children in a fixed order.
"""

from __future__ import annotations

import numpy as np

from drystone.kernels import kernel

#: Model of the cost of a front: of itself, an entry of its panel, an entry of its update, an operation [ns].
COST_FRONT, COST_PANEL, COST_UPDATE, COST_FLOP = 1200.0, 0.7, 0.6, 0.035

#: Matrices cheaper than this are one unit [ns]; else a subtree with more than this share of the cost is divided.
COST_SERIAL, UNIT_SHARE = 2e6, 0.06


@kernel
def front_cost(own, rest):
    """Estimated cost of a front of `own` block columns and `rest` more block rows [ns]."""
    k, m = 6.0 * own, 6.0 * rest
    flops = k * k * k / 3.0 + k * k * m + k * m * m
    return COST_FRONT + COST_PANEL * k * (k + m) + COST_UPDATE * m * m + COST_FLOP * flops


@kernel
def find_fronts(parent, row_ptr):
    """First column of every front, and the number of columns at the end; child and parent merged while it pays."""
    columns = parent.shape[0]
    first, last = np.empty(columns + 1, np.int64), np.empty(columns, np.int64)
    cost = np.empty(columns)
    fronts, begin = 0, 0
    for j in range(columns):
        rows = row_ptr[j + 1] - row_ptr[j]
        if j + 1 < columns and parent[j] == j + 1 and rows == row_ptr[j + 2] - row_ptr[j + 1] + 1:
            continue                         # the next column has the same rows
        first[fronts], last[fronts], cost[fronts] = begin, j, front_cost(j + 1 - begin, rows)
        fronts += 1
        begin = j + 1
        while fronts >= 2 and parent[last[fronts - 2]] == first[fronts - 1]:
            child = fronts - 2
            merged = front_cost(j + 1 - first[child], rows)
            if merged > cost[child] + cost[child + 1]:
                break
            last[child], cost[child] = j, merged
            fronts -= 1
    first[fronts] = columns
    return first[:fronts + 1].copy()


@kernel
def sort_rows(first, row_ptr, row, owner):
    """Rows of every front below its columns, ascending: ptr (f + 1,) and rows; owner[j] = front of column j.

    Sorted without comparing: the fronts that hold a row are listed row by row, then the rows front by front.
    """
    fronts, columns = first.shape[0] - 1, owner.shape[0]
    ptr = np.zeros(fronts + 1, np.int64)
    start = np.zeros(columns + 1, np.int64)
    for s in range(fronts):
        for j in range(first[s], first[s + 1]):
            owner[j] = s
        end = first[s + 1] - 1
        ptr[s + 1] = ptr[s] + row_ptr[end + 1] - row_ptr[end]
        for t in range(row_ptr[end], row_ptr[end + 1]):
            start[row[t] + 1] += 1
    for j in range(columns):
        start[j + 1] += start[j]
    holder = np.empty(ptr[fronts], np.int64)
    fill = start[:columns].copy()
    for s in range(fronts):
        end = first[s + 1] - 1
        for t in range(row_ptr[end], row_ptr[end + 1]):
            holder[fill[row[t]]] = s
            fill[row[t]] += 1
    rows = np.empty(ptr[fronts], np.int64)
    fill = ptr[:fronts].copy()
    for j in range(columns):
        for t in range(start[j], start[j + 1]):
            rows[fill[holder[t]]] = j
            fill[holder[t]] += 1
    return ptr, rows


@kernel
def link_fronts(first, ptr, rows, owner):
    """Children of every front, and the place of a front's rows in its parent's: child_ptr, child, above, relative."""
    fronts = first.shape[0] - 1
    above = np.full(fronts, -1, np.int64)
    child_ptr = np.zeros(fronts + 1, np.int64)
    relative = np.empty(rows.shape[0], np.int64)
    for s in range(fronts):
        if ptr[s + 1] == ptr[s]:
            continue
        p = owner[rows[ptr[s]]]
        above[s] = p
        child_ptr[p + 1] += 1
        own = first[p + 1] - first[p]
        t = ptr[p]
        for k in range(ptr[s], ptr[s + 1]):
            if rows[k] < first[p + 1]:
                relative[k] = rows[k] - first[p]
            else:
                while rows[t] < rows[k]:
                    t += 1
                relative[k] = own + t - ptr[p]
    for s in range(fronts):
        child_ptr[s + 1] += child_ptr[s]
    child = np.empty(child_ptr[fronts], np.int64)
    fill = child_ptr[:fronts].copy()
    for s in range(fronts):
        if above[s] >= 0:
            child[fill[above[s]]] = s
            fill[above[s]] += 1
    return child_ptr, child, above, relative


@kernel
def place_entries(edge_i, edge_j, place, first, ptr, rows):
    """Blocks of the matrix below the diagonal, column by column: entry_ptr (n + 1,), entry_edge, entry_row.

    entry_edge is the edge, or -1 - edge if its block is to be transposed; entry_row its block row in the front.
    """
    columns = place.shape[0]
    entry_ptr = np.zeros(columns + 1, np.int64)
    for e in range(edge_i.shape[0]):
        if edge_i[e] >= 0 and edge_j[e] >= 0:
            entry_ptr[min(place[edge_i[e]], place[edge_j[e]]) + 1] += 1
    for j in range(columns):
        entry_ptr[j + 1] += entry_ptr[j]
    entry_edge = np.empty(entry_ptr[columns], np.int64)
    entry_row = np.empty(entry_ptr[columns], np.int64)
    fill = entry_ptr[:columns].copy()
    for e in range(edge_i.shape[0]):
        if edge_i[e] >= 0 and edge_j[e] >= 0:
            i, j = place[edge_i[e]], place[edge_j[e]]
            column = min(i, j)
            entry_edge[fill[column]] = e if i > j else -1 - e
            entry_row[fill[column]] = max(i, j)
            fill[column] += 1
    local = np.empty(columns, np.int64)
    for s in range(first.shape[0] - 1):
        own = first[s + 1] - first[s]
        for k in range(own):
            local[first[s] + k] = k
        for k in range(ptr[s], ptr[s + 1]):
            local[rows[k]] = own + k - ptr[s]
        for t in range(entry_ptr[first[s]], entry_ptr[first[s + 1]]):
            entry_row[t] = local[entry_row[t]]
    return entry_ptr, entry_edge, entry_row


@kernel
def split_units(first, ptr, above):
    """Units of work: fronts unit[u, 0]:unit[u, 1] of each, and above_unit (u,), the unit that it feeds or -1."""
    fronts = first.shape[0] - 1
    weight = np.empty(fronts)
    total = 0.0
    for s in range(fronts):
        weight[s] = front_cost(first[s + 1] - first[s], ptr[s + 1] - ptr[s])
        total += weight[s]
    for s in range(fronts):
        if above[s] >= 0:
            weight[above[s]] += weight[s]
    most = UNIT_SHARE * total if total > COST_SERIAL else np.inf
    unit, load = np.empty((fronts, 2), np.int64), np.empty(fronts)
    holder = np.empty(fronts, np.int64)
    units, begin = 0, 0
    for s in range(fronts):
        if weight[s] <= most and above[s] >= 0 and weight[above[s]] <= most:
            continue                         # inside a subtree
        last = units - 1
        if units > 0 and above[unit[last, 1] - 1] == above[s] and load[last] + weight[s] <= most:
            unit[last, 1] = s + 1            # light subtrees side by side that feed the same front
            load[last] += weight[s]
        else:
            unit[units, 0], unit[units, 1], load[units] = begin, s + 1, weight[s]
            units += 1
        holder[s] = units - 1
        begin = s + 1
    above_unit = np.full(units, -1, np.int64)
    for u in range(units):
        last = unit[u, 1] - 1
        if above[last] >= 0:
            above_unit[u] = holder[above[last]]
    return unit[:units].copy(), above_unit


@kernel
def place_numbers(first, ptr, child_ptr, child, above, unit):
    """Where panels and updates start: panel_ptr (f + 1,), update_ptr (f,), and the length of all updates.

    Updates inside a unit live on two stacks, one for the fronts of even and one for those of odd depth: so a front's
    update can be written while its children's are still read, and nothing is ever moved. What leaves the unit gets
    a place of its own.
    """
    fronts = first.shape[0] - 1
    panel_ptr = np.zeros(fronts + 1, np.int64)
    update_ptr, size = np.empty(fronts, np.int64), np.empty(fronts, np.int64)
    odd = np.zeros(fronts, np.int64)
    for k in range(fronts):
        s = fronts - 1 - k
        if above[s] >= 0:
            odd[s] = 1 - odd[above[s]]
    for s in range(fronts):
        own, rest = first[s + 1] - first[s], ptr[s + 1] - ptr[s]
        panel_ptr[s + 1] = panel_ptr[s] + 36 * own * (own + rest)
        size[s] = 36 * rest * rest
    used = 0
    height, most = np.zeros(2, np.int64), np.zeros(2, np.int64)
    for u in range(unit.shape[0]):
        height[0], height[1], most[0], most[1] = 0, 0, 0, 0
        begin, end = unit[u, 0], unit[u, 1]
        for s in range(begin, end):
            side = odd[s]
            if above[s] >= 0 and above[s] < end:
                update_ptr[s] = height[side]
                height[side] += size[s]
                most[side] = max(most[side], height[side])
            if child_ptr[s + 1] > child_ptr[s] and child[child_ptr[s]] >= begin:
                height[1 - side] = update_ptr[child[child_ptr[s]]]
        for s in range(begin, end):
            if above[s] >= 0 and above[s] < end:
                update_ptr[s] += used + most[0] * odd[s]
        used += most[0] + most[1]
        for s in range(begin, end):
            if above[s] < 0 or above[s] >= end:
                update_ptr[s] = used
                used += size[s]
    return panel_ptr, update_ptr, used
