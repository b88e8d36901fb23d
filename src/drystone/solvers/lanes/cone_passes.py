"""Passes of the interior point method over all contacts, in lanes: cone, Jordan algebra, Nesterov-Todd scaling.

The cone is x_0 >= |(x_1, x_2)|. One scaling W per contact is kept as four numbers, W = eta [[w_0, w^T], [w, 1 + w w^T
/ (1 + w_0)]]; it maps the impulse z and its inverse the velocity s to one common point l = W z = W^-1 s. Floor and cap
of z_0 are scalars of their own, with multipliers sf, sc >= 0 and distances zf = z_0 - floor, zc = cap - z_0. To a
contact without one of them NONE stands for its distance.

Loops over a bundle hold no branch and no sum over contacts, or they would not become vector instructions. The passes on
which most time goes have a second version, `..._rigid`, for problems without compliance, floor and cap.
"""

from __future__ import annotations

import math

from drystone.kernels import kernel, merged_kernel
from drystone.solvers.lanes.layout import (
    A0,
    A1,
    A2,
    D0,
    D1,
    D2,
    DS0,
    DS1,
    DS2,
    DSC,
    DSF,
    DZ0,
    DZ1,
    DZ2,
    E0,
    E1,
    E2,
    ES0,
    ES1,
    ES2,
    ESC,
    ESF,
    ETA,
    EZ0,
    EZ1,
    EZ2,
    L0,
    L1,
    L2,
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
    RC0,
    RC1,
    RC2,
    RF,
    RK,
    RS0,
    RS1,
    RS2,
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
    W0,
    W1,
    W2,
    Z0,
    Z1,
    Z2,
    ZC,
    ZF,
)

#: Least relative distance to the boundary at which a point still counts as interior.
INTERIOR = 1e-14

#: Distance to a bound that is not there, and the distance from which on there is none.
NONE, FAR = 1e200, 1e100


@merged_kernel
def turn(w0, w1, w2, x0, x1, x2):
    """W x / eta."""
    along = w1 * x1 + w2 * x2
    share = x0 + along / (1.0 + w0)
    return w0 * x0 + along, x1 + share * w1, x2 + share * w2


@merged_kernel
def turn_back(w0, w1, w2, x0, x1, x2):
    """eta W^-1 x."""
    along = w1 * x1 + w2 * x2
    share = along / (1.0 + w0) - x0
    return w0 * x0 - along, x1 + share * w1, x2 + share * w2


@kernel
def find_residual(a):
    """RS = C w + d + E z - s - (sf - sc) e of the twist in V; A0: power s.z, A1: its excess, A2: dual d.z + z.E z / 2.

    Residuals that are rounding become zero: they must not disturb a distance to the boundary that is no larger.
    """
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            o0, o1, o2 = a[i + O0], a[i + O1], a[i + O2]
            v3, v4, v5 = a[i + V3], a[i + V4], a[i + V5]
            x = a[i + V0] + (v4 * o2 - v5 * o1)
            y = a[i + V1] + (v5 * o0 - v3 * o2)
            z = a[i + V2] + (v3 * o1 - v4 * o0)
            z0, z1, z2 = a[i + Z0], a[i + Z1], a[i + Z2]
            s0, s1, s2 = a[i + S0], a[i + S1], a[i + S2]
            d0, d1, d2 = a[i + D0], a[i + D1], a[i + D2]
            e0, e1, e2 = a[i + E0], a[i + E1], a[i + E2]
            r0 = a[i + R00] * x + a[i + R01] * y + a[i + R02] * z + d0 - s0 + e0 * z0 - (a[i + SF] - a[i + SC])
            r1 = a[i + R10] * x + a[i + R11] * y + a[i + R12] * z + d1 - s1 + e1 * z1
            r2 = a[i + R20] * x + a[i + R21] * y + a[i + R22] * z + d2 - s2 + e2 * z2
            noise = a[i + NOISE]
            r0 = r0 if abs(r0) > noise else 0.0
            r1 = r1 if abs(r1) > noise else 0.0
            r2 = r2 if abs(r2) > noise else 0.0
            a[i + RS0] = r0
            a[i + RS1] = r1
            a[i + RS2] = r2
            size = abs(r0) + abs(r1) + abs(r2)
            power = s0 * z0 + s1 * z1 + s2 * z2
            zf, zc = a[i + ZF], a[i + ZC]
            power += a[i + SF] * (zf if zf < FAR else 0.0) + a[i + SC] * (zc if zc < FAR else 0.0)
            a[i + A0] = power
            a[i + A1] = max(0.0, power + (size - noise) * z0)
            a[i + A2] = d0 * z0 + d1 * z1 + d2 * z2 + 0.5 * (e0 * z0 * z0 + e1 * z1 * z1 + e2 * z2 * z2)


