"""Response spectra against SciPy's solution of the same oscillators, closed forms and laws."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.signal import lsim

from drystone.errors import InputError
from drystone.motion import Table, kanai_tajimi, response_spectrum

QUAKE = kanai_tajimi(7, 12.0, 0.01, 2.5, 0.6, 3.0, rise=1.0, strong=5.0, decay=0.6, low=0.3)


def fade(table):
    """The motion with its last sample zero, as the free vibration after it begins without a jump."""
    values = table.accelerations.copy()
    values[-1] = 0.0
    return Table(table.times, values, "zero")


def oracle(table, period, damping, parts):
    """Peaks by SciPy's exact solution for inputs that are linear between samples, the free vibration included."""
    w, dt = 2.0 * np.pi / period, table.sampling_step / parts
    times = np.arange(0.0, table.duration + 1.2 * period, dt)
    ground = np.interp(times, table.times, table.accelerations, right=0.0)
    system = ([[0.0, 1.0], [-w * w, -2.0 * damping * w]], [[0.0], [-1.0]], np.eye(2), np.zeros((2, 1)))
    _, y, _ = lsim(system, ground, times)
    force = 2.0 * damping * w * y[:, 1] + w * w * y[:, 0]
    return np.abs(y[:, 0]).max(), np.abs(y[:, 1]).max(), np.abs(force).max()


@pytest.mark.parametrize("damping", [0.0, 0.02, 0.05, 0.3])
@pytest.mark.parametrize("period", [0.02, 0.05, 0.13, 0.2, 0.7, 2.0, 5.0])
def test_peaks_are_those_of_an_independent_solution(period, damping):
    """On the same instants both are exact: rounding only, well below the 1e-6 that is promised."""
    table = fade(QUAKE)
    parts = max(int(np.ceil(20 * 0.01 / period)), 1)
    spectrum = response_spectrum(table, [period], damping)
    found = (spectrum.sd[0], spectrum.sv[0], spectrum.sa[0])
    expected = oracle(table, period, damping, parts)
    # peaks of the free vibration are looked for at other instants: those between two of them are at most
    # (pi / 20)^2 / 2 = 1.2 % apart, and only ever matter where the peak comes after the end
    assert found == pytest.approx(expected, rel=1e-6 if period < 5.0 else 0.012)


def test_samples_that_are_not_evenly_spaced():
    """Left out samples on straight stretches change nothing."""
    times = 0.01 * np.arange(1001)
    values = np.interp(times, [0.0, 1.0, 1.5, 2.5, 10.0], [0.0, 2.0, -3.0, 0.0, 0.0])
    even = response_spectrum(Table(times, values), [0.5, 1.3, 4.0])
    kept = np.sort(np.unique(np.concatenate((np.arange(0, 1001, 7), [100, 150, 250, 1000]))))
    uneven = response_spectrum(Table(times[kept], values[kept]), [0.5, 1.3, 4.0])
    # fewer instants at which peaks are looked for: 14 to 50 a period with the longer step
    assert uneven.sd == pytest.approx(even.sd, rel=0.5 * (np.pi * 0.07 / 0.5) ** 2)


def test_short_and_long_periods():
    """A stiff oscillator follows the ground, a soft one stays where it is: Sa(0) = PGA, Sd(inf) = PGD."""
    spectrum = response_spectrum(QUAKE, [1e-4, 500.0])
    assert spectrum.psa[0] == pytest.approx(QUAKE.peak, rel=1e-3)
    greatest = np.abs(QUAKE.displacement(QUAKE.times)).max()
    assert spectrum.sd[1] == pytest.approx(greatest, rel=0.05)


@pytest.mark.parametrize("ratio", [0.5, 2.0])
def test_long_harmonic_shaking(ratio):
    """Steady state under a0 sin(w t): Sd = a0 / w0^2 / sqrt((1 - r^2)^2 + (2 z r)^2) with r = w / w0."""
    damping, period = 0.2, 1.0
    w = 2.0 * np.pi * ratio / period
    times = 0.005 * np.arange(20001)
    ramp = np.sin(0.5 * np.pi * np.minimum(np.minimum(times, 100.0 - times) / 40.0, 1.0)) ** 2   # no transients
    spectrum = response_spectrum(Table(times, ramp * np.sin(w * times), "zero"), [period], damping)
    exact = (period / (2.0 * np.pi)) ** 2 / np.hypot(1.0 - ratio**2, 2.0 * damping * ratio)
    assert spectrum.sd[0] == pytest.approx(exact, rel=1e-3)


def test_a_kick_and_the_vibration_after_it():
    """Undamped, after an impulse v: Sd = v T / (2 pi), Sa = 2 pi v / T, all of it after the motion has ended."""
    kick = Table([0.0, 0.005, 0.01], [0.0, 100.0, 0.0], "zero")
    spectrum = response_spectrum(kick, [1.0, 3.0], 0.0)
    # the triangle lasts 0.01 T: it takes (pi 0.01)^2 / 24 from the impulse; instants are T / 200 apart
    assert spectrum.sd == pytest.approx(0.5 * spectrum.periods / (2.0 * np.pi), rel=2e-4)
    assert spectrum.psa == pytest.approx(spectrum.sa, rel=1e-12)


@given(st.floats(-5.0, 5.0).filter(lambda x: abs(x) > 1e-3))
def test_spectra_grow_with_the_motion(factor):
    scaled = Table(QUAKE.times, factor * QUAKE.accelerations)
    one, many = response_spectrum(QUAKE, [0.3, 1.0]), response_spectrum(scaled, [0.3, 1.0])
    assert many.sd == pytest.approx(abs(factor) * one.sd, rel=1e-12)


@pytest.mark.parametrize("periods, damping, message", [
    ([0.0], 0.05, "response spectrum: periods must be finite and > 0 [s], got [0.0]"),
    ([], 0.05, "response spectrum: periods must be finite and > 0 [s], got []"),
    ([1.0], 1.0, "response spectrum: damping must be finite and >= 0 and < 1 [-], got 1.0"),
])
def test_what_is_refused(periods, damping, message):
    with pytest.raises(InputError) as error:
        response_spectrum(QUAKE, periods, damping)
    assert str(error.value) == message
