"""A displacement that is sampled and joined by straight lines: what jumps, and by how much."""

import math

import numpy as np
import pytest

from drystone.validate.cases import spandrel_arch_1hz
from drystone.validate.sampled import SampledDisplacementSine

MOTION = SampledDisplacementSine(0.05, 1.0, 0.01, 6.0)


def test_it_meets_the_sine_at_its_samples_and_is_straight_between():
    t = 0.01 * np.arange(600)
    assert MOTION.displacement(t) == pytest.approx(0.05 * np.sin(2.0 * math.pi * t), abs=1e-15)
    middle = 0.5 * (MOTION.displacement(t[:-1]) + MOTION.displacement(t[1:]))
    assert MOTION.displacement(t[:-1] + 0.005) == pytest.approx(middle, abs=1e-15)
    assert MOTION.acceleration(0.123) == 0.0 and MOTION.displacement(-1.0) == MOTION.velocity(-1.0) == 0.0


def test_the_velocity_jumps_at_the_start_and_by_the_acceleration_times_the_step_at_samples():
    """First slope 0.05 sin(2 pi 0.01)/0.01; then jumps of a(t) step to second order in the step, 20 mm/s at 0.2 g."""
    assert MOTION.initial_velocity == pytest.approx(5.0 * math.sin(0.02 * math.pi))
    times, jumps = np.array(MOTION.velocity_jumps).T
    assert len(times) == 600 and jumps[0] == MOTION.initial_velocity
    exact = -0.05 * (2.0 * math.pi) ** 2 * np.sin(2.0 * math.pi * times[1:]) * 0.01
    assert jumps[1:] == pytest.approx(exact, abs=1e-3 * 0.02)
    assert MOTION.velocity_increment(0.0, 0.05) == pytest.approx(jumps[1:6].sum())


@pytest.mark.parametrize("k", [1, 37, 123, 599])
def test_a_sample_belongs_to_the_line_that_follows_whatever_its_last_bit(k):
    following = MOTION.velocity(0.01 * k + 0.005)
    for t in (np.nextafter(0.01 * k, 0.0), 0.01 * k, np.nextafter(0.01 * k, 1e3)):
        assert MOTION.velocity(float(t)) == following


def test_the_runs_at_1_hz_have_the_published_amplitude_and_the_jumps_that_are_asked_for():
    motions = {run.ground: run.motion() for run in spandrel_arch_1hz.RUNS}
    assert set(motions) == {"acceleration", "displacement", "sampled"}
    jump, applied = motions["displacement"]
    assert applied == "supports" and jump.initial_velocity == pytest.approx(0.312, abs=1e-3)
    sampled, applied = motions["sampled"]
    later = [abs(size) for _, size in sampled.velocity_jumps[1:]]
    assert applied == "supports" and max(later) == pytest.approx(0.2 * 9.81 * 0.01, rel=1e-3)
    assert motions["acceleration"][0].initial_velocity == 0.0
    assert {run.stiffness for run in spandrel_arch_1hz.RUNS} == {None, 5e8}
