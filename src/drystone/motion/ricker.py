"""Ricker wavelets: second and third derivative of a bell curve, as fitted to near-fault records."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.motion.formula import FormulaMotion
from drystone.motion.motion import Number

#: The wavelet is cut at this many widths of the bell on either side of its centre. There its acceleration is
#: below 1e-8 of the peak, and so is what the cut leaves of velocity, in units of peak times width.
CUT = 7.0

#: Shorter intervals are integrated by Gauss-Legendre, which has all digits there; differences of the closed
#: form have none when the interval vanishes. In widths of the bell.
_SHORT = 0.5
_NODE, _WEIGHT = np.polynomial.legendre.leggauss(12)

#: greatest value of (3 u - u^3) exp(-u^2/2), at u^2 = 3 - sqrt 6
_BETA = math.sqrt(3.0 - math.sqrt(6.0)) * math.sqrt(6.0) * math.exp(-0.5 * (3.0 - math.sqrt(6.0)))


@dataclass(frozen=True)
class Ricker(FormulaMotion):
    """Ricker wavelet of main period T, with u the time from its centre in widths of the bell.

    Symmetric: amplitude (1 - u^2) exp(-u^2/2), width T / (sqrt 2 pi).
    Antisymmetric: amplitude/beta (u^3 - 3u) exp(-u^2/2), width sqrt 3 T / (2 pi), beta such that the greatest
    acceleration is the amplitude; it is positive before the centre.

    The wavelet starts at t = 0 and is cut at 7 widths on either side of the centre.

    Attributes
    ----------
    amplitude : peak acceleration [m/s2], signed
    period : main period T [s]
    symmetric : True or False
    """

    amplitude: float
    period: float
    symmetric: bool

    def __post_init__(self) -> None:
        check_number("motion ricker: amplitude", self.amplitude, "m/s2")
        check_number("motion ricker: period", self.period, "s", above=0.0)
        if not isinstance(self.symmetric, bool):
            raise InputError(f"motion ricker: symmetric must be True or False, got {self.symmetric!r}")

    @property
    def width(self) -> float:
        """Width of the bell [s]: unit of u."""
        return self.period * (1.0 / (math.sqrt(2.0) * math.pi) if self.symmetric
                              else math.sqrt(3.0) / (2.0 * math.pi))

    @property
    def duration(self) -> float:
        return 2.0 * CUT * self.width

    @property
    def peak(self) -> float:
        return abs(self.amplitude)

    @property
    def shortest_period(self) -> float:
        return self.period

    # f, its first and its second integral over u
    def _f(self, u: Number) -> Number:
        bell = np.exp(-0.5 * u * u)
        return (1.0 - u * u) * bell if self.symmetric else u * (u * u - 3.0) * bell / _BETA

    def _f1(self, u: Number) -> Number:
        bell = np.exp(-0.5 * u * u)
        return u * bell if self.symmetric else (1.0 - u * u) * bell / _BETA

    def _f2(self, u: Number) -> Number:
        bell = np.exp(-0.5 * u * u)
        return -bell if self.symmetric else u * bell / _BETA

    def _acceleration(self, t: Number) -> Number:
        return self.amplitude * self._f(t / self.width - CUT)

    def _velocity_between(self, a: Number, b: Number) -> Number:
        ua, x = np.asarray(a / self.width - CUT), np.asarray((b - a) / self.width)
        short = 0.5 * x * (self._f(ua[..., None] + 0.5 * x[..., None] * (1.0 + _NODE)) @ _WEIGHT)
        long = self._f1(ua + x) - self._f1(ua)
        return self.amplitude * self.width * np.where(np.abs(x) < _SHORT, short, long)

    def _drift(self, a: Number, b: Number) -> Number:
        ua, x = np.asarray(a / self.width - CUT), np.asarray((b - a) / self.width)
        values = self._f(ua[..., None] + 0.5 * x[..., None] * (1.0 + _NODE))
        short = 0.25 * x * x * (values @ (_WEIGHT * (1.0 - _NODE)))
        long = self._f2(ua + x) - self._f2(ua) - x * self._f1(ua)
        return self.amplitude * self.width**2 * np.where(np.abs(x) < _SHORT, short, long)
