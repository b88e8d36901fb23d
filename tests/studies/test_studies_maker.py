"""Rows of other code: never taken for our own without a word, and never lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from studies_small import HereCrew, rows_and_blobs, write_study

import drystone
from drystone._version import VERSION
from drystone.sources import digest_sources
from drystone.studies.ledger import LEDGER_NAME, Ledger
from drystone.studies.runs import maker
from drystone.studies.study import StudyResult, run_study

OTHER = {"code": "0" * 12}


@pytest.fixture
def made(tmp_path):
    """A finished study of six runs, and its path."""
    path = write_study(tmp_path)
    run_study(path, tmp_path / "study", crew=HereCrew)
    return path, tmp_path / "study"


def as_if_made_by(directory, machine, count=6):
    """Let the first `count` rows be those of somebody else."""
    with Ledger.create(directory / LEDGER_NAME) as ledger:
        for name in sorted(ledger.rows())[:count]:
            row, blob = ledger.rows()[name], ledger.blob(name)
            ledger.put(row, blob, ledger.coords(name), ledger.task(name), machine, again=True)


def codes(directory):
    with Ledger.open(directory / LEDGER_NAME) as ledger:
        return {machine.get("code") for machine in ledger.machines().values()}


def test_every_row_knows_its_code(made):
    assert codes(made[1]) == {maker.run_code()}


@pytest.mark.parametrize("machine, words", [(OTHER | {"drystone": VERSION}, f"other code of {VERSION}"),
                                            ({"drystone": VERSION}, f"other code of {VERSION}"),
                                            (OTHER | {"drystone": "0.1.9"}, "0.1.9"),
                                            ({}, "a version that is not recorded")])
def test_rows_of_other_code_are_made_again_and_a_line_says_so(made, machine, words):
    path, directory = made
    before = rows_and_blobs(directory)
    as_if_made_by(directory, machine, 4)
    said = []
    result = run_study(path, directory, crew=HereCrew, say=said.append)
    assert said == [f"rows        4 made by {words}: computed again, each replaced by its new one; --keep-rows reuses "
                    "them"]
    assert result.standing.made == 4 and codes(directory) == {maker.run_code()}
    assert rows_and_blobs(directory) == before and not any("made by" in line for line in result.lines())


def test_rows_of_other_code_are_reused_where_somebody_says_so(made):
    path, directory = made
    as_if_made_by(directory, OTHER | {"drystone": "0.1.9"}, 2)
    said = []
    result = run_study(path, directory, crew=HereCrew, keep_rows=True, say=said.append)
    assert said == ["rows        2 made by 0.1.9: reused"] and result.standing.made == 0
    note = "note        of these runs 2 made by 0.1.9"
    assert note in result.lines() and note in StudyResult.open(directory).lines()


def test_another_version_with_the_same_code_makes_nothing_again(made):
    """A release that changed pictures only."""
    path, directory = made
    as_if_made_by(directory, {"drystone": "0.1.9", "code": maker.run_code()})
    said = []
    assert run_study(path, directory, crew=HereCrew, say=said.append).standing.made == 0 and said == []


def test_a_row_of_other_code_stays_until_its_new_one_is_there(made):
    """Stopped in the middle, nothing is lost: whoever wants the old rows still has them."""
    path, directory = made
    as_if_made_by(directory, OTHER)

    class Stopped(HereCrew):
        def wait(self, seconds):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(path, directory, crew=Stopped)
    assert codes(directory) == {"0" * 12}
    assert run_study(path, directory, crew=HereCrew, keep_rows=True).standing.made == 0


def test_any_change_of_a_source_that_decides_is_another_code(tmp_path):
    for name in ("a", "b", "c"):
        (tmp_path / name / "engines").mkdir(parents=True)
        (tmp_path / name / "engines" / "step.py").write_text("x = 1\n" if name != "c" else "x = 2\n")
        (tmp_path / name / "view.py").write_text(name)
    first, same, other = (digest_sources(("engines",), tmp_path / name) for name in ("a", "b", "c"))
    assert first == same != other


def test_sources_that_decide_are_there():
    package = Path(drystone.__file__).parent
    assert all((package / place).exists() for place in (*maker.RUN_SOURCES, *maker.CAPACITY_SOURCES))
