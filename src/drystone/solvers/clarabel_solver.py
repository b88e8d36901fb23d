"""The step's problem handed to Clarabel, an independent cone solver: over velocities or over impulses.

`primal`: least 1/2 w^T H w with C w + d in the cone; compliance adds variables y, 1/2 |y|^2 and E^1/2 y in the
constraint. `dual`: least 1/2 z^T (C H^-1 C^T + E) z + z . d over z in the cone, and w = H^-1 C^T z.
In a planar problem the cone is a wedge, two linear rows, and the problem a quadratic programme.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from drystone.solvers.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.sparse_matrix import build_system, inverse_inertia

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


def _scaled(problem: ContactProblem):
    """Scaled system: friction in the rows, mean mass and the speed by which the free motion misses as units."""
    system = build_system(problem)
    between = problem.prescribed[problem.block_a] & problem.prescribed[problem.block_b]
    weight = np.stack([np.ones(problem.contact_count), problem.friction, problem.friction], axis=1)
    bias = np.where(between[:, None], [1.0, 0.0, 0.0], weight * system.bias)
    worst = (np.hypot(bias[:, 1], bias[:, 2]) - bias[:, 0]).max(initial=0.0)
    speed = max(float(problem.speed_scale), worst)
    free = ~problem.prescribed
    mass = problem.inertia[free, 0, 0].mean() if free.any() else 1.0
    rows = sp.csc_array(sp.diags_array(weight.ravel()) @ system.jacobian)
    compliance = None
    if problem.compliance is not None:
        compliance = (mass * problem.compliance * weight ** 2).ravel()
    return system, rows, bias.ravel() / speed, compliance, weight, mass, speed, worst, between


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


def solve_clarabel(problem: ContactProblem, form: str = "primal", *, tolerance: float = 1e-13,
                   max_iterations: int = 200) -> ContactSolution:
    """Solve `problem` with Clarabel in the given form; the status is Clarabel's own opinion.

    `tolerance` is Clarabel's, on gap and feasibility in scaled units; falling a little short of it is usual
    when blocks slide, and is INACCURATE here.
    """
    name = f"clarabel-{form}"
    twist = np.array(problem.free_twist, dtype=float)
    impulse = np.zeros((problem.contact_count, 3))
    if problem.contact_count == 0:
        return ContactSolution(twist, impulse, SolveStatus.SOLVED, 0, name)
    system, rows, bias, compliance, weight, mass, speed, worst, between = _scaled(problem)
    if worst <= 0.0:
        return ContactSolution(twist, impulse, SolveStatus.SOLVED, 0, name)
    if not len(system.block) or not np.isfinite(worst):
        return ContactSolution(twist, impulse, SolveStatus.FAILED, 0, name)
    count = problem.contact_count
    wedge = problem.planar_axis is not None and not np.any(bias.reshape(-1, 3)[:, 2])
    select, cones = _cone_rows(count, wedge)
    n = len(system.block)
    if form == "primal":
        matrix, quadratic = rows, sp.triu(system.inertia / mass, format="csc")
        if compliance is not None:
            matrix = sp.hstack([rows, sp.diags_array(np.sqrt(compliance))], format="csc")
            quadratic = sp.block_diag([quadratic, sp.eye_array(3 * count)], format="csc")
        if wedge:
            matrix, bias = sp.csc_array(select @ matrix), select @ bias
        answer = _run(sp.csc_matrix(quadratic), np.zeros(matrix.shape[1]), sp.csc_matrix(-matrix), bias, cones,
                      tolerance, max_iterations)
        w, z = np.array(answer.x)[:n], np.array(answer.z)
        z = select.T @ z if wedge else z
    else:
        back = mass * (inverse_inertia(problem, system) @ rows.T)
        quadratic = sp.csc_array(rows @ back)
        if compliance is not None:
            quadratic = quadratic + sp.diags_array(compliance)
        identity = sp.eye_array(3 * count, format="csc")
        if wedge:       # z = p (1, 1, 0) + q (1, -1, 0) with p, q >= 0
            quadratic, bias, back = select @ quadratic @ select.T, select @ bias, back @ select.T
            identity = sp.eye_array(2 * count, format="csc")
        answer = _run(sp.triu(sp.csc_matrix(quadratic), format="csc"), bias, sp.csc_matrix(-identity),
                      np.zeros(len(bias)), cones, tolerance, max_iterations)
        z = np.array(answer.x)
        w = back @ z
        z = select.T @ z if wedge else z
    status = _STATUS.get(str(answer.status), SolveStatus.FAILED)
    if form == "dual" and str(answer.status) in ("DualInfeasible", "AlmostDualInfeasible"):
        status = SolveStatus.INFEASIBLE
    z = np.where(between[:, None], 0.0, weight * z.reshape(count, 3))
    if status is SolveStatus.INFEASIBLE:
        return ContactSolution(twist, z / max(z[:, 0].max(), 1e-300), status, answer.iterations, name)
    return ContactSolution(system.add_to(twist, speed * w), mass * speed * z, status, answer.iterations, name)
