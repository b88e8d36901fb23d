"""Passes over all contacts for the start of the interior point method: into the cones, floors and caps."""

from __future__ import annotations

import math

from drystone.kernels import kernel
from drystone.solvers.lanes.cone_passes import FAR, NONE
from drystone.solvers.lanes.layout import (
    A0,
    A1,
    D0,
    D1,
    D2,
    LANES,
    O0,
    O1,
    O2,
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
    SC,
    SF,
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

#: Least impulse with which a contact that breaks its constraint starts: that of so many mean blocks at its speed. Most
#: problems do not mind 1 to 100; with 1 some need twice the iterations.
PUSH_BACK = 10.0


@kernel
def find_depth(a):
    """A0, A1: distances s_0 - |(s_1, s_2)| and z_0 - |(z_1, z_2)| to the boundary; negative outside."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            a[i + A0] = a[i + S0] - math.sqrt(a[i + S1] * a[i + S1] + a[i + S2] * a[i + S2])
            a[i + A1] = a[i + Z0] - math.sqrt(a[i + Z1] * a[i + Z1] + a[i + Z2] * a[i + Z2])


@kernel
def lift_inside(a, lift_s, lift_z):
    """Raise s_0 and z_0 of every contact by one common amount each."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            a[i + S0] += lift_s
            a[i + Z0] += lift_z


@kernel
def open_cones(a, margin):
    """Raise s_0 and z_0 of each contact until both are inside by at least `margin`.

    Contacts whose velocity breaks the constraint start as far inside as they were outside: a boundary near by would
    stop the first steps. Their impulse must grow, by more than one contact's share of it: see PUSH_BACK.
    """
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            side = math.sqrt(a[i + S1] * a[i + S1] + a[i + S2] * a[i + S2])
            outside = side - a[i + S0]
            a[i + S0] = max(a[i + S0], side + max(margin, outside))
            side = math.sqrt(a[i + Z1] * a[i + Z1] + a[i + Z2] * a[i + Z2])
            a[i + Z0] = max(a[i + Z0], side + max(margin, PUSH_BACK * outside))


@kernel
def enter_bounds(a, multiplier):
    """Bring z between floor and cap, which stand in ZF and ZC, and leave there the distances to them."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            floor, cap = a[i + ZF], a[i + ZC]
            has_floor, has_cap = floor > -FAR, cap < FAR
            low = max(floor, 0.0)
            room = min(0.25 * (cap - low), 1.0)
            z0 = min(max(a[i + Z0], low + room), cap - room)
            side = math.sqrt(a[i + Z1] * a[i + Z1] + a[i + Z2] * a[i + Z2])
            part = min(1.0, 0.5 * z0 / max(side, 1e-300))
            part = part if side >= 0.9 * z0 else 1.0
            a[i + Z0], a[i + Z1], a[i + Z2] = z0, part * a[i + Z1], part * a[i + Z2]
            a[i + ZF] = z0 - floor if has_floor else NONE
            a[i + ZC] = cap - z0 if has_cap else NONE
            a[i + SF] = multiplier if has_floor else 0.0
            a[i + SC] = multiplier if has_cap else 0.0


@kernel
def put_velocity(a):
    """s = C w + d of the twist in V."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            o0, o1, o2 = a[i + O0], a[i + O1], a[i + O2]
            v3, v4, v5 = a[i + V3], a[i + V4], a[i + V5]
            x = a[i + V0] + (v4 * o2 - v5 * o1)
            y = a[i + V1] + (v5 * o0 - v3 * o2)
            z = a[i + V2] + (v3 * o1 - v4 * o0)
            a[i + S0] = a[i + R00] * x + a[i + R01] * y + a[i + R02] * z + a[i + D0]
            a[i + S1] = a[i + R10] * x + a[i + R11] * y + a[i + R12] * z + a[i + D1]
            a[i + S2] = a[i + R20] * x + a[i + R21] * y + a[i + R22] * z + a[i + D2]


@kernel
def turn_impulse(a):
    """z = -s: the impulses of a cold start, before they are lifted into the cone."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            a[i + Z0], a[i + Z1], a[i + Z2] = -a[i + S0], -a[i + S1], -a[i + S2]
