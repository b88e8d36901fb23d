"""The step's problem handed to Clarabel, an independent cone solver: over velocities or over impulses.

`primal`: least 1/2 w^T H w with C w + d in the cone; compliance adds variables y, 1/2 |y|^2 and E^1/2 y in the
constraint. `dual`: least 1/2 z^T (C H^-1 C^T + E) z + z . d over z in the cone, and w = H^-1 C^T z.
In a planar problem the cone is a wedge, two linear rows, and the problem a quadratic programme.

Cohesion and tension are a shift of the impulses (`shift.py`). What is left, floor <= z_n <= cap,
is linear rows over impulses; over velocities it is speeds q and p >= 0 that open a contact against its pull and crush
it, C w + d + (p - q) n in the cone, at the price cap . p - floor . q.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from drystone.solvers.cone.local_problem import LocalProblem
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.cone.scaled_system import scale_system
from drystone.solvers.cone.sparse_matrix import inverse_inertia

#: Clarabel's names for its outcomes, in our words; anything else is FAILED.
_STATUS = {"Solved": SolveStatus.SOLVED, "AlmostSolved": SolveStatus.INACCURATE,
           "MaxIterations": SolveStatus.INACCURATE, "InsufficientProgress": SolveStatus.INACCURATE,
           "PrimalInfeasible": SolveStatus.INFEASIBLE, "AlmostPrimalInfeasible": SolveStatus.INFEASIBLE}


def _run(quadratic, linear, matrix, bias, cones, tolerance: float, max_iterations: int):
    """Clarabel's answer; where it stops short of a tight tolerance, its answer to a looser one.

    Asked for more than rounding allows, Clarabel may end far from where it has been.
    """
    import clarabel
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_iter = max_iterations
    settings.max_threads = 1
    answer = None
    for loosening in (1.0, 1e2, 1e4):
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = loosening * tolerance
        answer = clarabel.DefaultSolver(quadratic, linear, matrix, bias, cones, settings).solve()
        if str(answer.status) == "Solved" or "Infeasible" in str(answer.status):
            break
    return answer


def _cone_rows(count: int, wedge: bool):
    """Matrix that turns (n, t1, t2) of every contact into the rows of the cone, and the list of cones."""
    import clarabel
    if not wedge:
        return None, [clarabel.SecondOrderConeT(3)] * count
    n = np.arange(count)
    row = np.concatenate([2 * n, 2 * n, 2 * n + 1, 2 * n + 1])
    col = np.concatenate([3 * n, 3 * n + 1, 3 * n, 3 * n + 1])
    value = np.repeat([1.0, 1.0, 1.0, -1.0], count)
    return sp.csc_array(sp.coo_array((value, (row, col)), (2 * count, 3 * count))), [
        clarabel.NonnegativeConeT(2 * count)]


def _limits(floor: np.ndarray, cap: np.ndarray, count: int):
    """Contacts with a floor and with a cap, and the columns (3c, k) of their normals."""
    import clarabel
    floored, capped = np.flatnonzero(floor > 0.0), np.flatnonzero(np.isfinite(cap))
    contact, sign = np.concatenate([floored, capped]), np.repeat([-1.0, 1.0], [len(floored), len(capped)])
    price = sign * np.concatenate([floor[floored], cap[capped]])
    columns = sp.csc_array(sp.coo_array((sign, (3 * contact, np.arange(len(sign)))), (3 * count, len(sign))))
    return columns, price, [clarabel.NonnegativeConeT(len(sign))] if len(sign) else []


def _over_velocities(system, rows, bias, compliance, mass, select, cones, limits, settings):
    """Clarabel's answer, w (n,) and z (3c,) of the primal form."""
    columns, price, sign_cone = limits
    count, extra, n = len(bias) // 3, columns.shape[1], len(system.block)
    parts, quadratic = [rows], [sp.triu(system.inertia / mass, format="csc")]
    if compliance is not None:
        parts.append(sp.diags_array(np.sqrt(compliance)))
        quadratic.append(sp.eye_array(3 * count))
    if extra:
        parts.append(columns)
        quadratic.append(sp.csc_array((extra, extra)))
    matrix = sp.hstack(parts, format="csc")
    if select is not None:
        matrix, bias = sp.csc_array(select @ matrix), select @ bias
    cone_rows, size = matrix.shape
    linear = np.zeros(size)
    if extra:                                         # p, q >= 0
        linear[-extra:] = price
        positive = sp.hstack([sp.csc_array((extra, size - extra)), sp.eye_array(extra)], format="csc")
        matrix, bias = sp.vstack([matrix, positive], format="csc"), np.concatenate([bias, np.zeros(extra)])
    answer = _run(sp.csc_matrix(sp.block_diag(quadratic)), linear, sp.csc_matrix(-matrix), bias, cones + sign_cone,
                  *settings)
    z = np.array(answer.z)[:cone_rows]
    return answer, np.array(answer.x)[:n], z if select is None else select.T @ z


