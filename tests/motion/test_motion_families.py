"""Each family against its own closed form, and what it refuses."""

from __future__ import annotations

import dataclasses
import math
import pickle

import numpy as np
import pytest

from drystone.errors import InputError
from drystone.motion import (
    Biphasic,
    Constant,
    Cycloidal,
    Delayed,
    GroundDisplacementSine,
    HalfSine,
    Harmonic,
    OneSine,
    Rectangular,
    Ricker,
    Scaled,
    Table,
)


def test_rectangular_jumps_are_exact():
    """A step across the end of the pulse takes exactly the part before it."""
    motion = Rectangular(2.0, 0.5)
    assert motion.acceleration(0.0) == 2.0
    assert motion.acceleration(math.nextafter(0.5, 0.0)) == 2.0
    assert motion.acceleration(0.5) == 0.0
    assert motion.velocity_increment(0.25, 0.75) == 0.5
    assert motion.displacement(1.5) == 0.25 + 1.0
    assert motion.breaks == (0.0, 0.5)


def test_biphasic_that_balances_ends_at_rest():
    motion = Biphasic(-4.0, 0.25, 2.0, 0.5)
    assert motion.velocity(0.25) == -1.0
    assert motion.velocity(motion.duration) == 0.0
    assert motion.displacement(0.75) == pytest.approx(-0.125 - 0.25, rel=1e-15)
    assert motion.acceleration(0.25) == 2.0
    assert motion.breaks == (0.0, 0.25, 0.75)


def test_half_and_full_sine():
    """Half: velocity 2 A d/pi. Full: back to rest, displaced by A (2 tp)^2/(2 pi)."""
    assert HalfSine(3.0, 0.4).velocity(1.0) == pytest.approx(2.0 * 3.0 * 0.4 / math.pi, rel=1e-15)
    full = OneSine(3.0, 0.4)
    assert full.duration == 0.8
    assert full.velocity(0.8) == pytest.approx(0.0, abs=1e-15)
    assert full.displacement(5.0) == pytest.approx(3.0 * 0.8**2 / (2.0 * math.pi), rel=1e-14)


def test_first_moments_of_a_sine_keep_their_digits():
    """From rest A sin(wt) displaces by A w t^3/6 (1 - (wt)^2/20 ...): both sides of the change to the series."""
    motion = Harmonic(2.0, 1.0)
    w = 2.0 * math.pi
    for t in (1e-6, 1e-4, 1e-2):
        x = (w * t) ** 2
        series = 2.0 * w * t**3 / 6.0 * (1.0 - x / 20.0 * (1.0 - x / 42.0 * (1.0 - x / 72.0)))
        assert motion.displacement(t) == pytest.approx(series, rel=1e-13, abs=0.0)
    edge = 1.0 / w
    for x in (0.999999, 1.000001):
        assert motion.displacement(edge * x) == pytest.approx(2.0 / w**2 * (x - math.sin(x)), rel=4e-15, abs=0.0)


@pytest.mark.parametrize("pulse_type, end", [("A", 0.5 * 0.6 * 1.2), ("B", 0.0)])
def test_cycloidal_velocity_peak_and_final_displacement(pulse_type, end):
    """Type A ends displaced by v T/2, type B where it began; both reach the stated velocity."""
    motion = Cycloidal(pulse_type, 0.6, 1.2)
    assert motion.velocity(np.linspace(0.0, 1.2, 1201)).max() == pytest.approx(0.6, rel=1e-12)
    assert motion.velocity(2.0) == pytest.approx(0.0, abs=1e-15)
    assert motion.displacement(2.0) == pytest.approx(end, abs=1e-15)


@pytest.mark.parametrize("symmetric", [True, False])
def test_ricker_is_cut_where_nothing_is_left(symmetric):
    """Starts and ends below 1e-8 of the peak, and returns to rest as closely; the crest is the amplitude."""
    motion = Ricker(3.0, 0.8, symmetric)
    t = np.linspace(0.0, motion.duration, 20001)
    a = motion.acceleration(t)
    assert np.abs(a).max() == pytest.approx(3.0, rel=1e-5)
    assert a.max() == pytest.approx(3.0, rel=1e-5)
    assert abs(a[0]) < 1e-8 * 3.0
    assert abs(motion.velocity(10.0)) < 1e-8 * 3.0 * motion.width
    mirrored = motion.acceleration(motion.duration - t[1:-1])
    assert mirrored == pytest.approx((1.0 if symmetric else -1.0) * a[1:-1], abs=1e-12)


