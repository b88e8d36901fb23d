"""Impulses that hold blocks at rest, found on the lanes with the block factor: see solvers/settle.py."""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import kernel, merged_kernel
from drystone.solvers.cone.problem import ContactProblem
from drystone.solvers.cone.rest import (
    ATTEMPTS,
    CARRIES,
    CONE_TOLERANCE,
    IDLE,
    MOMENTUM_TOLERANCE,
    MOVES,
    OUTSIDE,
    REPETITIONS,
    RESTS,
    sort_contacts,
)
from drystone.solvers.factor.pattern_memory import PatternMemory
from drystone.solvers.lanes import contact_jobs as jobs
from drystone.solvers.lanes.block_jobs import factor_blocks, solve_condensed, take_stiffness, take_wrenches
from drystone.solvers.lanes.layout import RF, Z0, Z1, Z2, start
from drystone.solvers.lanes.operators import copy_to, solve_inertia
from drystone.solvers.lanes.scaled_step import scale_problem


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
    take_wrenches(step, residual)
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
    take_stiffness(step)
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


def hold_candidates(problem: ContactProblem, kind: np.ndarray, rest: np.ndarray, still: float, twist: np.ndarray,
                    impulse: np.ndarray, patterns: PatternMemory) -> int:
    """Hold the blocks of `kind` RESTS, or all but those that turn out to move; as `settle.find_rest`."""
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
    step.inertia[:] = 0.0     # rest has none; the step is this search's own
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
