"""Newton's method on the augmented Lagrangian: one or two factors a step while most contacts stick.

With multipliers z of the last step or round, and Q = sigma + E (per contact, diagonal), the impulses are a function
of the velocity,

    z+(w) = argmin over the cone of  1/2 z.Q z + z.(C w + d) - sigma z.z_old ,

a projection in the metric Q, and w minimises the convex, once differentiable  1/2 w.H w + sum of the conjugates: H w =
C^T z+(w). Newton's matrix is H + C^T B C with B = -dz+/d(C w): Q^-1 where a contact sticks, 0 where it is open, in
between where it slides. Then z+ becomes the new z, until the certified bound on the velocity error is small. With real
compliance in every contact sigma may be zero, and one round is exact: the regularised Newton method.

What is judged is w with z+(w). (H^-1 C^T z+ in place of w would balance momentum exactly, but rounding of C w reaches
z+ divided by sigma, and such a velocity is a million times worse.)
"""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import kernel, merged_kernel
from drystone.solvers.lanes import contact_jobs as jobs
from drystone.solvers.lanes import layout as lanes
from drystone.solvers.lanes.block_jobs import factor_blocks, solve_condensed, take_wrenches
from drystone.solvers.lanes.layout import EZ0, Z0
from drystone.solvers.lanes.operators import add_scaled, apply_inertia, copy_to, dot, solve_inertia

#: What `minimise` returns.
CONVERGED, GAVE_UP, BROKEN = 0, 1, 2

#: Share of the last bound down to which the gradient is brought before the multipliers are renewed.
INNER = 1e-2


@kernel
def is_same(new, old):
    """Whether two arrays (n, 6, 6) agree bit by bit: a kept factor must not change the answer."""
    for i in range(new.shape[0]):
        for k in range(6):
            for j in range(6):
                if new[i, k, j] != old[i, k, j]:
                    return False
    return True


@kernel
def copy_blocks(source, target):
    """target = source, (n, 6, 6)."""
    for i in range(source.shape[0]):
        for k in range(6):
            for j in range(6):
                target[i, k, j] = source[i, k, j]


@merged_kernel
def factorise_again(step, kept_diag, kept_off, kept):
    """Factor of H + C^T B C, unless the one at hand is of the same matrix. kept[0]: 1 if there is one at hand.

    Returns 0: kept, 1: new, 2: broken.
    """
    jobs.assemble(step)
    if kept[0] > 0.0 and is_same(step.diag, kept_diag) and is_same(step.off, kept_off):
        return 0
    copy_blocks(step.diag, kept_diag)
    copy_blocks(step.off, kept_off)
    good = factor_blocks(step)
    kept[0] = 1.0 if good else 0.0
    return 1 if good else 2


@kernel
def minimise(step, energy_free, energy_least, sigma, tolerance, budget, kept_diag, kept_off, kept, w):
    """Minimise from w and the multipliers Z, which are the answer after CONVERGED; floor and cap stand in ZF, ZC.

    `budget` is the most directions that may be tried. Returns the code, the directions tried, the factors made, and
    the bound on the velocity error reached.
    """
    a, blocks = step.lanes, w.shape[0]
    hw, g, dw, x = np.empty((blocks, 6)), np.empty((blocks, 6)), np.zeros((blocks, 6)), np.empty((blocks, 6))
    bound, value_old, part, tried, factors, halvings = 1e300, np.inf, 1.0, 0, 0, 0
    slow, changed = 0, True
    while True:
        apply_inertia(step.inertia, w, step.mask, hw)
        copy_to(w, step.twist)
        jobs.do_job(step, jobs.PROJECT, sigma, 0.0)
        value = 0.5 * dot(w, hw) + jobs.total_of(step, 0)
        changed = changed or jobs.total_of(step, 1) > 0.0
        if not math.isfinite(value):
            return BROKEN, tried, factors, bound
        if value > value_old + 1e-13 * abs(value_old):       # too far: half the way back
            if halvings == 6:
                return GAVE_UP, tried, factors, bound
            halvings += 1
            part *= 0.5
            add_scaled(w, -part, dw)
            continue
        take_wrenches(step, g)
        for i in range(blocks):
            for k in range(6):
                g[i, k] = hw[i, k] - g[i, k]
        solve_inertia(step.inertia_factor, g, step.mask, x)
        energy = energy_free + 2.0 * dot(w, step.momentum) + dot(w, hw)
        reference = max(energy_least, energy)
        slope = dot(g, x) / reference
        if slope <= max(INNER * INNER * min(bound, 1.0), 1e-4 * tolerance * tolerance) or tried == budget:
            jobs.do_job(step, jobs.EXCESS, 0.0, 0.0)
            outside = jobs.total_of(step, 1)
            now = slope + (2.0 * jobs.total_of(step, 0) + blocks * outside * outside) / reference
            if now <= tolerance * tolerance or tried == budget:
                lanes.copy_fields(a, EZ0, Z0, 3)
                return (CONVERGED if now <= tolerance * tolerance else GAVE_UP), tried, factors, now
            slow = slow + 1 if now > 0.1 * bound else 0
            if slow == 3:
                return GAVE_UP, tried, factors, now
            bound = now
            value_old = np.inf
            jobs.do_job(step, jobs.RENEW, sigma, 0.0)        # with the new multipliers; the gradient is that of w
            value = 0.5 * dot(w, hw) + jobs.total_of(step, 0)
            changed = changed or jobs.total_of(step, 1) > 0.0
            take_wrenches(step, g)
            for i in range(blocks):
                for k in range(6):
                    g[i, k] = hw[i, k] - g[i, k]
        if changed:
            code = factorise_again(step, kept_diag, kept_off, kept)
            if code == 2:
                return BROKEN, tried, factors, bound
            factors += code
            changed = False
        for i in range(blocks):
            for k in range(6):
                dw[i, k] = -g[i, k]
        solve_condensed(step, dw)
        value_old, part, halvings = value, 1.0, 0
        add_scaled(w, 1.0, dw)
        tried += 1
