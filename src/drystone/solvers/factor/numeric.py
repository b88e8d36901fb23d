"""Numbers of the factor, front by front: kernels on the arrays of a `Factor`.

With A = L L^T in the order of elimination, front s holds its panel of L as a dense matrix by columns, and its update
(lower triangle) by columns too. A front reads its children's updates and writes its own, in a fixed order of sums.
The forward solution passes sums up the tree in the same way, so that subtrees can be treated side by side.
"""

from __future__ import annotations

import numpy as np

from drystone.bundle import Bundle, floats, reals, short, whole
from drystone.kernels import kernel, merged_kernel
from drystone.solvers.factor.blas import (
    GEMV,
    LOWER,
    MINUS,
    ONE,
    PLAIN,
    POTRF,
    RIGHT,
    SYRK,
    TRANSPOSED,
    TRSM,
    TRSV,
    ZERO,
    call_pointers,
)
from drystone.solvers.factor.tiles import factor_panel, solve_backward, solve_forward, write_update

#: Panels up to this many numbers are factored in tiles, larger ones by BLAS.
TILED = 30_000

#: Jobs that can be done on the fronts; the last three in single precision, see single_factor.py.
FACTOR, FORWARD, BACKWARD, CONVERT, FORWARD_SINGLE, BACKWARD_SINGLE = range(6)

#: Mark of a front that was left out because one below it broke.
LEFT_OUT = 1 << 40


class Factor(Bundle):
    """Arrays of a factor: what the pattern decides, and room for the numbers. n blocks, f fronts, e edges, u units."""

    order = whole(1)         #: (n,) block in each place of the elimination order
    first = whole(1)         #: (f + 1,) first column of each front
    ptr = whole(1)           #: (f + 1,) start of each front's rows in `rows`
    rows = whole(1)          #: block rows below a front's columns, ascending
    relative = whole(1)      #: place of these rows in the parent's front
    child_ptr = whole(1)     #: (f + 1,)
    child = whole(1)         #: children of each front, ascending
    entry_ptr = whole(1)     #: (n + 1,) by column
    entry_edge = whole(1)    #: edge of each block below the diagonal; -1 - edge if transposed
    entry_row = whole(1)     #: its block row in the front
    panel_ptr = whole(1)     #: (f + 1,) start of each panel
    update_ptr = whole(1)    #: (f,) start of each update
    unit = whole(2)          #: (u, 2) runs of fronts that one thread takes
    above_unit = whole(1)    #: (u,) unit that each feeds, -1 if none
    diagonal = reals(3)      #: (n, 6, 6) diagonal blocks of the matrix; their lower triangles are read
    lower = reals(3)         #: (e, 6, 6) blocks A[i, j] of the edges (i, j)
    panel = reals(1)         #: numbers of the factor
    update = reals(1)        #: numbers of the updates
    vector = reals(2)        #: (n, 6) solution in the order of elimination
    carry = reals(2)         #: (len(rows), 6) sums passed up the tree by the forward solution
    single_ptr = whole(1)    #: (f + 1,) start of each front's panel in single precision
    single_panel = floats(1)   #: numbers of the factor in single precision
    corner = floats(2)      #: (n, CORNER) inverses of its blocks on the diagonal
    single_work = floats(1)    #: (WIDE (n + len(rows)),) rows of all fronts
    single_vector = floats(2)  #: (n, WIDE) solution in the order of elimination
    broken = whole(1)        #: (f,) 0, or 1 + scalar column that broke, or minus the lifted pivots
    lift = reals(1)          #: (1,) least pivot relative to the diagonal of the matrix [-]
    ints = short(2)          #: (threads, 16) int32: integer arguments of BLAS; number of the thread in column 4
    inverse = reals(2)       #: (threads, 6) scratch of tiles
    desk = whole(2)          #: what threads share, see crew.py
    addresses = whole(1)     #: of BLAS and of the locks
    constants = whole(1)     #: of BLAS


def empty_factor() -> Factor:
    """A factor of nothing: for kernels that take one but may not need it."""
    return Factor(*(np.zeros((0,) * kind.ndim, str(kind.dtype)) for _, kind in Factor.kind.fields))


