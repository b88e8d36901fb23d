"""Primal-dual interior point method for one step, condensed to six unknowns a block.

In scaled contact coordinates (README.md), with w = v - v*:

    H w = C^T z,    s = C w + d + E z,    s and z in the cone  s_0 >= |(s_1, s_2)|,    s . z = 0.

Each iteration linearises the three equations around interior s, z with the Nesterov-Todd scaling W and solves
(H + C^T (W^2 + E)^-1 C) dw = rhs twice with one factor: Mehrotra's predictor, then the corrector. The start
need not be feasible. Small problems use a band factor (`matrix`, `reach`), others the sparse one (`fronts`);
only `factorise` and `solve_condensed` know which.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import kernel
from drystone.solvers import sparse_cholesky
from drystone.solvers.band_cholesky import factor, scatter, solve
from drystone.solvers.cone import (
    apply_scaling,
    apply_scaling_inverse,
    apply_stiffness,
    centrality,
    centre_correction,
    contact_stiffness,
    depth,
    jordan_divide,
    jordan_product,
    longest_step,
    scale_contacts,
)
from drystone.solvers.operators import (
    add_scaled,
    apply_inertia,
    apply_rows,
    apply_rows_transposed,
    assemble,
    copy_to,
    dot,
    factor_inertia,
    solve_inertia,
)

#: What `iterate` returns.
CONVERGED, STALLED, INFEASIBLE, BROKEN = 0, 1, 2, 3

#: A step is infeasible if every admissible one needs velocity changes this many times the scale.
INFEASIBLE_SPEED = 1e6

#: Least centring of a step: less would let single contacts run ahead to the boundary.
CENTRING = 1e-5

#: Pivots of the sparse factor are lifted to this share of the diagonal, as the band factor does.
PIVOT_LIFT = 2e-16

#: Residuals of the constraints below this, relative to the speeds in them, are rounding.
ROUNDING = 5e-16


@kernel
def solve_condensed(matrix, reach, fronts, x):
    """x (n, 6) <- solution with the factor of `factorise` for the right side x."""
    if matrix.shape[0] == 0:
        sparse_cholesky.solve_into(fronts, x, x)
    else:
        solve(matrix, reach, x.reshape(x.size))


@kernel
def eliminate(share, rv, rs, rc, scaling, stiffness, compliance, mask, matrix, reach, fronts, slot_a, slot_b, rows,
              arm_a, arm_b, push, work, dw, ds, dz):
    """Solve the three equations of `find_direction` by the condensed matrix; push, work (c, 3) are scratch."""
    contacts = rs.shape[0]
    rigid = compliance.shape[0] == 0
    if rigid:                                 # W^-1 (rc - share W^-1 rs): keeps the digits that W^-2 loses
        apply_scaling_inverse(scaling, rs, work)
        for c in range(contacts):
            for k in range(3):
                work[c, k] = rc[c, k] - share * work[c, k]
        apply_scaling_inverse(scaling, work, push)
    else:
        apply_scaling(scaling, rc, work)
        add_scaled(work, -share, rs)
        apply_stiffness(stiffness, work, push)
    apply_rows_transposed(push, slot_a, slot_b, rows, arm_a, arm_b, mask, dw)
    add_scaled(dw, -share, rv)
    solve_condensed(matrix, reach, fronts, dw)
    apply_rows(dw, slot_a, slot_b, rows, arm_a, arm_b, ds)
    if rigid:
        add_scaled(ds, share, rs)
        apply_scaling_inverse(scaling, ds, work)
        for c in range(contacts):
            for k in range(3):
                work[c, k] = rc[c, k] - work[c, k]
        apply_scaling_inverse(scaling, work, dz)
    else:
        apply_stiffness(stiffness, ds, work)
        for c in range(contacts):
            for k in range(3):
                dz[c, k] = push[c, k] - work[c, k]
                ds[c, k] += compliance[c, k] * dz[c, k] + share * rs[c, k]


@kernel
def find_direction(share, rv, rs, rc, scaling, stiffness, compliance, inertia, mask, matrix, reach, fronts,
                   slot_a, slot_b, rows, arm_a, arm_b, refinements, dw, ds, dz):
    """Newton direction for the residuals share*rv, share*rs and the complementarity right side rc.

        H dw - C^T dz = -share rv,   C dw + E dz - ds = -share rs,   W^-1 ds + W dz = rc
    """
    contacts, blocks = rs.shape[0], rv.shape[0]
    push, work, zero = np.empty((contacts, 3)), np.empty((contacts, 3)), np.zeros((contacts, 3))
    eliminate(share, rv, rs, rc, scaling, stiffness, compliance, mask, matrix, reach, fronts, slot_a, slot_b, rows,
              arm_a, arm_b, push, work, dw, ds, dz)
    if refinements == 0:
        return
    left, more = np.empty((contacts, 3)), np.empty((blocks, 6))
    ew, es, ez = np.empty((blocks, 6)), np.empty((contacts, 3)), np.empty((contacts, 3))
    for _ in range(refinements):              # the second equation holds by construction
        apply_inertia(inertia, dw, mask, more)
        apply_rows_transposed(dz, slot_a, slot_b, rows, arm_a, arm_b, mask, ew)
        for i in range(blocks):
            for k in range(6):
                more[i, k] += share * rv[i, k] - ew[i, k]
        apply_scaling_inverse(scaling, ds, left)
        apply_scaling(scaling, dz, work)
        for c in range(contacts):
            for k in range(3):
                left[c, k] = rc[c, k] - left[c, k] - work[c, k]
        eliminate(1.0, more, zero, left, scaling, stiffness, compliance, mask, matrix, reach, fronts, slot_a, slot_b,
                  rows, arm_a, arm_b, push, work, ew, es, ez)
        add_scaled(dw, 1.0, ew)
        add_scaled(ds, 1.0, es)
        add_scaled(dz, 1.0, ez)


@kernel
def factorise(stiffness, group_ptr, group_count, slot_a, slot_b, rows, arm_a, arm_b, inertia, mask, diag, off,
              matrix, reach, fronts):
    """Factor of H + C^T M C in `matrix`, or in `fronts` if that is empty; False if it broke down."""
    assemble(group_ptr, group_count, slot_a, slot_b, rows, arm_a, arm_b, stiffness, inertia, mask, diag, off)
    if matrix.shape[0] == 0:
        return sparse_cholesky.factorise(fronts, PIVOT_LIFT) <= 0
    scatter(diag, off, group_ptr, group_count, slot_a, slot_b, matrix)
    return factor(matrix, reach)


@kernel
def start_inside(s, z):
    """Lift s and z into the cone, each by one common amount."""
    lift_s, lift_z = -depth(s), -depth(z)
    for c in range(s.shape[0]):
        if lift_s >= -1e-8:
            s[c, 0] += 1.0 + lift_s
        if lift_z >= -1e-8:
            z[c, 0] += 1.0 + lift_z


@kernel
def complementarity_target(product, square, target, common, out):
    """out = common \\ (target e - square - product): right side of the complementarity equation."""
    for c in range(square.shape[0]):
        for k in range(3):
            out[c, k] = -square[c, k] - product[c, k]
        out[c, 0] += target
    jordan_divide(common, out, out)


@kernel
def iterate(inertia, momentum, bias, compliance, mask, energy_free, energy_least, slot_a, slot_b, group_ptr,
            group_count, rows, arm_a, arm_b, reach, width, fronts, tolerance, max_iterations, correctors, warm, w,
            s, z):
    """Interior point iterations in scaled units; w, s, z are the start if `warm`, and the best iterate after.

    `momentum` is H v*, `energy_free` |v*|_H^2 and `energy_least` the square of the reference norm at rest.
    Returns a code of CONVERGED, STALLED, INFEASIBLE, BROKEN, and the number of iterations.
    """
    contacts, blocks = bias.shape[0], inertia.shape[0]
    if width == 0:
        matrix = np.empty((0, 0))
        diag, off = fronts.diagonal, fronts.lower
    else:
        matrix = np.empty((6 * blocks, 6 * width))
        diag = np.empty((blocks, 6, 6))
        off = np.empty((group_count, 6, 6))
    stiffness = np.zeros((contacts, 6))
    scaling = np.empty((contacts, 4))
    common = np.empty((contacts, 3))
    square = np.empty((contacts, 3))
    rv, hw, dw, ew = np.empty((blocks, 6)), np.empty((blocks, 6)), np.empty((blocks, 6)), np.empty((blocks, 6))
    rs, ds, es = np.empty((contacts, 3)), np.empty((contacts, 3)), np.empty((contacts, 3))
    rc, dz, ez = np.empty((contacts, 3)), np.empty((contacts, 3)), np.empty((contacts, 3))
    t1, t2 = np.empty((contacts, 3)), np.empty((contacts, 3))
    best_w, best_s, best_z = np.zeros((blocks, 6)), np.zeros((contacts, 3)), np.zeros((contacts, 3))
    inertia_factor = np.empty((blocks, 6, 6))
    if not factor_inertia(inertia, mask, inertia_factor):
        return BROKEN, 0
    if not warm:
        # least squares in unit scaling, then moved inside: the usual start of cone solvers
        for c in range(contacts):
            stiffness[c, 0], stiffness[c, 3], stiffness[c, 5] = 1.0, 1.0, 1.0
        if not factorise(stiffness, group_ptr, group_count, slot_a, slot_b, rows, arm_a, arm_b, inertia, mask,
                         diag, off, matrix, reach, fronts):
            return BROKEN, 0
        apply_rows_transposed(bias, slot_a, slot_b, rows, arm_a, arm_b, mask, ew)
        copy_to(ew, w)
        add_scaled(w, -2.0, ew)
        solve_condensed(matrix, reach, fronts, w)
        apply_rows(w, slot_a, slot_b, rows, arm_a, arm_b, s)
        add_scaled(s, 1.0, bias)
        copy_to(s, z)
        add_scaled(z, -2.0, s)
        start_inside(s, z)
    best, mean, pace, best_effort = np.inf, 0.0, 0.01, 1.0
    since_best = 0
    code = STALLED
    iteration = 0
    while True:
        # residuals, and the certified bound on the velocity error that they give
        apply_inertia(inertia, w, mask, hw)
        apply_rows_transposed(z, slot_a, slot_b, rows, arm_a, arm_b, mask, ew)
        copy_to(hw, rv)
        add_scaled(rv, -1.0, ew)
        apply_rows(w, slot_a, slot_b, rows, arm_a, arm_b, rs)
        add_scaled(rs, 1.0, bias)
        add_scaled(rs, -1.0, s)
        dual = dot(bias, z)
        for c in range(compliance.shape[0]):
            for k in range(3):
                rs[c, k] += compliance[c, k] * z[c, k]
                dual += 0.5 * compliance[c, k] * z[c, k] ** 2
        excess = 0.0
        for c in range(contacts):
            # a residual that is rounding must not disturb a distance to the boundary that is no larger
            noise = ROUNDING * (1.0 + abs(bias[c, 0]) + abs(bias[c, 1]) + abs(bias[c, 2]))
            size = 0.0
            product = 0.0
            for k in range(3):
                if abs(rs[c, k]) <= noise:
                    rs[c, k] = 0.0
                size += abs(rs[c, k])
                product += s[c, k] * z[c, k]
            excess += max(0.0, product + (size - noise) * z[c, 0])
        solve_inertia(inertia_factor, rv, mask, dw)
        gap = dot(s, z)
        energy = energy_free + 2.0 * dot(w, momentum) + dot(w, hw)
        merit = (dot(rv, dw) + 2.0 * excess) / max(energy_least, energy)
        if not math.isfinite(merit):
            break
        if mean > 0.0:
            pace = gap / (contacts * mean)    # how fast the complementarity fell last time
        mean = gap / contacts
        since_best += 1
        if merit < best:
            if merit < 0.5 * best:
                since_best = 0
            best = merit
            copy_to(w, best_w)
            copy_to(s, best_s)
            copy_to(z, best_z)
        # far below the tolerance; or below it and slow; or below it and no longer falling
        if (merit < 1e-16 or (merit < 0.25 * tolerance ** 2 and pace > 0.02)
                or (best < tolerance ** 2 and since_best >= 2)):
            code = CONVERGED
            break
        # every admissible w has |w|_H >= -d.z / |C^T z|; beyond all physical speeds: there is none
        if dual < 0.0:
            solve_inertia(inertia_factor, ew, mask, dw)
            effort = dual * dual / max(blocks * dot(ew, dw), 1e-300)
            if effort > INFEASIBLE_SPEED ** 2:
                code = INFEASIBLE
                copy_to(z, best_z)
                break
            if effort > 4.0 * best_effort:
                best_effort = effort
                since_best = 0
        if since_best >= 12 or iteration == max_iterations:
            break
        scale_contacts(s, z, scaling, common)
        contact_stiffness(scaling, compliance, stiffness)
        if not factorise(stiffness, group_ptr, group_count, slot_a, slot_b, rows, arm_a, arm_b, inertia, mask,
                         diag, off, matrix, reach, fronts):
            break
        jordan_product(common, common, square)
        longer = 0.0
        step = 0.0
        centring = 0.0
        # pass 0: predictor; 1: corrector; 2: recentring if that is stuck; beyond: Gondzio's correctors
        for stage in range(3 + correctors):
            share = 1.0
            if stage == 0:
                for c in range(contacts):
                    for k in range(3):
                        rc[c, k] = -common[c, k]
            elif stage == 1:
                centring = max((1.0 - min(step, 1.0)) ** 3, max(CENTRING, min(0.1, 0.1 * pace)))
                share = 1.0 - centring
                apply_scaling_inverse(scaling, ds, t1)
                apply_scaling(scaling, dz, t2)
                jordan_product(t1, t2, t1)
                complementarity_target(t1, square, centring * mean, common, rc)
            elif stage == 2:                  # too far from the centre for second-order terms
                if step >= 0.3:
                    continue
                share = 0.5
                for c in range(contacts):
                    t1[c, 0], t1[c, 1], t1[c, 2] = 0.0, 0.0, 0.0
                complementarity_target(t1, square, 0.5 * mean, common, rc)
            else:
                if step >= 0.9:
                    break
                share = 0.0
                trial = min(1.0, step + 0.3)
                copy_to(s, es)
                copy_to(z, ez)
                add_scaled(es, trial, ds)
                add_scaled(ez, trial, dz)
                apply_scaling_inverse(scaling, es, t1)
                apply_scaling(scaling, ez, t2)
                jordan_product(t1, t2, t1)
                centre_correction(t1, centring * mean, t2)
                jordan_divide(common, t2, rc)
            find_direction(share, rv, rs, rc, scaling, stiffness, compliance, inertia, mask,
                           matrix, reach, fronts, slot_a, slot_b, rows, arm_a, arm_b, 1 if 0 < stage < 3 else 0,
                           ew, es, ez)
            if stage >= 3:
                add_scaled(ew, 1.0, dw)
                add_scaled(es, 1.0, ds)
                add_scaled(ez, 1.0, dz)
            longer = min(longest_step(s, es), longest_step(z, ez))
            if (stage == 2 and longer <= step) or (stage >= 3 and longer < 1.02 * step + 0.01):
                if stage >= 3:
                    break
                continue
            step = longer
            if stage == 2:
                centring = 0.5
            copy_to(ew, dw)
            copy_to(es, ds)
            copy_to(ez, dz)
        # the longest step that stays near the central path: off it, rounding soon decides who hits the boundary
        wanted = min(1e-2, 0.5 * centrality(s, ds, z, dz, 0.0))
        longest = step
        step = min(1.0, 0.9999 * longest)
        for share in (0.99, 0.97, 0.93, 0.85, 0.7, 0.5):
            if centrality(s, ds, z, dz, step) >= wanted:
                break
            step = min(1.0, share * longest)
        add_scaled(w, step, dw)
        add_scaled(s, step, ds)
        add_scaled(z, step, dz)
        iteration += 1
    if code == STALLED:
        code = CONVERGED if best < tolerance ** 2 else (STALLED if best < np.inf else BROKEN)
    copy_to(best_w, w)
    copy_to(best_s, s)
    copy_to(best_z, z)
    return code, iteration
