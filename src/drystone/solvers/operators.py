"""Kernels of the contact operators: u = G v, G^T r, H v, H^-1 x and the blocks of H + G^T M G.

All of them work on the free blocks only, numbered by `slot` (-1 for a prescribed block), and in the scaled
contact coordinates of README.md: the rows of G are (n, mu t1, mu t2), so that velocities and impulses live in
the same cone. The correction w = v - v* is the unknown; what prescribed blocks do is inside v*, hence in
the bias, and their columns never appear.
"""

from __future__ import annotations

import numpy as np

from drystone.kernels import kernel


def free_dofs(planar_axis: int | None) -> np.ndarray:
    """(6,) float mask of the degrees of freedom of a block that may move: all, or the three in the plane."""
    mask = np.ones(6)
    if planar_axis is not None:
        mask[:] = 1.0
        mask[planar_axis] = 0.0
        mask[3:] = 0.0
        mask[3 + planar_axis] = 1.0
    return mask


@kernel
def copy_to(source, target):
    """target = source, two-dimensional. Plain loops: array expressions take long to compile."""
    for i in range(source.shape[0]):
        for k in range(source.shape[1]):
            target[i, k] = source[i, k]


@kernel
def add_scaled(target, share, source):
    """target += share source, two-dimensional."""
    for i in range(source.shape[0]):
        for k in range(source.shape[1]):
            target[i, k] += share * source[i, k]


@kernel
def dot(x, y):
    """Sum of products, two-dimensional."""
    total = 0.0
    for i in range(x.shape[0]):
        for k in range(x.shape[1]):
            total += x[i, k] * y[i, k]
    return total


@kernel
def group_contacts(slot_a, slot_b, arm_a, arm_b, group_ptr):
    """Ends of runs of contacts that share a pair of blocks and one rigid pattern of points; returns how many.

    Contacts of a pair may be summed at one reference point only if both blocks see the same pattern of
    points; where the two arms disagree (points not common to both) a new group starts.
    """
    count = 0
    group_ptr[0] = 0
    first = 0
    for c in range(1, slot_a.shape[0]):
        new = slot_a[c] != slot_a[first] or slot_b[c] != slot_b[first]
        if not new and slot_a[c] >= 0 and slot_b[c] >= 0:
            for i in range(3):
                pattern_a = arm_a[c, i] - arm_a[first, i]
                pattern_b = arm_b[c, i] - arm_b[first, i]
                size = abs(arm_a[c, i]) + abs(arm_b[c, i]) + abs(arm_a[first, i]) + abs(arm_b[first, i])
                if abs(pattern_a - pattern_b) > 1e-12 * size:
                    new = True
        if new:
            count += 1
            group_ptr[count] = c
            first = c
    count += 1
    group_ptr[count] = slot_a.shape[0]
    return count


@kernel
def scale_rows(frame, friction, rows):
    """rows = (n, mu t1, mu t2) of every contact."""
    for c in range(friction.shape[0]):
        for i in range(3):
            rows[c, 0, i] = frame[c, 0, i]
            rows[c, 1, i] = friction[c] * frame[c, 1, i]
            rows[c, 2, i] = friction[c] * frame[c, 2, i]


@kernel
def apply_rows(twist, slot_a, slot_b, rows, arm_a, arm_b, out):
    """out (c, 3) = G twist, twist (nf, 6): velocity of b against a along the scaled rows."""
    for c in range(slot_a.shape[0]):
        x = 0.0
        y = 0.0
        z = 0.0
        b = slot_b[c]
        if b >= 0:
            r0, r1, r2 = arm_b[c, 0], arm_b[c, 1], arm_b[c, 2]
            x += twist[b, 0] + twist[b, 4] * r2 - twist[b, 5] * r1
            y += twist[b, 1] + twist[b, 5] * r0 - twist[b, 3] * r2
            z += twist[b, 2] + twist[b, 3] * r1 - twist[b, 4] * r0
        a = slot_a[c]
        if a >= 0:
            r0, r1, r2 = arm_a[c, 0], arm_a[c, 1], arm_a[c, 2]
            x -= twist[a, 0] + twist[a, 4] * r2 - twist[a, 5] * r1
            y -= twist[a, 1] + twist[a, 5] * r0 - twist[a, 3] * r2
            z -= twist[a, 2] + twist[a, 3] * r1 - twist[a, 4] * r0
        for k in range(3):
            out[c, k] = rows[c, k, 0] * x + rows[c, k, 1] * y + rows[c, k, 2] * z


