"""Passes of the splitting on Coulomb's law over all contacts, in lanes; see splitting/method.py for the method.

Fields: y in Y, impulse z in EZ (the best one so far in Z), weights rho along n and t in RHO_N, RHO_T, mobility
(velocity at the contact for an impulse there alone) in MOB_N, MOB_T, 1 / (1 + rho E) in KEEP_N, KEEP_T, floor and cap
of z_0 in ZF and ZC. x = C w + d is the velocity without the give E z.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import inner_kernel, kernel
from drystone.solvers.lanes.layout import (
    A0,
    A1,
    A2,
    A3,
    A4,
    A5,
    D0,
    D1,
    D2,
    E0,
    E1,
    ETA,
    EZ0,
    EZ1,
    EZ2,
    L0,
    L1,
    LANES,
    M00,
    M01,
    M02,
    M11,
    M12,
    M22,
    O0,
    O1,
    O2,
    P0,
    P1,
    P2,
    R00,
    R01,
    R02,
    R10,
    R11,
    R12,
    R20,
    R21,
    R22,
    S0,
    S1,
    S2,
    SIZE,
    V0,
    V1,
    V2,
    V3,
    V4,
    V5,
    W0,
    W1,
    W2,
    Z0,
    Z1,
    Z2,
    ZC,
    ZF,
    start,
)

Y0, Y1, Y2 = S0, S1, S2
RHO_N, RHO_T = ETA, W0
MOB_N, MOB_T = L0, L1
KEEP_N, KEEP_T = W1, W2

#: Weights along n, in units of the inverse mobility; more at contacts that carry: 1 + LOAD times what they carry, in
#: units of the mean block's weight, of which at most MOST_LOAD count. Along t the share SIDE of it.
WEIGHT, LOAD, MOST_LOAD, SIDE = 1.25, 1.0, 10.0, 0.7

#: Mobility below this share of that along n is none: a contact without friction has none along t.
NO_MOBILITY = 1e-30


@kernel
def invert_factors(factor, mask, inverse):
    """inverse (n, 6, 6): that of each lower factor, its columns of locked degrees of freedom at zero."""
    for b in range(factor.shape[0]):
        for k in range(6):
            for i in range(6):
                inverse[b, i, k] = 0.0
            for i in range(k, 6):
                total = mask[k] if i == k else 0.0
                for m in range(k, i):
                    total -= factor[b, i, m] * inverse[b, m, k]
                inverse[b, i, k] = total / factor[b, i, i]


@inner_kernel
def reach_of(low, b, f0, f1, f2, r0, r1, r2):
    """|L^-1 (f, r x f)|^2: velocity along f for a unit impulse along it, of block b; low : inverse factors of all"""
    m0, m1, m2 = r1 * f2 - r2 * f1, r2 * f0 - r0 * f2, r0 * f1 - r1 * f0
    total = 0.0
    for p in range(6):
        value = (low[b, p, 0] * f0 + low[b, p, 1] * f1 + low[b, p, 2] * f2
                 + low[b, p, 3] * m0 + low[b, p, 4] * m1 + low[b, p, 5] * m2)
        total += value * value
    return total


@kernel
def find_mobility(a, group_ptr, group_a, group_b, arm_a, arm_b, inertia_factor, mask):
    """MOB of all contacts: diagonal of C H^-1 C^T along n, and its mean along t1 and t2."""
    inverse, total = np.empty_like(inertia_factor), np.empty(3)
    invert_factors(inertia_factor, mask, inverse)
    for g in range(group_a.shape[0]):
        one, two = group_a[g], group_b[g]
        for c in range(group_ptr[g], group_ptr[g + 1]):
            i = start(c)
            o0, o1, o2 = a[i + O0], a[i + O1], a[i + O2]
            for k in range(3):
                row = i + R00 + 3 * k * LANES
                f0, f1, f2 = a[row], a[row + LANES], a[row + 2 * LANES]
                reach = 0.0
                if one >= 0:
                    reach += reach_of(inverse, one, f0, f1, f2, arm_a[g, 0] + o0, arm_a[g, 1] + o1, arm_a[g, 2] + o2)
                if two >= 0:
                    reach += reach_of(inverse, two, f0, f1, f2, arm_b[g, 0] + o0, arm_b[g, 1] + o1, arm_b[g, 2] + o2)
                total[k] = reach
            a[i + MOB_N] = total[0]
            a[i + MOB_T] = 0.5 * (total[1] + total[2])
    for c in range(group_ptr[-1], a.size // SIZE * LANES):
        i = start(c)
        a[i + MOB_N] = a[i + MOB_T] = 1.0


@kernel
def choose_weights(a, field, unit):
    """RHO, KEEP and the stiffness M of all contacts, for impulses in `field`; unit : mean mass times g dt."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            load = WEIGHT * (1.0 + LOAD * min(max(a[i + field], 0.0) / unit, MOST_LOAD))
            normal = 1.0 / max(a[i + MOB_N] / load, a[i + E0])
            is_rough = a[i + MOB_T] > NO_MOBILITY * a[i + MOB_N]
            side = 1.0 / max(a[i + MOB_T] / (SIDE * load), a[i + E1]) if is_rough else normal
            a[i + RHO_N] = a[i + M00] = normal
            a[i + RHO_T] = a[i + M11] = a[i + M22] = side
            a[i + KEEP_N] = 1.0 / (1.0 + normal * a[i + E0])
            a[i + KEEP_T] = 1.0 / (1.0 + side * a[i + E1])
            a[i + ZF] = max(a[i + ZF], 0.0)
            a[i + M01] = 0.0
            a[i + M02] = 0.0
            a[i + M12] = 0.0


