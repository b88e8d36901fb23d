"""Cholesky factor of symmetric positive definite matrices of 6 x 6 blocks, one row of blocks per rigid block.

A multifrontal factor: the blocks are ordered by nested dissection of their positions (dissection.py), the pattern is
analysed once (elimination_tree.py, symbolic.py) and reused while it holds, the numbers are made front by front with
SciPy's BLAS (numeric.py), by several threads if a crew is there (crew.py). Kernels call `factorise` and `solve_into`
on `BlockPattern.factor_data`; from Python use the methods.
"""

from __future__ import annotations

import numpy as np

from drystone.errors import InputError
from drystone.kernels import kernel, merged_kernel
from drystone.solvers.factor.blas import CONSTANTS, limit_threads
from drystone.solvers.factor.crew import JOB, MOST_THREADS, OWN_JOB, Crew, call_job, make_desk
from drystone.solvers.factor.dissection import dissect
from drystone.solvers.factor.elimination_tree import build_graph, find_columns, order_columns
from drystone.solvers.factor.front_jobs import FRONT_JOB
from drystone.solvers.factor.numeric import (
    BACKWARD,
    BACKWARD_SINGLE,
    CONVERT,
    FACTOR,
    FORWARD,
    FORWARD_SINGLE,
    LEFT_OUT,
    Factor,
)
from drystone.solvers.factor.single_factor import CORNER, place_singles
from drystone.solvers.factor.single_vectors import WIDE
from drystone.solvers.factor.symbolic import (
    find_fronts,
    link_fronts,
    place_entries,
    place_numbers,
    sort_rows,
    split_units,
)


