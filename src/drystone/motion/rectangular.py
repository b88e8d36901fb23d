"""Motions of constant acceleration: one pulse, two opposite ones, or for ever."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.motion.formula import FormulaMotion
from drystone.motion.motion import Number


class _Level(FormulaMotion):
    """Formulas of one constant acceleration, `_level` [m/s2]."""

    @property
    @abstractmethod
    def _level(self) -> float:
        """The acceleration [m/s2]."""

    @property
    def peak(self) -> float:
        return abs(self._level)

    def _acceleration(self, t: Number) -> Number:
        return self._level + 0.0 * t

    def _velocity_between(self, a: Number, b: Number) -> Number:
        return self._level * (b - a)

    def _drift(self, a: Number, b: Number) -> Number:
        return 0.5 * self._level * (b - a) ** 2


@dataclass(frozen=True)
class Rectangular(_Level):
    """One rectangular pulse.

    Attributes
    ----------
    amplitude : acceleration during the pulse [m/s2], signed
    duration : length of the pulse [s]
    """

    amplitude: float
    duration: float

    def __post_init__(self) -> None:
        check_number("motion rectangular: amplitude", self.amplitude, "m/s2")
        check_number("motion rectangular: duration", self.duration, "s", above=0.0)

    @property
    def _level(self) -> float:
        return self.amplitude

    @property
    def shortest_period(self) -> float:
        return 2.0 * self.duration      # a pulse is half a cycle


@dataclass(frozen=True)
class Constant(_Level):
    """Constant acceleration from t = 0 on, without end.

    Attributes
    ----------
    amplitude : acceleration [m/s2], signed
    """

    amplitude: float

    def __post_init__(self) -> None:
        check_number("motion constant: amplitude", self.amplitude, "m/s2")

    @property
    def _level(self) -> float:
        return self.amplitude

    @property
    def duration(self) -> float:
        return math.inf


@dataclass(frozen=True)
class Biphasic(FormulaMotion):
    """Two rectangular pulses of opposite sign, the second right after the first.

    Attributes
    ----------
    amplitude_1, amplitude_2 : accelerations [m/s2], signed; not both of one sign
    duration_1, duration_2 : lengths of the two pulses [s]
    """

    amplitude_1: float
    duration_1: float
    amplitude_2: float
    duration_2: float

    def __post_init__(self) -> None:
        check_number("motion biphasic: amplitude_1", self.amplitude_1, "m/s2")
        check_number("motion biphasic: duration_1", self.duration_1, "s", above=0.0)
        check_number("motion biphasic: amplitude_2", self.amplitude_2, "m/s2")
        check_number("motion biphasic: duration_2", self.duration_2, "s", above=0.0)
        # sources print both amplitudes without sign; taken literally that would be another motion
        if self.amplitude_1 * self.amplitude_2 > 0.0:
            raise InputError("motion biphasic: amplitude_2 must have the sign opposite to amplitude_1 "
                             f"{self.amplitude_1:g} [m/s2], got {self.amplitude_2!r}")

    @property
    def duration(self) -> float:
        return self.duration_1 + self.duration_2

    @property
    def peak(self) -> float:
        return max(abs(self.amplitude_1), abs(self.amplitude_2))

    @property
    def breaks(self) -> tuple[float, ...]:
        return (0.0, self.duration_1, self.duration)

    @property
    def shortest_period(self) -> float:
        return 2.0 * min(self.duration_1, self.duration_2)

    def _acceleration(self, t: Number) -> Number:
        return np.where(t < self.duration_1, self.amplitude_1, self.amplitude_2)

    def _halves(self, a: Number, b: Number) -> tuple[Number, Number]:
        """Signed time from a to b that lies in the first and in the second pulse [s]."""
        turn = self.duration_1
        return (np.minimum(b, turn) - np.minimum(a, turn), np.maximum(b, turn) - np.maximum(a, turn))

    def _velocity_between(self, a: Number, b: Number) -> Number:
        first, second = self._halves(a, b)
        return self.amplitude_1 * first + self.amplitude_2 * second

    def _drift(self, a: Number, b: Number) -> Number:
        # integral of (b - s) over each half; the one that does not end at b goes on at its own speed
        first, second = self._halves(a, b)
        beyond_first, beyond_second = b - np.minimum(b, self.duration_1), b - np.maximum(b, self.duration_1)
        return (self.amplitude_1 * first * (0.5 * first + beyond_first)
                + self.amplitude_2 * second * (0.5 * second + beyond_second))
