"""What the first-order methods share: contacts and their local operators, projection, own estimate of the error.

Both work on the impulses z of the shifted problem (see `shift.py`):

    least 1/2 z^T (G H^-1 G^T + E) z + z . (G v* + d)    over |z_t| <= mu z_n,  floor <= z_n <= cap

and keep w = H^-1 G^T z beside z, so that no matrix but the 6 x 6 of the blocks is ever formed.
"""

from __future__ import annotations

import math
import time
from dataclasses import fields
from typing import NamedTuple

import numpy as np

from drystone.kernels import kernel
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.cone.shift import ShiftedProblem, shift_problem
from drystone.solvers.cone.sparse_matrix import point_rows
from drystone.solvers.lanes.operators import free_dofs

#: Speeds below this times the free motion's are rounding; half of what the judge allows.
ROUNDING = 1e-15


class LocalContacts(NamedTuple):
    """Arrays of the kernels; n free blocks, c contacts."""

    slot_a: np.ndarray      #: (c,) int64, number of block a among the free ones, -1 if prescribed
    slot_b: np.ndarray      #: (c,) int64
    frame: np.ndarray       #: (c, 3, 3) rows n, t1, t2
    arm_a: np.ndarray       #: (c, 3) [m]
    arm_b: np.ndarray       #: (c, 3) [m]
    friction: np.ndarray    #: (c,)
    compliance: np.ndarray  #: (c, 3) [m/s per N s]
    floor: np.ndarray       #: (c,) [N s]
    cap: np.ndarray         #: (c,) [N s]
    start: np.ndarray       #: (c, 3) G v* + d [m/s]
    noise: np.ndarray       #: (c,) [m/s], rounding of s
    local: np.ndarray       #: (c, 3, 3) W of the contact alone, with compliance [m/s per N s]
    largest: np.ndarray     #: (c,) at least the largest eigenvalue of `local`; 0 between prescribed blocks
    inverse: np.ndarray     #: (n, 6, 6) H^-1, rows of locked degrees of freedom zero
    mass: float             #: of all free blocks in contact [kg]


def is_finite(problem: ContactProblem) -> bool:
    """No entry that is not a number, nor infinite but for the crushing limit."""
    for field in fields(problem):
        value = getattr(problem, field.name)
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            if field.name == "crushing":
                value = value[~np.isposinf(value)]
            if not np.isfinite(value).all():
                return False
    return bool(np.isfinite(problem.speed_scale))


def prepare(shifted: ShiftedProblem) -> LocalContacts:
    """Arrays of `shifted` for the kernels; LinAlgError if an inertia is singular."""
    plain = shifted.plain
    count, free = plain.contact_count, ~plain.prescribed
    slot = np.where(free, np.cumsum(free) - 1, -1)
    dofs = np.flatnonzero(free_dofs(plain.planar_axis) > 0.0)
    inverse = np.zeros((int(free.sum()), 6, 6))
    inverse[np.ix_(np.arange(len(inverse)), dofs, dofs)] = np.linalg.inv(plain.inertia[free][:, dofs][:, :, dofs])
    compliance = np.zeros((count, 3)) if plain.compliance is None else np.ascontiguousarray(plain.compliance)
    local, start = np.zeros((count, 3, 3)), plain.bias.copy()
    size = np.abs(plain.bias)
    for block, arm, sign in ((plain.block_a, plain.arm_a, -1.0), (plain.block_b, plain.arm_b, 1.0)):
        rows = point_rows(plain.frame, arm)
        start += sign * np.einsum("ckj,cj->ck", rows, plain.free_twist[block])
        size += np.abs(rows * plain.free_twist[block][:, None, :]).sum(axis=2)
        if len(inverse):
            share = np.einsum("ckj,cji,cli->ckl", rows, inverse[slot[block]], rows)
            local += np.where(free[block][:, None, None], share, 0.0)
    moves = free[plain.block_a] | free[plain.block_b]
    local[:, range(3), range(3)] += np.where(moves[:, None], compliance, 0.0)
    largest = np.where(moves, np.linalg.norm(local, axis=(1, 2)), 0.0)
    touched = np.zeros(len(free), dtype=bool)
    touched[plain.block_a[moves]] = touched[plain.block_b[moves]] = True
    floor = shifted.floor if len(shifted.floor) else np.zeros(count)
    cap = shifted.cap if len(shifted.cap) else np.full(count, np.inf)
    return LocalContacts(slot[plain.block_a].astype(np.int64), slot[plain.block_b].astype(np.int64),
                         np.ascontiguousarray(plain.frame), np.ascontiguousarray(plain.arm_a),
                         np.ascontiguousarray(plain.arm_b), np.ascontiguousarray(plain.friction), compliance, floor,
                         cap, start, ROUNDING * (size[:, 0] + plain.friction * (size[:, 1] + size[:, 2])), local,
                         largest, inverse, float(plain.inertia[touched & free, 0, 0].sum()))


