"""Motions made of another motion: scaled, or started later. Everything is asked of the inner motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.motion.motion import Motion, Number


def _check_motion(what: str, motion: object) -> None:
    if not isinstance(motion, Motion):
        raise InputError(f"{what} must be a motion, got {motion!r}")


class _Derived(Motion):
    """Base: what is the same as in the inner motion."""

    motion: Motion

    @property
    def shortest_period(self) -> float:
        return self.motion.shortest_period

    @property
    def sampling_step(self) -> float | None:
        return self.motion.sampling_step


@dataclass(frozen=True)
class Scaled(_Derived):
    """`motion` times `factor` [-]; a factor of -1 turns it round."""

    motion: Motion
    factor: float

    def __post_init__(self) -> None:
        _check_motion("motion scaled: motion", self.motion)
        check_number("motion scaled: factor", self.factor, "-")

    @property
    def duration(self) -> float:
        return self.motion.duration

    @property
    def peak(self) -> float:
        return abs(self.factor) * self.motion.peak

    @property
    def breaks(self) -> tuple[float, ...]:
        return self.motion.breaks

    @property
    def initial_velocity(self) -> float:
        return self.factor * self.motion.initial_velocity

    @property
    def velocity_jumps(self) -> tuple[tuple[float, float], ...]:
        return tuple((t, self.factor * jump) for t, jump in self.motion.velocity_jumps)

    def acceleration(self, t: Number) -> Number:
        return self.factor * self.motion.acceleration(t)

    def velocity(self, t: Number) -> Number:
        return self.factor * self.motion.velocity(t)

    def displacement(self, t: Number) -> Number:
        return self.factor * self.motion.displacement(t)

    def velocity_increment(self, t0: Number, t1: Number) -> Number:
        return self.factor * self.motion.velocity_increment(t0, t1)

    def displacement_increment(self, t0: Number, t1: Number) -> Number:
        return self.factor * self.motion.displacement_increment(t0, t1)


@dataclass(frozen=True)
class Delayed(_Derived):
    """`motion`, started `delay` [s] later. An initial velocity becomes a jump at t = delay."""

    motion: Motion
    delay: float

    def __post_init__(self) -> None:
        _check_motion("motion delayed: motion", self.motion)
        check_number("motion delayed: delay", self.delay, "s", least=0.0)

    @property
    def duration(self) -> float:
        return self.delay + self.motion.duration

    @property
    def peak(self) -> float:
        return self.motion.peak

    @property
    def breaks(self) -> tuple[float, ...]:
        return tuple(self.delay + t for t in self.motion.breaks)

    @property
    def initial_velocity(self) -> float:
        return self.motion.initial_velocity if self.delay == 0.0 else 0.0

    @property
    def velocity_jumps(self) -> tuple[tuple[float, float], ...]:
        return tuple((self.delay + t, jump) for t, jump in self.motion.velocity_jumps)

    def _own(self, t: Number) -> Number:
        """Time of the inner motion; a float stays a float."""
        return t - self.delay if np.ndim(t) == 0 else np.asarray(t, dtype=float) - self.delay

    def acceleration(self, t: Number) -> Number:
        return self.motion.acceleration(self._own(t))

    def velocity(self, t: Number) -> Number:
        return self.motion.velocity(self._own(t))

    def displacement(self, t: Number) -> Number:
        return self.motion.displacement(self._own(t))

    def velocity_increment(self, t0: Number, t1: Number) -> Number:
        return self.motion.velocity_increment(self._own(t0), self._own(t1))

    def displacement_increment(self, t0: Number, t1: Number) -> Number:
        return self.motion.displacement_increment(self._own(t0), self._own(t1))
