"""From a ContactProblem to the interior point method and back: scales, start, units."""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import kernel
from drystone.solvers.band_cholesky import find_reach, order_blocks
from drystone.solvers.cone import push_inside
from drystone.solvers.interior import BROKEN, CONVERGED, INFEASIBLE, STALLED, iterate
from drystone.solvers.numeric import empty_factor
from drystone.solvers.operators import (
    apply_inertia,
    apply_rows,
    dot,
    free_dofs,
    group_contacts,
    scale_rows,
)
from drystone.solvers.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.sparse_cholesky import analyse

#: Number of blocks above which a factor costs more than the correctors that save one.
SMALL = 10

#: Number of free blocks up to which the band factor is the quicker one.
BAND_LIMIT = 24

_NO_FRONTS = empty_factor()
_NO_COMPLIANCE = np.zeros((0, 3))
_NO_WARM = (np.zeros((0, 6)), np.zeros((0, 3)))
_STATUS = {CONVERGED: SolveStatus.SOLVED, STALLED: SolveStatus.INACCURATE,
           INFEASIBLE: SolveStatus.INFEASIBLE, BROKEN: SolveStatus.FAILED}


@kernel
def start_warm(warm_twist, warm_impulse, free_twist, slot, mask, friction, speed, unit_impulse, bias, compliance,
               slot_a, slot_b, rows, arm_a, arm_b, opening, w, s, z):
    """Scaled w, s, z of a known twist and impulse, opened into the cone by `opening`."""
    for b in range(slot.shape[0]):
        if slot[b] >= 0:
            for k in range(6):
                w[slot[b], k] = mask[k] * (warm_twist[b, k] - free_twist[b, k]) / speed
    apply_rows(w, slot_a, slot_b, rows, arm_a, arm_b, s)
    for c in range(friction.shape[0]):
        z[c, 0] = warm_impulse[c, 0] / unit_impulse
        for k in range(1, 3):
            z[c, k] = warm_impulse[c, k] / (friction[c] * unit_impulse) if friction[c] > 0.0 else 0.0
        for k in range(3):
            s[c, k] += bias[c, k]
            if compliance.shape[0] > 0:
                s[c, k] += compliance[c, k] * z[c, k]
    push_inside(s, opening)
    push_inside(z, opening)


@kernel
def scale_problem(inertia, free_twist, prescribed, block_a, block_b, frame, arm_a, arm_b, bias, friction,
                  compliance, mask, speed_scale):
    """The problem in the units and numbering of `iterate`; `worst` <= 0 says that the free motion is admissible."""
    contacts = friction.shape[0]
    slot = np.empty(prescribed.shape[0], np.int64)
    blocks = order_blocks(prescribed, block_a, block_b, slot)
    slot_a, slot_b = np.empty(contacts, np.int64), np.empty(contacts, np.int64)
    rows = np.empty((contacts, 3, 3))
    start = np.empty((contacts, 3))
    scale_rows(frame, friction, rows)
    apply_rows(free_twist, block_a, block_b, rows, arm_a, arm_b, start)
    worst, total = 0.0, 0.0
    for c in range(contacts):
        slot_a[c] = slot[block_a[c]]
        slot_b[c] = slot[block_b[c]]
        start[c, 0] += bias[c, 0]
        start[c, 1] += friction[c] * bias[c, 1]
        start[c, 2] += friction[c] * bias[c, 2]
        if slot_a[c] < 0 and slot_b[c] < 0:  # between two prescribed blocks there is nothing to decide
            start[c, 0], start[c, 1], start[c, 2] = speed_scale, 0.0, 0.0
        side = math.sqrt(start[c, 1] ** 2 + start[c, 2] ** 2)
        worst = max(worst, side - start[c, 0])
        total += abs(start[c, 0]) + side
    # scales: speed by which the free motion breaks the constraints, mean mass of the free blocks
    speed = max(speed_scale, worst)
    mass = 0.0
    for b in range(prescribed.shape[0]):
        if slot[b] >= 0:
            mass += inertia[b, 0, 0] / blocks
    if not (math.isfinite(total) and math.isfinite(mass) and mass >= 0.0):
        worst = np.nan
    h = np.empty((blocks, 6, 6))
    v_free, momentum = np.empty((blocks, 6)), np.empty((blocks, 6))
    for b in range(prescribed.shape[0]):
        if slot[b] >= 0:
            for k in range(6):
                v_free[slot[b], k] = free_twist[b, k] / speed
                for j in range(6):
                    h[slot[b], k, j] = inertia[b, k, j] / mass
    apply_inertia(h, v_free, mask, momentum)
    flexible = np.empty((compliance.shape[0], 3))
    for c in range(contacts):
        for k in range(3):
            start[c, k] /= speed
            if compliance.shape[0] > 0:
                flexible[c, k] = mass * compliance[c, k] * (friction[c] ** 2 if k > 0 else 1.0)
    group_ptr = np.empty(contacts + 1, np.int64)
    group_count = group_contacts(slot_a, slot_b, arm_a, arm_b, group_ptr)
    reach = np.empty(blocks, np.int64)
    width = find_reach(group_ptr, group_count, slot_a, slot_b, reach)
    return (worst, speed, mass, slot, slot_a, slot_b, rows, start, h, momentum, dot(v_free, momentum), flexible,
            group_ptr, group_count, reach, width)


