"""Newton's method on the augmented Lagrangian: one or two factors a step while most contacts stick.

With multipliers z of the last step or round, and Q = sigma + E (per contact, diagonal), the impulses are a function
of the velocity,

    z+(w) = argmin over the cone of  1/2 z.Q z + z.(C w + d) - sigma z.z_old ,

a projection in the metric Q, and w minimises the convex, once differentiable  1/2 w.H w + sum of the conjugates: H w =
C^T z+(w). Newton's matrix is H + C^T B C with B = -dz+/d(C w): Q^-1 where a contact sticks, 0 where it is open, in
between where it slides. Then z+ becomes the new z, until the certified bound on the velocity error is small. With real
compliance in every contact sigma may be zero, and one round is exact: the regularised Newton method.

What is judged is w with z+(w). (H^-1 C^T z+ in place of w would balance momentum exactly, but rounding of C w reaches
z+ divided by sigma, and such a velocity is a million times worse.)
"""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import kernel, merged_kernel
from drystone.solvers import lanes
from drystone.solvers.contact_jobs import assemble, gather, spread
from drystone.solvers.interior import factor_blocks, solve_condensed
from drystone.solvers.lanes import (
    A0,
    A1,
    A2,
    D0,
    D1,
    D2,
    E0,
    E1,
    E2,
    EZ0,
    EZ1,
    EZ2,
    LANES,
    M00,
    M01,
    M02,
    M11,
    M12,
    M22,
    NOISE,
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
    SIZE,
    V0,
    V1,
    V2,
    V3,
    V4,
    V5,
    Z0,
    Z1,
    Z2,
    ZC,
    ZF,
)
from drystone.solvers.operators import add_scaled, apply_inertia, dot, solve_inertia

#: What `minimise` returns.
CONVERGED, GAVE_UP, BROKEN = 0, 1, 2

#: Impulse that a pair of blocks carries, in those of one of its contacts that breaks its constraint.
PAIR = 5.0

#: Share of the last bound down to which the gradient is brought before the multipliers are renewed.
INNER = 1e-2


