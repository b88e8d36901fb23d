"""Rocking of a block against the event-driven solution of Housner's equation."""

import itertools

import numpy as np
import pytest
from scenes import G, March, tilted_block

from drystone.engines.nscd.constraints import CLOSED_BAND
from drystone.rocking import RockingBlock, rock


def angles(march: March) -> np.ndarray:
    """Signed tilt about y of the block, from its orientation [rad]."""
    q = np.array([state.orientation[march.block()] for state in march.states])
    return 2.0 * np.arctan2(q[:, 2], q[:, 0])


def impacts_and_peaks(time, theta, count):
    """Interpolated zeros of theta, and the greatest |theta| between two of them (parabola through three samples)."""
    crossing = np.nonzero(np.sign(theta[1:]) != np.sign(theta[:-1]))[0][:count]
    impacts = time[crossing] - theta[crossing] * (time[crossing + 1] - time[crossing]) / (
        theta[crossing + 1] - theta[crossing])
    peaks = []
    for first, last in itertools.pairwise(crossing):
        piece = np.abs(theta[first:last])
        k = int(np.argmax(piece))
        below, top, above = piece[k - 1], piece[k], piece[k + 1]
        peaks.append(top - (above - below) ** 2 / (8 * (above - 2 * top + below)))
    return impacts, np.array(peaks)


def exact(angle_deg):
    history = rock(RockingBlock(0.6, 2.0, G), theta0=np.radians(angle_deg), duration=5.4)
    return history.impact_time[:6], np.abs(history.peak_angle[:5])


@pytest.mark.parametrize("angle_deg", [14.6, 15.0, 15.4])
def test_default_scheme_at_1_ms_meets_the_exact_rocking(angle_deg):
    """First six impact times within 0.05 %, five peaks within 0.2 %."""
    march = March(tilted_block(angle_deg), 1e-3).go(5000)
    impacts, peaks = impacts_and_peaks(np.arange(5001) * 1e-3, angles(march), 6)
    exact_impacts, exact_peaks = exact(angle_deg)
    assert impacts == pytest.approx(exact_impacts, rel=5e-4)
    assert peaks == pytest.approx(exact_peaks, rel=2e-3)


@pytest.mark.slow
def test_published_scheme_loses_in_proportion_to_the_step():
    """Mean error of the first three impact times of `euler` over four start angles falls with order 1 +- 0.25."""
    errors = []
    steps = (4e-3, 2e-3, 1e-3)
    for dt in steps:
        error = []
        for angle_deg in (14.7, 14.9, 15.1, 15.3):
            march = March(tilted_block(angle_deg), dt, scheme="euler").go(round(3.2 / dt))
            impacts, _ = impacts_and_peaks(np.arange(len(march.states)) * dt, angles(march), 3)
            error.append(np.abs(impacts / exact(angle_deg)[0][:3] - 1).mean())
        errors.append(np.mean(error))
    order = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert order == pytest.approx(1.0, abs=0.25)


def test_rocking_block_comes_to_exact_rest():
    """The exact motion ends at 7.295 s; after 8 s nothing moves at all.

    It may rest on an edge and a joint that counts as closed: the tilt is at most that of a gap of 0.1 a0 dt^2 over the
    width. Where between the two it ends is chance: a start angle that differs by 1e-6 degrees ends elsewhere.
    """
    dt = 2e-3
    march = March(tilted_block(15.0), dt).go(4000)
    assert np.abs(march.state.twist).max() == 0.0
    assert np.abs(angles(march)[-1]) <= CLOSED_BAND * G * dt**2 / 0.6
