"""Measures of intensity against integrals in closed form."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drystone.errors import InputError
from drystone.motion import (
    STANDARD_GRAVITY,
    Table,
    arias,
    cav,
    find_pulse,
    housner,
    kanai_tajimi,
    pga,
    pgd,
    pgv,
    response_spectrum,
    rocking_demand,
    sa,
    sa_avg,
    significant_duration,
)

AMPLITUDE, PERIOD, CYCLES, STEP = 2.0, 0.5, 8, 0.001
TIMES = STEP * np.arange(round(CYCLES * PERIOD / STEP) + 1)
SINE = Table(TIMES, AMPLITUDE * np.sin(2.0 * np.pi * TIMES / PERIOD), "zero")
#: Chords instead of the sine: integrals of second order in the step, (w h)^2 / 12 of their value at most twice that.
CHORD = (2.0 * np.pi * STEP / PERIOD) ** 2 / 6.0


def test_a_sine_in_closed_form():
    """a sin(w t): Ia = pi a^2 D / (4 g), CAV = 2 a D / pi, PGV = 2 a / w, PGD grows by a T / w a cycle."""
    length, w = CYCLES * PERIOD, 2.0 * np.pi / PERIOD
    assert pga(SINE) == pytest.approx(AMPLITUDE, rel=1e-12)
    assert arias(SINE) == pytest.approx(np.pi * AMPLITUDE**2 * length / (4.0 * STANDARD_GRAVITY), rel=CHORD)
    assert cav(SINE) == pytest.approx(2.0 * AMPLITUDE * length / np.pi, rel=CHORD)
    assert pgv(SINE) == pytest.approx(2.0 * AMPLITUDE / w, rel=CHORD)
    assert pgd(SINE) == pytest.approx(AMPLITUDE / w * length, rel=CHORD)
    # the sum of squares grows evenly from cycle to cycle: 90 % of it take 90 % of the time within half a period
    assert significant_duration(SINE) == pytest.approx(0.9 * length, abs=0.25 * PERIOD)


def test_straight_lines_are_exact():
    """A ramp through zero: CAV = (a^2 + b^2) / (2 (a + b)) h, Ia of (a^2 - a b + b^2) h / 3; D5-95 of a constant."""
    ramp = Table([0.0, 3.0], [-1.0, 2.0])
    assert cav(ramp) == pytest.approx(3.0 * (1.0 + 4.0) / (2.0 * 3.0), rel=1e-14)
    assert arias(ramp) == pytest.approx(np.pi / (2.0 * STANDARD_GRAVITY) * 3.0 * (1.0 - 2.0 + 4.0) / 3.0, rel=1e-14)
    assert significant_duration(Table([0.0, 10.0], [2.0, 2.0])) == pytest.approx(9.0, rel=1e-12)
    # a^2 of a triangle from zero grows as t^3
    cubic = significant_duration(Table([0.0, 1.0], [0.0, 1.0]))
    assert cubic == pytest.approx(0.95 ** (1 / 3) - 0.05 ** (1 / 3), rel=1e-12)


def test_spectral_measures_are_sums_of_the_spectrum():
    periods = [0.2, 0.4, 1.0]
    values = response_spectrum(SINE, periods).psa
    assert [sa(SINE, T) for T in periods] == pytest.approx(values, rel=1e-14)
    assert sa(SINE, 0.0) == pga(SINE)
    assert sa_avg(SINE, periods) == pytest.approx(np.prod(values) ** (1 / 3), rel=1e-12)
    many = np.linspace(0.1, 2.5, 2401)
    psv = response_spectrum(SINE, many).psv
    fine = float(np.sum(0.5 * np.diff(many) * (psv[1:] + psv[:-1])))
    # resonance at 0.5 s is 5 % wide, the sum has steps of 0.02 s
    assert housner(SINE) == pytest.approx(fine, rel=0.01)


def test_demand_of_rocking():
    """A block of slenderness alpha lifts off at g tan alpha."""
    assert rocking_demand(SINE, 10.0, 9.81) == pytest.approx(2.0 / (9.81 * np.tan(np.radians(10.0))))
    with pytest.raises(InputError) as error:
        rocking_demand(SINE, 90.0, 9.81)
    assert str(error.value) == "rocking demand: alpha_deg must be finite and > 0 and < 90 [deg], got 90.0"


@given(st.floats(0.01, 100.0), st.integers(0, 3))
def test_powers_with_which_measures_grow(factor, seed):
    table = kanai_tajimi(seed, 4.0, 0.02, 2.5, 0.6, 1.0, rise=1.0, strong=1.0, decay=1.0, low=0.3)
    scaled = Table(table.times, factor * table.accelerations)
    for measure, power in ((pga, 1), (pgv, 1), (pgd, 1), (cav, 1), (arias, 2)):
        assert measure(scaled) == pytest.approx(factor**power * measure(table), rel=1e-9)
    assert significant_duration(scaled) == pytest.approx(significant_duration(table), rel=1e-9)


def pulse_in_noise(size):
    """A velocity pulse of 1 m/s and 2 s, from a cosine under a cosine, in noise of `size` [m/s2]."""
    times = 0.01 * np.arange(2001)
    x = (times - 6.0) / 2.0
    velocity = np.where(np.abs(x) < 1.0, 0.5 * (1.0 + np.cos(np.pi * x)) * np.sin(2.0 * np.pi * x), 0.0)
    noise = kanai_tajimi(5, 20.0, 0.01, 4.0, 0.4, 1.0, rise=2.0, strong=10.0, decay=0.5, low=1.0).accelerations
    return Table(times, np.gradient(velocity, times) + size * noise)


def test_a_pulse_is_found_with_its_period_and_place():
    pulse = find_pulse(pulse_in_noise(0.5))
    assert pulse.is_pulse and pulse.indicator > 0.95
    assert pulse.period == pytest.approx(2.0, rel=0.15) and pulse.time == pytest.approx(6.0, abs=0.5)


def test_noise_is_no_pulse():
    found = [find_pulse(kanai_tajimi(seed, 20.0, 0.01, 4.0, 0.4, 5.0, rise=2.0, strong=10.0, decay=0.5, low=1.0))
             for seed in range(6)]
    assert not any(pulse.is_pulse for pulse in found)
    assert find_pulse(pulse_in_noise(60.0)).indicator < 0.5


def test_nothing_that_moves_has_no_pulse():
    assert find_pulse(Table([0.0, 1.0], [0.0, 0.0])) is None
