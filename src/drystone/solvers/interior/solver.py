"""From a ContactProblem to the interior point method and back."""

from __future__ import annotations

import numpy as np

from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.factor.pattern_memory import PatternMemory
from drystone.solvers.interior.method import BROKEN, COLD, CONVERGED, GO_ON, INFEASIBLE, STALLED, WARM, iterate
from drystone.solvers.lanes.contact_jobs import contact_crew
from drystone.solvers.lanes.scaled_step import scale_problem

#: Number of blocks above which a factor costs more than the correctors that save one.
SMALL = 10

#: Times that the iterations go on, each with half the tolerance, if the judge finds more than their own measure did: it
#: sees the rounding of the constraints, too.
MORE_ROUNDS = 2

_STATUS = {CONVERGED: SolveStatus.SOLVED, STALLED: SolveStatus.INACCURATE,
           INFEASIBLE: SolveStatus.INFEASIBLE, BROKEN: SolveStatus.FAILED}


def solve_interior(problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray] | None = None, *,
                   tolerance: float = 1e-6, max_iterations: int = 100, correctors: int | None = None,
                   opening: float = 0.3, patterns: PatternMemory | None = None) -> ContactSolution:
    """Solve `problem` by the interior point method; the status is the solver's own opinion.

    Parameters
    ----------
    warm : twist (b, 6) and impulse (c, 3) to start from, in the order of the problem's contacts
    tolerance : relative velocity error aimed at [-]; where it is cheap the method goes on far below
    correctors : most Gondzio correctors an iteration; None: none for small problems, else two
    opening : how far at least a warm start is pushed into the cones, in units of `speed_scale` [-]. The speed at which
        the worst constraint is broken would not do: in a large structure one stone sets it, and all start far off.
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
        correctors = 0 if blocks <= SMALL else 2
    margin = opening * problem.speed_scale / scaled.speed
    begin = COLD if warm is None else WARM
    aim, total = float(tolerance), 0
    with patterns.crew(), contact_crew(scaled.step, patterns.threads):
        for _ in range(1 + MORE_ROUNDS):
            code, iterations = iterate(scaled.step, scaled.energy_free, scaled.energy_least, scaled.bound_count,
                                       scaled.is_soft, aim, max_iterations - total, correctors, begin, margin, w)
            total += iterations
            if code != CONVERGED:
                return ContactSolution(*scaled.answer(w, certificate=code == INFEASIBLE), _STATUS[code], total,
                                       "interior")
            twist, impulse = scaled.answer(w)
            if scaled.bound_count > 0 or judge(problem, twist, impulse).velocity_bound <= tolerance:
                break
            begin, aim = GO_ON, 0.5 * aim
    return ContactSolution(twist, impulse, SolveStatus.SOLVED, total, "interior")
