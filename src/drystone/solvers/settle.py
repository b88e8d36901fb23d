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

from drystone.kernels import kernel
from drystone.solvers.band_cholesky import factor, find_reach, order_blocks, scatter, solve
from drystone.solvers.operators import (
    apply_rows,
    apply_rows_transposed,
    assemble,
    factor_inertia,
    free_dofs,
    group_contacts,
    scale_rows,
    solve_inertia,
)
from drystone.solvers.problem import ContactProblem, ContactSolution
from drystone.solvers.residuals import judge

#: Kinds of blocks: moves, candidate for rest, prescribed and at rest.
MOVES, RESTS, FIXED = 0, 1, 2
#: Kinds of contacts: outside of the question, carries, idle at rest.
OUTSIDE, CARRIES, IDLE = 0, 1, 2

#: Relative tolerances on the cones and on the momentum of a block at rest.
CONE_TOLERANCE = 1e-12
MOMENTUM_TOLERANCE = 1e-11

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
def correct_impulses(need, z, role, slot_a, slot_b, rows, arm_a, arm_b, mask, inertia, residual):
    """Move z (c, 3) of the carrying contacts so that C^T z = need (n, 6) on the resting blocks; residual after it."""
    contacts, blocks = z.shape[0], need.shape[0]
    stiffness = np.zeros((contacts, 6))
    for c in range(contacts):
        if role[c] == CARRIES:
            side = math.sqrt(z[c, 1] ** 2 + z[c, 2] ** 2)
            distance = max(z[c, 0] - side, 0.0)
            stiffness[c, 0] = distance * distance
            stiffness[c, 3] = stiffness[c, 0]
            stiffness[c, 5] = stiffness[c, 0]
    group_ptr = np.empty(contacts + 1, np.int64)
    group_count = group_contacts(slot_a, slot_b, arm_a, arm_b, group_ptr)
    reach = np.empty(blocks, np.int64)
    width = find_reach(group_ptr, group_count, slot_a, slot_b, reach)
    diag, off = np.empty((blocks, 6, 6)), np.empty((group_count, 6, 6))
    nothing = np.zeros((blocks, 6, 6))
    assemble(group_ptr, group_count, slot_a, slot_b, rows, arm_a, arm_b, stiffness, nothing, mask, diag, off)
    for i in range(blocks):                   # a hinge leaves the matrix singular; the repetitions make up for this
        largest = 0.0
        for k in range(6):
            largest = max(largest, diag[i, k, k] if mask[k] > 0.0 else 0.0)
        for k in range(6):
            diag[i, k, k] += 1e-13 * largest + 1e-300
    band = np.empty((6 * blocks, 6 * width))
    scatter(diag, off, group_ptr, group_count, slot_a, slot_b, band)
    good = factor(band, reach)
    y, shift = np.empty((blocks, 6)), np.empty((contacts, 3))
    for repetition in range(REPETITIONS):
        apply_rows_transposed(z, slot_a, slot_b, rows, arm_a, arm_b, mask, residual)
        for i in range(blocks):
            for k in range(6):
                residual[i, k] = mask[k] * need[i, k] - residual[i, k]
                y[i, k] = residual[i, k]
        if not good or repetition == REPETITIONS - 1:
            return good
        solve(band, reach, y.reshape(6 * blocks))
        apply_rows(y, slot_a, slot_b, rows, arm_a, arm_b, shift)
        for c in range(contacts):
            for k in range(3):
                z[c, k] += stiffness[c, 0] * shift[c, k]
    return True


@kernel
def balances(residual, work, size):
    """Whether momentum balances on every block within tolerance; work = H^-1 residual."""
    for i in range(size.shape[0]):
        error = 0.0
        for k in range(6):
            error += residual[i, k] * work[i, k]
        if not math.sqrt(max(error, 0.0)) <= MOMENTUM_TOLERANCE * size[i]:
            return False
    return True


