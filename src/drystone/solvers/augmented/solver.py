"""From a ContactProblem to Newton's method on the augmented Lagrangian and back."""

from __future__ import annotations

import numpy as np

from drystone.solvers.augmented.method import BROKEN, CONVERGED, minimise
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.factor.pattern_memory import PatternMemory
from drystone.solvers.lanes.contact_jobs import contact_crew
from drystone.solvers.lanes.scaled_step import scale_problem

#: Velocity per impulse that the method adds to every contact, in units of the mean mass [-].
SIGMA = 1e-7

#: Least compliance, in units of the mean mass, at which contacts are soft enough to do without it.
SOFT = 1e-8


def solve_augmented(problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray] | None = None, *,
                    tolerance: float = 1e-6, budget: int = 100, sigma: float = SIGMA,
                    patterns: PatternMemory | None = None) -> ContactSolution:
    """Solve `problem` by Newton's method on the augmented Lagrangian; the status is the solver's own opinion.

    Parameters
    ----------
    warm : twist (b, 6) and impulse (c, 3) to start from, in the order of the problem's contacts
    tolerance : relative velocity error aimed at [-]
    budget : most directions that are tried; each may cost a factor
    sigma : velocity per impulse that the method adds to every contact, in units of the mean mass [-]
    patterns : where the analysis of the matrix, and its last factor, are kept from step to step

    Infeasible problems are not recognised: they end INACCURATE. So do compliances that differ along t1 and t2.
    """
    return _solve(problem, warm, tolerance, budget, sigma, patterns or PatternMemory(), "augmented")


def solve_regularised(problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray] | None = None, *,
                      tolerance: float = 1e-6, budget: int = 100,
                      patterns: PatternMemory | None = None) -> ContactSolution:
    """Newton's method for joints with real stiffness: exact in one round if every contact has compliance.

    Where a contact has none, or next to none, the method is the augmented Lagrangian.
    """
    return _solve(problem, warm, tolerance, budget, None, patterns or PatternMemory(), "regularised")


def _solve(problem: ContactProblem, warm, tolerance: float, budget: int, sigma: float | None, patterns: PatternMemory,
           name: str) -> ContactSolution:
    contacts = problem.contact_count
    if contacts == 0 or problem.prescribed.all():
        free = np.array(problem.free_twist, dtype=float)
        return ContactSolution(free, np.zeros((contacts, 3)), SolveStatus.SOLVED, 0, name)
    scaled = scale_problem(problem, patterns)
    step = scaled.step
    w = np.zeros((len(step.inertia), 6))
    if not scaled.worst > 0.0 and (scaled.is_free or not scaled.worst <= 0.0):
        status = SolveStatus.SOLVED if scaled.worst <= 0.0 else SolveStatus.FAILED
        return ContactSolution(*scaled.answer(w), status, 0, name)
    if problem.compliance is not None and (problem.compliance[:, 1] != problem.compliance[:, 2]).any():
        return ContactSolution(*scaled.answer(w), SolveStatus.INACCURATE, 0, name)
    if warm is not None:
        w = scaled.warm_start(*warm)
    if sigma is None:
        soft = problem.compliance is not None and scaled.mass * problem.compliance.min() >= SOFT
        sigma = 0.0 if soft else SIGMA
    kept = patterns.kept_matrix(step.diag, step.off) if step.matrix.shape[0] == 0 else (
        np.empty_like(step.diag), np.empty_like(step.off), np.zeros(1))
    with patterns.crew(), contact_crew(step, patterns.threads):
        code, tried, _, _ = minimise(step, scaled.energy_free, scaled.energy_least, float(sigma), float(tolerance),
                                     budget, *kept, w)
    status = {CONVERGED: SolveStatus.SOLVED, BROKEN: SolveStatus.FAILED}.get(code, SolveStatus.INACCURATE)
    return ContactSolution(*scaled.answer(w), status, tried, name)
