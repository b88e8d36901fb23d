"""Do blocks that barely move come to exact rest in this step? Asked of statics, not of their speed.

Solvers end within their tolerance, friction shifts lag behind by a step: a house that has come through an earthquake
could go on creeping at 1e-6 m/s by what they leave over. Here rest is looked for as such. The impulses that stop
all free blocks within the step and bear their loads come from one convex problem without friction shift, whose
interior point answer lies in the middle of the cones, and are then moved until momentum balances (`settle.py`). Rest
with such impulses obeys Coulomb's law exactly, and the referee of that law, who shares no code with the search, has
the last word. Where no such impulses exist - a block on its edge, a block that slides under its load - nothing is held,
however slow it is. `halt` asks for all free blocks at once; `halt_beside` for those that barely move beside others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from drystone.solvers.cone.coulomb_residuals import judge_coulomb
from drystone.solvers.cone.parts import rows_at
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.cone.rest import FIXED, MOVES, RESTS, choose_candidates, rest_twist
from drystone.solvers.cone.sparse_matrix import build_system, inverse_inertia
from drystone.solvers.machine import PatternMemory
from drystone.solvers.settle import find_rest
from drystone.solvers.solve import SolverMemory, solve_contact_problem

#: Bias that counts as none, in units of the speed scale: the turn of frames and arms of blocks that barely move.
NO_BIAS = 1e-7
#: Residual of Coulomb's law up to which rest is an answer [-]: that of the biases left out, and rounding.
AT_REST = 1e-6
#: Of the convex problem: impulses are made exact after it.
TOLERANCE = 1e-6
#: Of `halt_beside`: blocks that cannot be held join those that move, and the others are asked again, so many times.
ROUNDS = 4


def halt(problem: ContactProblem, twist: np.ndarray, speed: float,
         patterns: PatternMemory | None = None) -> ContactSolution | None:
    """The answer in which all free blocks are at exact rest, with residuals of both laws; None if there is none.

    Parameters
    ----------
    problem : without friction shift in its bias; dry rigid joints
    twist : (b, 6) before the step
    speed : [m/s], none is looked for if a contact point of a free block was faster
    """
    rest = rest_twist(problem)
    if rest is None or problem.contact_count == 0 or not _all_slow(problem, twist, rest, speed):
        return None
    quiet = without_small_bias(problem)
    patterns = patterns or PatternMemory()
    found = solve_contact_problem(quiet, solver="interior", tolerance=TOLERANCE, memory=SolverMemory(patterns))
    if found.status in (SolveStatus.INFEASIBLE, SolveStatus.FAILED):
        return None
    still, impulse = found.twist.copy(), found.impulse.copy()
    count = find_rest(quiet, rest, speed, NO_BIAS * problem.speed_scale, still, impulse, patterns)
    if count < np.count_nonzero(~problem.prescribed):
        return None
    residuals = judge_coulomb(problem, still, impulse)
    if not residuals.worst <= AT_REST:
        return None
    return ContactSolution(still, impulse, SolveStatus.SOLVED, found.iterations, "rest",
                           judge(problem, still, impulse), residuals)


def without_small_bias(problem: ContactProblem) -> ContactProblem:
    """`problem` whose contacts with a bias below NO_BIAS have none."""
    is_small = np.abs(problem.bias).max(axis=1) <= NO_BIAS * problem.speed_scale
    return replace(problem, bias=np.where(is_small[:, None], 0.0, problem.bias))


def _all_slow(problem: ContactProblem, twist: np.ndarray, rest: np.ndarray, speed: float) -> bool:
    """Whether no free block is faster than `speed` [m/s] against `rest`, and none touches a support that moves."""
    kind = _kinds(problem, twist, rest, speed)
    if (kind[~problem.prescribed] != RESTS).any():
        return False
    return not (kind[problem.block_a] == MOVES).any() and not (kind[problem.block_b] == MOVES).any()


def _kinds(problem: ContactProblem, twist: np.ndarray, rest: np.ndarray, speed: float) -> np.ndarray:
    """(b,) RESTS where no point is faster than `speed` [m/s] against `rest`, FIXED supports, MOVES all others."""
    kind = np.empty(problem.block_count, np.int8)
    of_all = np.where(problem.prescribed[:, None], problem.free_twist, twist)
    choose_candidates(of_all, rest, problem.prescribed, problem.block_a, problem.block_b, problem.arm_a, problem.arm_b,
                      speed, kind)
    return kind


@dataclass(frozen=True, slots=True)
class Beside:
    """Some blocks at exact rest, the others as the solver left them."""

    twist: np.ndarray     #: (b, 6)
    impulse: np.ndarray   #: (c, 3) [N s]
    count: int            #: blocks at rest


def halt_beside(problem: ContactProblem, solution: ContactSolution, twist: np.ndarray, speed: float, *,
                known: np.ndarray | None = None, threads: int = 1) -> Beside | None:
    """Exact rest of what barely moves beside blocks that move as `solution` says; None if nothing can be held.

    A stone that rattles on a wall must not keep the wall from rest. Its impulses on the others are taken as they are,
    as loads; impulses that bear them are looked for as in `halt`. Blocks that cannot be held join those that move, and
    the others are asked once more. Nobody has judged the answer yet.

    Parameters
    ----------
    problem : as for `halt`
    twist : (b, 6) before the step
    speed : [m/s], of a contact point, up to which a block barely moves, before the step and in the solution
    known : (c, 3) [N s], impulses to look next to, in place of those of a convex problem: the last ones
    """
    rest = rest_twist(problem)
    if rest is None or problem.contact_count == 0:
        return None
    before, after = _kinds(problem, twist, rest, speed), _kinds(problem, solution.twist, rest, speed)
    asked, fixed = (before == RESTS) & (after == RESTS), before == FIXED
    not_yet = rest + np.eye(6)[0] * 0.5 * speed        # slow, but no rest: what is held loses it
    for _ in range(ROUNDS):
        if not asked.any():
            return None
        part, within = _loaded_part(problem, solution, asked, fixed)
        impulse, held = _bearing(part, asked, rest, speed, threads) if known is None else (known[within].copy(), asked)
        if (held == asked).all():
            found = np.where(asked[:, None], not_yet, part.free_twist)
            find_rest(part, rest, speed, NO_BIAS * problem.speed_scale, found, impulse, PatternMemory(threads))
            held = asked & (found == rest).all(axis=1)
        if (held == asked).all():
            whole = solution.impulse.copy()
            whole[within] = impulse
            return Beside(np.where(held[:, None], rest, solution.twist), whole, int(np.count_nonzero(held)))
        asked = held
    return None


def _bearing(part: ContactProblem, asked: np.ndarray, rest: np.ndarray, speed: float,
             threads: int) -> tuple[np.ndarray, np.ndarray]:
    """(c, 3) impulses in the middle of the cones that bear the loads, and which of the blocks `asked` rest by them."""
    found = solve_contact_problem(without_small_bias(part), solver="interior", tolerance=TOLERANCE,
                                  memory=SolverMemory(PatternMemory(threads)))
    if found.status in (SolveStatus.INFEASIBLE, SolveStatus.FAILED):
        return found.impulse, np.zeros_like(asked)
    return found.impulse.copy(), asked & (_kinds(part, found.twist, rest, speed) == RESTS)


def _loaded_part(problem: ContactProblem, solution: ContactSolution, asked: np.ndarray,
                 fixed: np.ndarray) -> tuple[ContactProblem, np.ndarray]:
    """The problem of the blocks `asked` (b,) alone, what moves beside them as a load; (c,) which contacts it has.

    fixed : (b,) supports that are at rest
    """
    of_a, of_b = asked[problem.block_a], asked[problem.block_b]
    beside = (of_a & ~(asked | fixed)[problem.block_b]) | (of_b & ~(asked | fixed)[problem.block_a])
    within = (of_a | of_b) & ~beside
    free_twist = problem.free_twist
    if beside.any():
        loads = replace(problem, prescribed=~asked, **rows_at(problem, beside))
        system = build_system(loads)
        free_twist = system.add_to(free_twist, inverse_inertia(loads, system)
                                   @ (system.jacobian.T @ solution.impulse[beside].ravel()))
    return replace(problem, prescribed=~asked, free_twist=free_twist, **rows_at(problem, within)), within
