"""Searching along levels: the same runs whatever comes first, and the boundary where it is."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from studies_files import DOMAIN, row, study_of

from drystone.studies.kinds.failure_domain import FINER, Column, island_edges, lowest_boundary
from drystone.studies.kinds.registry import make_kind
from drystone.studies.kinds.search import bracket, hunt, most_halvings
from drystone.studies.runs.outcome import Row
from drystone.studies.runs.planned import PlannedRun

LEVELS = [1.0, 2.0, 4.0, 8.0]


def _at(level: float) -> PlannedRun:
    return PlannedRun(f"{level!r}", {"level": level}, ())


def _complete(critical: float, tolerance: float | None) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    while new := [run for run in hunt(LEVELS, tolerance, _at, rows) if run.id not in rows]:
        for run in new:
            rows[run.id] = row(run.id, run.coords["level"] >= critical)
    return rows


@given(critical=st.floats(1.001, 7.999), tolerance=st.floats(0.003, 0.3))
def test_hunt_brackets_the_critical_level(critical: float, tolerance: float) -> None:
    rows = _complete(critical, tolerance)
    levels = [float(name) for name in rows]
    low, high = bracket(levels, list(rows.values()))
    assert low < critical <= high
    assert high - low <= tolerance * high
    assert len(rows) <= len(LEVELS) + most_halvings(LEVELS, tolerance) + 1


def test_hunt_ends_at_the_first_collapse_and_needs_no_higher_level() -> None:
    assert sorted(map(float, _complete(1.5, None))) == [1.0, 2.0]
    assert sorted(map(float, _complete(99.0, 0.1))) == LEVELS


def test_failed_run_ends_its_line() -> None:
    rows = {"1.0": row("1.0", False), "2.0": Row("2.0", "failed", "some error")}
    assert [run.id for run in hunt(LEVELS, 0.1, _at, rows)] == ["1.0", "2.0"]


def _outcome(run: PlannedRun) -> bool:
    """An island at 0.6 s between 0.4 g and 0.8 g, in one direction."""
    time, amplitude = run.coords["half_period [s]"], run.coords["amplitude [g]"]
    if time > 0.5 and run.coords["direction"] == "-" and 0.5 < amplitude < 0.9:
        return run.coords.get("dt [s]") == pytest.approx(0.005 / 4)        # it falls with the finest step
    return amplitude > 0.18 / time


@pytest.mark.parametrize("seed", range(4))
def test_domain_wants_the_same_runs_whatever_comes_first(tmp_path, seed: int) -> None:
    kind = make_kind(study_of(tmp_path, DOMAIN.replace("after: 0.5 s", "after: 0.5 s\n  trace: 0.05")))
    shuffled, rows = random.Random(seed), {}
    while waiting := [run for run in kind.wanted(rows) if run.id not in rows]:
        for run in shuffled.sample(waiting, min(3, len(waiting))):
            rows[run.id] = row(run.id, _outcome(run))
    in_order: dict[str, Row] = {}
    while waiting := [run for run in kind.wanted(in_order) if run.id not in in_order]:
        in_order[waiting[0].id] = row(waiting[0].id, _outcome(waiting[0]))
    assert rows == in_order
    assert [run.id for run in kind.wanted(rows)] == [run.id for run in kind.wanted(in_order)]


def test_island_is_run_again_at_finer_steps(tmp_path) -> None:
    kind = make_kind(study_of(tmp_path, DOMAIN))
    rows: dict[str, Row] = {}
    while waiting := [run for run in kind.wanted(rows) if run.id not in rows]:
        for run in waiting:
            rows[run.id] = row(run.id, _outcome(run))
    finer = [run for run in kind.wanted(rows) if "dt [s]" in run.coords]
    assert {(run.coords["direction"], run.coords["half_period [s]"], round(run.coords["amplitude [g]"], 3),
             run.coords["dt [s]"]) for run in finer} == {("-", 0.6, a, 0.005 / k) for a in (0.8, 0.4) for k in FINER}
    column = Column({}, "-", 0.6)
    assert [found.is_collapse for found in kind.grid(column, rows)] == [False, True, False]


def test_island_edges_and_boundary() -> None:
    known = [row("a", fallen) for fallen in (False, True, True, False, True)]
    assert island_edges(known) == [2, 3, 4]
    assert lowest_boundary([1.0, 2.0, 3.0, 4.0, 5.0], known) == (1.0, 2.0)
    assert island_edges([row("a", False), row("b", True)]) == []
    assert lowest_boundary([1.0, 2.0], [row("a", True), row("b", True)]) is None


def test_undecided_below_a_collapse_is_no_boundary() -> None:
    """A run that was still moving is not known to be safe."""
    known = [Row("a", "undecided"), row("b", True)]
    assert lowest_boundary([1.0, 2.0], known) is None
