"""Between contacts and blocks: by groups, runs of contacts that share a pair of blocks.

The twist of block b against block a at the group's first point is worked out once and handed to the lanes
(`spread_twist`); wrenches and stiffnesses of the lanes are summed by group (`sum_groups`), and the sums go to the
blocks (`place_wrenches`, `place_stiffness`), all in a fixed order.

The contacts are cut into chunks of CHUNK bundles, so that several passes over one chunk find its numbers in the nearest
cache, and threads can take chunks. `chunk_group[k]` is the first group that begins in chunk k or after it. A group
whose contacts go on beyond its chunk is left out by `sum_groups` and made up for by `sum_straddling`.
"""

from __future__ import annotations

import numpy as np

from drystone.kernels import inner_kernel, kernel
from drystone.solvers.lanes.layout import A0, A1, A2, A3, A4, A5, LANES, V0, V1, V2, V3, V4, V5, start

#: Bundles of a chunk.
CHUNK = 32

#: Contacts of a chunk.
CHUNK_CONTACTS = CHUNK * LANES


@kernel
def find_chunks(group_ptr, chunk_group):
    """Fill chunk_group (k + 1,), k chunks; its last entry is the number of groups."""
    groups, g = group_ptr.shape[0] - 1, 0
    for k in range(chunk_group.shape[0]):
        while g < groups and group_ptr[g] < k * CHUNK_CONTACTS:
            g += 1
        chunk_group[k] = g
    chunk_group[-1] = groups


@kernel
def spread_twist(a, twist, group_ptr, group_a, group_b, arm_a, arm_b, chunk_group, chunk):
    """V of the contacts of a chunk: twist (n, 6) of block b against block a at the first point of the group."""
    begin, end = chunk * CHUNK_CONTACTS, min((chunk + 1) * CHUNK_CONTACTS, group_ptr[-1])
    first = chunk_group[chunk]
    if first > 0 and group_ptr[first] > begin:       # the group before goes on in this chunk
        first -= 1
    for g in range(first, chunk_group[chunk + 1]):
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
        for c in range(max(group_ptr[g], begin), min(group_ptr[g + 1], end)):
            i = start(c)
            a[i + V0] = v0
            a[i + V1] = v1
            a[i + V2] = v2
            a[i + V3] = v3
            a[i + V4] = v4
            a[i + V5] = v5


@kernel
def sum_group(a, field, group_ptr, g, total):
    """total[g, :] = sums over the contacts of group g of the fields from `field` on."""
    first, end = group_ptr[g], group_ptr[g + 1]
    i = start(first) + field
    for k in range(total.shape[1]):
        total[g, k] = a[i + k * LANES]
    for c in range(first + 1, end):
        i = start(c) + field
        for k in range(total.shape[1]):
            total[g, k] += a[i + k * LANES]


@kernel
def sum_groups(a, field, group_ptr, chunk_group, chunk, total):
    """total[g, :] = sums over the group's contacts of the fields from `field` on; of the groups wholly in a chunk."""
    end = (chunk + 1) * CHUNK_CONTACTS
    for g in range(chunk_group[chunk], chunk_group[chunk + 1]):
        if group_ptr[g + 1] <= end:
            sum_group(a, field, group_ptr, g, total)


@kernel
def sum_wrenches(a, group_ptr, chunk_group, chunk, total):
    """As `sum_groups` for the six fields of `push_wrench`, which stay in registers."""
    end = (chunk + 1) * CHUNK_CONTACTS
    for g in range(chunk_group[chunk], chunk_group[chunk + 1]):
        if group_ptr[g + 1] <= end:
            f0, f1, f2, m0, m1, m2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            for c in range(group_ptr[g], group_ptr[g + 1]):
                i = start(c)
                f0 += a[i + A0]
                f1 += a[i + A1]
                f2 += a[i + A2]
                m0 += a[i + A3]
                m1 += a[i + A4]
                m2 += a[i + A5]
            total[g, 0], total[g, 1], total[g, 2], total[g, 3], total[g, 4], total[g, 5] = f0, f1, f2, m0, m1, m2


@kernel
def sum_straddling(a, field, group_ptr, chunk_group, total):
    """What `sum_groups` left out."""
    for chunk in range(chunk_group.shape[0] - 1):
        g = chunk_group[chunk + 1] - 1
        if g >= chunk_group[chunk] and group_ptr[g + 1] > (chunk + 1) * CHUNK_CONTACTS:
            sum_group(a, field, group_ptr, g, total)


@kernel
def place_wrenches(total, group_a, group_b, arm_a, arm_b, mask, out):
    """out (n, 6) = C^T p from the groups' wrenches (g, 6), locked degrees of freedom at zero."""
    for i in range(out.shape[0]):
        for k in range(6):
            out[i, k] = 0.0
    for g in range(group_a.shape[0]):
        f0, f1, f2, m0, m1, m2 = total[g, 0], total[g, 1], total[g, 2], total[g, 3], total[g, 4], total[g, 5]
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


#: Where the two halves of a block begin. Plain numbers would compile what takes them once for each.
_UPPER, _LOWER = np.int64(0), np.int64(3)


@inner_kernel
def add_corner(block, i, j, sign, x00, x01, x02, x10, x11, x12, x20, x21, x22):
    """block[i:i + 3, j:j + 3] += sign x. Written out at each place, 36 entries take the compiler a second."""
    block[i, j] += sign * x00
    block[i, j + 1] += sign * x01
    block[i, j + 2] += sign * x02
    block[i + 1, j] += sign * x10
    block[i + 1, j + 1] += sign * x11
    block[i + 1, j + 2] += sign * x12
    block[i + 2, j] += sign * x20
    block[i + 2, j + 1] += sign * x21
    block[i + 2, j + 2] += sign * x22


