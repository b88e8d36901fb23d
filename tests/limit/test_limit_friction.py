"""Friction without dilatancy: known answers, both values, the path, and a word where it does not converge."""

import math

import numpy as np
import pytest
from limit_scenes import block, stack, wall

from drystone.errors import InputError
from drystone.limit import nonassociative
from drystone.limit.live import acceleration
from drystone.limit.nonassociative import non_associative_analysis
from drystone.validate.scenes import ferris_wall


def test_hinges_and_single_slips_do_not_depend_on_dilatancy():
    """Where the normal forces follow from equilibrium alone both rules agree: a block that turns, one that slides."""
    for friction, expected in ((0.7, 0.25), (0.15, 0.15)):
        model = block(0.5, 2.0, friction=friction, planar=True)
        result = non_associative_analysis(model, acceleration(model, "+x"))
        assert result.associative.alpha == pytest.approx(expected, rel=1e-8)
        assert result.spread == pytest.approx((expected, expected), rel=1e-3)
        assert all(path.converged for path in result.paths)
        assert [path.start for path in result.paths] == ["associative limit", "dead load", "random 1", "random 2"]


def test_sliding_lifts_only_with_dilatancy():
    """A block that slides at friction 0.15: it rises at 0.15 of its speed by the associative rule, not by the other."""
    model = block(0.5, 2.0, friction=0.15, planar=True)
    result = non_associative_analysis(model, acceleration(model, "+x"), starts=1)
    for mechanism, rise in ((result.associative.mechanism, 0.15), (result.mechanism, 0.0)):
        assert mechanism[0, 0] > 0.5
        assert mechanism[0, 2] == pytest.approx(rise * mechanism[0, 0], abs=1e-9)


def test_the_wall_of_ferris_and_tin_loi():
    """Published 0.356 without dilatancy, 0.404 with."""
    model = ferris_wall()
    result = non_associative_analysis(model, acceleration(model, "+x"), starts=2)
    assert result.associative.alpha == pytest.approx(0.4036941, rel=1e-6)
    assert result.alpha == pytest.approx(0.356, rel=0.03)
    assert result.alpha < result.associative.alpha
    assert result.checks.work < 1e-6 and result.checks.complementarity < 1e-6
    # Coulomb's law holds at the end: shear within friction times the normal force of the same answer
    eq = result.associative.equilibrium
    shear, normal = np.abs(result.force[:, 1]), result.force[:, 0]
    assert (shear - eq.friction * normal).max() < 2e-3 * normal.max()


def test_in_space_both_values_are_reported():
    model = wall(friction=0.4)
    result = non_associative_analysis(model, acceleration(model, "+x"), starts=1)
    assert result.paths[0].converged
    assert result.alpha <= result.associative.alpha * (1 + 1e-6)


def test_a_sequence_that_does_not_settle_says_so():
    model = ferris_wall()
    result = non_associative_analysis(model, acceleration(model, "+x"), starts=1, max_rounds=2)
    assert math.isnan(result.alpha) and result.converged == () and result.checks is None
    assert not result.paths[0].converged and len(result.paths[0].alphas) == 2
    assert result.paths[0].outcome == "did not converge: still changing"
    assert all(math.isnan(x) for x in result.spread)
    assert result.associative.alpha == pytest.approx(0.4036941, rel=1e-6)


def test_random_starts_can_be_repeated():
    model = stack(3, friction=0.3)
    paths = [non_associative_analysis(model, acceleration(model, "+x"), seed=s).paths for s in (5, 5)]
    assert paths[0] == paths[1]


def test_unbounded_stays_unbounded():
    model = stack(2)
    result = non_associative_analysis(model, acceleration(model, "-z"))
    assert result.alpha == math.inf and result.paths == ()


def test_bad_settings():
    model = stack(2)
    with pytest.raises(InputError, match="non-associative: starts must be a whole number >= 1"):
        non_associative_analysis(model, acceleration(model, "+x"), starts=0)
    with pytest.raises(InputError, match="non-associative: tolerance must be finite and > 0"):
        non_associative_analysis(model, acceleration(model, "+x"), tolerance=0.0)


def test_starts_with_too_little_strength(monkeypatch):
    """A block on a slope of 0.5 with friction 0.6, from half the strengths that it needs.

    Pushed down the slope the first multiplier is negative, and the path recovers; lifted, no multiplier helps.
    """
    model = block(4.0, 0.4, friction=0.6, planar=True, gravity=(0.5 * 9.81, 0.0, -9.81))
    unit = math.hypot(0.5, 1.0)     # alpha is in units of the whole gravity

    def half(first, dead, count, rng):
        yield "half", 0.5 * first.force[:, 0]

    monkeypatch.setattr(nonassociative, "_starts", half)
    pushed = non_associative_analysis(model, acceleration(model, "+x"))
    assert pushed.associative.alpha == pytest.approx(0.1 / unit, rel=1e-8)
    assert pushed.paths[0].alphas[0] < 0.0 and pushed.alpha == pytest.approx(0.1 / unit, rel=1e-3)
    lifted = non_associative_analysis(model, acceleration(model, "+z"))
    assert lifted.associative.alpha == pytest.approx(1.0 / 6.0 / unit, rel=1e-8)     # 0.5 = 0.6 (1 - alpha)
    assert math.isnan(lifted.alpha) and lifted.paths[0].alphas == ()
    assert lifted.paths[0].outcome == "did not converge: no equilibrium with the strengths of round 1"
