"""Passes over all contacts that decide how long a step of the interior point method may be, and the step itself."""

from __future__ import annotations

import math

from drystone.kernels import kernel
from drystone.solvers.lanes.cone_passes import FAR, NONE
from drystone.solvers.lanes.layout import (
    A0,
    A1,
    DS0,
    DS1,
    DS2,
    DSC,
    DSF,
    DZ0,
    DZ1,
    DZ2,
    ES0,
    ES1,
    ES2,
    ESC,
    ESF,
    EZ0,
    EZ1,
    EZ2,
    LANES,
    S0,
    S1,
    S2,
    SC,
    SF,
    SIZE,
    Z0,
    Z1,
    Z2,
    ZC,
    ZF,
)


@kernel
def longest_step(x0, x1, x2, y0, y1, y2):
    """Greatest t with x + t y in the cone, x inside; inf if none. det(x + t y) = curve t2 + 2 slope t + value."""
    side = math.sqrt(x1 * x1 + x2 * x2)
    value = (x0 - side) * (x0 + side)
    slope = x0 * y0 - x1 * y1 - x2 * y2
    side = math.sqrt(y1 * y1 + y2 * y2)
    curve = (y0 - side) * (y0 + side)
    square = slope * slope - curve * value
    root = math.sqrt(max(square, 0.0))
    away = (slope + root) / max(-curve, 1e-300) if curve < 0.0 else math.inf      # of two roots the positive one
    near = value / max(root - slope, 1e-300) if square > 0.0 or curve < 0.0 else math.inf
    limit = near if slope < 0.0 else away
    return min(limit, -x0 / y0 if y0 < 0.0 else math.inf)


def _make_find_limits(bounded):
    @kernel
    def find_limits(a):
        """A0: longest step along E that stays in the cones and within the bounds; inf if there is no limit."""
        for bundle in range(a.size // SIZE):
            base = bundle * SIZE
            for i in range(base, base + LANES):
                limit = min(longest_step(a[i + S0], a[i + S1], a[i + S2], a[i + ES0], a[i + ES1], a[i + ES2]),
                            longest_step(a[i + Z0], a[i + Z1], a[i + Z2], a[i + EZ0], a[i + EZ1], a[i + EZ2]))
                if bounded:
                    dz, dsf, dsc = a[i + EZ0], a[i + ESF], a[i + ESC]
                    limit = min(limit, -a[i + ZF] / dz if dz < 0.0 else math.inf)
                    limit = min(limit, a[i + ZC] / dz if dz > 0.0 else math.inf)
                    limit = min(limit, -a[i + SF] / dsf if dsf < 0.0 else math.inf)
                    limit = min(limit, -a[i + SC] / dsc if dsc < 0.0 else math.inf)
                a[i + A0] = limit

    return find_limits


find_limits, find_limits_rigid = _make_find_limits(True), _make_find_limits(False)


def _make_find_centrality(bounded):
    @kernel
    def find_centrality(a, step):
        """A0: power s.z at the step along D, bounds included; A1: its least eigenvalue, negative outside."""
        for bundle in range(a.size // SIZE):
            base = bundle * SIZE
            for i in range(base, base + LANES):
                s0 = a[i + S0] + step * a[i + DS0]
                s1 = a[i + S1] + step * a[i + DS1]
                s2 = a[i + S2] + step * a[i + DS2]
                z0 = a[i + Z0] + step * a[i + DZ0]
                z1 = a[i + Z1] + step * a[i + DZ1]
                z2 = a[i + Z2] + step * a[i + DZ2]
                side_s = math.sqrt(s1 * s1 + s2 * s2)
                side_z = math.sqrt(z1 * z1 + z2 * z2)
                product = s0 * z0 + s1 * z1 + s2 * z2                          # half the sum of the two eigenvalues
                determinant = (s0 - side_s) * (s0 + side_s) * (z0 - side_z) * (z0 + side_z)      # their product
                root = math.sqrt(max(product * product - determinant, 0.0))
                least = determinant / max(product + root, 1e-300) if product > 0.0 else math.inf
                least = least if min(s0 - side_s, z0 - side_z) > 0.0 else -1.0
                if bounded:
                    zf, zc = a[i + ZF], a[i + ZC]
                    p = (a[i + SF] + step * a[i + DSF]) * (zf + step * a[i + DZ0])
                    q = (a[i + SC] + step * a[i + DSC]) * (zc - step * a[i + DZ0])
                    product += (p if zf < FAR else 0.0) + (q if zc < FAR else 0.0)
                    least = min(least, min(p if zf < FAR else math.inf, q if zc < FAR else math.inf))
                a[i + A0], a[i + A1] = product, least

    return find_centrality


find_centrality, find_centrality_rigid = _make_find_centrality(True), _make_find_centrality(False)


@kernel
def take_step(a, step):
    """s, z and the bounds' numbers move along D."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            a[i + S0] += step * a[i + DS0]
            a[i + S1] += step * a[i + DS1]
            a[i + S2] += step * a[i + DS2]
            a[i + Z0] += step * a[i + DZ0]
            a[i + Z1] += step * a[i + DZ1]
            a[i + Z2] += step * a[i + DZ2]
            a[i + SF] += step * a[i + DSF]
            a[i + SC] += step * a[i + DSC]
            zf, zc = a[i + ZF], a[i + ZC]
            a[i + ZF] = zf + step * a[i + DZ0] if zf < FAR else NONE
            a[i + ZC] = zc - step * a[i + DZ0] if zc < FAR else NONE
