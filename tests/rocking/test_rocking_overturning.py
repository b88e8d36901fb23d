"""Overturning limits and spectra."""

from __future__ import annotations

import numpy as np
import pytest

from drystone.errors import InputError
from drystone.motion import Cycloidal, HalfSine, Harmonic, OneSine, Rectangular
from drystone.rocking import (
    RockingBlock,
    overturning_amplitude,
    overturning_duration,
    overturns,
    rock,
    rocking_spectrum,
)

G = 9.81
WALL = RockingBlock(0.5, 3.5, G)
SMALL = RockingBlock(0.2, 1.0, G)


def brackets(limit, value):
    """The limit lies between what was found safe and what was found to overturn; 1e-6 is its printed digits."""
    return limit.safe - 1e-6 <= value <= limit.overturning + 1e-6


def test_critical_duration_of_the_wall():
    limit = overturning_duration(WALL, lambda d: Rectangular(0.2 * G, d), 0.5, 0.7, 1e-6, scan=2)
    assert brackets(limit, 0.613962)
    assert limit.overturning - limit.safe <= 1e-6


def test_least_amplitude_for_the_wall():
    """0.199024 g at 0.62 s, from the energy integral."""
    assert not overturns(WALL, Rectangular(0.199023 * G, 0.62))
    assert overturns(WALL, Rectangular(0.199025 * G, 0.62))


@pytest.mark.parametrize("make, restitution, limit", [
    (lambda a: Rectangular(a * G, 1.0), None, 0.204501271),
    (lambda a: HalfSine(a * G, 1.0), None, 0.248754588),
    (lambda a: OneSine(a * G, 0.5), None, 0.236625827),
    (lambda a: OneSine(a * G, 0.5), 0.925, 0.236905752),
    (lambda a: OneSine(a * G, 1.0), None, 0.217562167),
    (lambda a: Cycloidal("B", a * G / (2.0 * np.pi), 1.0), 0.925, 0.235041223),
])
def test_least_amplitude_for_the_small_block(make, restitution, limit):
    """Reference limits [g], found by scanning and bisecting to 1e-8 with another program."""
    assert not overturns(SMALL, make(limit - 1e-7), restitution)
    assert overturns(SMALL, make(limit + 1e-7), restitution)


def test_amplitude_search_finds_the_first_change():
    limit = overturning_amplitude(SMALL, lambda a: OneSine(a, 0.5), 0.21 * G, 0.27 * G, 1e-4 * G, scan=6)
    assert limit.safe <= 0.236625827 * G <= limit.overturning
    assert limit.scan_overturns.tolist() == [False, False, False, True]
    assert not limit.has_islands


def test_safe_island():
    """A full sine overturns after one impact, then, stronger, without any; between them lies a safe strip."""
    block = RockingBlock.from_p_alpha(2.14, 0.25, G)
    limit = overturning_amplitude(block, lambda a: OneSine(a, 0.3), 0.5 * G, 2.0 * G, 0.01 * G, scan=15, scan_all=True)
    assert limit.has_islands
    strip = limit.scan_value[~limit.scan_overturns & (limit.scan_value > limit.overturning)]
    assert strip == pytest.approx(np.array([1.7, 1.8]) * G)
    assert [len(rock(block, duration=10.0, ground=OneSine(a * G, 0.3)).impact_time) for a in (1.0, 1.9)] == [1, 0]


def test_until_decided_agrees_with_the_long_run():
    for amplitude in (0.22, 0.236, 0.24, 0.3):
        ground = OneSine(amplitude * G, 0.5)
        assert rock(SMALL, duration=15.0, ground=ground).is_overturned == overturns(SMALL, ground)


def test_spectrum_rows_are_single_runs():
    """Greatest angle found at once from the energy is that of the full run; small blocks overturn."""
    motion = OneSine(3.5, 0.4)
    p = [0.8, 1.2, 1.6, 2.0, 4.0]
    spectrum = rocking_spectrum(p, 0.2, motion, gravity=G)
    for k, value in enumerate(p):
        run = rock(RockingBlock.from_p_alpha(value, 0.2, G), duration=12.0, ground=motion)
        assert spectrum.max_ratio[k] == pytest.approx(run.max_ratio(), rel=1e-9)
    assert spectrum.is_overturned.tolist() == [False, False, False, True, True]
    assert spectrum.inverse_p == pytest.approx(1.0 / np.array(p))
    quiet = rocking_spectrum([1.0], 0.2, OneSine(1.0, 0.4), gravity=G)
    assert quiet.max_ratio.tolist() == [0.0]


@pytest.mark.parametrize("make, text", [
    (lambda: overturns(SMALL, Harmonic(1.0, 1.0)),
     "overturning: ground must end, or its outcome is never decided, got "
     "Harmonic(amplitude=1.0, frequency=1.0, phase=0.0, cycles=None)"),
    (lambda: overturning_amplitude(SMALL, lambda a: Rectangular(a, 1.0), 3.0, 4.0, 0.1, scan=2),
     "overturning amplitude: low must be safe [m/s2], got 3.0, which overturns"),
    (lambda: overturning_duration(SMALL, lambda d: Rectangular(1.0, d), 0.1, 0.2, 0.1, scan=1),
     "overturning duration: some value up to high must overturn [s], got none up to 0.2"),
    (lambda: overturning_duration(SMALL, lambda d: Rectangular(1.0, d), 0.2, 0.1, 0.1),
     "overturning duration: high must be finite and > 0.2 [s], got 0.1"),
])
def test_what_is_refused(make, text):
    with pytest.raises(InputError) as error:
        make()
    assert str(error.value) == text
