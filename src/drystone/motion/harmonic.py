"""Motions that are a stretch of a sine: half a cycle, one cycle, several, endless, or driven by displacement."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from drystone.checks import check_number
from drystone.motion.motion import Number
from drystone.motion.sine import SineMotion


@dataclass(frozen=True)
class HalfSine(SineMotion):
    """Half a cycle: amplitude sin(pi t / duration).

    Attributes
    ----------
    amplitude : peak acceleration [m/s2], signed
    duration : length of the half cycle [s]
    """

    amplitude: float
    duration: float

    def __post_init__(self) -> None:
        check_number("motion half_sine: amplitude", self.amplitude, "m/s2")
        check_number("motion half_sine: duration", self.duration, "s", above=0.0)

    @property
    def _sine(self) -> tuple[float, float, float]:
        return self.amplitude, math.pi / self.duration, 0.0


@dataclass(frozen=True)
class OneSine(SineMotion):
    """One full cycle: amplitude sin(pi t / half_period) until t = 2 half_period.

    Attributes
    ----------
    amplitude : peak acceleration [m/s2]; its sign is that of the first half
    half_period : half the period of the sine [s]
    """

    amplitude: float
    half_period: float

    def __post_init__(self) -> None:
        check_number("motion one_sine: amplitude", self.amplitude, "m/s2")
        check_number("motion one_sine: half_period", self.half_period, "s", above=0.0)

    @property
    def duration(self) -> float:
        return 2.0 * self.half_period

    @property
    def _sine(self) -> tuple[float, float, float]:
        return self.amplitude, math.pi / self.half_period, 0.0


@dataclass(frozen=True)
class Harmonic(SineMotion):
    """amplitude sin(2 pi frequency t + phase), for some cycles or without end.

    Attributes
    ----------
    amplitude : [m/s2], signed
    frequency : [Hz]
    phase : [rad]
    cycles : number of cycles [-], whole or not; None = endless
    """

    amplitude: float
    frequency: float
    phase: float = 0.0
    cycles: float | None = None

    def __post_init__(self) -> None:
        check_number("motion harmonic: amplitude", self.amplitude, "m/s2")
        check_number("motion harmonic: frequency", self.frequency, "Hz", above=0.0)
        check_number("motion harmonic: phase", self.phase, "rad")
        if self.cycles is not None:
            check_number("motion harmonic: cycles", self.cycles, "-", above=0.0)

    @property
    def duration(self) -> float:
        return math.inf if self.cycles is None else self.cycles / self.frequency

    @property
    def peak(self) -> float:
        cycles = math.inf if self.cycles is None else self.cycles
        # distance from the first angle to the next crest or trough, in half turns
        wait = math.ceil(self.phase / math.pi - 0.5) - (self.phase / math.pi - 0.5)
        if wait <= 2.0 * cycles:
            return abs(self.amplitude)
        ends = (math.sin(self.phase), math.sin(self.phase + 2.0 * math.pi * cycles))
        return abs(self.amplitude) * max(abs(x) for x in ends)

    @property
    def _sine(self) -> tuple[float, float, float]:
        return self.amplitude, 2.0 * math.pi * self.frequency, self.phase


@dataclass(frozen=True)
class GroundDisplacementSine(SineMotion):
    """Ground displacement amplitude sin(2 pi frequency t), imposed on a structure at rest, without end.

    The ground starts at once with the velocity 2 pi frequency amplitude (`initial_velocity`); an integrator
    that only sums accelerations would miss that jump and let the ground drift away.

    Attributes
    ----------
    amplitude : of the displacement [m], signed
    frequency : [Hz]
    """

    amplitude: float
    frequency: float

    def __post_init__(self) -> None:
        check_number("motion ground_displacement_sine: amplitude", self.amplitude, "m")
        check_number("motion ground_displacement_sine: frequency", self.frequency, "Hz", above=0.0)

    @property
    def _w(self) -> float:
        return 2.0 * math.pi * self.frequency

    @property
    def duration(self) -> float:
        return math.inf

    @property
    def initial_velocity(self) -> float:
        return self._w * self.amplitude

    @property
    def _sine(self) -> tuple[float, float, float]:
        return -self._w**2 * self.amplitude, self._w, 0.0

    # direct forms: the sums of the base class would lose digits after many cycles
    def _velocity(self, t: Number) -> Number:
        return self.initial_velocity * np.cos(self._w * t)

    def _displacement(self, t: Number) -> Number:
        return self.amplitude * np.sin(self._w * t)
