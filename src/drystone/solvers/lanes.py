"""Contacts in lanes: the layout that lets one instruction work on several contacts at once.

All numbers of the contacts lie in one flat array, in bundles of LANES contacts; within a bundle field after field,
each LANES long: number `field` of contact c is `a[start(c) + field]`, start(c) = (c // LANES) * SIZE + c % LANES. The
compiler sees one array with fixed distances, knows that nothing overlaps, and turns the loops over a bundle into vector
instructions: about four times as fast as a plain array of contacts.

What couples contacts to blocks goes by groups: runs of contacts that share a pair of blocks. The twist of block b
against block a at the group's first point is worked out once and handed to the lanes (`spread_twist`), wrenches and
stiffnesses of the lanes are summed by group in a fixed order (`sum_wrench`, `sum_stiffness`). Contacts that fill up the
last bundle have no rows and a bias of one: they stay open and disturb nobody.
"""

from __future__ import annotations

import math

import numba

from drystone.kernels import _can_cache, kernel

LANES = 8

_next = iter(range(0, 200 * LANES, LANES))


def _fields(count: int) -> tuple[int, ...]:
    return tuple(next(_next) for _ in range(count))


# what the step gives: scaled rows (n, mu t1, mu t2), offset from the group's first point, bias, compliance, rounding
R00, R01, R02, R10, R11, R12, R20, R21, R22 = _fields(9)
O0, O1, O2 = _fields(3)
D0, D1, D2 = _fields(3)
E0, E1, E2 = _fields(3)
(NOISE,) = _fields(1)
# velocity s and impulse z in the cone; multipliers and distances of floor and cap
S0, S1, S2, Z0, Z1, Z2 = _fields(6)
SF, ZF, SC, ZC = _fields(4)
# direction that is taken, and the one that is tried
DS0, DS1, DS2, DZ0, DZ1, DZ2, DSF, DSC = _fields(8)
ES0, ES1, ES2, EZ0, EZ1, EZ2, ESF, ESC = _fields(8)
# scaling W, the common point, stiffness M, residual of the velocity, right side of complementarity
ETA, W0, W1, W2 = _fields(4)
L0, L1, L2 = _fields(3)
M00, M01, M02, M11, M12, M22 = _fields(6)
RS0, RS1, RS2 = _fields(3)
RC0, RC1, RC2, RF, RK = _fields(5)
# twist of the group, impulse to spread, results for sums
V0, V1, V2, V3, V4, V5 = _fields(6)
P0, P1, P2 = _fields(3)
WORK = _fields(21)
A0, A1, A2, A3, A4, A5 = WORK[:6]
SIZE = next(_next)

#: Stiffness fields by group: force 00 01 02 11 12 22, coupling by rows, moment 00 01 02 11 12 22.
STIFFNESS = len(WORK)

#: For sums: the order of additions is the compiler's, hence fixed on one machine, and in vectors.
_adder = numba.njit(cache=_can_cache, error_model="numpy", fastmath={"reassoc", "nsz"})


