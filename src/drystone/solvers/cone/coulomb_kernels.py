"""The numbers of `coulomb_residuals.py`, contact by contact: see there for the formulas and for what they mean.

Written so that what is not a number stays so: comparisons with it are false, and no step may hide it.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import inner_kernel, kernel
from drystone.solvers.cone.block_mechanics import add_impulse, contact_speed, factor_block, solve_block

#: Places of the numbers that `measure_coulomb` writes.
FLOW, FLOW_SHARE, FLOW_AT_TWIST, MOMENTUM, CONE, POWER, PENETRATION = range(7)
NUMBERS = 7


@inner_kernel
def normal_range(c, mu, cohesion, tension, crushing):
    """Least and greatest normal impulse of one contact, and its cohesion [N s]."""
    if cohesion.shape[0] == 0:
        return 0.0, np.inf, 0.0
    low, high, held = -tension[c], crushing[c], 0.0
    if mu > 0.0:
        held = cohesion[c]
        if -held / mu > low:               # the tip of the cone
            low = -held / mu
    if high < low:
        high = low
    return low, high, held


@inner_kernel
def disc_radius(n, mu, cohesion):
    """Greatest tangential impulse [N s]; rounding at the tip of the cone does not make it negative."""
    radius = mu * n + cohesion
    return 0.0 if radius < 0.0 else radius


@inner_kernel
def admissible(n, t1, t2, mu, low, high, cohesion):
    """The normal impulse cut to its range, then the tangential one to its disc."""
    if n < low:
        n = low
    elif n > high:
        n = high
    side, radius = math.sqrt(t1 * t1 + t2 * t2), disc_radius(n, mu, cohesion)
    if side > radius:
        t1, t2 = t1 * (radius / side), t2 * (radius / side)
    return n, t1, t2


@inner_kernel
def normal_error(r, low, high, s, give):
    """|r - P(r - rho s)| / rho with rho = 1 / give and P on [low, high]; r lies there [m/s]."""
    if s > 0.0:
        return min(s, (r - low) * give)
    if high == np.inf:
        return -s
    return min(-s, (high - r) * give)


@inner_kernel
def tangential_error(r1, r2, radius, s1, s2, give):
    """|r - P(r - rho s)| / rho with rho = 1 / give and P on the disc; r lies there [m/s]."""
    q1, q2 = give * r1 - s1, give * r2 - s2
    side, most = math.sqrt(q1 * q1 + q2 * q2), give * radius
    if side > most:
        s1, s2 = give * r1 - q1 * (most / side), give * r2 - q2 * (most / side)
    return math.sqrt(s1 * s1 + s2 * s2)


@inner_kernel
def law_error(z0, z1, z2, radius, low, high, s0, s1, s2, give_n, give_t):
    """Natural map of Coulomb's law at one contact [m/s]; inf for what is not a number."""
    normal = normal_error(z0, low, high, s0, give_n)
    tangential = tangential_error(z1, z2, radius, s1, s2, give_t)
    error = math.sqrt(normal * normal + tangential * tangential)
    is_number = math.isfinite(error + s0 + s1 + s2 + z0 + radius + low) and not math.isnan(high)
    return error if is_number else np.inf


@inner_kernel
def add_give(c, block, frame, arm, lower, pivot, rows, give):
    """give (4,) += what one block adds to W_nn, W_11, W_22, W_12 of a contact; rows (6, 3) is work space."""
    r0, r1, r2 = arm[c, 0], arm[c, 1], arm[c, 2]
    for k in range(3):
        x, y, z = frame[c, k, 0], frame[c, k, 1], frame[c, k, 2]
        rows[0, k], rows[1, k], rows[2, k] = x, y, z
        rows[3, k], rows[4, k], rows[5, k] = r1 * z - r2 * y, r2 * x - r0 * z, r0 * y - r1 * x
    for i in range(6):
        for j in range(i):
            factor = lower[block, i, j]
            for k in range(3):
                rows[i, k] -= factor * rows[j, k]
        p = pivot[block, i]
        give[0] += p * rows[i, 0] * rows[i, 0]
        give[1] += p * rows[i, 1] * rows[i, 1]
        give[2] += p * rows[i, 2] * rows[i, 2]
        give[3] += p * rows[i, 1] * rows[i, 2]


@inner_kernel
def local_give(c, a, b, prescribed, frame, arm_a, arm_b, compliance, lower, pivot, rows, give):
    """Speed per unit impulse at one contact: W_nn + E_n, and the greatest tangential one [m/s per N s]."""
    for k in range(4):
        give[k] = compliance[c, k] if k < 3 and compliance.shape[0] > 0 else 0.0
    if not prescribed[a]:
        add_give(c, a, frame, arm_a, lower, pivot, rows, give)
    if not prescribed[b]:
        add_give(c, b, frame, arm_b, lower, pivot, rows, give)
    half = 0.5 * (give[1] - give[2])
    return give[0], 0.5 * (give[1] + give[2]) + math.sqrt(half * half + give[3] * give[3])


