"""Energy ledger: every term of the balance from its own formula, none as the remainder.

With the mean twist vm = (v_old + v_new)/2 of a step, each free block obeys exactly

    change of kinetic energy = vm . (load impulse + contact impulse + residual impulse) - w_old.(J_new - J_old)w_new/2

Terms (all in J, summed since the start; signs such that a positive term adds energy to the blocks):

kinetic, potential   states: from twist and pose
loads                impulse of every load but gravity times the displacement of the step
supports             work of moved supports on the blocks
friction, impact     tangential and normal part of the contact impulses times the mean relative velocity
recovery             what of the latter is done by pushing blocks out of a penetration: normal impulse times the part
                     of the mean velocity that feedback asked for. Never negative, and never more in sum than
                     `impact` has lost. Contacts with stiffness have none
integration          load impulse (gravity too) times (mean velocity - velocity with which the block moved); in scheme
                     midpoint it is part of `impact`, see below
inertia              the last term above: the inertia tensor turned within the step
rotation             residual of the angular momentum equation at the pose reached, times mean spin
solver               residual of the cone problem's momentum equation, times mean twist
removed              kinetic and potential energy taken out by events
bonds, ties          impulses of bonds that hold, and of ties, times the mean relative velocity: what they store, give
                     back and lose by yielding and breaking
elastic              minus what joints with stiffness store; what their springs lose by the step's own damping is in
                     `impact`, what their sliders lose in `friction`. In schemes euler and theta they
                     store E r^2/2 at every contact

*The instant of an impact.* In scheme midpoint a block with an impact at t + tau dt moves with v_move = tau v_old +
(1 - tau) v_new; others move with vm. Let a be its acceleration without the impact. The contacts then bear
S = H a dt - L against the load impulse L all through the step, and give P = H (v_new - v_old - a dt) at the instant, at
the mean of v_old + tau a dt and v_new - (1 - tau) a dt. With these velocities, instead of vm for both, their work is

    S . v_move + P . (vm + (tau - 1/2) a dt)  =  (S + P) . vm  +  L . (vm - v_move)  -  (tau - 1/2) dt^2 a . H a

so that L . (vm - v_move), of first order in dt, is no energy that the step adds, but what vm books wrongly as lost by
the contacts: a block that lands at V loses m (V + tau g dt)^2/2, not m V (V + g dt)/2. It goes with `impact`. The last
term, of second order, is what the pose misses of the parabola; a is not known apart from the impact, and it stays in
`impact`, too.
"""

from __future__ import annotations

import numpy as np

from drystone.kernels import kernel

STATES = ("kinetic", "potential")
WORKS = ("loads", "supports", "friction", "impact", "integration", "inertia", "rotation", "solver", "removed",
         "bonds", "ties", "recovery", "elastic")
(LOADS, SUPPORTS, FRICTION, IMPACT, INTEGRATION, INERTIA, ROTATION, SOLVER, REMOVED, BONDS, TIES, RECOVERY,
 ELASTIC) = range(len(WORKS))
COUNT = len(WORKS)

#: Kinds of rows of the cone problem, for the split of their work.
CONTACT_ROW, BOND_ROW, TIE_ROW, SOFT_ROW = 0, 1, 2, 3


@kernel
def kinetic_energy(mass, inertia_world, twist, counted):
    """(b,) kinetic energy of each counted block [J]."""
    out = np.zeros(mass.shape[0])
    for b in range(mass.shape[0]):
        if counted[b]:
            v = twist[b]
            spin = 0.0
            for i in range(3):
                for j in range(3):
                    spin += v[3 + i] * inertia_world[b, i, j] * v[3 + j]
            out[b] = 0.5 * mass[b] * (v[0] ** 2 + v[1] ** 2 + v[2] ** 2) + 0.5 * spin
    return out


@kernel
def potential_energy(mass, gravity, position, counted):
    """(b,) potential energy of each counted block against the origin [J]."""
    out = np.zeros(mass.shape[0])
    for b in range(mass.shape[0]):
        if counted[b]:
            out[b] = -mass[b] * (gravity[0] * position[b, 0] + gravity[1] * position[b, 1]
                                 + gravity[2] * position[b, 2])
    return out


@kernel
def contact_wrench(block_a, block_b, frame, arm_a, arm_b, impulse, block_count):
    """(b, 6) impulse and moment of impulse of all contacts on each block [N s, N m s]."""
    out = np.zeros((block_count, 6))
    for c in range(block_a.shape[0]):
        a, b = block_a[c], block_b[c]
        f0 = frame[c, 0, 0] * impulse[c, 0] + frame[c, 1, 0] * impulse[c, 1] + frame[c, 2, 0] * impulse[c, 2]
        f1 = frame[c, 0, 1] * impulse[c, 0] + frame[c, 1, 1] * impulse[c, 1] + frame[c, 2, 1] * impulse[c, 2]
        f2 = frame[c, 0, 2] * impulse[c, 0] + frame[c, 1, 2] * impulse[c, 1] + frame[c, 2, 2] * impulse[c, 2]
        out[b, 0] += f0
        out[b, 1] += f1
        out[b, 2] += f2
        out[b, 3] += arm_b[c, 1] * f2 - arm_b[c, 2] * f1
        out[b, 4] += arm_b[c, 2] * f0 - arm_b[c, 0] * f2
        out[b, 5] += arm_b[c, 0] * f1 - arm_b[c, 1] * f0
        out[a, 0] -= f0
        out[a, 1] -= f1
        out[a, 2] -= f2
        out[a, 3] -= arm_a[c, 1] * f2 - arm_a[c, 2] * f1
        out[a, 4] -= arm_a[c, 2] * f0 - arm_a[c, 0] * f2
        out[a, 5] -= arm_a[c, 0] * f1 - arm_a[c, 1] * f0
    return out