def test_ricker_beta_is_the_published_one():
    """The antisymmetric wavelet is usually written with beta = 1.3801."""
    motion = Ricker(1.3801, 2.0 * math.pi / math.sqrt(3.0), False)   # width 1 s
    assert motion.acceleration(7.0 - 1.0) == pytest.approx(2.0 * math.exp(-0.5), rel=2e-5)


def test_displacement_driven_sine_starts_with_a_velocity():
    """Displacement A sin wt: velocity jump A w at t = 0, no drift after 1000 cycles."""
    motion = GroundDisplacementSine(0.05, 2.0)
    w = 4.0 * math.pi
    assert motion.initial_velocity == pytest.approx(0.05 * w, rel=1e-15)
    assert motion.velocity_jumps == ((0.0, motion.initial_velocity),)
    assert motion.velocity_increment(-1e-3, 0.0) == motion.initial_velocity
    assert motion.velocity_increment(0.0, 1e-3) == pytest.approx(-0.05 * w**2 * w * 1e-6 / 2.0, rel=1e-4)
    assert motion.displacement(500.125) == pytest.approx(0.05, rel=1e-12)
    assert motion.peak == pytest.approx(0.05 * w * w, rel=1e-15)


def test_published_ground_amplitude_gives_a_fifth_of_g():
    """A = 0.2 g/(2 pi f)^2 at 1 Hz is 0.049698 m and jumps to 0.3123 m/s."""
    motion = GroundDisplacementSine(0.2 * 9.81 / (4.0 * math.pi**2), 1.0)
    assert motion.amplitude == pytest.approx(0.049698, abs=5e-7)
    assert motion.peak == pytest.approx(0.2 * 9.81, rel=1e-14)
    assert motion.initial_velocity == pytest.approx(0.3123, abs=5e-5)


@pytest.mark.parametrize("phase, cycles, peak", [
    (0.0, None, 2.0), (0.0, 0.25, 2.0), (0.0, 1.0 / 12.0, 1.0),
    (math.pi / 3.0, 1.0 / 24.0, 2.0 * math.sin(5 * math.pi / 12)),
    (0.6 * math.pi, 0.1, 2.0 * math.sin(0.6 * math.pi)), (-0.6 * math.pi, 0.1, 2.0),
])
def test_peak_of_a_short_harmonic(phase, cycles, peak):
    assert Harmonic(2.0, 3.0, phase, cycles).peak == pytest.approx(peak, rel=1e-12)


def test_table_is_linear_between_samples_and_exact():
    motion = Table([0.0, 1.0, 3.0], [0.0, 2.0, -2.0], "zero")
    assert motion.acceleration(np.array([0.5, 1.0, 2.0, 3.0, 3.1])) == pytest.approx([1.0, 2.0, 0.0, -2.0, 0.0])
    assert motion.velocity(3.0) == 1.0
    assert motion.velocity(4.0) == 1.0
    assert motion.displacement(1.0) == pytest.approx(1.0 / 3.0, rel=1e-15)
    assert motion.velocity_increment(0.5, 2.0) == pytest.approx(0.75 + 1.0, rel=1e-15)


def test_table_of_a_rectangle_is_the_rectangle():
    table, pulse = Table([0.0, 0.3, 0.6], [1.5, 1.5, 1.5], "zero"), Rectangular(1.5, 0.6)
    t = np.linspace(-0.1, 1.0, 57)
    assert table.velocity(t) == pytest.approx(pulse.velocity(t), abs=1e-15)
    assert table.displacement(t) == pytest.approx(pulse.displacement(t), abs=1e-15)


def test_table_that_says_nothing_of_later_refuses_to_guess():
    motion = Table([0.0, 1.0], [1.0, 2.0])
    assert motion.acceleration(1.0) == 2.0
    assert motion.velocity_increment(0.5, 1.0 + 1e-10) == pytest.approx(0.875)   # rounding of a last step
    for ask in (lambda: motion.velocity(1.5), lambda: motion.velocity_increment(0.5, np.array([0.7, 1.5])),
                lambda: Scaled(motion, 2.0).acceleration(1.5), lambda: Delayed(motion, 0.25).velocity(1.75)):
        with pytest.raises(InputError, match=r"^motion table: time must be <= 1 \[s\], where the samples end, "
                                             r"unless after is zero, got 1\.5$"):
            ask()


