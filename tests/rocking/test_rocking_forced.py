"""Rocking under ground motions: reference histories, uplift, signs, jumps."""

from __future__ import annotations

import math

import numpy as np
import pytest

from drystone.motion import (
    Biphasic,
    Constant,
    Delayed,
    GroundDisplacementSine,
    HalfSine,
    Harmonic,
    OneSine,
    Rectangular,
    Scaled,
    Table,
)
from drystone.rocking import RockingBlock, RockingSettings, peak_after_impact, rock
from drystone.rocking.ground import Ground

G = 9.81
WALL = RockingBlock(0.5, 3.5, G)
SMALL = RockingBlock(0.2, 1.0, G)

# rectangular pulse 0.20 g x 0.15 s on the wall, by another program: impacts [s], peaks [s] and [rad]
WALL_IMPACTS = {0.95: [0.327189517459, 0.544803912151, 0.751207467729, 0.947009366571, 1.13278103112],
                None: [0.327189517459, 0.549540753265, 0.765003172034, 0.973803209812, 1.17615867895]}
WALL_PEAK_TIMES = {0.95: [0.212451727241, 0.435996714805, 0.64800568994],
                   None: [0.212451727241, 0.438365135362, 0.657271962649]}
WALL_PEAKS = {0.95: [-0.00378869560334, 0.00341476709828, -0.00307815580986],
              None: [-0.00378869560334, 0.0035619175228, -0.00334887880135]}
WALL_SPEEDS = {0.95: [0.0663392766832, -0.063022312849, 0.0598711972065],
               None: [0.0663392766832, -0.0643490983827, 0.0624186254312]}


@pytest.mark.parametrize("restitution", [0.95, None])
def test_wall_rocks_and_recovers(restitution):
    run = rock(WALL, duration=1.2, ground=Rectangular(0.2 * G, 0.15), restitution=restitution)
    assert run.impact_time == pytest.approx(WALL_IMPACTS[restitution], abs=1e-9)
    assert run.peak_time[:3] == pytest.approx(WALL_PEAK_TIMES[restitution], abs=1e-9)
    assert run.peak_angle[:3] == pytest.approx(WALL_PEAKS[restitution], abs=1e-11)
    assert run.omega_before[:3] == pytest.approx(WALL_SPEEDS[restitution], abs=1e-10)
    assert run.uplift_time == 0.0
    assert run.max_angle == pytest.approx(0.00378869560334, abs=1e-11)


def test_wall_comes_to_rest():
    run = rock(WALL, duration=6.0, ground=Rectangular(0.2 * G, 0.15), restitution=0.95,
               settings=RockingSettings(rest_angle=1e-7))
    assert run.status == "rest"
    assert run.rest_time == pytest.approx(4.634128, abs=1e-4)   # of a run that went on to 1e-10 rad
    theta, omega = run.sample([0.8, 1.6, 2.4])
    assert theta == pytest.approx([0.00207852729, 0.0012653315, 0.00079423563], abs=1e-11)
    assert omega == pytest.approx([0.0283905875, -0.0257537859, -0.0150781453], abs=1e-9)


def test_wall_overturns():
    run = rock(WALL, duration=5.0, ground=Rectangular(0.2 * G, 0.62))
    assert run.is_overturned
    assert run.overturn_time == pytest.approx(4.09942066109, abs=1e-8)
    theta, omega = run.sample([0.8, 1.6, 2.4, 3.2, 4.0])
    assert theta == pytest.approx([-0.0803663041, -0.138627499, -0.186068628, -0.379459527, -1.3249808], abs=1e-8)
    assert omega == pytest.approx([-0.13277851, -0.0438407319, -0.0999842549, -0.485451308, -2.27570782], abs=1e-8)


@pytest.mark.parametrize("amplitude, impact, peak", [(0.201, 1.16740304916, -0.0227819754803),
                                                     (0.203, 1.44643725215, -0.0824072728105),
                                                     (0.204, 1.75318183966, -0.130772569344)])
def test_small_block_below_the_overturning_amplitude(amplitude, impact, peak):
    run = rock(SMALL, duration=1.8, ground=Rectangular(amplitude * G, 1.0))
    assert run.impact_time[0] == pytest.approx(impact, abs=1e-8)
    assert run.peak_angle[0] == pytest.approx(peak, abs=1e-9)


def test_slender_block_under_constant_push_follows_cosh():
    """theta'' = p^2 (theta - (a/g - alpha)) from rest: theta = -(a/g - alpha)(cosh pt - 1).

    The terms left out are alpha^2/2 of those kept, times a/(a - alpha g) = 2: 1e-4.
    """
    slender = RockingBlock.from_p_alpha(3.0, 0.01, G)
    run = rock(slender, duration=0.2, ground=Constant(0.02 * G))
    t = np.linspace(0.05, 0.2, 9)
    assert run.sample(t)[0] == pytest.approx(-0.01 * (np.cosh(3.0 * t) - 1.0), rel=4e-4)


@pytest.mark.parametrize("amplitude", [0.1999, 0.2001])
def test_uplift_needs_g_tan_alpha(amplitude):
    run = rock(SMALL, duration=0.5, ground=Rectangular(amplitude * G, 0.3))
    assert (run.uplift_time is not None) == (amplitude > 0.2)
    wave = rock(SMALL, duration=0.5, ground=HalfSine(amplitude * G, 0.4))
    assert (wave.uplift_time is not None) == (amplitude > 0.2)


def test_uplift_time_of_a_sine():
    """A sin(wt) passes g tan(alpha) at t = asin(g tan(alpha)/A)/w."""
    run = rock(SMALL, duration=0.4, ground=OneSine(0.3 * G, 0.5))
    assert run.uplift_time == pytest.approx(math.asin(0.2 / 0.3) / (2.0 * math.pi), abs=1e-14)
    assert (run.sample(np.linspace(0.0, run.uplift_time, 7))[0] == 0.0).all()


