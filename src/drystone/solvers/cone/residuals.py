"""The judge of every solver: how well a twist and impulses satisfy the equations of one step.

It knows the problem only by its definition and shares no code with the solvers.

The sets of impulses are read from the tips of their cones: with z = r + (a, 0, 0), a = cohesion / mu (a = tension
without friction), a contact allows |z_t| <= mu z_n and floor <= z_n <= cap, where floor = max(0, a - tension) and
cap = a + crushing; dry friction has a = floor = 0 and no cap.

The bound on the velocity error. For any v and any impulses lam in the sets K, with v_lam = v* + H^-1 G^T lam and
s = G v + d + E lam,

    |v - v_exact|_H^2  <=  |v - v_lam|_H^2 + 2 (lam . s + sup over r in K of -r . s)                          (1)

(the gap between the primal energy of v and the dual energy of lam, and strong convexity). With compliance the same
holds in the variables (v, E^1/2 r), of which the second part is taken as E^1/2 lam. At one contact the bracket is
z . s + sup -z . s; with h = mu |s_t| - s_n the supremum is floor h if h <= 0 and cap h if h > 0. The impulses judged
are projected on K: on the cone, and if its normal part then leaves [floor, cap], on the disc at that end (a
projection that breaks one more linear constraint lies on it).

What is certified and what is an estimate. (1) is certified where h <= 0 at every contact without a cap. A contact
without a cap that v breaks by h > 0 would make it infinite. What the true right side needs there is h z_n with an
exact impulse z_n (exact multipliers take the place of the supremum: the energies differ by r_exact . s, no more), and
this is not known. Put in its place are the projected z_n, plus all that the pair of blocks carries (where impulses
have not converged they are mostly wrong in how corners share), plus h / W_nn, the impulse that would remove the
violation of this contact alone. Behind the contact may stand more than its two blocks: the square grows by
M (LEVER h)^2 with the mass M of all free blocks in contact and the sum h of the greatest violations of each pair, as
if the pairs stood on top of each other and all mass on the last. So for a v outside the bound is an estimate: no
proof excludes that levers and dilatancy make the error greater. A cap limits it to cap h; where it does, it is
certified.
Everything is up to rounding: a product z . s counts only beyond what rounding of the speeds in s makes of it
(ROUNDING): after an impact at 3 m/s these are known to 1e-16 m/s, which (1) would turn into 1e-8 of 3 m/s. Errors
of that size may therefore go unseen, whatever smaller number the bound shows.

A bound without an estimate needs an admissible velocity near v. `judge_admissible` makes one from an opening, a twist
field e that moves every contact off: (G e)_n > mu |(G e)_t|. Then v' = v + t e with the least t that suffices is
admissible, (1) holds for v', and |v - v_exact| <= t |e| + (1) of v'. An opening is the solution of `opening_problem`,
one more problem of the same size, needed once for as long as the contacts stay; any other will do, because it is
checked. Structures that can be prestressed without load (a block between two supports) have none: there exact
impulses may be as large as one likes, no multiple of a violation bounds its energy, and only the estimate is left.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from drystone.kernels import kernel
from drystone.solvers.cone.problem import ContactProblem, Residuals

#: Speeds below this times the sum of the terms of which they are the difference are rounding of the data.
ROUNDING = 2e-15

#: How many times further than the violations themselves the blocks may have to move to undo them: by experience.
LEVER = 2.0

_NO_COMPLIANCE = np.zeros((0, 3))
_NO_STRENGTH = np.zeros(0)


@kernel
def _factor_block(matrix, locked, lower, pivot):
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
def _square(lower, pivot, x):
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
def _give(normal, arm, lower, pivot, x):
    """Velocity along `normal` at `arm` per unit impulse there; x (6,) is work space."""
    x[0], x[1], x[2] = normal[0], normal[1], normal[2]
    x[3] = arm[1] * normal[2] - arm[2] * normal[1]
    x[4] = arm[2] * normal[0] - arm[0] * normal[2]
    x[5] = arm[0] * normal[1] - arm[1] * normal[0]
    return _square(lower, pivot, x)


@kernel
def _add_wrench(load, b, r0, r1, r2, x, y, z):
    """load[b] (6,) += force (x, y, z) at the arm (r0, r1, r2)."""
    load[b, 0] += x
    load[b, 1] += y
    load[b, 2] += z
    load[b, 3] += r1 * z - r2 * y
    load[b, 4] += r2 * x - r0 * z
    load[b, 5] += r0 * y - r1 * x


@kernel
def _project(n, t1, t2, mu, floor, cap):
    """Nearest point to (n, t1, t2) with |z_t| <= mu z_n and floor <= z_n <= cap."""
    side = math.sqrt(t1 * t1 + t2 * t2)
    if side <= mu * n:
        normal = n
    else:
        normal = max((n + mu * side) / (1.0 + mu * mu), 0.0)
    normal = min(max(normal, floor), cap)
    if side <= mu * normal:
        # inside the cone, or on the disc at an end
        return normal, t1, t2
    share = mu * normal / side
    return normal, share * t1, share * t2


@kernel
def _measure(inertia, free_twist, prescribed, block_a, block_b, frame, arm_a, arm_b, bias, friction, compliance,
             cohesion, tension, crushing, locked, speed_scale, twist, impulse, certified, out):
    """out (5,): momentum, gap violation, cone violation, complementarity, velocity bound."""
    blocks, contacts = twist.shape[0], friction.shape[0]
    short = np.zeros((blocks, 6))             # H (v - v*) - G^T r
    moved = np.zeros((blocks, 6))             # G^T (r - lam): what the projection on the sets takes away
    lower, pivot = np.empty((blocks, 6, 6)), np.empty((blocks, 6))
    touched = np.zeros(blocks, np.bool_)
    mass, mass_touched, energy = 0.0, 0.0, 0.0
    for b in range(blocks):
        if prescribed[b]:
            continue
        mass += inertia[b, 0, 0]
        for i in range(6):
            change, momentum = 0.0, 0.0
            for j in range(6):
                change += inertia[b, i, j] * (twist[b, j] - free_twist[b, j])
                momentum += inertia[b, i, j] * twist[b, j]
            short[b, i] = change
            energy += twist[b, i] * momentum
        _factor_block(inertia[b], locked, lower[b], pivot[b])
    x = np.empty(6)
    worst_gap, worst_cone, largest, power, excess = 0.0, 0.0, 0.0, 0.0, 0.0
    broken, broken_pair, carried, pair_a, pair_b, any_moved = 0.0, 0.0, 0.0, -1, -1, False
    for c in range(contacts):
        a, b, mu = block_a[c], block_b[c], friction[c]
        if prescribed[a] and prescribed[b]:
            continue
        touched[a], touched[b] = True, True
        if a != pair_a or b != pair_b:                # a new pair: what its contacts carry together
            pair_a, pair_b, broken, broken_pair, carried = a, b, broken + broken_pair, 0.0, 0.0
            for k in range(c, contacts):
                if block_a[k] != a or block_b[k] != b:
                    break
                carried += max(impulse[k, 0], 0.0)
        shift, floor, cap = 0.0, 0.0, np.inf
        if cohesion.shape[0] > 0:
            shift = cohesion[c] / mu if mu > 0.0 else tension[c]
            floor = max(shift - tension[c], 0.0)
            cap = max(shift + crushing[c], floor)
        r0, r1, r2 = impulse[c, 0], impulse[c, 1], impulse[c, 2]
        n = r0 + shift
        z0, z1, z2 = _project(n, r1, r2, mu, floor, cap)
        a0, a1, a2, b0, b1, b2 = arm_a[c, 0], arm_a[c, 1], arm_a[c, 2], arm_b[c, 0], arm_b[c, 1], arm_b[c, 2]
        f00, f01, f02 = frame[c, 0, 0], frame[c, 0, 1], frame[c, 0, 2]
        f10, f11, f12 = frame[c, 1, 0], frame[c, 1, 1], frame[c, 1, 2]
        f20, f21, f22 = frame[c, 2, 0], frame[c, 2, 1], frame[c, 2, 2]
        # velocity of b against a, and the sum of the sizes of its terms in the free motion
        ux = twist[b, 0] + twist[b, 4] * b2 - twist[b, 5] * b1 - twist[a, 0] - twist[a, 4] * a2 + twist[a, 5] * a1
        uy = twist[b, 1] + twist[b, 5] * b0 - twist[b, 3] * b2 - twist[a, 1] - twist[a, 5] * a0 + twist[a, 3] * a2
        uz = twist[b, 2] + twist[b, 3] * b1 - twist[b, 4] * b0 - twist[a, 2] - twist[a, 3] * a1 + twist[a, 4] * a0
        wx = (abs(free_twist[b, 0]) + abs(free_twist[b, 4] * b2) + abs(free_twist[b, 5] * b1)
              + abs(free_twist[a, 0]) + abs(free_twist[a, 4] * a2) + abs(free_twist[a, 5] * a1))
        wy = (abs(free_twist[b, 1]) + abs(free_twist[b, 5] * b0) + abs(free_twist[b, 3] * b2)
              + abs(free_twist[a, 1]) + abs(free_twist[a, 5] * a0) + abs(free_twist[a, 3] * a2))
        wz = (abs(free_twist[b, 2]) + abs(free_twist[b, 3] * b1) + abs(free_twist[b, 4] * b0)
              + abs(free_twist[a, 2]) + abs(free_twist[a, 3] * a1) + abs(free_twist[a, 4] * a0))
        s0 = f00 * ux + f01 * uy + f02 * uz + bias[c, 0]
        s1 = f10 * ux + f11 * uy + f12 * uz + bias[c, 1]
        s2 = f20 * ux + f21 * uy + f22 * uz + bias[c, 2]
        size = (abs(bias[c, 0]) + mu * (abs(bias[c, 1]) + abs(bias[c, 2]))
                + (abs(f00) + mu * (abs(f10) + abs(f20))) * wx
                + (abs(f01) + mu * (abs(f11) + abs(f21))) * wy
                + (abs(f02) + mu * (abs(f12) + abs(f22))) * wz)
        noise = ROUNDING * size
        # momentum: the impulses as given, and what the projection changes
        fx = f00 * r0 + f10 * r1 + f20 * r2
        fy = f01 * r0 + f11 * r1 + f21 * r2
        fz = f02 * r0 + f12 * r1 + f22 * r2
        _add_wrench(short, a, a0, a1, a2, fx, fy, fz)
        _add_wrench(short, b, b0, b1, b2, -fx, -fy, -fz)
        if z0 != n or z1 != r1 or z2 != r2:
            any_moved = True
            d0, d1, d2 = n - z0, r1 - z1, r2 - z2
            fx = f00 * d0 + f10 * d1 + f20 * d2
            fy = f01 * d0 + f11 * d1 + f21 * d2
            fz = f02 * d0 + f12 * d1 + f22 * d2
            _add_wrench(moved, a, a0, a1, a2, -fx, -fy, -fz)
            _add_wrench(moved, b, b0, b1, b2, fx, fy, fz)
        product = n * s0 + r1 * s1 + r2 * s2
        if compliance.shape[0] > 0:
            e0, e1, e2 = compliance[c, 0], compliance[c, 1], compliance[c, 2]
            product += n * e0 * r0 + e1 * r1 * r1 + e2 * r2 * r2
            s0 += e0 * (z0 - shift)
            s1 += e1 * z1
            s2 += e2 * z2
        largest = max(largest, n, shift)
        worst_cone = max(worst_cone, math.sqrt(r1 * r1 + r2 * r2) - mu * n, floor - n, n - cap)
        outside = mu * math.sqrt(s1 * s1 + s2 * s2) - s0
        short_of = z0 * s0 + z1 * s1 + z2 * s2
        if outside > noise:
            give = 0.0                                # velocity per unit normal impulse
            if compliance.shape[0] > 0:
                give = compliance[c, 0]
            if not prescribed[a]:
                give += _give(frame[c, 0], arm_a[c], lower[a], pivot[a], x)
            if not prescribed[b]:
                give += _give(frame[c, 0], arm_b[c], lower[b], pivot[b], x)
            gap = min(outside, (cap - z0) * give) if cap < np.inf else outside
            broken_pair = max(broken_pair, gap)
            worst_gap = max(worst_gap, gap)
            if not certified:
                short_of += outside * min(z0 + carried + outside / give if give > 0.0 else np.inf, cap)
            else:                                     # without a cap it is rounding of an admissible twist
                short_of += outside * (cap if cap < np.inf else z0)
            power += min(abs(product), abs(product + cap * outside))
        else:
            worst_gap = max(worst_gap, outside if z0 < cap else 0.0)
            short_of += outside * (z0 if outside > 0.0 else floor)
            power += abs(product + floor * outside) if floor > 0.0 else abs(product)
        excess += max(0.0, short_of - noise * z0)
    error, error_cone = 0.0, 0.0
    for b in range(blocks):
        if not prescribed[b]:
            mass_touched += inertia[b, 0, 0] if touched[b] else 0.0
            if any_moved:
                for i in range(6):
                    moved[b, i] += short[b, i]
                error_cone += _square(lower[b], pivot[b], moved[b])
            error += _square(lower[b], pivot[b], short[b])
    if not any_moved:
        error_cone = error
    broken = 0.0 if certified else LEVER * (broken + broken_pair)
    reference = max(math.sqrt(max(energy, 0.0)), speed_scale * math.sqrt(mass), 1e-300)
    out[0] = math.sqrt(max(error, 0.0)) / reference
    out[1] = worst_gap
    out[2] = worst_cone / largest if largest > 0.0 else (np.inf if worst_cone > 0.0 else 0.0)
    out[3] = power
    out[4] = math.sqrt(max(error_cone + 2.0 * excess + mass_touched * broken * broken, 0.0)) / reference
    if not math.isfinite(error_cone + excess + energy):
        out[4] = np.inf


def _strengths(problem: ContactProblem) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cohesion, tension and crushing (c,), or three empty arrays if the problem has none of them."""
    if problem.cohesion is None and problem.tension is None and problem.crushing is None:
        return _NO_STRENGTH, _NO_STRENGTH, _NO_STRENGTH
    count = problem.contact_count
    return (np.zeros(count) if problem.cohesion is None else problem.cohesion,
            np.zeros(count) if problem.tension is None else problem.tension,
            np.full(count, np.inf) if problem.crushing is None else problem.crushing)


