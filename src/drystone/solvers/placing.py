"""From groups to blocks: what the groups sum up goes to the rows of their two blocks, block by block.

Each block goes through its own groups in their order, so blocks can be shared among threads without a change of bits.
`block_ptr` and `block_entry` list the groups of each block: entry 2 g if it is the second block of group g, which
feels the wrench, 2 g + 1 if it is the first, which feels its opposite.
"""

from __future__ import annotations

import numpy as np

from drystone.kernels import kernel

#: Blocks of a unit of work.
UNIT_BLOCKS = 32


@kernel
def link_blocks(group_a, group_b, blocks):
    """block_ptr (n + 1,) and block_entry: the groups of each free block, ascending."""
    ptr = np.zeros(blocks + 1, np.int64)
    for g in range(group_a.shape[0]):
        if group_a[g] >= 0:
            ptr[group_a[g] + 1] += 1
        if group_b[g] >= 0:
            ptr[group_b[g] + 1] += 1
    for i in range(blocks):
        ptr[i + 1] += ptr[i]
    fill, entry = ptr.copy(), np.empty(ptr[blocks], np.int64)
    for g in range(group_a.shape[0]):
        for side in range(2):
            b = group_a[g] if side == 1 else group_b[g]
            if b >= 0:
                entry[fill[b]] = 2 * g + side
                fill[b] += 1
    return ptr, entry


@kernel
def place_wrenches(unit, total, arm_a, arm_b, ptr, entry, mask, out):
    """Rows of one unit of out (n, 6) = C^T p, from the groups' wrenches (g, 6); locked degrees of freedom at zero."""
    for i in range(unit * UNIT_BLOCKS, min((unit + 1) * UNIT_BLOCKS, out.shape[0])):
        s0, s1, s2, s3, s4, s5 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for t in range(ptr[i], ptr[i + 1]):
            g, first = entry[t] >> 1, entry[t] & 1
            sign = -1.0 if first else 1.0
            f0, f1, f2 = sign * total[g, 0], sign * total[g, 1], sign * total[g, 2]
            m0, m1, m2 = sign * total[g, 3], sign * total[g, 4], sign * total[g, 5]
            if first:
                r0, r1, r2 = arm_a[g, 0], arm_a[g, 1], arm_a[g, 2]
            else:
                r0, r1, r2 = arm_b[g, 0], arm_b[g, 1], arm_b[g, 2]
            s0 += f0
            s1 += f1
            s2 += f2
            s3 += m0 + (r1 * f2 - r2 * f1)
            s4 += m1 + (r2 * f0 - r0 * f2)
            s5 += m2 + (r0 * f1 - r1 * f0)
        out[i, 0], out[i, 1], out[i, 2] = mask[0] * s0, mask[1] * s1, mask[2] * s2
        out[i, 3], out[i, 4], out[i, 5] = mask[3] * s3, mask[4] * s4, mask[5] * s5


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
def lock(block, mask, diagonal):
    """Rows and columns of locked degrees of freedom: zero, and `diagonal` on the diagonal."""
    for k in range(6):
        if mask[k] == 0.0:
            for j in range(6):
                block[k, j] = 0.0
                block[j, k] = 0.0
            block[k, k] = diagonal


@kernel
def place_stiffness(unit, total, group_a, group_b, arm_a, arm_b, ptr, entry, edge, inertia, mask, diag, off):
    """Rows of one unit of H + C^T M C, from the groups' stiffnesses (g, 21).

    Lower triangles of diag (n, 6, 6); and off (e, 6, 6), a block for each pair in the row of the larger slot, of which
    `edge` is the number of each group's block, -1 with a prescribed block. Locked degrees of freedom get a unit
    diagonal. Blocks of `off` without a group are not touched.
    """
    for i in range(unit * UNIT_BLOCKS, min((unit + 1) * UNIT_BLOCKS, diag.shape[0])):
        for k in range(6):
            for j in range(6):
                diag[i, k, j] = inertia[i, k, j]
        for t in range(ptr[i], ptr[i + 1]):
            g = entry[t] >> 1
            if min(group_a[g], group_b[g]) >= 0 and max(group_a[g], group_b[g]) == i:
                for k in range(6):
                    for j in range(6):
                        off[edge[g], k, j] = 0.0
        for t in range(ptr[i], ptr[i + 1]):
            g = entry[t] >> 1
            own, other, low = arm_b[g], arm_a[g], group_a[g]
            if entry[t] & 1:
                own, other, low = arm_a[g], arm_b[g], group_b[g]
            add_to_diagonal(diag[i], total[g], own)
            if 0 <= low < i:
                add_shifted(off[edge[g]], total[g], own, other, -1.0)
        lock(diag[i], mask, 1.0)
        for t in range(ptr[i], ptr[i + 1]):
            g = entry[t] >> 1
            if min(group_a[g], group_b[g]) >= 0 and max(group_a[g], group_b[g]) == i:
                lock(off[edge[g]], mask, 0.0)
