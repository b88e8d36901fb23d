"""Load grown from zero, followed until the structure rests under all of it, or is on its way down.

Where Newton's method finds no equilibrium under one more increment, that proves nothing. The structure is then let go
in pseudo-time against a viscosity C, as if everything stood in honey: a short step always has a solution nearby. C is
the diagonal of K of glued joints; the mass matrix would leave light stones without any. Two things can end that:

rest    equilibrium itself is found, without viscosity: the proof that it stands
fall    it has moved FAR times what the same joints, glued, would settle, and neither its speed nor any force changes
        any more: in small displacements such a motion never ends

Neither within the steps that are allowed: not decided.

Dry joints do not know how large the load is: if u balances d, lambda u balances lambda d, along the whole way. So a
dead load alone is carried whole or not at all, and where it falls the load factor is zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from drystone.limit.elastic.newton import Point, Step, StepSolver
from drystone.limit.elastic.system import ElasticSystem, Memory

#: Displacement of a fall in settlements of glued joints; its speed and forces change less than this in one step.
FAR, STEADY = 1e5, 1e-3
#: Glued joints that settle by more than so many mean settlements hold nothing: what moves in HONEY of time counts then.
LOOSE, HONEY = 1e7, 1e3
#: Pseudo-time: first and least step, factors of growth and cut, steps allowed for one increment of load.
FIRST_STEP, LEAST_STEP, GROWS, CUT, STEPS = 10.0, 1e-6, 4.0, 0.2, 150
#: Rest is looked for where so much less is out of balance than the last time.
NEARER = 0.3
#: Where an increment is lost it is halved so many times, to find the load factor.
HALVED = 8


class End(Enum):
    """How a path ended."""

    RESTS = "stands"
    FALLS = "falls"
    NOT_DECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class Path:
    """What became of the structure."""

    end: End
    carried: float          #: share of the growing load under which it rested, 0..1; 1: all of it
    lost: float | None      #: least share at which it was seen to fall; None: none
    is_live: bool           #: whether that is the live load: the dead load is carried
    point: Point            #: at rest, or on its way
    velocity: np.ndarray    #: (n,) of a fall, its greatest component 1; zero at rest
    settlement: float       #: greatest displacement over that of glued joints
    steps: int              #: in pseudo-time; 0: equilibrium was found at every increment
    newton: int             #: factorisations


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Of one increment."""

    end: End
    point: Point
    velocity: np.ndarray   #: (n,)


def follow(system: ElasticSystem, dead: np.ndarray, live: np.ndarray | None = None, *, increments: int = 4) -> Path:
    """Grow the dead load (n,) from zero, then the live load (n,), in so many increments each."""
    return _Walk(system, dead, live, increments).run()


