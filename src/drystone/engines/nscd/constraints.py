"""From contacts to constraints: which contacts take part in a step, and with which bias.

A constraint reads u_n + d_n >= mu |u_t + d_t| for the relative velocity u at the end of the step. Two rules:

`position_level` (schemes euler and theta): every contact, d_n = gap/dt.
`impact_resolving` (scheme midpoint): velocity level where a contact is closed at mid-step; impacts are taken
at their own instant, and a contact that an impact opens keeps the impulse it carried until then.

Symbols and sources: README.md of this folder.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from drystone.engines.nscd.contact_motion import centripetal, move_arms, relative_velocity, set_arms
from drystone.engines.nscd.memory import RESOLVED_AFTER
from drystone.kernels import inner_kernel, kernel
from drystone.solvers.cone.parts import find_root

CLOSED_BAND = 0.1      #: a contact is closed below this gap, in units of a0 dt^2
IMPACT_SPEED = 0.1     #: an approach faster than this is an impact, in units of a0 dt
INSTANT_SPEED = 1.0    #: an impact faster than this moves the instant of the step, in units of a0 dt
FEEDBACK = 0.2         #: share of a penetration taken back in a step
FEEDBACK_CAP = 0.5     #: greatest speed of that, in units of a0 dt: gravity takes it back within the step
PUSH_FLOOR = 1e-7      #: pushes slower than this are left out, so that rest can be exact, in units of a0 dt
OPEN_SLACK = 2.0       #: an open contact may finish its approach and this much more, in units of a0 dt
REACH = 5.0            #: an open contact is left out if it takes more than this change of its velocity to close it, in
                       #: units of a0 dt, and more than
HIT = 2.0              #: so many times the fastest approach at an impact on one of its blocks
SLIP_FLOOR = 1e-5      #: slip slower than this shifts nothing, so that rest can be exact, in units of a0 dt


@dataclass(frozen=True, slots=True)
class Constraints:
    """Constraints of one step, one row per detected contact."""

    is_used: np.ndarray    #: (c,) bool, takes part in the solve; others are looked at after it: see `left_out.py`
    is_closed: np.ndarray  #: (c,) bool
    is_impact: np.ndarray  #: (c,) bool
    arm_a: np.ndarray      #: (c, 3) [m], from the centre of block a
    arm_b: np.ndarray      #: (c, 3) [m]
    bias: np.ndarray       #: (c, 3) d without the friction shift [m/s]
    slip_old: np.ndarray   #: (c,) |u_t| with the twist at the start of the step [m/s]
    carried: np.ndarray    #: (c, 3) [N s], impulse carried until an impact's instant, in the contact frame
    instant: np.ndarray    #: (b,) tau: share of the step that a block moves with its old twist
    push: np.ndarray       #: (c,) [m/s], speed in `bias` that lifts blocks out of a penetration, >= 0


@inner_kernel
def push_out(depth, dt, a0):
    """Speed [m/s] at which a step pushes a contact out of a penetration; depth : gap [m], < 0 if it penetrates."""
    return min(max(-FEEDBACK * depth / dt, 0.0), FEEDBACK_CAP * a0 * dt)


@kernel
def position_level(block_a, block_b, frame, point_a, point_b, gap, position, twist, dt, a0):
    """Constraint rows of the published scheme: d_n = gap/dt at the start pose, penetration capped."""
    count = gap.shape[0]
    arm_a = np.empty((count, 3))
    arm_b = np.empty((count, 3))
    bias = np.zeros((count, 3))
    slip = np.empty(count)
    closed = np.empty(count, np.bool_)
    push = np.empty(count)
    world = np.empty((count, 3))
    local = np.empty((count, 3))
    for c in range(count):
        a, b = block_a[c], block_b[c]
        set_arms(c, a, b, point_a, point_b, position, arm_a, arm_b)
        relative_velocity(c, a, b, frame, twist, arm_a, arm_b, world, local)
        bias[c, 0] = max(gap[c] / dt, -FEEDBACK_CAP * a0 * dt)
        push[c] = max(0.0, -bias[c, 0])
        slip[c] = math.hypot(local[c, 1], local[c, 2])
        closed[c] = gap[c] <= CLOSED_BAND * a0 * dt * dt
    return closed, arm_a, arm_b, bias, slip, push


@inner_kernel
def find_impacts(gap, age, u, dt, a0, closed, impact, instant_c):
    """Which contacts are closed, which of these are impacts, and when; returns whether there is an impact (step 2)."""
    speed = a0 * dt
    any_impact = False
    for c in range(gap.shape[0]):
        closed[c] = gap[c] <= CLOSED_BAND * a0 * dt * dt
        impact[c] = closed[c] and u[c, 0] < -IMPACT_SPEED * speed and age[c] > RESOLVED_AFTER
        instant_c[c] = 0.0
        if impact[c]:
            any_impact = True
            instant_c[c] = min(1.0, max(-0.5, 0.5 - gap[c] / (u[c, 0] * dt)))
    return any_impact


@inner_kernel
def weigh_impacts(block_a, block_b, free, u, impact, instant_c, weight, moment, hit):
    """Of every free block: squares of the approaches of its impacts, times their instants, and the fastest approach."""
    for c in range(impact.shape[0]):
        if impact[c]:
            square = u[c, 0] * u[c, 0]
            for b in (block_a[c], block_b[c]):
                if free[b]:
                    weight[b] += square
                    moment[b] += square * instant_c[c]
                    hit[b] = max(hit[b], -u[c, 0])


@inner_kernel
def set_instants(block_a, block_b, free, u, closed, impact, instant_c, slowest, parent, weight, moment, instant):
    """One instant for each island of closed contacts: the mean over its impacts faster than `slowest` (step 3)."""
    for c in range(closed.shape[0]):
        if closed[c] and free[block_a[c]] and free[block_b[c]]:
            parent[find_root(parent, block_a[c])] = find_root(parent, block_b[c])
    for c in range(closed.shape[0]):
        if impact[c] and u[c, 0] < -slowest:
            b = block_b[c] if free[block_b[c]] else block_a[c]
            root = find_root(parent, b)
            weight[root] += u[c, 0] * u[c, 0]
            moment[root] += u[c, 0] * u[c, 0] * instant_c[c]
    for b in range(free.shape[0]):
        root = find_root(parent, b)
        if free[b] and weight[root] > 0.0:
            instant[b] = moment[root] / weight[root]


@inner_kernel
def set_closed_bias(c, a, b, tau, corner, frame, twist, gap, relative, u, dt, a0, arm_a, arm_b, bias, push):
    """Arms, bias and push of a closed contact whose blocks have the instant tau (step 4)."""
    depth, factor = gap[c], 0.5 * dt
    if tau != 0.5:
        factor = (1.0 - tau) * dt
        move_arms(c, a, b, twist, relative, (tau - 0.5) * dt, arm_a, arm_b)
        if u[c, 0] < 0.0 and depth <= 0.0:
            depth = min(0.0, depth - (0.5 - tau) * dt * u[c, 0])
    centripetal(c, a, b, corner, frame, twist, arm_a, arm_b, relative, factor, bias)
    push[c] = push_out(depth, dt, a0)
    bias[c, 0] -= push[c]


@inner_kernel
def open_bias(gap, age, approach, dt, speed):
    """Normal bias [m/s] of an open contact: one that was open for long may finish its approach (step 4)."""
    if age <= RESOLVED_AFTER:
        return gap / dt
    return max(2.0 * gap / dt, -approach + OPEN_SLACK * speed)


@inner_kernel
def set_carried(block_a, block_b, free, last, older, bears, weight, moment, carried):
    """What contacts carried until the instant of an impact on one of their blocks (step 5).

    bears : (c,) bool, pressed before the step and do not open: what parts carries nothing, its impulse would add energy
    """
    for c in range(bears.shape[0]):
        for i in range(3):
            carried[c, i] = 0.0
        if not bears[c]:
            continue
        total, product = 0.0, 0.0
        for b in (block_a[c], block_b[c]):
            if free[b]:
                total += weight[b]
                product += moment[b]
        if total > 0.0:
            share = product / total
            for i in range(3):
                carried[c, i] = share * (last[c, i] if last[c, 0] < older[c, 0] else older[c, i])


@kernel
def impact_resolving(block_a, block_b, frame, point_a, point_b, gap, corner, position, twist, free, friction,
                     age, last, older, has_history, push_old, dt, a0, lag):
    """Constraint rows of the midpoint scheme (steps 1 to 5 of the README).

    position : (b, 3) at mid-step; twist : (b, 6) at the start; age : (c,) steps since the contact was closed
    last, older : (c, 3) impulses of the last two steps [N s]; lag : 1.0 with the friction shift, else 0.0
    corner : (c,) as `centripetal` takes it; push_old : (c,) [m/s], pushes out of penetrations in the last step
    """
    count, blocks, speed = gap.shape[0], position.shape[0], a0 * dt
    arm_a, arm_b = np.empty((count, 3)), np.empty((count, 3))
    relative, u = np.empty((count, 3)), np.empty((count, 3))
    bias, carried = np.zeros((count, 3)), np.zeros((count, 3))
    slip, push, instant_c = np.empty(count), np.zeros(count), np.empty(count)
    used, closed, impact = np.ones(count, np.bool_), np.empty(count, np.bool_), np.empty(count, np.bool_)
    instant, weight, moment, hit = np.full(blocks, 0.5), np.zeros(blocks), np.zeros(blocks), np.zeros(blocks)
    for c in range(count):
        a, b = block_a[c], block_b[c]
        set_arms(c, a, b, point_a, point_b, position, arm_a, arm_b)
        relative_velocity(c, a, b, frame, twist, arm_a, arm_b, relative, u)
        slip[c] = math.hypot(u[c, 1], u[c, 2])
        if slip[c] < SLIP_FLOOR * speed:
            slip[c] = 0.0
    any_impact = find_impacts(gap, age, u, dt, a0, closed, impact, instant_c)
    if any_impact:
        weigh_impacts(block_a, block_b, free, u, impact, instant_c, weight, moment, hit)
        set_instants(block_a, block_b, free, u, closed, impact, instant_c, INSTANT_SPEED * speed, np.arange(blocks),
                     np.zeros(blocks), np.zeros(blocks), instant)
        bears = np.empty(count, np.bool_)
        for c in range(count):
            centripetal(c, block_a[c], block_b[c], corner, frame, twist, arm_a, arm_b, relative, 0.5 * dt, carried)
            bears[c] = has_history[c] and u[c, 0] <= push_old[c] + 2.0 * abs(carried[c, 0]) + IMPACT_SPEED * speed
        set_carried(block_a, block_b, free, last, older, bears, weight, moment, carried)
    for c in range(count):
        a, b = block_a[c], block_b[c]
        if closed[c]:
            set_closed_bias(c, a, b, instant[b] if free[b] else instant[a], corner, frame, twist, gap, relative, u, dt,
                            a0, arm_a, arm_b, bias, push)
        else:
            bias[c, 0] = open_bias(gap[c], age[c], u[c, 0], dt, speed)
            needed = u[c, 0] + bias[c, 0] + (lag - 1.0) * friction[c] * slip[c]
            used[c] = needed <= REACH * speed + HIT * max(hit[a], hit[b])
    return used, closed, impact, arm_a, arm_b, bias, slip, carried, instant, push


def cap_push(limits: Constraints, pressed: np.ndarray, allowance: float, floor: float) -> Constraints:
    """`limits` with pushes lowered where they would give more energy than `allowance` [J], none slower than `floor`.

    pressed : (c,) [N s], normal impulses that the pushes act with, as known before the solve
    floor : [m/s], of pushes that keep blocks from rest and lift nothing to speak of
    """
    asked = float(limits.push @ np.maximum(pressed, 0.0))
    share = 1.0 if asked <= allowance else max(allowance, 0.0) / asked
    is_idle = (limits.push > 0.0) & (share * limits.push < floor)
    if share == 1.0 and not is_idle.any():
        return limits
    taken = np.where(is_idle, limits.push, (1.0 - share) * limits.push)
    bias = limits.bias.copy()
    bias[:, 0] += taken
    return replace(limits, bias=bias, push=limits.push - taken)