@kernel
def start_from(a):
    """Y = z - rho x for the impulses in Z and the twist in V."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            o0, o1, o2 = a[i + O0], a[i + O1], a[i + O2]
            v3, v4, v5 = a[i + V3], a[i + V4], a[i + V5]
            x = a[i + V0] + (v4 * o2 - v5 * o1)
            y = a[i + V1] + (v5 * o0 - v3 * o2)
            z = a[i + V2] + (v3 * o1 - v4 * o0)
            rn, rt = a[i + RHO_N], a[i + RHO_T]
            a[i + Y0] = a[i + Z0] - rn * (a[i + R00] * x + a[i + R01] * y + a[i + R02] * z + a[i + D0])
            a[i + Y1] = a[i + Z1] - rt * (a[i + R10] * x + a[i + R11] * y + a[i + R12] * z + a[i + D1])
            a[i + Y2] = a[i + Z2] - rt * (a[i + R20] * x + a[i + R21] * y + a[i + R22] * z + a[i + D2])


@kernel
def keep_velocity(a):
    """Y becomes the velocity x that it stands for beside EZ, so that the weights may change."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            a[i + Y0] = (a[i + EZ0] - a[i + Y0]) / a[i + RHO_N]
            a[i + Y1] = (a[i + EZ1] - a[i + Y1]) / a[i + RHO_T]
            a[i + Y2] = (a[i + EZ2] - a[i + Y2]) / a[i + RHO_T]


