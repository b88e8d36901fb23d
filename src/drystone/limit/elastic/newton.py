"""One implicit step: Newton's method with the unsymmetric tangent, damped where a whole step goes astray.

    R(u) - C (u - u_old) / dt = 0        dt None: equilibrium, R(u) = 0

The law has corners, where joints open and slide, so that Newton's method may run away from a solution that is near.
Where a step does not bring forces nearer to balance, viscosity is added to the tangent alone: that shortens the motion
of what nothing holds, and changes no solution.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import SuperLU, splu

from drystone.limit.elastic.system import ElasticSystem, Memory

#: Out of balance in shares of the greatest load; Newton's steps for it.
RESIDUAL, NEWTON = 1e-9, 200
#: Two tries. A step must come nearer than the farthest of so many before it, and be no shorter than this part of it:
#: the first is mostly faster, the second gets out of dead ends.
TRIES = ((1, 0.25), (5, 0.5))
#: Viscosity in the tangent alone, where a whole step does not bring it nearer; it gives up at the second.
FIRST_DAMPING, MOST_DAMPING = 1e-3, 1e3
#: In place of none: a block that nothing holds must not make the tangent singular.
SOFTEST = 1e-12
#: Pivots of the diagonal are taken unless smaller than this share of the greatest in their column.
LEAST_PIVOT = 1e-2


@dataclass(frozen=True, slots=True)
class Step:
    """What is solved: from where, and under what. Units of the system."""

    u: np.ndarray        #: (n,) displacement at its beginning
    memory: Memory
    load: np.ndarray     #: (n,)
    prestress: float     #: share of the ties' prestress that is there, 0..1


@dataclass(frozen=True, slots=True)
class Point:
    """The end of a step. n degrees of freedom, c points with k axes, t ties. Units of the system."""

    u: np.ndarray           #: (n,)
    force: np.ndarray       #: (c, k) on block b
    tie_force: np.ndarray   #: (t,)
    residual: float         #: greatest force out of balance, viscosity included, in shares of the greatest load


@dataclass(frozen=True, slots=True)
class _Iterate:
    """All that the law gives at one displacement. Units of the system."""

    residual: np.ndarray        #: (n,) out of balance, viscosity included
    force: np.ndarray           #: (c, k)
    tie_force: np.ndarray       #: (t,)
    stiffness: np.ndarray       #: (c, k, k)
    tie_stiffness: np.ndarray   #: (t,)

    @property
    def size(self) -> float:
        """Greatest component of the residual."""
        return float(np.abs(self.residual).max(initial=0.0))


class StepSolver:
    """Solves steps of one system whose greatest load is `scale`, and counts factorisations."""

    def __init__(self, system: ElasticSystem, scale: float) -> None:
        self.system, self.scale, self.count = system, scale, 0

    def solve(self, step: Step, dt: float | None, guess: np.ndarray) -> Point | None:
        """The end of a step of dt; dt None: equilibrium. None where Newton's method does not find it."""
        for window, shortest in TRIES:
            found = self._iterate(step, dt, guess, window, shortest)
            if found is not None:
                return found
        return None

    def _iterate(self, step: Step, dt: float | None, guess: np.ndarray, window: int, shortest: float) -> Point | None:
        rate = 0.0 if dt is None else 1.0 / dt
        u, damping = guess, 0.0
        now = self._look(step, u, rate)
        sizes = [float(np.linalg.norm(now.residual))]
        for _ in range(NEWTON):
            if now.size <= RESIDUAL * self.scale:
                return self._checked(now, u, is_rest=dt is None)
            try:
                way = self._factor(self._tangent(now), rate + damping).solve(now.residual)
            except RuntimeError:     # singular: one more way not to find it
                return None
            length, found = self._search(step, u, way, rate, max(sizes[-window:]), shortest)
            if length < 1.0:
                damping = max(10.0 * damping, FIRST_DAMPING)
                if damping > MOST_DAMPING:
                    return None
            else:
                damping = damping / 10.0 if damping > 1e-3 * FIRST_DAMPING else 0.0
            if found is not None:
                u, now = u + length * way, found
                sizes.append(float(np.linalg.norm(now.residual)))
        return None

    def look(self, step: Step) -> Point:
        """Forces where the step begins, in balance or not."""
        now = self._look(step, step.u, 0.0)
        return Point(step.u, now.force, now.tie_force, now.size / self.scale)

    def settle_glued(self, load: np.ndarray, rate: float = 0.0) -> np.ndarray:
        """(n,) displacement if no joint opened or slid, with so much viscosity."""
        return self._factor(self.system.stiffest(), rate).solve(load)

    def _search(self, step: Step, u: np.ndarray, way: np.ndarray, rate: float, size: float,
                shortest: float) -> tuple[float, _Iterate | None]:
        """How much of `way` (n,) brings forces nearer to balance than `size`, and where to; None: no part of it."""
        length = 1.0
        while length >= shortest and np.isfinite(way).all():
            found = self._look(step, u + length * way, rate)
            if np.linalg.norm(found.residual) < (1.0 - 1e-3 * length) * size:
                return length, found
            length *= 0.5
        return 0.0, None

    def _checked(self, now: _Iterate, u: np.ndarray, *, is_rest: bool) -> Point | None:
        """The end of a step; None for balance as that of a pencil on its tip."""
        if is_rest and not is_positive(self._factor(self._tangent(now), 0.0)):
            return None
        return Point(u, now.force, now.tie_force, now.size / self.scale)

    def _look(self, step: Step, u: np.ndarray, rate: float) -> _Iterate:
        force, stiffness = self.system.forces(u, step.memory)
        tie_force, tie_stiffness = self.system.tie_forces(u, step.prestress)
        residual = self.system.balance(force, tie_force, step.load)
        if rate > 0.0:
            residual = residual - rate * (self.system.viscosity * (u - step.u))
        return _Iterate(residual, force, tie_force, stiffness, tie_stiffness)

    def _tangent(self, now: _Iterate) -> sp.csc_array:
        return self.system.tangent(now.stiffness, now.tie_stiffness)

    def _factor(self, tangent: sp.csc_array, rate: float) -> SuperLU:
        """LU of the tangent with so much viscosity."""
        self.count += 1
        matrix = tangent + sp.diags_array(max(rate, SOFTEST) * self.system.viscosity)
        # the pattern is symmetric: pivots from the diagonal where they are not tiny take a tenth of the time
        return splu(sp.csc_array(matrix), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=LEAST_PIVOT,
                    options={"SymmetricMode": True})


def is_positive(factor: SuperLU) -> bool:
    """Whether the determinant is: an odd number of real eigenvalues below zero makes it negative."""
    return bool(np.sign(factor.U.diagonal()).prod() * _parity(factor.perm_r) * _parity(factor.perm_c) > 0.0)


def _parity(order: np.ndarray) -> int:
    """1 for an even permutation, -1 for an odd one: each cycle of even length changes the sign."""
    places, seen, sign = order.tolist(), bytearray(len(order)), 1
    for start in range(len(places)):
        length, place = 0, start
        while not seen[place]:
            seen[place] = 1
            place = places[place]
            length += 1
        if length and length % 2 == 0:
            sign = -sign
    return sign
