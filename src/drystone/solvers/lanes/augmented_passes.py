"""Passes of the augmented Lagrangian over all contacts, in lanes: impulses as a function of the velocity.

See augmented.py for the method and its letters.
"""

from __future__ import annotations

import math

from drystone.kernels import kernel
from drystone.solvers.lanes.layout import (
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

#: Impulse that a pair of blocks carries, in those of one of its contacts that breaks its constraint.
PAIR = 5.0


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
