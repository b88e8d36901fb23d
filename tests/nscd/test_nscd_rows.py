"""Rows of several sources, joined: nothing is lost, and what a source leaves out acts on none of its rows."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from drystone.engines.nscd.ledger import CONTACT_ROW, TIE_ROW
from drystone.engines.nscd.rows import ABSENT, Rows, join_rows

SHAPES = {"frame": (3, 3)} | dict.fromkeys(("arm_a", "arm_b", "bias", "warm", "carried", "compliance"), (3,))


def make_rows(count: int, kind: int, rng, **columns) -> Rows:
    """Rows with numbers at random in all columns but these."""
    given = {f.name: rng.normal(size=(count, *SHAPES.get(f.name, ()))) for f in fields(Rows)}
    given |= {"kind": np.full(count, kind), "is_used": np.ones(count, bool)} | columns
    return Rows(**given)


def test_every_column_of_both_is_kept_in_order():
    rng = np.random.default_rng(1)
    first, second = make_rows(3, CONTACT_ROW, rng), make_rows(2, TIE_ROW, rng)
    joined = join_rows(first, second)
    assert joined.count == 5
    for f in fields(Rows):
        assert np.array_equal(getattr(joined, f.name)[:3], getattr(first, f.name))
        assert np.array_equal(getattr(joined, f.name)[3:], getattr(second, f.name))
    assert join_rows(first, None) is first


@pytest.mark.parametrize("column", ABSENT)
def test_a_column_that_one_source_leaves_out_acts_on_none_of_its_rows(column):
    """No compliance and no strength is zero; no limit to pressure is infinity."""
    rng = np.random.default_rng(2)
    with_it, without = make_rows(3, CONTACT_ROW, rng), make_rows(2, TIE_ROW, rng, **{column: None})
    for joined, empty in ((join_rows(with_it, without), slice(3, 5)), (join_rows(without, with_it), slice(0, 2))):
        assert (getattr(joined, column)[empty] == ABSENT[column]).all()
        assert getattr(joined, column).shape[1:] == getattr(with_it, column).shape[1:]
    assert getattr(join_rows(without, without), column) is None


def test_impulses_come_back_to_the_rows_that_took_part():
    """Unused rows carry nothing, and a tie pulls along its line only."""
    rng = np.random.default_rng(3)
    points = make_rows(3, CONTACT_ROW, rng, is_used=np.array([True, False, True]), lent=None)
    rows = join_rows(points, make_rows(1, TIE_ROW, rng, lent=None))
    used = rows.used()
    assert used.lent is None and np.array_equal(used.bias, rows.bias[[0, 2, 3]])
    impulse = rows.impulses(np.arange(1.0, 10.0).reshape(3, 3))
    assert np.array_equal(impulse, [[1, 2, 3], [0, 0, 0], [4, 5, 6], [7, 0, 0]])
