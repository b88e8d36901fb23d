"""The matrix of a step factored by SciPy, in place of our own block factor: slower, in one thread, and nothing private.

SuperLU in its symmetric mode, without pivoting: the matrices are positive definite but for rounding.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import splu


def factorise(matrix: sp.csc_array):
    """Factor of a symmetric matrix (n, n), with a method `solve`; None if it broke down."""
    if not np.isfinite(matrix.data).all():
        return None
    try:
        return splu(sp.csc_matrix(matrix), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0,
                    options={"SymmetricMode": True})
    except RuntimeError:      # exactly singular
        return None


class BlockPattern:
    """A matrix of 6 x 6 blocks with its factor: the plain twin of `factor.sparse_cholesky.BlockPattern`.

    Parameters
    ----------
    edge_i, edge_j : (e,) blocks of every off-diagonal block A[i, j]; A[j, i] is its transpose. Repeated ones add up.
    position : (n, 3); only its length counts here
    """

    def __init__(self, edge_i: np.ndarray, edge_j: np.ndarray, position: np.ndarray) -> None:
        self.block_count = len(position)
        own = np.arange(self.block_count)
        self._row, self._column = np.concatenate([own, edge_i, edge_j]), np.concatenate([own, edge_j, edge_i])
        self._solver = None

    def factor(self, diagonal: np.ndarray, lower: np.ndarray, lift: float = 0.0) -> int:
        """Factor the matrix of blocks diagonal (n, 6, 6) and lower (e, 6, 6); 0, or 1 if it broke down.

        lift : share of its own value by which the diagonal is raised [-]
        """
        raised = diagonal + lift * diagonal * np.eye(6)
        blocks = np.concatenate([raised, lower, lower.transpose(0, 2, 1)])
        inner = np.arange(6)
        row = np.broadcast_to(6 * self._row[:, None, None] + inner[:, None], blocks.shape)
        column = np.broadcast_to(6 * self._column[:, None, None] + inner, blocks.shape)
        size = 6 * self.block_count
        self._solver = factorise(sp.csc_array(sp.coo_array((blocks.ravel(), (row.ravel(), column.ravel())),
                                                           (size, size))))
        return 0 if self._solver is not None else 1

    def solve(self, rhs: np.ndarray) -> np.ndarray:
        """(n, 6) solution for rhs (n, 6)."""
        return self._solver.solve(np.ascontiguousarray(rhs, dtype=float).ravel()).reshape(-1, 6)

    def crew(self, threads: int) -> AbstractContextManager:
        """Nobody: SciPy works alone, whatever the number of threads."""
        return nullcontext()


class PatternMemory:
    """What a run keeps of its pattern: nothing of it is needed here, but a checkpoint of ours may hold it."""

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads   #: asked for; one works
        self.pairs = -1, np.zeros(0, np.int64)

    def recall(self, blocks: int, known: np.ndarray) -> None:
        """Take over the pairs of another memory."""
        self.pairs = blocks, known
