"""The contact matrix G as a SciPy sparse matrix, for the solvers and file formats that want one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from drystone.solvers.cone.problem import ContactProblem
from drystone.solvers.lanes.operators import free_dofs


@dataclass(frozen=True, slots=True)
class FreeSystem:
    """The problem over the free degrees of freedom only, w = v - v*: H w = G^T r, u = G w + g."""

    inertia: sp.csc_array      #: (n, n) H
    jacobian: sp.csc_array     #: (3c, n) G, rows n, t1, t2 of contact after contact; not scaled by friction
    bias: np.ndarray           #: (c, 3) g = G v* + d [m/s]
    block: np.ndarray          #: (n,) block of each column
    dof: np.ndarray            #: (n,) 0..5, degree of freedom of each column

    def add_to(self, twist: np.ndarray, w: np.ndarray) -> np.ndarray:
        """A copy of `twist` (b, 6) with the correction w (n,) added."""
        result = np.array(twist, dtype=float)
        result[self.block, self.dof] += w
        return result


def point_rows(frame: np.ndarray, arm: np.ndarray) -> np.ndarray:
    """(c, 3, 6) rows (f, arm x f): velocity of the points of a block along the contact axes."""
    return np.concatenate([frame, np.cross(arm[:, None, :], frame)], axis=2)


def build_system(problem: ContactProblem) -> FreeSystem:
    """Sparse matrices of `problem`; columns of prescribed blocks and locked degrees of freedom are left out."""
    count = problem.contact_count
    mask = free_dofs(problem.planar_axis) > 0.0
    is_free = ~problem.prescribed[:, None] & mask[None, :]
    column = np.full(is_free.shape, -1)
    column[is_free] = np.arange(is_free.sum())
    block, dof = np.nonzero(is_free)
    rows_a, rows_b = -point_rows(problem.frame, problem.arm_a), point_rows(problem.frame, problem.arm_b)
    bias = problem.bias + (np.einsum("ckj,cj->ck", rows_a, problem.free_twist[problem.block_a])
                           + np.einsum("ckj,cj->ck", rows_b, problem.free_twist[problem.block_b]))
    values, where_row, where_column = [], [], []
    row = 3 * np.arange(count)[:, None, None] + np.arange(3)[None, :, None]
    for rows, index in ((rows_a, problem.block_a), (rows_b, problem.block_b)):
        target = np.broadcast_to(column[index][:, None, :], rows.shape)
        keep = target >= 0
        values.append(rows[keep])
        where_row.append(np.broadcast_to(row, rows.shape)[keep])
        where_column.append(target[keep])
    shape = (3 * count, len(block))
    jacobian = sp.csc_array(sp.coo_array((np.concatenate(values),
                                          (np.concatenate(where_row), np.concatenate(where_column))), shape))
    both = is_free[:, :, None] & is_free[:, None, :]
    b, i, j = np.nonzero(both)
    inertia = sp.csc_array(sp.coo_array((problem.inertia[b, i, j], (column[b, i], column[b, j])),
                                        (len(block), len(block))))
    return FreeSystem(inertia, jacobian, bias, block, dof)


def inverse_inertia(problem: ContactProblem, system: FreeSystem) -> sp.csc_array:
    """(n, n) H^-1, block by block over the free degrees of freedom."""
    mask = free_dofs(problem.planar_axis) > 0.0
    free = ~problem.prescribed
    inverse = np.linalg.inv(problem.inertia[np.ix_(free, mask, mask)])
    size = int(mask.sum())
    start = size * np.arange(len(inverse))[:, None, None]
    row = np.broadcast_to(start + np.arange(size)[None, :, None], inverse.shape)
    col = np.broadcast_to(start + np.arange(size)[None, None, :], inverse.shape)
    return sp.csc_array(sp.coo_array((inverse.ravel(), (row.ravel(), col.ravel())), system.inertia.shape))