@kernel
def add_shifted(block, k, r, t, sign):
    """block (6, 6) += sign J_r^T K J_t: stiffness k (21,) at a point, moved to blocks with arms r and t to it."""
    k00, k01, k02, k11, k12, k22 = k[0], k[1], k[2], k[3], k[4], k[5]
    q00, q01, q02, q10, q11, q12, q20, q21, q22 = k[6], k[7], k[8], k[9], k[10], k[11], k[12], k[13], k[14]
    t0, t1, t2 = t[0], t[1], t[2]
    # upper right: K S_t + Q
    a00, a01, a02 = t1 * k02 - t2 * k01 + q00, t2 * k00 - t0 * k02 + q01, t0 * k01 - t1 * k00 + q02
    a10, a11, a12 = t1 * k12 - t2 * k11 + q10, t2 * k01 - t0 * k12 + q11, t0 * k11 - t1 * k01 + q12
    a20, a21, a22 = t1 * k22 - t2 * k12 + q20, t2 * k02 - t0 * k22 + q21, t0 * k12 - t1 * k02 + q22
    add_corner(block, _UPPER, _UPPER, sign, k00, k01, k02, k01, k11, k12, k02, k12, k22)
    add_corner(block, _UPPER, _LOWER, sign, a00, a01, a02, a10, a11, a12, a20, a21, a22)
    r0, r1, r2 = r[0], r[1], r[2]
    # lower left: S_r^T K + Q^T; lower right: S_r^T (K S_t + Q) + Q^T S_t + U
    add_corner(block, _LOWER, _UPPER, sign,
               r1 * k02 - r2 * k01 + q00, r1 * k12 - r2 * k11 + q10, r1 * k22 - r2 * k12 + q20,
               r2 * k00 - r0 * k02 + q01, r2 * k01 - r0 * k12 + q11, r2 * k02 - r0 * k22 + q21,
               r0 * k01 - r1 * k00 + q02, r0 * k11 - r1 * k01 + q12, r0 * k12 - r1 * k02 + q22)
    u00, u01, u02, u11, u12, u22 = k[15], k[16], k[17], k[18], k[19], k[20]
    add_corner(block, _LOWER, _LOWER, sign,
               r1 * a20 - r2 * a10 + (t1 * q20 - t2 * q10) + u00,
               r1 * a21 - r2 * a11 + (t2 * q00 - t0 * q20) + u01,
               r1 * a22 - r2 * a12 + (t0 * q10 - t1 * q00) + u02,
               r2 * a00 - r0 * a20 + (t1 * q21 - t2 * q11) + u01,
               r2 * a01 - r0 * a21 + (t2 * q01 - t0 * q21) + u11,
               r2 * a02 - r0 * a22 + (t0 * q11 - t1 * q01) + u12,
               r0 * a10 - r1 * a00 + (t1 * q22 - t2 * q12) + u02,
               r0 * a11 - r1 * a01 + (t2 * q02 - t0 * q22) + u12,
               r0 * a12 - r1 * a02 + (t0 * q12 - t1 * q02) + u22)


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
    add_corner(block, _LOWER, _UPPER, 1.0,
               t1 * k02 - t2 * k01 + k[6], t1 * k12 - t2 * k11 + k[9], t1 * k22 - t2 * k12 + k[12],
               t2 * k00 - t0 * k02 + k[7], t2 * k01 - t0 * k12 + k[10], t2 * k02 - t0 * k22 + k[13],
               t0 * k01 - t1 * k00 + k[8], t0 * k11 - t1 * k01 + k[11], t0 * k12 - t1 * k02 + k[14])
    block[3, 3] += (t1 * a20 - t2 * a10 + (t1 * k[12] - t2 * k[9]) + k[15])
    block[4, 3] += (t2 * a00 - t0 * a20 + (t1 * k[13] - t2 * k[10]) + k[16])
    block[4, 4] += (t2 * a01 - t0 * a21 + (t2 * k[7] - t0 * k[13]) + k[18])
    block[5, 3] += (t0 * a10 - t1 * a00 + (t1 * k[14] - t2 * k[11]) + k[17])
    block[5, 4] += (t0 * a11 - t1 * a01 + (t2 * k[8] - t0 * k[14]) + k[19])
    block[5, 5] += (t0 * a12 - t1 * a02 + (t0 * k[11] - t1 * k[8]) + k[20])


@kernel
def place_stiffness(total, group_a, group_b, arm_a, arm_b, edge, inertia, mask, diag, off):
    """H + C^T M C from the groups' stiffnesses (g, 21): lower triangles of diag (n, 6, 6), and off (e, 6, 6).

    off has the row of the larger slot; `edge` is the number of each group's block in it, -1 with a prescribed block.
    Locked degrees of freedom get a unit diagonal.
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
        one, two = group_a[g], group_b[g]
        if two >= 0:
            add_to_diagonal(diag[two], total[g], arm_b[g])
        if one >= 0:
            add_to_diagonal(diag[one], total[g], arm_a[g])
            if two > one:
                add_shifted(off[edge[g]], total[g], arm_b[g], arm_a[g], -1.0)
            elif two >= 0:
                add_shifted(off[edge[g]], total[g], arm_a[g], arm_b[g], -1.0)
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
