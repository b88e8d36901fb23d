"""Exact rest: replace a block's nearly zero twist by zero where admissible impulses prove that it is the solution.

An interior point leaves velocities of the size of its rounding, and a wall at rest would creep. For the blocks S that
barely move, this asks for impulses r in the cones with (G^T r)_S = (H (v_rest - v*))_S exactly. They are
looked for next to the solver's impulses: dr = D G y, (G^T D G) y = residual, the least correction weighted by
D = squared distance of each contact to the boundary of its cone. At rest s = d, so only contacts with no bias carry;
one with an opening bias is idle; one whose bias asks for motion takes its blocks out of S. Since the
velocities of a step are unique, impulses found in this way are a proof, whatever the threshold was.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from drystone.kernels import kernel, merged_kernel
from drystone.solvers.cone.parts import take_part
from drystone.solvers.cone.problem import ContactProblem, ContactSolution
from drystone.solvers.cone.residuals import judge
from drystone.solvers.factor.pattern_memory import PatternMemory
from drystone.solvers.interior.method import factor_blocks, solve_condensed
from drystone.solvers.lanes import contact_jobs as jobs
from drystone.solvers.lanes.layout import RF, Z0, Z1, Z2, start
from drystone.solvers.lanes.operators import copy_to, solve_inertia
from drystone.solvers.lanes.scaled_step import scale_problem

#: Kinds of blocks: moves, candidate for rest, prescribed and at rest.
MOVES, RESTS, FIXED = 0, 1, 2
#: Kinds of contacts: outside of the question, carries, idle at rest.
OUTSIDE, CARRIES, IDLE = 0, 1, 2

#: Relative tolerances on the cones and on the momentum of a block at rest.
CONE_TOLERANCE = 1e-12
MOMENTUM_TOLERANCE = 1e-11

#: Share of the free blocks below which the candidates are asked by themselves.
FEW = 0.5

ATTEMPTS = 3
REPETITIONS = 5


@kernel
def choose_candidates(twist, rest, prescribed, block_a, block_b, arm_a, arm_b, speed, kind):
    """kind[b] = RESTS where no contact point of free block b moves faster than `speed` against `rest`."""
    blocks = twist.shape[0]
    radius = np.zeros(blocks)
    for c in range(block_a.shape[0]):
        a, b = block_a[c], block_b[c]
        radius[a] = max(radius[a], math.sqrt(arm_a[c, 0] ** 2 + arm_a[c, 1] ** 2 + arm_a[c, 2] ** 2))
        radius[b] = max(radius[b], math.sqrt(arm_b[c, 0] ** 2 + arm_b[c, 1] ** 2 + arm_b[c, 2] ** 2))
    for b in range(blocks):
        linear, angular, exact = 0.0, 0.0, True
        for k in range(3):
            linear += (twist[b, k] - rest[k]) ** 2
            angular += twist[b, 3 + k] ** 2
        exact = linear == 0.0 and angular == 0.0
        kind[b] = MOVES
        if prescribed[b]:
            kind[b] = FIXED if exact else MOVES
        elif radius[b] > 0.0 and math.sqrt(linear) + radius[b] * math.sqrt(angular) <= speed:
            kind[b] = RESTS


@kernel
def sort_contacts(kind, block_a, block_b, bias, friction, still, role):
    """role[c] for the present candidates; candidates whose bias asks for motion are dropped. Returns how many rest."""
    changed = True
    while changed:
        changed = False
        for c in range(block_a.shape[0]):
            a, b = block_a[c], block_b[c]
            role[c] = OUTSIDE
            if kind[a] == MOVES or kind[b] == MOVES or (kind[a] == FIXED and kind[b] == FIXED):
                continue
            side = friction[c] * math.sqrt(bias[c, 1] ** 2 + bias[c, 2] ** 2)
            if abs(bias[c, 0]) <= still and side <= still:
                role[c] = CARRIES
            elif bias[c, 0] >= side:
                role[c] = IDLE
            else:
                changed = True
                if kind[a] == RESTS:
                    kind[a] = MOVES
                if kind[b] == RESTS:
                    kind[b] = MOVES
    count = 0
    for b in range(kind.shape[0]):
        if kind[b] == RESTS:
            count += 1
    return count


@kernel
def put_impulses(a, impulse, friction, unit, role):
    """Z: the impulses (c, 3), those that may be moved drawn into their cones, none where idle. Returns the greatest.

    RF marks the contacts that carry, whose impulses may be moved.
    """
    largest = 0.0
    for c in range(friction.shape[0]):
        i = start(c)
        n, t1, t2 = 0.0, 0.0, 0.0
        if role[c] != IDLE:
            n = max(impulse[c, 0], 0.0) / unit
            if friction[c] > 0.0:
                t1, t2 = impulse[c, 1] / (friction[c] * unit), impulse[c, 2] / (friction[c] * unit)
        a[i + RF] = 0.0
        if role[c] == CARRIES:
            a[i + RF] = 1.0
            side = math.sqrt(t1 * t1 + t2 * t2)
            if side > n:
                t1, t2 = t1 * n / side, t2 * n / side
            largest = max(largest, n)
        a[i + Z0], a[i + Z1], a[i + Z2] = n, t1, t2
    return largest


@merged_kernel
def find_short(step, rests, need, residual):
    """residual (n, 6) = need - C^T z on the resting blocks, zero on the others; the wrenches of z are those at hand."""
    jobs.take_wrenches(step, residual)
    for i in range(rests.shape[0]):
        for k in range(6):
            residual[i, k] = step.mask[k] * need[i, k] - residual[i, k] if rests[i] else 0.0


@kernel
def fails(step, rests, residual, size, work, failed):
    """failed[i] = whether momentum does not balance on resting block i within tolerance; returns whether any fails."""
    solve_inertia(step.inertia_factor, residual, step.mask, work)
    any_fails = False
    for i in range(rests.shape[0]):
        error = 0.0
        for k in range(6):
            error += residual[i, k] * work[i, k]
        failed[i] = rests[i] and not math.sqrt(max(error, 0.0)) <= MOMENTUM_TOLERANCE * size[i]
        any_fails = any_fails or failed[i]
    return any_fails


@kernel
def hold(step, rests, need, size, failed):
    """Move z of the carrying contacts until C^T z = need (n, 6) on the resting blocks.

    `step` has no inertia here; failed[i] tells where it did not succeed. Returns 0 if nothing had to be moved, 1, or 2
    if the factor broke.
    """
    blocks = rests.shape[0]
    residual, work = np.empty((blocks, 6)), np.empty((blocks, 6))
    jobs.do_job(step, jobs.CARRY, 0.0, 0.0)
    find_short(step, rests, need, residual)
    if not fails(step, rests, residual, size, work, failed):
        return 0
    jobs.do_job(step, jobs.WEIGH, 0.0, 0.0)
    jobs.take_stiffness(step)
    for i in range(blocks):                   # a hinge leaves the matrix singular; the repetitions make up for this
        largest = 0.0
        for k in range(6):
            largest = max(largest, step.diag[i, k, k] if step.mask[k] > 0.0 else 0.0)
        for k in range(6):
            step.diag[i, k, k] += 1e-13 * largest if largest > 0.0 else 1.0
    if not factor_blocks(step):
        return 2
    for _ in range(REPETITIONS - 1):
        solve_condensed(step, residual)
        copy_to(residual, step.twist)
        jobs.do_job(step, jobs.HOLD, 0.0, 0.0)
        find_short(step, rests, need, residual)
    fails(step, rests, residual, size, work, failed)
    return 1


@kernel
def leave_cones(a, friction, largest, role, block_a, block_b, kind):
    """Blocks at carrying contacts whose impulse is outside of its cone cannot rest; returns whether there are any."""
    left = False
    for c in range(friction.shape[0]):
        if role[c] == CARRIES:
            i = start(c)
            if not math.sqrt(a[i + Z1] ** 2 + a[i + Z2] ** 2) <= a[i + Z0] + CONE_TOLERANCE * largest:
                left = True
                for b in (block_a[c], block_b[c]):
                    if kind[b] == RESTS:
                        kind[b] = MOVES
    return left


def find_rest(problem: ContactProblem, rest: np.ndarray, speed: float, still: float, twist: np.ndarray,
              impulse: np.ndarray, patterns: PatternMemory) -> int:
    """Settle what can be settled, in place; returns how many blocks are at exact rest now."""
    kind = np.empty(problem.block_count, np.int8)
    choose_candidates(twist, rest, problem.prescribed, problem.block_a, problem.block_b, problem.arm_a, problem.arm_b,
                      speed, kind)
    candidates = kind == RESTS
    count = np.count_nonzero(candidates)
    if count == 0:
        return 0
    if count < FEW * np.count_nonzero(~problem.prescribed):    # the others are not part of the question
        part = take_part(problem, candidates)
        own = impulse[part.contacts]
        settled = hold_candidates(part.problem, kind, rest, still, twist, own, PatternMemory(patterns.threads))
        impulse[part.contacts] = own
        return settled
    return hold_candidates(problem, kind, rest, still, twist, impulse, patterns)


def hold_candidates(problem: ContactProblem, kind: np.ndarray, rest: np.ndarray, still: float, twist: np.ndarray,
                    impulse: np.ndarray, patterns: PatternMemory) -> int:
    """Hold the blocks of `kind` RESTS, or all but those that turn out to move; as `find_rest`."""
    role = np.empty(problem.contact_count, np.int8)
    scaled = scale_problem(problem, patterns)
    step, slot = scaled.step, scaled.slot
    if not np.isfinite(scaled.worst):
        return 0
    free = slot >= 0
    change = rest - problem.free_twist[free]
    need, size = np.empty((len(step.inertia), 6)), np.empty(len(step.inertia))
    need[slot[free]] = np.matmul(problem.inertia[free], change[:, :, None])[:, :, 0] / (scaled.mass * scaled.speed)
    size[slot[free]] = (np.maximum(np.abs(change[:, :3]).max(axis=1), problem.speed_scale) / scaled.speed
                        * np.sqrt(problem.inertia[free, 0, 0] / scaled.mass))
    step = step.replace(inertia=np.zeros_like(step.inertia))
    rests, failed = np.zeros(len(size), bool), np.zeros(len(size), bool)
    unit = scaled.mass * scaled.speed
    with patterns.crew(), jobs.contact_crew(step, patterns.threads):
        for _ in range(ATTEMPTS):
            if sort_contacts(kind, problem.block_a, problem.block_b, problem.bias, problem.friction, still, role) == 0:
                return 0
            rests[slot[free]] = kind[free] == RESTS
            largest = put_impulses(step.lanes, impulse, problem.friction, unit, role)
            code = hold(step, rests, need, size, failed)
            if code > 0:
                patterns.forget_factor()
            if code == 2:
                return 0
            kind[free] = np.where(failed[slot[free]], MOVES, kind[free])
            left = leave_cones(step.lanes, problem.friction, largest, role, problem.block_a, problem.block_b, kind)
            if not (left or failed.any()):
                settled = kind == RESTS
                twist[settled] = rest
                inside = role != OUTSIDE
                impulse[inside] = scaled.answer(np.zeros_like(need))[1][inside]
                return int(np.count_nonzero(settled))
    return 0


def rest_twist(problem: ContactProblem) -> np.ndarray | None:
    """(6,) what counts as rest: zero if a prescribed block stands still, else its translation; None if neither."""
    supports = problem.free_twist[problem.prescribed]
    if len(supports) == 0:
        return None
    still = ~supports.any(axis=1)
    if still.any():
        return np.zeros(6)
    return None if supports[0, 3:].any() else supports[0].copy()


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