@kernel
def take_velocity(a):
    """Y = z - rho x from EZ and the velocity that `keep_velocity` left in Y."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            a[i + Y0] = a[i + EZ0] - a[i + RHO_N] * a[i + Y0]
            a[i + Y1] = a[i + EZ1] - a[i + RHO_T] * a[i + Y1]
            a[i + Y2] = a[i + EZ2] - a[i + RHO_T] * a[i + Y2]


@kernel
def advance(a, relax):
    """Y -= relax rho (C w + d - x) for the twist w in V, x the velocity of Y and EZ; then `obey_law` and `push_wrench`.

    In one go, for this pass takes most of the time of an iteration.
    """
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            o0, o1, o2 = a[i + O0], a[i + O1], a[i + O2]
            v3, v4, v5 = a[i + V3], a[i + V4], a[i + V5]
            x = a[i + V0] + (v4 * o2 - v5 * o1)
            y = a[i + V1] + (v5 * o0 - v3 * o2)
            z = a[i + V2] + (v3 * o1 - v4 * o0)
            r00, r01, r02 = a[i + R00], a[i + R01], a[i + R02]
            r10, r11, r12 = a[i + R10], a[i + R11], a[i + R12]
            r20, r21, r22 = a[i + R20], a[i + R21], a[i + R22]
            rn, rt = a[i + RHO_N], a[i + RHO_T]
            d0, d1, d2 = rn * a[i + D0], rt * a[i + D1], rt * a[i + D2]
            y0, y1, y2 = a[i + Y0], a[i + Y1], a[i + Y2]
            y0 -= relax * (rn * (r00 * x + r01 * y + r02 * z) + d0 - (a[i + EZ0] - y0))
            y1 -= relax * (rt * (r10 * x + r11 * y + r12 * z) + d1 - (a[i + EZ1] - y1))
            y2 -= relax * (rt * (r20 * x + r21 * y + r22 * z) + d2 - (a[i + EZ2] - y2))
            a[i + Y0] = y0
            a[i + Y1] = y1
            a[i + Y2] = y2
            z0 = min(max(y0 * a[i + KEEP_N], a[i + ZF]), a[i + ZC])
            share = a[i + KEEP_T]
            side = share * math.sqrt(y1 * y1 + y2 * y2)
            k = share * (1.0 if side <= z0 else z0 / max(side, 1e-300))
            z1, z2 = k * y1, k * y2
            a[i + EZ0] = z0
            a[i + EZ1] = z1
            a[i + EZ2] = z2
            p0, p1, p2 = 2.0 * z0 - y0 - d0, 2.0 * z1 - y1 - d1, 2.0 * z2 - y2 - d2
            x = r00 * p0 + r10 * p1 + r20 * p2
            y = r01 * p0 + r11 * p1 + r21 * p2
            z = r02 * p0 + r12 * p1 + r22 * p2
            a[i + A0] = x
            a[i + A1] = y
            a[i + A2] = z
            a[i + A3] = o1 * z - o2 * y
            a[i + A4] = o2 * x - o0 * z
            a[i + A5] = o0 * y - o1 * x


@kernel
def obey_law(a):
    """EZ: the impulse of Y by Coulomb's law; P: the impulse z + rho (x - d) that the blocks feel."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            rn, rt = a[i + RHO_N], a[i + RHO_T]
            y0, y1, y2 = a[i + Y0], a[i + Y1], a[i + Y2]
            z0 = min(max(y0 * a[i + KEEP_N], a[i + ZF]), a[i + ZC])
            share = a[i + KEEP_T]
            side = share * math.sqrt(y1 * y1 + y2 * y2)
            k = share * (1.0 if side <= z0 else z0 / max(side, 1e-300))
            z1, z2 = k * y1, k * y2
            a[i + EZ0] = z0
            a[i + EZ1] = z1
            a[i + EZ2] = z2
            a[i + P0] = 2.0 * z0 - y0 - rn * a[i + D0]
            a[i + P1] = 2.0 * z1 - y1 - rt * a[i + D1]
            a[i + P2] = 2.0 * z2 - y2 - rt * a[i + D2]


@kernel
def grade(a):
    """A0: minus the error of a contact, along n and t together, a velocity, for EZ and the twist in V. A1: minus the
    velocity that its normal impulse alone would cause, of which rounding is a share.

    The natural map |z - P(z - s / m)| m, m being mobility and give: how far the contact by itself is from its law.
    """
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            o0, o1, o2 = a[i + O0], a[i + O1], a[i + O2]
            v3, v4, v5 = a[i + V3], a[i + V4], a[i + V5]
            x = a[i + V0] + (v4 * o2 - v5 * o1)
            y = a[i + V1] + (v5 * o0 - v3 * o2)
            z = a[i + V2] + (v3 * o1 - v4 * o0)
            z0, z1, z2 = a[i + EZ0], a[i + EZ1], a[i + EZ2]
            s0 = a[i + R00] * x + a[i + R01] * y + a[i + R02] * z + a[i + D0] + a[i + E0] * z0
            s1 = a[i + R10] * x + a[i + R11] * y + a[i + R12] * z + a[i + D1] + a[i + E1] * z1
            s2 = a[i + R20] * x + a[i + R21] * y + a[i + R22] * z + a[i + D2] + a[i + E1] * z2
            mn, mt = a[i + MOB_N] + a[i + E0], a[i + MOB_T] + a[i + E1]
            en = abs(mn * (z0 - min(max(z0 - s0 / mn, a[i + ZF]), a[i + ZC])))
            q1, q2 = mt * z1 - s1, mt * z2 - s2
            side, limit = math.sqrt(q1 * q1 + q2 * q2), mt * z0
            k = 1.0 if side <= limit else limit / max(side, 1e-300)
            e1, e2 = mt * z1 - k * q1, mt * z2 - k * q2
            # rows along t are scaled by friction, and mt by its square: back to a velocity
            slope = math.sqrt(a[i + R10] * a[i + R10] + a[i + R11] * a[i + R11] + a[i + R12] * a[i + R12])
            et = math.sqrt(e1 * e1 + e2 * e2) / slope if slope > 0.0 else 0.0
            a[i + A0] = -math.sqrt(en * en + et * et)
            a[i + A1] = -a[i + MOB_N] * z0
