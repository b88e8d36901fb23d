"""Velocity pulses: whether a component carries one, and of which period.

Method of Baker (2007, Bulletin of the Seismological Society of America 97, 1486-1501), own implementation: wavelets of
Daubechies with four vanishing moments are taken off the velocity: the largest first, then nine more of about its period
and place. How much of peak and energy remains decides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from drystone.motion.table import Table

#: Coefficients of the refinement of the scaling function (Daubechies 1988, four vanishing moments, sum sqrt 2).
_REFINEMENT = np.array([0.23037781330885523, 0.7148465705525415, 0.6308807679295904, -0.02798376941698385,
                        -0.18703481171888114, 0.030841381835986965, 0.032883011666982945, -0.010597401784997278])
_SUPPORT = 7.0         #: length of the wavelet in its own unit
_LEVELS = 8            #: it is sampled 2^8 times a unit
_WAVELETS = 10         #: that make a pulse
PERIODS = (0.25, 15.0, 45)   #: shortest and longest pulse [s], and how many between them
#: Sampling step of the velocity [s]: a fifteenth of the shortest pulse.
_STEP = 0.0167
#: A pulse: indicator above, peak velocity above [m/s], and it comes early.
LEAST_INDICATOR, LEAST_PGV = 0.85, 0.30


@dataclass(frozen=True, slots=True)
class VelocityPulse:
    """The dominant pulse of a component.

    Attributes
    ----------
    indicator : [-], from 0 to 1; above 0.85 it looks like a pulse, below 0.15 it does not
    period : of the wavelet's greatest Fourier amplitude [s]
    time : middle of the pulse [s]
    pgv : of the whole component [m/s]
    is_early : the pulse has 10 % of its squared velocity before the whole has 20 %
    """

    indicator: float
    period: float
    time: float
    pgv: float
    is_early: bool

    @property
    def is_pulse(self) -> bool:
        """All three conditions of the method."""
        return self.indicator > LEAST_INDICATOR and self.pgv >= LEAST_PGV and self.is_early


def find_pulse(table: Table) -> VelocityPulse | None:
    """Dominant velocity pulse of a component; None where it does not move or is shorter than the shortest pulse."""
    step = max(_STEP, table.sampling_step)
    times = np.arange(table.times[0], table.duration, step)
    velocity = np.asarray(table.velocity(times))
    if not velocity.any() or times[-1] - times[0] < PERIODS[0]:
        return None
    longest = min(PERIODS[1], times[-1] - times[0])
    scales = np.geomspace(PERIODS[0], longest, PERIODS[2])
    atoms = [_atom(period, step) for period in scales]
    rest, half = velocity.copy(), 0.0
    centre: float | None = None
    best = math.nan
    for _ in range(_WAVELETS):
        size, atom, at, k = _largest(rest, atoms, step, centre, half)
        if centre is None:               # further ones are of about this period, and at most half of it away
            centre, best, half = at + 0.5 * atom.size * step, scales[k], 0.5 * scales[k]
            atoms = atoms[max(k - 1, 0):k + 2]
        start = round(at / step)
        low, high = max(start, 0), min(start + atom.size, rest.size)
        rest[low:high] -= size * atom[low - start:high - start]
    peak = float(np.abs(velocity).max())
    ratio_peak = float(np.abs(rest).max()) / peak
    ratio_energy = float(rest @ rest / (velocity @ velocity))
    indicator = 1.0 / (1.0 + np.exp(-23.3 + 14.6 * ratio_peak + 20.5 * ratio_energy))
    return VelocityPulse(float(indicator), float(best), float(times[0] + (centre or 0.0)), peak,
                         _share_time(velocity - rest, 0.1) < _share_time(velocity, 0.2))


def _largest(rest, atoms, step, centre, half) -> tuple[float, np.ndarray, float, int]:
    """Size, wavelet, start [s] and number of the greatest coefficient, its middle near `centre` where that is given."""
    found = (0.0, atoms[0], 0.0, 0)
    for number, atom in enumerate(atoms):
        if atom.size > 2 * rest.size:
            continue
        values = _correlate(rest, atom)            # lag k: the wavelet starts at sample k - atom.size + 1
        middles = (np.arange(values.size) - 0.5 * atom.size + 1) * step
        if centre is not None:
            values = np.where(np.abs(middles - centre) <= half, values, 0.0)
        k = int(np.abs(values).argmax())
        if abs(values[k]) > abs(found[0]):
            found = (float(values[k]), atom, (k - atom.size + 1) * step, number)
    return found


def _correlate(signal: np.ndarray, atom: np.ndarray) -> np.ndarray:
    """Full correlation, by Fourier transforms."""
    from scipy.signal import fftconvolve
    return fftconvolve(signal, atom[::-1])


def _share_time(values: np.ndarray, share: float) -> int:
    """Sample at which the sum of squares reaches a share of the whole."""
    sums = np.cumsum(values * values)
    return int(np.searchsorted(sums, share * sums[-1]))


def _atom(period: float, step: float) -> np.ndarray:
    """Wavelet of a period [s], sampled every `step` [s], of unit sum of squares."""
    wavelet, frequency = mother_wavelet()
    unit = period * frequency                        # [s] in one unit of the wavelet
    x = np.arange(0.0, _SUPPORT * unit, step) / unit * 2**_LEVELS
    values = np.interp(x, np.arange(wavelet.size), wavelet)
    return values / np.sqrt(values @ values)


@cache
def mother_wavelet() -> tuple[np.ndarray, float]:
    """Samples of the wavelet, 2^8 a unit, and the frequency of its greatest Fourier amplitude in cycles a unit."""
    count = _REFINEMENT.size
    mirrored = _REFINEMENT[::-1] * np.array([(-1.0) ** k for k in range(count)])
    values = mirrored
    for _ in range(_LEVELS - 1):                     # cascade: spread, then smooth by the refinement
        spread = np.zeros(2 * values.size - 1)
        spread[::2] = values
        values = np.convolve(spread, _REFINEMENT)
    values = values * 2.0 ** (0.5 * _LEVELS)
    padded = np.abs(np.fft.rfft(values, 2**17))
    return values, float(padded.argmax() * 2**_LEVELS / 2**17)
