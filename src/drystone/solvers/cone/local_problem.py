"""Contact problems without blocks: u = W r + q at the contacts, under Coulomb's law; and how FCLIB grades an answer.

W = G H^-1 G^T is what impulses at the contacts do to the relative velocities there (Delassus' operator). The law:
r in the cone |r_t| <= mu r_n, u + mu |u_t| n in its dual, both orthogonal (De Saxce and Feng 1991); no dilatancy.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from drystone.solvers.cone.problem import ContactProblem
from drystone.solvers.cone.sparse_matrix import build_system, inverse_inertia


@dataclass(frozen=True, slots=True)
class LocalProblem:
    """u = W r + q, three rows (n, t1, t2) a contact."""

    matrix: sp.csc_array    #: (3c, 3c) W [1/kg], symmetric, positive semidefinite
    start: np.ndarray       #: (c, 3) q [m/s], relative velocities without impulses
    friction: np.ndarray    #: (c,) mu [-]

    @property
    def contact_count(self) -> int:
        return len(self.friction)

    def speed(self, impulse: np.ndarray) -> np.ndarray:
        """(c, 3) [m/s], relative velocities under the impulses (c, 3) [N s]."""
        return (self.matrix @ impulse.ravel()).reshape(-1, 3) + self.start


def to_local(problem: ContactProblem) -> LocalProblem:
    """The same step seen from its contacts only; strengths and compliance have no place in it."""
    system = build_system(problem)
    matrix = sp.csc_array(system.jacobian @ inverse_inertia(problem, system) @ system.jacobian.T)
    return LocalProblem(matrix, system.bias, problem.friction)


def natural_map(problem: LocalProblem, impulse: np.ndarray) -> np.ndarray:
    """(c, 3) r - P(r - u - mu |u_t| n) with P the projection on the friction cones: zero at an answer.

    It mixes impulses and velocities, as if W were of the order of one: FCLIB's measure, not a physical one.
    """
    speed = problem.speed(impulse)
    target = impulse - speed
    target[:, 0] -= problem.friction * np.hypot(speed[:, 1], speed[:, 2])
    return impulse - project_on_cones(target, problem.friction)


def project_on_cones(point: np.ndarray, friction: np.ndarray) -> np.ndarray:
    """(c, 3) nearest points of |r_t| <= mu r_n."""
    n, side = point[:, 0], np.hypot(point[:, 1], point[:, 2])
    normal = np.where(side <= friction * n, n, np.maximum((n + friction * side) / (1.0 + friction**2), 0.0))
    share = np.minimum(1.0, friction * normal / np.where(side > 0.0, side, 1.0))
    return np.stack([normal, share * point[:, 1], share * point[:, 2]], axis=1)


def fclib_error(problem: LocalProblem, impulse: np.ndarray) -> float:
    """FCLIB's first merit function: |natural map| / (1 + |q|^1/2), over all contacts [-]."""
    root = float(np.sqrt(np.linalg.norm(problem.start)))
    return float(np.linalg.norm(natural_map(problem, impulse))) / (1.0 + root)