@kernel
def apply_rows_transposed(impulse, slot_a, slot_b, rows, arm_a, arm_b, mask, out):
    """out (nf, 6) = G^T impulse, with the locked degrees of freedom at zero."""
    for i in range(out.shape[0]):
        for k in range(6):
            out[i, k] = 0.0
    for c in range(slot_a.shape[0]):
        l0, l1, l2 = impulse[c, 0], impulse[c, 1], impulse[c, 2]
        x = rows[c, 0, 0] * l0 + rows[c, 1, 0] * l1 + rows[c, 2, 0] * l2
        y = rows[c, 0, 1] * l0 + rows[c, 1, 1] * l1 + rows[c, 2, 1] * l2
        z = rows[c, 0, 2] * l0 + rows[c, 1, 2] * l1 + rows[c, 2, 2] * l2
        b = slot_b[c]
        if b >= 0:
            r0, r1, r2 = arm_b[c, 0], arm_b[c, 1], arm_b[c, 2]
            out[b, 0] += x
            out[b, 1] += y
            out[b, 2] += z
            out[b, 3] += r1 * z - r2 * y
            out[b, 4] += r2 * x - r0 * z
            out[b, 5] += r0 * y - r1 * x
        a = slot_a[c]
        if a >= 0:
            r0, r1, r2 = arm_a[c, 0], arm_a[c, 1], arm_a[c, 2]
            out[a, 0] -= x
            out[a, 1] -= y
            out[a, 2] -= z
            out[a, 3] -= r1 * z - r2 * y
            out[a, 4] -= r2 * x - r0 * z
            out[a, 5] -= r0 * y - r1 * x
    for i in range(out.shape[0]):
        for k in range(6):
            out[i, k] *= mask[k]


@kernel
def apply_inertia(inertia, twist, mask, out):
    """out (nf, 6) = H twist, locked degrees of freedom at zero; inertia (nf, 6, 6)."""
    for i in range(twist.shape[0]):
        for k in range(6):
            total = 0.0
            for j in range(6):
                total += inertia[i, k, j] * twist[i, j]
            out[i, k] = mask[k] * total


@kernel
def factor_inertia(inertia, mask, factor):
    """factor (nf, 6, 6): lower Cholesky of each H, locked rows and columns as identity. False if not positive."""
    for i in range(inertia.shape[0]):
        for k in range(6):
            for j in range(k + 1):
                total = inertia[i, k, j] * mask[k] * mask[j]
                if k == j and mask[k] == 0.0:
                    total = 1.0
                for m in range(j):
                    total -= factor[i, k, m] * factor[i, j, m]
                if k == j:
                    if not total > 0.0:
                        return False
                    factor[i, k, k] = np.sqrt(total)
                else:
                    factor[i, k, j] = total / factor[i, j, j]
    return True


@kernel
def solve_inertia(factor, x, mask, out):
    """out (nf, 6) = H^-1 x with the factor of `factor_inertia`."""
    for i in range(x.shape[0]):
        for k in range(6):
            total = x[i, k] * mask[k]
            for j in range(k):
                total -= factor[i, k, j] * out[i, j]
            out[i, k] = total / factor[i, k, k]
        for k in range(5, -1, -1):
            total = out[i, k]
            for j in range(k + 1, 6):
                total -= factor[i, j, k] * out[i, j]
            out[i, k] = total / factor[i, k, k]


@kernel
def add_shifted(block, p, q, u, r1, r2, sign):
    """block += sign J1^T K J2: the stiffness K = [[p, q], [q^T, u]] at a point, moved to arms r1 and r2.

    J = [[1, S], [0, 1]] takes a block's twist to the point at arm r, S w = w x r.
    """
    top = np.empty((3, 3))
    for i in range(3):
        p0, p1, p2 = p[i, 0], p[i, 1], p[i, 2]
        top[i, 0] = r2[1] * p2 - r2[2] * p1 + q[i, 0]
        top[i, 1] = r2[2] * p0 - r2[0] * p2 + q[i, 1]
        top[i, 2] = r2[0] * p1 - r2[1] * p0 + q[i, 2]
        for j in range(3):
            block[i, j] += sign * p[i, j]
            block[i, 3 + j] += sign * top[i, j]
    for j in range(3):
        p0, p1, p2 = p[0, j], p[1, j], p[2, j]
        block[3, j] += sign * (r1[1] * p2 - r1[2] * p1 + q[j, 0])
        block[4, j] += sign * (r1[2] * p0 - r1[0] * p2 + q[j, 1])
        block[5, j] += sign * (r1[0] * p1 - r1[1] * p0 + q[j, 2])
        t0, t1, t2 = top[0, j], top[1, j], top[2, j]
        block[3, 3 + j] += sign * (r1[1] * t2 - r1[2] * t1 + u[0, j])
        block[4, 3 + j] += sign * (r1[2] * t0 - r1[0] * t2 + u[1, j])
        block[5, 3 + j] += sign * (r1[0] * t1 - r1[1] * t0 + u[2, j])
    for i in range(3):   # q^T S2 of the lower right
        q0, q1, q2 = q[0, i], q[1, i], q[2, i]
        block[3 + i, 3] += sign * (r2[1] * q2 - r2[2] * q1)
        block[3 + i, 4] += sign * (r2[2] * q0 - r2[0] * q2)
        block[3 + i, 5] += sign * (r2[0] * q1 - r2[1] * q0)


