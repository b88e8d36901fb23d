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

from drystone.engines.nscd.memory import RESOLVED_AFTER
from drystone.kernels import kernel
from drystone.solvers.cone.parts import find_root

CLOSED_BAND = 0.1      #: a contact is closed below this gap, in units of a0 dt^2
IMPACT_SPEED = 0.1     #: an approach faster than this is an impact, in units of a0 dt
INSTANT_SPEED = 1.0    #: an impact faster than this moves the instant of the step, in units of a0 dt
FEEDBACK = 0.2         #: share of a penetration taken back in a step
FEEDBACK_CAP = 0.5     #: greatest speed of that, in units of a0 dt: gravity takes it back within the step
OPEN_SLACK = 2.0       #: an open contact may finish its approach and this much more, in units of a0 dt
FAR_FACTOR = 4.0       #: contacts that no speed in the model can close are left out
SLIP_FLOOR = 1e-5      #: slip slower than this shifts nothing, so that rest can be exact, in units of a0 dt


@dataclass(frozen=True, slots=True)
class Constraints:
    """Constraints of one step, one row per detected contact."""

    is_used: np.ndarray    #: (c,) bool, takes part in the solve
    is_closed: np.ndarray  #: (c,) bool
    is_impact: np.ndarray  #: (c,) bool
    arm_a: np.ndarray      #: (c, 3) [m], from the centre of block a
    arm_b: np.ndarray      #: (c, 3) [m]
    bias: np.ndarray       #: (c, 3) d without the friction shift [m/s]
    slip_old: np.ndarray   #: (c,) |u_t| with the twist at the start of the step [m/s]
    carried: np.ndarray    #: (c, 3) [N s], impulse carried until an impact's instant, in the contact frame
    instant: np.ndarray    #: (b,) tau: share of the step that a block moves with its old twist
    push: np.ndarray       #: (c,) [m/s], speed in `bias` that lifts blocks out of a penetration, >= 0


@kernel
def relative_velocity(frame, twist_a, twist_b, arm_a, arm_b, world, local):
    """world, local <- velocity of b against a at the contact, in world axes and in the contact frame."""
    world[0] = (twist_b[0] + twist_b[4] * arm_b[2] - twist_b[5] * arm_b[1]
                - twist_a[0] - twist_a[4] * arm_a[2] + twist_a[5] * arm_a[1])
    world[1] = (twist_b[1] + twist_b[5] * arm_b[0] - twist_b[3] * arm_b[2]
                - twist_a[1] - twist_a[5] * arm_a[0] + twist_a[3] * arm_a[2])
    world[2] = (twist_b[2] + twist_b[3] * arm_b[1] - twist_b[4] * arm_b[0]
                - twist_a[2] - twist_a[3] * arm_a[1] + twist_a[4] * arm_a[0])
    for i in range(3):
        local[i] = frame[i, 0] * world[0] + frame[i, 1] * world[1] + frame[i, 2] * world[2]


@kernel
def _cross(a0, a1, a2, b, out, sign):
    """out += sign (a x b)."""
    out[0] += sign * (a1 * b[2] - a2 * b[1])
    out[1] += sign * (a2 * b[0] - a0 * b[2])
    out[2] += sign * (a0 * b[1] - a1 * b[0])


@kernel
def centripetal(frame, twist_a, twist_b, arm_a, arm_b, relative, half_dt, tmp, acc, out):
    """out <- 1/2 dt F (w_b x (w_b x r_b) - w_a x (w_a x r_a) - 2 w_a x U): the frame turns within the step."""
    acc[:] = 0.0
    tmp[:] = 0.0
    _cross(twist_b[3], twist_b[4], twist_b[5], arm_b, tmp, 1.0)
    _cross(twist_b[3], twist_b[4], twist_b[5], tmp, acc, 1.0)
    tmp[:] = 0.0
    _cross(twist_a[3], twist_a[4], twist_a[5], arm_a, tmp, 1.0)
    _cross(twist_a[3], twist_a[4], twist_a[5], tmp, acc, -1.0)
    _cross(twist_a[3], twist_a[4], twist_a[5], relative, acc, -2.0)
    for i in range(3):
        out[i] = half_dt * (frame[i, 0] * acc[0] + frame[i, 1] * acc[1] + frame[i, 2] * acc[2])


