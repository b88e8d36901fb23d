"""Structures that are shaken and then left alone: when do they stand exactly still, and do they stay where they are?"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from drystone import patterns
from drystone.engines.registry import make_engine
from drystone.model.assembly import Assembly
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings
from drystone.model.state import State
from drystone.motion import OneSine
from drystone.simulation.march import Taken, take_steps
from drystone.validate.pulse_runs import draw_pulses
from drystone.validate.structures import stone_house
from drystone.validate.tolerances import GRAVITY

SLOW = 1e-3           #: [m/s]; a structure no point of which is faster has stopped moving
AFTER = 8.0           #: [s] after the motion of the ground, in which it has to
WATCHED = 10.0        #: [s], for which a structure that stands still is watched
FALLEN = 0.2          #: share of the potential energy lost: collapsed
WALL = (0.9, 0.10)    #: [g], half period [s], of the pulse along the wall


@dataclass(frozen=True, slots=True)
class Shaking:
    """A structure, its pulse and how it is stepped. pulse : number of the house's, None for the wall"""

    pulse: int | None
    accuracy: str
    dt: float            #: [s]
    courses: int = 10    #: of the wall

    @property
    def name(self) -> str:
        """In words."""
        what = f"wall of {self.courses} courses" if self.pulse is None else f"house, pulse {self.pulse}"
        return f"{what}, {self.accuracy}, dt {self.dt:g}"

    def model(self) -> tuple[Model, float]:
        """The structure on its ground, and when the motion of the ground ends [s]."""
        if self.pulse is None:
            amplitude, half_period = WALL
            return dry_wall(OneSine(amplitude * GRAVITY, half_period), self.courses), 2.0 * half_period
        pulse = draw_pulses()[self.pulse]
        return stone_house(OneSine(pulse.amplitude * GRAVITY, pulse.half_period)), 2.0 * pulse.half_period


@dataclass(frozen=True, slots=True)
class Standing:
    """What came of it."""

    outcome: str      #: stands, collapses, or moves (still, at the end)
    slow: float       #: [s], no point faster than SLOW from here on; nan: it collapsed, or moves
    wait: float       #: [s], from there until every twist is exactly 0; inf: not within the time
    drift: float      #: [m], greatest change of a position in the WATCHED time after that; nan: not reached


def dry_wall(motion: OneSine, courses: int) -> Model:
    """Some 200 blocks of 0.4 x 0.2 x 0.2 m, friction 0.6, shaken in their plane; 10 courses: that of the benchmarks."""
    scene = Assembly("dry wall", gravity=GRAVITY)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.6)
    scene.add_pattern(patterns.running_bond(length=80.0 / courses, courses=courses, block=(0.4, 0.2), thickness=0.2),
                      material="stone")
    scene.add_ground(level=0.0)
    scene.ground_motion("pulse", motion, direction=(1.0, 0.0, 0.0))
    return scene.build()


def shake(chosen: Shaking) -> Standing:
    """Follow a structure until it stands still or has collapsed, and watch it then."""
    model, end = chosen.model()
    settings = AnalysisSettings(dt=chosen.dt, accuracy=chosen.accuracy, unsolved="count")
    engine = make_engine(model, settings, end + AFTER + WATCHED)
    start = engine.start()
    marching = take_steps(model, engine, start, round((end + AFTER + WATCHED) / chosen.dt))
    speed, height = _speed_of(model), _height_of(model)
    slow = math.inf
    for taken in marching:
        state, fastest = taken.state, speed(taken.state)
        if height(state) < (1.0 - FALLEN) * height(start):
            return Standing("collapses", math.nan, math.inf, math.nan)
        slow = min(slow, state.time) if fastest <= SLOW else math.inf
        if state.time >= end and fastest == 0.0:
            return Standing("stands", slow, state.time - max(slow, end), _drift(marching, state, WATCHED))
        if state.time > end + AFTER:
            break
    return Standing("stands" if slow < math.inf else "moves", slow, math.inf, math.nan)


def _drift(marching: Iterable[Taken], start: State, duration: float) -> float:
    """Greatest change of a position [m] from `start` on, over `duration` [s]."""
    drift = 0.0
    for taken in marching:
        if taken.state.time > start.time + duration:
            break
        drift = max(drift, float(np.abs(taken.state.position - start.position).max()))
    return drift


def _speed_of(model: Model):
    """Gives the speed of the fastest point of a free block [m/s], or a bound on it."""
    radius, free = np.zeros(model.block_count), ~model.is_support
    np.maximum.at(radius, model.parts.block, model.parts.part_radius)

    def speed(state: State) -> float:
        linear, angular = (np.linalg.norm(state.twist[free, part], axis=1) for part in (slice(3), slice(3, 6)))
        return float((linear + radius[free] * angular).max())

    return speed


def _height_of(model: Model):
    """Gives the mean height of the free blocks [m], by mass."""
    share = np.where(model.is_support, 0.0, model.mass)
    share = share / share.sum()
    return lambda state: float(share @ state.position[:, 2])
