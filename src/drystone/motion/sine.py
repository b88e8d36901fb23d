"""Integrals of A sin(w t + phase) between two times, without loss of digits over short intervals."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np

from drystone.motion.formula import FormulaMotion
from drystone.motion.motion import Number

#: 1 / (2k (2k+1)) for k = 1..9: ratios of the series x - sin x = x^3/6 (1 - x^2/20 (1 - x^2/42 (...)))
_RATIOS = [1.0 / (2 * k * (2 * k + 1)) for k in range(1, 10)]


def x_minus_sin(x: Number) -> np.ndarray:
    """x - sin x, by its series where the difference would cancel (|x| < 1)."""
    x = np.asarray(x, dtype=float)
    square = x * x
    nested = np.ones_like(x)
    for ratio in reversed(_RATIOS[1:]):
        nested = 1.0 - square * ratio * nested
    return np.where(np.abs(x) < 1.0, x * square * _RATIOS[0] * nested, x - np.sin(x))


class SineMotion(FormulaMotion):
    """A motion whose acceleration is one stretch of a sine."""

    @property
    @abstractmethod
    def _sine(self) -> tuple[float, float, float]:
        """Amplitude [m/s2], circular frequency [rad/s], phase [rad]."""

    @property
    def peak(self) -> float:
        return abs(self._sine[0])

    @property
    def shortest_period(self) -> float:
        return 2.0 * np.pi / self._sine[1]

    def _acceleration(self, t: Number) -> Number:
        amplitude, w, phase = self._sine
        return amplitude * np.sin(w * t + phase)

    def _velocity_between(self, a: Number, b: Number) -> Number:
        # cos A - cos B as a product
        amplitude, w, phase = self._sine
        return 2.0 * amplitude / w * np.sin(0.5 * w * (a + b) + phase) * np.sin(0.5 * w * (b - a))

    def _drift(self, a: Number, b: Number) -> Number:
        # by parts, with the angle at b split into that at a plus x
        amplitude, w, phase = self._sine
        angle, x = w * a + phase, w * (b - a)
        return amplitude / w**2 * (np.cos(angle) * x_minus_sin(x) + 2.0 * np.sin(angle) * np.sin(0.5 * x) ** 2)
