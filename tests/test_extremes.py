"""Ties by name: what is shown does not hang on the last bits of a processor."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drystone.extremes import ROUNDED, SOLVED, greatest, least, natural_key, ranked

NAMES = ["stone_10", "stone_2", "a", "stone_2_left", "stone_1"]


def test_names_sort_as_people_sort_them():
    assert sorted(NAMES, key=natural_key) == ["a", "stone_1", "stone_2", "stone_2_left", "stone_10"]
    assert sorted(["x10", "x9", "x09", "10", "b", "9"], key=natural_key) == ["9", "10", "b", "x09", "x9", "x10"]
    assert sorted([("b", "1"), ("a_10", "2"), ("a_9", "3")], key=natural_key)[0] == ("a_9", "3")
    assert sorted(["n" + "9" * 5000, "n1"], key=natural_key)[0] == "n1"     # int() refuses so many digits


def test_extremes_go_by_name_within_their_accuracy():
    values = np.array([1.0, 1.0 - 0.9 * ROUNDED, -3.0, 0.5, 1.0 - 1.1 * ROUNDED])
    assert NAMES[greatest(values, NAMES)] == "stone_2"
    assert NAMES[greatest(values, NAMES, accuracy=SOLVED)] == "stone_1"
    assert NAMES[least(-values, NAMES)] == "stone_2" and NAMES[least(values, NAMES)] == "a"
    assert greatest(values) == 0                                            # without names the first one
    assert NAMES[greatest(values, NAMES, scale=10.0)] == "stone_1"          # differences of values of size 10


def test_what_is_no_number_is_passed_over_and_infinite_ties_are_exact():
    assert greatest([np.nan, 1.0, 2.0]) == 2 and least([np.nan, 1.0, 2.0]) == 1
    assert greatest([1.0, np.inf, np.inf], ["a", "c", "b"]) == 2
    assert greatest([-np.inf, -np.inf], ["b", "a"]) == 1
    assert ranked([np.inf, 1.0, np.nan, np.inf], ["b", "c", "d", "a"]).tolist() == [3, 0, 1, 2]
    assert ranked([]).tolist() == []
    with pytest.raises(ValueError, match="at least one value"):
        greatest([])


def test_an_order_has_runs_of_equal_values_by_name():
    values = [2.0, 2.0 + 1e-12, 5.0, 2.0 - 1e-12, 0.0]
    assert [NAMES[i] for i in ranked(values, NAMES)] == ["a", "stone_2", "stone_2_left", "stone_10", "stone_1"]
    assert ranked([1.0, 3.0, 2.0]).tolist() == [1, 2, 0]


@settings(deadline=None, max_examples=100)
@given(levels=st.lists(st.integers(-3, 3), min_size=1, max_size=12), seed=st.integers(0, 2**32 - 1))
def test_noise_below_the_accuracy_and_the_order_of_rows_change_nothing(levels, seed):
    """Whatever the last bits are and however the rows are shuffled, the same names come out."""
    rng = np.random.default_rng(seed)
    values, names = np.array(levels, float), [f"block_{k}" for k in range(len(levels))]
    noisy = values * (1.0 + rng.uniform(-0.2, 0.2, len(values)) * ROUNDED)
    shuffle = rng.permutation(len(values))
    other, told = noisy[shuffle], [names[i] for i in shuffle]
    assert told[greatest(other, told)] == names[greatest(values, names)]
    assert told[least(other, told)] == names[least(values, names)]
    assert [told[i] for i in ranked(other, told)] == [names[i] for i in ranked(values, names)]