@kernel
def scale_contacts(a):
    """Scaling W, common point L and stiffness M = W^-2 of interior s and z; points lost to rounding are pushed inside.

    The determinant is taken as (s_0 - |s_1|)(s_0 + |s_1|): the difference of squares would lose half of the digits near
    the boundary; so would 1 + s.z of the normed points, which there are long and nearly opposite.
    """
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            s0, s1, s2 = a[i + S0], a[i + S1], a[i + S2]
            z0, z1, z2 = a[i + Z0], a[i + Z1], a[i + Z2]
            side_s = math.sqrt(s1 * s1 + s2 * s2)
            side_z = math.sqrt(z1 * z1 + z2 * z2)
            s0 = max(s0, side_s * (1.0 + 2.0 * INTERIOR) + 1e-280)
            z0 = max(z0, side_z * (1.0 + 2.0 * INTERIOR) + 1e-280)
            norm_s = math.sqrt(s0 - side_s) * math.sqrt(s0 + side_s)
            norm_z = math.sqrt(z0 - side_z) * math.sqrt(z0 + side_z)
            inv_s, inv_z = 1.0 / norm_s, 1.0 / norm_z
            a0, a1, a2 = s0 * inv_s, s1 * inv_s, s2 * inv_s
            b0, b1, b2 = z0 * inv_z, z1 * inv_z, z2 * inv_z
            edge_a = norm_s / (s0 + side_s)
            edge_b = norm_z / (z0 + side_z)
            unit_s, unit_z = 1.0 / max(side_s, 1e-300), 1.0 / max(side_z, 1e-300)
            c1 = s1 * unit_s + z1 * unit_z
            c2 = s2 * unit_s + z2 * unit_z
            dot = a0 * edge_b + b0 * edge_a - edge_a * edge_b
            dot += 0.5 * (c1 * c1 + c2 * c2) * (side_s * inv_s) * (side_z * inv_z)
            half = 1.0 / math.sqrt(2.0 * (1.0 + dot))
            w1, w2 = (a1 - b1) * half, (a2 - b2) * half
            w0 = math.sqrt(1.0 + w1 * w1 + w2 * w2)
            eta = math.sqrt(norm_s * inv_z)
            a[i + S0], a[i + Z0] = s0, z0
            a[i + ETA], a[i + W0], a[i + W1], a[i + W2] = eta, w0, w1, w2
            t0, t1, t2 = turn(w0, w1, w2, z0, z1, z2)
            a[i + L0] = eta * t0
            a[i + L1] = eta * t1
            a[i + L2] = eta * t2
            k = 1.0 / (eta * eta)
            a[i + M00] = k * (w0 * w0 + w1 * w1 + w2 * w2)
            a[i + M01] = -2.0 * k * w0 * w1
            a[i + M02] = -2.0 * k * w0 * w2
            a[i + M11] = k * (2.0 * w1 * w1 + 1.0)
            a[i + M12] = 2.0 * k * w1 * w2
            a[i + M22] = k * (2.0 * w2 * w2 + 1.0)


@kernel
def is_rigid(a, i):
    """Whether a contact has neither compliance nor floor nor cap."""
    return a[i + E0] + a[i + E1] + a[i + E2] + a[i + SF] + a[i + SC] == 0.0