@kernel
def add_column(target, at, stride, source, start, relative, first, shift):
    """Add block column `first` of an update at `start` to rows relative[:] - shift of the columns from `at` on.

    Column by column, so that memory is read in its order; only the lower triangle is there to be read.
    """
    size = relative.shape[0]
    for b in range(6):
        t, s = at + b * stride, start + (6 * first + b) * 6 * size
        row = t + 6 * (relative[first] - shift)
        for a in range(b, 6):
            target[row + a] += source[s + 6 * first + a]
        for i in range(first + 1, size):
            row, k = t + 6 * (relative[i] - shift), s + 6 * i
            # all reads before all writes: then the compiler may use vectors
            t0, t1, t2 = target[row] + source[k], target[row + 1] + source[k + 1], target[row + 2] + source[k + 2]
            t3, t4 = target[row + 3] + source[k + 3], target[row + 4] + source[k + 4]
            t5 = target[row + 5] + source[k + 5]
            target[row], target[row + 1], target[row + 2] = t0, t1, t2
            target[row + 3], target[row + 4], target[row + 5] = t3, t4, t5


@kernel
def load_front(f, s):
    """Panel of front s before elimination: the matrix, and what the children pass up to these columns."""
    own = f.first[s + 1] - f.first[s]
    height = 6 * (own + f.ptr[s + 1] - f.ptr[s])
    panel, start = f.panel, f.panel_ptr[s]
    for t in range(start, f.panel_ptr[s + 1]):
        panel[t] = 0.0
    for k in range(own):
        column = f.first[s] + k
        at = start + 6 * k * height
        block = f.diagonal[f.order[column]]
        for b in range(6):
            for a in range(b, 6):
                panel[at + b * height + 6 * k + a] = block[a, b]
        for t in range(f.entry_ptr[column], f.entry_ptr[column + 1]):
            edge, row = f.entry_edge[t], 6 * f.entry_row[t]
            block = f.lower[edge if edge >= 0 else -1 - edge]
            for b in range(6):
                for a in range(6):
                    panel[at + b * height + row + a] += block[a, b] if edge >= 0 else block[b, a]
    for t in range(f.child_ptr[s], f.child_ptr[s + 1]):
        c = f.child[t]
        relative = f.relative[f.ptr[c]:f.ptr[c + 1]]
        for j in range(relative.shape[0]):
            if relative[j] >= own:
                break
            add_column(panel, start + 6 * relative[j] * height, height, f.update, f.update_ptr[c], relative, j,
                       np.int64(0))          # a literal 0 would compile a version of its own


@merged_kernel
def add_updates(f, s):
    """Add to the update of front s what its children pass to the rows below its columns."""
    own, rest = f.first[s + 1] - f.first[s], f.ptr[s + 1] - f.ptr[s]
    update, start = f.update, f.update_ptr[s]
    for t in range(f.child_ptr[s], f.child_ptr[s + 1]):
        c = f.child[t]
        relative = f.relative[f.ptr[c]:f.ptr[c + 1]]
        for j in range(relative.shape[0]):
            if relative[j] >= own:
                add_column(update, start + 36 * (relative[j] - own) * rest, 6 * rest, update, f.update_ptr[c],
                           relative, j, own)