def _judge(problem: ContactProblem, twist: np.ndarray, impulse: np.ndarray, certified: bool) -> Residuals:
    """`judge`; `certified` takes the supremum in (1) where it is finite, of a twist that is known to be admissible."""
    locked = np.zeros(6, dtype=np.bool_)
    if problem.planar_axis is not None:
        locked[problem.planar_axis] = True
        locked[3:] = True
        locked[3 + problem.planar_axis] = False
    compliance = _NO_COMPLIANCE if problem.compliance is None else problem.compliance
    out = np.empty(5)
    _measure(problem.inertia, problem.free_twist, problem.prescribed, problem.block_a, problem.block_b,
             problem.frame, problem.arm_a, problem.arm_b, problem.bias, problem.friction, compliance,
             *_strengths(problem), locked, float(problem.speed_scale), twist, impulse, certified, out)
    return Residuals(*out.tolist())


def judge(problem: ContactProblem, twist: np.ndarray, impulse: np.ndarray) -> Residuals:
    """Residuals of `twist` (b, 6) and `impulse` (c, 3) in the equations of `problem`.

    Everything relative is relative to the reference norm max(|v|_H, speed_scale sqrt(M)), M the mass of the free
    blocks. A twist that is not a number gets an infinite bound. Contacts between two prescribed blocks do not
    count. Which part of the bound is certified and which is an estimate: top of this file.

    With cohesion, tension and crushing the single numbers mean, in impulses z from the tip of the cone: the gap is
    violated by h = mu |s_t| - s_n, or by the speed of the impulse that is missing to the cap if that is less; the cone
    by the greatest of |z_t| - mu z_n, floor - z_n and z_n - cap over the greatest z_n or a; complementarity is what
    s . r lacks to the least that the end of the set allows to which s drives.
    """
    return _judge(problem, twist, impulse, False)


