"""What varies: lists, ranges with units, draws."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drystone.errors import InputError
from drystone.studies.file.axes import combinations, draw, spaced, spaced_in
from drystone.studies.file.schema import RangeEntry, SamplesEntry, VaryEntry


def _range(**given: object) -> RangeEntry:
    return RangeEntry.model_validate(given)


def _drawn(name: str = "a", **distribution: object) -> VaryEntry:
    return VaryEntry(name=name, set=["gravity"], distribution=distribution)


def test_range_keeps_its_unit_and_round_numbers() -> None:
    assert spaced(_range(first="0.2 g", last="0.6 g", count=3)) == ["0.2 g", "0.4 g", "0.6 g"]
    assert spaced(_range(first=0.1, last=0.3, count=3)) == [0.1, 0.2, 0.3]


def test_log_range_has_equal_ratios() -> None:
    values = spaced_in(_range(first="0.1 s", last="1.6 s", count=5, spacing="log"), "s")
    assert values == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.6], rel=1e-12)


@pytest.mark.parametrize(("given", "message"), [
    ({"first": "1 s", "last": "2 m", "count": 2}, "range: first and last must have the same unit, got '1 s' and '2 m'"),
    ({"first": 0.0, "last": 1.0, "count": 2, "spacing": "log"},
     "range: first and last must be > 0 for spacing: log, got 0 and 1"),
    ({"first": "x", "last": 1.0, "count": 2}, "range: first must be a number, with a unit or without, got 'x'"),
    ({"first": 0.0, "last": 1.0, "count": 1},
     "range: count must be >= 2 where first and last differ [-], got 1")])
def test_bad_ranges(given: dict, message: str) -> None:
    with pytest.raises(InputError) as error:
        spaced(_range(**given))
    assert str(error.value) == message


def test_combinations_are_all_and_in_order() -> None:
    vary = [VaryEntry(name="a", set=["x"], values=[1, 2]), VaryEntry(name="b", set=["y"], values=["p", "q"])]
    assert list(combinations(vary, None)) == [{"a": 1, "b": "p"}, {"a": 1, "b": "q"}, {"a": 2, "b": "p"},
                                              {"a": 2, "b": "q"}]


def test_value_given_twice_is_refused() -> None:
    with pytest.raises(InputError, match=r"values must differ, got 1 twice: it would vary nothing"):
        list(combinations([VaryEntry(name="a", set=["x"], values=[1, 2, 1])], None))


@given(count=st.integers(1, 60), seed=st.integers(0, 2**31))
def test_latin_hypercube_has_one_value_a_stratum(count: int, seed: int) -> None:
    entry = _drawn(kind="uniform", least=2.0, most=5.0)
    values = [c["a"] for c in draw([entry], SamplesEntry(count=count, seed=seed))]
    strata = np.floor((np.array(values) - 2.0) / 3.0 * count).clip(0, count - 1)
    # twelve digits are kept of a value: one at the edge of its stratum may round over it
    assert len(set(strata)) >= count - 1


def test_another_axis_moves_no_draw() -> None:
    samples = SamplesEntry(count=7, seed=3)
    alone = draw([_drawn("a", kind="lognormal", mean=1.0, cov=0.1)], samples)
    other = _drawn("b", kind="uniform", least=0.0, most=1.0)
    both = draw([other, _drawn("a", kind="lognormal", mean=1.0, cov=0.1)], samples)
    assert [c["a"] for c in alone] == [c["a"] for c in both]


def test_draws_have_the_moments_that_were_asked_for() -> None:
    count = 4000
    entry = _drawn(kind="lognormal", mean=2.0, cov=0.3)
    values = np.array([c["a"] for c in draw([entry], SamplesEntry(count=count, seed=1, method="random"))])
    assert values.mean() == pytest.approx(2.0, abs=4.0 * 0.6 / np.sqrt(count))
    # a deviation is off by deviation sqrt((kurtosis - 1) / 4 n); this lognormal has a kurtosis of 4.6
    assert values.std() == pytest.approx(0.6, abs=4.0 * 0.6 * np.sqrt(3.6 / (4 * count)))


def test_bad_distribution_is_told() -> None:
    with pytest.raises(InputError) as error:
        draw([_drawn(kind="uniform", least=1.0)], SamplesEntry(count=2, seed=1))
    assert str(error.value) == "distribution: marginal uniform: needs least and most, or mean and cov; got least"
