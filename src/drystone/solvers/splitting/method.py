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

import math

import numpy as np

from drystone.kernels import kernel, merged_kernel
from drystone.solvers.factor.sparse_cholesky import convert_factor, solve_single
from drystone.solvers.lanes import contact_jobs as jobs
from drystone.solvers.lanes import layout as lanes
from drystone.solvers.lanes.block_jobs import (
    factor_blocks,
    solve_condensed,
    take_single_wrenches,
    take_stiffness,
    take_wrenches,
)
from drystone.solvers.lanes.layout import EZ0, Z0
from drystone.solvers.lanes.operators import copy_to, solve_inertia
from drystone.solvers.lanes.splitting_passes import find_mobility

#: What `split` returns.
CONVERGED, GAVE_UP, BROKEN = 0, 1, 2

#: Overrelaxation, below 2.
RELAX = 1.5

#: Rounding of a number in single precision, and the share of the tolerance up to which iterations stay in it.
ROUNDING, SMALL = 6e-8, 0.1

#: Errors are taken to fall by no more than this share an iteration, which says when the next look is worth its while,
#: but no later than so many iterations after the last one.
FALL, LONGEST = 0.08, 20


@merged_kernel
def measure(step, wrench, twist):
    """Greatest error of a contact for the impulses EZ and the twist (n, 6) that balances momentum with them."""
    jobs.do_job(step, jobs.SUM_UP, 0.0, 0.0)
    take_wrenches(step, wrench)
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
    take_stiffness(step)
    if not factor_blocks(step):
        return False
    copy_to(w, step.twist)
    jobs.do_job(step, jobs.BEGIN, 0.0, 0.0)
    return True


@kernel
def choose_again(step, unit):
    """Weights and factor for the impulses EZ, which stay, with their velocities; False if the factor broke down."""
    jobs.do_job(step, jobs.CHOOSE_AGAIN, unit, 0.0)
    take_stiffness(step)
    if not factor_blocks(step):
        return False
    jobs.do_job(step, jobs.RESUME, 0.0, 0.0)
    return True


@merged_kernel
def advance(step, is_single, rhs):
    """One iteration: the twist for the right side (n, 6), y and z for this twist, the next right side."""
    if is_single:
        solve_single(step.fronts, rhs, step.twist)
        jobs.do_job(step, jobs.ADVANCE_SINGLE, RELAX, 0.0)
        take_single_wrenches(step, rhs)
    else:
        solve_condensed(step, rhs)
        copy_to(rhs, step.twist)
        jobs.do_job(step, jobs.ADVANCE, RELAX, 0.0)
        take_wrenches(step, rhs)


@merged_kernel
def to_single(step):
    """Contacts and factor in single precision from those in double."""
    jobs.do_job(step, jobs.LOAD_SINGLES, 0.0, 0.0)
    convert_factor(step.fronts)


@kernel
def wait_for(error, tolerance, every):
    """Iterations until the next look at an error that is still above the tolerance, at least `every`."""
    if not error > tolerance:
        return every
    return max(every, min(int(math.log(error / tolerance) / FALL), LONGEST)) if tolerance > 0.0 else LONGEST


@kernel
def split(step, is_single, unit, tolerance, first, every, again, most, w):
    """Iterate from the twist w and the impulses Z; the answer is in w and Z.

    is_single : whether to iterate in single precision, while its rounding is far below the tolerance; looks at the
    error are in double precision, and so is the answer
    unit : mean mass times g dt; tolerance : greatest error of a contact, a velocity; all scaled
    first, every : iterations before the first look at the error, and the least between two looks
    again : iteration after which weights are chosen again; most : iterations
    Returns the code, the iterations and the error.
    """
    blocks = w.shape[0]
    rhs, wrench, twist = np.empty((blocks, 6)), np.empty((blocks, 6)), np.empty((blocks, 6))
    if not prepare(step, unit, w):
        return BROKEN, 0, np.inf
    take_wrenches(step, rhs)
    if is_single:
        to_single(step)
    best, k, look = np.inf, 0, first
    while k < most:
        k += 1
        advance(step, is_single, rhs)
        is_look = k == look or k == most
        if is_single and (is_look or k == again):
            jobs.do_job(step, jobs.RETURN_SINGLES, 0.0, 0.0)
        if is_look:
            error = measure(step, wrench, twist)
            if not error < np.inf:
                return BROKEN, k, best
            if error < best:
                best = error
                lanes.copy_fields(step.lanes, EZ0, Z0, 3)
                copy_to(twist, w)
            if error <= tolerance:
                break
            look = k + wait_for(error, tolerance, every)
            if is_single and ROUNDING * (1.0 - jobs.least_of(step, 1)) > SMALL * tolerance:
                is_single = False            # y, z and the right side are those of this iteration
        if k == again:
            if not choose_again(step, unit):
                return BROKEN, k, best
            take_wrenches(step, rhs)
            if is_single:
                to_single(step)
    return (CONVERGED if best <= tolerance else GAVE_UP), k, best