@kernel
def soften_contacts(a):
    """M = (W^2 + E + bounds)^-1 for compliance, floor and cap; by Cholesky, tangents first: they round less.

    Contacts that have none of these keep W^-2, and the passes below treat them as those of a rigid problem: near the
    boundary of the cone W^2 has lost the digits that its inverse would need.
    """
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            rigid = is_rigid(a, i)
            eta, w0, w1, w2 = a[i + ETA], a[i + W0], a[i + W1], a[i + W2]
            k = eta * eta
            a00 = k * (w0 * w0 + w1 * w1 + w2 * w2) + a[i + E0] + a[i + SF] / a[i + ZF] + a[i + SC] / a[i + ZC]
            a01, a02 = 2.0 * k * w0 * w1, 2.0 * k * w0 * w2
            a11 = k * (2.0 * w1 * w1 + 1.0) + a[i + E1]
            a12 = 2.0 * k * w1 * w2
            a22 = k * (2.0 * w2 * w2 + 1.0) + a[i + E2]
            l22 = math.sqrt(a22)
            l21, l20 = a12 / l22, a02 / l22
            l11 = math.sqrt(max(a11 - l21 * l21, 1e-300))
            l10 = (a01 - l20 * l21) / l11
            l00 = math.sqrt(max(a00 - l20 * l20 - l10 * l10, 1e-300))
            i00, i11, i22 = 1.0 / l00, 1.0 / l11, 1.0 / l22
            i21 = -l21 * i22 * i11
            i10 = -l10 * i11 * i00
            i20 = -(l20 * i22 + l10 * i21) * i00
            a[i + M00] = a[i + M00] if rigid else i00 * i00
            a[i + M01] = a[i + M01] if rigid else i10 * i00
            a[i + M02] = a[i + M02] if rigid else i20 * i00
            a[i + M11] = a[i + M11] if rigid else i11 * i11 + i10 * i10
            a[i + M12] = a[i + M12] if rigid else i21 * i11 + i20 * i10
            a[i + M22] = a[i + M22] if rigid else i22 * i22 + i21 * i21 + i20 * i20