@kernel
def is_sound(f, s, start, width, height):
    """Whether LAPACK's pivots of front s are numbers, and none would have to be lifted."""
    for k in range(width):
        pivot = f.panel[start + k * (height + 1)]
        least = f.lift[0] * f.diagonal[f.order[f.first[s] + k // 6], k % 6, k % 6]
        if not (pivot * pivot >= least and pivot < np.inf):
            return False
    return True


@merged_kernel
def eliminate(f, s, ints):
    """Factor the panel of front s, write its update, and say in `broken` how it went."""
    for t in range(f.child_ptr[s], f.child_ptr[s + 1]):
        if f.broken[f.child[t]] > 0:
            f.broken[s] = LEFT_OUT
            return
    width, below = 6 * (f.first[s + 1] - f.first[s]), 6 * (f.ptr[s + 1] - f.ptr[s])
    height, start = width + below, f.panel_ptr[s]
    call, at, number = f.addresses, f.constants.ctypes.data, ints.ctypes.data
    panel, update = f.panel.ctypes.data + 8 * start, f.update.ctypes.data + 8 * f.update_ptr[s]
    load_front(f, s)
    ints[0], ints[1], ints[2], ints[3] = width, below, height, 0
    f.broken[s] = 0
    tiled = width * height <= TILED
    if not tiled:
        call_pointers(call[POTRF], (at + LOWER, number, panel, number + 8, number + 12))
        if ints[3] == 0 and is_sound(f, s, start, width, height):
            if below > 0:
                call_pointers(call[TRSM], (at + RIGHT, at + LOWER, at + TRANSPOSED, at + PLAIN, number + 4, number,
                                           at + ONE, panel, number + 8, panel + 8 * width, number + 8))
        else:                                # once more, with pivots lifted
            load_front(f, s)
            tiled = True
    if tiled:
        f.broken[s] = factor_panel(f.panel, start, width, height, f.inverse[ints[4]], f.lift, f.diagonal, f.order,
                                   f.first[s])
    if f.broken[s] > 0 or below == 0:
        return
    if width * height <= TILED:
        write_update(update, panel + 8 * width, below, 8 * height, width)
    else:
        call_pointers(call[SYRK], (at + LOWER, at + PLAIN, number + 4, number, at + MINUS, panel + 8 * width,
                                   number + 8, at + ZERO, update, number + 4))
    add_updates(f, s)


@merged_kernel
def forward(f, s, ints):
    """Forward solution of front s in `vector`; its share for the rows below goes to `carry`."""
    own, rest = f.first[s + 1] - f.first[s], f.ptr[s + 1] - f.ptr[s]
    begin, base = f.first[s], f.ptr[s]
    carry, vector = f.carry, f.vector
    for i in range(base, base + rest):
        for a in range(6):
            carry[i, a] = 0.0
    for t in range(f.child_ptr[s], f.child_ptr[s + 1]):
        c = f.child[t]
        for i in range(f.ptr[c], f.ptr[c + 1]):
            row = f.relative[i]
            for a in range(6):
                if row < own:
                    vector[begin + row, a] += carry[i, a]
                else:
                    carry[base + row - own, a] += carry[i, a]
    width, height = 6 * own, 6 * (own + rest)
    if width * height <= TILED:
        solve_forward(f.panel, f.panel_ptr[s], width, height, vector, begin, carry, base)
        return
    call, at, number = f.addresses, f.constants.ctypes.data, ints.ctypes.data
    panel, x = f.panel.ctypes.data + 8 * f.panel_ptr[s], vector.ctypes.data + 48 * begin
    ints[0], ints[1], ints[2], ints[3] = width, 6 * rest, height, 1
    call_pointers(call[TRSV], (at + LOWER, at + PLAIN, at + PLAIN, number, panel, number + 8, x, number + 12))
    if rest > 0:
        call_pointers(call[GEMV], (at + PLAIN, number + 4, number, at + MINUS, panel + 48 * own, number + 8, x,
                                   number + 12, at + ONE, carry.ctypes.data + 48 * base, number + 12))


@merged_kernel
def backward(f, s, ints):
    """Backward solution of front s in `vector`; the fronts above it are solved."""
    own, rest = f.first[s + 1] - f.first[s], f.ptr[s + 1] - f.ptr[s]
    base = f.ptr[s]
    carry, vector = f.carry, f.vector
    for i in range(base, base + rest):
        for a in range(6):
            carry[i, a] = vector[f.rows[i], a]
    width, height = 6 * own, 6 * (own + rest)
    if width * height <= TILED:
        solve_backward(f.panel, f.panel_ptr[s], width, height, vector, f.first[s], carry, base)
        return
    call, at, number = f.addresses, f.constants.ctypes.data, ints.ctypes.data
    panel, x = f.panel.ctypes.data + 8 * f.panel_ptr[s], vector.ctypes.data + 48 * f.first[s]
    ints[0], ints[1], ints[2], ints[3] = width, 6 * rest, height, 1
    if rest > 0:
        call_pointers(call[GEMV], (at + TRANSPOSED, number + 4, number, at + MINUS, panel + 48 * own, number + 8,
                                   carry.ctypes.data + 48 * base, number + 12, at + ONE, x, number + 12))
    call_pointers(call[TRSV], (at + LOWER, at + TRANSPOSED, at + PLAIN, number, panel, number + 8, x, number + 12))