@inner_kernel
def admit_impulses(prescribed, block_a, block_b, frame, arm_a, arm_b, friction, cohesion, tension, crushing, impulse,
                   z, load):
    """z (c, 3) <- the admissible impulses, load (b, 6) += G^T z."""
    for c in range(friction.shape[0]):
        a, b, mu = block_a[c], block_b[c], friction[c]
        if prescribed[a] and prescribed[b]:
            continue
        low, high, held = normal_range(c, mu, cohesion, tension, crushing)
        z0, z1, z2 = admissible(impulse[c, 0], impulse[c, 1], impulse[c, 2], mu, low, high, held)
        z[c, 0], z[c, 1], z[c, 2] = z0, z1, z2
        add_impulse(c, a, b, frame, arm_a, arm_b, z0, z1, z2, load)


@inner_kernel
def move_blocks(inertia, free_twist, prescribed, locked, twist, moved, lower, pivot):
    """moved (b, 6): impulses in, the twists v_r that they cause out; the free mass, and |v - v_r|_H^2."""
    mass, apart = 0.0, 0.0
    for b in range(prescribed.shape[0]):
        if not prescribed[b]:
            mass += inertia[b, 0, 0]
            factor_block(inertia[b], locked, lower[b], pivot[b])
            solve_block(lower[b], pivot[b], moved[b])
        for i in range(6):
            moved[b, i] = free_twist[b, i] if prescribed[b] else free_twist[b, i] + moved[b, i]
        if not prescribed[b]:
            for i in range(6):
                miss = 0.0
                for j in range(6):
                    miss += inertia[b, i, j] * (twist[b, j] - moved[b, j])
                apart += miss * (twist[b, i] - moved[b, i])
    return mass, apart


@kernel
def measure_coulomb(inertia, free_twist, prescribed, block_a, block_b, frame, arm_a, arm_b, bias, friction, compliance,
                    cohesion, tension, crushing, locked, speed_scale, twist, impulse, out):
    """out (NUMBERS,) <- the numbers of `CoulombResiduals`; returns the worst contact, -1 if none counts."""
    blocks, contacts = twist.shape[0], friction.shape[0]
    z, moved = np.zeros((contacts, 3)), np.zeros((blocks, 6))
    lower, pivot = np.empty((blocks, 6, 6)), np.empty((blocks, 6))
    rows, give = np.empty((6, 3)), np.empty(4)
    admit_impulses(prescribed, block_a, block_b, frame, arm_a, arm_b, friction, cohesion, tension, crushing, impulse,
                   z, moved)
    mass, apart = move_blocks(inertia, free_twist, prescribed, locked, twist, moved, lower, pivot)
    worst, squares, at_twist, outside, power, deepest, where, count = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1, 0
    for c in range(contacts):
        a, b, mu = block_a[c], block_b[c], friction[c]
        if prescribed[a] and prescribed[b]:
            continue
        low, high, held = normal_range(c, mu, cohesion, tension, crushing)
        z0, z1, z2 = z[c, 0], z[c, 1], z[c, 2]
        radius = disc_radius(z0, mu, held)
        e0, e1, e2 = 0.0, 0.0, 0.0
        if compliance.shape[0] > 0:
            e0, e1, e2 = compliance[c, 0] * z0, compliance[c, 1] * z1, compliance[c, 2] * z2
        d0, d1, d2 = z0 - impulse[c, 0], z1 - impulse[c, 1], z2 - impulse[c, 2]
        changed = math.sqrt(d1 * d1 + d2 * d2)
        is_idle = z0 == low and radius == 0.0 and d0 == 0.0 and changed == 0.0 and high == np.inf
        give_n, give_t = 0.0, 0.0          # of no account where nothing acts
        if not is_idle:
            give_n, give_t = local_give(c, a, b, prescribed, frame, arm_a, arm_b, compliance, lower, pivot, rows, give)
        # the law, with the twist that the impulses cause
        s0, s1, s2 = contact_speed(c, a, b, frame, arm_a, arm_b, bias, moved)
        error = law_error(z0, z1, z2, radius, low, high, s0 + e0, s1 + e1, s2 + e2, give_n, give_t)
        count += 1
        squares += error * error
        if error > worst or where < 0:
            worst, where = error, c
        # the law, and what may not be, with the twist as given
        s0, s1, s2 = contact_speed(c, a, b, frame, arm_a, arm_b, bias, twist)
        s0, s1, s2 = s0 + e0, s1 + e1, s2 + e2
        at_twist = max(at_twist, law_error(z0, z1, z2, radius, low, high, s0, s1, s2, give_n, give_t))
        power += max(0.0, z1 * s1 + z2 * s2) + (max(0.0, (z0 - low) * s0) if z0 > low else 0.0)
        deepest = max(deepest, -s0 if z0 < high else 0.0)
        outside = max(outside, abs(d0) * give_n, changed * give_t)
    scale = max(speed_scale, 1e-300)
    out[FLOW], out[FLOW_AT_TWIST], out[CONE] = worst / scale, at_twist / scale, outside / scale
    out[FLOW_SHARE] = math.sqrt(squares / max(count, 1)) / scale
    out[MOMENTUM] = math.sqrt(max(apart, 0.0) / max(mass, 1e-300)) / scale
    out[POWER], out[PENETRATION] = power / max(mass * scale * scale, 1e-300), deepest / scale
    if not math.isfinite(apart + squares + at_twist + outside + power + deepest):
        out[:] = np.inf
    return where
