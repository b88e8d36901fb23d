"""Do blocks that barely move come to exact rest in this step? Asked of statics, not of their speed.

Solvers end within their tolerance, friction shifts lag behind by a step: a house that has come through an earthquake
could go on creeping at 1e-6 m/s by what they leave over. Here rest is looked for as such. The impulses that stop
all free blocks within the step and bear their loads come from one convex problem without friction shift, whose
interior point answer lies in the middle of the cones, and are then moved until momentum balances (`settle.py`). Rest
with such impulses obeys Coulomb's law exactly, and the referee of that law, who shares no code with the search, has
the last word. Where no such impulses exist - a block on its edge, a block that slides under its load - nothing is held,
however slow it is.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone.solvers.cone.coulomb_residuals import judge_coulomb
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.cone.rest import MOVES, RESTS, choose_candidates, rest_twist
from drystone.solvers.machine import PatternMemory
from drystone.solvers.settle import find_rest
from drystone.solvers.solve import SolverMemory, solve_contact_problem

#: Bias that counts as none, in units of the speed scale: the turn of frames and arms of blocks that barely move.
NO_BIAS = 1e-7
#: Residual of Coulomb's law up to which rest is an answer [-]: that of the biases left out, and rounding.
AT_REST = 1e-6
#: Of the convex problem: impulses are made exact after it.
TOLERANCE = 1e-6


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
    kind = np.empty(problem.block_count, np.int8)
    before = np.where(problem.prescribed[:, None], problem.free_twist, twist)
    choose_candidates(before, rest, problem.prescribed, problem.block_a, problem.block_b, problem.arm_a, problem.arm_b,
                      speed, kind)
    if (kind[~problem.prescribed] != RESTS).any():
        return False
    return not (kind[problem.block_a] == MOVES).any() and not (kind[problem.block_b] == MOVES).any()
