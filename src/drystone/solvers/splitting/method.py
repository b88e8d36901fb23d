"""Coulomb's law of a step by operator splitting: one factor, no convex problem on the way.

In scaled contact coordinates (README.md of the folder above), impulses z and velocities x = C w + d are held by two
relations: the law of each contact, and the momentum of the blocks, H w = C^T z. With weights rho, y = z - rho x stands
for both:

    z = law(y):  z_0 = y_0 / (1 + rho E) within [floor, cap],  z_t = y_t / (1 + rho E) cut to |z_t| <= z_0
    x = (z - y) / rho
    (H + C^T rho C) w = C^T (z + rho (x - d)),        y <- y - relax rho (C w + d - x)

and where y no longer changes both hold. What z does to the blocks is graded, not y: the twist that balances momentum
with z exactly, and the greatest distance of a contact from its law there (`splitting_passes.grade`). The best z is the
answer.
"""

from __future__ import annotations

import numpy as np

from drystone.kernels import kernel, merged_kernel
from drystone.solvers.interior.method import factor_blocks, solve_condensed
from drystone.solvers.lanes import contact_jobs as jobs
from drystone.solvers.lanes import layout as lanes
from drystone.solvers.lanes.layout import EZ0, Z0
from drystone.solvers.lanes.operators import copy_to, solve_inertia
from drystone.solvers.lanes.splitting_passes import find_mobility

#: What `split` returns.
CONVERGED, GAVE_UP, BROKEN = 0, 1, 2

#: Overrelaxation, below 2.
RELAX = 1.5


@merged_kernel
def measure(step, wrench, twist):
    """Greatest error of a contact for the impulses EZ and the twist (n, 6) that balances momentum with them."""
    jobs.do_job(step, jobs.SUM_UP, 0.0, 0.0)
    jobs.take_wrenches(step, wrench)
    solve_inertia(step.inertia_factor, wrench, step.mask, twist)
    copy_to(twist, step.twist)
    jobs.do_job(step, jobs.GRADE, 0.0, 0.0)
    return -jobs.least_of(step, 0)


@kernel
def prepare(step, unit, w):
    """Weights and factor for the impulses Z, and Y for them and the twist w; False if the factor broke down."""
    find_mobility(step.lanes, step.group_ptr, step.group_a, step.group_b, step.arm_a, step.arm_b, step.inertia_factor,
                  step.mask)
    jobs.do_job(step, jobs.CHOOSE, unit, 0.0)
    jobs.take_stiffness(step)
    if not factor_blocks(step):
        return False
    copy_to(w, step.twist)
    jobs.do_job(step, jobs.BEGIN, 0.0, 0.0)
    return True


@kernel
def choose_again(step, unit):
    """Weights and factor for the impulses EZ, which stay, with their velocities; False if the factor broke down."""
    jobs.do_job(step, jobs.CHOOSE_AGAIN, unit, 0.0)
    jobs.take_stiffness(step)
    if not factor_blocks(step):
        return False
    jobs.do_job(step, jobs.RESUME, 0.0, 0.0)
    return True


@kernel
def split(step, unit, tolerance, first, every, again, most, w):
    """Iterate from the twist w and the impulses Z; the answer is in w and Z.

    unit : mean mass times g dt; tolerance : greatest error of a contact, a velocity; all scaled
    first, every : iterations before the first look at the error, and between two looks
    again : iteration after which weights are chosen again; most : iterations
    Returns the code, the iterations and the error.
    """
    blocks = w.shape[0]
    rhs, wrench, twist = np.empty((blocks, 6)), np.empty((blocks, 6)), np.empty((blocks, 6))
    if not prepare(step, unit, w):
        return BROKEN, 0, np.inf
    jobs.take_wrenches(step, rhs)
    best, k = np.inf, 0
    while k < most:
        k += 1
        solve_condensed(step, rhs)
        copy_to(rhs, step.twist)
        jobs.do_job(step, jobs.ADVANCE, RELAX, 0.0)
        jobs.take_wrenches(step, rhs)
        if (k >= first and (k - first) % every == 0) or k == most:
            error = measure(step, wrench, twist)
            if not error < np.inf:
                return BROKEN, k, best
            if error < best:
                best = error
                lanes.copy_fields(step.lanes, EZ0, Z0, 3)
                copy_to(twist, w)
            if error <= tolerance:
                break
        if k == again:
            if not choose_again(step, unit):
                return BROKEN, k, best
            jobs.take_wrenches(step, rhs)
    return (CONVERGED if best <= tolerance else GAVE_UP), k, best
