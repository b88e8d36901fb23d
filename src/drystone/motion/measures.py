"""Measures of intensity of one component. Integrals are exact for acceleration that is linear between samples."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.motion.readers.channel import STANDARD_GRAVITY
from drystone.motion.spectrum import DAMPING, response_spectrum
from drystone.motion.table import Table

#: Housner's range of periods [s] and how finely it is summed up.
HOUSNER = (0.1, 2.5, 0.02)


def pga(table: Table) -> float:
    """Greatest absolute acceleration [m/s2]."""
    return table.peak


def pgv(table: Table) -> float:
    """Greatest absolute velocity at a sample, from rest [m/s]."""
    return float(np.abs(table.velocity(table.times)).max())


def pgd(table: Table) -> float:
    """Greatest absolute displacement at a sample, from rest [m]; it hangs on the baseline more than on the quake."""
    return float(np.abs(table.displacement(table.times)).max())


def arias(table: Table) -> float:
    """Arias intensity pi / (2 g) times the integral of a^2 [m/s], with standard gravity."""
    return math.pi / (2.0 * STANDARD_GRAVITY) * float(squares(table)[-1])


def cav(table: Table) -> float:
    """Cumulative absolute velocity: integral of |a| [m/s]."""
    a, b, h = table.accelerations[:-1], table.accelerations[1:], np.diff(table.times)
    crossing = a * b < 0.0
    size = np.where(crossing, np.abs(a) + np.abs(b), 1.0)
    return float(np.sum(h * np.where(crossing, 0.5 * (a * a + b * b) / size, 0.5 * np.abs(a + b))))


def squares(table: Table) -> np.ndarray:
    """(n,) integral of a^2 up to each sample [m2/s3]."""
    a, b, h = table.accelerations[:-1], table.accelerations[1:], np.diff(table.times)
    return np.concatenate(([0.0], np.cumsum(h / 3.0 * (a * a + a * b + b * b))))


def significant_duration(table: Table, low: float = 0.05, high: float = 0.95) -> float:
    """Time between `low` and `high` shares of the Arias intensity [s]; D5-95 unless said otherwise."""
    sums = squares(table)
    if sums[-1] == 0.0:
        raise InputError("significant duration: motion must not be zero throughout")
    return _time_of(table, sums, high * sums[-1]) - _time_of(table, sums, low * sums[-1])


def _time_of(table: Table, sums: np.ndarray, wanted: float) -> float:
    """Time at which the integral of a^2 reaches a value, within its interval by bisection of the exact cubic."""
    k = min(max(int(np.searchsorted(sums, wanted)) - 1, 0), sums.size - 2)
    a, h = table.accelerations[k], table.times[k + 1] - table.times[k]
    slope = (table.accelerations[k + 1] - a) / h
    low, high = 0.0, h
    for _ in range(60):
        t = 0.5 * (low + high)
        if sums[k] + t * (a * a + a * slope * t + slope * slope * t * t / 3.0) < wanted:
            low = t
        else:
            high = t
    return float(table.times[k] + high)


def sa(table: Table, period: float, damping: float = DAMPING) -> float:
    """Spectral acceleration Sa(T), pseudo-acceleration [m/s2]; at T = 0 the PGA."""
    period = check_number("Sa: period", period, "s", least=0.0)
    return table.peak if period == 0.0 else float(response_spectrum(table, [period], damping).psa[0])


def sa_avg(table: Table, periods: Sequence[float], damping: float = DAMPING) -> float:
    """Geometric mean of Sa at several periods [m/s2]."""
    values = response_spectrum(table, periods, damping).psa
    return 0.0 if (values == 0.0).any() else float(np.exp(np.log(values).mean()))


def housner(table: Table, damping: float = DAMPING) -> float:
    """Housner's intensity: integral of the pseudo-velocity over periods from 0.1 to 2.5 s [m]."""
    low, high, step = HOUSNER
    periods = np.linspace(low, high, round((high - low) / step) + 1)
    values = response_spectrum(table, periods, damping).psv
    return float(np.sum(0.5 * np.diff(periods) * (values[:-1] + values[1:])))


def rocking_demand(table: Table, alpha_deg: float, gravity: float) -> float:
    """PGA / (g tan alpha) [-]: above 1 a block of slenderness alpha starts to rock (alpha = atan(width / height))."""
    alpha = math.radians(check_number("rocking demand: alpha_deg", alpha_deg, "deg", above=0.0, below=90.0))
    gravity = check_number("rocking demand: gravity", gravity, "m/s2", above=0.0)
    return table.peak / (gravity * math.tan(alpha))
