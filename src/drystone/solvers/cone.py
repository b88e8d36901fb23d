"""Kernels of the cone s_0 >= |(s_1, s_2)|, its Jordan algebra and the Nesterov-Todd scaling.

One scaling W per contact is kept as four numbers, (eta, w_0, w_1, w_2): W = eta [[w_0, w^T], [w, 1 + w w^T /
(1 + w_0)]]. W maps the impulse z and its inverse the velocity s to one common point, W z = W^-1 s.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import kernel

#: Least relative distance to the boundary at which a point still counts as interior.
INTERIOR = 1e-14


@kernel
def depth(point):
    """Least of s_0 - |(s_1, s_2)| over contacts: positive if all are interior."""
    least = np.inf
    for c in range(point.shape[0]):
        least = min(least, point[c, 0] - math.sqrt(point[c, 1] ** 2 + point[c, 2] ** 2))
    return least


@kernel
def push_inside(point, margin):
    """Raise the first component of every contact until the point is inside by at least `margin`."""
    for c in range(point.shape[0]):
        side = math.sqrt(point[c, 1] ** 2 + point[c, 2] ** 2)
        point[c, 0] = max(point[c, 0], side + margin)


@kernel
def scale_contacts(s, z, scaling, common):
    """Nesterov-Todd scaling of interior s and z; points lost to rounding are first pushed inside.

    common (c, 3) = W z = W^-1 s. The determinant is taken as (s_0 - |s_1|)(s_0 + |s_1|): the difference of
    squares would lose half of the digits near the boundary.
    """
    for c in range(s.shape[0]):
        side_s = math.sqrt(s[c, 1] ** 2 + s[c, 2] ** 2)
        side_z = math.sqrt(z[c, 1] ** 2 + z[c, 2] ** 2)
        if not s[c, 0] - side_s > INTERIOR * s[c, 0]:
            s[c, 0] = side_s * (1.0 + 2.0 * INTERIOR) + 1e-280
        if not z[c, 0] - side_z > INTERIOR * z[c, 0]:
            z[c, 0] = side_z * (1.0 + 2.0 * INTERIOR) + 1e-280
        norm_s = math.sqrt(s[c, 0] - side_s) * math.sqrt(s[c, 0] + side_s)
        norm_z = math.sqrt(z[c, 0] - side_z) * math.sqrt(z[c, 0] + side_z)
        a0, a1, a2 = s[c, 0] / norm_s, s[c, 1] / norm_s, s[c, 2] / norm_s
        b0, b1, b2 = z[c, 0] / norm_z, z[c, 1] / norm_z, z[c, 2] / norm_z
        # 1 + a . b without cancellation: near the boundary a and b are long and nearly opposite
        edge_a = norm_s / (s[c, 0] + side_s)          # a0 - |a1|
        edge_b = norm_z / (z[c, 0] + side_z)
        dot = a0 * edge_b + b0 * edge_a - edge_a * edge_b
        if side_s > 0.0 and side_z > 0.0:
            c1 = s[c, 1] / side_s + z[c, 1] / side_z
            c2 = s[c, 2] / side_s + z[c, 2] / side_z
            dot += 0.5 * (c1 * c1 + c2 * c2) * (side_s / norm_s) * (side_z / norm_z)
        half = math.sqrt(2.0 * (1.0 + dot))
        w1 = (a1 - b1) / half
        w2 = (a2 - b2) / half
        scaling[c, 0] = math.sqrt(norm_s) / math.sqrt(norm_z)
        scaling[c, 1] = math.sqrt(1.0 + w1 * w1 + w2 * w2)
        scaling[c, 2] = w1
        scaling[c, 3] = w2
    apply_scaling(scaling, z, common)


@kernel
def apply_scaling(scaling, x, out):
    """out = W x."""
    for c in range(x.shape[0]):
        eta, w0, w1, w2 = scaling[c, 0], scaling[c, 1], scaling[c, 2], scaling[c, 3]
        along = w1 * x[c, 1] + w2 * x[c, 2]
        share = x[c, 0] + along / (1.0 + w0)
        first = eta * (w0 * x[c, 0] + along)
        out[c, 1] = eta * (x[c, 1] + share * w1)
        out[c, 2] = eta * (x[c, 2] + share * w2)
        out[c, 0] = first


@kernel
def apply_scaling_inverse(scaling, x, out):
    """out = W^-1 x."""
    for c in range(x.shape[0]):
        eta, w0, w1, w2 = scaling[c, 0], scaling[c, 1], scaling[c, 2], scaling[c, 3]
        along = w1 * x[c, 1] + w2 * x[c, 2]
        share = along / (1.0 + w0) - x[c, 0]
        first = (w0 * x[c, 0] - along) / eta
        out[c, 1] = (x[c, 1] + share * w1) / eta
        out[c, 2] = (x[c, 2] + share * w2) / eta
        out[c, 0] = first


@kernel
def contact_stiffness(scaling, compliance, stiffness):
    """stiffness (c, 6) = (W^2 + E)^-1 as 00, 01, 02, 11, 12, 22; compliance (c, 3) or empty for E = 0."""
    for c in range(scaling.shape[0]):
        eta, w0, w1, w2 = scaling[c, 0], scaling[c, 1], scaling[c, 2], scaling[c, 3]
        if compliance.shape[0] == 0:
            k = 1.0 / (eta * eta)
            stiffness[c, 0] = k * (w0 * w0 + w1 * w1 + w2 * w2)
            stiffness[c, 1] = -2.0 * k * w0 * w1
            stiffness[c, 2] = -2.0 * k * w0 * w2
            stiffness[c, 3] = k * (2.0 * w1 * w1 + 1.0)
            stiffness[c, 4] = 2.0 * k * w1 * w2
            stiffness[c, 5] = k * (2.0 * w2 * w2 + 1.0)
            continue
        k = eta * eta
        a00 = k * (w0 * w0 + w1 * w1 + w2 * w2) + compliance[c, 0]
        a01 = 2.0 * k * w0 * w1
        a02 = 2.0 * k * w0 * w2
        a11 = k * (2.0 * w1 * w1 + 1.0) + compliance[c, 1]
        a12 = 2.0 * k * w1 * w2
        a22 = k * (2.0 * w2 * w2 + 1.0) + compliance[c, 2]
        # inverse by Cholesky, tangents first: they carry the smaller rounding
        l22 = math.sqrt(a22)
        l21 = a12 / l22
        l20 = a02 / l22
        l11 = math.sqrt(max(a11 - l21 * l21, 1e-300))
        l10 = (a01 - l20 * l21) / l11
        l00 = math.sqrt(max(a00 - l20 * l20 - l10 * l10, 1e-300))
        i00 = 1.0 / l00
        i11 = 1.0 / l11
        i22 = 1.0 / l22
        i21 = -l21 * i22 * i11
        i10 = -l10 * i11 * i00
        i20 = -(l20 * i22 + l10 * i21) * i00
        stiffness[c, 0] = i00 * i00
        stiffness[c, 1] = i10 * i00
        stiffness[c, 2] = i20 * i00
        stiffness[c, 3] = i11 * i11 + i10 * i10
        stiffness[c, 4] = i21 * i11 + i20 * i10
        stiffness[c, 5] = i22 * i22 + i21 * i21 + i20 * i20


@kernel
def apply_stiffness(stiffness, x, out):
    """out (c, 3) = M x for the symmetric 3 x 3 blocks of `contact_stiffness`."""
    for c in range(x.shape[0]):
        x0, x1, x2 = x[c, 0], x[c, 1], x[c, 2]
        out[c, 0] = stiffness[c, 0] * x0 + stiffness[c, 1] * x1 + stiffness[c, 2] * x2
        out[c, 1] = stiffness[c, 1] * x0 + stiffness[c, 3] * x1 + stiffness[c, 4] * x2
        out[c, 2] = stiffness[c, 2] * x0 + stiffness[c, 4] * x1 + stiffness[c, 5] * x2


@kernel
def jordan_product(x, y, out):
    """out = x o y = (x . y, x_0 y_1 + y_0 x_1)."""
    for c in range(x.shape[0]):
        first = x[c, 0] * y[c, 0] + x[c, 1] * y[c, 1] + x[c, 2] * y[c, 2]
        second = x[c, 0] * y[c, 1] + y[c, 0] * x[c, 1]
        out[c, 2] = x[c, 0] * y[c, 2] + y[c, 0] * x[c, 2]
        out[c, 1] = second
        out[c, 0] = first


@kernel
def jordan_divide(x, y, out):
    """out with x o out = y, for interior x."""
    for c in range(x.shape[0]):
        side = math.sqrt(x[c, 1] ** 2 + x[c, 2] ** 2)
        determinant = (x[c, 0] - side) * (x[c, 0] + side)
        along = x[c, 1] * y[c, 1] + x[c, 2] * y[c, 2]
        first = (x[c, 0] * y[c, 0] - along) / determinant
        out[c, 1] = (y[c, 1] - first * x[c, 1]) / x[c, 0]
        out[c, 2] = (y[c, 2] - first * x[c, 2]) / x[c, 0]
        out[c, 0] = first


@kernel
def longest_step(x, dx):
    """Greatest t with x + t dx in the cone at every contact (inf if there is no limit), x interior."""
    longest = np.inf
    for c in range(x.shape[0]):
        side = math.sqrt(x[c, 1] ** 2 + x[c, 2] ** 2)
        value = (x[c, 0] - side) * (x[c, 0] + side)                              # det(x + t dx) = a t2 + 2 b t + value
        slope = x[c, 0] * dx[c, 0] - x[c, 1] * dx[c, 1] - x[c, 2] * dx[c, 2]
        side_d = math.sqrt(dx[c, 1] ** 2 + dx[c, 2] ** 2)
        curve = (dx[c, 0] - side_d) * (dx[c, 0] + side_d)
        root = slope * slope - curve * value
        limit = np.inf
        if curve < 0.0:                       # leaves the cone: one positive root
            root = math.sqrt(max(root, 0.0))
            if slope > 0.0:
                limit = (slope + root) / (-curve)
            else:
                limit = value / (root - slope)
        elif slope < 0.0 and root > 0.0:      # heads backwards through both cones: first of two roots
            limit = value / (math.sqrt(root) - slope)
        if dx[c, 0] < 0.0:
            limit = min(limit, -x[c, 0] / dx[c, 0])
        longest = min(longest, limit)
    return longest


@kernel
def centrality(s, ds, z, dz, step):
    """Least eigenvalue of the scaled complementarity at s + step ds, z + step dz over its mean: 1 at the centre.

    Negative if a point is outside.
    """
    total, least = 0.0, np.inf
    for c in range(s.shape[0]):
        s0, s1, s2 = s[c, 0] + step * ds[c, 0], s[c, 1] + step * ds[c, 1], s[c, 2] + step * ds[c, 2]
        z0, z1, z2 = z[c, 0] + step * dz[c, 0], z[c, 1] + step * dz[c, 1], z[c, 2] + step * dz[c, 2]
        side_s = math.sqrt(s1 * s1 + s2 * s2)
        side_z = math.sqrt(z1 * z1 + z2 * z2)
        if not (s0 > side_s and z0 > side_z):
            return -1.0
        product = s0 * z0 + s1 * z1 + s2 * z2             # half the sum of the two eigenvalues
        determinant = (s0 - side_s) * (s0 + side_s) * (z0 - side_z) * (z0 + side_z)       # their product
        total += product
        if product > 0.0:
            least = min(least, determinant / (product + math.sqrt(max(product * product - determinant, 0.0))))
    return least * s.shape[0] / total


@kernel
def centre_correction(product, target, out):
    """Gondzio: what brings the eigenvalues of the complementarity product into [0.1, 10] target."""
    for c in range(product.shape[0]):
        side = math.sqrt(product[c, 1] ** 2 + product[c, 2] ** 2)
        high = product[c, 0] + side
        low = product[c, 0] - side
        d_high = max(min(max(high, 0.1 * target), 10.0 * target) - high, -10.0 * target)
        d_low = max(min(max(low, 0.1 * target), 10.0 * target) - low, -10.0 * target)
        out[c, 0] = 0.5 * (d_high + d_low)
        share = 0.5 * (d_high - d_low) / side if side > 0.0 else 0.0
        out[c, 1] = share * product[c, 1]
        out[c, 2] = share * product[c, 2]
