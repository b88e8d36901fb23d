"""A motion put to work: where it points, when it starts, what happens after it ends.

The `motion` itself (a pulse, a record) knows only its own clock; see `drystone.motion`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np


class MotionLike(Protocol):
    """What a motion must offer, on its own clock which starts at zero [s]."""

    duration: float

    def acceleration(self, t: float) -> float: ...
    def velocity(self, t: float) -> float: ...
    def displacement(self, t: float) -> float: ...
    def velocity_increment(self, t0: float, t1: float) -> float: ...


@dataclass(frozen=True, slots=True)
class Ramp:
    """Piecewise-linear displacement [m] (or angle [rad]) through points; kept after the last point."""

    times: tuple[float, ...]   #: [s], rising
    values: tuple[float, ...]  #: [m] or [rad]

    @property
    def duration(self) -> float:
        """Last time of the table [s]."""
        return self.times[-1]

    def displacement(self, t: float) -> float:
        """Value at `t`, by linear interpolation."""
        return float(np.interp(t, self.times, self.values))

    def velocity(self, t: float) -> float:
        """Slope at `t`; at a corner, the slope after it; zero outside the table."""
        i = int(np.searchsorted(self.times, t, side="right"))
        if i == 0 or i == len(self.times):
            return 0.0
        return (self.values[i] - self.values[i - 1]) / (self.times[i] - self.times[i - 1])


@dataclass(frozen=True, slots=True)
class ActiveMotion:
    """A motion in the program of a run.

    Outside [start, stop] it does not accelerate: the velocity reached at `stop` is kept (`stands` False) or
    drops to zero (`stands` True, for supports that a stage moves). Whether a record is long enough is asked
    once, by `LoadProgram.check_duration`; a last step that goes beyond its end by less than itself is no error.
    """

    name: str
    motion: MotionLike
    start: float          #: [s] of the run
    stop: float = np.inf  #: [s] of the run
    stands: bool = False
    end: float = field(init=False)  #: [s] of the run, after which the motion is not asked any more

    def __post_init__(self) -> None:
        last = np.inf if rests_after(self.motion) else self.start + self.motion.duration
        object.__setattr__(self, "end", min(self.stop, last))

    def velocity_increment(self, t0: float, t1: float) -> float:
        """Integral of the acceleration over [t0, t1] of the run [m/s]."""
        lo = t0 if t0 > self.start else self.start
        hi = min(t1, self.end)
        if hi <= lo or lo - self.start > self.motion.duration:
            return 0.0
        increment = self.motion.velocity_increment(lo - self.start, hi - self.start)
        if t0 <= self.start:  # a motion driven by displacement starts with a jump
            increment += getattr(self.motion, "initial_velocity", 0.0)
        return increment

    def acceleration(self, t: float) -> float:
        """[m/s2] at time `t` of the run."""
        return self.motion.acceleration(t - self.start) if self.start <= t < self.end else 0.0

    def velocity(self, t: float) -> float:
        """[m/s] at time `t` of the run."""
        if t < self.start or (self.stands and t >= self.stop):
            return 0.0
        return self.motion.velocity(min(t, self.end) - self.start)

    def displacement(self, t: float) -> float:
        """[m] at time `t` of the run."""
        if t <= self.start:
            return 0.0
        if t <= self.end:
            return self.motion.displacement(t - self.start)
        span = self.end - self.start
        drift = 0.0 if self.stands else self.motion.velocity(span) * (t - self.end)
        return self.motion.displacement(span) + drift


def rests_after(motion: object) -> bool:
    """True where a motion says what follows its end: pulses and ramps do; a record does if told `after`."""
    while hasattr(motion, "motion"):  # scaled or delayed
        motion = motion.motion
    return not hasattr(motion, "after") or motion.after is not None


@dataclass(frozen=True, slots=True)
class GroundMotion:
    """Acceleration of the ground along a fixed direction."""

    active: ActiveMotion
    direction: np.ndarray  #: (3,) unit (or zero), of the ground's positive acceleration, world
    by_supports: bool      #: True: the supports move; False: inertia forces in the ground frame


@dataclass(frozen=True, slots=True)
class SupportMotion:
    """Prescribed motion of some supports: along a direction, or turning about a line."""

    active: ActiveMotion
    blocks: np.ndarray            #: (k,) int32, supports that move
    direction: np.ndarray         #: (3,) unit; of the translation, or the axis of the rotation, world
    about: np.ndarray | None      #: (3,) [m], a point of the axis; None = translation