def test_table_cannot_be_changed_from_outside():
    values = np.array([1.0, 2.0])
    motion = Table([0.0, 1.0], values)
    values[0] = 9.0
    assert motion.acceleration(0.0) == 1.0
    with pytest.raises(ValueError, match="read-only"):
        motion.accelerations[0] = 3.0


def test_scaled_and_delayed():
    inner = GroundDisplacementSine(0.1, 1.0)
    late = Delayed(inner, 2.0)
    assert late.initial_velocity == 0.0
    assert late.velocity_jumps == ((2.0, inner.initial_velocity),)
    assert late.velocity_increment(1.9, 2.0) == inner.initial_velocity
    assert late.velocity(1.9) == 0.0
    assert Delayed(inner, 0.0).initial_velocity == inner.initial_velocity
    turned = Scaled(inner, -3.0)
    assert turned.peak == pytest.approx(3.0 * inner.peak)
    assert turned.displacement(0.25) == pytest.approx(-0.3)
    assert Delayed(OneSine(1.0, 0.5), 2.0).breaks == (2.0, 3.0)
    assert Constant(1.0).duration == math.inf


def test_motions_are_frozen_compare_by_value_and_pickle():
    motion = Scaled(OneSine(1.0, 0.5), 2.0)
    assert pickle.loads(pickle.dumps(motion)) == motion
    with pytest.raises(dataclasses.FrozenInstanceError):
        motion.factor = 3.0
    table = Table([0.0, 1.0], [1.0, 2.0], "zero")
    assert pickle.loads(pickle.dumps(table)).velocity(2.0) == table.velocity(2.0)


@pytest.mark.parametrize("make, text", [
    (lambda: Rectangular(math.nan, 1.0), "motion rectangular: amplitude must be finite [m/s2], got nan"),
    (lambda: Rectangular(1.0, 0.0), "motion rectangular: duration must be finite and > 0 [s], got 0.0"),
    (lambda: HalfSine(1.0, -1.0), "motion half_sine: duration must be finite and > 0 [s], got -1.0"),
    (lambda: OneSine("2", 1.0), "motion one_sine: amplitude must be finite [m/s2], got '2'"),
    (lambda: Biphasic(1.0, 0.3, 0.5, 0.6), "motion biphasic: amplitude_2 must have the sign opposite to "
                                           "amplitude_1 1 [m/s2], got 0.5"),
    (lambda: Cycloidal("C", 1.0, 1.0), "motion cycloidal: pulse_type must be one of A, B, got 'C'"),
    (lambda: Ricker(1.0, 1.0, "yes"), "motion ricker: symmetric must be True or False, got 'yes'"),
    (lambda: Harmonic(1.0, 0.0), "motion harmonic: frequency must be finite and > 0 [Hz], got 0.0"),
    (lambda: Harmonic(1.0, 1.0, cycles=0), "motion harmonic: cycles must be finite and > 0 [-], got 0"),
    (lambda: Scaled(2.0, 1.0), "motion scaled: motion must be a motion, got 2.0"),
    (lambda: Delayed(Constant(1.0), -1.0), "motion delayed: delay must be finite and >= 0 [s], got -1.0"),
    (lambda: Table([0.0, 1.0, 1.0], [0, 0, 0]),
     "motion table: times[2] must be greater than the one before 1.0 [s], got 1.0"),
    (lambda: Table([0.0, 1.0], [0.0, math.inf]), "motion table: accelerations[1] must be finite [m/s2], got inf"),
    (lambda: Table([0.0, 1.0], [0.0]), "motion table: times and accelerations must be as many, got 2 and 1"),
    (lambda: Table([0.0], [0.0]), "motion table: times must be at least 2, got 1"),
    (lambda: Table([-0.1, 1.0], [0.0, 1.0]), "motion table: times[0] must be >= 0 [s], got -0.1"),
    (lambda: Table([0.0, 1.0], [0.0, 1.0], "hold"), "motion table: after must be one of zero, got 'hold'"),
])
def test_what_is_refused(make, text):
    with pytest.raises(InputError) as error:
        make()
    assert str(error.value) == text
