"""draft"""
from __future__ import annotations
import numpy as np
from drystone.kernels import kernel
from drystone.solvers.blas import ADDRESSES, CONSTANTS, limit_threads
from drystone.solvers.dissection import dissect
from drystone.solvers.elimination_tree import build_graph, find_columns, grow_tree, walk_tree
from drystone.solvers.numeric import Factor, backward, eliminate, forward, free_kernel
from drystone.solvers.symbolic import (find_fronts, link_fronts, place_entries, place_numbers, sort_rows, split_tasks)

@kernel
def analyse(edge_i, edge_j, position):
    blocks = position.shape[0]
    ptr, neighbour = build_graph(blocks, edge_i, edge_j)
    order, place = np.empty(blocks, np.int64), np.empty(blocks, np.int64)
    dissect(position, ptr, neighbour, order)
    for k in range(blocks):
        place[order[k]] = k
    parent = grow_tree(ptr, neighbour, order, place)
    visit = np.empty(blocks, np.int64)
    walk_tree(parent, visit)
    final, rank = np.empty(blocks, np.int64), np.empty(blocks, np.int64)
    for k in range(blocks):
        final[k] = order[visit[k]]
        rank[visit[k]] = k
    above = np.empty(blocks, np.int64)
    for k in range(blocks):
        place[final[k]] = k
        p = parent[visit[k]]
        above[k] = rank[p] if p >= 0 else -1
    row_ptr, row = find_columns(ptr, neighbour, final, place, above)
    first = find_fronts(above, row_ptr)
    owner = np.empty(blocks, np.int64)
    fptr, rows = sort_rows(first, row_ptr, row, owner)
    child_ptr, child, fabove, relative = link_fronts(first, fptr, rows, owner)
    entry_ptr, entry_edge, entry_row = place_entries(edge_i, edge_j, place, first, fptr, rows)
    task, top = split_tasks(first, fptr, fabove)
    panel_ptr, update_ptr, used = place_numbers(first, fptr, child_ptr, child, fabove, task, top)
    return (final, first, fptr, rows, relative, child_ptr, child, entry_ptr, entry_edge, entry_row, panel_ptr,
            update_ptr, task, top, used)

@free_kernel
def factor_all(f, lift):
    before = limit_threads(f.addresses, 1)
    widest = 0
    for s in range(f.first.shape[0]-1):
        widest = max(widest, f.first[s+1]-f.first[s])
    least = np.empty(6*widest); ints = np.empty(4, np.int32)
    bad = 0
    for s in range(f.first.shape[0]-1):
        r = eliminate(f, s, lift, ints, least)
        if r > 0:
            bad = r; break
    limit_threads(f.addresses, before)
    return bad

@free_kernel
def solve_all(f, rhs, out):
    before = limit_threads(f.addresses, 1)
    ints = np.empty(4, np.int32)
    for j in range(rhs.shape[0]):
        for a in range(6): f.vector[j,a] = rhs[f.order[j],a]
    F=f.first.shape[0]-1
    for s in range(F): forward(f, s, ints)
    for s in range(F): backward(f, F-1-s, ints)
    for j in range(rhs.shape[0]):
        for a in range(6): out[f.order[j],a] = f.vector[j,a]
    limit_threads(f.addresses, before)

class BlockPattern:
    def __init__(self, ei, ej, pos):
        n=len(pos)
        r = analyse(ei, ej, pos)
        rows=r[3]; F=len(r[1])-1
        self.f = Factor(*r[:14], np.zeros((n,6,6)), np.zeros((len(ei),6,6)), np.empty(r[10][-1]), np.empty(max(1,r[14])),
            np.empty((n,6)), np.empty((len(rows),6)), np.zeros(F,np.int64), ADDRESSES, CONSTANTS)
