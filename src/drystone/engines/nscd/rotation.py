"""Angular momentum over a step: three ways to turn J(R) w into a linear, symmetric equation.

Momentum J w is taken at the end of the step, J = R J0 R^T. Each function gives the inertia H_rot and the
free angular velocity w* such that the step solves H_rot (w - w*) = moments of the contact impulses.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.geometry.rotation import quaternion_to_matrix, rotate_quaternion, skew, update_matrices
from drystone.kernels import kernel
from drystone.model.points import cross

#: Eigenvalues of the quasi-Newton inertia are kept above this share of the least principal inertia: it turns
#: indefinite for fast spin of flat blocks.
EIGENVALUE_FLOOR = 0.1

#: A block that turns by more than this in a step is moved by `drift` [rad].
FAST_TURN = 0.05
#: Turn within one step of `drift` [rad], and the most such steps.
DRIFT_TURN = 0.01
MOST_DRIFT_STEPS = 2000


@kernel
def world_inertia(inertia, rotation):
    """(b, 3, 3) R J0 R^T, exactly symmetric."""
    out = np.empty_like(inertia)
    half = np.empty((3, 3))
    for b in range(inertia.shape[0]):
        for i in range(3):
            for j in range(3):
                half[i, j] = (rotation[b, i, 0] * inertia[b, 0, j] + rotation[b, i, 1] * inertia[b, 1, j]
                              + rotation[b, i, 2] * inertia[b, 2, j])
        for i in range(3):
            for j in range(i + 1):
                out[b, i, j] = (half[i, 0] * rotation[b, j, 0] + half[i, 1] * rotation[b, j, 1]
                                + half[i, 2] * rotation[b, j, 2])
                out[b, j, i] = out[b, i, j]
    return out


@kernel
def solve3(a, b):
    """x with a x = b for 3x3 matrices (n, 3, 3) and right-hand sides (n, 3), by cofactors."""
    out = np.empty_like(b)
    for n in range(b.shape[0]):
        m = a[n]
        c00 = m[1, 1] * m[2, 2] - m[1, 2] * m[2, 1]
        c01 = m[1, 2] * m[2, 0] - m[1, 0] * m[2, 2]
        c02 = m[1, 0] * m[2, 1] - m[1, 1] * m[2, 0]
        det = m[0, 0] * c00 + m[0, 1] * c01 + m[0, 2] * c02
        c10 = m[0, 2] * m[2, 1] - m[0, 1] * m[2, 2]
        c11 = m[0, 0] * m[2, 2] - m[0, 2] * m[2, 0]
        c12 = m[0, 1] * m[2, 0] - m[0, 0] * m[2, 1]
        c20 = m[0, 1] * m[1, 2] - m[0, 2] * m[1, 1]
        c21 = m[0, 2] * m[1, 0] - m[0, 0] * m[1, 2]
        c22 = m[0, 0] * m[1, 1] - m[0, 1] * m[1, 0]
        out[n, 0] = (c00 * b[n, 0] + c10 * b[n, 1] + c20 * b[n, 2]) / det
        out[n, 1] = (c01 * b[n, 0] + c11 * b[n, 1] + c21 * b[n, 2]) / det
        out[n, 2] = (c02 * b[n, 0] + c12 * b[n, 1] + c22 * b[n, 2]) / det
    return out


@kernel
def multiply3(a, b):
    """a x for 3x3 matrices (n, 3, 3) and vectors (n, 3)."""
    out = np.empty_like(b)
    for n in range(b.shape[0]):
        for i in range(3):
            out[n, i] = a[n, i, 0] * b[n, 0] + a[n, i, 1] * b[n, 1] + a[n, i, 2] * b[n, 2]
    return out


@kernel
def predicted(inertia, orientation, omega, momentum, moment, dt):
    """Inertia at the end pose predicted to second order; momentum is carried over exactly.

    Parameters
    ----------
    inertia : (b, 3, 3) in block frames; orientation, omega : at the start of the step
    momentum : (b, 3) J_old w_old [kg m2/s]; moment : (b, 3) impulse of the loads [N m s]
    """
    matrices = np.empty_like(inertia)
    update_matrices(rotate_quaternion(orientation, omega * dt), matrices)
    omega_end = solve3(world_inertia(inertia, matrices), momentum)
    update_matrices(rotate_quaternion(orientation, 0.5 * (omega + omega_end) * dt), matrices)
    end = world_inertia(inertia, matrices)
    return end, solve3(end, momentum + moment)


def is_fast(omega: np.ndarray, dt: float) -> np.ndarray:
    """(b,) bool, blocks that turn by more than FAST_TURN in a step."""
    return (omega * omega).sum(axis=1) * (dt * dt) > FAST_TURN**2


@kernel
def _spin_rate(inertia, w, out):
    """out = J0^-1 (-w x J0 w): Euler's equation without moments, in the block's frame."""
    l0 = inertia[0, 0] * w[0] + inertia[0, 1] * w[1] + inertia[0, 2] * w[2]
    l1 = inertia[1, 0] * w[0] + inertia[1, 1] * w[1] + inertia[1, 2] * w[2]
    l2 = inertia[2, 0] * w[0] + inertia[2, 1] * w[1] + inertia[2, 2] * w[2]
    moment = np.empty((1, 3))
    moment[0, 0] = -(w[1] * l2 - w[2] * l1)
    moment[0, 1] = -(w[2] * l0 - w[0] * l2)
    moment[0, 2] = -(w[0] * l1 - w[1] * l0)
    rate = solve3(inertia.reshape(1, 3, 3), moment)
    for i in range(3):
        out[i] = rate[0, i]


@kernel
def drift(inertia, orientation, omega, blocks, time):
    """Torque-free rotation of some blocks over `time` [s]: orientation (n, 4) and angular velocity (n, 3) at the end.

    Euler's equation in the block's frame by classical Runge-Kutta, in steps so short that a block turns by less
    than DRIFT_TURN in each; the orientation follows with the mean spin. Momentum is then made exact.
    """
    count = blocks.shape[0]
    out_q = np.empty((count, 4))
    out_w = np.empty((count, 3))
    matrix = np.empty((1, 3, 3))
    w, k1, k2, k3, k4 = np.empty(3), np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    for n in range(count):
        b = blocks[n]
        j0 = inertia[b]
        q = orientation[b:b + 1].copy()
        update_matrices(q, matrix)
        turn = matrix[0]
        speed = math.sqrt(omega[b, 0] ** 2 + omega[b, 1] ** 2 + omega[b, 2] ** 2)
        steps = min(max(1, math.ceil(speed * abs(time) / DRIFT_TURN)), MOST_DRIFT_STEPS)
        h = time / steps
        for i in range(3):
            w[i] = turn[0, i] * omega[b, 0] + turn[1, i] * omega[b, 1] + turn[2, i] * omega[b, 2]
        local = j0 @ w
        momentum = turn @ local
        for _ in range(steps):
            start = w.copy()
            _spin_rate(j0, w, k1)
            _spin_rate(j0, w + 0.5 * h * k1, k2)
            _spin_rate(j0, w + 0.5 * h * k2, k3)
            _spin_rate(j0, w + h * k3, k4)
            w = w + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
            update_matrices(q, matrix)
            q = rotate_quaternion(q, (0.5 * h * (matrix[0] @ (start + w))).reshape(1, 3))
        update_matrices(q, matrix)
        world = world_inertia(j0.reshape(1, 3, 3), matrix)
        spin = solve3(world, momentum.reshape(1, 3))
        out_q[n] = q[0]
        out_w[n] = spin[0]
    return out_q, out_w


def explicit(inertia_world, omega, momentum, moment, dt):
    """Inertia and gyroscopic moment at the start of the step."""
    gyroscopic = cross(omega, momentum)
    return inertia_world, omega + solve3(inertia_world, moment - dt * gyroscopic)


def tangent_operator(p: np.ndarray) -> np.ndarray:
    """(b, 3, 3) T(p) = I + (1 - cos|p|)/|p|^2 P + (|p| - sin|p|)/|p|^3 P^2, P = skw(p).

    It maps a change of the rotation vector to the rotation that it adds on the left of exp(P).
    """
    size = np.linalg.norm(p, axis=-1)
    small = size < 1e-3
    safe = np.where(small, 1.0, size)
    a = np.where(small, 0.5 - size**2 / 24.0, (1.0 - np.cos(safe)) / safe**2)
    b = np.where(small, 1.0 / 6.0 - size**2 / 120.0, (safe - np.sin(safe)) / safe**3)
    matrix = skew(p)
    return np.eye(3) + a[:, None, None] * matrix + b[:, None, None] * (matrix @ matrix)


def momentum_tangent(inertia, orientation, omega, omega_move, share, dt):
    """Derivative of J(R(w)) w with respect to w, (b, 3, 3), and J at that pose.

    R = exp(skw(w_move) dt) R_old with d w_move / d w = share (1, or theta):
    J + share dt (J skw(w) - skw(J w)) T(w_move dt), the published form with its missing factor dt.
    """
    pose = quaternion_to_matrix(rotate_quaternion(orientation, omega_move * dt))
    world = world_inertia(inertia, pose)
    momentum = multiply3(world, omega)
    change = (world @ skew(omega) - skew(momentum)) @ tangent_operator(omega_move * dt)
    return world + share * dt * change, world


def quasi_newton(inertia, orientation, omega_guess, omega_old, momentum, moment, share, dt):
    """One linearisation of J(R(w)) w = J_old w_old + moments about `omega_guess`.

    The tangent's symmetric part is used, its eigenvalues floored, so that the step stays a convex problem;
    what this leaves out is in the residual, which the next iteration takes up.
    """
    omega_move = share * omega_guess + (1.0 - share) * omega_old
    tangent, world = momentum_tangent(inertia, orientation, omega_guess, omega_move, share, dt)
    symmetric = 0.5 * (tangent + np.swapaxes(tangent, -1, -2))
    values, vectors = np.linalg.eigh(symmetric)
    floor = EIGENVALUE_FLOOR * np.linalg.eigvalsh(inertia)[:, :1]
    if (values < floor).any():
        symmetric = (vectors * np.maximum(values, floor)[:, None, :]) @ np.swapaxes(vectors, -1, -2)
        symmetric = 0.5 * (symmetric + np.swapaxes(symmetric, -1, -2))
    residual = momentum + moment - multiply3(world, omega_guess)
    return symmetric, omega_guess + solve3(symmetric, residual)
