"""The passes of an iteration of the splitting in single precision; see splitting/method.py for the method.

Half as long numbers, and no other fields between them: an iteration is bound by how fast its numbers come from memory.
Bundles of LANES contacts as in layout.py, with fields of their own. `load_singles` takes them from the lanes in double
precision, `return_singles` gives y and z back; what is graded is worked out there, in double precision.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import inner_kernel, kernel
from drystone.solvers.factor.single_vectors import WIDE, add_vector, copy_vector, transpose, write_six
from drystone.solvers.lanes import layout
from drystone.solvers.lanes.groups import CHUNK_CONTACTS
from drystone.solvers.lanes.layout import LANES
from drystone.solvers.lanes.splitting_passes import KEEP_N, KEEP_T, RHO_N, RHO_T, Y0

_next = iter(range(0, 200 * LANES, LANES))


def _fields(count: int) -> tuple[int, ...]:
    return tuple(next(_next) for _ in range(count))


# rows and offset, weights, weight times bias, 1 / (1 + rho E), floor and cap, y, z; twist of the group, then wrench;
# between two passes these lie contact by contact: six numbers and two zeros of each, one vector
T00, T01, T02, T10, T11, T12, T20, T21, T22 = _fields(9)
U0, U1, U2 = _fields(3)
RN, RT = _fields(2)
B0, B1, B2 = _fields(3)
KN, KT = _fields(2)
LOW, HIGH = _fields(2)
Q0, Q1, Q2 = _fields(3)
G0, G1, G2 = _fields(3)
X0, X1, X2, X3, X4, X5, _, _ = _fields(LANES)
_fields(1)    # an even number of fields: with an odd one the compiler does not see that no place is below zero
SINGLES = next(_next)

_ONE, _TINY = np.float32(1.0), np.float32(1e-30)


@kernel
def load_singles(a, b):
    """Fields b of all contacts from the lanes a in double precision, whose weights and y are chosen."""
    for bundle in range(a.size // layout.SIZE):
        base, target = bundle * layout.SIZE, bundle * SINGLES
        for i in range(12 * LANES):
            b[target + T00 + i] = a[base + layout.R00 + i]
        for i in range(LANES):
            k, j = base + i, target + i
            rn, rt = a[k + RHO_N], a[k + RHO_T]
            b[j + RN], b[j + RT] = rn, rt
            b[j + B0], b[j + B1], b[j + B2] = rn * a[k + layout.D0], rt * a[k + layout.D1], rt * a[k + layout.D2]
            b[j + KN], b[j + KT] = a[k + KEEP_N], a[k + KEEP_T]
            b[j + LOW], b[j + HIGH] = a[k + layout.ZF], a[k + layout.ZC]
        for i in range(3 * LANES):
            b[target + Q0 + i] = a[base + Y0 + i]
            b[target + G0 + i] = a[base + layout.EZ0 + i]
        for i in range(LANES * LANES):
            b[target + X0 + i] = 0.0          # contacts that fill up the last bundle keep this


@kernel
def return_singles(a, b):
    """Y and EZ of all contacts from the fields b; friction is cut once more, for the rounding."""
    for bundle in range(a.size // layout.SIZE):
        base, source = bundle * layout.SIZE, bundle * SINGLES
        for i in range(3 * LANES):
            a[base + Y0 + i] = b[source + Q0 + i]
        for i in range(LANES):
            k, j = base + i, source + i
            z0, z1, z2 = np.float64(b[j + G0]), np.float64(b[j + G1]), np.float64(b[j + G2])
            z0 = min(max(z0, a[k + layout.ZF]), a[k + layout.ZC])
            side = math.sqrt(z1 * z1 + z2 * z2)
            share = 1.0 if side <= z0 else z0 / max(side, 1e-300)
            a[k + layout.EZ0], a[k + layout.EZ1], a[k + layout.EZ2] = z0, share * z1, share * z2


@inner_kernel
def at_contact(address, c):
    """Address of the twist or the wrench of contact c, where they lie contact by contact."""
    return address + 4 * ((c // LANES) * SINGLES + X0 + LANES * (c % LANES))


@kernel
def turn_vectors(b):
    """From contact by contact to field by field, and back."""
    here = b.ctypes.data + 4 * X0
    for bundle in range(b.size // SINGLES):
        transpose(here + 4 * SINGLES * bundle)


@kernel
def spread_single(b, twist, group_ptr, group_a, group_b, arm_a, arm_b, chunk_group, chunk):
    """X of the contacts of a chunk, contact by contact: as `groups.spread_twist`."""
    begin, end = chunk * CHUNK_CONTACTS, min((chunk + 1) * CHUNK_CONTACTS, group_ptr[-1])
    first, here = chunk_group[chunk], b.ctypes.data
    if first > 0 and group_ptr[first] > begin:       # the group before goes on in this chunk
        first -= 1
    for g in range(first, chunk_group[chunk + 1]):
        v0, v1, v2, v3, v4, v5 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        at = group_b[g]
        if at >= 0:
            r0, r1, r2 = arm_b[g, 0], arm_b[g, 1], arm_b[g, 2]
            v3, v4, v5 = twist[at, 3], twist[at, 4], twist[at, 5]
            v0 = twist[at, 0] + (v4 * r2 - v5 * r1)
            v1 = twist[at, 1] + (v5 * r0 - v3 * r2)
            v2 = twist[at, 2] + (v3 * r1 - v4 * r0)
        at = group_a[g]
        if at >= 0:
            r0, r1, r2 = arm_a[g, 0], arm_a[g, 1], arm_a[g, 2]
            w3, w4, w5 = twist[at, 3], twist[at, 4], twist[at, 5]
            v0 -= twist[at, 0] + (w4 * r2 - w5 * r1)
            v1 -= twist[at, 1] + (w5 * r0 - w3 * r2)
            v2 -= twist[at, 2] + (w3 * r1 - w4 * r0)
            v3 -= w3
            v4 -= w4
            v5 -= w5
        for c in range(max(group_ptr[g], begin), min(group_ptr[g + 1], end)):
            write_six(at_contact(here, c), v0, v1, v2, v3, v4, v5)


@kernel
def advance_single(b, relax):
    """As `splitting_passes.advance`; the wrench takes the place of the twist. relax : in single precision"""
    for bundle in range(b.size // SINGLES):
        base = bundle * SINGLES
        for i in range(base, base + LANES):
            o0, o1, o2 = b[i + U0], b[i + U1], b[i + U2]
            v3, v4, v5 = b[i + X3], b[i + X4], b[i + X5]
            x = b[i + X0] + (v4 * o2 - v5 * o1)
            y = b[i + X1] + (v5 * o0 - v3 * o2)
            z = b[i + X2] + (v3 * o1 - v4 * o0)
            r00, r01, r02 = b[i + T00], b[i + T01], b[i + T02]
            r10, r11, r12 = b[i + T10], b[i + T11], b[i + T12]
            r20, r21, r22 = b[i + T20], b[i + T21], b[i + T22]
            rn, rt = b[i + RN], b[i + RT]
            d0, d1, d2 = b[i + B0], b[i + B1], b[i + B2]
            y0, y1, y2 = b[i + Q0], b[i + Q1], b[i + Q2]
            y0 -= relax * (rn * (r00 * x + r01 * y + r02 * z) + d0 - (b[i + G0] - y0))
            y1 -= relax * (rt * (r10 * x + r11 * y + r12 * z) + d1 - (b[i + G1] - y1))
            y2 -= relax * (rt * (r20 * x + r21 * y + r22 * z) + d2 - (b[i + G2] - y2))
            b[i + Q0] = y0
            b[i + Q1] = y1
            b[i + Q2] = y2
            z0 = min(max(y0 * b[i + KN], b[i + LOW]), b[i + HIGH])
            share = b[i + KT]
            side = share * math.sqrt(y1 * y1 + y2 * y2)
            k = share * (_ONE if side <= z0 else z0 / max(side, _TINY))
            z1, z2 = k * y1, k * y2
            b[i + G0] = z0
            b[i + G1] = z1
            b[i + G2] = z2
            p0, p1, p2 = z0 + z0 - y0 - d0, z1 + z1 - y1 - d1, z2 + z2 - y2 - d2
            x = r00 * p0 + r10 * p1 + r20 * p2
            y = r01 * p0 + r11 * p1 + r21 * p2
            z = r02 * p0 + r12 * p1 + r22 * p2
            b[i + X0] = x
            b[i + X1] = y
            b[i + X2] = z
            b[i + X3] = o1 * z - o2 * y
            b[i + X4] = o2 * x - o0 * z
            b[i + X5] = o0 * y - o1 * x


@kernel
def sum_single(b, group_ptr, g, total):
    """total[g, :] (WIDE numbers) = wrench of group g, from those of its contacts."""
    here, target = b.ctypes.data, total.ctypes.data + 4 * WIDE * g
    copy_vector(target, at_contact(here, group_ptr[g]))
    for c in range(group_ptr[g] + 1, group_ptr[g + 1]):
        add_vector(target, at_contact(here, c))


@kernel
def sum_singles(b, group_ptr, chunk_group, chunk, total):
    """Wrenches (g, WIDE) of the groups wholly in a chunk."""
    end = (chunk + 1) * CHUNK_CONTACTS
    for g in range(chunk_group[chunk], chunk_group[chunk + 1]):
        if group_ptr[g + 1] <= end:
            sum_single(b, group_ptr, g, total)


@kernel
def sum_straddling_singles(b, group_ptr, chunk_group, total):
    """What `sum_singles` left out."""
    for chunk in range(chunk_group.shape[0] - 1):
        g = chunk_group[chunk + 1] - 1
        if g >= chunk_group[chunk] and group_ptr[g + 1] > (chunk + 1) * CHUNK_CONTACTS:
            sum_single(b, group_ptr, g, total)
