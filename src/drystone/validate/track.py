"""Follow a few numbers of a run without a store: searches need thousands of short runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from drystone.engines.registry import make_engine
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings
from drystone.model.state import State
from drystone.simulation.march import take_steps

#: Numbers to keep of a state.
Probe = Callable[[State], tuple[float, ...]]
#: Says whether to stop, from the time [s] and the numbers just kept.
Stop = Callable[[float, tuple[float, ...]], bool]


@dataclass(frozen=True, slots=True)
class Track:
    """What was kept of a run, from the initial state on."""

    time: np.ndarray     #: (n,) [s]
    values: np.ndarray   #: (n, k), columns as the probe gives them
    stopped: bool        #: the stop rule ended it, before its duration
    unsolved: int        #: steps that no solver brought below tolerance


class SignChanges:
    """Stop rule: two steps after a kept number has changed its sign `count` times; zeros have no sign."""

    def __init__(self, count: int, column: int = 0) -> None:
        self._left, self._column, self._side, self._extra = count, column, 0, 2

    def __call__(self, time: float, values: tuple[float, ...]) -> bool:
        value = values[self._column]
        side = (value > 0.0) - (value < 0.0)
        if side and self._side and side != self._side:
            self._left -= 1
        self._side = side or self._side
        if self._left <= 0:
            self._extra -= 1
        return self._extra <= 0


def follow(model: Model, settings: AnalysisSettings, duration: float, probe: Probe, stop: Stop | None = None) -> Track:
    """Run `model` for `duration` [s], or until `stop` says so."""
    engine = make_engine(model, settings, duration)
    start = engine.start()
    times, kept = [0.0], [probe(start)]
    unsolved, stopped = 0, False
    for state, report, _ in take_steps(model, engine, start, round(duration / settings.dt)):
        unsolved += not report.is_solved
        values = probe(state)
        times.append(state.time)
        kept.append(values)
        if stop is not None and stop(state.time, values):
            stopped = True
            break
    return Track(np.array(times), np.array(kept), stopped, unsolved)


def tilt_of(block: int) -> Probe:
    """Rotation about y [rad], positive towards +x, and angular velocity [rad/s] of a block that turns about y only."""

    def probe(state: State) -> tuple[float, float]:
        w, _, y, _ = state.orientation[block]
        return 2.0 * float(np.arctan2(y, w)), float(state.twist[block, 4])

    return probe


def energy_of(model: Model) -> Probe:
    """Potential energy above its start, per unit weight [m]; kinetic energy of translation and rotation, per unit
    weight [m]; mean displacement along x [m]. Of the blocks that are no supports."""
    free = ~model.is_support
    mass = model.mass[free]
    share = mass / mass.sum()
    start = model.initial_position[free]
    weight = mass.sum() * float(np.linalg.norm(model.gravity))

    def probe(state: State) -> tuple[float, float, float]:
        moved = state.position[free] - start
        linear, angular = state.twist[free, :3], state.twist[free, 3:]
        rotational = 0.0
        for omega, inertia, q in zip(angular, model.inertia[free], state.orientation[free]):
            local = quaternion_to_matrix(q).T @ omega
            rotational += float(local @ inertia @ local)
        kinetic = 0.5 * (float(mass @ np.einsum("bi,bi->b", linear, linear)) + rotational)
        return float(share @ moved[:, 2]), kinetic / weight, float(share @ moved[:, 0])

    return probe