@kernel
def contact_velocity(block_a, block_b, frame, arm_a, arm_b, twist):
    """(c, 3) velocity of b against a in the contact frame [m/s]."""
    out = np.empty((block_a.shape[0], 3))
    for c in range(block_a.shape[0]):
        va, vb = twist[block_a[c]], twist[block_b[c]]
        ra, rb = arm_a[c], arm_b[c]
        x = vb[0] + vb[4] * rb[2] - vb[5] * rb[1] - va[0] - va[4] * ra[2] + va[5] * ra[1]
        y = vb[1] + vb[5] * rb[0] - vb[3] * rb[2] - va[1] - va[5] * ra[0] + va[3] * ra[2]
        z = vb[2] + vb[3] * rb[1] - vb[4] * rb[0] - va[2] - va[3] * ra[1] + va[4] * ra[0]
        for i in range(3):
            out[c, i] = frame[c, i, 0] * x + frame[c, i, 1] * y + frame[c, i, 2] * z
    return out


@kernel
def step_work(free, mass, gravity_dt, locked, twist_old, twist_new, twist_move, load, inertia_old, inertia_new, h,
              h_twist, h_start, block_a, block_b, frame, arm_a, arm_b, kind, impulse, carried, push_old, push,
              carried_wrench, has_instants):
    """(13,) work terms of one step in the order of WORKS, and (c, 3) relative velocities at its end.

    Parameters
    ----------
    free : (b,) bool, moved by the solve; locked : (6,) bool, directions that a planar model shuts
    gravity_dt : (3,) gravity times step; load : (b, 6) impulse of all loads incl. gravity
    twist_move : (b, 6) twist with which the pose moved
    inertia_old, inertia_new : (b, 3, 3) in world axes at the old and the new pose
    h, h_twist, h_start : (b, 6, 6), (b, 6), (b, 6) of the cone problem: its H, solution and v*
    kind : (c,) CONTACT_ROW, BOND_ROW, TIE_ROW, or SOFT_ROW for contacts with stiffness
    impulse, carried : (c, 3) solved, and carried until an impact
    push_old, push : (c,) [m/s], speed that feedback asked for in the last step and in this one
    carried_wrench : (b, 6) of the carried impulses
    has_instants : whether blocks move otherwise than with the mean of both twists for the sake of impacts alone
    """
    work = np.zeros(COUNT)
    moved_otherwise = IMPACT if has_instants else INTEGRATION
    turn = np.empty(3)
    h_change = np.zeros_like(twist_old)
    for b in range(free.shape[0]):
        if free[b]:
            for i in range(6):
                for j in range(6):
                    h_change[b, i] += h[b, i, j] * (h_twist[b, j] - h_start[b, j])
    solved_wrench = contact_wrench(block_a, block_b, frame, arm_a, arm_b, impulse, free.shape[0])
    velocity_old = contact_velocity(block_a, block_b, frame, arm_a, arm_b, twist_old)
    velocity_new = contact_velocity(block_a, block_b, frame, arm_a, arm_b, twist_new)
    for b in range(free.shape[0]):
        for i in range(6):
            if locked[i]:
                solved_wrench[b, i] = 0.0
    for b in range(free.shape[0]):
        if not free[b]:
            for i in range(6):
                mean = 0.5 * (twist_old[b, i] + twist_new[b, i])
                work[SUPPORTS] -= mean * (carried_wrench[b, i] + solved_wrench[b, i])
            continue
        for i in range(6):
            mean = 0.5 * (twist_old[b, i] + twist_new[b, i])
            other = load[b, i] - (mass[b] * gravity_dt[i] if i < 3 and not locked[i] else 0.0)
            work[LOADS] += other * twist_move[b, i]
            work[moved_otherwise] += load[b, i] * (mean - twist_move[b, i])
            work[SOLVER] += mean * (h_change[b, i] - solved_wrench[b, i])
        for i in range(3):
            turn[i] = 0.0
            momentum = 0.0
            for j in range(3):
                change = inertia_new[b, i, j] - inertia_old[b, i, j]
                turn[i] += change * twist_new[b, 3 + j]
                momentum += inertia_new[b, i, j] * twist_new[b, 3 + j] - inertia_old[b, i, j] * twist_old[b, 3 + j]
            work[INERTIA] -= 0.5 * twist_old[b, 3 + i] * turn[i]
            mean = 0.5 * (twist_old[b, 3 + i] + twist_new[b, 3 + i])
            work[ROTATION] += mean * (momentum - h_change[b, 3 + i] - load[b, 3 + i] - carried_wrench[b, 3 + i])
    for c in range(impulse.shape[0]):
        for i in range(3):
            mean = 0.5 * (velocity_old[c, i] + velocity_new[c, i])
            term = IMPACT if i == 0 else FRICTION
            if kind[c] == BOND_ROW or kind[c] == TIE_ROW:
                term = BONDS if kind[c] == BOND_ROW else TIES
            work[term] += (impulse[c, i] + carried[c, i]) * mean
        if kind[c] == CONTACT_ROW:
            pushed = min(max(velocity_old[c, 0], 0.0), push_old[c]) + min(max(velocity_new[c, 0], 0.0), push[c])
            pushed *= 0.5 * max(impulse[c, 0] + carried[c, 0], 0.0)
            work[IMPACT] -= pushed
            work[RECOVERY] += pushed
    return work, velocity_new
