"""Who can take a problem with Coulomb's law: one table, which the benchmarks of FCLIB's files and nasty problems read.

A solver that is added to COULOMB_SOLVERS is measured and graded in both. Nobody's own opinion counts: `grade_coulomb`
asks the referee, and FCLIB's measure where that is defined.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from drystone.bench.saved import SavedStep
from drystone.bench.solver_call import call_solver, new_memory
from drystone.solvers.cone.coulomb_residuals import judge_coulomb
from drystone.solvers.cone.local_problem import fclib_error, to_local
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, CoulombResiduals, FlowLaw, SolveStatus
from drystone.solvers.coulomb import can_split
from drystone.solvers.coulomb_shift import Iterate, iterate_shift
from drystone.solvers.first_order.local_gauss_seidel import solve_coulomb_sweeps
from drystone.solvers.machine import PatternMemory, solve_splitting

#: Error of Coulomb's law up to which an answer is called solved, see `CoulombGrade.error` [-].
COULOMB_TOLERANCE = 1e-3

#: Convex solves with which Coulomb's law is sought, and the change of the shift that ends them, relative to the
#: greatest relative velocity without impulses.
MOST_SOLVES, SHIFT_TOLERANCE = 30, 1e-7

#: Iterations of the splitting, and the error that ends them, as `CoulombGrade.error`: some way below what is asked for,
#: since FCLIB's measure is another one.
MOST_SPLITS, SPLIT_TOLERANCE = 5000, 1e-6

#: Sweeps over the contacts, and visits of a contact in all of them.
MOST_SWEEPS, MOST_VISITS = 20_000, 2_000_000


@dataclass(frozen=True, slots=True)
class CoulombGrade:
    """What an answer is worth under Coulomb's law."""

    residuals: CoulombResiduals
    error: float           #: their `worst`, over `start_speed` in place of speed_scale where that is higher [-]
    fclib: float | None    #: FCLIB's first merit function; None with strengths, compliance or planar mode

    @property
    def status(self) -> SolveStatus:
        """What the answer deserves to be called."""
        if not np.isfinite(self.error):
            return SolveStatus.FAILED
        return SolveStatus.SOLVED if self.error <= COULOMB_TOLERANCE else SolveStatus.INACCURATE


def grade_coulomb(problem: ContactProblem, twist: np.ndarray, impulse: np.ndarray) -> CoulombGrade:
    """Grade of the twist (b, 6) and the impulses (c, 3) [N s]."""
    residuals = judge_coulomb(problem, twist, impulse)
    error = residuals.worst * problem.speed_scale / max(problem.speed_scale, start_speed(problem))
    return CoulombGrade(residuals, error, fclib_error(to_local(problem), impulse) if is_dry(problem) else None)


def start_speed(problem: ContactProblem) -> float:
    """Greatest approach of a contact without impulses [m/s]: what the step has to undo."""
    free = ~problem.prescribed
    counts = free[problem.block_a] | free[problem.block_b]
    speed = _contact_speed(problem, problem.free_twist)
    return float(np.max(np.where(counts & (speed[:, 0] < 0.0), np.linalg.norm(speed, axis=1), 0.0), initial=0.0))


def _contact_speed(problem: ContactProblem, twist: np.ndarray) -> np.ndarray:
    """(c, 3) G v + d [m/s]."""
    speed = problem.bias.copy()
    for block, arm, sign in ((problem.block_a, problem.arm_a, -1.0), (problem.block_b, problem.arm_b, 1.0)):
        point = twist[block, :3] + np.cross(twist[block, 3:], arm)
        speed += sign * np.einsum("ckj,cj->ck", problem.frame, point)
    return speed


def is_dry(problem: ContactProblem) -> bool:
    """Whether all joints are rigid and hold by friction alone, in space: what FCLIB's layout can say."""
    fields = (problem.compliance, problem.cohesion, problem.tension, problem.crushing, problem.planar_axis)
    return all(field is None for field in fields)


def solve_by_shift(problem: ContactProblem, convex: str = "auto", threads: int = 1) -> ContactSolution:
    """Coulomb's law by convex problems of the solver `convex`, iterated on the friction shift; counts the solves."""
    memory, warm = new_memory(threads), None
    scale = max(problem.speed_scale, start_speed(problem))

    def solve(shift: np.ndarray) -> Iterate[ContactSolution] | None:
        nonlocal warm
        solution = _solve_shifted(problem, shift, convex, warm, memory)
        if solution.status in (SolveStatus.INFEASIBLE, SolveStatus.FAILED):
            lost.append(solution)
            return None
        warm = (solution.twist, solution.impulse)
        return Iterate(solution, *_slip_and_pressed(problem, solution))

    lost: list[ContactSolution] = []
    best, _, count = iterate_shift(solve, np.zeros(problem.contact_count), MOST_SOLVES, SHIFT_TOLERANCE * scale)
    return _graded(problem, replace(lost[0] if best is None else best, iterations=count, solver="shift"))