def _relative_speed(problem: ContactProblem, twist: np.ndarray) -> np.ndarray:
    """(c, 3) G twist: velocity of block b against a along n, t1, t2 [m/s]."""
    speed = np.zeros((problem.contact_count, 3))
    for block, arm, sign in ((problem.block_a, problem.arm_a, -1.0), (problem.block_b, problem.arm_b, 1.0)):
        speed += sign * (twist[block, :3] + np.cross(twist[block, 3:], arm))
    return np.einsum("ckj,cj->ck", problem.frame, speed)


def _energy_norm(problem: ContactProblem, twist: np.ndarray) -> float:
    """|twist|_H over the free blocks."""
    free = ~problem.prescribed
    return float(np.einsum("bi,bij,bj->", twist[free], problem.inertia[free], twist[free])) ** 0.5


def _without_cap(problem: ContactProblem) -> np.ndarray:
    """(c,) bool: contacts whose impulses have no upper limit, and at least one block that is free."""
    free = ~problem.prescribed
    counts = free[problem.block_a] | free[problem.block_b]
    return counts if problem.crushing is None else counts & ~np.isfinite(problem.crushing)


def opening_problem(problem: ContactProblem) -> ContactProblem:
    """A problem whose solution is an opening: all contacts without a cap come apart at speed_scale at least.

    It has the matrices of `problem`, blocks that start at rest, supports at rest, and no strengths. It is infeasible
    where impulses without any load can be in balance; then there is no opening.
    """
    bias = np.zeros_like(problem.bias)
    bias[:, 0] = np.where(_without_cap(problem), -problem.speed_scale, problem.speed_scale * 1e6)
    return replace(problem, free_twist=np.zeros_like(problem.free_twist), bias=bias, compliance=None,
                   cohesion=None, tension=None, crushing=None)


