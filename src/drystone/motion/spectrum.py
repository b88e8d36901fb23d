"""Response spectra of sampled motions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.motion.table import Table

#: Share of critical damping that spectra are given for where nobody says otherwise [-]: by convention.
DAMPING = 0.05


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Peaks of oscillators of one damping under one motion."""

    periods: np.ndarray   #: (k,) [s]
    damping: float        #: share of critical [-]
    sd: np.ndarray        #: (k,) greatest displacement relative to the ground [m]
    sv: np.ndarray        #: (k,) greatest velocity relative to the ground [m/s]
    sa: np.ndarray        #: (k,) greatest absolute acceleration [m/s2]

    @property
    def psv(self) -> np.ndarray:
        """(k,) pseudo-velocity 2 pi / T Sd [m/s]."""
        return 2.0 * np.pi / self.periods * self.sd

    @property
    def psa(self) -> np.ndarray:
        """(k,) pseudo-acceleration (2 pi / T)^2 Sd [m/s2]; what measures and pictures call Sa."""
        return (2.0 * np.pi / self.periods) ** 2 * self.sd


def response_spectrum(table: Table, periods: Sequence[float] | np.ndarray, damping: float = DAMPING) -> Spectrum:
    """Spectrum of a motion that is linear between its samples.

    Parameters
    ----------
    periods : (k,) > 0 [s]
    damping : share of critical, >= 0 and below 1 [-]

    Every oscillator is solved exactly from sample to sample. Peaks are looked for at the samples and, where these are
    fewer than 20 a period, between them (at most 40 a sample); and over one period of free vibration after the end.
    """
    from drystone.motion.spectrum_kernel import find_peaks  # compiled only where it is used
    damping = check_number("response spectrum: damping", damping, "-", least=0.0, below=1.0)
    periods = np.atleast_1d(np.asarray(periods, dtype=float))
    if periods.ndim != 1 or not periods.size or not (np.isfinite(periods) & (periods > 0.0)).all():
        raise InputError(f"response spectrum: periods must be finite and > 0 [s], got {periods.tolist()!r}")
    out = np.empty((periods.size, 3))
    find_peaks(np.ascontiguousarray(table.times), np.ascontiguousarray(table.accelerations), periods, damping, out)
    return Spectrum(periods, damping, out[:, 0].copy(), out[:, 1].copy(), out[:, 2].copy())