@kernel
def find_rest(inertia, free_twist, prescribed, block_a, block_b, frame, arm_a, arm_b, bias, friction, mask,
              speed_scale, rest, speed, still, twist, impulse):
    """Settle what can be settled, in place; returns how many blocks are at exact rest now."""
    blocks, contacts = twist.shape[0], friction.shape[0]
    kind, role = np.empty(blocks, np.int8), np.empty(contacts, np.int8)
    choose_candidates(twist, rest, prescribed, block_a, block_b, arm_a, arm_b, speed, kind)
    moves, slot = np.empty(blocks, np.bool_), np.empty(blocks, np.int64)
    slot_a, slot_b = np.empty(contacts, np.int64), np.empty(contacts, np.int64)
    rows = np.empty((contacts, 3, 3))
    scale_rows(frame, friction, rows)
    z = np.empty((contacts, 3))
    for _ in range(ATTEMPTS):
        count = sort_contacts(kind, block_a, block_b, bias, friction, still, role)
        if count == 0:
            return 0
        for b in range(blocks):
            moves[b] = kind[b] != RESTS
        order_blocks(moves, block_a, block_b, slot)
        largest = 0.0
        for c in range(contacts):
            slot_a[c], slot_b[c] = slot[block_a[c]], slot[block_b[c]]
            z[c, 0] = 0.0 if role[c] == IDLE else max(impulse[c, 0], 0.0)
            for k in range(1, 3):
                z[c, k] = impulse[c, k] / friction[c] if friction[c] > 0.0 and role[c] != IDLE else 0.0
            if role[c] == CARRIES:
                largest = max(largest, z[c, 0])
                side = math.sqrt(z[c, 1] ** 2 + z[c, 2] ** 2)
                if side > z[c, 0]:
                    z[c, 1] *= z[c, 0] / side
                    z[c, 2] *= z[c, 0] / side
        need, residual, work = np.zeros((count, 6)), np.empty((count, 6)), np.empty((count, 6))
        h, h_factor = np.empty((count, 6, 6)), np.empty((count, 6, 6))
        size = np.empty(count)
        for b in range(blocks):
            i = slot[b]
            if i >= 0:
                change = speed_scale
                for k in range(6):
                    change = max(change, abs(rest[k] - free_twist[b, k])) if k < 3 else change
                    for j in range(6):
                        h[i, k, j] = inertia[b, k, j]
                        need[i, k] += inertia[b, k, j] * (rest[j] - free_twist[b, j])
                size[i] = change * math.sqrt(inertia[b, 0, 0])
        if not factor_inertia(h, mask, h_factor):
            return 0
        apply_rows_transposed(z, slot_a, slot_b, rows, arm_a, arm_b, mask, residual)
        for i in range(count):
            for k in range(6):
                residual[i, k] = mask[k] * need[i, k] - residual[i, k]
        solve_inertia(h_factor, residual, mask, work)
        if not balances(residual, work, size):
            if not correct_impulses(need, z, role, slot_a, slot_b, rows, arm_a, arm_b, mask, h, residual):
                return 0
            solve_inertia(h_factor, residual, mask, work)
        failed = False
        for b in range(blocks):
            i = slot[b]
            if i >= 0:
                error = 0.0
                for k in range(6):
                    error += residual[i, k] * work[i, k]
                if not math.sqrt(max(error, 0.0)) <= MOMENTUM_TOLERANCE * size[i]:
                    failed = True
                    kind[b] = MOVES
        for c in range(contacts):
            if role[c] == CARRIES:
                side = math.sqrt(z[c, 1] ** 2 + z[c, 2] ** 2)
                if not side <= z[c, 0] + CONE_TOLERANCE * largest:
                    failed = True
                    for b in (block_a[c], block_b[c]):
                        if kind[b] == RESTS:
                            kind[b] = MOVES
        if failed:
            continue
        for b in range(blocks):
            if slot[b] >= 0:
                for k in range(6):
                    twist[b, k] = rest[k]
        for c in range(contacts):
            if role[c] != OUTSIDE:
                impulse[c, 0] = z[c, 0]
                impulse[c, 1] = friction[c] * z[c, 1]
                impulse[c, 2] = friction[c] * z[c, 2]
        return count
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
           bias_tolerance: float | None = None, tolerance: float = 1e-6) -> ContactSolution:
    """The solution with exact rest wherever rest can be proved, or the solution itself where it cannot.

    Parameters
    ----------
    speed : fastest contact point of a block that is a candidate [m/s]; default 1e-4 of the speed scale
    bias_tolerance : bias that counts as none [m/s]; default 1e-14 of the speed scale
    tolerance : the result is taken if its bound on the velocity error is below this, or below the solver's

    Joints with compliance have unique impulses and are left alone.
    """
    if problem.compliance is not None or problem.contact_count == 0:
        return solution
    rest = rest_twist(problem)
    if rest is None:
        return solution
    twist, impulse = solution.twist.copy(), solution.impulse.copy()
    count = find_rest(problem.inertia, problem.free_twist, problem.prescribed, problem.block_a, problem.block_b,
                      problem.frame, problem.arm_a, problem.arm_b, problem.bias, problem.friction,
                      free_dofs(problem.planar_axis), float(problem.speed_scale), rest,
                      float(1e-4 * problem.speed_scale if speed is None else speed),
                      float(1e-14 * problem.speed_scale if bias_tolerance is None else bias_tolerance),
                      twist, impulse)
    if count == 0:
        return solution
    residuals = judge(problem, twist, impulse)
    before = solution.residuals or judge(problem, solution.twist, solution.impulse)
    if residuals.velocity_bound > max(tolerance, before.velocity_bound):
        return solution
    return replace(solution, twist=twist, impulse=impulse, residuals=residuals)