@kernel
def move_arms(twist_a, twist_b, relative, late, arm_a, arm_b, tmp, acc):
    """Arms a time `late` [s] after the middle of the step, in place; relative : velocity of b against a, world axes."""
    for i in range(3):
        arm_a[i] += 0.5 * late * relative[i]
        arm_b[i] -= 0.5 * late * relative[i]
    # the contact point moves with the mean of the two material points; arms follow both turns
    tmp[:] = 0.0
    _cross(twist_a[3], twist_a[4], twist_a[5], arm_a, tmp, 1.0)
    for i in range(3):
        acc[i] = tmp[i]
    tmp[:] = 0.0
    _cross(twist_b[3], twist_b[4], twist_b[5], arm_b, tmp, 1.0)
    for i in range(3):
        arm_a[i] += late * acc[i]
        arm_b[i] += late * tmp[i]


@kernel
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
    world = np.empty(3)
    local = np.empty(3)
    for c in range(count):
        a, b = block_a[c], block_b[c]
        for i in range(3):
            middle = 0.5 * (point_a[c, i] + point_b[c, i])
            arm_a[c, i] = middle - position[a, i]
            arm_b[c, i] = middle - position[b, i]
        relative_velocity(frame[c], twist[a], twist[b], arm_a[c], arm_b[c], world, local)
        bias[c, 0] = max(gap[c] / dt, -FEEDBACK_CAP * a0 * dt)
        push[c] = max(0.0, -bias[c, 0])
        slip[c] = math.hypot(local[1], local[2])
        closed[c] = gap[c] <= CLOSED_BAND * a0 * dt * dt
    return closed, arm_a, arm_b, bias, slip, push


