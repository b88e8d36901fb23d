"""Pulses on the stone house: their statistics by numbers worked out by hand, the seed, the table of outcomes."""

import math
from dataclasses import replace

import numpy as np
import pytest

from drystone.errors import InputError
from drystone.validate import outcome_table
from drystone.validate.cases import house_pulses
from drystone.validate.outcome_table import OutcomeTable, complete
from drystone.validate.paired import (
    binomial_tail,
    compare,
    difference_in_errors,
    differs,
    excess_probability,
    least_significant,
    share_error,
)
from drystone.validate.pulse_runs import (
    CONVEX,
    CONVEX_MOVED,
    STANDARD,
    STANDARD_MOVED,
    STUDY,
    PulseRun,
    draw_pulses,
    first_below,
    guessed_boundary,
)

R, C, U = "rests", "collapses", "undecided"
RUN = PulseRun("standard", 3, "rests", 2.5, 1.4, 1.5, 0.0, 1000, 7, 6.25)


# --- statistics -----------------------------------------------------------------------------------


def test_outcomes_are_counted_by_pairs_and_undecided_ones_apart():
    table = compare([R, R, C, C, C, U, R], [R, C, R, R, C, R, "refused"])
    assert (table.both_rest, table.only_first, table.only_second, table.both_collapse, table.apart) == (1, 2, 1, 1, 2)
    assert table.count == 5 and table.disagreements == 3 and table.collapses == (3, 2)
    assert differs(R, R) is False and differs(R, C) is True and differs(R, U) is None


@pytest.mark.parametrize(("least", "count", "probability"), [
    (0, 0, 1.0), (1, 1, 1 / 2), (4, 4, 1 / 16), (5, 5, 1 / 32), (5, 6, 7 / 64), (2, 3, 4 / 8), (7, 8, 9 / 256)])
def test_the_tail_of_a_coin(least, count, probability):
    assert binomial_tail(least, count) == probability


def test_the_excess_over_the_yardstick_counts_pulses_on_which_only_one_disagrees():
    """Seven pulses of the comparison only, one of the yardstick only: P(X >= 7 of 8) = (8 + 1) / 256; a pulse on which
    both disagree and one that is not decided say nothing."""
    compared = {n: n < 8 for n in range(24)} | {22: None}
    yardstick = {n: n in (0, 12) for n in range(24)} | {23: None}
    assert excess_probability(compared, yardstick) == 9 / 256
    assert excess_probability(yardstick, compared) == 255 / 256          # P(X >= 1 of 8)
    assert excess_probability(yardstick, yardstick) == 1.0


def test_five_disagreements_are_significant_where_the_yardstick_has_none():
    assert least_significant(0.05) == 5 and least_significant(0.01) == 7      # 1/32 and 1/128


def test_shares_and_their_difference_in_standard_errors():
    assert share_error(6, 24) == pytest.approx(math.sqrt(0.25 * 0.75 / 24), rel=1e-14)
    assert share_error(0, 24) == 0.0 and math.isnan(share_error(0, 0))
    assert difference_in_errors(compare([C] * 5 + [R] * 4, [R] * 5 + [R] * 4)) == pytest.approx(math.sqrt(5))
    assert difference_in_errors(compare([C, C, C, R], [R, R, R, C])) == pytest.approx(1.0)     # (3 - 1) / sqrt(4)
    assert difference_in_errors(compare([C, R], [C, R])) == 0.0


# --- pulses and what is read of a run -------------------------------------------------------------


def test_the_seed_gives_the_pulses_of_the_documentation():
    pulses = draw_pulses()
    assert len(pulses) == 24
    assert [(p.half_period, p.amplitude) for p in pulses[:3]] == [(0.492, 0.784), (0.438, -0.597), (0.23, 0.936)]
    assert [p.amplitude > 0.0 for p in pulses] == [True, False] * 12
    for p in pulses:
        assert 0.2 <= p.half_period <= 0.5
        assert 0.749 < abs(p.amplitude) / guessed_boundary(p.half_period) < 1.335      # rounded to 0.001 g


def test_a_run_is_slow_or_still_from_the_frame_after_the_last_fast_one():
    time, speed = 0.1 * np.arange(6), np.array([0.0, 2.0, 1e-4, 5e-4, 0.0, 0.0])
    assert first_below(time, speed, 1e-3) == pytest.approx(0.2)
    assert first_below(time, speed, 0.0) == pytest.approx(0.4)
    assert math.isnan(first_below(time, np.append(speed[:-1], 1e-9), 0.0))
    assert first_below(time, 0.0 * speed, 0.0) == 0.0


# --- table on disk --------------------------------------------------------------------------------