@kernel
def project(n, t1, t2, mu, floor, cap):
    """Nearest point of |z_t| <= mu z_n, floor <= z_n <= cap."""
    side = math.sqrt(t1 * t1 + t2 * t2)
    if side > mu * n:
        n = max((n + mu * side) / (1.0 + mu * mu), 0.0)
    n = min(max(n, floor), cap)
    if side > mu * n:
        t1, t2 = mu * n * t1 / side, mu * n * t2 / side
    return n, t1, t2


@kernel
def read_speed(contacts, c, w):
    """G w of contact c along n, t1, t2."""
    x, y, z = 0.0, 0.0, 0.0
    b = contacts.slot_b[c]
    if b >= 0:
        r0, r1, r2 = contacts.arm_b[c, 0], contacts.arm_b[c, 1], contacts.arm_b[c, 2]
        x += w[b, 0] + w[b, 4] * r2 - w[b, 5] * r1
        y += w[b, 1] + w[b, 5] * r0 - w[b, 3] * r2
        z += w[b, 2] + w[b, 3] * r1 - w[b, 4] * r0
    a = contacts.slot_a[c]
    if a >= 0:
        r0, r1, r2 = contacts.arm_a[c, 0], contacts.arm_a[c, 1], contacts.arm_a[c, 2]
        x -= w[a, 0] + w[a, 4] * r2 - w[a, 5] * r1
        y -= w[a, 1] + w[a, 5] * r0 - w[a, 3] * r2
        z -= w[a, 2] + w[a, 3] * r1 - w[a, 4] * r0
    f = contacts.frame
    return (f[c, 0, 0] * x + f[c, 0, 1] * y + f[c, 0, 2] * z, f[c, 1, 0] * x + f[c, 1, 1] * y + f[c, 1, 2] * z,
            f[c, 2, 0] * x + f[c, 2, 1] * y + f[c, 2, 2] * z)


@kernel
def add_moment(load, b, r0, r1, r2, x, y, z):
    """load[b] (6,) += force (x, y, z) at the arm (r0, r1, r2)."""
    load[b, 0] += x
    load[b, 1] += y
    load[b, 2] += z
    load[b, 3] += r1 * z - r2 * y
    load[b, 4] += r2 * x - r0 * z
    load[b, 5] += r0 * y - r1 * x


@kernel
def respond(contacts, z, load, w, s):
    """w (n, 6) = H^-1 G^T z and s (c, 3) = G w + E z; load (n, 6) is work space."""
    for b in range(load.shape[0]):
        for k in range(6):
            load[b, k] = 0.0
    f = contacts.frame
    for c in range(z.shape[0]):
        x = f[c, 0, 0] * z[c, 0] + f[c, 1, 0] * z[c, 1] + f[c, 2, 0] * z[c, 2]
        y = f[c, 0, 1] * z[c, 0] + f[c, 1, 1] * z[c, 1] + f[c, 2, 1] * z[c, 2]
        h = f[c, 0, 2] * z[c, 0] + f[c, 1, 2] * z[c, 1] + f[c, 2, 2] * z[c, 2]
        a, b = contacts.slot_a[c], contacts.slot_b[c]
        if b >= 0:
            add_moment(load, b, contacts.arm_b[c, 0], contacts.arm_b[c, 1], contacts.arm_b[c, 2], x, y, h)
        if a >= 0:
            add_moment(load, a, contacts.arm_a[c, 0], contacts.arm_a[c, 1], contacts.arm_a[c, 2], -x, -y, -h)
    for b in range(load.shape[0]):
        for i in range(6):
            total = 0.0
            for k in range(6):
                total += contacts.inverse[b, i, k] * load[b, k]
            w[b, i] = total
    for c in range(z.shape[0]):
        u0, u1, u2 = read_speed(contacts, c, w)
        s[c, 0] = u0 + contacts.compliance[c, 0] * z[c, 0]
        s[c, 1] = u1 + contacts.compliance[c, 1] * z[c, 1]
        s[c, 2] = u2 + contacts.compliance[c, 2] * z[c, 2]


