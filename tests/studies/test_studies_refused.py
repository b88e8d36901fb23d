"""Tables whose likelihood has no maximum, and values that break a rule: each with its exact message."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from studies_tables import IM, stripes

from drystone.errors import InputError
from drystone.studies.fragility import Capacities, Cloud, Hazard, Runs, Stripes, fit_fragility
from drystone.studies.fragility.existence import has_maximum

NONE = "fit: the likelihood has no maximum: "


def refused(table, message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$") as caught:
        fit_fragility(table)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(("failures", "words"), [
    ([0, 0, 0, 0, 0, 0], "none of 264 runs collapsed (all 0), the greatest im is 2.5 g"),
    ([44, 44, 44, 44, 44, 44], "all of 264 runs collapsed (all 1), the least im is 0.5 g"),
    ([0, 0, 0, 44, 44, 44], "separable, all 0 up to im 1 g and all 1 from im 1.5 g, so that beta tends to 0"),
    ([0, 0, 7, 44, 44, 44], "one mixed stripe, im 1 g, with all 0 below and all 1 above, so that beta tends to 0"),
    ([0, 0, 0, 0, 0, 7], "one mixed stripe, im 2.5 g, with all 0 below and nothing above, so that beta tends to 0"),
    ([7, 44, 44, 44, 44, 44], "one mixed stripe, im 0.5 g, with nothing below and all 1 above, so that beta tends to "
                              "0"),
    ([44, 44, 7, 0, 0, 0], "collapses only up to im 1 g, all 0 above: shares fall as im grows"),
])
def test_stripes_without_a_maximum(failures, words):
    refused(stripes(failures), NONE + words)


def test_one_intensity_says_nothing_of_beta():
    refused({"im": [1.0, 1.0], "failures": [3, 5], "runs": [10, 10], "unit": "g"},
            NONE + "all 20 runs have the same im, 1 g, which says nothing of beta")


def test_shares_that_fall():
    refused({"im": [1.0, 2.0], "failures": [8, 2], "runs": [10, 10]},
            "fit: the share of collapses does not grow with im: 1/beta at the maximum of the likelihood must be > 0 "
            "[-], got -2.428")


@pytest.mark.parametrize(("im", "censored", "words"), [
    ([1.0, 1.2], [1, 1], "none of 2 records collapsed (all 0), the greatest im is 1.2"),
    ([1.0], [0], "all 1 records have the same im, 1, which says nothing of beta"),
    ([1.0, 0.8], [0, 1], "all capacities are 1 and none is censored above it, so that beta tends to 0"),
])
def test_capacities_without_a_maximum(im, censored, words):
    refused(Capacities(im=im, censored=censored), NONE + words)


def test_one_capacity_and_one_censored_above_it_have_a_maximum():
    fit = fit_fragility(Capacities(im=[1.0, 1.5], censored=[0, 1]))
    assert 1.0 < fit.theta < 3.0 and fit.beta > 0.0


def test_states_without_a_maximum():
    states = ("slight", "collapse")
    refused(Runs(im=[0.5, 1.0, 2.0], state=[0, 2, 2], states=states),
            NONE + "no run ended in state 1 (slight); join it with the next one")
    refused(Runs(im=[0.5, 1.0, 2.0], state=[0, 1, 2], states=states),
            NONE + "separable, im alone tells in which of the 3 states a run ends, so that beta tends to 0")
    refused(Runs(im=[1.0, 1.0, 1.0], state=[0, 1, 2], states=states),
            NONE + "all 3 runs have the same im, 1, which says nothing of beta")


def test_clouds_without_a_maximum():
    im = np.array([0.5, 1.0, 2.0, 3.0])
    refused(Cloud(im=im, edp=im**2, collapsed=np.zeros(4), limit=1.0),
            NONE + "ln EDP is a straight line in ln im, so that beta tends to 0")
    refused(Cloud(im=im, edp=im, collapsed=[0, 0, 1, 1], limit=1.0),
            "fit: a cloud needs at least 3 runs with edp at different im, got 2 at 2 intensities")


@pytest.mark.parametrize(("columns", "message"), [
    ({"im": [1.0, -2.0], "failures": [1, 2], "runs": [4, 4]}, "fit: row 2: im must be finite and > 0 [-], got -2.0"),
    ({"im": [1.0, np.nan], "failures": [1, 2], "runs": [4, 4]}, "fit: row 2: im must be finite and > 0 [-], got nan"),
    ({"im": [1.0, 2.0], "failures": [1, 5], "runs": [4, 4]}, "fit: row 2: failures must be <= runs, got 5 of 4"),
    ({"im": [1.0, 2.0], "failures": [1, 2.5], "runs": [4, 4]},
     "fit: row 2: failures must be a whole number >= 0 [-], got 2.5"),
    ({"im": [1.0, 2.0], "failures": [1, 2], "runs": [4, 0]}, "fit: row 2: runs must be a whole number >= 1 [-], got 0"),
    ({"im": [1.0, 2.0], "failures": [1], "runs": [4, 4]}, "fit: failures must have one value a row, 2, got shape (1,)"),
    ({"im": [], "failures": [], "runs": []}, "fit: table must have at least one row, got none"),
    ({"im": [1.0, 2.0], "collapsed": [0, 2]}, "fit: row 2: state must be a whole number from 0 to 1 [-], got 2"),
    ({"im": [1.0, 2.0], "record": ["a", "b"]},
     "fit: table must have failures and runs, collapsed, state, censored or edp, got im, record"),
    ({"im": [1.0, 2.0], "failures": [1, 2]},
     "fit: table of stripes: missing 1 required keyword-only argument: 'runs'"),
    ({"im": [1.0, 2.0], "censored": [0, 1], "covariates": {"duration": [1.0, 0.0]}},
     "fit: row 2: duration must be finite and > 0 [-], got 0.0"),
])
def test_values_that_break_a_rule(columns, message):
    refused(columns, message)


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0, float("nan")])
def test_levels_out_of_range(level):
    with pytest.raises(InputError, match=r"^fit: level must be finite and > 0 and < 1 \[-\], got"):
        fit_fragility(stripes(), level=level)


def test_hazard_curves_that_break_a_rule():
    with pytest.raises(InputError, match=r"^hazard: needs at least 2 points, one rate an im, got 1 and 1$"):
        Hazard([1.0], [1e-3])
    with pytest.raises(InputError, match=r"^hazard: point 2: im must be finite and > 1 \[-\], got 0.5$"):
        Hazard([1.0, 0.5], [1e-3, 1e-4])
    with pytest.raises(InputError, match=r"^hazard: point 2: rate must be finite and > 0 and < 0.001 \[1/year\], "
                                         r"got 0.01$"):
        Hazard([1.0, 2.0], [1e-3, 1e-2])


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 4)), min_size=2, max_size=6))
def test_a_table_is_fitted_if_and_only_if_it_has_a_maximum(rows):
    """Whatever the counts: a finite fit or a refusal; at a fit the likelihood falls in every direction."""
    failures, runs = np.array([min(k, n) for k, n in rows]), np.array([n for _, n in rows])
    table = Stripes(im=IM[:len(rows)], failures=failures, runs=runs)
    below, above, exact = (part[None] for part in table.counts())
    try:
        fit = fit_fragility(table)
    except InputError as error:
        assert ("no maximum" in str(error)) == (not has_maximum(table.im, below, above, exact)[0])
        return
    likelihood = fit.fitted.problem.likelihood
    for step in ([1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]):
        assert likelihood(fit.coefficients[None] + 1e-3 * np.array([step]))[0][0] < fit.log_likelihood
    low, high = fit.interval("beta")
    assert low < fit.beta < high


def test_level_shares_are_refused_whatever_the_rounding():
    refused({"im": [1.0, 2.0, 3.0], "failures": [5, 5, 5], "runs": [10, 10, 10]},
            "fit: the share of collapses does not grow with im: 1/beta at the maximum of the likelihood must be > 0 "
            "[-], got 0")
