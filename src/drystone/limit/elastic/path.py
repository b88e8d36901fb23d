"""Load grown from zero, followed step by step until the structure rests under all of it, or is on its way down.

Each step is implicit: R(u) = C (u - u_old) / dt, solved by Newton's method with the unsymmetric tangent. Without the
right side it is equilibrium. Where Newton's method does not find one, that proves nothing: the step is then followed in
pseudo-time dt against the viscosity C, the mass matrix, as if everything stood in honey; a shorter dt always has a
solution that is near. Two things can end it:

rest    equilibrium itself is found (no right side), to RESIDUAL of the load: the proof that it stands
fall    it has moved FAR times what the same joints, glued, would settle, at a speed that no longer changes and with
        forces that no longer change: in small displacements such a motion never ends

Neither within the steps that are allowed: not decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import SuperLU, splu

from drystone.limit.elastic.system import ElasticSystem, Memory

#: Out of balance at rest, in shares of the greatest load; Newton's steps for it, least part of one of them.
RESIDUAL, NEWTON, SHORTEST = 1e-9, 60, 0.25
#: Viscosity in the tangent alone, where a whole step of Newton's does not bring it nearer; it gives up at the second.
FIRST_DAMPING, MOST_DAMPING = 1e-3, 1e3
#: In place of no viscosity, in the tangent alone: a block that nothing holds must not make it singular.
SOFTEST = 1e-12
#: Glued joints that settle by more than so many mean settlements hold nothing: what moves in HONEY of time counts then.
LOOSE, HONEY = 1e7, 1e3
#: Displacement of a fall in settlements of glued joints; its speed and forces change less than this in one step.
FAR, STEADY = 1e5, 1e-3
#: Pseudo-time: first step, factors of growth and cut, steps allowed for one increment of load, least step.
FIRST_STEP, GROWS, CUT, STEPS, LEAST_STEP = 10.0, 4.0, 0.2, 300, 1e-6
#: Rest is looked for where so much less is out of balance than the last time.
NEARER = 0.3


class End(Enum):
    """How a path ended."""

    RESTS = "rests"
    FALLS = "falls"
    NOT_DECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class Point:
    """One solution of a step. n degrees of freedom, c points with k axes, t ties."""

    u: np.ndarray           #: (n,)
    force: np.ndarray       #: (c, k) on block b
    tie_force: np.ndarray   #: (t,)
    residual: float         #: greatest force out of balance, in shares of the greatest load


@dataclass(frozen=True, slots=True)
class Path:
    """What became of the structure."""

    end: End
    share: float            #: of the growing load at which it ended, 0..1; 1: all of it is carried
    is_live: bool           #: whether that is the live load: the dead load is carried
    point: Point            #: at rest, or on its way
    velocity: np.ndarray    #: (n,) of a fall, its greatest component 1; zero at rest
    settlement: float       #: greatest displacement over that of glued joints
    steps: int              #: in pseudo-time; 0: equilibrium was found at every increment
    newton: int             #: factorisations


def follow(system: ElasticSystem, dead: np.ndarray, live: np.ndarray | None = None, *, increments: int = 4) -> Path:
    """Grow the dead load (n,) from zero, then the live load (n,), in so many increments each."""
    return _Walk(system, dead, live, increments).run()


@dataclass(frozen=True, slots=True)
class _State:
    """All that one iterate gives. Units of the system."""

    residual: np.ndarray        #: (n,) out of balance, viscosity included
    force: np.ndarray           #: (c, k)
    tie_force: np.ndarray       #: (t,)
    stiffness: np.ndarray       #: (c, k, k)
    tie_stiffness: np.ndarray   #: (t,)

    @property
    def size(self) -> float:
        """Greatest component of the residual."""
        return float(np.abs(self.residual).max(initial=0.0))


class _Walk:
    """One path: the loads, what is remembered, and counters."""

    def __init__(self, system: ElasticSystem, dead: np.ndarray, live: np.ndarray | None, increments: int) -> None:
        self.system, self.dead, self.live, self.increments = system, dead, live, increments
        self.steps = self.newton = 0
        self.memory: Memory = system.start()
        size = len(dead)
        self.u = np.zeros(size)
        most = dead if live is None else np.abs(dead) + np.abs(live)
        self.scale = max(float(np.abs(most).max(initial=0.0)), 1e-300)
        self.first = self._settle_glued(dead)
        self.glued = max(float(np.abs(self.first).max(initial=0.0)), 1e-300)
        if self.glued > LOOSE:
            self.first = self._settle_glued(dead, 1.0 / HONEY)
            self.glued = max(float(np.abs(self.first).max(initial=0.0)), 1e-300)

    def run(self) -> Path:
        point = self._here(np.zeros_like(self.dead), 0.0)
        for is_live, load in ((False, self.dead), (True, self.live)):
            if load is None:
                continue
            for number in range(1, self.increments + 1):
                share = number / self.increments
                now = self.dead + share * load if is_live else share * load
                guess = self.u if is_live else self.u * number / (number - 1) if number > 1 else share * self.first
                found, velocity, end = self._increment(now, 1.0 if is_live else share, guess)
                if end is not End.RESTS:
                    return self._path(end, share, is_live, found, velocity)
                point = found
        return self._path(End.RESTS, 1.0, self.live is not None, point, np.zeros_like(self.dead))

    def _path(self, end: End, share: float, is_live: bool, point: Point, velocity: np.ndarray) -> Path:
        fastest = float(np.abs(velocity).max(initial=0.0))
        return Path(end, share, is_live, point, velocity / fastest if fastest > 0.0 else velocity,
                    float(np.abs(point.u).max(initial=0.0)) / self.glued, self.steps, self.newton)

    def _increment(self, load: np.ndarray, share: float, guess: np.ndarray) -> tuple[Point, np.ndarray, End]:
        """Rest under one more increment, or how it moves on."""
        found = self._solve(load, share, None, guess)
        if found is not None:
            self._accept(found)
            return found, np.zeros_like(load), End.RESTS
        dt, velocity, point = FIRST_STEP, np.zeros_like(load), self._here(load, share)
        near = np.inf
        for _ in range(STEPS):
            found = self._solve(load, share, dt, self.u + dt * velocity)
            if found is None:
                found = self._solve(load, share, dt, self.u)
            if found is None:
                dt *= CUT
                if dt < LEAST_STEP:
                    break
                continue
            self.steps += 1
            before, velocity = velocity, (found.u - self.u) / dt
            old, point = point, found
            self._accept(found)
            left = float(np.abs(self.system.viscosity @ velocity).max()) / self.scale     # out of balance
            if left < NEARER * near:
                near = left
                rest = self._solve(load, share, None, self.u)
                if rest is not None:
                    self._accept(rest)
                    return rest, np.zeros_like(load), End.RESTS
            if self._flies(velocity, before, old, point):
                return point, velocity, End.FALLS
            dt *= GROWS
        return point, velocity, End.NOT_DECIDED

    def _flies(self, velocity: np.ndarray, before: np.ndarray, old: Point, point: Point) -> bool:
        """Far away, and nothing changes any more but the place."""
        fastest = np.abs(velocity).max()
        changed = max(np.abs(point.force - old.force).max(initial=0.0),
                      np.abs(point.tie_force - old.tie_force).max(initial=0.0))
        return bool(np.abs(point.u).max() > FAR * self.glued and np.abs(velocity - before).max() <= STEADY * fastest
                    and changed <= STEADY * self.scale)

    def _here(self, load: np.ndarray, share: float) -> Point:
        now = self._state(self.u, load, share, 0.0)
        return Point(self.u, now.force, now.tie_force, now.size / self.scale)

    def _accept(self, point: Point) -> None:
        self.u, self.memory = point.u, self.system.remember(point.u, point.force)

    # --- Newton's method --------------------------------------------------------------------------------

    def _solve(self, load: np.ndarray, share: float, dt: float | None, guess: np.ndarray) -> Point | None:
        """The end of a step of dt; dt None: equilibrium. None where Newton's method does not find it."""
        rate = 0.0 if dt is None else 1.0 / dt
        u, damping = guess, 0.0
        now = self._state(u, load, share, rate)
        for _ in range(NEWTON):
            if now.size <= RESIDUAL * self.scale:
                return self._checked(now, u, is_rest=dt is None)
            step = self._factor(now, rate + damping).solve(now.residual)
            length, found = self._search(now, u, step, load, share, rate)
            if length < 1.0:
                damping = max(10.0 * damping, FIRST_DAMPING)
                if damping > MOST_DAMPING:
                    return None
            else:
                damping = damping / 10.0 if damping > 1e-3 * FIRST_DAMPING else 0.0
            if length >= SHORTEST:
                u, now = u + length * step, found
        return None

    def _search(self, now: _State, u: np.ndarray, step: np.ndarray, load: np.ndarray, share: float,
                rate: float) -> tuple[float, _State]:
        """How much of a step brings forces nearer to balance; less than SHORTEST: none."""
        length, found = 1.0, now
        while length >= SHORTEST and np.isfinite(step).all():
            found = self._state(u + length * step, load, share, rate)
            if np.linalg.norm(found.residual) < (1.0 - 1e-3 * length) * np.linalg.norm(now.residual):
                return length, found
            length *= 0.5
        return 0.0, found

    def _checked(self, now: _State, u: np.ndarray, *, is_rest: bool) -> Point | None:
        """The end of a step; None for balance as that of a pencil on its tip."""
        if is_rest and not _is_positive(self._factor(now, 0.0)):
            return None
        return Point(u, now.force, now.tie_force, now.size / self.scale)

    def _state(self, u: np.ndarray, load: np.ndarray, share: float, rate: float) -> _State:
        force, stiffness = self.system.forces(u, self.memory)
        tie_force, tie_stiffness = self.system.tie_forces(u, share)
        residual = self.system.balance(force, tie_force, load)
        if rate > 0.0:
            residual = residual - rate * (self.system.viscosity @ (u - self.u))
        return _State(residual, force, tie_force, stiffness, tie_stiffness)

    def _factor(self, now: _State, rate: float) -> SuperLU:
        """LU of the tangent with so much viscosity."""
        self.newton += 1
        matrix = self.system.tangent(now.stiffness, now.tie_stiffness) + max(rate, SOFTEST) * self.system.viscosity
        return splu(sp.csc_array(matrix), permc_spec="MMD_AT_PLUS_A")

    def _settle_glued(self, load: np.ndarray, rate: float = 0.0) -> np.ndarray:
        """(n,) displacement under the dead load if no joint opened or slid."""
        springs, axes = self.system.springs, self.system.eq.axis_count
        stiffness = np.zeros((len(springs.normal), axes, axes))
        stiffness[:, 0, 0] = springs.normal
        for axis in range(1, axes):
            stiffness[:, axis, axis] = springs.shear
        glued = _State(load, load, load, stiffness, self.system.pull.stiffness)
        return self._factor(glued, rate).solve(load)


def _is_positive(factor: SuperLU) -> bool:
    """Whether the determinant is: an odd number of real eigenvalues below zero makes it negative."""
    signs = np.sign(factor.U.diagonal()).prod() * _parity(factor.perm_r) * _parity(factor.perm_c)
    return bool(signs > 0.0)


def _parity(order: np.ndarray) -> int:
    """1 for an even permutation, -1 for an odd one: each cycle of even length changes the sign."""
    order, seen, sign = order.tolist(), bytearray(len(order)), 1
    for start in range(len(order)):
        if seen[start]:
            continue
        length, place = 0, start
        while not seen[place]:
            seen[place] = 1
            place = order[place]
            length += 1
        if length % 2 == 0:
            sign = -sign
    return sign
