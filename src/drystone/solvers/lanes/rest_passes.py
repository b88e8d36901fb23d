"""Passes of the search for exact rest over all contacts, in lanes: see settle.py."""

from __future__ import annotations

import math

from drystone.kernels import kernel
from drystone.solvers.lanes.layout import (
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
    R00,
    R01,
    R02,
    R10,
    R11,
    R12,
    R20,
    R21,
    R22,
    RF,
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
)


@kernel
def weigh_contacts(a):
    """M = squared distance of z to the boundary of its cone: by this a contact takes part in a correction."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            distance = a[i + RF] * max(a[i + Z0] - math.sqrt(a[i + Z1] * a[i + Z1] + a[i + Z2] * a[i + Z2]), 0.0)
            a[i + M00] = distance * distance
            a[i + M11] = distance * distance
            a[i + M22] = distance * distance
            a[i + M01] = 0.0
            a[i + M02] = 0.0
            a[i + M12] = 0.0


@kernel
def move_impulses(a):
    """z += M C y of the twist y in V."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            o0, o1, o2 = a[i + O0], a[i + O1], a[i + O2]
            v3, v4, v5 = a[i + V3], a[i + V4], a[i + V5]
            x = a[i + V0] + (v4 * o2 - v5 * o1)
            y = a[i + V1] + (v5 * o0 - v3 * o2)
            z = a[i + V2] + (v3 * o1 - v4 * o0)
            m = a[i + M00]
            a[i + Z0] += m * (a[i + R00] * x + a[i + R01] * y + a[i + R02] * z)
            a[i + Z1] += m * (a[i + R10] * x + a[i + R11] * y + a[i + R12] * z)
            a[i + Z2] += m * (a[i + R20] * x + a[i + R21] * y + a[i + R22] * z)