@kernel
def write_answer(w, z, slot, slot_a, slot_b, friction, speed, unit_impulse, twist, impulse):
    """Add w to the twists and write the impulses, in SI units; none between prescribed blocks."""
    for b in range(slot.shape[0]):
        if slot[b] >= 0:
            for k in range(6):
                twist[b, k] += speed * w[slot[b], k]
    for c in range(friction.shape[0]):
        if slot_a[c] >= 0 or slot_b[c] >= 0:
            impulse[c, 0] = unit_impulse * z[c, 0]
            impulse[c, 1] = unit_impulse * friction[c] * z[c, 1]
            impulse[c, 2] = unit_impulse * friction[c] * z[c, 2]


def solve_interior(problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray] | None = None, *,
                   tolerance: float = 1e-6, max_iterations: int = 60, correctors: int | None = None,
                   opening: float = 0.3) -> ContactSolution:
    """Solve `problem` by the interior point method; the status is the solver's own opinion.

    Parameters
    ----------
    warm : twist (b, 6) and impulse (c, 3) to start from, in the order of the problem's contacts
    tolerance : relative velocity error aimed at [-]; where it is cheap the method goes on far below
    correctors : most Gondzio correctors an iteration; None: none for small problems, else two
    opening : how far a warm start is pushed into the cones, in units of the problem's own scale [-]

    Of an infeasible problem the impulses are the certificate: impulses in the cones that balance on every
    free block although the constraints ask for work, scaled to a greatest normal component of 1.
    """
    twist = np.array(problem.free_twist, dtype=float)
    contacts = problem.contact_count
    impulse = np.zeros((contacts, 3))
    if contacts == 0:
        return ContactSolution(twist, impulse, SolveStatus.SOLVED, 0, "interior")
    compliance = _NO_COMPLIANCE if problem.compliance is None else problem.compliance
    mask, scale, arms = free_dofs(problem.planar_axis), float(problem.speed_scale), (problem.arm_a, problem.arm_b)
    (worst, speed, mass, slot, slot_a, slot_b, rows, start, h, momentum, energy, flexible, group_ptr, group_count,
     reach, width) = scale_problem(problem.inertia, problem.free_twist, problem.prescribed, problem.block_a,
                                   problem.block_b, problem.frame, *arms, problem.bias, problem.friction, compliance,
                                   mask, scale)
    if not worst > 0.0:                      # admissible as it is, or not a number
        status = SolveStatus.SOLVED if worst <= 0.0 else SolveStatus.FAILED
        return ContactSolution(twist, impulse, status, 0, "interior")
    blocks = len(h)
    if correctors is None:
        correctors = 0 if blocks <= SMALL else 2
    w, s, z = np.zeros((blocks, 6)), np.zeros((contacts, 3)), np.zeros((contacts, 3))
    if warm is not None:
        start_warm(*warm, problem.free_twist, slot, mask, problem.friction, speed, mass * speed, start, flexible,
                   slot_a, slot_b, rows, *arms, float(opening), w, s, z)
    least = blocks * (scale / speed) ** 2
    fronts = _NO_FRONTS
    if blocks > BAND_LIMIT:
        heads = group_ptr[:group_count]
        place = np.zeros((blocks, 3))
        if problem.position is not None:
            place[slot[slot >= 0]] = problem.position[slot >= 0]
        fronts, width = analyse(slot_b[heads], slot_a[heads], place), 0
    code, iterations = iterate(h, momentum, start, flexible, mask, energy, least, slot_a, slot_b, group_ptr,
                               group_count, rows, *arms, reach, width, fronts, float(tolerance), max_iterations,
                               correctors, warm is not None, w, s, z)
    unit_impulse = mass * speed
    if code == INFEASIBLE:                   # a certificate has no size, and there is no velocity
        unit_impulse, speed = 1.0 / max(z[:, 0].max(), 1e-300), 0.0
    write_answer(w, z, slot, slot_a, slot_b, problem.friction, speed, unit_impulse, twist, impulse)
    return ContactSolution(twist, impulse, _STATUS[code], iterations, "interior")
