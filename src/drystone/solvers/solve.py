"""The one call that engines use: choose a solver, judge its answer, fall back if it is not good enough."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone.checks import check_choice, check_number
from drystone.solvers.clarabel_solver import solve_clarabel
from drystone.solvers.interior_solver import solve_interior
from drystone.solvers.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.residuals import judge, judge_infeasible

#: Number of blocks up to which "auto" takes our own solver; larger models have not been tried with it.
AUTO_LIMIT = 20_000

#: The interior point aims at this error even where more is allowed: it costs an iteration or two.
AIM = 1e-6

#: A certificate that demands velocity changes of this many times the speeds of the step is believed.
BEYOND_SPEED = 1e4


def _judged(problem: ContactProblem, solution: ContactSolution, tolerance: float) -> ContactSolution:
    """The solution with its residuals, and the status that they deserve."""
    if solution.status is SolveStatus.INFEASIBLE and judge_infeasible(problem, solution.impulse) > BEYOND_SPEED:
        return solution
    residuals = judge(problem, solution.twist, solution.impulse)
    if residuals.velocity_bound <= tolerance:
        status = SolveStatus.SOLVED
    else:
        status = SolveStatus.INACCURATE if np.isfinite(residuals.velocity_bound) else SolveStatus.FAILED
    return replace(solution, status=status, residuals=residuals)


def solve_contact_problem(problem: ContactProblem, solver: str = "auto", form: str = "primal",
                          tolerance: float = 1e-6,
                          warm: tuple[np.ndarray, np.ndarray] | None = None) -> ContactSolution:
    """Twist and impulses of one step, with a status decided by `residuals.judge`.

    Parameters
    ----------
    solver : "interior", "clarabel", or "auto": the interior point method up to AUTO_LIMIT blocks
    form : of Clarabel, "primal" (velocities) or "dual" (impulses)
    tolerance : on `Residuals.velocity_bound` [-]
    warm : twist (b, 6) and impulse (c, 3) to start from; only the interior point method uses them

    Returns
    -------
    SOLVED if the bound is within tolerance. Otherwise the other solver is tried, too, and the better answer is
    returned, as INACCURATE if it is not within tolerance either; FAILED if there is none. INFEASIBLE if no velocity
    satisfies the constraints; then the impulses are the certificate (see `solve_interior`).
    """
    check_choice("solver", solver, ("auto", "interior", "clarabel"))
    check_choice("form", form, ("primal", "dual"))
    check_number("tolerance", tolerance, "-", above=0.0)
    aim = min(tolerance, AIM)
    if solver == "auto":
        solver = "clarabel" if problem.block_count > AUTO_LIMIT else "interior"
    if solver == "interior":
        attempts = [lambda: solve_interior(problem, warm, tolerance=aim)]
        if warm is not None:
            attempts.append(lambda: solve_interior(problem, tolerance=aim))
        attempts.append(lambda: solve_clarabel(problem, form))
    else:
        attempts = [lambda: solve_clarabel(problem, form), lambda: solve_interior(problem, warm, tolerance=aim)]
    best = None
    for attempt in attempts:
        found = _judged(problem, attempt(), tolerance)
        if found.status in (SolveStatus.SOLVED, SolveStatus.INFEASIBLE):
            return found
        if best is None or found.residuals.velocity_bound < best.residuals.velocity_bound:
            best = found
    return best
