"""The judge of every solver: how well a twist and impulses satisfy the equations of one step.

It knows the problem only by its definition and shares no code with the solvers; each row of G is written out
as (f, arm x f) for block b and the opposite for block a.

The bound on the velocity error. For admissible v and impulses lam in the cones, with v_lam = v* + H^-1 G^T lam
and s = G v + d + E lam,

    |v - v_exact|_H^2  <=  |v - v_lam|_H^2 + 2 lam . s                                              (1)

(the gap between the primal energy of v and the dual energy of lam, and strong convexity). With compliance the same
holds in the variables (v, E^1/2 r), of which the second part is taken as E^1/2 lam. If v breaks the constraint of
contact c by delta_c >= 0 in s_n, the right side grows by 2 sum delta_c r_n,c with the exact impulses r, which are
not known; lam_n,c is put in their place, or delta_c / W_cc (the impulse that would remove the violation of this
contact alone) if that is greater. So (1) is certified for admissible v, and an estimate, tight to first order,
for a v that is slightly outside. A product lam . s counts only beyond what rounding of the speeds in s makes of it
(ROUNDING): after an impact at 3 m/s these are known to 1e-16 m/s, which (1) would turn into 1e-8 of 3 m/s.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import kernel
from drystone.solvers.problem import ContactProblem, Residuals

#: Speeds below this times the sum of the terms of which they are the difference are rounding of the data.
ROUNDING = 2e-15

_NO_COMPLIANCE = np.zeros((0, 3))


@kernel
def _write_row(axis, arm, sign, row):
    """row (6,) = sign (axis, arm x axis): virtual power of a unit impulse along `axis` at `arm`."""
    row[0], row[1], row[2] = sign * axis[0], sign * axis[1], sign * axis[2]
    row[3] = sign * (arm[1] * axis[2] - arm[2] * axis[1])
    row[4] = sign * (arm[2] * axis[0] - arm[0] * axis[2])
    row[5] = sign * (arm[0] * axis[1] - arm[1] * axis[0])


@kernel
def _solve_block(matrix, locked, rhs, factor, x):
    """x = matrix^-1 rhs for one block, over its degrees of freedom that are not locked; LDL^T."""
    for i in range(6):
        for j in range(i + 1):
            value = matrix[i, j]
            if locked[i] or locked[j]:
                value = 1.0 if i == j else 0.0
            for k in range(j):
                value -= factor[i, k] * factor[j, k] * factor[k, k]
            factor[i, j] = value if i == j else value / factor[j, j]
    for i in range(6):
        value = 0.0 if locked[i] else rhs[i]
        for k in range(i):
            value -= factor[i, k] * x[k]
        x[i] = value
    for i in range(6):
        x[i] /= factor[i, i]
    for i in range(5, -1, -1):
        for k in range(i + 1, 6):
            x[i] -= factor[k, i] * x[k]


@kernel
def _project(r, mu, out):
    """Nearest point to r in the friction cone |r_t| <= mu r_n."""
    side = math.hypot(r[1], r[2])
    if side <= mu * r[0]:
        out[0], out[1], out[2] = r[0], r[1], r[2]
    elif mu * side <= -r[0]:
        out[0], out[1], out[2] = 0.0, 0.0, 0.0
    else:
        normal = (r[0] + mu * side) / (1.0 + mu * mu)
        out[0] = normal
        out[1] = mu * normal * r[1] / side if side > 0.0 else 0.0
        out[2] = mu * normal * r[2] / side if side > 0.0 else 0.0


@kernel
def _measure(inertia, free_twist, prescribed, block_a, block_b, frame, arm_a, arm_b, bias, friction, compliance,
             locked, speed_scale, twist, impulse, out):
    """out (5,): momentum, gap violation, cone violation, complementarity, velocity bound."""
    blocks, contacts = twist.shape[0], friction.shape[0]
    short = np.zeros((blocks, 6))             # H (v - v*) - G^T r
    short_cone = np.zeros((blocks, 6))        # the same with the impulses projected on their cones
    mass, energy = 0.0, 0.0
    for b in range(blocks):
        if prescribed[b]:
            continue
        mass += inertia[b, 0, 0]
        for i in range(6):
            for j in range(6):
                share = inertia[b, i, j] * (twist[b, j] - free_twist[b, j])
                short[b, i] += share
                short_cone[b, i] += share
                energy += twist[b, i] * inertia[b, i, j] * twist[b, j]
    row_a, row_b = np.empty(6), np.empty(6)
    cone = np.empty(3)
    s = np.empty(3)
    factor, x, y = np.zeros((6, 6)), np.empty(6), np.empty(6)
    worst_gap, worst_cone, largest, power, excess = 0.0, 0.0, 0.0, 0.0, 0.0
    for c in range(contacts):
        a, b, mu = block_a[c], block_b[c], friction[c]
        if prescribed[a] and prescribed[b]:
            continue
        _project(impulse[c], mu, cone)
        product, product_cone, size = 0.0, 0.0, 0.0
        for k in range(3):
            _write_row(frame[c, k], arm_a[c], -1.0, row_a)
            _write_row(frame[c, k], arm_b[c], 1.0, row_b)
            speed = bias[c, k]
            terms = abs(speed)
            for i in range(6):
                terms += abs(row_a[i] * free_twist[a, i]) + abs(row_b[i] * free_twist[b, i])
                speed += row_a[i] * twist[a, i] + row_b[i] * twist[b, i]
                short[a, i] -= row_a[i] * impulse[c, k]
                short[b, i] -= row_b[i] * impulse[c, k]
                short_cone[a, i] -= row_a[i] * cone[k]
                short_cone[b, i] -= row_b[i] * cone[k]
            if compliance.shape[0] > 0:
                s[k] = speed + compliance[c, k] * impulse[c, k]
                product += s[k] * impulse[c, k]
                s[k] = speed + compliance[c, k] * cone[k]
            else:
                s[k] = speed
                product += speed * impulse[c, k]
            product_cone += s[k] * cone[k]
            size += terms if k == 0 else mu * terms
        power += abs(product)
        largest = max(largest, impulse[c, 0])
        worst_cone = max(worst_cone, math.hypot(impulse[c, 1], impulse[c, 2]) - mu * impulse[c, 0], -impulse[c, 0])
        shift = mu * math.hypot(s[1], s[2]) - s[0]
        worst_gap = max(worst_gap, shift)
        noise = ROUNDING * size
        if shift > noise:
            give = compliance[c, 0] if compliance.shape[0] > 0 else 0.0    # velocity per unit normal impulse
            if not prescribed[a]:
                _write_row(frame[c, 0], arm_a[c], -1.0, row_a)
                _solve_block(inertia[a], locked, row_a, factor, x)
                for i in range(6):
                    give += row_a[i] * x[i]
            if not prescribed[b]:
                _write_row(frame[c, 0], arm_b[c], 1.0, row_b)
                _solve_block(inertia[b], locked, row_b, factor, x)
                for i in range(6):
                    give += row_b[i] * x[i]
            product_cone += shift * max(cone[0], shift / give if give > 0.0 else np.inf)
        elif shift > 0.0:
            product_cone += shift * cone[0]
        excess += max(0.0, product_cone - noise * cone[0])
    error, error_cone = 0.0, 0.0
    for b in range(blocks):
        if not prescribed[b]:
            _solve_block(inertia[b], locked, short[b], factor, x)
            _solve_block(inertia[b], locked, short_cone[b], factor, y)
            for i in range(6):
                error += short[b, i] * x[i]
                error_cone += short_cone[b, i] * y[i]
    reference = max(math.sqrt(max(energy, 0.0)), speed_scale * math.sqrt(mass), 1e-300)
    out[0] = math.sqrt(max(error, 0.0)) / reference
    out[1] = worst_gap
    out[2] = worst_cone / largest if largest > 0.0 else (np.inf if worst_cone > 0.0 else 0.0)
    out[3] = power
    out[4] = math.sqrt(max(error_cone + 2.0 * excess, 0.0)) / reference
    if not math.isfinite(error_cone + excess + energy):
        out[4] = np.inf


def judge(problem: ContactProblem, twist: np.ndarray, impulse: np.ndarray) -> Residuals:
    """Residuals of `twist` (b, 6) and `impulse` (c, 3) in the equations of `problem`.

    Everything relative is relative to the reference norm max(|v|_H, speed_scale sqrt(M)), M the mass of the free
    blocks. A twist that is not a number gets an infinite bound. Contacts between two prescribed blocks do not
    count. Which part of the bound is certified and which is an estimate: top of this file.
    """
    locked = np.zeros(6, dtype=np.bool_)
    if problem.planar_axis is not None:
        locked[:] = [axis == problem.planar_axis for axis in range(3)] + [axis != problem.planar_axis
                                                                          for axis in range(3)]
    compliance = _NO_COMPLIANCE if problem.compliance is None else problem.compliance
    out = np.empty(5)
    _measure(problem.inertia, problem.free_twist, problem.prescribed, problem.block_a, problem.block_b,
             problem.frame, problem.arm_a, problem.arm_b, problem.bias, problem.friction, compliance, locked,
             float(problem.speed_scale), twist, impulse, out)
    return Residuals(*out.tolist())


def judge_infeasible(problem: ContactProblem, impulse: np.ndarray) -> float:
    """Least velocity change that the constraints demand if `impulse` (c, 3) is a certificate, relative [-].

    For any r in the cones every admissible v has |v - v*|_H >= -r.(G v* + d) / |G^T r| in the norm of H^-1 (with
    compliance r.E r is added under the root). The result is this over max(|v*|_H, speed_scale sqrt(M)); where it
    is beyond all physical speeds, no admissible velocity exists. 0 if `impulse` proves nothing.
    """
    free = ~problem.prescribed
    count = problem.contact_count
    counts = free[problem.block_a] | free[problem.block_b]
    r = np.zeros((count, 3))
    for c in np.flatnonzero(counts):
        _project(np.asarray(impulse[c], float), problem.friction[c], r[c])
    force = np.einsum("ckj,ck->cj", problem.frame, r)
    load = np.zeros((problem.block_count, 6))
    for block, arm, sign in ((problem.block_a, problem.arm_a, -1.0), (problem.block_b, problem.arm_b, 1.0)):
        np.add.at(load[:, :3], block, sign * force)
        np.add.at(load[:, 3:], block, sign * np.cross(arm, force))
    work = np.sum(load * problem.free_twist) + np.sum(r * problem.bias)
    if work >= 0.0:
        return 0.0
    axis = problem.planar_axis
    dofs = np.arange(6) if axis is None else np.array([i for i in range(3) if i != axis] + [3 + axis])
    load, inertia = load[free][:, dofs], problem.inertia[free]
    square = np.sum(load * np.linalg.solve(inertia[:, dofs][:, :, dofs], load[:, :, None])[:, :, 0])
    if problem.compliance is not None:
        square += np.sum(problem.compliance * r * r)
    speed = problem.free_twist[free]
    energy = np.einsum("bi,bij,bj->", speed, inertia, speed)
    reference = max(energy, problem.speed_scale ** 2 * inertia[:, 0, 0].sum(), 1e-300) ** 0.5
    return float(-work / max(square ** 0.5, 1e-300) / reference)
