"""Planar programmes over forces, by HiGHS: least r . g - alpha with G^T r + alpha l = -d.

A wedge |r_t| <= mu r_n is spanned by its two edges (1, mu) and (1, -mu), so that the forces are columns >= 0. With
shear limits the components themselves are columns with bounds. The velocities are the multipliers of equilibrium.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from scipy.optimize import linprog

from drystone.limit.program import ConeProgram, ProgramAnswer, ProgramStatus

#: Feasibility and optimality of HiGHS: its least.
TOLERANCE = 1e-10
_STATUS = {0: ProgramStatus.SOLVED, 2: ProgramStatus.NO_EQUILIBRIUM, 3: ProgramStatus.UNBOUNDED}


def solve_highs(program: ConeProgram) -> ProgramAnswer:
    """Solve a linear programme; the answer is a corner of the feasible set."""
    count = program.contact_count
    edges, bounds = _force_columns(program)
    columns = sp.csc_array(program.matrix.T @ edges)
    cost = np.zeros(columns.shape[1])
    if program.offset is not None:
        cost += edges.T @ program.offset.ravel()
    if program.live is not None:
        columns = sp.hstack([columns, sp.csc_array(program.live[:, None])], format="csc")
        cost = np.append(cost, -1.0)
        bounds = np.vstack([bounds, [-np.inf, np.inf]])
    found = _minimise(cost, columns, -program.dead, bounds)
    status = _STATUS.get(found.status, ProgramStatus.FAILED)
    if status is not ProgramStatus.SOLVED:
        return ProgramAnswer(status, np.zeros(len(program.dead)), np.zeros((count, 2)), np.inf, int(found.nit), "highs")
    force = (edges @ found.x[:edges.shape[1]]).reshape(count, 2)
    alpha = float(found.x[-1]) if program.live is not None else 0.0
    return ProgramAnswer(status, -found.eqlin.marginals, force, alpha, int(found.nit), "highs")


def _force_columns(program: ConeProgram) -> tuple[sp.csc_array, np.ndarray]:
    """(2 c, m) forces of the columns, and their bounds (m, 2)."""
    count = program.contact_count
    if program.shear_limit is not None:
        limit = program.shear_limit
        bounds = np.stack([np.stack([np.zeros(count), np.full(count, np.inf)], axis=1),
                           np.stack([-limit, limit], axis=1)], axis=1).reshape(-1, 2)
        return sp.eye_array(2 * count, format="csc"), bounds
    blocks = np.empty((count, 2, 2))
    blocks[:, 0] = 1.0
    blocks[:, 1, 0], blocks[:, 1, 1] = program.friction, -program.friction
    row = 2 * np.arange(count)[:, None, None] + np.arange(2)[None, :, None]
    column = 2 * np.arange(count)[:, None, None] + np.arange(2)[None, None, :]
    edges = sp.coo_array((blocks.ravel(), (np.broadcast_to(row, blocks.shape).ravel(),
                                           np.broadcast_to(column, blocks.shape).ravel())), (2 * count, 2 * count))
    return sp.csc_array(edges), np.tile([0.0, np.inf], (2 * count, 1))


def _minimise(cost, columns, right, bounds):
    options = {"primal_feasibility_tolerance": TOLERANCE, "dual_feasibility_tolerance": TOLERANCE}
    found = linprog(cost, A_eq=columns, b_eq=right, bounds=bounds, method="highs", options=options)
    if found.status not in (0, 2, 3):   # presolve cannot always tell infeasible from unbounded
        found = linprog(cost, A_eq=columns, b_eq=right, bounds=bounds, method="highs",
                        options=options | {"presolve": False})
    return found
