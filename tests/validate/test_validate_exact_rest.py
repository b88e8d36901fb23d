"""Shaken structures that stand: how they are followed, and what the rows of the case say of them."""

import math

import numpy as np
import pytest

from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.validate import rest_runs
from drystone.validate.cases.exact_rest import rows_of
from drystone.validate.rest_runs import Shaking, Standing, shake

G = 9.81


def column(speed: float, count: int = 3):
    """Slabs that slide on each other, the upper ones faster, until friction stops them."""
    a = Assembly("column", gravity=G)
    a.material("stone", density=2000.0)
    a.joint("dry", friction=0.5)
    for k in range(count):
        a.add(f"slab{k}", box((0.8, 0.8, 0.2), center=(0.0, 0.0, 0.1 + 0.2 * k)), material="stone")
        a.velocity(f"slab{k}", linear=(speed * (k + 1), 0.0, 0.0))
    a.add_ground(0.0)
    return a.build()


class Small(Shaking):
    """A column in place of the wall."""

    def model(self):
        return column(self.dt and 0.1), 0.1


def test_a_column_stops_and_stays(monkeypatch):
    """It has stopped moving after (3 v) / (mu g) at the latest, stands still at once, and does not drift."""
    monkeypatch.setattr(rest_runs, "WATCHED", 0.5)
    found = shake(Small(None, "exact", 1e-3))
    assert found.outcome == "stands" and found.slow == pytest.approx(0.3 / (0.5 * G), abs=0.02)
    assert 0.0 <= found.wait <= 0.05 and found.drift == 0.0


def test_a_column_that_falls_over_has_collapsed(monkeypatch):
    monkeypatch.setattr(rest_runs, "FALLEN", 0.05)
    monkeypatch.setattr(Small, "model", lambda self: (column(1.5), 0.1))
    found = shake(Small(None, "exact", 5e-3))
    assert found.outcome == "collapses" and math.isnan(found.slow)


def test_the_structures_are_named_and_shaken_by_their_pulse():
    wall, house = Shaking(None, "study", 5e-3), Shaking(7, "standard", 2.5e-3)
    assert (wall.name, house.name) == ("wall of 10 courses, study, dt 0.005", "house, pulse 7, standard, dt 0.0025")
    model, end = wall.model()
    assert np.count_nonzero(~model.is_support) == 205 and end == pytest.approx(0.2)
    model, _ = Shaking(None, "study", 5e-3, 20).model()
    assert np.count_nonzero(~model.is_support) == 210
    model, end = house.model()
    assert np.count_nonzero(~model.is_support) == 191 and end == pytest.approx(0.86)


def test_rows_fail_on_a_run_that_creeps_drifts_or_where_too_few_stand():
    good = [Standing("stands", 2.0, 0.2, 0.0)] * 3 + [Standing("collapses", math.nan, math.inf, math.nan)]
    assert [row.ok for row in rows_of("x", good, least=3)] == [True, None, True, None, True]
    for bad, least, failing in ((Standing("stands", 2.0, 1.1, 0.0), 3, 2), (Standing("stands", 2.0, 0.1, 1e-12), 3, 4),
                                (Standing("stands", 2.0, math.inf, math.nan), 3, 2), (good[0], 5, 0)):
        verdicts = [row.ok for row in rows_of("x", [*good, bad], least=least)]
        assert [k for k, ok in enumerate(verdicts) if ok is False] == [failing]