def test_crest_between_samples_is_found():
    """A crest that exceeds the level for 0.2 ms only, while the ground is looked at every 10 ms."""
    wave = Harmonic(0.2 * G * (1.0 + 1e-7), 1.0 / 1.037)
    run = rock(SMALL, duration=0.3, ground=wave, settings=RockingSettings(scan_step=0.01))
    assert run.uplift_time == pytest.approx(0.25 * 1.037, abs=2e-4)


def test_signs():
    """Ground towards +x: the top stays behind, theta < 0. Turning the motion round mirrors the run."""
    ground = OneSine(0.3 * G, 0.3)
    one = rock(SMALL, duration=1.0, ground=ground)
    other = rock(SMALL, duration=1.0, ground=Scaled(ground, -1.0))
    assert one.sample(one.uplift_time + 0.05)[0] < 0.0
    assert other.peak_angle == pytest.approx(-one.peak_angle, rel=1e-12)


def test_delay_only_shifts():
    ground = Rectangular(0.3 * G, 0.2)
    now = rock(SMALL, duration=1.0, ground=ground)
    later = rock(SMALL, duration=1.75, ground=Delayed(ground, 0.75))
    assert later.impact_time == pytest.approx(now.impact_time + 0.75, abs=1e-9)
    assert later.uplift_time == 0.75


def test_ends_of_a_stretch_take_the_values_from_inside():
    """A step that ends on a jump must not see what comes after it."""
    ground = Ground(Biphasic(2.0, 0.3, -1.0, 0.6))
    first, second, still = ground.within(0.0, 0.3), ground.within(0.3, 0.3 + 0.6), ground.within(0.3 + 0.6, 2.0)
    assert (first(0.0), first(0.3), second(0.3), second(0.3 + 0.6), still(0.3 + 0.6)) == (2.0, 2.0, -1.0, -1.0, 0.0)
    assert ground.stretch_end(0.0, 5.0) == 0.3
    assert ground.stretch_end(0.3, 0.5) == 0.5
    assert ground.stretch_end(1.0, 5.0) == 5.0


def test_function_of_time_serves_as_ground():
    wave = Harmonic(0.3 * G, 1.0)
    one = rock(SMALL, duration=1.3, ground=wave)
    two = rock(SMALL, duration=1.3, ground=lambda t: 0.3 * G * math.sin(2.0 * math.pi * t))
    assert len(one.impact_time) > 0
    assert two.impact_time == pytest.approx(one.impact_time, abs=1e-9)


def test_table_of_a_triangle_is_integrated_between_its_kinks():
    """The same triangle with samples added on its sides is the same motion: nothing but rounding differs."""
    few = Table([0.0, 0.2, 0.4], [0.0, 0.35 * G, 0.0], "zero")
    t = np.linspace(0.0, 0.4, 33)
    many = Table(t, few.acceleration(t), "zero")
    one, two = rock(SMALL, duration=1.5, ground=few), rock(SMALL, duration=1.5, ground=many)
    assert len(one.impact_time) >= 2
    assert two.impact_time == pytest.approx(one.impact_time, abs=1e-9)
    assert one.uplift_time == pytest.approx(0.2 * 0.2 / 0.35, abs=1e-14)


def test_jump_of_the_ground_velocity_turns_the_block():
    """A jump v gives omega = -3 v cos(alpha)/(4 R), and with it the peak that the energy allows.

    A huge acceleration over a short time does the same, to first order in that time.
    """
    ground = GroundDisplacementSine(1e-9, 0.1 / 1e-9 / (2.0 * math.pi) * 1e-3)   # v = 1e-4 m/s
    run = rock(SMALL, duration=1e-6, ground=ground)
    omega = -0.75 * ground.initial_velocity * math.cos(SMALL.alpha) / SMALL.R
    assert float(run.sample(0.0)[1]) == pytest.approx(omega, rel=1e-12)
    late = rock(SMALL, duration=0.3, ground=Delayed(GroundDisplacementSine(0.02, 1.0), 0.1))
    assert late.uplift_time == 0.1
    speed = 0.75 * 0.02 * 2.0 * math.pi * math.cos(SMALL.alpha) / SMALL.R
    assert float(late.sample(0.1)[1]) == pytest.approx(-speed, rel=1e-12)
    kick = rock(SMALL, duration=0.4, ground=Rectangular(0.2 / 1e-6, 1e-6))
    assert kick.max_angle == pytest.approx(
        peak_after_impact(SMALL, 0.75 * 0.2 * math.cos(SMALL.alpha) / SMALL.R), rel=1e-4)


def test_block_comes_to_rest_and_is_lifted_again():
    """Two pulses far apart: the second run-up is that of a block at rest."""
    pulse = Rectangular(0.3 * G, 0.05)
    first = rock(SMALL, duration=3.0, ground=pulse, restitution=0.5)
    assert first.status == "rest"
    t = np.array([0.0, 0.05, 0.050001, 2.0, 2.000001, 2.05, 2.050001])
    pair = Table(t, np.array([0.3, 0.3, 0.0, 0.0, 0.3, 0.3, 0.0]) * G, "zero")
    both = rock(SMALL, duration=5.0, ground=pair, restitution=0.5)
    count = len(both.impact_time) // 2
    assert both.impact_time[count:] - 2.0 == pytest.approx(both.impact_time[:count], abs=5e-6)
    assert both.status == "rest"
    assert both.rest_time == pytest.approx(2.0 + first.rest_time, abs=5e-6)
