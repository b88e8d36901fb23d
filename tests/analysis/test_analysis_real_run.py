"""From a simulation to its numbers: impacts and peaks of a free rocking block."""

import numpy as np
import pytest
from scipy.integrate import quad

from drystone.analysis import balance_error, impact_times, is_at_rest, peak_angles, rocking_angle
from drystone.model.assembly import Assembly
from drystone.patterns import single
from drystone.simulation.run import run

HALF_WIDTH, HALF_HEIGHT, GRAVITY, START = 0.25, 1.0, 9.81, np.radians(8.0)
DT = 2e-3


def exact_motion() -> tuple[float, float]:
    """Time of the first impact [s] and first peak after it [rad] of a block that does not slide.

    About a corner, 2/3 R w^2 = g (cos(alpha - start) - cos(alpha - angle)); with angle = start (1 - s^2) the
    integrand of time is smooth. An inelastic impact keeps the share (1 - 3/2 sin^2 alpha)^2 of the energy.
    """
    radius, alpha = np.hypot(HALF_WIDTH, HALF_HEIGHT), np.arctan(HALF_WIDTH / HALF_HEIGHT)

    def integrand(s):
        angle = START * (1.0 - s * s)
        # cos(alpha - start) - cos(alpha - angle) as a product, exact near the start
        drop = 2.0 * np.sin(alpha - 0.5 * (angle + START)) * np.sin(0.5 * (START - angle))
        return 2.0 * START * s / np.sqrt(1.5 * GRAVITY / radius * drop)

    time = quad(integrand, 1e-9, 1.0)[0]
    kept = (1.0 - 1.5 * np.sin(alpha) ** 2) ** 2
    rise = np.cos(alpha - START) - np.cos(alpha)          # height of the start above upright, by R
    peak = alpha - np.arccos(np.cos(alpha) + kept * rise)
    return float(time), float(peak)


def test_impact_and_peak_of_a_rocking_block():
    assembly = Assembly("block", gravity=GRAVITY)
    assembly.material("stone", density=2000.0)
    assembly.joint("dry", friction=1.0)
    assembly.add_pattern(single((2 * HALF_WIDTH, 0.5, 2 * HALF_HEIGHT)), material="stone")
    assembly.add_ground(0.0)
    assembly.tilt("block", angle_deg=8.0, axis="y", about=(HALF_WIDTH, 0.0, 0.0))
    result = run(assembly, duration=1.2, dt=DT, output={"frames": 1})
    time, angle = result.frames.time, rocking_angle(result, "block", "y")
    impact, peak = exact_motion()
    assert angle[0] == pytest.approx(START, abs=1e-12)
    # the straight line across the impact errs by (1 - e)/4 = 0.022 steps at most, the scheme by O(dt^2)
    assert impact_times(time, angle, least=1e-6)[0] == pytest.approx(impact, abs=0.03 * DT)
    assert peak_angles(time, angle, least=1e-6).height[0] == pytest.approx(peak, rel=1e-3)
    assert balance_error(result) < 1e-10
    assert not is_at_rest(result, speed=1e-3)
