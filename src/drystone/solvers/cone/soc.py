"""Arrays (c, 3) of points in the cone x_0 >= |(x_1, x_2)|: Jordan algebra, Nesterov-Todd scaling, step lengths."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Scaling(NamedTuple):
    """W = eta (w_0, w_1^T; w_1, I + w_1 w_1^T / (1 + w_0)), with W z = W^-1 s."""

    eta: np.ndarray    #: (c,)
    point: np.ndarray  #: (c, 3) w, of determinant 1


def determinant(x: np.ndarray) -> np.ndarray:
    """(c,) x_0^2 - |x_1|^2, by a product that keeps its digits near the boundary."""
    side = np.hypot(x[:, 1], x[:, 2])
    return (x[:, 0] - side) * (x[:, 0] + side)


def nesterov_todd(s: np.ndarray, z: np.ndarray) -> Scaling:
    """Scaling of two interior points."""
    det_s, det_z = (np.maximum(determinant(x), 1e-300) for x in (s, z))
    unit_s, unit_z = s / np.sqrt(det_s)[:, None], z / np.sqrt(det_z)[:, None]
    gamma = np.sqrt(0.5 * (1.0 + (unit_s * unit_z).sum(axis=1)))
    mirrored = unit_z * (1.0, -1.0, -1.0)
    point = (unit_s + mirrored) / (2.0 * gamma)[:, None]
    return Scaling((det_s / det_z) ** 0.25, point)


def scale(w: Scaling, x: np.ndarray) -> np.ndarray:
    """W x."""
    head, tail = w.point[:, :1], w.point[:, 1:]
    along = (tail * x[:, 1:]).sum(axis=1, keepdims=True)
    out = np.empty_like(x)
    out[:, :1] = head * x[:, :1] + along
    out[:, 1:] = x[:, 1:] + tail * (x[:, :1] + along / (1.0 + head))
    return w.eta[:, None] * out


def unscale(w: Scaling, x: np.ndarray) -> np.ndarray:
    """W^-1 x."""
    mirrored = Scaling(1.0 / w.eta, w.point * (1.0, -1.0, -1.0))
    return scale(mirrored, x)


def square(w: Scaling) -> np.ndarray:
    """(c, 3, 3) W^2 = eta^2 (2 w w^T - J)."""
    out = 2.0 * w.point[:, :, None] * w.point[:, None, :]
    out[:, 0, 0] -= 1.0
    out[:, 1, 1] += 1.0
    out[:, 2, 2] += 1.0
    return (w.eta ** 2)[:, None, None] * out


def inverse_square(w: Scaling, extra: float) -> np.ndarray:
    """(c, 3, 3) (W^2 + extra I)^-1, from the eigenvalues of W^2, which keeps its digits near the boundary."""
    side = np.hypot(w.point[:, 1], w.point[:, 2])
    long = (w.point[:, 0] + side) ** 2     # the product of long and short is one
    square_eta = w.eta ** 2
    high, low, across = (1.0 / (square_eta * value + extra) for value in (long, 1.0 / long, 1.0))
    axis = np.where(side[:, None] > 0.0, w.point[:, 1:] / np.maximum(side, 1e-300)[:, None], (1.0, 0.0))
    mean, half = 0.5 * (high + low), 0.5 * (high - low)
    out = np.empty((len(side), 3, 3))
    out[:, 0, 0] = mean
    out[:, 0, 1:] = out[:, 1:, 0] = half[:, None] * axis
    out[:, 1:, 1:] = (mean - across)[:, None, None] * axis[:, :, None] * axis[:, None, :]
    out[:, 1, 1] += across
    out[:, 2, 2] += across
    return out


def product(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Jordan product (x . y, x_0 y_1 + y_0 x_1)."""
    out = x[:, :1] * y + y[:, :1] * x
    out[:, 0] = (x * y).sum(axis=1)
    return out


def divide(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The u with x o u = y, x inside the cone."""
    det = np.maximum(determinant(x), 1e-300)
    head = (x[:, 0] * y[:, 0] - (x[:, 1:] * y[:, 1:]).sum(axis=1)) / det
    out = np.empty_like(y)
    out[:, 0] = head
    out[:, 1:] = (y[:, 1:] - head[:, None] * x[:, 1:]) / x[:, :1]
    return out


def eigenvalues(x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """x_0 - |x_1|, x_0 + |x_1| (c,), and the direction (c, 2) of x_1."""
    side = np.hypot(x[:, 1], x[:, 2])
    axis = np.where(side[:, None] > 0.0, x[:, 1:] / np.maximum(side, 1e-300)[:, None], (1.0, 0.0))
    return x[:, 0] - side, x[:, 0] + side, axis


def from_eigenvalues(low: np.ndarray, high: np.ndarray, axis: np.ndarray) -> np.ndarray:
    """The point (c, 3) with these."""
    return np.concatenate([0.5 * (low + high)[:, None], 0.5 * (high - low)[:, None] * axis], axis=1)


def longest_step(x: np.ndarray, d: np.ndarray) -> float:
    """Greatest t for which all x + t d are in the cone; inf if there is none."""
    mirrored = d * (1.0, -1.0, -1.0)
    a, b, c = (d * mirrored).sum(axis=1), (x * mirrored).sum(axis=1), determinant(x)
    inner = b * b - a * c
    root = np.sqrt(np.maximum(inner, 0.0)) - b
    hits = (inner >= 0.0) & (root > 0.0)
    length = float((c[hits] / root[hits]).min()) if hits.any() else np.inf
    # straight through the tip, as without friction, there are two equal roots, and rounding may hide them
    through = (inner < 0.0) & (d[:, 0] < 0.0)
    return min(length, float((-x[through, 0] / d[through, 0]).min(initial=np.inf)))
