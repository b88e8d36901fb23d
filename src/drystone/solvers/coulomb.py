"""Coulomb's law of one step: the splitting, and the referee's word on what it found.

Convex solvers answer the associative law; what they have to say under Coulomb's is in `coulomb_shift.py`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone.solvers.cone.coulomb_residuals import judge_coulomb
from drystone.solvers.cone.local_problem import to_local
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.cone.sparse_matrix import build_system, inverse_inertia
from drystone.solvers.first_order.local_gauss_seidel import solve_coulomb_sweeps
from drystone.solvers.machine import PatternMemory, solve_splitting

#: FCLIB's error at which sweeps end, and their greatest number.
SWEEP_ERROR, MOST_SWEEPS = 1e-12, 2000

#: Share of the tolerance that the splitting aims at: its measure of friction along t is a mean over t1 and t2, the
#: referee's the worst of all directions.
AIM = 0.9


def can_split(problem: ContactProblem) -> bool:
    """Whether the splitting takes the problem: its compliances must be the same along t1 and t2."""
    return problem.compliance is None or np.array_equal(problem.compliance[:, 1], problem.compliance[:, 2])


def solve_coulomb(problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray] | None = None, *, tolerance: float,
                  most: int, aim: float | None = None, patterns: PatternMemory | None = None) -> ContactSolution:
    """Twist and impulses by Coulomb's law, with what `judge_coulomb` says of them.

    Parameters
    ----------
    warm : twist (b, 6) and impulse (c, 3) to start from
    tolerance : on `CoulombResiduals.worst`, in units of `speed_scale` [-]
    most : iterations
    aim : tolerance at which the iterations end; none: that on the answer

    Returns
    -------
    SOLVED if the referee finds it within tolerance, INACCURATE with the best answer if not, FAILED if there is none.
    """
    found = solve_splitting(problem, warm, tolerance=AIM * (tolerance if aim is None else aim), most=most,
                            patterns=patterns)
    return graded(problem, found, tolerance)


def can_sweep(problem: ContactProblem) -> bool:
    """Whether sweeps over the contacts take the problem: rigid, dry joints."""
    return problem.compliance is None and not any(
        given is not None for given in (problem.cohesion, problem.tension, problem.crushing))


def sweep_contacts(problem: ContactProblem, near: ContactSolution, tolerance: float) -> ContactSolution:
    """Twist and impulses by sweeps over the contacts, for small problems on which the splitting runs in a cycle.

    near : what the splitting gave; tolerance : on `CoulombResiduals.worst` [-]
    """
    system = build_system(problem)
    impulse, sweeps = solve_coulomb_sweeps(to_local(problem), tolerance=SWEEP_ERROR, max_iterations=MOST_SWEEPS)
    change = inverse_inertia(problem, system) @ (system.jacobian.T @ impulse.ravel())
    found = replace(near, twist=system.add_to(problem.free_twist, change), impulse=impulse,
                    iterations=near.iterations + sweeps)
    return graded(problem, found, tolerance)


def graded(problem: ContactProblem, solution: ContactSolution, tolerance: float) -> ContactSolution:
    """The solution with its residuals under Coulomb's law, and the status that they deserve."""
    residuals = judge_coulomb(problem, solution.twist, solution.impulse)
    if residuals.worst <= tolerance:
        status = SolveStatus.SOLVED
    else:
        status = SolveStatus.INACCURATE if np.isfinite(residuals.worst) else SolveStatus.FAILED
    return replace(solution, status=status, coulomb=residuals)