def judge_admissible(problem: ContactProblem, twist: np.ndarray, impulse: np.ndarray, opening: np.ndarray) -> float:
    """Certified bound on |v - v_exact|_H over the reference norm [-]: (1) at an admissible velocity near `twist`.

    opening : (b, 6) twist field that moves every contact without a cap off, such as the solution of
        `opening_problem`. What it does at prescribed blocks and locked degrees of freedom does not count. The bound
        is infinite if it does not open a contact that `twist` breaks.
    """
    field = np.where(problem.prescribed[:, None], 0.0, opening)
    if problem.planar_axis is not None:
        keep = [axis for axis in range(3) if axis != problem.planar_axis] + [3 + problem.planar_axis]
        field = np.where(np.isin(np.arange(6), keep), field, 0.0)
    mu, use = problem.friction, _without_cap(problem)
    s, opens = _relative_speed(problem, twist) + problem.bias, _relative_speed(problem, field)
    if problem.compliance is not None:
        s = s + problem.compliance * _projected(problem, impulse)
    outside = (mu * np.hypot(s[:, 1], s[:, 2]) - s[:, 0])[use]
    margin = (opens[:, 0] - mu * np.hypot(opens[:, 1], opens[:, 2]))[use]
    if np.any((outside > 0.0) & ~(margin > 0.0)) or np.any(margin < 0.0):
        return np.inf
    step = float(np.max(np.where(outside > 0.0, outside / np.where(margin > 0.0, margin, 1.0), 0.0), initial=0.0))
    moved = twist + step * field
    mass = problem.inertia[~problem.prescribed, 0, 0].sum()
    least = problem.speed_scale * mass ** 0.5
    reference_moved = max(_energy_norm(problem, moved), least, 1e-300)
    bound = _judge(problem, moved, impulse, True).velocity_bound * reference_moved + step * _energy_norm(problem, field)
    return bound / max(_energy_norm(problem, twist), least, 1e-300)


