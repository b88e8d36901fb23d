"""Exact rest: replace a block's nearly zero twist by zero where admissible impulses prove that it is the solution.

An interior point leaves velocities of the size of its rounding, and a wall at rest would creep. For the blocks S that
barely move, this asks for impulses r in the cones with (G^T r)_S = (H (v_rest - v*))_S exactly. They are
looked for next to the solver's impulses: dr = D G y, (G^T D G) y = residual, the least correction weighted by
D = squared distance of each contact to the boundary of its cone. At rest s = d, so only contacts with no bias carry;
one with an opening bias is idle; one whose bias asks for motion takes its blocks out of S. Since the
velocities of a step are unique, impulses found in this way are a proof, whatever the threshold was.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone.solvers.cone.parts import take_part
from drystone.solvers.cone.problem import ContactProblem, ContactSolution
from drystone.solvers.cone.residuals import judge
from drystone.solvers.cone.rest import RESTS, choose_candidates, rest_twist, sort_contacts
from drystone.solvers.machine import PatternMemory, hold_candidates

#: Share of the free blocks below which the candidates are asked by themselves.
FEW = 0.5


def settle(problem: ContactProblem, solution: ContactSolution, speed: float | None = None, *,
           bias_tolerance: float | None = None, tolerance: float = 1e-6,
           patterns: PatternMemory | None = None) -> ContactSolution:
    """The solution with exact rest wherever rest can be proved, or the solution itself where it cannot.

    Parameters
    ----------
    speed : fastest contact point of a block that is a candidate [m/s]; default 1e-4 of the speed scale
    bias_tolerance : bias that counts as none [m/s]; default 1e-14 of the speed scale
    tolerance : the result is taken if its bound on the velocity error is below this, or below the solver's

    Joints with compliance have unique impulses and are left alone, joints with cohesion, too.
    """
    special = (problem.compliance, problem.cohesion, problem.tension, problem.crushing)
    if problem.contact_count == 0 or any(field is not None for field in special):
        return solution
    rest = rest_twist(problem)
    if rest is None:
        return solution
    twist, impulse = solution.twist.copy(), solution.impulse.copy()
    count = find_rest(problem, rest, float(1e-4 * problem.speed_scale if speed is None else speed),
                      float(1e-14 * problem.speed_scale if bias_tolerance is None else bias_tolerance),
                      twist, impulse, patterns or PatternMemory())
    if count == 0:
        return solution
    residuals = judge(problem, twist, impulse)
    before = solution.residuals or judge(problem, solution.twist, solution.impulse)
    if residuals.velocity_bound > max(tolerance, before.velocity_bound):
        return solution
    return replace(solution, twist=twist, impulse=impulse, residuals=residuals)


def find_rest(problem: ContactProblem, rest: np.ndarray, speed: float, still: float, twist: np.ndarray,
              impulse: np.ndarray, patterns: PatternMemory) -> int:
    """Settle what can be settled, in place; returns how many blocks are at exact rest now."""
    kind = np.empty(problem.block_count, np.int8)
    choose_candidates(twist, rest, problem.prescribed, problem.block_a, problem.block_b, problem.arm_a, problem.arm_b,
                      speed, kind)
    # those whose bias asks for motion are dropped first: what is left is a smaller question, or none
    count = sort_contacts(kind, problem.block_a, problem.block_b, problem.bias, problem.friction, still,
                          np.empty(problem.contact_count, np.int8))
    if count == 0:
        return 0
    candidates = kind == RESTS
    if count < FEW * np.count_nonzero(~problem.prescribed):    # the others are not part of the question
        part = take_part(problem, candidates)
        own = impulse[part.contacts]
        settled = hold_candidates(part.problem, kind, rest, still, twist, own, PatternMemory(patterns.threads))
        impulse[part.contacts] = own
        return settled
    return hold_candidates(problem, kind, rest, still, twist, impulse, patterns)
