"""Motions given by formulas on their own span: before, after, floats and arrays are handled here once."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import Any

import numpy as np

from drystone.motion.motion import Motion, Number


def _alike(result: Any, *given: Number) -> Number:
    """A float where all arguments were scalars, else an array."""
    return float(result) if all(np.ndim(x) == 0 for x in given) else np.asarray(result, dtype=float)


class FormulaMotion(Motion):
    """Base of the families. Each gives three formulas, for floats or arrays with 0 <= t, a, b <= duration:

    ``_acceleration(t)`` [m/s2];
    ``_velocity_between(a, b)``, the integral of the acceleration from a to b [m/s];
    ``_drift(a, b)``, the integral of (b - s) times the acceleration at s, from a to b [m].

    The last two must keep their digits when b - a is small, and hold for b < a as well.
    """

    #: whether the acceleration at t = duration is still that of the motion
    _has_closed_end = False

    @property
    def breaks(self) -> tuple[float, ...]:
        return (0.0,) if math.isinf(self.duration) else (0.0, self.duration)

    @abstractmethod
    def _acceleration(self, t: Number) -> Number: ...

    @abstractmethod
    def _velocity_between(self, a: Number, b: Number) -> Number: ...

    @abstractmethod
    def _drift(self, a: Number, b: Number) -> Number: ...

    def _check_time(self, t: Number) -> None:
        """Raise where the motion is not defined; most are defined for ever."""

    # ------------------------------------------------------------------ what everybody asks
    def acceleration(self, t: Number) -> Number:
        self._check_time(t)
        if isinstance(t, float):  # integrators of ordinary differential equations come this way, often
            return float(self._acceleration(t)) if self._is_within(t) else 0.0
        times = np.asarray(t, dtype=float)
        inside = self._acceleration(self._clip(times))
        return _alike(np.where(self._is_within(times), inside, 0.0), t)

    def velocity(self, t: Number) -> Number:
        self._check_time(t)
        times = np.asarray(t, dtype=float)
        return _alike(np.where(times >= 0.0, self._velocity(np.maximum(times, 0.0)), 0.0), t)

    def displacement(self, t: Number) -> Number:
        self._check_time(t)
        return _alike(self._displacement(np.maximum(np.asarray(t, dtype=float), 0.0)), t)

    def velocity_increment(self, t0: Number, t1: Number) -> Number:
        self._check_time(t0)
        self._check_time(t1)
        start, end = np.asarray(t0, dtype=float), np.asarray(t1, dtype=float)
        jump = self.initial_velocity * ((end >= 0.0).astype(float) - (start >= 0.0).astype(float))
        return _alike(jump + self._velocity_between(self._clip(start), self._clip(end)), t0, t1)

    def displacement_increment(self, t0: Number, t1: Number) -> Number:
        self._check_time(t0)
        self._check_time(t1)
        start = np.maximum(np.asarray(t0, dtype=float), 0.0)
        end = np.maximum(np.asarray(t1, dtype=float), 0.0)
        return _alike(self._velocity(start) * (end - start) + self._drift_beyond(start, end), t0, t1)

    # ------------------------------------------------------------------ pieces
    def _is_within(self, t: Number):
        end = self.duration
        return (t >= 0.0) & ((t <= end) if self._has_closed_end else (t < end))

    def _clip(self, t: np.ndarray) -> np.ndarray:
        return np.clip(t, 0.0, self.duration)

    def _velocity(self, t: np.ndarray) -> Number:
        """Velocity for t >= 0."""
        return self.initial_velocity + self._velocity_between(np.zeros_like(t), self._clip(t))

    def _displacement(self, t: np.ndarray) -> Number:
        """Displacement for t >= 0."""
        return self.initial_velocity * t + self._drift_beyond(np.zeros_like(t), t)

    def _drift_beyond(self, a: np.ndarray, b: np.ndarray) -> Number:
        """`_drift` for times that may lie after the end: what was gained there goes on at constant speed."""
        start, end = self._clip(a), self._clip(b)
        drift = self._drift(start, end)
        if math.isinf(self.duration):
            return drift
        return drift + (b - end) * self._velocity_between(start, end)
