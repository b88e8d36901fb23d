"""From a ContactProblem that asks for Coulomb's law to the splitting and back."""

from __future__ import annotations

import numpy as np

from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.factor.pattern_memory import PatternMemory
from drystone.solvers.lanes.contact_jobs import contact_crew
from drystone.solvers.lanes.scaled_step import scale_problem
from drystone.solvers.splitting.method import BROKEN, CONVERGED, split

#: Iterations before the first look at the error, and between two looks, and after which weights are chosen again.
FIRST, EVERY, AGAIN = 15, 5, 15

#: Tolerance, in units of the fastest speed in the step, above which single precision is worth beginning with.
COARSE = 1e-5


def solve_splitting(problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray] | None = None, *,
                    tolerance: float = 1e-2, most: int = 100, again: int = AGAIN, first: int = FIRST,
                    patterns: PatternMemory | None = None, single: bool = True) -> ContactSolution:
    """Solve `problem` for Coulomb's law by operator splitting; the status is the solver's own opinion.

    Parameters
    ----------
    warm : twist (b, 6) and impulse (c, 3) to start from, in the order of the problem's contacts
    tolerance : greatest distance of a contact from its law, in units of `speed_scale` [-]
    most : iterations
    again : iteration after which weights are chosen again, with a second factor
    patterns : where the analysis of the matrix is kept from step to step
    single : whether iterations may run in single precision where the tolerance is far above its rounding

    The twist balances momentum with the impulses to rounding. Compliance must be the same along t1 and t2.
    """
    contacts = problem.contact_count
    if contacts == 0 or problem.prescribed.all():
        free = np.array(problem.free_twist, dtype=float)
        return ContactSolution(free, np.zeros((contacts, 3)), SolveStatus.SOLVED, 0, "splitting")
    patterns = patterns or PatternMemory()
    scaled = scale_problem(problem, patterns, with_singles=single and tolerance >= COARSE)
    step = scaled.step
    w = np.zeros((len(step.inertia), 6))
    if not scaled.worst > 0.0 and (scaled.is_free or not scaled.worst <= 0.0):
        status = SolveStatus.SOLVED if scaled.worst <= 0.0 else SolveStatus.FAILED
        return ContactSolution(*scaled.answer(w), status, 0, "splitting")
    if warm is not None:
        w = scaled.warm_start(*warm)
    patterns.forget_factor()
    unit = problem.speed_scale / scaled.speed
    is_single = single and tolerance * unit >= COARSE and len(step.matrix) == 0
    with patterns.crew(), contact_crew(step, patterns.threads):
        code, iterations, _ = split(step, is_single, unit, tolerance * unit, first, EVERY, again, most, w)
    status = {CONVERGED: SolveStatus.SOLVED, BROKEN: SolveStatus.FAILED}.get(code, SolveStatus.INACCURATE)
    return ContactSolution(*scaled.answer(w), status, iterations, "splitting")