@kernel
def project_impulses(a, sigma):
    """EZ and P: z+ at the twist in V; M: its derivative B; A0: conjugate z+.(Q y) - z+.Q z+ / 2; A2: change of B.

    Floor and cap stand in ZF and ZC.
    """
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            o0, o1, o2 = a[i + O0], a[i + O1], a[i + O2]
            v3, v4, v5 = a[i + V3], a[i + V4], a[i + V5]
            x = a[i + V0] + (v4 * o2 - v5 * o1)
            y = a[i + V1] + (v5 * o0 - v3 * o2)
            z = a[i + V2] + (v3 * o1 - v4 * o0)
            qn, qt = max(sigma + a[i + E0], 1e-30), max(sigma + a[i + E1], 1e-30)
            # Q y = sigma z - (C w + d); x = Q^1/2 y lives against a cone of slope beta
            p0 = sigma * a[i + Z0] - (a[i + R00] * x + a[i + R01] * y + a[i + R02] * z + a[i + D0])
            p1 = sigma * a[i + Z1] - (a[i + R10] * x + a[i + R11] * y + a[i + R12] * z + a[i + D1])
            p2 = sigma * a[i + Z2] - (a[i + R20] * x + a[i + R21] * y + a[i + R22] * z + a[i + D2])
            root_n, root_t = math.sqrt(qn), math.sqrt(qt)
            beta = root_t / root_n
            x0, x1, x2 = p0 / root_n, p1 / root_t, p2 / root_t
            side = math.sqrt(x1 * x1 + x2 * x2)
            unit = 1.0 / max(side, 1e-300)
            t1, t2 = x1 * unit, x2 * unit
            sticks = side <= beta * x0
            opens = beta * side <= -x0
            share = 1.0 / (1.0 + beta * beta)
            edge = (x0 + beta * side) * share                # normal part of the nearest point of the boundary
            turn = beta * edge * unit                        # shrinks tangents across the slip
            y0 = x0 if sticks else (0.0 if opens else edge)
            y1 = x1 if sticks else (0.0 if opens else turn * x1)
            y2 = x2 if sticks else (0.0 if opens else turn * x2)
            b00 = 1.0 if sticks else (0.0 if opens else share)
            b01 = 0.0 if sticks or opens else beta * share * t1
            b02 = 0.0 if sticks or opens else beta * share * t2
            b11 = 1.0 if sticks else (0.0 if opens else beta * beta * share * t1 * t1 + turn * t2 * t2)
            b12 = 0.0 if sticks or opens else (beta * beta * share - turn) * t1 * t2
            b22 = 1.0 if sticks else (0.0 if opens else beta * beta * share * t2 * t2 + turn * t1 * t1)
            # beyond floor or cap: the disc there
            low, high = a[i + ZF] * root_n, a[i + ZC] * root_n
            out = y0 < low or y0 > high
            level = low if y0 < low else high
            level = level if out else 1.0
            radius = beta * level
            inside = side <= radius
            cut = 1.0 if inside else radius * unit
            along = 1.0 if inside else 0.0
            y0 = level if out else y0
            y1 = cut * x1 if out else y1
            y2 = cut * x2 if out else y2
            b00 = 0.0 if out else b00
            b01 = 0.0 if out else b01
            b02 = 0.0 if out else b02
            b11 = along * t1 * t1 + cut * t2 * t2 if out else b11
            b12 = (along - cut) * t1 * t2 if out else b12
            b22 = along * t2 * t2 + cut * t1 * t1 if out else b22
            a[i + A0] = y0 * x0 + y1 * x1 + y2 * x2 - 0.5 * (y0 * y0 + y1 * y1 + y2 * y2)
            y0, y1, y2 = y0 / root_n, y1 / root_t, y2 / root_t
            a[i + EZ0] = y0
            a[i + EZ1] = y1
            a[i + EZ2] = y2
            a[i + P0] = y0
            a[i + P1] = y1
            a[i + P2] = y2
            cross = 1.0 / (root_n * root_t)
            b00, b01, b02, b11, b12, b22 = b00 / qn, b01 * cross, b02 * cross, b11 / qt, b12 / qt, b22 / qt
            change = abs(a[i + M00] - b00) + abs(a[i + M01] - b01) + abs(a[i + M02] - b02)
            a[i + A2] = change + abs(a[i + M11] - b11) + abs(a[i + M12] - b12) + abs(a[i + M22] - b22)
            a[i + M00] = b00
            a[i + M01] = b01
            a[i + M02] = b02
            a[i + M11] = b11
            a[i + M12] = b12
            a[i + M22] = b22