@kernel
def aim_at_boundary(a):
    """Right side of the predictor: RC = -l; of the bounds the distances themselves."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            a[i + RC0], a[i + RC1], a[i + RC2] = -a[i + L0], -a[i + L1], -a[i + L2]
            zf, zc = a[i + ZF], a[i + ZC]
            a[i + RF] = -a[i + SF] * (zf if zf < FAR else 0.0)
            a[i + RK] = -a[i + SC] * (zc if zc < FAR else 0.0)


def _make_aim_at_centre(bounded):
    @kernel
    def aim_at_centre(a, target, second):
        """Right side RC = l \\ (target e - l l - second ds dz) with the direction E scaled; `second` is 1 or 0."""
        for bundle in range(a.size // SIZE):
            base = bundle * SIZE
            for i in range(base, base + LANES):
                eta, w0, w1, w2 = a[i + ETA], a[i + W0], a[i + W1], a[i + W2]
                l0, l1, l2 = a[i + L0], a[i + L1], a[i + L2]
                x0, x1, x2 = a[i + ES0], a[i + ES1], a[i + ES2]
                t0, t1, t2 = turn_back(w0, w1, w2, x0, x1, x2)
                s0, s1, s2 = t0 / eta, t1 / eta, t2 / eta
                x0, x1, x2 = a[i + EZ0], a[i + EZ1], a[i + EZ2]
                t0, t1, t2 = turn(w0, w1, w2, x0, x1, x2)
                z0, z1, z2 = eta * t0, eta * t1, eta * t2
                y0 = target - (l0 * l0 + l1 * l1 + l2 * l2) - second * (s0 * z0 + s1 * z1 + s2 * z2)
                y1 = -2.0 * l0 * l1 - second * (s0 * z1 + z0 * s1)
                y2 = -2.0 * l0 * l2 - second * (s0 * z2 + z0 * s2)
                side = math.sqrt(l1 * l1 + l2 * l2)
                first = (l0 * y0 - (l1 * y1 + l2 * y2)) / ((l0 - side) * (l0 + side))
                a[i + RC0] = first
                a[i + RC1] = (y1 - first * l1) / l0
                a[i + RC2] = (y2 - first * l2) / l0
                if bounded:
                    zf, zc, dz = a[i + ZF], a[i + ZC], second * a[i + EZ0]
                    a[i + RF] = target - a[i + SF] * zf - dz * a[i + ESF] if zf < FAR else 0.0
                    a[i + RK] = target - a[i + SC] * zc + dz * a[i + ESC] if zc < FAR else 0.0

    return aim_at_centre


aim_at_centre, aim_at_centre_rigid = _make_aim_at_centre(True), _make_aim_at_centre(False)


def _make_aim_at_corridor(bounded):
    @kernel
    def aim_at_corridor(a, target, trial):
        """Gondzio: RC that brings the eigenvalues of the products at the trial step into [0.1, 10] target."""
        low, high = 0.1 * target, 10.0 * target
        for bundle in range(a.size // SIZE):
            base = bundle * SIZE
            for i in range(base, base + LANES):
                eta, w0, w1, w2 = a[i + ETA], a[i + W0], a[i + W1], a[i + W2]
                l0, l1, l2 = a[i + L0], a[i + L1], a[i + L2]
                x0 = a[i + S0] + trial * a[i + DS0]
                x1 = a[i + S1] + trial * a[i + DS1]
                x2 = a[i + S2] + trial * a[i + DS2]
                t0, t1, t2 = turn_back(w0, w1, w2, x0, x1, x2)
                s0, s1, s2 = t0 / eta, t1 / eta, t2 / eta
                x0 = a[i + Z0] + trial * a[i + DZ0]
                x1 = a[i + Z1] + trial * a[i + DZ1]
                x2 = a[i + Z2] + trial * a[i + DZ2]
                t0, t1, t2 = turn(w0, w1, w2, x0, x1, x2)
                z0, z1, z2 = eta * t0, eta * t1, eta * t2
                p0 = s0 * z0 + s1 * z1 + s2 * z2
                p1, p2 = s0 * z1 + z0 * s1, s0 * z2 + z0 * s2
                side = math.sqrt(p1 * p1 + p2 * p2)
                d_high = max(min(max(p0 + side, low), high) - (p0 + side), -high)
                d_low = max(min(max(p0 - side, low), high) - (p0 - side), -high)
                y0 = 0.5 * (d_high + d_low)
                part = 0.5 * (d_high - d_low) / max(side, 1e-300)
                y1, y2 = part * p1, part * p2
                side = math.sqrt(l1 * l1 + l2 * l2)
                first = (l0 * y0 - (l1 * y1 + l2 * y2)) / ((l0 - side) * (l0 + side))
                a[i + RC0] = first
                a[i + RC1] = (y1 - first * l1) / l0
                a[i + RC2] = (y2 - first * l2) / l0
                if bounded:
                    zf, zc = a[i + ZF], a[i + ZC]
                    p = (a[i + SF] + trial * a[i + DSF]) * (zf + trial * a[i + DZ0])
                    a[i + RF] = max(min(max(p, low), high) - p, -high) if zf < FAR else 0.0
                    p = (a[i + SC] + trial * a[i + DSC]) * (zc - trial * a[i + DZ0])
                    a[i + RK] = max(min(max(p, low), high) - p, -high) if zc < FAR else 0.0

    return aim_at_corridor


aim_at_corridor, aim_at_corridor_rigid = _make_aim_at_corridor(True), _make_aim_at_corridor(False)


@kernel
def push_rigid(a, share):
    """P = W^-1 (rc - share W^-1 rs): impulses for the right side; in two steps, for W^-2 would lose digits."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            eta, w0, w1, w2 = 1.0 / a[i + ETA], a[i + W0], a[i + W1], a[i + W2]
            x0, x1, x2 = a[i + RS0], a[i + RS1], a[i + RS2]
            t0, t1, t2 = turn_back(w0, w1, w2, x0, x1, x2)
            y0 = a[i + RC0] - share * t0 * eta
            y1 = a[i + RC1] - share * t1 * eta
            y2 = a[i + RC2] - share * t2 * eta
            t0, t1, t2 = turn_back(w0, w1, w2, y0, y1, y2)
            a[i + P0] = t0 * eta
            a[i + P1] = t1 * eta
            a[i + P2] = t2 * eta