class _Walk:
    """One path: the loads, where it is, and what is remembered."""

    def __init__(self, system: ElasticSystem, dead: np.ndarray, live: np.ndarray | None, increments: int) -> None:
        self.system, self.dead, self.live, self.increments = system, dead, live, increments
        most = np.abs(dead) + (0.0 if live is None else np.abs(live))
        self.scale = max(float(most.max(initial=0.0)), 1e-300)
        self.solver = StepSolver(system, self.scale)
        self.u, self.steps = np.zeros(len(dead)), 0
        self.memory: Memory = system.start()
        self.glued = self.solver.settle_glued(dead if dead.any() or live is None else live)
        if np.abs(self.glued).max(initial=0.0) > LOOSE:
            self.glued = self.solver.settle_glued(dead, 1.0 / HONEY)
        self.unit = max(float(np.abs(self.glued).max(initial=0.0)), 1e-300)

    def run(self) -> Path:
        """Both loads, the second only if the first is carried."""
        path = self._grow(np.zeros_like(self.dead), self.dead, is_live=False)
        if self.live is not None and path.end is End.RESTS:
            path = self._grow(self.dead, self.live, is_live=True)
        return path

    def _grow(self, before: np.ndarray, load: np.ndarray, *, is_live: bool) -> Path:
        """Follow the growth of one load, by shorter increments where one is lost."""
        carried, lost, size = 0.0, None, 1.0 / self.increments
        is_homogeneous = self.system.is_dry and not is_live
        point = self.solver.look(Step(self.u, self.memory, before, float(is_live)))
        while carried < 1.0:
            share = min(carried + size, 1.0)
            step = Step(self.u, self.memory, before + share * load, 1.0 if is_live else share)
            found = self._increment(step, self._guess(carried, share, is_live))
            if found.end is End.RESTS:
                carried, point = share, found.point
                continue
            if found.end is End.FALLS:
                lost = share
            self.u, self.memory = step.u, step.memory
            size *= 0.5
            if is_homogeneous or size * self.increments < 0.5 ** HALVED:
                return self._path(found, carried, 0.0 if is_homogeneous and lost else lost, is_live)
        return self._path(_Outcome(End.RESTS, point, np.zeros_like(load)), 1.0, None, is_live)

    def _guess(self, carried: float, share: float, is_live: bool) -> np.ndarray:
        """Where the end of an increment may be."""
        if is_live:
            return self.u
        return self.u * share / carried if carried > 0.0 else share * self.glued

    def _path(self, found: _Outcome, carried: float, lost: float | None, is_live: bool) -> Path:
        fastest = float(np.abs(found.velocity).max(initial=0.0))
        return Path(found.end, carried, lost, is_live, found.point,
                    found.velocity / fastest if fastest > 0.0 else found.velocity,
                    float(np.abs(found.point.u).max(initial=0.0)) / self.unit, self.steps, self.solver.count)

    # --- one increment ----------------------------------------------------------------------------------

    def _increment(self, step: Step, guess: np.ndarray) -> _Outcome:
        """Rest under one more increment, or how it moves on."""
        rest = self._find_rest(step, guess)
        return self._let_go(step) if rest is None else rest

    def _find_rest(self, step: Step, guess: np.ndarray) -> _Outcome | None:
        found = self.solver.solve(step, None, guess)
        if found is None:
            return None
        self._accept(found)
        return _Outcome(End.RESTS, found, np.zeros_like(found.u))

    def _let_go(self, step: Step) -> _Outcome:
        """Follow the motion in honey until it ends, or will never end."""
        dt, near = FIRST_STEP, np.inf
        now = _Outcome(End.NOT_DECIDED, self.solver.look(step), np.zeros_like(step.u))
        for _ in range(STEPS):
            found = self.solver.solve(step, dt, step.u + dt * now.velocity) or self.solver.solve(step, dt, step.u)
            if found is None:
                dt *= CUT
                if dt < LEAST_STEP:
                    break
                continue
            self.steps += 1
            before, now = now, _Outcome(End.NOT_DECIDED, found, (found.u - step.u) / dt)
            self._accept(found)
            step = Step(self.u, self.memory, step.load, step.prestress)
            left = float(np.abs(self.system.viscosity * now.velocity).max())     # out of balance without the honey
            if left < NEARER * near:
                near = left
                rest = self._find_rest(step, self.u)
                if rest is not None:
                    return rest
            if self._flies(before, now):
                return _Outcome(End.FALLS, now.point, now.velocity)
            dt *= GROWS
        return now

    def _flies(self, before: _Outcome, now: _Outcome) -> bool:
        """Far away, and nothing changes any more but the place."""
        changed = max(np.abs(now.point.force - before.point.force).max(initial=0.0),
                      np.abs(now.point.tie_force - before.point.tie_force).max(initial=0.0))
        is_steady = np.abs(now.velocity - before.velocity).max() <= STEADY * np.abs(now.velocity).max()
        return bool(np.abs(now.point.u).max() > FAR * self.unit and is_steady and changed <= STEADY * self.scale)

    def _accept(self, point: Point) -> None:
        self.u, self.memory = point.u, self.system.remember(point.u, point.force)
