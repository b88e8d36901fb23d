"""Laws that every motion obeys: its integrals are those of its acceleration, exactly and over any interval."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

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

SAMPLES = Table([0.2, 0.3, 0.35, 0.7, 1.3], [0.5, -2.0, 3.0, 1.0, -1.5], "zero")

MOTIONS = {
    "rectangular": Rectangular(1.7, 0.62),
    "constant": Constant(-2.5),
    "biphasic": Biphasic(-3.0, 0.3, 1.5, 0.6),
    "half_sine": HalfSine(2.0, 0.8),
    "one_sine": OneSine(-8.0, 0.25),
    "harmonic": Harmonic(3.0, 1.3, 0.7),
    "harmonic_cut": Harmonic(3.0, 1.3, -2.0, 1.6),
    "ground_displacement_sine": GroundDisplacementSine(0.05, 1.0),
    "cycloidal_a": Cycloidal("A", 0.4, 0.9),
    "cycloidal_b": Cycloidal("B", -0.4, 0.9),
    "ricker": Ricker(4.0, 0.5, True),
    "ricker_anti": Ricker(4.0, 0.5, False),
    "table": SAMPLES,
    "scaled": Scaled(SAMPLES, -0.3),
    "delayed": Delayed(OneSine(5.0, 0.2), 0.37),
    "delayed_jump": Scaled(Delayed(GroundDisplacementSine(0.05, 1.0), 0.4), -2.0),
}

each = pytest.mark.parametrize("motion", MOTIONS.values(), ids=MOTIONS)
times = st.floats(-0.5, 3.0)


def _integral(f, a, b, motion):
    """Quadrature between the breaks, where the integrand is smooth."""
    cuts = [a, *(t for t in motion.breaks if a < t < b), b]
    return sum(quad(f, x, y, epsabs=1e-13, epsrel=1e-12, limit=200)[0] for x, y in pairwise(cuts))


@each
def test_velocity_and_displacement_are_integrals(motion):
    """Against adaptive quadrature; tolerance: a thousand times what the quadrature is asked for."""
    jumps = motion.velocity_jumps
    for t in (0.11, 0.45, 0.9, 1.7, 2.6):
        jumped = sum(size for at, size in jumps if at <= t)
        assert motion.velocity(t) == pytest.approx(_integral(motion.acceleration, 0.0, t, motion) + jumped,
                                                   rel=1e-10, abs=1e-10)
        assert motion.displacement(t) == pytest.approx(_integral(motion.velocity, 0.0, t, motion),
                                                       rel=1e-10, abs=1e-10)


@each
@given(t0=times, t1=times, t2=times)
def test_increments_add_up(motion, t0, t1, t2):
    """From t0 to t2 is from t0 to t1 and on to t2, in any order of the three: 1e-13 is rounding."""
    scale = 1.0 + 3.0 * motion.peak + abs(motion.initial_velocity)
    for f in (motion.velocity_increment, motion.displacement_increment):
        assert f(t0, t1) + f(t1, t2) == pytest.approx(f(t0, t2), abs=1e-13 * scale * 3.0)
    assert motion.velocity_increment(t0, t1) == pytest.approx(motion.velocity(t1) - motion.velocity(t0),
                                                              abs=1e-13 * scale)
    assert motion.displacement_increment(t0, t1) == pytest.approx(
        motion.displacement(t1) - motion.displacement(t0), abs=1e-13 * scale * 3.0)


@each
def test_short_intervals_keep_their_digits(motion):
    """Over h = 1e-7 s the mean is the mid value up to (w h)^2/24 < 1e-11; differences would keep 8 digits.

    A delay shifts both times and so rounds the interval itself, to 1e-16/1e-7.
    """
    tolerance = 1e-8 if isinstance(getattr(motion, "motion", motion), Delayed) or isinstance(motion, Delayed) \
        else 1e-11
    for t in np.linspace(0.013, 1.27, 23).tolist():
        t1 = t + 1e-7
        middle = 0.5 * (t + t1)
        if any(abs(t - cut) < 1e-6 for cut in motion.breaks):
            continue
        h = t1 - t
        assert motion.velocity_increment(t, t1) / h == pytest.approx(
            motion.acceleration(middle), rel=tolerance, abs=tolerance * 1e-2 * motion.peak)
        assert motion.displacement_increment(t, t1) / h == pytest.approx(
            motion.velocity(middle), rel=tolerance, abs=tolerance * motion.peak)


@each
def test_nothing_before_the_start_and_no_force_after_the_end(motion):
    for f in (motion.acceleration, motion.velocity, motion.displacement):
        assert f(-0.1) == 0.0
    if math.isfinite(motion.duration):
        late = motion.duration + 1.0
        assert motion.acceleration(late) == 0.0
        assert motion.velocity(late) == pytest.approx(motion.velocity(motion.duration), rel=1e-15)
        gained = motion.displacement_increment(late, late + 2.0)
        assert gained == pytest.approx(2.0 * motion.velocity(late), rel=1e-14)
        assert motion.displacement_increment(motion.duration, motion.duration + 1e-9) == pytest.approx(
            1e-9 * motion.velocity(late), rel=1e-6)


@each
def test_floats_give_floats_and_arrays_give_arrays(motion):
    t = np.linspace(-0.2, 2.4, 27)
    for f in (motion.acceleration, motion.velocity, motion.displacement):
        assert isinstance(f(0.3), float)
        values = f(t)
        assert isinstance(values, np.ndarray) and values.shape == t.shape
        assert values == pytest.approx([f(float(x)) for x in t], rel=1e-14, abs=1e-15)
    for f in (motion.velocity_increment, motion.displacement_increment):
        assert isinstance(f(0.1, 0.2), float)
        steps = f(t[:-1], t[1:])
        assert steps == pytest.approx([f(float(a), float(b)) for a, b in pairwise(t)], rel=1e-13, abs=1e-15)
        assert f(0.0, t).shape == t.shape


@each
def test_peak_is_reached_and_never_exceeded(motion):
    """On 40001 samples over 2 s the crest is missed by (w dt)^2/8 < 1e-6 at most."""
    t = np.concatenate((np.linspace(0.0, 2.0, 40001), [b for b in motion.breaks], [motion.duration
                       if math.isfinite(motion.duration) else 0.0]))
    inside = np.abs(motion.acceleration(t))
    near = max(inside.max(), *(abs(motion.acceleration(math.nextafter(b, -1.0))) for b in motion.breaks))
    assert inside.max() <= motion.peak * (1.0 + 1e-14)
    assert near == pytest.approx(motion.peak, rel=1e-6)


@each
def test_breaks_increase_and_lie_within(motion):
    assert list(motion.breaks) == sorted(set(motion.breaks))
    assert motion.breaks[0] >= 0.0 and motion.breaks[-1] <= motion.duration