@kernel
def push_soft(a, share):
    """P = M (W rc - share rs + (rf / zf - rk / zc) e); of rigid contacts as `push_rigid`."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            rigid = is_rigid(a, i)
            eta, w0, w1, w2 = a[i + ETA], a[i + W0], a[i + W1], a[i + W2]
            x0, x1, x2 = a[i + RC0], a[i + RC1], a[i + RC2]
            r0, r1, r2 = share * a[i + RS0], share * a[i + RS1], share * a[i + RS2]
            t0, t1, t2 = turn(w0, w1, w2, x0, x1, x2)
            y0 = eta * t0 - r0 + a[i + RF] / a[i + ZF] - a[i + RK] / a[i + ZC]
            y1 = eta * t1 - r1
            y2 = eta * t2 - r2
            p0 = a[i + M00] * y0 + a[i + M01] * y1 + a[i + M02] * y2
            p1 = a[i + M01] * y0 + a[i + M11] * y1 + a[i + M12] * y2
            p2 = a[i + M02] * y0 + a[i + M12] * y1 + a[i + M22] * y2
            t0, t1, t2 = turn_back(w0, w1, w2, r0, r1, r2)
            y0 = x0 - t0 / eta
            y1 = x1 - t1 / eta
            y2 = x2 - t2 / eta
            t0, t1, t2 = turn_back(w0, w1, w2, y0, y1, y2)
            a[i + P0] = t0 / eta if rigid else p0
            a[i + P1] = t1 / eta if rigid else p1
            a[i + P2] = t2 / eta if rigid else p2


@kernel
def follow_rigid(a, share, keep_d, keep_e):
    """E = keep_d D + keep_e E + direction of the twist in V: ds = C dw + share rs, dz = W^-1 (rc - W^-1 ds)."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            o0, o1, o2 = a[i + O0], a[i + O1], a[i + O2]
            v3, v4, v5 = a[i + V3], a[i + V4], a[i + V5]
            x = a[i + V0] + (v4 * o2 - v5 * o1)
            y = a[i + V1] + (v5 * o0 - v3 * o2)
            z = a[i + V2] + (v3 * o1 - v4 * o0)
            x0 = a[i + R00] * x + a[i + R01] * y + a[i + R02] * z + share * a[i + RS0]
            x1 = a[i + R10] * x + a[i + R11] * y + a[i + R12] * z + share * a[i + RS1]
            x2 = a[i + R20] * x + a[i + R21] * y + a[i + R22] * z + share * a[i + RS2]
            eta, w0, w1, w2 = 1.0 / a[i + ETA], a[i + W0], a[i + W1], a[i + W2]
            t0, t1, t2 = turn_back(w0, w1, w2, x0, x1, x2)
            y0 = a[i + RC0] - t0 * eta
            y1 = a[i + RC1] - t1 * eta
            y2 = a[i + RC2] - t2 * eta
            t0, t1, t2 = turn_back(w0, w1, w2, y0, y1, y2)
            a[i + ES0] = keep_d * a[i + DS0] + keep_e * a[i + ES0] + x0
            a[i + ES1] = keep_d * a[i + DS1] + keep_e * a[i + ES1] + x1
            a[i + ES2] = keep_d * a[i + DS2] + keep_e * a[i + ES2] + x2
            a[i + EZ0] = keep_d * a[i + DZ0] + keep_e * a[i + EZ0] + t0 * eta
            a[i + EZ1] = keep_d * a[i + DZ1] + keep_e * a[i + EZ1] + t1 * eta
            a[i + EZ2] = keep_d * a[i + DZ2] + keep_e * a[i + EZ2] + t2 * eta


