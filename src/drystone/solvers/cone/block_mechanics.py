"""Single blocks and single contacts for the referees: H^-1 of a block, wrenches of impulses, speeds at contacts.

Only the two referees (`residuals.py`, `coulomb_residuals.py`) use these kernels; no solver does.
"""

from __future__ import annotations

import numpy as np

from drystone.kernels import inner_kernel, kernel
from drystone.solvers.cone.problem import ContactProblem

_NO_COMPLIANCE = np.zeros((0, 3))
_NO_STRENGTH = np.zeros(0)


def locked_dofs(planar_axis: int | None) -> np.ndarray:
    """(6,) bool: degrees of freedom that planar mode takes from every block."""
    locked = np.zeros(6, dtype=np.bool_)
    if planar_axis is not None:
        locked[planar_axis] = True
        locked[3:] = True
        locked[3 + planar_axis] = False
    return locked


def strengths(problem: ContactProblem) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cohesion, tension and crushing (c,), or three empty arrays if the problem has none of them."""
    if problem.cohesion is None and problem.tension is None and problem.crushing is None:
        return _NO_STRENGTH, _NO_STRENGTH, _NO_STRENGTH
    count = problem.contact_count
    return (np.zeros(count) if problem.cohesion is None else problem.cohesion,
            np.zeros(count) if problem.tension is None else problem.tension,
            np.full(count, np.inf) if problem.crushing is None else problem.crushing)


def problem_arrays(problem: ContactProblem) -> tuple:
    """What the kernels of both referees take of a problem, in their order; empty arrays for what it has not."""
    compliance = _NO_COMPLIANCE if problem.compliance is None else problem.compliance
    return (problem.inertia, problem.free_twist, problem.prescribed, problem.block_a, problem.block_b, problem.frame,
            problem.arm_a, problem.arm_b, problem.bias, problem.friction, compliance, *strengths(problem),
            locked_dofs(problem.planar_axis), float(problem.speed_scale))


@kernel
def factor_block(matrix, locked, lower, pivot):
    """LDL^T of one block's inertia over the degrees of freedom that are not locked; pivot = 1 / D, 0 where locked."""
    for i in range(6):
        for j in range(i):
            value = 0.0 if locked[i] or locked[j] else matrix[i, j]
            for k in range(j):
                value -= lower[i, k] * lower[j, k]
            lower[i, j] = value
        rest = matrix[i, i]
        for j in range(i):
            scaled = lower[i, j] * pivot[j]
            rest -= lower[i, j] * scaled
            lower[i, j] = scaled
        pivot[i] = 0.0 if locked[i] else 1.0 / rest


@kernel
def square(lower, pivot, x):
    """x (6,) squared in the norm of H^-1; x is overwritten."""
    total = 0.0
    for i in range(6):
        value = x[i]
        for k in range(i):
            value -= lower[i, k] * x[k]
        x[i] = value
        total += value * value * pivot[i]
    return total


@kernel
def solve_block(lower, pivot, x):
    """x (6,) <- H^-1 x; 0 at locked degrees of freedom."""
    for i in range(6):
        for k in range(i):
            x[i] -= lower[i, k] * x[k]
    for i in range(5, -1, -1):
        x[i] *= pivot[i]
        for k in range(i + 1, 6):
            x[i] -= lower[k, i] * x[k]


@inner_kernel
def add_wrench(load, b, r0, r1, r2, x, y, z):
    """load[b] (6,) += force (x, y, z) at the arm (r0, r1, r2)."""
    load[b, 0] += x
    load[b, 1] += y
    load[b, 2] += z
    load[b, 3] += r1 * z - r2 * y
    load[b, 4] += r2 * x - r0 * z
    load[b, 5] += r0 * y - r1 * x


@inner_kernel
def add_impulse(c, a, b, frame, arm_a, arm_b, r0, r1, r2, load):
    """load (b, 6) += G^T r of one contact: r = (r0, r1, r2) on block b, the opposite on a."""
    fx = frame[c, 0, 0] * r0 + frame[c, 1, 0] * r1 + frame[c, 2, 0] * r2
    fy = frame[c, 0, 1] * r0 + frame[c, 1, 1] * r1 + frame[c, 2, 1] * r2
    fz = frame[c, 0, 2] * r0 + frame[c, 1, 2] * r1 + frame[c, 2, 2] * r2
    add_wrench(load, a, arm_a[c, 0], arm_a[c, 1], arm_a[c, 2], -fx, -fy, -fz)
    add_wrench(load, b, arm_b[c, 0], arm_b[c, 1], arm_b[c, 2], fx, fy, fz)


@inner_kernel
def contact_speed(c, a, b, frame, arm_a, arm_b, bias, twist):
    """(G v + d) at one contact: velocity of b against a along n, t1, t2, and the bias [m/s]."""
    a0, a1, a2, b0, b1, b2 = arm_a[c, 0], arm_a[c, 1], arm_a[c, 2], arm_b[c, 0], arm_b[c, 1], arm_b[c, 2]
    ux = twist[b, 0] + twist[b, 4] * b2 - twist[b, 5] * b1 - twist[a, 0] - twist[a, 4] * a2 + twist[a, 5] * a1
    uy = twist[b, 1] + twist[b, 5] * b0 - twist[b, 3] * b2 - twist[a, 1] - twist[a, 5] * a0 + twist[a, 3] * a2
    uz = twist[b, 2] + twist[b, 3] * b1 - twist[b, 4] * b0 - twist[a, 2] - twist[a, 3] * a1 + twist[a, 4] * a0
    return (frame[c, 0, 0] * ux + frame[c, 0, 1] * uy + frame[c, 0, 2] * uz + bias[c, 0],
            frame[c, 1, 0] * ux + frame[c, 1, 1] * uy + frame[c, 1, 2] * uz + bias[c, 1],
            frame[c, 2, 0] * ux + frame[c, 2, 1] * uy + frame[c, 2, 2] * uz + bias[c, 2])
