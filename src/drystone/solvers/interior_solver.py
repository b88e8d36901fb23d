"""From a ContactProblem to the interior point method and back."""

from __future__ import annotations

import numpy as np

from drystone.solvers.contact_jobs import contact_crew
from drystone.solvers.interior import BROKEN, CONVERGED, INFEASIBLE, STALLED, iterate
from drystone.solvers.pattern_memory import PatternMemory
from drystone.solvers.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.scaled_step import scale_problem

#: Number of blocks above which a factor costs more than the correctors that save one.
SMALL = 10

_STATUS = {CONVERGED: SolveStatus.SOLVED, STALLED: SolveStatus.INACCURATE,
           INFEASIBLE: SolveStatus.INFEASIBLE, BROKEN: SolveStatus.FAILED}


def solve_interior(problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray] | None = None, *,
                   tolerance: float = 1e-6, max_iterations: int = 100, correctors: int | None = None,
                   opening: float = 0.1, patterns: PatternMemory | None = None) -> ContactSolution:
    """Solve `problem` by the interior point method; the status is the solver's own opinion.

    Parameters
    ----------
    warm : twist (b, 6) and impulse (c, 3) to start from, in the order of the problem's contacts
    tolerance : relative velocity error aimed at [-]; where it is cheap the method goes on far below
    correctors : most Gondzio correctors an iteration; None: none for small problems, else three
    opening : how far a warm start is pushed into the cones, in units of the problem's own scale [-]
    patterns : where the analysis of the matrix is kept from step to step

    Of an infeasible problem the impulses are the certificate: impulses in the cones that balance on every
    free block although the constraints ask for work, scaled to a greatest normal component of 1.
    """
    contacts = problem.contact_count
    if contacts == 0 or problem.prescribed.all():
        free = np.array(problem.free_twist, dtype=float)
        return ContactSolution(free, np.zeros((contacts, 3)), SolveStatus.SOLVED, 0, "interior")
    patterns = patterns or PatternMemory()
    scaled = scale_problem(problem, patterns)
    blocks = len(scaled.step.inertia)
    w = np.zeros((blocks, 6))
    if not scaled.worst > 0.0 and (scaled.is_free or not scaled.worst <= 0.0):
        status = SolveStatus.SOLVED if scaled.worst <= 0.0 else SolveStatus.FAILED
        return ContactSolution(*scaled.answer(w), status, 0, "interior")
    if warm is not None:
        w = scaled.warm_start(*warm)
    patterns.forget_factor()
    if correctors is None:
        correctors = 0 if blocks <= SMALL else 3
    with patterns.crew(), contact_crew(scaled.step, patterns.threads):
        code, iterations = iterate(scaled.step, scaled.energy_free, scaled.energy_least, scaled.bound_count,
                                   scaled.is_soft, float(tolerance), max_iterations, correctors, warm is not None,
                                   float(opening), w)
    return ContactSolution(*scaled.answer(w, certificate=code == INFEASIBLE), _STATUS[code], iterations, "interior")
