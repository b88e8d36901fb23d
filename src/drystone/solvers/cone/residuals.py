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

from dataclasses import replace

import numpy as np

from drystone.solvers.cone.block_mechanics import problem_arrays, strengths
from drystone.solvers.cone.problem import ContactProblem, Residuals
from drystone.solvers.cone.residual_kernels import measure, project_all


def _judge(problem: ContactProblem, twist: np.ndarray, impulse: np.ndarray, certified: bool) -> Residuals:
    """`judge`; `certified` takes the supremum in (1) where it is finite, of a twist that is known to be admissible."""
    out = np.empty(5)
    measure(*problem_arrays(problem), twist, impulse, certified, out)
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


def _projected(problem: ContactProblem, impulse: np.ndarray, recession: bool = False) -> np.ndarray:
    """(c, 3) nearest impulses in the sets, or in the cones of directions in which the sets have no end."""
    count = problem.contact_count
    shift, floor, cap = np.zeros(count), np.zeros(count), np.full(count, np.inf)
    cohesion, tension, crushing = strengths(problem)
    if len(cohesion):
        if recession:
            cap[np.isfinite(crushing)] = 0.0
        else:
            rough = problem.friction > 0.0
            shift = np.where(rough, cohesion / np.where(rough, problem.friction, 1.0), tension)
            floor = np.maximum(shift - tension, 0.0)
            cap = np.maximum(shift + crushing, floor)
    out = np.empty((count, 3))
    project_all(np.ascontiguousarray(impulse, dtype=float), problem.friction, shift, floor, cap, out)
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
