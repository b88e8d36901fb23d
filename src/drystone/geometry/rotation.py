"""Rotations: unit quaternions (w, x, y, z) that turn the block frame into the world frame.

The quaternions q and -q are the same rotation. Functions marked as kernels may be called from kernels and,
with arrays of the given shape, from Python.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.checks import check_number, check_vector
from drystone.errors import InputError
from drystone.kernels import kernel

#: Half angle [rad] below which sin(a)/a comes from its series; the first dropped term is then < 1e-17.
_SMALL_HALF_ANGLE = 1e-2


def skew(p: np.ndarray) -> np.ndarray:
    """Matrix of the cross product, skew(p) x = p x x; (..., 3) -> (..., 3, 3)."""
    p = np.asarray(p, dtype=float)
    out = np.zeros((*p.shape, 3))
    out[..., 0, 1], out[..., 0, 2] = -p[..., 2], p[..., 1]
    out[..., 1, 0], out[..., 1, 2] = p[..., 2], -p[..., 0]
    out[..., 2, 0], out[..., 2, 1] = -p[..., 1], p[..., 0]
    return out


def quaternion_to_matrix(q: np.ndarray) -> np.ndarray:
    """Rotation matrices of unit quaternions; (4,) -> (3, 3), (n, 4) -> (n, 3, 3). Exact for the identity."""
    q = np.asarray(q, dtype=float)
    out = np.empty((*q.shape[:-1], 3, 3))
    update_matrices(np.ascontiguousarray(q.reshape(-1, 4)), out.reshape(-1, 3, 3))
    return out


@kernel
def update_matrices(q, out):
    """Kernel: out[i] = rotation matrix of the unit quaternion q[i]; q (b, 4), out (b, 3, 3)."""
    for i in range(q.shape[0]):
        w, x, y, z = q[i, 0], q[i, 1], q[i, 2], q[i, 3]
        out[i, 0, 0] = 1.0 - 2.0 * (y * y + z * z)
        out[i, 0, 1] = 2.0 * (x * y - w * z)
        out[i, 0, 2] = 2.0 * (x * z + w * y)
        out[i, 1, 0] = 2.0 * (x * y + w * z)
        out[i, 1, 1] = 1.0 - 2.0 * (x * x + z * z)
        out[i, 1, 2] = 2.0 * (y * z - w * x)
        out[i, 2, 0] = 2.0 * (x * z - w * y)
        out[i, 2, 1] = 2.0 * (y * z + w * x)
        out[i, 2, 2] = 1.0 - 2.0 * (x * x + y * y)


@kernel
def rotate_quaternion(q, rotation_vector):
    """Kernel: exp(skw(p)) q, normalised; q (b, 4), p = rotation_vector (b, 3) [rad, world] -> (b, 4).

    A block with p = 0 keeps its quaternion bit for bit, so that rest stays rest.
    """
    out = np.empty_like(q)
    for i in range(q.shape[0]):
        px, py, pz = rotation_vector[i, 0], rotation_vector[i, 1], rotation_vector[i, 2]
        if px == 0.0 and py == 0.0 and pz == 0.0:
            for k in range(4):       # element by element: a slice would treble the compile time
                out[i, k] = q[i, k]
            continue
        half = 0.5 * math.sqrt(px * px + py * py + pz * pz)
        c = math.cos(half)
        if half < _SMALL_HALF_ANGLE:
            s = half * half
            factor = 0.5 * (1.0 - s / 6.0 * (1.0 - s / 20.0 * (1.0 - s / 42.0)))
        else:
            factor = 0.5 * math.sin(half) / half
        x, y, z = factor * px, factor * py, factor * pz
        w0, x0, y0, z0 = q[i, 0], q[i, 1], q[i, 2], q[i, 3]
        w1 = c * w0 - x * x0 - y * y0 - z * z0
        x1 = c * x0 + x * w0 + y * z0 - z * y0
        y1 = c * y0 + y * w0 + z * x0 - x * z0
        z1 = c * z0 + z * w0 + x * y0 - y * x0
        length = math.sqrt(w1 * w1 + x1 * x1 + y1 * y1 + z1 * z1)
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = w1 / length, x1 / length, y1 / length, z1 / length
    return out


def rotation_vector(q: np.ndarray) -> np.ndarray:
    """Axis times angle of unit quaternions, the angle in [0, pi] [rad]; (..., 4) -> (..., 3)."""
    q = np.asarray(q, dtype=float)
    q = np.where(q[..., :1] < 0.0, -q, q)
    sine = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    cosine = q[..., :1]
    # below 1e-150 the norm underflows; there angle / sine is 2 to rounding
    is_tiny = sine < 1e-150
    ratio = np.where(is_tiny, 2.0, 2.0 * np.arctan2(sine, cosine) / np.where(is_tiny, 1.0, sine))
    return ratio * q[..., 1:]


def angle_of(quaternion_a: np.ndarray, quaternion_b: np.ndarray) -> np.ndarray:
    """(b,) angle of the rotation between two orientations [rad]."""
    product = np.abs(np.sum(quaternion_a * quaternion_b, axis=-1))
    vector = np.linalg.norm(quaternion_a - np.sign(np.sum(quaternion_a * quaternion_b, axis=-1,
                                                          keepdims=True)) * quaternion_b, axis=-1)
    return np.where(product > 0.9, 4.0 * np.arcsin(np.minimum(vector / 2.0, 1.0)),
                    2.0 * np.arccos(np.minimum(product, 1.0)))


def axis_angle(axis: object, angle: float) -> np.ndarray:
    """Unit quaternion (4,) of a turn by `angle` [rad] about `axis` (3,), right-handed."""
    direction = check_vector("rotation axis", axis, "-")
    angle = check_number("rotation angle", angle, "rad")
    length = float(np.linalg.norm(direction))
    if length == 0.0:
        raise InputError(f"rotation axis must have a length > 0 [-], got {axis!r}")
    return np.concatenate(([math.cos(0.5 * angle)], math.sin(0.5 * angle) * direction / length))


def matrix_rotation_vector(matrix: np.ndarray) -> np.ndarray:
    """(3,) [rad]: axis times angle (0..pi) of a rotation matrix, accurate for all angles."""
    m = matrix.tolist()
    sx, sy, sz = m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]
    sine2 = (sx * sx + sy * sy + sz * sz) ** 0.5          # 2 sin
    cosine2 = m[0][0] + m[1][1] + m[2][2] - 1.0           # 2 cos
    angle = float(np.arctan2(sine2, cosine2))
    if cosine2 > -1.9:
        scale = angle / sine2 if sine2 > 1e-8 else 0.5
        return np.array((scale * sx, scale * sy, scale * sz))
    # near half a turn the skew part vanishes: take the axis from the symmetric part
    symmetric = 0.5 * (matrix + matrix.T) - 0.5 * cosine2 * np.eye(3)
    axis = symmetric[:, int(np.argmax(np.diag(symmetric)))]
    axis = axis / np.linalg.norm(axis)
    return axis * (angle if axis @ np.array((sx, sy, sz)) >= 0 else -angle)


def multiply_quaternions(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Unit quaternion (4,) of the turn q followed by the turn p: their product, normalised."""
    product = np.concatenate(([p[0] * q[0] - p[1:] @ q[1:]], p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:])))
    return product / np.linalg.norm(product)


def rotate_about(vectors: np.ndarray, axis: np.ndarray, angle: float) -> np.ndarray:
    """(k, 3) vectors turned by `angle` [rad] about the unit `axis` (Rodrigues)."""
    along = np.multiply.outer(vectors @ axis, axis)
    return along + (vectors - along) * np.cos(angle) + np.cross(axis, vectors) * np.sin(angle)