@kernel
def sum_group(first, last, stiffness, rows, arm, p, q, u):
    """Stiffness of contacts first:last summed at the first one's point: force p, coupling q, moment u.

    stiffness (c, 6) holds the symmetric 3 x 3 of a contact as 00, 01, 02, 11, 12, 22, in scaled rows.
    """
    for i in range(3):
        for j in range(3):
            p[i, j] = 0.0
            q[i, j] = 0.0
            u[i, j] = 0.0
    half = np.empty((3, 3))
    world = np.empty((3, 3))
    turned = np.empty((3, 3))
    for c in range(first, last):
        m00, m01, m02 = stiffness[c, 0], stiffness[c, 1], stiffness[c, 2]
        m11, m12, m22 = stiffness[c, 3], stiffness[c, 4], stiffness[c, 5]
        for j in range(3):
            f0, f1, f2 = rows[c, 0, j], rows[c, 1, j], rows[c, 2, j]
            half[0, j] = m00 * f0 + m01 * f1 + m02 * f2
            half[1, j] = m01 * f0 + m11 * f1 + m12 * f2
            half[2, j] = m02 * f0 + m12 * f1 + m22 * f2
        x = arm[c, 0] - arm[first, 0]
        y = arm[c, 1] - arm[first, 1]
        z = arm[c, 2] - arm[first, 2]
        for i in range(3):
            f0, f1, f2 = rows[c, 0, i], rows[c, 1, i], rows[c, 2, i]
            for j in range(3):
                world[i, j] = f0 * half[0, j] + f1 * half[1, j] + f2 * half[2, j]
                p[i, j] += world[i, j]
            w0, w1, w2 = world[i, 0], world[i, 1], world[i, 2]
            turned[i, 0] = y * w2 - z * w1
            turned[i, 1] = z * w0 - x * w2
            turned[i, 2] = x * w1 - y * w0
            for j in range(3):
                q[i, j] += turned[i, j]
        for j in range(3):
            t0, t1, t2 = turned[0, j], turned[1, j], turned[2, j]
            u[0, j] += y * t2 - z * t1
            u[1, j] += z * t0 - x * t2
            u[2, j] += x * t1 - y * t0


@kernel
def assemble(group_ptr, group_count, slot_a, slot_b, rows, arm_a, arm_b, stiffness, inertia, mask, diag, off):
    """Blocks of H + G^T M G: diag (nf, 6, 6), and off (groups, 6, 6), row block slot_b, column block slot_a.

    A group with a prescribed block has no off-diagonal block. Locked degrees of freedom get a unit diagonal.
    """
    p = np.empty((3, 3))
    q = np.empty((3, 3))
    u = np.empty((3, 3))
    for i in range(diag.shape[0]):
        copy_to(inertia[i], diag[i])
    for g in range(group_count):
        first, last = group_ptr[g], group_ptr[g + 1]
        a, b = slot_a[first], slot_b[first]
        if b >= 0:
            sum_group(first, last, stiffness, rows, arm_b, p, q, u)
            add_shifted(diag[b], p, q, u, arm_b[first], arm_b[first], 1.0)
        elif a >= 0:
            sum_group(first, last, stiffness, rows, arm_a, p, q, u)
        if a >= 0:
            add_shifted(diag[a], p, q, u, arm_a[first], arm_a[first], 1.0)
            if b >= 0:
                for k in range(6):
                    for j in range(6):
                        off[g, k, j] = 0.0
                add_shifted(off[g], p, q, u, arm_b[first], arm_a[first], -1.0)
    for k in range(6):
        if mask[k] == 0.0:
            for j in range(6):
                for i in range(diag.shape[0]):
                    diag[i, k, j] = 0.0
                    diag[i, j, k] = 0.0
                for g in range(group_count):
                    off[g, k, j] = 0.0
                    off[g, j, k] = 0.0
            for i in range(diag.shape[0]):
                diag[i, k, k] = 1.0