@kernel
def follow_soft(a, share, keep_d, keep_e):
    """As `follow_rigid` with compliance and bounds: dz = p - M C dw, ds = C dw + E dz + share rs - (dsf - dsc) e.

    Of rigid contacts as there.
    """
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            rigid = is_rigid(a, i)
            o0, o1, o2 = a[i + O0], a[i + O1], a[i + O2]
            v3, v4, v5 = a[i + V3], a[i + V4], a[i + V5]
            x = a[i + V0] + (v4 * o2 - v5 * o1)
            y = a[i + V1] + (v5 * o0 - v3 * o2)
            z = a[i + V2] + (v3 * o1 - v4 * o0)
            x0 = a[i + R00] * x + a[i + R01] * y + a[i + R02] * z
            x1 = a[i + R10] * x + a[i + R11] * y + a[i + R12] * z
            x2 = a[i + R20] * x + a[i + R21] * y + a[i + R22] * z
            y0 = a[i + P0] - (a[i + M00] * x0 + a[i + M01] * x1 + a[i + M02] * x2)
            y1 = a[i + P1] - (a[i + M01] * x0 + a[i + M11] * x1 + a[i + M12] * x2)
            y2 = a[i + P2] - (a[i + M02] * x0 + a[i + M12] * x1 + a[i + M22] * x2)
            s0, s1, s2 = x0 + share * a[i + RS0], x1 + share * a[i + RS1], x2 + share * a[i + RS2]
            eta, w0, w1, w2 = a[i + ETA], a[i + W0], a[i + W1], a[i + W2]
            t0, t1, t2 = turn_back(w0, w1, w2, s0, s1, s2)
            r0 = a[i + RC0] - t0 / eta
            r1 = a[i + RC1] - t1 / eta
            r2 = a[i + RC2] - t2 / eta
            t0, t1, t2 = turn_back(w0, w1, w2, r0, r1, r2)
            y0 = t0 / eta if rigid else y0
            y1 = t1 / eta if rigid else y1
            y2 = t2 / eta if rigid else y2
            dsf = (a[i + RF] - a[i + SF] * y0) / a[i + ZF]
            dsc = (a[i + RK] + a[i + SC] * y0) / a[i + ZC]
            x0 += a[i + E0] * y0 + share * a[i + RS0] - (dsf - dsc)
            x1 += a[i + E1] * y1 + share * a[i + RS1]
            x2 += a[i + E2] * y2 + share * a[i + RS2]
            a[i + ES0] = keep_d * a[i + DS0] + keep_e * a[i + ES0] + x0
            a[i + ES1] = keep_d * a[i + DS1] + keep_e * a[i + ES1] + x1
            a[i + ES2] = keep_d * a[i + DS2] + keep_e * a[i + ES2] + x2
            a[i + EZ0] = keep_d * a[i + DZ0] + keep_e * a[i + EZ0] + y0
            a[i + EZ1] = keep_d * a[i + DZ1] + keep_e * a[i + EZ1] + y1
            a[i + EZ2] = keep_d * a[i + DZ2] + keep_e * a[i + EZ2] + y2
            a[i + ESF] = keep_d * a[i + DSF] + keep_e * a[i + ESF] + dsf
            a[i + ESC] = keep_d * a[i + DSC] + keep_e * a[i + ESC] + dsc


@kernel
def find_remainder(a):
    """RC <- rc - W^-1 es - W ez, what the direction E leaves of the third equation; bounds likewise. P <- ez."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            eta, w0, w1, w2 = a[i + ETA], a[i + W0], a[i + W1], a[i + W2]
            x0, x1, x2 = a[i + ES0], a[i + ES1], a[i + ES2]
            t0, t1, t2 = turn_back(w0, w1, w2, x0, x1, x2)
            r0 = a[i + RC0] - t0 / eta
            r1 = a[i + RC1] - t1 / eta
            r2 = a[i + RC2] - t2 / eta
            x0, x1, x2 = a[i + EZ0], a[i + EZ1], a[i + EZ2]
            t0, t1, t2 = turn(w0, w1, w2, x0, x1, x2)
            a[i + RC0] = r0 - eta * t0
            a[i + RC1] = r1 - eta * t1
            a[i + RC2] = r2 - eta * t2
            a[i + P0], a[i + P1], a[i + P2] = x0, x1, x2
            zf, zc = a[i + ZF], a[i + ZC]
            a[i + RF] = a[i + RF] - a[i + SF] * x0 - zf * a[i + ESF] if zf < FAR else 0.0
            a[i + RK] = a[i + RK] + a[i + SC] * x0 - zc * a[i + ESC] if zc < FAR else 0.0
