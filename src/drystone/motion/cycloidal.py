"""Cycloidal pulses: trigonometric velocity pulses like those near a fault (Jacobsen and Ayre; Makris)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from drystone.checks import check_choice, check_number
from drystone.motion.sine import SineMotion


@dataclass(frozen=True)
class Cycloidal(SineMotion):
    """One cycloidal pulse, w = 2 pi / period, v = peak_velocity.

    Type A, forward: velocity v/2 (1 - cos wt), acceleration v w/2 sin wt; the ground ends displaced.
    Type B, forth and back: velocity v sin wt, acceleration v w cos wt; the acceleration starts and ends
    with a jump and the ground comes back to where it was.

    Attributes
    ----------
    pulse_type : "A" or "B"
    peak_velocity : greatest ground velocity [m/s], signed
    period : length of the pulse [s]
    """

    pulse_type: str
    peak_velocity: float
    period: float

    def __post_init__(self) -> None:
        check_choice("motion cycloidal: pulse_type", self.pulse_type, ("A", "B"))
        check_number("motion cycloidal: peak_velocity", self.peak_velocity, "m/s")
        check_number("motion cycloidal: period", self.period, "s", above=0.0)

    @property
    def duration(self) -> float:
        return self.period

    @property
    def _sine(self) -> tuple[float, float, float]:
        w = 2.0 * math.pi / self.period
        if self.pulse_type == "A":
            return 0.5 * self.peak_velocity * w, w, 0.0
        return self.peak_velocity * w, w, 0.5 * math.pi
