"""Peaks, zero crossings, impacts: exact on parabolas and lines, of known order on sines, silent on noise."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drystone.analysis.order import fit_order
from drystone.analysis.peaks import find_peaks, find_zero_crossings, impact_times, peak_angles
from drystone.errors import InputError


@given(top=st.floats(0.31, 0.69), height=st.floats(-5.0, 5.0), bend=st.floats(0.1, 50.0),
       seed=st.integers(0, 99))
def test_peak_of_a_parabola_is_exact_on_uneven_samples(top, height, bend, seed):
    """Three points fix a parabola, so interpolation leaves rounding only."""
    steps = np.random.default_rng(seed).uniform(0.5, 1.5, 40)
    time = np.cumsum(steps) / steps.sum()
    peaks = find_peaks(time, height - bend * (time - top) ** 2)
    assert peaks.count == 1
    # rounding of the values, 1e-16 |height|, over the curvature and the squared step (about 1/40)
    assert peaks.time[0] == pytest.approx(top, abs=1e-14 * (abs(height) + bend) / bend * 40 + 1e-13)
    assert peaks.height[0] == pytest.approx(height, abs=1e-12 * (1 + abs(height) + bend))


def test_peaks_of_a_cosine_converge():
    """Height error of the parabola is O(h^4), time error O(h^3) or better; all five peaks are found."""
    steps, time_errors, height_errors = [], [], []
    for count in (160, 320, 640, 1280):
        time = np.linspace(-0.31, 4.71, count)
        peaks = find_peaks(time, np.cos(2 * np.pi * time))
        assert peaks.count == 5
        steps.append(time[1] - time[0])
        time_errors.append(np.abs(peaks.time - np.arange(5)).max())
        height_errors.append(np.abs(peaks.height - 1.0).max())
    assert fit_order(steps, height_errors).order > 3.5
    assert fit_order(steps, time_errors).order > 2.5


def test_flat_tops_count_once_and_ends_never():
    time = np.arange(9.0)
    assert find_peaks(time, [5, 1, 2, 2, 2, 0, 3, 3, 9]).time.tolist() == [3.0]
    two = find_peaks(time[:6], [0, 1, 2, 2, 1, 0])
    assert two.time.tolist() == [2.5]
    assert two.height[0] == pytest.approx(2.125)     # the parabola through 1, 2, 2
    assert find_peaks([0.0], [1.0]).count == 0
    assert find_peaks([], []).count == 0


def test_least_and_window_leave_out_small_and_near_peaks():
    time = np.arange(9.0)
    value = np.array([0, 3, 0, 4, 0, 1, 0, 2, 0.0])
    assert find_peaks(time, value).time.tolist() == [1, 3, 5, 7]
    assert find_peaks(time, value, least=2.0).time.tolist() == [1, 3, 7]
    assert find_peaks(time, value, window=3.0).time.tolist() == [3, 7]


def test_zero_crossings_of_lines_are_exact():
    time = np.array([0.0, 1.0, 3.0, 4.0])
    found = find_zero_crossings(time, [-1.0, 3.0, -1.0, 1.0])
    assert found.time.tolist() == [0.25, 2.5, 3.5]
    assert found.direction.tolist() == [1, -1, 1]
    assert found.before.tolist() == [0, 1, 2]


@pytest.mark.parametrize("value, times", [
    ([1, 0, -1], [1.0]),               # a sample on zero
    ([1, 0, 0, -1], [1.5]),            # the middle of several
    ([1, 0, 1], []),                   # touches
    ([0, 1, 2], []),                   # starts on zero
    ([1, 0, 0], []),                   # ends on it
    ([0, 0, 0], []),
    ([-1, 0, 0, -1, 1], [3.5]),
])
def test_samples_on_zero(value, times):
    assert find_zero_crossings(np.arange(float(len(value))), value).time.tolist() == times


def test_noise_within_the_band_does_not_cross():
    rng = np.random.default_rng(3)
    time = np.linspace(0.0, 2.0, 400)
    value = np.where(time < 1.0, np.cos(2 * np.pi * time), 0.0) + 1e-12 * rng.normal(size=400)
    assert find_zero_crossings(time, value).count > 50
    assert find_zero_crossings(time, value, least=1e-9).time == pytest.approx([0.25, 0.75], abs=1e-4)


@given(zero=st.floats(0.2, 0.8), ratio=st.floats(0.3, 1.0), speed=st.floats(0.5, 2.0),
       bend=st.floats(-0.4, 0.4))
def test_extrapolated_impact_is_exact_where_the_speed_jumps(zero, ratio, speed, bend):
    """Before the impact a parabola, after it a line with `ratio` of its speed: only the first counts."""
    time = np.linspace(0.0, 1.0, 41)
    before = speed * (zero - time) + bend * (zero - time) ** 2
    value = np.where(time < zero, before, ratio * speed * (zero - time))
    found = impact_times(time, value, method="extrapolated")
    assert found == pytest.approx([zero], abs=1e-9)
    linear = impact_times(time, value)
    assert linear == pytest.approx([zero], abs=time[1])


def test_peak_after_each_impact():
    """Half sines that alternate and shrink by 0.7: one peak each, none for the half that is cut off."""
    time = np.linspace(0.0, 5.3, 2000)
    half = np.floor(time)
    angle = 0.1 * 0.7 ** half * np.sin(np.pi * (time - half)) * (-1) ** half
    peaks = peak_angles(time, angle)
    # the first half sine has no impact before it, the sixth no turning point before the end
    assert peaks.height == pytest.approx(0.1 * 0.7 ** np.arange(1, 5), rel=1e-5)
    assert peaks.time == pytest.approx(np.arange(1, 5) + 0.5, abs=1e-5)


def test_overturning_has_no_peak_after_its_last_impact():
    time = np.linspace(0.0, 3.0, 301)
    angle = np.where(time < 1.0, np.sin(np.pi * time), -(time - 1.0) ** 2 - 0.1 * (time - 1.0))
    assert impact_times(time, angle, least=1e-6) == pytest.approx([1.0], abs=0.01)
    assert peak_angles(time, angle, least=1e-6).count == 0


@pytest.mark.parametrize("time, value, message", [
    ([0, 1], [0, 1, 2],
     "find_peaks: time and value must be two rows of one length, got shapes (2,) and (3,)"),
    ([0, 1, 1], [0, 1, 2], "find_peaks: time must rise [s], got 1.0 and then 1.0"),
    ([0, 1], [0, np.nan], "find_peaks: time and value must be finite, got time 1.0, value nan at sample 1"),
])
def test_bad_histories_are_refused(time, value, message):
    with pytest.raises(InputError) as error:
        find_peaks(time, value)
    assert str(error.value) == message


def test_unknown_method_is_refused():
    with pytest.raises(InputError) as error:
        impact_times([0.0, 1.0], [1.0, -1.0], method="cubic")
    assert str(error.value) == "find_zero_crossings: method must be one of linear, extrapolated, got 'cubic'"
