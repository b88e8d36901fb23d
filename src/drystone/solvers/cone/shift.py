"""Cohesion and tension by a shift of the impulses: every solver but the judge sees cones with their tip at zero.

With z = r + (a, 0, 0) and a = cohesion / mu (a = tension without friction) the set |r_t| <= mu r_n + cohesion,
-tension <= r_n <= crushing becomes

    |z_t| <= mu z_n,    floor <= z_n <= cap,        floor = max(0, a - tension),  cap = a + crushing,

and H (v - v*) = G^T r, s = G v + d + E r keep their form with v* - H^-1 G^T a n and d - E a n in place of v*
and d. Floor and cap are what a solver must add to its cones; most contacts have neither.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from drystone.solvers.cone.problem import ContactProblem


@dataclass(frozen=True, slots=True)
class ShiftedProblem:
    """A problem whose cones begin at zero impulse."""

    plain: ContactProblem   #: without cohesion, tension and crushing
    shift: np.ndarray       #: (c,) a [N s]: impulses of the original are those of `plain` less this, along n
    floor: np.ndarray       #: (c,) or (0,) if no contact has one [N s], on z_n
    cap: np.ndarray         #: (c,) or (0,) if no contact has one [N s], on z_n; inf: none

    def to_plain(self, impulse: np.ndarray) -> np.ndarray:
        """(c, 3) impulses of the original as impulses of `plain`."""
        return _moved(impulse, self.shift)

    def from_plain(self, impulse: np.ndarray) -> np.ndarray:
        """(c, 3) impulses of `plain` as impulses of the original."""
        return _moved(impulse, -self.shift)


def _moved(impulse: np.ndarray, along: np.ndarray) -> np.ndarray:
    if not along.any():
        return impulse
    moved = impulse.copy()
    moved[:, 0] += along
    return moved


def shift_problem(problem: ContactProblem) -> ShiftedProblem:
    """The problem in impulses that are measured from the tips of the cones."""
    count = problem.contact_count
    none = np.zeros(0)
    if problem.cohesion is None and problem.tension is None and problem.crushing is None:
        return ShiftedProblem(problem, np.zeros(count), none, none)
    cohesion = np.zeros(count) if problem.cohesion is None else problem.cohesion
    tension = np.zeros(count) if problem.tension is None else problem.tension
    crushing = np.full(count, np.inf) if problem.crushing is None else problem.crushing
    rough = problem.friction > 0.0
    shift = np.where(rough, cohesion / np.where(rough, problem.friction, 1.0), tension)
    floor = np.maximum(shift - tension, 0.0)
    cap = np.maximum(shift + crushing, floor)
    normal = problem.frame[:, 0] * shift[:, None]
    wrench = np.zeros((problem.block_count, 6))
    for block, arm, sign in ((problem.block_a, problem.arm_a, -1.0), (problem.block_b, problem.arm_b, 1.0)):
        np.add.at(wrench, block, sign * np.concatenate([normal, np.cross(arm, normal)], axis=1))
    free = ~problem.prescribed
    dofs = np.arange(6)
    if problem.planar_axis is not None:
        dofs = np.array([i for i in range(3) if i != problem.planar_axis] + [3 + problem.planar_axis])
    twist = problem.free_twist.copy()
    give = np.linalg.solve(problem.inertia[free][:, dofs][:, :, dofs], wrench[free][:, dofs, None])[:, :, 0]
    twist[np.ix_(np.flatnonzero(free), dofs)] -= give
    bias = problem.bias
    if problem.compliance is not None:
        bias = bias.copy()
        bias[:, 0] -= problem.compliance[:, 0] * shift
    plain = replace(problem, free_twist=twist, bias=bias, cohesion=None, tension=None, crushing=None)
    return ShiftedProblem(plain, shift, floor if floor.any() else none, none if np.isposinf(cap).all() else cap)
