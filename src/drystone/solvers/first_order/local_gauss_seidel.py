"""Coulomb's law itself on u = W r + q, one contact after the other (M. Jean, 1999).

Each contact takes impulses that obey the law while all others stay: it opens, or sticks, or slides; the last by
fixed-point steps on its own 3 x 3 problem. Nothing guarantees that the sweeps converge, yet mostly they do, slowly
where long chains of contacts must agree.
"""

from __future__ import annotations

import math

import numpy as np
import scipy.sparse as sp

from drystone.kernels import kernel
from drystone.solvers.cone.local_problem import LocalProblem, fclib_error

#: Fixed-point steps for a contact that slides; the next visit goes on from there.
INNER = 30

#: Sweeps between two looks at the error; even, because they go forth and back.
BATCH = 20


@kernel
def _sweep(pointer, column, value, diagonal, stick, largest, friction, start, r, sweeps):
    """`sweeps` passes over the contacts, forth and back, in place.

    value (k, 3, 3), column (k,), pointer (c + 1,): W in rows of blocks; stick (c, 3, 3): inverse of its diagonal blocks
    """
    count = friction.shape[0]
    b = np.empty(3)
    for turn in range(sweeps):
        for i in range(count):
            c = i if turn % 2 == 0 else count - 1 - i
            if largest[c] == 0.0:
                continue
            w, mu = diagonal[c], friction[c]
            for k in range(3):
                b[k] = start[c, k]
            for e in range(pointer[c], pointer[c + 1]):
                j = column[e]
                if j != c:
                    for k in range(3):
                        b[k] += value[e, k, 0] * r[j, 0] + value[e, k, 1] * r[j, 1] + value[e, k, 2] * r[j, 2]
            if b[0] >= 0.0:                                             # it opens
                r[c, 0], r[c, 1], r[c, 2] = 0.0, 0.0, 0.0
                continue
            x0 = -stick[c, 0, 0] * b[0] - stick[c, 0, 1] * b[1] - stick[c, 0, 2] * b[2]
            x1 = -stick[c, 1, 0] * b[0] - stick[c, 1, 1] * b[1] - stick[c, 1, 2] * b[2]
            x2 = -stick[c, 2, 0] * b[0] - stick[c, 2, 1] * b[1] - stick[c, 2, 2] * b[2]
            if x0 >= 0.0 and math.hypot(x1, x2) <= mu * x0:             # it sticks
                r[c, 0], r[c, 1], r[c, 2] = x0, x1, x2
                continue
            r0, r1, r2 = r[c, 0], r[c, 1], r[c, 2]
            for _ in range(INNER):                                      # it slides
                # pressure that closes it under this friction, then friction against the velocity
                n0 = max(0.0, -(b[0] + w[0, 1] * r1 + w[0, 2] * r2) / w[0, 0])
                u1 = b[1] + w[1, 0] * n0 + w[1, 1] * r1 + w[1, 2] * r2
                u2 = b[2] + w[2, 0] * n0 + w[2, 1] * r1 + w[2, 2] * r2
                y1, y2 = r1 - u1 / largest[c], r2 - u2 / largest[c]
                side = math.hypot(y1, y2)
                if side > mu * n0:
                    y1, y2 = y1 * mu * n0 / side, y2 * mu * n0 / side
                change = abs(n0 - r0) + abs(y1 - r1) + abs(y2 - r2)
                r0, r1, r2 = n0, y1, y2
                if change <= 1e-15 * r0:
                    break
            r[c, 0], r[c, 1], r[c, 2] = r0, r1, r2


def solve_coulomb_sweeps(problem: LocalProblem, *, tolerance: float = 1e-8,
                         max_iterations: int = 20_000) -> tuple[np.ndarray, int]:
    """Impulses (c, 3) [N s] and the number of sweeps; the best ones seen if FCLIB's error stays above `tolerance`."""
    count = problem.contact_count
    blocks = sp.bsr_array(problem.matrix, blocksize=(3, 3))
    blocks.sort_indices()
    pointer, column = blocks.indptr.astype(np.int64), blocks.indices.astype(np.int64)
    row = np.repeat(np.arange(count), np.diff(pointer))
    diagonal = np.zeros((count, 3, 3))
    diagonal[row[row == column]] = blocks.data[row == column]
    largest = np.linalg.norm(diagonal, axis=(1, 2))
    lifted = diagonal + np.where(largest > 0.0, 1e-12 * largest, 1.0)[:, None, None] * np.eye(3)
    arrays = (pointer, column, np.ascontiguousarray(blocks.data), diagonal, np.linalg.inv(lifted), largest,
              np.ascontiguousarray(problem.friction), np.ascontiguousarray(problem.start))
    r, done = np.zeros((count, 3)), 0
    best, least = r.copy(), fclib_error(problem, r)
    while least > tolerance and done < max_iterations:
        _sweep(*arrays, r, BATCH)
        done += BATCH
        error = fclib_error(problem, r)
        if not np.isfinite(error):
            break
        if error < least:
            best, least = r.copy(), error
    return best, done