@kernel
def find_excess(a):
    """A1: share of each contact in the bound for the twist in V and the impulses EZ, much as the judge will count it.

    A2: by how much the velocity is outside of the cone.
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
            s2 = a[i + R20] * x + a[i + R21] * y + a[i + R22] * z + a[i + D2] + a[i + E2] * z2
            miss = math.sqrt(s1 * s1 + s2 * s2) - s0
            # what the set of impulses could still gain: up to the cap; without one about what the pair carries
            broken = max(miss, 0.0)
            most = a[i + ZC] if a[i + ZC] < 1e100 else PAIR * z0
            a[i + A1] = max(0.0, s0 * z0 + s1 * z1 + s2 * z2 + broken * most + min(miss, 0.0) * max(a[i + ZF], 0.0)
                            - a[i + NOISE] * z0)
            a[i + A2] = max(0.0, broken - a[i + NOISE]) if a[i + ZC] >= 1e100 else 0.0


@kernel
def is_same(new, old):
    """Whether two arrays (n, 6, 6) agree bit by bit: a kept factor must not change the answer."""
    for i in range(new.shape[0]):
        for k in range(6):
            for j in range(6):
                if new[i, k, j] != old[i, k, j]:
                    return False
    return True


@kernel
def copy_blocks(source, target):
    """target = source, (n, 6, 6)."""
    for i in range(source.shape[0]):
        for k in range(6):
            for j in range(6):
                target[i, k, j] = source[i, k, j]


@merged_kernel
def factorise_again(step, kept_diag, kept_off, kept):
    """Factor of H + C^T B C, unless the one at hand is of the same matrix. kept[0]: 1 if there is one at hand.

    Returns 0: kept, 1: new, 2: broken.
    """
    assemble(step)
    if kept[0] > 0.0 and is_same(step.diag, kept_diag) and is_same(step.off, kept_off):
        return 0
    copy_blocks(step.diag, kept_diag)
    copy_blocks(step.off, kept_off)
    good = factor_blocks(step)
    kept[0] = 1.0 if good else 0.0
    return 1 if good else 2


@kernel
def minimise(step, energy_free, energy_least, sigma, tolerance, budget, kept_diag, kept_off, kept, w):
    """Minimise from w and the multipliers Z, which are the answer after CONVERGED; floor and cap stand in ZF, ZC.

    `budget` is the most directions that may be tried. Returns the code, the directions tried, the factors made, and
    the bound on the velocity error reached.
    """
    a, blocks = step.lanes, w.shape[0]
    hw, g, dw, x = np.empty((blocks, 6)), np.empty((blocks, 6)), np.zeros((blocks, 6)), np.empty((blocks, 6))
    bound, value_old, part, tried, factors, halvings = 1e300, np.inf, 1.0, 0, 0, 0
    slow, changed = 0, True
    while True:
        apply_inertia(step.inertia, w, step.mask, hw)
        spread(step, w)
        project_impulses(a, sigma)
        value = 0.5 * dot(w, hw) + lanes.sum_field(a, A0)
        changed = changed or lanes.sum_field(a, A2) > 0.0
        if not math.isfinite(value):
            return BROKEN, tried, factors, bound
        if value > value_old + 1e-13 * abs(value_old):       # too far: half the way back
            if halvings == 6:
                return GAVE_UP, tried, factors, bound
            halvings += 1
            part *= 0.5
            add_scaled(w, -part, dw)
            continue
        gather(step, g)
        for i in range(blocks):
            for k in range(6):
                g[i, k] = hw[i, k] - g[i, k]
        solve_inertia(step.inertia_factor, g, step.mask, x)
        energy = energy_free + 2.0 * dot(w, step.momentum) + dot(w, hw)
        reference = max(energy_least, energy)
        slope = dot(g, x) / reference
        if slope <= max(INNER * INNER * min(bound, 1.0), 1e-4 * tolerance * tolerance) or tried == budget:
            find_excess(a)
            outside = lanes.sum_field(a, A2)
            now = slope + (2.0 * lanes.sum_field(a, A1) + blocks * outside * outside) / reference
            if now <= tolerance * tolerance or tried == budget:
                lanes.copy_fields(a, EZ0, Z0, 3)
                return (CONVERGED if now <= tolerance * tolerance else GAVE_UP), tried, factors, now
            slow = slow + 1 if now > 0.1 * bound else 0
            if slow == 3:
                return GAVE_UP, tried, factors, now
            bound = now
            lanes.copy_fields(a, EZ0, Z0, 3)
            value_old = np.inf
            project_impulses(a, sigma)                       # with the new multipliers; the gradient is that of w
            value = 0.5 * dot(w, hw) + lanes.sum_field(a, A0)
            changed = changed or lanes.sum_field(a, A2) > 0.0
            gather(step, g)
            for i in range(blocks):
                for k in range(6):
                    g[i, k] = hw[i, k] - g[i, k]
        if changed:
            code = factorise_again(step, kept_diag, kept_off, kept)
            if code == 2:
                return BROKEN, tried, factors, bound
            factors += code
            changed = False
        for i in range(blocks):
            for k in range(6):
                dw[i, k] = -g[i, k]
        solve_condensed(step, dw)
        value_old, part, halvings = value, 1.0, 0
        add_scaled(w, 1.0, dw)
        tried += 1
