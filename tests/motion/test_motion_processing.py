"""Filters, tapers and sampling steps: what they keep, what they take, and the ground that ends at rest."""

from __future__ import annotations

import numpy as np
import pytest

from drystone.errors import InputError
from drystone.motion import Processing, Table, butterworth, kanai_tajimi, pgd, process, resample, taper

TIMES = 0.01 * np.arange(4001)


def wave(frequency):
    """A sine under a bell of 3 s around the middle: one frequency, and nothing at the ends."""
    return Table(TIMES, np.exp(-((TIMES - 20.0) / 3.0) ** 2) * np.sin(2.0 * np.pi * frequency * (TIMES - 20.0)))


@pytest.mark.parametrize("frequency", [0.5, 1.0, 5.0, 20.0])
@pytest.mark.parametrize("order", [2, 4])
def test_gain_of_the_filter(frequency, order):
    """Twice through a Butterworth filter: gain 1 / (1 + (f_low / f)^2n) / (1 + (f / f_high)^2n), no shift of phase.

    Frequencies are those of the bilinear transform, tan(pi f dt). The bell is 0.1 Hz wide: at 0.5 Hz the gain changes
    a little across it.
    """
    low, high = 0.1, 25.0
    filtered = butterworth(wave(frequency), low, high, order=order).accelerations
    f, a, b = (np.tan(np.pi * x * 0.01) for x in (frequency, low, high))
    # a band-pass of both corners together: |H|^2 = 1 / (1 + ((f^2 - a b) / (f (b - a)))^2n)
    gain = 1.0 / (1.0 + ((f * f - a * b) / (f * (b - a))) ** (2 * order))
    assert filtered == pytest.approx(gain * wave(frequency).accelerations, abs=0.03 if frequency < 1.0 else 0.01)


def test_the_ground_ends_at_rest_and_does_not_drift():
    """Without the velocity at the cut the displacement would drift by v t; the padded motion is the reference."""
    quake = kanai_tajimi(2, 30.0, 0.01, 2.5, 0.6, 3.0, rise=2.0, strong=8.0, decay=0.4, low=0.2)
    filtered = butterworth(quake, low=0.15, order=4)
    long = Table(0.01 * np.arange(13001), np.concatenate((np.zeros(5000), quake.accelerations, np.zeros(5000))))
    whole = butterworth(long, low=0.15, order=4)
    assert abs(filtered.velocity(30.0)) < 1e-12
    assert pgd(filtered) == pytest.approx(pgd(whole), rel=0.2)
    assert abs(filtered.displacement(30.0)) < 0.3 * pgd(filtered)


def test_taper():
    """A cosine over one second: half way it lets half through, between the ends all."""
    tapered = taper(Table(TIMES, np.ones(4001)), 1.0)
    assert tapered.acceleration(0.0) == 0.0 and tapered.acceleration(40.0) == pytest.approx(0.0, abs=1e-15)
    assert tapered.acceleration(0.5) == pytest.approx(0.5) and tapered.acceleration(39.5) == pytest.approx(0.5)
    assert np.ptp(tapered.accelerations[100:3901]) == 0.0


@pytest.mark.parametrize("dt", [0.005, 0.0025, 0.02, 0.004])
def test_sampling_keeps_what_it_can_carry(dt):
    """A band-limited signal is the same at any step: its spectrum ends at 5 Hz, 1e-9 are left there of the bell."""
    again = resample(wave(3.0), dt)
    expected = np.exp(-((again.times - 20.0) / 3.0) ** 2) * np.sin(6.0 * np.pi * (again.times - 20.0))
    assert again.accelerations == pytest.approx(expected, abs=1e-8)
    assert again.sampling_step == pytest.approx(dt) and again.duration == pytest.approx(40.0, abs=dt)


def test_a_longer_step_folds_nothing_back():
    """20 Hz cannot be carried at 0.04 s: it goes, instead of appearing as 5 Hz."""
    assert np.abs(resample(wave(20.0), 0.04).accelerations).max() < 1e-6


def test_all_together_in_order():
    """Baseline, taper, filter, step: as one by one."""
    table = Table(TIMES, wave(2.0).accelerations + 0.1)
    options = Processing("mean", None, 2.0, {"low": 0.1, "high": "20 Hz", "order": 2}, 0.005)
    from drystone.motion import correct_baseline
    single = resample(butterworth(taper(correct_baseline(table, "mean"), 2.0), 0.1, 20.0, order=2), 0.005)
    assert process(table, options).accelerations == pytest.approx(single.accelerations, abs=0.0)


@pytest.mark.parametrize("make, message", [
    (lambda t: butterworth(t, order=2), "filter: low or high must be given [Hz], got neither"),
    (lambda t: butterworth(t, 5.0, 1.0, order=2), "filter: low must be below high [Hz], got 5 and 1"),
    (lambda t: butterworth(t, high=50.0, order=2), "filter: high must be finite and > 0 and < 50 [Hz], got 50.0"),
    (lambda t: butterworth(t, 0.1, order=0), "filter: order must be a whole number >= 1 [-], got 0"),
    (lambda t: butterworth(t, 1e-5, order=2), "filter: low must be above 0.001 [Hz] for a record of 40 s, got 1e-05"),
    (lambda t: process(t, Processing(filter={"low": 0.1})),
     "filter: order must be given, a whole number (2 or 4 are usual), got none"),
    (lambda t: process(t, Processing(filter={"low": "0.1 s", "order": 2})),
     "filter: low must be a frequency [Hz], got '0.1 s', a time"),
    (lambda t: process(t, Processing(filter={"lo": 0.1})), "filter: key must be one of low, high, order, got 'lo'"),
    (lambda t: taper(t, 21.0), "taper must be finite and > 0 and <= 20 [s], got 21.0"),
    (lambda t: resample(t, 0.01 * np.pi), "resample: dt must be a simple ratio of the record's step 0.01 [s], got "
                                          "0.0314159"),
    (lambda t: resample(Table([0.0, 1.0, 3.0], [0, 1, 0]), 0.5),
     "resample: samples must be evenly spaced in time, got steps from 1 to 2 s"),
])
def test_what_is_refused(make, message):
    with pytest.raises(InputError) as error:
        make(wave(1.0))
    assert str(error.value) == message