@merged_kernel
def read_status(broken, first, order):
    """Status of a factor: 0; 1 + the block whose pivot is not positive; or minus the number of lifted pivots."""
    lifted = 0
    for s in range(broken.shape[0]):
        if broken[s] > 0 and broken[s] < LEFT_OUT:
            return 1 + order[first[s] + (broken[s] - 1) // 6]
        lifted += broken[s]
    return lifted


@kernel
def factorise(f, lift):
    """Factor the matrix in f.diagonal and f.lower; returns the status of `read_status`.

    A pivot below `lift` times the matrix's own diagonal is set to that; 0.0 lifts none.
    """
    before = limit_threads(f.addresses, np.int32(1))
    f.lift[0] = lift
    f.desk[0, JOB] = FACTOR
    call_job(f.addresses[OWN_JOB], f, 0)
    limit_threads(f.addresses, before)
    return read_status(f.broken, f.first, f.order)


@kernel
def solve_into(f, rhs, x):
    """x (n, 6) = A^-1 rhs (n, 6) with the factor of `factorise`; x may be rhs."""
    before = limit_threads(f.addresses, np.int32(1))
    order, vector = f.order, f.vector
    for j in range(order.shape[0]):
        for a in range(6):
            vector[j, a] = rhs[order[j], a]
    for job in (FORWARD, BACKWARD):
        f.desk[0, JOB] = job
        call_job(f.addresses[OWN_JOB], f, 0)
    for j in range(order.shape[0]):
        for a in range(6):
            x[order[j], a] = vector[j, a]
    limit_threads(f.addresses, before)


@kernel
def convert_factor(f):
    """The factor of `factorise` in single precision, for `solve_single`."""
    f.desk[0, JOB] = CONVERT
    call_job(f.addresses[OWN_JOB], f, 0)


@kernel
def solve_single(f, rhs, x):
    """x (n, 6) = A^-1 rhs (n, 6) with the factor of `convert_factor`, to single precision; x may be rhs."""
    order, vector = f.order, f.single_vector
    for j in range(order.shape[0]):
        for a in range(6):
            vector[j, a] = rhs[order[j], a]
    for job in (FORWARD_SINGLE, BACKWARD_SINGLE):
        f.desk[0, JOB] = job
        call_job(f.addresses[OWN_JOB], f, 0)
    for j in range(order.shape[0]):
        for a in range(6):
            x[order[j], a] = vector[j, a]


def analyse(edge_i: np.ndarray, edge_j: np.ndarray, position: np.ndarray) -> Factor:
    """Arrays of a factor for n = len(position) blocks and blocks A[i, j] at the edges, its numbers not yet made."""
    blocks = len(position)
    ptr, neighbour = build_graph(blocks, edge_i, edge_j)
    order, place = np.empty(blocks, np.int64), np.empty(blocks, np.int64)
    dissect(position, ptr, neighbour, order)
    parent = order_columns(ptr, neighbour, order, place)
    column_ptr, column_row = find_columns(ptr, neighbour, order, place, parent)
    first = find_fronts(parent, column_ptr)
    owner = np.empty(blocks, np.int64)
    row_ptr, rows = sort_rows(first, column_ptr, column_row, owner)
    child_ptr, child, above, relative = link_fronts(first, row_ptr, rows, owner)
    entries = place_entries(edge_i, edge_j, place, first, row_ptr, rows)
    unit, above_unit = split_units(first, row_ptr, above)
    ints = np.zeros((MOST_THREADS, 16), np.int32)
    ints[:, 4] = np.arange(MOST_THREADS)
    panel_ptr, update_ptr, update_size = place_numbers(first, row_ptr, child_ptr, child, above, unit)
    single_ptr = place_singles(first, row_ptr)
    return Factor(order, first, row_ptr, rows, relative, child_ptr, child, *entries, panel_ptr, update_ptr, unit,
                  above_unit, diagonal=np.zeros((blocks, 6, 6)), lower=np.zeros((len(edge_i), 6, 6)),
                  panel=np.empty(panel_ptr[-1]), update=np.empty(update_size), vector=np.empty((blocks, 6)),
                  carry=np.empty((len(rows), 6)), single_ptr=single_ptr,
                  single_panel=np.empty(single_ptr[-1], np.float32), corner=np.empty((blocks, CORNER), np.float32),
                  single_work=np.empty(WIDE * (blocks + len(rows)), np.float32),
                  single_vector=np.zeros((blocks, WIDE), np.float32), broken=np.zeros(len(above), np.int64),
                  lift=np.zeros(1), ints=ints, inverse=np.empty((MOST_THREADS, 6)), desk=make_desk(len(unit)),
                  addresses=FRONT_JOB.addresses, constants=CONSTANTS)


def front_crew(factor: Factor, threads: int) -> Crew:
    """`with front_crew(factor, 2): ...` lets so many threads work on the factors and solutions inside."""
    return Crew(factor.desk, threads if len(factor.unit) > 1 else 1, FRONT_JOB, factor)


class BlockPattern:
    """Symbolic analysis of one pattern, with room for the numbers of one factor.

    Parameters
    ----------
    edge_i, edge_j : (e,) blocks of every off-diagonal block A[i, j], in either triangle; A[j, i] is its transpose.
        Blocks of repeated edges are summed; an edge with a negative end (a prescribed block) is left out.
    position : (n, 3) where the blocks are [m]; decides the order of elimination, hence the cost, not the result
    """

    def __init__(self, edge_i: np.ndarray, edge_j: np.ndarray, position: np.ndarray) -> None:
        position = np.ascontiguousarray(position, dtype=float)
        # copies: the caller may change its own
        self.edge_i, self.edge_j = np.array(edge_i, np.int64, order="C"), np.array(edge_j, np.int64, order="C")
        _check_pattern(self.edge_i, self.edge_j, position)
        self.block_count = len(position)
        self.factor_data = analyse(self.edge_i, self.edge_j, position)
        self.status = 1

    def matches(self, edge_i: np.ndarray, edge_j: np.ndarray, block_count: int) -> bool:
        """Whether the pattern can be used for these edges: they are the same, in the same order."""
        return (block_count == self.block_count and np.array_equal(edge_i, self.edge_i)
                and np.array_equal(edge_j, self.edge_j))

    def factor(self, diagonal: np.ndarray, lower: np.ndarray, lift: float = 0.0) -> int:
        """Factor the matrix of blocks diagonal (n, 6, 6) and lower (e, 6, 6), lower[k] = A[edge_i[k], edge_j[k]].

        Returns 0; or 1 + the block whose pivot is not positive, and then there is no factor; or minus the number of
        pivots that were lifted to `lift` times the diagonal, and then the factor is that of a nearby matrix.
        """
        self.factor_data.diagonal[:] = diagonal
        self.factor_data.lower[:] = lower
        self.status = int(factorise(self.factor_data, float(lift)))
        return self.status

    def solve(self, rhs: np.ndarray) -> np.ndarray:
        """(n, 6) solution for rhs (n, 6)."""
        if self.status > 0:
            raise ValueError("solve needs a factor: the last one broke down, or there was none")
        x = np.array(rhs, dtype=float, order="C")
        if x.shape != (self.block_count, 6):
            raise ValueError(f"rhs must have shape ({self.block_count}, 6), got {x.shape}")
        solve_into(self.factor_data, x, x)
        return x

    def crew(self, threads: int) -> Crew:
        """`with pattern.crew(2): ...` lets so many threads work on the factors and solutions inside."""
        return front_crew(self.factor_data, threads)


def _check_pattern(edge_i: np.ndarray, edge_j: np.ndarray, position: np.ndarray) -> None:
    """Kernels trust their indices: a wrong one would write anywhere."""
    if position.ndim != 2 or position.shape[1] != 3 or len(position) == 0:
        raise InputError(f"block pattern: position must have shape (n, 3) with n >= 1, got {position.shape}")
    if not np.isfinite(position).all():
        raise InputError(f"block pattern: position of block {int((~np.isfinite(position)).any(axis=1).argmax())} "
                         f"is not finite")
    if edge_i.ndim != 1 or edge_i.shape != edge_j.shape:
        raise InputError(f"block pattern: edges must be two arrays of one length, got {edge_i.shape} "
                         f"and {edge_j.shape}")
    if len(edge_i) == 0:
        return
    if max(edge_i.max(), edge_j.max()) >= len(position):
        raise InputError(f"block pattern: edges name block {max(edge_i.max(), edge_j.max())}, "
                         f"there are {len(position)}")
    if ((edge_i == edge_j) & (edge_i >= 0)).any():
        raise InputError(f"block pattern: edge {int(((edge_i == edge_j) & (edge_i >= 0)).argmax())} joins a block "
                         f"to itself")
