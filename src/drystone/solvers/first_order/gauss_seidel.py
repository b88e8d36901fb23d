"""Projected Gauss-Seidel: one contact after the other, forth and back, until the velocity error is small.

Each contact takes the impulses that are best for it while all others stay: those that make it stick if they lie in
its set, the tip of the cone if the speed is then admissible, and otherwise a few projected gradient steps on its own
3 x 3 problem, each of which lowers the energy. Every visit lowers the energy of the whole, so the method cannot
diverge; it creeps where a long chain of blocks must agree. See M. Jean, *The non-smooth contact dynamics
method*, 1999, and A. Tasora, M. Anitescu, 2011, for its use with cones.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import kernel
from drystone.solvers.cone.problem import ContactProblem, ContactSolution
from drystone.solvers.first_order.shared import estimate_excess, project, read_speed, respond, run_first_order

#: Sweeps between two looks at the error; even, because they go forth and back.
BATCH = 10

#: Projected gradient steps for a contact that slides; the next visit goes on from there.
INNER = 6


@kernel
def solve_local(contacts, c, s0, s1, s2, z0, z1, z2, stick):
    """New impulses of contact c, of which s (with W z) is the speed at the impulses z; stick (c, 3, 3) is W^-1."""
    mu, floor, cap, w = contacts.friction[c], contacts.floor[c], contacts.cap[c], contacts.local
    if mu == 0.0:
        return min(max(z0 - s0 / w[c, 0, 0], floor), cap) if w[c, 0, 0] > 0.0 else z0, 0.0, 0.0
    x0 = z0 - stick[c, 0, 0] * s0 - stick[c, 0, 1] * s1 - stick[c, 0, 2] * s2
    x1 = z1 - stick[c, 1, 0] * s0 - stick[c, 1, 1] * s1 - stick[c, 1, 2] * s2
    x2 = z2 - stick[c, 2, 0] * s0 - stick[c, 2, 1] * s1 - stick[c, 2, 2] * s2
    if floor <= x0 <= cap and math.sqrt(x1 * x1 + x2 * x2) <= mu * x0:
        return x0, x1, x2
    b0 = s0 - w[c, 0, 0] * z0 - w[c, 0, 1] * z1 - w[c, 0, 2] * z2
    b1 = s1 - w[c, 1, 0] * z0 - w[c, 1, 1] * z1 - w[c, 1, 2] * z2
    b2 = s2 - w[c, 2, 0] * z0 - w[c, 2, 1] * z1 - w[c, 2, 2] * z2
    if floor == 0.0 and mu * math.sqrt(b1 * b1 + b2 * b2) <= b0:
        return 0.0, 0.0, 0.0
    step = 1.0 / contacts.largest[c]
    for _ in range(INNER):
        y0, y1, y2 = project(z0 - step * s0, z1 - step * s1, z2 - step * s2, mu, floor, cap)
        change = abs(y0 - z0) + abs(y1 - z1) + abs(y2 - z2)
        z0, z1, z2 = y0, y1, y2
        if change <= 1e-15 * z0:
            break
        s0 = b0 + w[c, 0, 0] * z0 + w[c, 0, 1] * z1 + w[c, 0, 2] * z2
        s1 = b1 + w[c, 1, 0] * z0 + w[c, 1, 1] * z1 + w[c, 1, 2] * z2
        s2 = b2 + w[c, 2, 0] * z0 + w[c, 2, 1] * z1 + w[c, 2, 2] * z2
    return z0, z1, z2


@kernel
def add_response(inverse, w, b, r0, r1, r2, x, y, z):
    """w[b] (6,) += H^-1 of the force (x, y, z) at the arm (r0, r1, r2)."""
    m0, m1, m2 = r1 * z - r2 * y, r2 * x - r0 * z, r0 * y - r1 * x
    for i in range(6):
        w[b, i] += (inverse[b, i, 0] * x + inverse[b, i, 1] * y + inverse[b, i, 2] * z
                    + inverse[b, i, 3] * m0 + inverse[b, i, 4] * m1 + inverse[b, i, 5] * m2)


@kernel
def sweep(contacts, stick, z, w, s, load, sweeps):
    """`sweeps` passes over the contacts, in place; then w and s afresh from z, and the excess [J]."""
    count, f, start = z.shape[0], contacts.frame, contacts.start
    for turn in range(sweeps):
        for i in range(count):
            c = i if turn % 2 == 0 else count - 1 - i
            if contacts.largest[c] == 0.0:
                continue
            s0, s1, s2 = read_speed(contacts, c, w)
            s0 += start[c, 0] + contacts.compliance[c, 0] * z[c, 0]
            s1 += start[c, 1] + contacts.compliance[c, 1] * z[c, 1]
            s2 += start[c, 2] + contacts.compliance[c, 2] * z[c, 2]
            z0, z1, z2 = solve_local(contacts, c, s0, s1, s2, z[c, 0], z[c, 1], z[c, 2], stick)
            d0, d1, d2 = z0 - z[c, 0], z1 - z[c, 1], z2 - z[c, 2]
            if d0 == 0.0 and d1 == 0.0 and d2 == 0.0:
                continue
            z[c, 0], z[c, 1], z[c, 2] = z0, z1, z2
            x = f[c, 0, 0] * d0 + f[c, 1, 0] * d1 + f[c, 2, 0] * d2
            y = f[c, 0, 1] * d0 + f[c, 1, 1] * d1 + f[c, 2, 1] * d2
            h = f[c, 0, 2] * d0 + f[c, 1, 2] * d1 + f[c, 2, 2] * d2
            a, b = contacts.slot_a[c], contacts.slot_b[c]
            if b >= 0:
                add_response(contacts.inverse, w, b, contacts.arm_b[c, 0], contacts.arm_b[c, 1],
                             contacts.arm_b[c, 2], x, y, h)
            if a >= 0:
                add_response(contacts.inverse, w, a, contacts.arm_a[c, 0], contacts.arm_a[c, 1],
                             contacts.arm_a[c, 2], -x, -y, -h)
    respond(contacts, z, load, w, s)
    for c in range(count):
        for k in range(3):
            s[c, k] += start[c, k]
    return estimate_excess(contacts, z, s)


def _start(contacts, z):
    blocks = len(contacts.inverse)
    load, w, s = np.empty((blocks, 6)), np.empty((blocks, 6)), np.empty_like(z)
    # a direction without give (out of the plane) gets a little: its impulse is then projected back into the cone
    eye = np.where(contacts.largest > 0.0, 1e-12 * contacts.largest, 1.0)[:, None, None] * np.eye(3)
    stick = np.linalg.inv(contacts.local + eye)
    respond(contacts, z, load, w, s)

    def advance(count):
        return z, w, count, sweep(contacts, stick, z, w, s, load, count)
    return advance


def solve_gauss_seidel(problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray] | None = None, *,
                       tolerance: float = 1e-6, max_iterations: int = 20_000,
                       time_limit: float | None = None) -> ContactSolution:
    """Solve `problem` by projected Gauss-Seidel; the status is the solver's own opinion.

    Parameters
    ----------
    warm : twist (b, 6) and impulse (c, 3) to start from; only the impulses matter
    tolerance : on the estimated relative velocity error [-]
    max_iterations : most sweeps over all contacts
    time_limit : [s]; None: none

    INACCURATE at the limits. A problem without an admissible velocity is not recognised: its impulses grow until
    a limit is reached.
    """
    return run_first_order(problem, warm, "gauss-seidel", _start, BATCH, tolerance=tolerance,
                           max_iterations=max_iterations, time_limit=time_limit)