@kernel
def impact_resolving(block_a, block_b, frame, point_a, point_b, gap, position, twist, free, friction,
                     age, last, older, has_history, dt, a0, lag):
    """Constraint rows of the midpoint scheme (steps 1 to 5 of the README).

    position : (b, 3) at mid-step; twist : (b, 6) at the start; age : (c,) steps since the contact was closed
    last, older : (c, 3) impulses of the last two steps [N s]; lag : 1.0 with the friction shift, else 0.0
    """
    count = gap.shape[0]
    blocks = position.shape[0]
    arm_a = np.empty((count, 3))
    arm_b = np.empty((count, 3))
    u = np.empty((count, 3))
    shift = np.empty((count, 3))
    bias = np.zeros((count, 3))
    slip = np.empty(count)
    instant_c = np.zeros(count)
    carried = np.zeros((count, 3))
    push = np.zeros(count)
    closed = np.empty(count, np.bool_)
    impact = np.zeros(count, np.bool_)
    used = np.zeros(count, np.bool_)
    instant = np.full(blocks, 0.5)
    relative = np.empty((count, 3))
    tmp = np.empty(3)
    acc = np.empty(3)
    parent = np.arange(blocks)
    weight_b = np.zeros(blocks)
    moment_b = np.zeros(blocks)
    weight_i = np.zeros(blocks)
    moment_i = np.zeros(blocks)
    speed = a0 * dt
    any_impact = False

    # 1-2: relative velocities, closed contacts, impacts and their instants
    for c in range(count):
        a, b = block_a[c], block_b[c]
        for i in range(3):
            middle = 0.5 * (point_a[c, i] + point_b[c, i])
            arm_a[c, i] = middle - position[a, i]
            arm_b[c, i] = middle - position[b, i]
        relative_velocity(frame[c], twist[a], twist[b], arm_a[c], arm_b[c], relative[c], u[c])
        slip[c] = math.hypot(u[c, 1], u[c, 2])
        if slip[c] < SLIP_FLOOR * speed:
            slip[c] = 0.0
        centripetal(frame[c], twist[a], twist[b], arm_a[c], arm_b[c], relative[c], 0.5 * dt, tmp, acc, shift[c])
        closed[c] = gap[c] <= CLOSED_BAND * a0 * dt * dt
        if closed[c]:
            if free[a] and free[b]:
                parent[find_root(parent, a)] = find_root(parent, b)
            if u[c, 0] < -IMPACT_SPEED * speed and age[c] > RESOLVED_AFTER:
                impact[c] = True
                any_impact = True
                instant_c[c] = min(1.0, max(-0.5, 0.5 - gap[c] / (u[c, 0] * dt)))
                square = u[c, 0] * u[c, 0]
                if free[a]:
                    weight_b[a] += square
                    moment_b[a] += square * instant_c[c]
                if free[b]:
                    weight_b[b] += square
                    moment_b[b] += square * instant_c[c]

    # 3: one instant for each island of closed contacts
    if any_impact:
        for c in range(count):
            if impact[c] and u[c, 0] < -INSTANT_SPEED * speed:
                b = block_b[c] if free[block_b[c]] else block_a[c]
                root = find_root(parent, b)
                weight_i[root] += u[c, 0] * u[c, 0]
                moment_i[root] += u[c, 0] * u[c, 0] * instant_c[c]
        for b in range(blocks):
            root = find_root(parent, b)
            if free[b] and weight_i[root] > 0.0:
                instant[b] = moment_i[root] / weight_i[root]

    fastest = 0.0
    for b in range(blocks):
        fastest = max(fastest, math.sqrt(twist[b, 0] ** 2 + twist[b, 1] ** 2 + twist[b, 2] ** 2))
    far = FAR_FACTOR * (fastest + 10.0 * speed)

    # 4: bias
    for c in range(count):
        a, b = block_a[c], block_b[c]
        tau = instant[b] if free[b] else instant[a]
        lagged = lag * friction[c] * slip[c]
        if closed[c]:
            used[c] = True
            depth = gap[c]
            if tau != 0.5:
                move_arms(twist[a], twist[b], relative[c], (tau - 0.5) * dt, arm_a[c], arm_b[c], tmp, acc)
                centripetal(frame[c], twist[a], twist[b], arm_a[c], arm_b[c], relative[c], (1.0 - tau) * dt,
                             tmp, acc, shift[c])
                if u[c, 0] < 0.0 and depth <= 0.0:
                    depth = min(0.0, depth - (0.5 - tau) * dt * u[c, 0])
            push[c] = push_out(depth, dt, a0)
            bias[c, 0] = shift[c, 0] - push[c]
            bias[c, 1] = shift[c, 1]
            bias[c, 2] = shift[c, 2]
        else:
            if age[c] <= RESOLVED_AFTER:
                bias[c, 0] = gap[c] / dt
            else:
                bias[c, 0] = max(2.0 * gap[c] / dt, -u[c, 0] + OPEN_SLACK * speed)
            used[c] = bias[c, 0] + lagged <= far

    # 5: what a contact carried until the instant of an impact on one of its blocks
    if any_impact:
        for c in range(count):
            if not has_history[c]:
                continue
            a, b = block_a[c], block_b[c]
            weight = 0.0
            moment = 0.0
            if free[a]:
                weight += weight_b[a]
                moment += moment_b[a]
            if free[b]:
                weight += weight_b[b]
                moment += moment_b[b]
            if weight > 0.0:
                share = moment / weight
                for i in range(3):
                    carried[c, i] = share * (last[c, i] if last[c, 0] < older[c, 0] else older[c, i])
    return used, closed, impact, arm_a, arm_b, bias, slip, carried, instant, push


def cap_push(limits: Constraints, pressed: np.ndarray, allowance: float) -> Constraints:
    """`limits` with pushes lowered where they would give more energy than `allowance` [J].

    pressed : (c,) [N s], normal impulses that the pushes act with, as known before the solve
    """
    asked = float(limits.push @ np.maximum(pressed, 0.0))
    if asked <= allowance:
        return limits
    taken = (1.0 - max(allowance, 0.0) / asked) * limits.push
    bias = limits.bias.copy()
    bias[:, 0] += taken
    return replace(limits, bias=bias, push=limits.push - taken)
