"""The references of the cases against numbers found elsewhere, so that a judge cannot drift with what it judges."""

import math

import numpy as np
import pytest

from drystone.motion import Harmonic, Rectangular
from drystone.rocking import RockingBlock, overturning_amplitude, overturning_duration
from drystone.validate import tolerances as t
from drystone.validate.rocking_errors import RockingRun
from drystone.validate.scenes import ferris_wall, oppenheim_arch, rocking_block

G = t.GRAVITY


def test_housner_reference_is_the_high_precision_solution():
    """Impact times and peaks at 15 degrees from an independent quadrature of the energy integral."""
    times = [1.121671927, 2.135670085, 2.897456015, 3.511441139, 4.021721384, 4.453081076]
    peaks = np.radians([8.534038381, 5.939441911, 4.307728257, 3.186383233, 2.384055378])
    history = RockingRun(0.6, 2.0, 2.0, 1e-3, "midpoint", tilt_deg=15.0).reference(6.0)
    np.testing.assert_allclose(history.impact_time[:6], times, atol=1e-9)
    np.testing.assert_allclose(np.abs(history.peak_angle[:5]), peaks, atol=1e-10)


def test_wall_reference():
    run = RockingRun(0.5, 3.5, 0.6, 1e-3, "midpoint", motion=Rectangular(0.2 * G, 0.15))
    assert run.reference(2.0).max_angle == pytest.approx(0.00378869560334, rel=1e-9)
    block = RockingBlock(0.5, 3.5, G)
    assert block.housner_restitution == pytest.approx(t.WALL_RESTITUTION, abs=1e-15)
    limit = overturning_duration(block, lambda d: Rectangular(0.2 * G, d), 0.55, 0.68, 1e-6, scan=4)
    assert 0.5 * (limit.safe + limit.overturning) == pytest.approx(t.WALL_CRITICAL_DURATION, abs=5e-6)


def test_portioli_reference():
    block = RockingBlock(0.2, 1.0, G)
    assert block.uplift_acceleration == pytest.approx(t.PORTIOLI_INITIATION * G)
    rectangular = overturning_amplitude(block, lambda a: Rectangular(a, 1.0), 0.2 * G, 0.21 * G, 1e-5 * G, scan=2)
    assert rectangular.safe / G == pytest.approx(0.204501, abs=2e-5)
    assert t.PORTIOLI_RECTANGULAR == pytest.approx(0.204501, abs=1e-5)
    sine = overturning_amplitude(block, lambda a: Harmonic(a, 1.0, cycles=1.0), 0.23 * G, 0.245 * G, 1e-5 * G, scan=2)
    assert sine.safe / G == pytest.approx(0.236626, abs=2e-5)
    assert t.PORTIOLI_SINE == pytest.approx(0.236626, abs=3e-5)


def test_tolerances_are_those_that_were_agreed():
    assert t.HOUSNER_TIMES == {1e-3: 0.0005, 1e-4: 0.0001} and t.HOUSNER_PEAKS == {1e-3: 0.002, 1e-4: 0.0005}
    assert t.EULER_ORDER == (0.85, 1.15) and t.DEFAULT_ORDER == 1.5 and t.DEFAULT_GAIN == 20.0
    assert (t.BLOCK3D_PEAK_S, t.ARCH_PEAK_S, t.WALL_PEAK, t.WALL_DURATION_S) == (0.05, 0.05, 0.005, 0.005)
    assert (t.RESTITUTION_AT_1MS, t.PORTIOLI_G, t.PORTIOLI_PERIOD, t.FERRIS_G) == (0.01, 0.001, 0.02, 0.001)
    assert (t.PORTIOLI_QP, t.SPANDREL_START_G, t.LIMIT_SPANDREL_REL, t.LIMIT_ARCH_WALL_REL) == (1e-4, 0.005, 0.01, 0.1)


def test_scenes_are_the_structures_of_the_sources():
    block = rocking_block(0.6, 2.0, friction=2.0, tilt_deg=15.0)
    rise = math.hypot(0.3, 1.0) * math.cos(math.atan(0.3) - math.radians(15.0)) - 1.0
    assert block.initial_position[0, 2] == pytest.approx(1.0 + rise, abs=1e-12)
    assert block.initial_position[0, 0] > 0.0
    arch = oppenheim_arch()
    assert int((~arch.is_support).sum()) == 7
    wall = ferris_wall()
    free = ~wall.is_support
    area = 1.6 * 1.925 - 0.4 * 0.875
    assert int(free.sum()) == 46
    assert wall.mass[free].sum() * G == pytest.approx(1000.0 * area)
    assert wall.planar_axis == 1
