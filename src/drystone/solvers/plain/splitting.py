"""Coulomb's law by operator splitting on whole arrays, with SciPy's factor: the plain twin of `splitting/`.

The iteration is that of splitting/method.py, in the units of cone/scaled_system.py: z impulses, x velocities without
the give E z, y = z - rho x. Same weights, same looks at the error, hence the same answers but for rounding.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.cone.scaled_system import ScaledSystem, scale_system
from drystone.solvers.cone.sparse_matrix import inverse_inertia
from drystone.solvers.lanes.splitting_passes import LOAD, MOST_LOAD, NO_MOBILITY, SIDE, WEIGHT
from drystone.solvers.plain.factor import PatternMemory, factorise

#: As in splitting/method.py and splitting/solver.py, which need private parts; a test compares them.
RELAX = 1.5
FALL, LONGEST = 0.08, 20
FIRST, EVERY, AGAIN = 15, 5, 15
#: As in lanes/scaled_step.py: least room between floor and cap.
LEAST_ROOM = 1e-9


def solve_splitting(problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray] | None = None, *,
                    tolerance: float = 1e-2, most: int = 100, again: int = AGAIN, first: int = FIRST,
                    patterns: PatternMemory | None = None, single: bool = True) -> ContactSolution:
    """As `splitting.solver.solve_splitting`; `patterns` and `single` are not used."""
    count = problem.contact_count
    free, none = np.array(problem.free_twist, dtype=float), np.zeros((count, 3))
    if count == 0 or problem.prescribed.all():
        return ContactSolution(free, none, SolveStatus.SOLVED, 0, "splitting")
    with np.errstate(all="ignore"):     # what is no number ends the iterations
        scaled = scale_system(problem)
        if scaled.is_free:
            still = scaled.answer(np.zeros(len(scaled.system.block)), none)
            return ContactSolution(*still, SolveStatus.SOLVED, 0, "splitting")
        if not scaled.is_sound:
            return ContactSolution(free, none, SolveStatus.FAILED, 0, "splitting")
        unit = problem.speed_scale / scaled.speed
        method = Method(scaled, unit)
        return method.split(*start_of(scaled, warm), tolerance * unit, most, again, first)


def start_of(scaled: ScaledSystem, warm: tuple[np.ndarray, np.ndarray] | None) -> tuple[np.ndarray, np.ndarray]:
    """Scaled twist w (n,) and impulses z (c, 3) of a warm start; zero without one."""
    system = scaled.system
    if warm is None:
        return np.zeros(len(system.block)), np.zeros_like(scaled.bias)
    twist, impulse = warm
    w = (twist - scaled.shifted.plain.free_twist)[system.block, system.dof] / scaled.speed
    rough = np.where(scaled.weight > 0.0, scaled.weight, np.inf)
    return w, scaled.shifted.to_plain(impulse) / (rough * scaled.mass * scaled.speed)


class Weights(NamedTuple):
    """Weights of the contacts for some impulses, and the factor of H + C^T rho C for them."""

    rho: np.ndarray     #: (c, 3)
    keep: np.ndarray    #: (c, 3) 1 / (1 + rho E)
    factor: object      #: with a method `solve`; None if it broke down


class Method:
    """Matrices of a step, and the iterations on them."""

    def __init__(self, scaled: ScaledSystem, unit: float) -> None:
        self.scaled, self.unit = scaled, unit
        self.rows, self.columns = scaled.rows.tocsr(), scaled.rows.T.tocsr()
        self.inertia = scaled.system.inertia / scaled.mass
        self.inverse = scaled.mass * inverse_inertia(scaled.shifted.plain, scaled.system)
        self.bias = scaled.bias
        give = np.zeros_like(scaled.bias) if scaled.compliance is None else scaled.compliance
        self.give = np.stack([give[:, 0], give[:, 1], give[:, 1]], axis=1)
        self.floor, self.cap = scaled.floor, np.maximum(scaled.cap, scaled.floor + LEAST_ROOM)
        reach = (self.rows @ self.inverse).multiply(self.rows).sum(axis=1).reshape(-1, 3)
        self.mobility = reach[:, 0], 0.5 * (reach[:, 1] + reach[:, 2])
        #: contacts between two prescribed blocks move nothing and stay open
        self.counts = ~scaled.between
        #: length of the tangential rows, by which errors along t become velocities
        self.slope = scaled.weight[:, 1]

    def weigh(self, z0: np.ndarray) -> Weights:
        """Weights and factor for the normal impulses z0 (c,)."""
        load = WEIGHT * (1.0 + LOAD * np.clip(z0 / self.unit, 0.0, MOST_LOAD))
        along_n, along_t = self.mobility
        normal = np.where(self.counts, 1.0 / np.maximum(along_n / load, self.give[:, 0]), 1.0)
        is_rough = along_t > NO_MOBILITY * along_n
        side = np.where(is_rough, 1.0 / np.maximum(along_t / (SIDE * load), self.give[:, 1]), normal)
        rho = np.stack([normal, side, side], axis=1)
        matrix = self.inertia + self.columns @ sp.diags_array(rho.ravel()) @ self.rows
        return Weights(rho, 1.0 / (1.0 + rho * self.give), factorise(sp.csc_array(matrix)))

    def obey(self, y: np.ndarray, keep: np.ndarray) -> np.ndarray:
        """(c, 3) impulses of y by Coulomb's law."""
        z = keep * y
        z[:, 0] = np.clip(z[:, 0], self.floor, self.cap)
        return _within_disc(z, z[:, 0])

    def velocity(self, w: np.ndarray) -> np.ndarray:
        """(c, 3) C w + d."""
        return (self.rows @ w).reshape(-1, 3) + self.bias

    def measure(self, z: np.ndarray) -> tuple[float, np.ndarray]:
        """Greatest distance of a contact from its law for the impulses z, and the twist (n,) that balances them."""
        w = self.inverse @ (self.columns @ z.ravel())
        s = self.velocity(w) + self.give * z
        along_n, along_t = self.mobility[0] + self.give[:, 0], self.mobility[1] + self.give[:, 1]
        error_n = along_n * np.abs(z[:, 0] - np.clip(z[:, 0] - s[:, 0] / along_n, self.floor, self.cap))
        drawn = _within_disc(along_t[:, None] * z - s, along_t * z[:, 0])
        error_t = np.hypot(*(along_t[:, None] * z - drawn)[:, 1:].T)
        error_t = np.where(self.slope > 0.0, error_t / np.where(self.slope > 0.0, self.slope, 1.0), 0.0)
        return float(np.hypot(error_n, error_t)[self.counts].max(initial=0.0)), w

    def split(self, w: np.ndarray, z: np.ndarray, tolerance: float, most: int, again: int, first: int
              ) -> ContactSolution:
        """Iterate from w (n,) and z (c, 3); `tolerance` is scaled. The best impulses are the answer."""
        best, kept, k, look = np.inf, (w, z), 0, first
        weights = self.weigh(z[:, 0])
        y = z - weights.rho * self.velocity(w)
        z = self.obey(y, weights.keep)
        while weights.factor is not None and k < most:
            k += 1
            push = 2.0 * z - y - weights.rho * self.bias     # z + rho (x - d)
            w = weights.factor.solve(self.columns @ push.ravel())
            y = y - RELAX * (weights.rho * self.velocity(w) - (z - y))
            z = self.obey(y, weights.keep)
            if k == look or k == most:
                error, balanced = self.measure(z)
                if not error < np.inf:
                    return self._answer(kept, SolveStatus.FAILED, k)
                if error < best:
                    best, kept = error, (balanced, z)
                if error <= tolerance:
                    break
                look = k + _wait_for(error, tolerance)
            if k == again:
                x = (z - y) / weights.rho
                weights = self.weigh(z[:, 0])
                y = z - weights.rho * x
                z = self.obey(y, weights.keep)
        if weights.factor is None:
            return self._answer(kept, SolveStatus.FAILED, k)
        return self._answer(kept, SolveStatus.SOLVED if best <= tolerance else SolveStatus.INACCURATE, k)

    def _answer(self, kept: tuple[np.ndarray, np.ndarray], status: SolveStatus, iterations: int) -> ContactSolution:
        return ContactSolution(*self.scaled.answer(*kept), status, iterations, "splitting")


def _wait_for(error: float, tolerance: float) -> int:
    """Iterations until the next look at an error above the tolerance."""
    if not tolerance > 0.0:
        return LONGEST
    return max(EVERY, min(int(math.log(error / tolerance) / FALL), LONGEST))


def _within_disc(z: np.ndarray, limit: np.ndarray) -> np.ndarray:
    """(c, 3) z with its tangential part shortened to `limit` (c,)."""
    side = np.hypot(z[:, 1], z[:, 2])
    share = np.where(side <= limit, 1.0, limit / np.maximum(side, 1e-300))
    return np.stack([z[:, 0], share * z[:, 1], share * z[:, 2]], axis=1)