def test_a_table_gives_back_what_was_kept_and_passes_over_torn_lines(tmp_path):
    table = OutcomeTable(tmp_path / "new")
    assert table.read() == {}
    table.append(RUN)
    with open(table.path, "a") as file:
        file.write('"standard mo')                   # killed in the middle of a line
    table.append(replace(RUN, pulse=4))               # lost: it stands on the torn line
    moved = replace(RUN, way="standard moved", end=1 / 3)
    table.append(moved)
    assert table.read() == {("standard", 3): RUN, ("standard moved", 3): moved}


def test_lines_of_other_sources_do_not_count(tmp_path, monkeypatch):
    table = OutcomeTable(tmp_path)
    table.append(RUN)
    monkeypatch.setattr(outcome_table, "source_digest", lambda: "0" * 12)
    assert table.read() == {}


def test_only_what_is_missing_is_run(tmp_path, monkeypatch):
    asked = []

    def pretend(function, items):
        for way, number, folder in items:
            asked.append((way.name, number))
            OutcomeTable(folder).append(replace(RUN, way=way.name, pulse=number))

    monkeypatch.setattr(outcome_table, "map_runs", pretend)
    OutcomeTable(tmp_path).append(RUN)
    runs = complete(tmp_path, (STANDARD, STUDY), (2, 3))
    assert asked == [("standard", 2), ("study", 2), ("study", 3)] and len(runs) == 4
    assert complete(tmp_path, (STANDARD, STUDY), (2, 3)) == runs and len(asked) == 3


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"house-pulses: .*house-pulses.csv cannot be written: "):
        OutcomeTable(tmp_path / "file").append(RUN)


# --- verdicts -------------------------------------------------------------------------------------


def made_up(**outcomes):
    """Runs of 24 pulses, by name of the way: pulses below the number collapse."""
    return {(way, n): replace(RUN, way=way, pulse=n, outcome=C if n < fallen else R)
            for way, fallen in outcomes.items() for n in range(24)}


@pytest.mark.parametrize(("study", "moved", "verdicts"), [
    (12, 12, [True, True]), (16, 12, [True, True]), (17, 12, [False, False]), (17, 13, [True, False])])
def test_more_disagreements_than_chance_are_a_failure(study, moved, verdicts):
    """Five more of no yardstick: 1/32 < 5 %, and 5/sqrt(5) > 2 standard errors; with one of the yardstick on the same
    pulse four are left, 1/16."""
    runs = made_up(standard=12, study=study) | made_up(**{"standard moved": moved})
    rows = list(house_pulses.rows_of_pair(runs, STUDY, STANDARD, (STANDARD, STANDARD_MOVED)))
    assert [row.ok for row in rows] == [None, None, *verdicts]


def test_a_table_that_is_not_complete_speaks_of_the_pulses_that_are_in_it():
    runs = made_up(standard=12, convex=12) | made_up(**{"convex moved": 12})
    runs = {key: run for key, run in runs.items() if key[0] == STANDARD.name or key[1] < 5}
    rows = list(house_pulses.rows_of_pair(runs, CONVEX, STANDARD, (CONVEX, CONVEX_MOVED)))
    assert rows[0].quantity == "convex against standard, 5 pulses"
    assert len(rows) == 4 and all(row.ok is None for row in rows)          # too few to judge
    none = {key: run for key, run in runs.items() if key[0] == STANDARD.name}
    (row,) = house_pulses.rows_of_pair(none, CONVEX, STANDARD, (CONVEX, CONVEX_MOVED))
    assert row.ok is None and row.computed == "no pulse was run in both"
    assert all(row.ok is not True for row in house_pulses.rows_of_way(none, CONVEX))


def test_pulses_on_which_ways_differ_are_named():
    runs = made_up(standard=2, study=3) | made_up(**{"standard moved": 2})
    (row,) = house_pulses.disputed_rows(runs, (STANDARD, STANDARD_MOVED, STUDY))
    assert row.quantity == "pulse 2, 0.23 s, 0.936 g first towards -y"
    assert row.computed == "collapses: study; rests: standard, standard moved"


def test_pulses_must_lie_on_both_sides_of_the_boundary_and_creeping_runs_are_told():
    names = [way.name for way in house_pulses.SPLITTING]
    runs = made_up(**dict.fromkeys(names, 5))
    runs["study", 20] = replace(runs["study", 20], still_from=math.nan, last_speed=2e-5)
    rows = {row.quantity: row for row in house_pulses.splitting_rows(runs)}
    assert rows["pulses after which the house rests"].ok and rows["pulses after which the house collapses"].ok is False
    assert rows["study, rest without exact rest within 1 s, of 19"].computed == 1
    assert rows["study, greatest speed left in them"].computed == pytest.approx(0.02)     # mm/s
    assert "standard, greatest speed left in them" not in rows
