"""Primal-dual interior point method for one step, condensed to six unknowns a block.

In scaled contact coordinates (README.md), with w = v - v*:

    H w = C^T z,    s + (sf - sc) e = C w + d + E z,    s and z in the cone  s_0 >= |(s_1, s_2)|,    s . z = 0,
    zf = z_0 - floor >= 0,   zc = cap - z_0 >= 0,   sf zf = sc zc = 0       where a contact has floor or cap.

Each iteration linearises the equations around interior points with the Nesterov-Todd scaling W and solves
(H + C^T M C) dw = rhs, M = (W^2 + E + sf / zf + sc / zc)^-1, several times with one factor: Mehrotra's predictor, the
corrector, Gondzio's correctors. The start need not be feasible. The passes over contacts are in cone_passes.py,
length_passes.py and start_passes.py, the jobs made of them in contact_jobs.py; small problems use a band factor, others
the sparse one, and only block_jobs.py knows which.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import kernel, merged_kernel
from drystone.solvers.lanes import contact_jobs as jobs
from drystone.solvers.lanes import layout as lanes
from drystone.solvers.lanes import start_passes
from drystone.solvers.lanes.block_jobs import factor_blocks, solve_condensed, take_stiffness, take_wrenches
from drystone.solvers.lanes.contact_jobs import assemble, gather, spread
from drystone.solvers.lanes.layout import A0, A1, D0, DS0, DZ0, M00, M11, M22, P0, S0, SF, Z0
from drystone.solvers.lanes.operators import add_scaled, apply_inertia, copy_to, dot, solve_inertia

#: What `iterate` returns.
CONVERGED, STALLED, INFEASIBLE, BROKEN = 0, 1, 2, 3

#: Where `iterate` begins: with nothing, with a known twist and impulses, where it stopped.
COLD, WARM, GO_ON = 0, 1, 2

#: A step is infeasible if every admissible one needs velocity changes this many times the scale.
INFEASIBLE_SPEED = 1e6

#: Least centring of a step: less would let single contacts run ahead to the boundary. With more than the most the
#: correctors have nothing to do.
CENTRING, MOST_CENTRING = 1e-5, 0.05

#: Correctors try to lengthen a step shorter than this, each by so much.
LONG_ENOUGH, REACH = 0.95, 0.5

#: Steps shorter than this are given up for one towards the centre.
TOO_SHORT = 0.1

#: Complementarity below which the corrector's direction is refined: rounding of the factor begins to show.
REFINE_BELOW = 1e-7

#: Fields of s and z.
POINT = 6


@merged_kernel
def factorise(step):
    """Factor of H + C^T M C for the stiffnesses M in the lanes; False if it broke down."""
    assemble(step)
    return factor_blocks(step)


@kernel
def find_direction(step, way, one, two, share_v, share, rv, keep_d, keep_e, dw):
    """Direction for the residuals share_v*rv, share*rs and the right side that `way` gives, to dw and E.

        H dw - C^T dz = -share_v rv,   C dw + E dz - ds - (dsf - dsc) e = -share rs,   W^-1 ds + W dz = rc,
        sf dz_0 + zf dsf = rf,   -sc dz_0 + zc dsc = rk

    `one` and `two` are the numbers of the way. Returns the longest step along E.
    """
    numbers = step.numbers
    numbers[jobs.AIM], numbers[jobs.SHARE], numbers[jobs.KEEP_D], numbers[jobs.KEEP_E] = way, share, keep_d, keep_e
    jobs.do_job(step, jobs.PUSH, one, two)
    take_wrenches(step, dw)
    add_scaled(dw, -share_v, rv)
    solve_condensed(step, dw)
    copy_to(dw, step.twist)
    jobs.do_job(step, jobs.FOLLOW, 0.0, 0.0)
    return jobs.least_of(step, 0)


@merged_kernel
def refine_direction(step, share, rv, left, more, dw):
    """One step of refinement of the direction in dw and E; the second equation holds by construction.

    left, more (n, 6) are scratch: what is left of the first equation, and the correction. Returns the longest step.
    """
    jobs.do_job(step, jobs.REMAINDER, 0.0, 0.0)
    take_wrenches(step, left)
    for i in range(left.shape[0]):
        for k in range(6):
            left[i, k] = share * rv[i, k] - left[i, k]
    add_inertia(step, dw, left)
    length = find_direction(step, jobs.AS_IT_IS, 0.0, 0.0, 1.0, 0.0, left, 0.0, 1.0, more)
    add_scaled(dw, 1.0, more)
    return length


@merged_kernel
def add_inertia(step, w, out):
    """out += H w."""
    for i in range(w.shape[0]):
        for k in range(6):
            total = 0.0
            for j in range(6):
                total += step.inertia[i, k, j] * w[i, j]
            out[i, k] += step.mask[k] * total


@merged_kernel
def start_cold(step, w):
    """Least squares in unit scaling, then moved inside: the usual start of cone solvers. False if the factor broke."""
    a = step.lanes
    for field in (M00, M11, M22):
        lanes.fill_field(a, field, 1.0)
    if not factorise(step):
        return False
    lanes.copy_fields(a, D0, P0, 3)
    gather(step, w)
    for i in range(w.shape[0]):
        for k in range(6):
            w[i, k] = -w[i, k]
    solve_condensed(step, w)
    spread(step, w)
    start_passes.put_velocity(a)
    start_passes.turn_impulse(a)
    start_passes.find_depth(a)
    depth_s, depth_z = lanes.least_field(a, A0), lanes.least_field(a, A1)
    start_passes.lift_inside(a, 1.0 - depth_s if depth_s <= 1e-8 else 0.0, 1.0 - depth_z if depth_z <= 1e-8 else 0.0)
    return True


@merged_kernel
def start_warm(step, opening, w):
    """Begin with w and the impulses in Z, both opened into the cones by `opening`."""
    spread(step, w)
    start_passes.put_velocity(step.lanes)
    start_passes.open_cones(step.lanes, opening)


@kernel
def iterate(step, energy_free, energy_least, bound_count, soft, tolerance, max_iterations, correctors, begin, opening,
            w):
    """Interior point iterations; w and Z are the start if `begin` is WARM, and the best iterate after.

    `energy_free` is |v*|_H^2 and `energy_least` the square of the reference norm at rest.
    Returns a code of CONVERGED, STALLED, INFEASIBLE, BROKEN, and the number of iterations.
    """
    a, blocks = step.lanes, w.shape[0]
    count = lanes.LANES * (a.size // lanes.SIZE) + bound_count
    rv, hw, dw, ew = np.empty((blocks, 6)), np.empty((blocks, 6)), np.empty((blocks, 6)), np.empty((blocks, 6))
    best_w, best_z = np.zeros((blocks, 6)), np.empty((a.size // lanes.SIZE) * POINT * lanes.LANES)
    left, more = np.empty((blocks, 6)), np.empty((blocks, 6))
    if begin == WARM:
        start_warm(step, opening, w)
    elif begin == COLD and not start_cold(step, w):
        return BROKEN, 0
    if begin != GO_ON:
        start_passes.enter_bounds(a, max(opening, 1e-3))
    step.numbers[jobs.SOFT] = 1.0 if soft else 0.0
    best, mark, mean, pace, best_effort = np.inf, np.inf, 0.0, 0.01, 1.0
    since_best = 0
    code = STALLED
    iteration = 0
    while True:
        # residuals, and the certified bound on the velocity error that they give
        copy_to(w, step.twist)
        jobs.do_job(step, jobs.RESIDUAL, 0.0, 0.0)
        take_wrenches(step, ew)
        apply_inertia(step.inertia, w, step.mask, hw)
        copy_to(hw, rv)
        add_scaled(rv, -1.0, ew)
        gap, excess, dual = jobs.total_of(step, 0), jobs.total_of(step, 1), jobs.total_of(step, 2)
        solve_inertia(step.inertia_factor, rv, step.mask, dw)
        energy = energy_free + 2.0 * dot(w, step.momentum) + dot(w, hw)
        merit = (dot(rv, dw) + 2.0 * excess) / max(energy_least, energy)
        if not math.isfinite(merit):
            break
        if mean > 0.0:
            pace = gap / (count * mean)       # how fast the complementarity fell last time
        mean = gap / count
        since_best += 1
        if merit < best:
            if merit < 0.5 * mark:
                mark, since_best = merit, 0
            best = merit
            copy_to(w, best_w)
            save_point(a, best_z)
        # far below the tolerance; or below it and slow; or below it and no longer falling
        if (merit < 1e-16 or (merit < 0.81 * tolerance ** 2 and pace > 0.02)
                or (best < tolerance ** 2 and since_best >= 2)):
            code = CONVERGED
            break
        # every admissible w has |w|_H >= -d.z / |C^T z|; beyond all physical speeds: there is none
        if dual < 0.0 and bound_count == 0:
            solve_inertia(step.inertia_factor, ew, step.mask, dw)
            effort = dual * dual / max(blocks * dot(ew, dw), 1e-300)
            if effort > INFEASIBLE_SPEED ** 2:
                code = INFEASIBLE
                save_point(a, best_z)
                break
            if effort > 4.0 * best_effort:
                best_effort = effort
                since_best = 0
        if since_best >= 12 or iteration == max_iterations:
            break
        jobs.do_job(step, jobs.SCALE, 0.0, 0.0)
        take_stiffness(step)
        if not factor_blocks(step):
            break
        length = choose_direction(step, rv, mean, pace, correctors, ew, left, more, dw)
        # the longest step that stays near the central path: off it, rounding soon decides who hits the boundary
        wanted = min(1e-2, 0.5 * centrality(step, count, 0.0))
        move = min(1.0, 0.9999 * length)
        for share in (0.99, 0.97, 0.93, 0.85, 0.7, 0.5):
            if centrality(step, count, move) >= wanted:
                break
            move = min(1.0, share * length)
        add_scaled(w, move, dw)
        jobs.do_job(step, jobs.MOVE, move, 0.0)
        iteration += 1
    if code == STALLED:
        code = CONVERGED if best < tolerance ** 2 else (STALLED if best < np.inf else BROKEN)
    copy_to(best_w, w)
    load_point(a, best_z)
    return code, iteration


@merged_kernel
def choose_direction(step, rv, mean, pace, correctors, ew, left, more, dw):
    """Predictor, corrector, recentring if stuck, Gondzio's correctors; to dw and D. Returns the longest step."""
    length = find_direction(step, jobs.TO_BOUNDARY, 0.0, 0.0, 1.0, 1.0, rv, 0.0, 0.0, dw)
    centring = max(min((1.0 - min(length, 1.0)) ** 3, MOST_CENTRING), max(CENTRING, min(MOST_CENTRING, 0.1 * pace)))
    for stage in range(2):
        target, second = centring * mean, 1.0
        if stage == 1:                        # too far from the centre for second-order terms
            if length >= TOO_SHORT:
                break
            target, second = 0.5 * mean, 0.0
        share = 1.0 - target / mean
        longer = find_direction(step, jobs.TO_CENTRE, target, second, share, share, rv, 0.0, 0.0, ew)
        if mean < REFINE_BELOW:
            longer = refine_direction(step, share, rv, left, more, ew)
        if stage == 1 and longer < length:
            break
        length = longer
        copy_to(ew, dw)
        jobs.do_job(step, jobs.KEEP, 0.0, 0.0)
        for _ in range(correctors):
            if length >= LONG_ENOUGH:
                break
            trial = min(1.0, length + REACH)
            longer = find_direction(step, jobs.TO_CORRIDOR, target, trial, 0.0, 0.0, rv, 1.0, 0.0, ew)
            if longer < 1.01 * length + 0.005:
                break
            length = longer
            add_scaled(dw, 1.0, ew)
            jobs.do_job(step, jobs.KEEP, 0.0, 0.0)
    return length


@merged_kernel
def centrality(step, count, move):
    """Least eigenvalue of the complementarity after a move along D over its mean: 1 at the centre, < 0 outside."""
    jobs.do_job(step, jobs.CENTRALITY, move, 0.0)
    return jobs.least_of(step, 1) * count / jobs.total_of(step, 0)


@kernel
def save_point(a, out):
    """Copy s and z of all contacts."""
    n = POINT * lanes.LANES
    for bundle in range(a.size // lanes.SIZE):
        for i in range(n):
            out[bundle * n + i] = a[bundle * lanes.SIZE + S0 + i]


@kernel
def load_point(a, saved):
    """What `save_point` kept."""
    n = POINT * lanes.LANES
    for bundle in range(a.size // lanes.SIZE):
        for i in range(n):
            a[bundle * lanes.SIZE + S0 + i] = saved[bundle * n + i]


# the fields that are copied as one lie in one row
assert Z0 - S0 == 3 * lanes.LANES and DZ0 - DS0 == 3 * lanes.LANES and SF > Z0
