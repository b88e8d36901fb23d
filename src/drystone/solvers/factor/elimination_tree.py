"""Graph of the blocks, its elimination tree and the structure of the factor's columns.

Numbers are places in the elimination order. The parent of column j is the first row below the diagonal where column
j of the factor is not zero: eliminating j changes its ancestors only, so separate branches are independent.
"""

from __future__ import annotations

import numpy as np

from drystone.kernels import kernel


@kernel
def build_graph(blocks, edge_i, edge_j):
    """Neighbours of every block, as ptr (n + 1,) and neighbour. Edges with a negative end are left out."""
    ptr = np.zeros(blocks + 1, np.int64)
    for e in range(edge_i.shape[0]):
        if edge_i[e] >= 0 and edge_j[e] >= 0:
            ptr[edge_i[e] + 1] += 1
            ptr[edge_j[e] + 1] += 1
    for b in range(blocks):
        ptr[b + 1] += ptr[b]
    neighbour = np.empty(ptr[blocks], np.int64)
    fill = ptr[:blocks].copy()
    for e in range(edge_i.shape[0]):
        i, j = edge_i[e], edge_j[e]
        if i >= 0 and j >= 0:
            neighbour[fill[i]] = j
            neighbour[fill[j]] = i
            fill[i] += 1
            fill[j] += 1
    return ptr, neighbour


@kernel
def grow_tree(ptr, neighbour, order, place):
    """parent (n,) of every column in the order given, -1 for a root; Liu's algorithm with path compression."""
    blocks = order.shape[0]
    parent = np.full(blocks, -1, np.int64)
    ancestor = np.full(blocks, -1, np.int64)
    for j in range(blocks):
        for t in range(ptr[order[j]], ptr[order[j] + 1]):
            i = place[neighbour[t]]
            while i >= 0 and i < j:
                above = ancestor[i]
                ancestor[i] = j
                if above < 0:
                    parent[i] = j
                i = above
    return parent


@kernel
def walk_tree(parent, visit):
    """visit[k] = column k of a walk that sees children before parents; of siblings the largest subtree comes last."""
    nodes = parent.shape[0]
    size = np.ones(nodes, np.int64)
    heavy = np.full(nodes + 1, -1, np.int64)     # entry `nodes` stands for the missing parent of the roots
    for j in range(nodes):
        above = parent[j] if parent[j] >= 0 else nodes
        if parent[j] >= 0:
            size[above] += size[j]
        if heavy[above] < 0 or size[j] >= size[heavy[above]]:
            heavy[above] = j
    child, sibling = np.full(nodes + 1, -1, np.int64), np.full(nodes, -1, np.int64)
    for turn in range(2):                    # pushed at the front of the list: the heavy one first, to end last
        for k in range(nodes):
            j = nodes - 1 - k
            above = parent[j] if parent[j] >= 0 else nodes
            if (heavy[above] == j) == (turn == 0):
                sibling[j] = child[above]
                child[above] = j
    path = np.empty(nodes + 1, np.int64)
    path[0] = nodes
    depth, count = 1, 0
    while depth > 0:
        j = path[depth - 1]
        if child[j] >= 0:
            path[depth] = child[j]
            depth += 1
            child[j] = sibling[child[j]]
        else:
            if j < nodes:
                visit[count] = j
                count += 1
            depth -= 1


@kernel
def order_columns(ptr, neighbour, order, place):
    """Rearrange `order` so that children come right before their parents; returns parent (n,), fills place (n,)."""
    blocks = order.shape[0]
    for k in range(blocks):
        place[order[k]] = k
    tree = grow_tree(ptr, neighbour, order, place)
    visit, rank, given = np.empty(blocks, np.int64), np.empty(blocks, np.int64), order.copy()
    walk_tree(tree, visit)
    for k in range(blocks):
        rank[visit[k]] = k
        order[k] = given[visit[k]]
        place[order[k]] = k
    parent = np.empty(blocks, np.int64)
    for k in range(blocks):
        above = tree[visit[k]]
        parent[k] = rank[above] if above >= 0 else -1
    return parent


@kernel
def find_columns(ptr, neighbour, order, place, parent):
    """Rows below the diagonal of every column of the factor, unsorted: row_ptr (n + 1,) and row."""
    blocks = order.shape[0]
    row_ptr = np.zeros(blocks + 1, np.int64)
    row = np.empty(neighbour.shape[0] + 16 * blocks, np.int64)
    seen = np.full(blocks, -1, np.int64)
    child, sibling = np.full(blocks, -1, np.int64), np.full(blocks, -1, np.int64)
    used = 0
    for j in range(blocks):
        seen[j] = j
        if used + blocks > row.shape[0]:     # a column has less than n rows
            longer = np.empty(2 * row.shape[0] + blocks, np.int64)
            for t in range(used):
                longer[t] = row[t]
            row = longer
        for t in range(ptr[order[j]], ptr[order[j] + 1]):
            i = place[neighbour[t]]
            if i > j and seen[i] != j:
                seen[i] = j
                row[used] = i
                used += 1
        c = child[j]
        while c >= 0:
            for t in range(row_ptr[c], row_ptr[c + 1]):
                i = row[t]
                if i > j and seen[i] != j:
                    seen[i] = j
                    row[used] = i
                    used += 1
            c = sibling[c]
        row_ptr[j + 1] = used
        if parent[j] >= 0:
            sibling[j] = child[parent[j]]
            child[parent[j]] = j
    return row_ptr, row
