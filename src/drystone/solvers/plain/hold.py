"""Impulses that hold blocks at rest, found with SciPy's factor: the plain twin of `augmented/hold.py`."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from drystone.solvers.cone import rest as roles
from drystone.solvers.cone.problem import ContactProblem
from drystone.solvers.cone.scaled_system import ScaledSystem, scale_system
from drystone.solvers.cone.sparse_matrix import inverse_inertia
from drystone.solvers.plain.factor import PatternMemory, factorise


def hold_candidates(problem: ContactProblem, kind: np.ndarray, rest: np.ndarray, still: float, twist: np.ndarray,
                    impulse: np.ndarray, patterns: PatternMemory) -> int:
    """Hold the blocks of `kind` RESTS, or all but those that turn out to move; as `settle.find_rest`."""
    scaled = scale_system(problem)
    if not scaled.is_sound:
        return 0
    search = _Search(problem, scaled, rest)
    role = np.empty(problem.contact_count, np.int8)
    for _ in range(roles.ATTEMPTS):
        resting = roles.sort_contacts(kind, problem.block_a, problem.block_b, problem.bias, problem.friction, still,
                                      role)
        if resting == 0:
            return 0
        z = search.put_impulses(impulse, role)
        largest = float(z[role == roles.CARRIES, 0].max(initial=0.0))
        failed = search.hold(z, kind == roles.RESTS, role == roles.CARRIES)
        if failed is None:
            return 0
        kind[failed] = roles.MOVES
        outside = (role == roles.CARRIES) & ~(np.hypot(z[:, 1], z[:, 2]) <= z[:, 0] + roles.CONE_TOLERANCE * largest)
        for block in (problem.block_a[outside], problem.block_b[outside]):
            kind[block[kind[block] == roles.RESTS]] = roles.MOVES
        if not (outside.any() or failed.any()):
            settled = kind == roles.RESTS
            twist[settled] = rest
            inside = role != roles.OUTSIDE
            impulse[inside] = search.unit * (scaled.weight * z)[inside]
            return int(np.count_nonzero(settled))
    return 0


class _Search:
    """The system of a step, and what its blocks need to be at rest."""

    def __init__(self, problem: ContactProblem, scaled: ScaledSystem, rest: np.ndarray) -> None:
        system, free = scaled.system, ~problem.prescribed
        self.block, self.block_count, self.weight = system.block, problem.block_count, scaled.weight
        self.unit = scaled.mass * scaled.speed    #: of impulses [N s]
        self.rows, self.columns = scaled.rows.tocsr(), scaled.rows.T.tocsr()
        change = rest - problem.free_twist
        self.need = np.einsum("bij,bj->bi", problem.inertia, change)[system.block, system.dof] / self.unit
        self.inverse = scaled.mass * inverse_inertia(problem, system)
        self.size = np.zeros(problem.block_count)
        self.size[free] = (np.maximum(np.abs(change[free, :3]).max(axis=1), problem.speed_scale) / scaled.speed
                           * np.sqrt(problem.inertia[free, 0, 0] / scaled.mass))

    def put_impulses(self, impulse: np.ndarray, role: np.ndarray) -> np.ndarray:
        """(c, 3) scaled impulses: those that may be moved drawn into their cones, none where idle."""
        rough = np.where(self.weight > 0.0, self.weight, 1.0)
        z = np.where(self.weight > 0.0, impulse / (rough * self.unit), 0.0)
        z[:, 0] = np.maximum(z[:, 0], 0.0)
        z[role == roles.IDLE] = 0.0
        side = np.hypot(z[:, 1], z[:, 2])
        draw = (role == roles.CARRIES) & (side > z[:, 0])
        z[draw, 1:] *= (z[draw, 0] / side[draw])[:, None]
        return z

    def hold(self, z: np.ndarray, rests: np.ndarray, carries: np.ndarray) -> np.ndarray | None:
        """Move z, in place, until C^T z is what resting blocks need; (b,) bool where it fails, None: no factor."""
        mine = rests[self.block]
        residual = np.where(mine, self.need - self.columns @ z.ravel(), 0.0)
        failed = self.fails(residual, rests)
        if not failed.any():
            return failed
        distance = np.where(carries, np.maximum(z[:, 0] - np.hypot(z[:, 1], z[:, 2]), 0.0), 0.0)
        weigh = sp.diags_array(np.repeat(distance ** 2, 3))
        matrix = self.columns @ weigh @ self.rows
        # a hinge leaves the matrix singular; the repetitions make up for this
        largest = np.zeros(self.block_count)
        np.maximum.at(largest, self.block, matrix.diagonal())
        factor = factorise(matrix + sp.diags_array(np.where(largest > 0.0, 1e-13 * largest, 1.0)[self.block]))
        if factor is None:
            return None
        for _ in range(roles.REPETITIONS - 1):
            z += (weigh @ (self.rows @ factor.solve(residual))).reshape(-1, 3)
            residual = np.where(mine, self.need - self.columns @ z.ravel(), 0.0)
        return self.fails(residual, rests)

    def fails(self, residual: np.ndarray, rests: np.ndarray) -> np.ndarray:
        """(b,) bool: resting blocks on which momentum does not balance within tolerance."""
        error = np.zeros(self.block_count)
        np.add.at(error, self.block, residual * (self.inverse @ residual))
        return rests & ~(np.sqrt(np.maximum(error, 0.0)) <= roles.MOMENTUM_TOLERANCE * self.size)