def _over_impulses(problem, system, rows, bias, compliance, mass, select, cones, limits, settings):
    """Clarabel's answer, w (n,) and z (3c,) of the dual form."""
    columns, price, sign_cone = limits
    back = mass * (inverse_inertia(problem, system) @ rows.T)
    quadratic = sp.csc_array(rows @ back)
    if compliance is not None:
        quadratic = quadratic + sp.diags_array(compliance)
    if select is not None:                            # z = p (1, 1, 0) + q (1, -1, 0) with p, q >= 0
        quadratic, bias, back, columns = select @ quadratic @ select.T, select @ bias, back @ select.T, select @ columns
    size = len(bias)
    # z in the cone; z_n - floor >= 0, cap - z_n >= 0
    matrix = sp.vstack([-sp.eye_array(size), columns.T], format="csc")
    answer = _run(sp.triu(sp.csc_matrix(quadratic), format="csc"), bias, sp.csc_matrix(matrix),
                  np.concatenate([np.zeros(size), price]), cones + sign_cone, *settings)
    z = np.array(answer.x)
    return answer, back @ z, z if select is None else select.T @ z


def solve_clarabel(problem: ContactProblem, form: str = "primal", *, tolerance: float = 1e-13,
                   max_iterations: int = 200) -> ContactSolution:
    """Solve `problem` with Clarabel in the given form; the status is Clarabel's own opinion.

    `tolerance` is Clarabel's, on gap and feasibility in scaled units; falling a little short of it is usual
    when blocks slide, and is INACCURATE here.
    """
    name = f"clarabel-{form}"
    twist = np.array(problem.free_twist, dtype=float)
    count = problem.contact_count
    none = np.zeros((count, 3))
    if count == 0:
        return ContactSolution(twist, none, SolveStatus.SOLVED, 0, name)
    scaled = scale_system(problem)
    plain, system, rows, mass = scaled.shifted.plain, scaled.system, scaled.rows, scaled.mass
    if scaled.is_free:
        return ContactSolution(*scaled.answer(np.zeros(len(system.block)), none), SolveStatus.SOLVED, 0, name)
    if not scaled.is_sound:
        return ContactSolution(twist, none, SolveStatus.FAILED, 0, name)
    wedge = plain.planar_axis is not None and not np.any(scaled.bias[:, 2])
    select, cones = _cone_rows(count, wedge)
    limits, bias = _limits(scaled.floor, scaled.cap, count), scaled.bias.ravel()
    compliance = None if scaled.compliance is None else scaled.compliance.ravel()
    settings = (tolerance, max_iterations)
    if form == "primal":
        answer, w, z = _over_velocities(system, rows, bias, compliance, mass, select, cones, limits, settings)
    else:
        answer, w, z = _over_impulses(plain, system, rows, bias, compliance, mass, select, cones, limits, settings)
    status = _STATUS.get(str(answer.status), SolveStatus.FAILED)
    if form == "dual" and str(answer.status) in ("DualInfeasible", "AlmostDualInfeasible"):
        status = SolveStatus.INFEASIBLE
    z = z.reshape(count, 3)
    if status is SolveStatus.INFEASIBLE:
        z = np.where(scaled.between[:, None], 0.0, scaled.weight * z)
        return ContactSolution(twist, z / max(z[:, 0].max(), 1e-300), status, answer.iterations, name)
    return ContactSolution(*scaled.answer(w, z), status, answer.iterations, name)


def solve_local_cone(problem: LocalProblem, *, tolerance: float = 1e-13, max_iterations: int = 200) -> np.ndarray:
    """Impulses (c, 3) [N s] of the associative law on u = W r + q; zeros where Clarabel finds none."""
    import clarabel
    count = problem.contact_count
    weight = np.stack([np.ones(count), problem.friction, problem.friction], axis=1).ravel()
    size = float(problem.matrix.diagonal().mean()) if count else 0.0
    speed = float(np.abs(problem.start).max(initial=0.0))
    if size == 0.0 or speed == 0.0:
        return np.zeros((count, 3))
    scale = sp.diags_array(weight)
    answer = _run(sp.csc_matrix(sp.triu(scale @ problem.matrix @ scale / size, format="csc")),
                  weight * problem.start.ravel() / speed, sp.csc_matrix(-sp.eye_array(3 * count)), np.zeros(3 * count),
                  [clarabel.SecondOrderConeT(3)] * count, tolerance, max_iterations)
    if _STATUS.get(str(answer.status), SolveStatus.FAILED) is SolveStatus.FAILED:
        return np.zeros((count, 3))
    return speed / size * (weight * np.array(answer.x)).reshape(count, 3)