def _solve_shifted(problem: ContactProblem, shift: np.ndarray, convex: str, warm, memory) -> ContactSolution:
    """The associative answer with `shift` (c,) [m/s] in the normal bias."""
    bias = problem.bias.copy()
    bias[:, 0] += shift
    shifted = replace(problem, bias=bias, law=FlowLaw.ASSOCIATIVE)
    solution = call_solver(SavedStep(shifted, warm), convex, memory)
    if solution.status is SolveStatus.SOLVED or warm is None:
        return solution
    return call_solver(SavedStep(shifted, None), convex, memory)   # some get stuck at the answer to a near problem


def _slip_and_pressed(problem: ContactProblem, solution: ContactSolution) -> tuple[np.ndarray, np.ndarray]:
    """(c,) mu |s_t| of an answer [m/s], and (c,) bool: contacts that hold against slip."""
    speed = _contact_speed(problem, solution.twist)
    if problem.compliance is not None:
        speed += problem.compliance * solution.impulse
    cohesion = 0.0 if problem.cohesion is None else problem.cohesion
    return (problem.friction * np.hypot(speed[:, 1], speed[:, 2]),
            problem.friction * solution.impulse[:, 0] + cohesion > 0.0)


def solve_by_sweeps(problem: ContactProblem) -> ContactSolution:
    """Coulomb's law itself, contact by contact; counts the sweeps."""
    local = to_local(problem)
    zero = ContactSolution(np.zeros((problem.block_count, 6)), np.zeros((problem.contact_count, 3)), SolveStatus.FAILED,
                           0, "sweeps")
    if not all(np.isfinite(values).all() for values in (local.matrix.data, local.start, local.friction)):
        return zero
    most = min(MOST_SWEEPS, MOST_VISITS // max(problem.contact_count, 1))
    impulse, count = solve_coulomb_sweeps(local, max_iterations=most)
    return _graded(problem, replace(zero, twist=twist_of(problem, impulse), impulse=impulse, iterations=count,
                                    status=SolveStatus.INACCURATE))


def solve_by_splitting(problem: ContactProblem, threads: int = 1) -> ContactSolution:
    """Coulomb's law by operator splitting, from no warm start; counts the iterations."""
    scale = max(problem.speed_scale, start_speed(problem)) / problem.speed_scale
    solution = solve_splitting(problem, tolerance=SPLIT_TOLERANCE * scale, most=MOST_SPLITS,
                               patterns=PatternMemory(threads))
    if solution.status is SolveStatus.FAILED:     # its twist may hold what is no number
        solution = replace(solution, twist=np.zeros_like(solution.twist), impulse=np.zeros_like(solution.impulse))
    return _graded(problem, solution)


def twist_of(problem: ContactProblem, impulse: np.ndarray) -> np.ndarray:
    """(b, 6) v* + H^-1 G^T r over the free blocks of a problem in space."""
    force = np.einsum("ckj,ck->cj", problem.frame, impulse)
    load = np.zeros((problem.block_count, 6))
    for block, arm, sign in ((problem.block_a, problem.arm_a, -1.0), (problem.block_b, problem.arm_b, 1.0)):
        np.add.at(load, block, sign * np.concatenate([force, np.cross(arm, force)], axis=1))
    change = np.linalg.solve(problem.inertia, load[:, :, None])[:, :, 0]
    return np.where(problem.prescribed[:, None], problem.free_twist, problem.free_twist + change)


def _graded(problem: ContactProblem, solution: ContactSolution) -> ContactSolution:
    """With the referee's status: these methods have no opinion of their own. No answer stays none."""
    if solution.status in (SolveStatus.INFEASIBLE, SolveStatus.FAILED):
        return replace(solution, coulomb=judge_coulomb(problem, solution.twist, solution.impulse))
    grade = grade_coulomb(problem, solution.twist, solution.impulse)
    return replace(solution, status=grade.status, coulomb=grade.residuals)


@dataclass(frozen=True, slots=True)
class CoulombSolver:
    """A row of the table."""

    name: str
    solve: Callable[[ContactProblem], ContactSolution]
    takes: Callable[[ContactProblem], bool] = lambda problem: True   #: whether it can be asked this


#: By name. `solve` gets a problem with law COULOMB and says SOLVED only below its tolerance, INACCURATE above.
COULOMB_SOLVERS = {item.name: item for item in (
    CoulombSolver("shift", solve_by_shift),
    CoulombSolver("sweeps", solve_by_sweeps, is_dry),
    CoulombSolver("splitting", solve_by_splitting, can_split),
)}