@kernel
def start(c):
    """Place of field 0 of contact c."""
    return (c // LANES) * SIZE + c % LANES


@_adder
def sum_field(a, field):
    """Sum of a field over all contacts."""
    total = 0.0
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE + field
        for i in range(base, base + LANES):
            total += a[i]
    return total


@kernel
def least_field(a, field):
    """Least value of a field."""
    least = math.inf
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE + field
        for i in range(base, base + LANES):
            least = min(least, a[i])
    return least


@kernel
def fill_field(a, field, value):
    """Set a field of all contacts."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE + field
        for i in range(base, base + LANES):
            a[i] = value


@kernel
def copy_fields(a, source, target, count):
    """Copy `count` fields in a row from `source` to `target`."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + count * LANES):
            a[i + target] = a[i + source]


@kernel
def spread_twist(a, twist, group_ptr, group_a, group_b, arm_a, arm_b):
    """V of every contact: twist (n, 6) of block b against block a at the first point of its group."""
    for g in range(group_a.shape[0]):
        v0, v1, v2, v3, v4, v5 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        b = group_b[g]
        if b >= 0:
            r0, r1, r2 = arm_b[g, 0], arm_b[g, 1], arm_b[g, 2]
            v3, v4, v5 = twist[b, 3], twist[b, 4], twist[b, 5]
            v0 = twist[b, 0] + (v4 * r2 - v5 * r1)
            v1 = twist[b, 1] + (v5 * r0 - v3 * r2)
            v2 = twist[b, 2] + (v3 * r1 - v4 * r0)
        b = group_a[g]
        if b >= 0:
            r0, r1, r2 = arm_a[g, 0], arm_a[g, 1], arm_a[g, 2]
            w3, w4, w5 = twist[b, 3], twist[b, 4], twist[b, 5]
            v0 -= twist[b, 0] + (w4 * r2 - w5 * r1)
            v1 -= twist[b, 1] + (w5 * r0 - w3 * r2)
            v2 -= twist[b, 2] + (w3 * r1 - w4 * r0)
            v3 -= w3
            v4 -= w4
            v5 -= w5
        for c in range(group_ptr[g], group_ptr[g + 1]):
            i = start(c)
            a[i + V0] = v0
            a[i + V1] = v1
            a[i + V2] = v2
            a[i + V3] = v3
            a[i + V4] = v4
            a[i + V5] = v5


@kernel
def push_wrench(a):
    """Force and moment about the group's first point of the impulses P, to WORK."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            p0, p1, p2 = a[i + P0], a[i + P1], a[i + P2]
            x = a[i + R00] * p0 + a[i + R10] * p1 + a[i + R20] * p2
            y = a[i + R01] * p0 + a[i + R11] * p1 + a[i + R21] * p2
            z = a[i + R02] * p0 + a[i + R12] * p1 + a[i + R22] * p2
            o0, o1, o2 = a[i + O0], a[i + O1], a[i + O2]
            a[i + A0] = x
            a[i + A1] = y
            a[i + A2] = z
            a[i + A3] = o1 * z - o2 * y
            a[i + A4] = o2 * x - o0 * z
            a[i + A5] = o0 * y - o1 * x


@kernel
def sum_wrench(a, group_ptr, group_a, group_b, arm_a, arm_b, mask, out):
    """out (n, 6) = C^T p of the wrenches that `push_wrench` left, locked degrees of freedom at zero."""
    for i in range(out.shape[0]):
        for k in range(6):
            out[i, k] = 0.0
    for g in range(group_a.shape[0]):
        f0, f1, f2, m0, m1, m2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for c in range(group_ptr[g], group_ptr[g + 1]):
            i = start(c)
            f0 += a[i + A0]
            f1 += a[i + A1]
            f2 += a[i + A2]
            m0 += a[i + A3]
            m1 += a[i + A4]
            m2 += a[i + A5]
        b = group_b[g]
        if b >= 0:
            r0, r1, r2 = arm_b[g, 0], arm_b[g, 1], arm_b[g, 2]
            out[b, 0] += f0
            out[b, 1] += f1
            out[b, 2] += f2
            out[b, 3] += m0 + (r1 * f2 - r2 * f1)
            out[b, 4] += m1 + (r2 * f0 - r0 * f2)
            out[b, 5] += m2 + (r0 * f1 - r1 * f0)
        b = group_a[g]
        if b >= 0:
            r0, r1, r2 = arm_a[g, 0], arm_a[g, 1], arm_a[g, 2]
            out[b, 0] -= f0
            out[b, 1] -= f1
            out[b, 2] -= f2
            out[b, 3] -= m0 + (r1 * f2 - r2 * f1)
            out[b, 4] -= m1 + (r2 * f0 - r0 * f2)
            out[b, 5] -= m2 + (r0 * f1 - r1 * f0)
    for i in range(out.shape[0]):
        for k in range(6):
            out[i, k] *= mask[k]


@kernel
def push_stiffness(a):
    """Stiffness M of every contact in world axes about the group's first point, to WORK."""
    for bundle in range(a.size // SIZE):
        base = bundle * SIZE
        for i in range(base, base + LANES):
            m00, m01, m02 = a[i + M00], a[i + M01], a[i + M02]
            m11, m12, m22 = a[i + M11], a[i + M12], a[i + M22]
            n0, n1, n2 = a[i + R00], a[i + R01], a[i + R02]
            t0, t1, t2 = a[i + R10], a[i + R11], a[i + R12]
            b0, b1, b2 = a[i + R20], a[i + R21], a[i + R22]
            h00 = m00 * n0 + m01 * t0 + m02 * b0
            h01 = m00 * n1 + m01 * t1 + m02 * b1
            h02 = m00 * n2 + m01 * t2 + m02 * b2
            h10 = m01 * n0 + m11 * t0 + m12 * b0
            h11 = m01 * n1 + m11 * t1 + m12 * b1
            h12 = m01 * n2 + m11 * t2 + m12 * b2
            h20 = m02 * n0 + m12 * t0 + m22 * b0
            h21 = m02 * n1 + m12 * t1 + m22 * b1
            h22 = m02 * n2 + m12 * t2 + m22 * b2
            k00 = n0 * h00 + t0 * h10 + b0 * h20
            k01 = n0 * h01 + t0 * h11 + b0 * h21
            k02 = n0 * h02 + t0 * h12 + b0 * h22
            k11 = n1 * h01 + t1 * h11 + b1 * h21
            k12 = n1 * h02 + t1 * h12 + b1 * h22
            k22 = n2 * h02 + t2 * h12 + b2 * h22
            x, y, z = a[i + O0], a[i + O1], a[i + O2]
            q00, q01, q02 = y * k02 - z * k01, z * k00 - x * k02, x * k01 - y * k00
            q10, q11, q12 = y * k12 - z * k11, z * k01 - x * k12, x * k11 - y * k01
            q20, q21, q22 = y * k22 - z * k12, z * k02 - x * k22, x * k12 - y * k02
            w = i + A0
            a[w] = k00
            a[w + LANES] = k01
            a[w + 2 * LANES] = k02
            a[w + 3 * LANES] = k11
            a[w + 4 * LANES] = k12
            a[w + 5 * LANES] = k22
            a[w + 6 * LANES] = q00
            a[w + 7 * LANES] = q01
            a[w + 8 * LANES] = q02
            a[w + 9 * LANES] = q10
            a[w + 10 * LANES] = q11
            a[w + 11 * LANES] = q12
            a[w + 12 * LANES] = q20
            a[w + 13 * LANES] = q21
            a[w + 14 * LANES] = q22
            a[w + 15 * LANES] = y * q20 - z * q10
            a[w + 16 * LANES] = y * q21 - z * q11
            a[w + 17 * LANES] = y * q22 - z * q12
            a[w + 18 * LANES] = z * q01 - x * q21
            a[w + 19 * LANES] = z * q02 - x * q22
            a[w + 20 * LANES] = x * q12 - y * q02


@kernel
def add_shifted(block, k, r, t, sign):
    """block (6, 6) += sign J_r^T K J_t: stiffness k (21,) at a point, moved to blocks with arms r and t to it."""
    k00, k01, k02, k11, k12, k22 = k[0], k[1], k[2], k[3], k[4], k[5]
    t0, t1, t2 = t[0], t[1], t[2]
    # upper right: K S_t + Q
    a00, a01, a02 = t1 * k02 - t2 * k01 + k[6], t2 * k00 - t0 * k02 + k[7], t0 * k01 - t1 * k00 + k[8]
    a10, a11, a12 = t1 * k12 - t2 * k11 + k[9], t2 * k01 - t0 * k12 + k[10], t0 * k11 - t1 * k01 + k[11]
    a20, a21, a22 = t1 * k22 - t2 * k12 + k[12], t2 * k02 - t0 * k22 + k[13], t0 * k12 - t1 * k02 + k[14]
    block[0, 0] += sign * k00
    block[0, 1] += sign * k01
    block[0, 2] += sign * k02
    block[1, 0] += sign * k01
    block[1, 1] += sign * k11
    block[1, 2] += sign * k12
    block[2, 0] += sign * k02
    block[2, 1] += sign * k12
    block[2, 2] += sign * k22
    block[0, 3] += sign * a00
    block[0, 4] += sign * a01
    block[0, 5] += sign * a02
    block[1, 3] += sign * a10
    block[1, 4] += sign * a11
    block[1, 5] += sign * a12
    block[2, 3] += sign * a20
    block[2, 4] += sign * a21
    block[2, 5] += sign * a22
    r0, r1, r2 = r[0], r[1], r[2]
    # lower left: S_r^T K + Q^T; lower right: S_r^T (K S_t + Q) + Q^T S_t + U
    block[3, 0] += sign * (r1 * k02 - r2 * k01 + k[6])
    block[3, 1] += sign * (r1 * k12 - r2 * k11 + k[9])
    block[3, 2] += sign * (r1 * k22 - r2 * k12 + k[12])
    block[4, 0] += sign * (r2 * k00 - r0 * k02 + k[7])
    block[4, 1] += sign * (r2 * k01 - r0 * k12 + k[10])
    block[4, 2] += sign * (r2 * k02 - r0 * k22 + k[13])
    block[5, 0] += sign * (r0 * k01 - r1 * k00 + k[8])
    block[5, 1] += sign * (r0 * k11 - r1 * k01 + k[11])
    block[5, 2] += sign * (r0 * k12 - r1 * k02 + k[14])
    block[3, 3] += sign * (r1 * a20 - r2 * a10 + (t1 * k[12] - t2 * k[9]) + k[15])
    block[3, 4] += sign * (r1 * a21 - r2 * a11 + (t2 * k[6] - t0 * k[12]) + k[16])
    block[3, 5] += sign * (r1 * a22 - r2 * a12 + (t0 * k[9] - t1 * k[6]) + k[17])
    block[4, 3] += sign * (r2 * a00 - r0 * a20 + (t1 * k[13] - t2 * k[10]) + k[16])
    block[4, 4] += sign * (r2 * a01 - r0 * a21 + (t2 * k[7] - t0 * k[13]) + k[18])
    block[4, 5] += sign * (r2 * a02 - r0 * a22 + (t0 * k[10] - t1 * k[7]) + k[19])
    block[5, 3] += sign * (r0 * a10 - r1 * a00 + (t1 * k[14] - t2 * k[11]) + k[17])
    block[5, 4] += sign * (r0 * a11 - r1 * a01 + (t2 * k[8] - t0 * k[14]) + k[19])
    block[5, 5] += sign * (r0 * a12 - r1 * a02 + (t0 * k[11] - t1 * k[8]) + k[20])


@kernel
def add_to_diagonal(block, k, t):
    """Lower triangle of block (6, 6) += J_t^T K J_t: stiffness k (21,) moved to a block with arm t to its point."""
    k00, k01, k02, k11, k12, k22 = k[0], k[1], k[2], k[3], k[4], k[5]
    t0, t1, t2 = t[0], t[1], t[2]
    # upper right: K S_t + Q
    a00, a01, a02 = t1 * k02 - t2 * k01 + k[6], t2 * k00 - t0 * k02 + k[7], t0 * k01 - t1 * k00 + k[8]
    a10, a11, a12 = t1 * k12 - t2 * k11 + k[9], t2 * k01 - t0 * k12 + k[10], t0 * k11 - t1 * k01 + k[11]
    a20, a21 = t1 * k22 - t2 * k12 + k[12], t2 * k02 - t0 * k22 + k[13]
    block[0, 0] += k00
    block[1, 0] += k01
    block[1, 1] += k11
    block[2, 0] += k02
    block[2, 1] += k12
    block[2, 2] += k22
    # lower left: S_t^T K + Q^T; lower right: S_t^T (K S_t + Q) + Q^T S_t + U
    block[3, 0] += (t1 * k02 - t2 * k01 + k[6])
    block[3, 1] += (t1 * k12 - t2 * k11 + k[9])
    block[3, 2] += (t1 * k22 - t2 * k12 + k[12])
    block[4, 0] += (t2 * k00 - t0 * k02 + k[7])
    block[4, 1] += (t2 * k01 - t0 * k12 + k[10])
    block[4, 2] += (t2 * k02 - t0 * k22 + k[13])
    block[5, 0] += (t0 * k01 - t1 * k00 + k[8])
    block[5, 1] += (t0 * k11 - t1 * k01 + k[11])
    block[5, 2] += (t0 * k12 - t1 * k02 + k[14])
    block[3, 3] += (t1 * a20 - t2 * a10 + (t1 * k[12] - t2 * k[9]) + k[15])
    block[4, 3] += (t2 * a00 - t0 * a20 + (t1 * k[13] - t2 * k[10]) + k[16])
    block[4, 4] += (t2 * a01 - t0 * a21 + (t2 * k[7] - t0 * k[13]) + k[18])
    block[5, 3] += (t0 * a10 - t1 * a00 + (t1 * k[14] - t2 * k[11]) + k[17])
    block[5, 4] += (t0 * a11 - t1 * a01 + (t2 * k[8] - t0 * k[14]) + k[19])
    block[5, 5] += (t0 * a12 - t1 * a02 + (t0 * k[11] - t1 * k[8]) + k[20])


@kernel
def sum_stiffness(a, group_ptr, group_a, group_b, arm_a, arm_b, edge, inertia, mask, total, diag, off):
    """H + C^T M C from what `push_stiffness` left: lower triangles of diag (n, 6, 6), and off (e, 6, 6).

    off has the row of the larger slot; `edge` is the number of each group's block in it, -1 with a prescribed block.
    total (21,) is scratch. Locked degrees of freedom get a unit diagonal.
    """
    blocks = diag.shape[0]
    for i in range(blocks):
        for k in range(6):
            for j in range(6):
                diag[i, k, j] = inertia[i, k, j]
    for e in range(off.shape[0]):
        for k in range(6):
            for j in range(6):
                off[e, k, j] = 0.0
    for g in range(group_a.shape[0]):
        for k in range(STIFFNESS):
            total[k] = 0.0
        for c in range(group_ptr[g], group_ptr[g + 1]):
            i = start(c) + A0
            for k in range(STIFFNESS):
                total[k] += a[i + k * LANES]
        one, two = group_a[g], group_b[g]
        if two >= 0:
            add_to_diagonal(diag[two], total, arm_b[g])
        if one >= 0:
            add_to_diagonal(diag[one], total, arm_a[g])
            if two > one:
                add_shifted(off[edge[g]], total, arm_b[g], arm_a[g], -1.0)
            elif two >= 0:
                add_shifted(off[edge[g]], total, arm_a[g], arm_b[g], -1.0)
    for k in range(6):
        if mask[k] == 0.0:
            for j in range(6):
                for i in range(blocks):
                    diag[i, k, j] = 0.0
                    diag[i, j, k] = 0.0
                for e in range(off.shape[0]):
                    off[e, k, j] = 0.0
                    off[e, j, k] = 0.0
            for i in range(blocks):
                diag[i, k, k] = 1.0
