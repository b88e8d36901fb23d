"""Contacts in lanes: the layout that lets one instruction work on several contacts at once.

All numbers of the contacts lie in one flat array, in bundles of LANES contacts; within a bundle field after field,
each LANES long: number `field` of contact c is `a[start(c) + field]`, start(c) = (c // LANES) * SIZE + c % LANES. The
compiler sees one array with fixed distances, knows that nothing overlaps, and turns the loops over a bundle into vector
instructions: about four times as fast as a plain array of contacts.

A pass over some of the contacts is a pass over a slice of the array. Contacts that fill up the last bundle have no rows
and a bias of one: they stay open and disturb nobody. What couples contacts to blocks is in groups.py.
"""

from __future__ import annotations

import math

from drystone.kernels import kernel, sum_kernel

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


@kernel
def start(c):
    """Place of field 0 of contact c."""
    return (c // LANES) * SIZE + c % LANES


@sum_kernel
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
