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