@kernel
def _project_all(impulse, friction, shift, floor, cap, out):
    """out (c, 3) = impulses projected on their sets, back from the tip of the cone."""
    for c in range(friction.shape[0]):
        z0, z1, z2 = _project(impulse[c, 0] + shift[c], impulse[c, 1], impulse[c, 2], friction[c], floor[c], cap[c])
        out[c, 0], out[c, 1], out[c, 2] = z0 - shift[c], z1, z2


def _projected(problem: ContactProblem, impulse: np.ndarray, recession: bool = False) -> np.ndarray:
    """(c, 3) nearest impulses in the sets, or in the cones of directions in which the sets have no end."""
    count = problem.contact_count
    shift, floor, cap = np.zeros(count), np.zeros(count), np.full(count, np.inf)
    cohesion, tension, crushing = _strengths(problem)
    if len(cohesion):
        if recession:
            cap[np.isfinite(crushing)] = 0.0
        else:
            rough = problem.friction > 0.0
            shift = np.where(rough, cohesion / np.where(rough, problem.friction, 1.0), tension)
            floor = np.maximum(shift - tension, 0.0)
            cap = np.maximum(shift + crushing, floor)
    out = np.empty((count, 3))
    _project_all(np.ascontiguousarray(impulse, dtype=float), problem.friction, shift, floor, cap, out)
    return out


def judge_infeasible(problem: ContactProblem, impulse: np.ndarray) -> float:
    """Least velocity change that the constraints demand if `impulse` (c, 3) is a certificate, relative [-].

    For any r in the cones every admissible v has |v - v*|_H >= -r.(G v* + d) / |G^T r| in the norm of H^-1 (with
    compliance r.E r is added under the root). The result is this over max(|v*|_H, speed_scale sqrt(M)); where it
    is beyond all physical speeds, no admissible velocity exists. 0 if `impulse` proves nothing. Only impulses that
    may grow without end prove anything: those of contacts that can be crushed do not count.
    """
    free = ~problem.prescribed
    counts = free[problem.block_a] | free[problem.block_b]
    r = np.where(counts[:, None], _projected(problem, impulse, recession=True), 0.0)
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
