"""The problem of a step in the units and numbering in which solvers work: contacts in lanes, blocks by slot.

Slots number the free blocks, -1 for a prescribed one. What prescribed blocks do is part of the bias d = C v* + d, and
w = v - v* is the unknown. Units: the mean mass of the free blocks, and the speed by which the free motion breaks the
constraints (at least `speed_scale`). Contacts between two prescribed blocks decide nothing and stay open.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from drystone.kernels import kernel
from drystone.solvers.cone.problem import ContactProblem
from drystone.solvers.cone.shift import ShiftedProblem, shift_problem
from drystone.solvers.factor.band_cholesky import find_reach, order_blocks
from drystone.solvers.factor.crew import make_desk
from drystone.solvers.factor.numeric import empty_factor
from drystone.solvers.factor.pattern_memory import PatternMemory
from drystone.solvers.factor.single_vectors import WIDE
from drystone.solvers.lanes.contact_jobs import step_addresses
from drystone.solvers.lanes.groups import CHUNK, find_chunks
from drystone.solvers.lanes.layout import (
    D0,
    E0,
    LANES,
    NOISE,
    O0,
    R00,
    SIZE,
    STIFFNESS,
    Z0,
    ZC,
    ZF,
    start,
)
from drystone.solvers.lanes.operators import (
    apply_inertia,
    apply_rows,
    dot,
    factor_inertia,
    free_dofs,
    group_contacts,
    scale_rows,
)
from drystone.solvers.lanes.single_passes import SINGLES
from drystone.solvers.lanes.step import Step

#: Number of free blocks up to which the band factor is the quicker one.
BAND_LIMIT = 24

#: Residuals of the constraints below this, relative to the speeds in them, are rounding.
ROUNDING = 5e-16

#: Least room between floor and cap, in units of the step's impulse.
LEAST_ROOM = 1e-9

_NO_FRONTS = empty_factor()
_NO_COMPLIANCE = np.zeros((0, 3))


@dataclass(frozen=True, slots=True)
class ScaledStep:
    """A step and the way back to SI units."""

    step: Step
    shifted: ShiftedProblem
    slot: np.ndarray
    speed: float          #: unit of velocities [m/s]
    mass: float           #: unit of masses [kg]
    worst: float          #: speed by which the free motion breaks a constraint, <= 0: none; nan: not a number [m/s]
    energy_free: float    #: |v*|_H^2
    energy_least: float   #: least square of the reference norm
    is_soft: bool         #: whether some contact has compliance, floor or cap
    bound_count: int      #: number of floors and caps

    @property
    def is_free(self) -> bool:
        """Whether the free motion is the answer."""
        return self.worst <= 0.0 and len(self.shifted.floor) == 0

    def warm_start(self, twist: np.ndarray, impulse: np.ndarray) -> np.ndarray:
        """Put a known twist and impulses into w (n, 6), which is returned, and the lanes' z."""
        w = np.zeros((len(self.step.inertia), 6))
        plain = self.shifted.plain
        put_warm(twist, self.shifted.to_plain(impulse), plain.free_twist, self.slot, self.step.mask, plain.friction,
                 self.speed, self.mass * self.speed, self.step.lanes, w)
        return w

    def answer(self, w: np.ndarray, *, certificate: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Twist (b, 6) and impulse (c, 3) of the original problem; of a certificate the greatest impulse is 1."""
        plain = self.shifted.plain
        twist, impulse = np.array(plain.free_twist, dtype=float), np.zeros((plain.contact_count, 3))
        slot_a, slot_b = self.slot[plain.block_a], self.slot[plain.block_b]
        speed, unit = (0.0, 1.0) if certificate else (self.speed, self.mass * self.speed)
        write_answer(w, self.step.lanes, self.slot, slot_a, slot_b, plain.friction, speed, unit, twist, impulse)
        if certificate:
            impulse /= max(impulse[:, 0].max(initial=0.0), 1e-300)
            return twist, impulse
        return twist, self.shifted.from_plain(impulse)


@kernel
def number_blocks(prescribed, slot):
    """slot[b] = running number of free block b, -1 if prescribed; returns how many are free."""
    count = 0
    for b in range(prescribed.shape[0]):
        slot[b] = -1
        if not prescribed[b]:
            slot[b] = count
            count += 1
    return count


@kernel
def fill_lanes(inertia, free_twist, prescribed, block_a, block_b, frame, arm_a, arm_b, bias, friction, compliance,
               floor, cap, mask, speed_scale, slot, blocks, a):
    """Lanes `a`, groups, inertias and units of a problem; see `Step` and `ScaledStep`."""
    contacts = friction.shape[0]
    for i in range(a.size):
        a[i] = 0.0
    slot_a, slot_b = np.empty(contacts, np.int64), np.empty(contacts, np.int64)
    rows, begin = np.empty((contacts, 3, 3)), np.empty((contacts, 3))
    scale_rows(frame, friction, rows)
    apply_rows(free_twist, block_a, block_b, rows, arm_a, arm_b, begin)
    worst, total = 0.0, 0.0
    for c in range(contacts):
        slot_a[c] = slot[block_a[c]]
        slot_b[c] = slot[block_b[c]]
        begin[c, 0] += bias[c, 0]
        begin[c, 1] += friction[c] * bias[c, 1]
        begin[c, 2] += friction[c] * bias[c, 2]
        if slot_a[c] < 0 and slot_b[c] < 0:  # between two prescribed blocks there is nothing to decide
            begin[c, 0], begin[c, 1], begin[c, 2] = speed_scale, 0.0, 0.0
        side = math.sqrt(begin[c, 1] ** 2 + begin[c, 2] ** 2)
        worst = max(worst, side - begin[c, 0])
        total += abs(begin[c, 0]) + side
    speed = max(speed_scale, worst)
    mass = 0.0
    for b in range(prescribed.shape[0]):
        if slot[b] >= 0:
            mass += inertia[b, 0, 0] / blocks
    h, v_free, momentum = np.empty((blocks, 6, 6)), np.empty((blocks, 6)), np.empty((blocks, 6))
    for b in range(prescribed.shape[0]):
        if slot[b] >= 0:
            for k in range(6):
                v_free[slot[b], k] = free_twist[b, k] / speed
                for j in range(6):
                    h[slot[b], k, j] = inertia[b, k, j] / mass
    apply_inertia(h, v_free, mask, momentum)
    h_factor = np.empty((blocks, 6, 6))
    if not (math.isfinite(total) and math.isfinite(mass) and mass > 0.0 and factor_inertia(h, mask, h_factor)):
        worst = np.nan
    ptr = np.empty(contacts + 1, np.int64)
    groups = group_contacts(slot_a, slot_b, arm_a, arm_b, ptr)
    group_ptr = np.empty(groups + 1, np.int64)
    group_a, group_b = np.empty(groups, np.int64), np.empty(groups, np.int64)
    first_a, first_b = np.empty((groups, 3)), np.empty((groups, 3))
    group_ptr[0] = 0
    for g in range(groups):
        first = ptr[g]
        group_ptr[g + 1] = ptr[g + 1]
        group_a[g], group_b[g] = slot_a[first], slot_b[first]
        for k in range(3):
            first_a[g, k], first_b[g, k] = arm_a[first, k], arm_b[first, k]
        for c in range(first, ptr[g + 1]):
            i = start(c)
            for k in range(3):
                for j in range(3):
                    a[i + R00 + (3 * k + j) * LANES] = rows[c, k, j]
                if group_b[g] >= 0:
                    a[i + O0 + k * LANES] = arm_b[c, k] - arm_b[first, k]
                else:
                    a[i + O0 + k * LANES] = arm_a[c, k] - arm_a[first, k]
                a[i + D0 + k * LANES] = begin[c, k] / speed
                if compliance.shape[0] > 0:
                    a[i + E0 + k * LANES] = mass * compliance[c, k] * (friction[c] ** 2 if k > 0 else 1.0)
            size = abs(begin[c, 0]) + abs(begin[c, 1]) + abs(begin[c, 2])
            a[i + NOISE] = ROUNDING * (1.0 + size / speed)
            low = floor[c] / (mass * speed) if floor.shape[0] > 0 else 0.0
            high = cap[c] / (mass * speed) if cap.shape[0] > 0 else np.inf
            a[i + ZF] = low if low > 0.0 else -np.inf
            a[i + ZC] = max(high, low + LEAST_ROOM)
    for c in range(contacts, a.size // SIZE * LANES):
        i = start(c)
        a[i + D0] = 1.0
        a[i + ZF], a[i + ZC] = -np.inf, np.inf
    energy = dot(v_free, momentum)
    return worst, speed, mass, group_ptr, group_a, group_b, first_a, first_b, h, h_factor, momentum, energy


@kernel
def put_warm(twist, impulse, free_twist, slot, mask, friction, speed, unit_impulse, a, w):
    """Scaled w and z of a known twist and impulse."""
    for b in range(slot.shape[0]):
        if slot[b] >= 0:
            for k in range(6):
                w[slot[b], k] = mask[k] * (twist[b, k] - free_twist[b, k]) / speed
    for c in range(friction.shape[0]):
        i = start(c)
        a[i + Z0] = impulse[c, 0] / unit_impulse
        for k in range(1, 3):
            a[i + Z0 + k * LANES] = impulse[c, k] / (friction[c] * unit_impulse) if friction[c] > 0.0 else 0.0


@kernel
def write_answer(w, a, slot, slot_a, slot_b, friction, speed, unit_impulse, twist, impulse):
    """Add w to the twists and write the impulses, in SI units; none between prescribed blocks."""
    for b in range(slot.shape[0]):
        if slot[b] >= 0:
            for k in range(6):
                twist[b, k] += speed * w[slot[b], k]
    for c in range(friction.shape[0]):
        if slot_a[c] >= 0 or slot_b[c] >= 0:
            i = start(c)
            impulse[c, 0] = unit_impulse * a[i + Z0]
            impulse[c, 1] = unit_impulse * friction[c] * a[i + Z0 + LANES]
            impulse[c, 2] = unit_impulse * friction[c] * a[i + Z0 + 2 * LANES]


def scale_problem(problem: ContactProblem, patterns: PatternMemory, *, with_singles: bool = False) -> ScaledStep:
    """The scaled step of a problem with at least one contact; `patterns` gives the sparse factor and the room for
    the lanes: the scaled step that it gave room before is no longer good for anything.

    with_singles : whether there is room for contacts in single precision, too
    """
    shifted = shift_problem(problem)
    plain = shifted.plain
    mask = free_dofs(plain.planar_axis)
    slot = np.empty(plain.block_count, np.int64)
    blocks = number_blocks(plain.prescribed, slot)
    banded = blocks <= BAND_LIMIT
    if banded:
        order_blocks(plain.prescribed, plain.block_a, plain.block_b, slot)
    compliance = _NO_COMPLIANCE if plain.compliance is None else plain.compliance
    scale = float(plain.speed_scale)
    bundles = -(-plain.contact_count // LANES)
    room = patterns.room(bundles * (SIZE + (SINGLES // 2 if with_singles else 0)))
    lanes, singles = room[:bundles * SIZE], room[bundles * SIZE:].view(np.float32)
    (worst, speed, mass, group_ptr, group_a, group_b, arm_a, arm_b, inertia, inertia_factor, momentum,
     energy) = fill_lanes(plain.inertia, plain.free_twist, plain.prescribed, plain.block_a, plain.block_b, plain.frame,
                          plain.arm_a, plain.arm_b, plain.bias, plain.friction, compliance, shifted.floor, shifted.cap,
                          mask, scale, slot, blocks, lanes)
    if banded:
        reach = np.empty(blocks, np.int64)
        heads = np.arange(len(group_a) + 1)
        width = find_reach(heads, len(group_a), group_a, group_b, reach)
        matrix, fronts, edge = np.empty((6 * blocks, 6 * width)), _NO_FRONTS, heads[:-1]
        diag, off = np.empty((blocks, 6, 6)), np.empty((len(group_a), 6, 6))
    else:
        matrix, reach = np.empty((0, 0)), np.empty(0, np.int64)
        fronts, edge = patterns.find(group_a, group_b, slot, plain.position)
        diag, off = fronts.diagonal, fronts.lower
    groups, chunks = len(group_a), -(-len(lanes) // (CHUNK * SIZE))
    chunk_group = np.empty(chunks + 1, np.int64)
    find_chunks(group_ptr, chunk_group)
    step = Step(lanes, group_ptr, group_a, group_b, arm_a, arm_b, edge, inertia, inertia_factor, momentum, mask, matrix,
                reach, diag, off, fronts, chunk_group, np.empty((chunks, 3)), np.empty((groups, 6)),
                np.empty((groups, STIFFNESS)), np.empty((blocks, 6)), np.zeros(8), make_desk(chunks),
                step_addresses(), singles, np.empty((groups if with_singles else 0, WIDE), np.float32))
    bounds = int(np.count_nonzero(shifted.floor)) + int(np.count_nonzero(np.isfinite(shifted.cap)))
    return ScaledStep(step, shifted, slot, speed, mass, worst, energy, blocks * (scale / speed) ** 2,
                      bounds > 0 or plain.compliance is not None, bounds)

