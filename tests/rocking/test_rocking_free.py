"""Free rocking: against the energy integral, closed forms and reference numbers found by another program."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from drystone.errors import InputError
from drystone.rocking import (
    RockingBlock,
    RockingSettings,
    impact_speed,
    peak_after_impact,
    quarter_time,
    rock,
    slender_quarter_time,
)

G = 9.81
HOUSNER = RockingBlock(0.6, 2.0, G)
SMALL = RockingBlock(0.2, 1.0, G)

# quadrature of the energy integral; printed to 12 digits
HOUSNER_IMPACTS = [1.12167192692, 2.13567008473, 2.89745601501, 3.51144113913, 4.0217213839, 4.45308107613,
                   4.82159259097, 5.13862235349]
HOUSNER_PEAKS = [0.148947068232, 0.103662817074, 0.0751840413655, 0.0556128786404, 0.0416096158992,
                 0.0313611527035, 0.0237543505448, 0.0180553179593]
HOUSNER_SPEEDS = [0.766952272027, 0.671962770446, 0.588738023647]
SMALL_IMPACTS = {0.925: [0.0858808357452, 0.243951956125, 0.389538865248, 0.523716238725],
                 None: [0.0858808357452, 0.247092646589, 0.398475110708, 0.540686913749]}


@pytest.fixture(scope="module")
def released():
    return rock(HOUSNER, duration=8.0, theta0=math.radians(15.0))


def test_block_of_the_free_rocking_case():
    assert HOUSNER.alpha == pytest.approx(0.291456794478, abs=1e-12)
    assert HOUSNER.R == pytest.approx(1.04403065089, abs=1e-11)
    assert HOUSNER.p == pytest.approx(2.65465758498, abs=1e-11)
    assert HOUSNER.uplift_acceleration == pytest.approx(0.3 * G, rel=1e-15)


@pytest.mark.parametrize("block, e", [(HOUSNER, 0.876146788991), (RockingBlock(0.5, 3.5, G), 0.97),
                                      (SMALL, 0.942307692308)])
def test_housner_restitution(block, e):
    """1 - 3/2 sin^2 alpha is also (1 + 3 cos 2 alpha)/4."""
    assert block.housner_restitution == pytest.approx(e, abs=1e-12)
    assert block.housner_restitution == pytest.approx((1.0 + 3.0 * math.cos(2.0 * block.alpha)) / 4.0, rel=1e-14)


def test_housner_restitution_conserves_momentum_about_the_new_corner():
    """Turning about one corner, the momentum about the other, over that of turning about it."""
    b, h = 0.3, 1.0
    before = (b * b + h * h) / 3.0 + (h * h - b * b)   # spin, and the moment of the linear momentum
    assert HOUSNER.housner_restitution == pytest.approx(before / (4.0 / 3.0 * (b * b + h * h)), rel=1e-15)
    assert RockingBlock(2.0, 1.0, G).housner_restitution == 0.0


def test_impacts_and_peaks_after_release(released):
    """1e-9: the integrator keeps 1e-12 per step."""
    assert released.impact_time[:8] == pytest.approx(HOUSNER_IMPACTS, abs=1e-9)
    assert released.peak_angle[:8] == pytest.approx([-x if k % 2 == 0 else x for k, x in enumerate(HOUSNER_PEAKS)],
                                                    abs=1e-10)
    assert np.abs(released.omega_before[:3]) == pytest.approx(HOUSNER_SPEEDS, abs=1e-10)
    assert released.omega_after == pytest.approx(HOUSNER.housner_restitution * released.omega_before, rel=1e-15)
    assert released.max_angle == math.radians(15.0)
    assert released.uplift_time == 0.0
    assert not released.is_overturned


def test_motion_dies_out_in_finite_time(released):
    """All impacts summed by the energy integral, down to 1e-9 rad and then as a geometric series.

    Below 1e-9 rad a bounce is a parabola up to the share angle/alpha of its length.
    """
    t, angle, e = 0.0, math.radians(15.0), HOUSNER.housner_restitution
    while angle > 1e-9:
        t += quarter_time(HOUSNER, angle)
        speed = e * impact_speed(HOUSNER, angle)
        angle = peak_after_impact(HOUSNER, speed)
        t += quarter_time(HOUSNER, angle)
    pull = HOUSNER.p**2 * math.sin(HOUSNER.alpha)
    t += speed / pull + 2.0 * e * speed / pull / (1.0 - e)
    assert released.status == "rest"
    assert released.rest_time == pytest.approx(t, abs=1e-9)
    assert released.rest_time == pytest.approx(7.295155943, abs=6e-6)   # a sum cut at 1e-13 rad, 5e-6 s early
    assert released.sample(7.5) == (0.0, 0.0)


def test_energy_is_kept_between_impacts_and_lost_at_them(released):
    """Kinetic energy falls by e^2 at an impact: 0.767633 for this block; 1e-10: some 50 steps of 1e-12."""
    rest = HOUSNER.compute_energy(0.0, 0.0)
    times = [0.0, *released.impact_time[:6]]
    levels = []
    for start, end in pairwise(times):
        energy = HOUSNER.compute_energy(*released.sample(np.linspace(start, end, 50)[:-1]))
        assert np.ptp(energy) < 1e-10 * (energy[0] - rest)
        levels.append(energy[0] - rest)
    assert levels[0] / G == pytest.approx(0.0435715398198, abs=1e-11)
    assert np.divide(levels[1:], levels[:-1]) == pytest.approx(HOUSNER.housner_restitution**2, rel=1e-9)


@pytest.mark.parametrize("restitution", [0.925, None])
def test_small_block_from_a_hundredth(restitution):
    run = rock(SMALL, duration=0.6, theta0=-0.01, restitution=restitution)
    assert run.impact_time == pytest.approx(SMALL_IMPACTS[restitution], abs=1e-9)
    assert run.status == "rocking"


@pytest.mark.parametrize("angle, time, peak", [(math.radians(15.0), 1.12167192692, 0.148947068232)])
def test_energy_integral_agrees_with_reference(angle, time, peak):
    assert quarter_time(HOUSNER, angle) == pytest.approx(time, abs=1e-11)
    after = HOUSNER.housner_restitution * impact_speed(HOUSNER, angle)
    assert peak_after_impact(HOUSNER, after) == pytest.approx(peak, abs=1e-12)
    assert peak_after_impact(HOUSNER, 2.0 * HOUSNER.p * math.sin(HOUSNER.alpha / 2.0) * 1.0000001) == math.inf


def test_slender_blocks_follow_cosh():
    """With sines as angles theta = alpha - (alpha - theta0) cosh pt; the sine errs by alpha^2/6 = 1.7e-5."""
    slender = RockingBlock.from_p_alpha(3.0, 0.01, G)
    theta0 = 0.004
    run = rock(slender, duration=2.0, theta0=theta0, restitution=0.9)
    t = np.linspace(0.0, 0.99 * run.impact_time[0], 30)
    theta, omega = run.sample(t)
    assert theta == pytest.approx(0.01 - (0.01 - theta0) * np.cosh(3.0 * t), abs=2e-5 * 0.01)
    assert omega == pytest.approx(-(0.01 - theta0) * 3.0 * np.sinh(3.0 * t), abs=1e-4 * 0.01)
    assert run.impact_time[0] == pytest.approx(slender_quarter_time(slender, theta0), rel=3e-5)
    # peak after impact, Housner's closed form: 1 - sqrt(1 - e^2 (1 - (1 - x)^2))
    x = 1.0 - math.sqrt(1.0 - 0.81 * (1.0 - 0.6**2))
    assert abs(run.peak_angle[0]) / 0.01 == pytest.approx(x, rel=3e-5)


def test_block_from_p_and_alpha_has_them():
    block = RockingBlock.from_p_alpha(2.14, 0.25, 9.8)
    assert (block.p, block.alpha) == pytest.approx((2.14, 0.25), rel=1e-14)


def test_perfect_restitution_never_stops():
    """With e = 1 every peak is the first: 20 bounces, each exact to the integrator."""
    run = rock(SMALL, duration=3.4, theta0=0.01, restitution=1.0)
    assert len(run.impact_time) == 20
    assert np.abs(run.peak_angle) == pytest.approx(0.01, rel=1e-9)
    assert np.diff(run.impact_time) == pytest.approx(2.0 * quarter_time(SMALL, 0.01), rel=1e-9)


def test_no_restitution_stops_at_the_first_impact():
    run = rock(SMALL, duration=1.0, theta0=0.01, restitution=0.0)
    assert len(run.impact_time) == 1
    assert run.status == "rest"
    assert run.rest_time == run.impact_time[0]


def test_release_beyond_alpha_overturns():
    run = rock(SMALL, duration=10.0, theta0=1.01 * SMALL.alpha)
    assert run.is_overturned
    assert run.max_angle == math.pi / 2.0
    assert run.end_time == run.overturn_time
    assert float(run.sample(run.end_time)[0]) == pytest.approx(math.pi / 2.0, abs=1e-9)


@pytest.mark.parametrize("factor, status", [(0.999, "safe"), (1.001, "overturned")])
def test_pushed_with_just_less_or_more_than_it_takes(factor, status):
    """Over the corner needs omega = 2 p sin(alpha/2); until_decided tells at once, the full run agrees."""
    push = factor * 2.0 * SMALL.p * math.sin(SMALL.alpha / 2.0)
    quick = rock(SMALL, duration=20.0, omega0=push, settings=RockingSettings(until_decided=True))
    assert quick.status == status
    assert quick.end_time == 0.0
    full = rock(SMALL, duration=20.0, omega0=push)
    assert full.is_overturned == quick.is_overturned
    assert full.max_angle == pytest.approx(quick.max_angle, rel=1e-9)


@pytest.mark.parametrize("omega0", [-0.3, 0.3])
def test_outcome_told_early_gives_the_greatest_angle_of_the_full_run(omega0):
    """Pushed down, the block loses at the impact before it reaches its greatest angle on the other side."""
    quick = rock(SMALL, duration=9.0, theta0=0.002, omega0=omega0, settings=RockingSettings(until_decided=True))
    full = rock(SMALL, duration=9.0, theta0=0.002, omega0=omega0)
    assert quick.status == "safe"
    assert quick.max_angle > 0.002
    assert quick.max_angle == pytest.approx(full.max_angle, rel=1e-10)


def test_block_left_alone_stays():
    run = rock(SMALL, duration=2.0)
    assert (run.status, run.uplift_time, run.rest_time, run.max_angle) == ("rest", None, None, 0.0)
    theta, omega = run.sample(np.linspace(0.0, 2.0, 5))
    assert not theta.any() and not omega.any()


@pytest.mark.parametrize("make, text", [
    (lambda: RockingBlock(0.0, 1.0, G), "rocking block: width must be finite and > 0 [m], got 0.0"),
    (lambda: RockingBlock.from_p_alpha(1.0, 2.0, G), "rocking block: alpha must be < pi/2 [rad], got 2.0"),
    (lambda: rock(SMALL, duration=math.inf), "rocking: duration must be finite and > 0 [s], got inf"),
    (lambda: rock(SMALL, duration=1.0, restitution=1.1),
     "rocking: restitution must be finite and >= 0 and <= 1 [-], got 1.1"),
    (lambda: rock(SMALL, duration=1.0, ground=3.0),
     "rocking: ground must be a motion, a function of time or None, got 3.0"),
    (lambda: rock(SMALL, duration=1.0).sample(2.0), "rocking history: time must be within 0 and 1 [s], got 2.0"),
    (lambda: quarter_time(SMALL, 0.3), f"free rocking: angle must be < alpha {SMALL.alpha:g} [rad], got 0.3"),
])
def test_what_is_refused(make, text):
    with pytest.raises(InputError) as error:
        make()
    assert str(error.value) == text
