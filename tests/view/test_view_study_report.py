"""The report of a study: every run, what was found, what it hangs on, how it is made again."""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "studies"))

from studies_block import made_up, study_file
from test_view_report import EVIL, Reader
from test_view_study_pictures import STUDIES, VARY

from drystone.view.report.content import Labels
from drystone.view.report.html_file import html_text
from drystone.view.report.make import make_report
from drystone.view.report.pdf_file import _data
from drystone.view.study_pictures import study_pictures


def put_study(folder, name):
    """A made-up study whose folder has a status, as every one that was begun."""
    kind, body, outcome = STUDIES[name]
    result = made_up(study_file(folder, kind, body.replace(VARY, ""), name="tried <b>"), outcome)
    (folder / "status.json").write_text('{"state": "complete"}')
    (folder / "ledger.sqlite").touch()
    return result


@pytest.fixture(scope="module")
def reported(tmp_path_factory):
    """Studies of three kinds with their reports; the domain without what varies, which only adds pictures."""
    found = {}
    for name in ("domain", "ida", "sweep"):
        result = put_study(tmp_path_factory.mktemp(name) / "kept", name)
        found[name] = result, make_report(result, Labels(EVIL, "me", "note"))
    return found


@pytest.mark.parametrize("name", ["domain", "ida", "sweep"])
def test_a_report_lists_every_run_and_every_picture(reported, name):
    result, report = reported[name]
    text = html_text(report)
    found = Reader(text)
    known = {run.id: run for run in result.kind.wanted(result.rows) if run.id in result.rows}
    assert all(run_id in found.texts for run_id in known)
    assert sum(tag == "img" for tag, _ in found.tags) == len(study_pictures(result)) + 1     # and the model
    words = " ".join(found.texts)
    for title in ("Result", "Pictures", "Capacity and margins", "Checks of the runs", "Assumed, and not checked",
                  "Warnings and notes", "All runs", "The study", "Where this comes from"):
        assert title in words, title
    for table in ("Materials", "Joints", "Supports", "Loads (SI units)"):
        assert table in found.texts, table
    assert re.search(r"SHA-256 of study file, model file and the files they name: [0-9a-f]{64}", words)
    assert "drystone study study.yaml -o kept_again" in words and "drystone study kept --rerun ID" in words
    assert not {tag for tag, _ in found.tags} & {"script", "link", "iframe", "form", "b"}
    assert EVIL in words


def test_what_went_wrong_is_a_warning(reported):
    result, report = reported["domain"]
    warned = next(section for section in report.sections if section.title == "Warnings and notes").pieces[0]
    failed = [row.id for row in result.rows.values() if row.outcome == "failed"]
    assert warned.is_warning and all(any(run_id in line for line in warned.items) for run_id in failed)
    assert any("runs are undecided" in line for line in warned.items)


def test_names_reach_the_typesetter_as_data(reported, tmp_path):
    assert _data(reported["sweep"][1], tmp_path)["title"] == "tried <b> (sweep)"
