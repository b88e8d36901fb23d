"""The ledger: a run is there whole or not at all."""

from __future__ import annotations

import sqlite3

import numpy as np
import pytest

from drystone.errors import StoreError
from drystone.studies.file.schema import DamageEntry
from drystone.studies.findings.fragility import is_below_cloud
from drystone.studies.ledger import LEDGER_NAME, Ledger
from drystone.studies.runs.kept import Thinned, read_blob
from drystone.studies.runs.outcome import Row
from drystone.studies.runs.planned import ID_LENGTH, PlannedRun
from drystone.studies.table import make_table, state_of


@pytest.fixture
def ledger(tmp_path):
    made = Ledger.create(tmp_path / LEDGER_NAME)
    yield made
    made.close()


def _id(name: str) -> str:
    """A name as the beginning of an id."""
    return name.ljust(ID_LENGTH, "0")


def _put(ledger: Ledger, name: str, **more) -> Row:
    name = _id(name)
    row = Row(name, "rested", "at rest", "rested", 1.5, "", {"top greatest": 0.1}, 0.2)
    task = {"id": name, "overrides": [], "files": []} | more
    ledger.put(row, b"blob of it", {"mu": 0.3}, task, {"cpu": "x"})
    return row


def test_what_is_put_comes_back(ledger) -> None:
    row = _put(ledger, "abc")
    assert ledger.rows() == {row.id: row}
    assert ledger.blob(row.id) == b"blob of it"
    assert (ledger.coords(row.id), ledger.machine(row.id)) == ({"mu": 0.3}, {"cpu": "x"})


def test_second_result_of_a_run_changes_nothing(ledger) -> None:
    row = _put(ledger, "abc")
    ledger.put(Row(row.id, "collapsed"), b"other", {}, {}, {})
    assert ledger.rows() == {row.id: row} and ledger.blob(row.id) == b"blob of it"


def test_modes_that_survive_a_kill_on_network_disks(tmp_path, ledger) -> None:
    connection = ledger._connection
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_full_disk_leaves_what_was_there(ledger) -> None:
    _put(ledger, "f1")
    pages = ledger._connection.execute("PRAGMA page_count").fetchone()[0]
    ledger._connection.execute(f"PRAGMA max_page_count = {pages}")
    row = Row(_id("f2"), "rested")
    with pytest.raises(StoreError, match=r"ledger '.*': database or disk is full"):
        ledger.put(row, bytes(np.random.default_rng(1).bytes(100_000)), {}, {}, {})
    ledger._connection.execute("PRAGMA max_page_count = 1000000")
    assert set(ledger.rows()) == {_id("f1")}
    ledger.put(row, b"", {}, {}, {})
    assert set(ledger.rows()) == {_id("f1"), _id("f2")}


def test_errors_are_counted_and_forgotten(ledger) -> None:
    assert [ledger.add_error("a", "boom"), ledger.add_error("a", "boom"), ledger.add_error("b", "boom")] == [1, 2, 1]
    _put(ledger, "a")
    ledger.forget([_id("a"), "a"])
    assert ledger.rows() == {} and ledger.add_error("a", "boom") == 1


def test_find_by_the_beginning_of_an_id(ledger) -> None:
    for name in ("abc1", "abd2"):
        _put(ledger, name)
    assert ledger.find("abc") == _id("abc1")
    for text, rule in (("ab", "more than one run's id begins with it"), ("x", "no run has that id"), ("%", "no run has "
                                                                                                     "that id")):
        with pytest.raises(StoreError, match=rule):
            ledger.find(text)


def test_other_layout_and_damage_are_one_line(tmp_path, ledger) -> None:
    ledger.put_meta({"layout": 99})
    with pytest.raises(StoreError, match="layout must be 1, got 99"):
        Ledger.open(tmp_path / LEDGER_NAME)
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / LEDGER_NAME).write_bytes(b"no database at all, but long enough to look like one" * 40)
    with pytest.raises(StoreError, match="file is not a database"):
        Ledger.open(tmp_path / "torn" / LEDGER_NAME)
    with pytest.raises(StoreError, match="holds no study"):
        Ledger.open(tmp_path / "nothing" / LEDGER_NAME)


def test_ledgers_join(tmp_path, ledger) -> None:
    _put(ledger, "a")
    other = Ledger.create(tmp_path / "other.sqlite")
    _put(other, "a")
    _put(other, "b")
    other.put_files({"records/x": b"123"})
    assert (ledger.take_in(other), ledger.take_in(other)) == (1, 0)
    assert set(ledger.rows()) == {_id("a"), _id("b")} and ledger.files(["records/x"]) == {"records/x": b"123"}
    other.close()


def test_opened_to_read_it_cannot_be_written(tmp_path, ledger) -> None:
    reader = Ledger.open(tmp_path / LEDGER_NAME)
    with pytest.raises(StoreError, match="readonly"):
        reader.put_meta({"a": 1})
    with pytest.raises(sqlite3.OperationalError):
        reader._connection.execute("DELETE FROM runs")
    reader.close()


def test_hostile_blob_is_one_line() -> None:
    import pickle
    import zlib
    for blob in (b"", b"nonsense", zlib.compress(b"PK\x03\x04 torn"), zlib.compress(pickle.dumps(print))):
        with pytest.raises(StoreError, match="is damaged"):
            read_blob(blob, "run abc")


def test_thinning_keeps_few_and_evenly() -> None:
    thin = Thinned(10)
    for step in range(1000):
        if thin.wants(step):
            thin.add(step, step)
    steps = [step for step, _ in thin.items]
    assert len(steps) <= 10 and steps[0] == 0
    assert set(np.diff(steps)) == {thin.every}


@pytest.mark.parametrize(("outcome", "numbers", "state"), [
    ("rested", {"top greatest": 0.01, "top least": -0.02, "top last": 0.0}, "none"),
    ("rested", {"top greatest": 0.01, "top least": -0.06, "top last": 0.0}, "cracked"),
    ("rested", {"top greatest": 0.3, "top least": 0.0, "top last": 0.2}, "leans"),
    ("collapsed", {"top greatest": 0.0}, "collapse"), ("undecided", {"top greatest": 9.0}, "undecided")])
def test_states_go_by_monitors(outcome: str, numbers: dict, state: str) -> None:
    damage = [DamageEntry(name="cracked", monitor="top", above=0.05),
              DamageEntry(name="leans", monitor="top", above=0.1, when="end")]
    assert state_of(Row("a", outcome, numbers=numbers), damage) == state


def test_table_shows_words_as_words_and_failed_runs_as_undecided() -> None:
    runs = [PlannedRun(name, {"record": record, "im [g]": 0.5}, ()) for name, record in (("a", "=cmd()"), ("b", "x"))]
    table = make_table(runs, {"a": Row("a", "collapsed", mode="facade: rocking"), "b": Row("b", "failed", "boom")})
    assert table.column("collapsed") == [1, "undecided"]
    assert table.titles[:3] == ("id", "record", "im [g]") and table.titles[-1] == "message"
    assert "'=cmd()" in table.to_csv()


def test_runs_that_did_not_move_do_not_tilt_a_cloud() -> None:
    """Their demand is small, and nobody knows how small."""
    entry = DamageEntry(name="leans", monitor="top", above=0.1)
    rows = [Row("a", "rested", numbers={"top greatest": value, "top least": 0.0}) for value in (0.0, 1e-9, 0.05)]
    assert [is_below_cloud(row, entry) for row in (*rows, Row("b", "collapsed"))] == [True, True, False, False]
