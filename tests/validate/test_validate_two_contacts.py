"""The programme of two contacts is right by itself, and the engine's theta scheme is the same method."""

import math

import numpy as np
import pytest

from drystone.rocking import RockingBlock, rock
from drystone.validate.case import spread_holds
from drystone.validate.cases import portioli_block
from drystone.validate.tolerances import GRAVITY, PORTIOLI_QP
from drystone.validate.two_contacts import TwoContactBlock, _smallest_change


def test_the_active_set_that_is_found_fulfils_the_conditions_of_karush_kuhn_and_tucker():
    """The answer is no farther from the free change than any admissible one drawn at random."""
    random = np.random.default_rng(3)
    inertia = np.array([1.0, 1.0, 0.09])
    for _ in range(50):
        rows, gaps, free = random.normal(size=(4, 3)), random.uniform(0.0, 1.0, 4), random.normal(size=3)
        best = _smallest_change(rows, gaps, free, inertia)
        assert (gaps + rows @ best >= -1e-10).all()
        others = random.normal(size=(2000, 3)) * 2.0
        others = others[(gaps + others @ rows.T >= 0.0).all(axis=1)]
        assert (((others - free) ** 2) @ inertia >= ((best - free) ** 2) @ inertia - 1e-10).all()


def test_a_block_at_rest_stays_and_one_beyond_its_corner_falls():
    block = TwoContactBlock(0.2, 1.0, 0.7, 0.7, 2e-3, GRAVITY)
    assert np.abs(block.rock(0.0, 0.1)[1]).max() < 1e-12
    alpha = math.atan2(0.2, 1.0)
    assert block.rock(1.01 * alpha, 1.0)[1][-1] > 1.1 * alpha and block.rock(0.99 * alpha, 1.0)[1][-1] < 0.98 * alpha


def test_the_swing_to_the_first_impact_tends_to_the_exact_one_in_proportion_to_dt():
    exact = float(rock(RockingBlock(0.2, 1.0, GRAVITY), duration=1.0, theta0=0.05).impact_time[0])
    errors = []
    for dt in (2e-3, 1e-3):
        time, angle = TwoContactBlock(0.2, 1.0, 0.7, 0.7, dt, GRAVITY).rock(0.05, 1.2 * exact)
        k = int(np.argmax(angle < 0.0))
        errors.append(time[k - 1] + dt * angle[k - 1] / (angle[k - 1] - angle[k]) - exact)
    # theta 0.7 is first order: theta - 1/2 = 0.2 of a step early or so, and half as much at half the step
    assert abs(errors[0]) < 2e-3 and errors[1] == pytest.approx(0.5 * errors[0], rel=0.5)


def test_the_engine_is_the_same_method():
    engine, reference = portioli_block.both_ways(0.01)
    for key in ("quarter", "cycle", "restitution"):
        assert getattr(engine, key) == pytest.approx(getattr(reference, key), rel=PORTIOLI_QP)
    # theta 1 is another method: the comparison can fail
    assert portioli_block.free_rocking("theta 1").quarter != pytest.approx(reference.quarter, rel=PORTIOLI_QP)


def test_a_spread_holds_its_reference_or_not():
    assert spread_holds("x", 0.925, [0.93, 0.89], "s").ok
    assert spread_holds("x", 0.925, [0.93, 0.89], "s").computed == "0.89 .. 0.93"
    assert spread_holds("x", 0.94, [0.93, 0.89], "s").ok is False
    assert spread_holds("x", 0.925, [0.93, math.nan], "s").ok is False