@kernel
def estimate_excess(contacts, z, s):
    """Half the square of the velocity error, estimated [J]: what z . s is above its least, contact by contact.

    s (c, 3) with all its terms, z in its sets. A speed outside of the dual cone counts with the impulse there, those
    of the pair of blocks and that which would remove it; and the greatest ones of all pairs as if all mass had to
    move by twice their sum.
    """
    total, broken, broken_pair, carried, pair_a, pair_b = 0.0, 0.0, 0.0, 0.0, -2, -2
    for c in range(z.shape[0]):
        if contacts.largest[c] == 0.0:
            continue
        if contacts.slot_a[c] != pair_a or contacts.slot_b[c] != pair_b:
            pair_a, pair_b = contacts.slot_a[c], contacts.slot_b[c]
            broken, broken_pair, carried = broken + broken_pair, 0.0, 0.0
            for k in range(c, z.shape[0]):
                if contacts.slot_a[k] != pair_a or contacts.slot_b[k] != pair_b:
                    break
                carried += z[k, 0]
        outside = contacts.friction[c] * math.sqrt(s[c, 1] ** 2 + s[c, 2] ** 2) - s[c, 0]
        excess = z[c, 0] * s[c, 0] + z[c, 1] * s[c, 1] + z[c, 2] * s[c, 2] - contacts.noise[c] * z[c, 0]
        if outside > contacts.noise[c]:
            removes = outside / contacts.local[c, 0, 0] if contacts.local[c, 0, 0] > 0.0 else np.inf
            excess += outside * min(z[c, 0] + carried + removes, contacts.cap[c])
            if contacts.cap[c] < np.inf:
                outside = min(outside, (contacts.cap[c] - z[c, 0]) * contacts.local[c, 0, 0])
            broken_pair = max(broken_pair, outside)
        else:
            excess += outside * (z[c, 0] if outside > 0.0 else contacts.floor[c])
        total += max(excess, 0.0)
    return total + 2.0 * contacts.mass * (broken + broken_pair) ** 2


@kernel
def project_all(contacts, z):
    """z in its sets; none between prescribed blocks."""
    for c in range(z.shape[0]):
        if contacts.largest[c] == 0.0:
            z[c, 0], z[c, 1], z[c, 2] = 0.0, 0.0, 0.0
        else:
            z[c, 0], z[c, 1], z[c, 2] = project(z[c, 0], z[c, 1], z[c, 2], contacts.friction[c], contacts.floor[c],
                                                contacts.cap[c])


def _first_guess(shifted: ShiftedProblem, contacts: LocalContacts, warm) -> np.ndarray:
    """Impulses to start from: the warm ones if they are finite and better than none."""
    def cost(z):
        load, w, s = np.empty((len(contacts.inverse), 6)), np.empty((len(contacts.inverse), 6)), np.empty_like(z)
        project_all(contacts, z)
        respond(contacts, z, load, w, s)
        return float(np.sum(z * (0.5 * s + contacts.start)))
    cold = np.zeros((len(contacts.friction), 3))
    least = cost(cold)
    if warm is None or np.shape(warm[1]) != cold.shape or not np.isfinite(warm[1]).all():
        return cold
    z = np.array(shifted.to_plain(np.asarray(warm[1], float)))
    return z if cost(z) < least else cold


def run_first_order(problem: ContactProblem, warm, name: str, start_method, batch: int, *, tolerance: float,
                    max_iterations: int, time_limit: float | None) -> ContactSolution:
    """Frame of a first-order method: checks, start, stopping rule, status.

    start_method(contacts, z) returns advance(count) -> (z, w, done, excess): `count` iterations from where it is, the
    best impulses so far, their w, the iterations done (fewer if it cannot go on) and `estimate_excess` of them. The
    rule is looked at before the first iteration and after every `batch`.
    """
    twist, impulse = np.array(problem.free_twist, dtype=float), np.zeros((problem.contact_count, 3))
    if not is_finite(problem):
        return ContactSolution(np.nan_to_num(twist, posinf=0.0, neginf=0.0), impulse, SolveStatus.FAILED, 0, name)
    free = ~problem.prescribed
    if problem.contact_count == 0 or not free.any():
        return ContactSolution(twist, impulse, SolveStatus.SOLVED, 0, name)
    began = time.monotonic()
    try:
        shifted = shift_problem(problem)
        contacts = prepare(shifted)
    except np.linalg.LinAlgError:
        return ContactSolution(twist, impulse, SolveStatus.FAILED, 0, name)
    inertia, base = problem.inertia[free], shifted.plain.free_twist[free]
    least = float(problem.speed_scale) * inertia[:, 0, 0].sum() ** 0.5
    advance = start_method(contacts, _first_guess(shifted, contacts, warm))
    iterations, count = 0, 0
    while True:
        z, w, done, excess = advance(count)
        iterations += done
        speed = base + w
        norm = max(np.einsum("bi,bij,bj->", speed, inertia, speed), 0.0) ** 0.5
        solved = (2.0 * excess) ** 0.5 <= tolerance * max(norm, least, 1e-300)
        late = time_limit is not None and time.monotonic() - began >= time_limit
        if solved or late or done < count or iterations >= max_iterations:
            break
        count = min(batch, max_iterations - iterations)
    impulse = np.where((contacts.largest > 0.0)[:, None], shifted.from_plain(z), 0.0)
    if not (np.isfinite(speed).all() and np.isfinite(impulse).all()):
        return ContactSolution(twist, np.zeros_like(impulse), SolveStatus.FAILED, iterations, name)
    twist[free] = speed
    return ContactSolution(twist, impulse, SolveStatus.SOLVED if solved else SolveStatus.INACCURATE, iterations, name)
