"""A study in the page: a point for every run, at its place; points open runs that are kept whole, and no others."""

import json
import shutil
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner
from web_runs import HOSTILE, serving_scenes

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "studies"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "view"))

from studies_block import made_up, study_file
from test_view_study_pictures import STUDIES

from drystone.bench.browser import MISSING, Browser, find_browser
from drystone.cli.main import app
from drystone.studies.folder import rerun
from drystone.studies.kinds.failure_domain import AMPLITUDE, STEP, TIME
from drystone.studies.study import StudyResult, run_study
from drystone.view.web.container import unpack_part
from drystone.view.web.study_charts import study_charts
from drystone.view.web.study_scene import STUDY_ID, StudyScene

SMALL = """domain: {motion: pulse, half_periods: [0.3, 0.6], amplitudes: [0.2 g, 1 g], directions: [+], after: 1 s}
"""
READY = "document.body && document.body.dataset.ready === 'yes'"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A failure domain of four runs, of which none is kept whole."""
    place = tmp_path_factory.mktemp("study")
    run_study(study_file(place / "in", "failure-domain", SMALL, name=HOSTILE), place / "kept", jobs=1)
    return place / "kept"


@pytest.fixture
def study(made, tmp_path):
    shutil.copytree(made, tmp_path / "kept")
    return tmp_path / "kept"


def known_runs(result):
    """Runs that are over, each once."""
    return list({run.id: run for run in result.kind.wanted(result.rows) if run.id in result.rows}.values())


# -- charts --------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", STUDIES)
@pytest.mark.parametrize("share", [1.0, 0.3])
def test_every_run_of_every_kind_is_a_point_within_the_axes(tmp_path, name, share):
    kind, body, outcome = STUDIES[name]
    result = made_up(study_file(tmp_path, kind, body), outcome, share)
    runs = known_runs(result)
    charts = [chart.to_data() for chart in study_charts(result, {run.id: k for k, run in enumerate(runs)})]
    assert charts
    json.dumps(charts, allow_nan=False)
    assert {k for chart in charts for k, _, _ in chart["points"]} == set(range(len(runs)))
    for chart in charts:
        for _, x, y in chart["points"]:
            assert chart["x"]["low"] <= x <= chart["x"]["high"] and chart["y"]["low"] <= y <= chart["y"]["high"]
        for axis in (chart["x"], chart["y"]):
            assert axis["low"] < axis["high"] and axis["label"]


def test_a_domain_has_boundary_and_hull_where_its_pictures_have_them(tmp_path):
    kind, body, outcome = STUDIES["domain"]
    result = made_up(study_file(tmp_path, kind, body), outcome)
    runs = known_runs(result)
    chart = study_charts(result, {run.id: k for k, run in enumerate(runs)})[0]
    for k, x, y in chart.points:
        assert y == runs[k].coords[AMPLITUDE]
        assert x == runs[k].coords[TIME] if STEP not in runs[k].coords else 0.0 < x - runs[k].coords[TIME] < 0.02
    brackets = {x: (low, high) for x, low, high in chart.brackets}
    assert brackets.keys() == {0.4, 0.8}                       # the shortest pulse never collapses
    for low, high in brackets.values():
        assert low < 0.3 <= high and high - low <= 0.2 * high + 1e-12
    assert [line.label for line in chart.lines][:2] == ["boundary, between the runs around it",
                                                        "hull of collapses in all directions"]
    assert "Island at 0.4 s, 0.8 g: real" in chart.note


# -- server --------------------------------------------------------------------------------------------------

def test_the_server_gives_the_study_its_monitors_and_whole_runs_only(study):
    scene = StudyScene(study)
    with serving_scenes({STUDY_ID: scene}, scene.run_scene) as (_, ask):
        assert json.loads(ask("/runs")[2]) == [STUDY_ID]
        head = json.loads(ask("/study/head")[2])
        assert (head["kind"], head["title"], len(head["runs"])) == ("study", HOSTILE, 4)
        assert sorted(run["letter"] for run in head["runs"]) == sorted(
            {"collapsed": "X"}.get(row.outcome, "o" if row.numbers["kinetic greatest [J]"] > 0.0 else ".")
            for row in StudyResult.open(study).rows.values())
        run = head["runs"][0]["id"]
        arrays = unpack_part(ask(f"/study/monitors-{run}")[2])
        assert set(arrays) == {"time", "top  [m]"} and len(arrays["time"]) == len(arrays["top  [m]"])
        assert head["state"]["stores"] == [] and ask(f"/{run}/head")[0] == 404
        assert head["make"] == f"drystone study {study} --rerun "
        rerun(study, run)
        assert json.loads(ask("/study/state")[2])["stores"] == [run]
        whole = json.loads(ask(f"/{run}/head")[2])
        assert (whole["kind"], whole["title"]) == ("run", "block") and ask(f"/{run}/poses-0")[0] == 200
        for path in (f"/{run[:8]}/head", f"/{run}/../{run}/head", f"/runs/{run}", f"/study/monitors-{run}x",
                     f"/{'0' * 20}/head", f"/study/runs/{run}/run.json", "/ledger.sqlite", "/study/ledger.sqlite"):
            assert ask(path)[0] == 404, path


def test_what_goes_with_a_study_is_told(study):
    def words(*arguments):
        found = CliRunner().invoke(app, ["view", *map(str, arguments)])
        assert found.exit_code == 2 and found.stdout == ""
        return found.stderr

    assert "a study is shown alone" in words(study, study)
    assert f"view: --every is for runs; '{study}' holds a study" in words(study, "--every", "2")
    (study / "ledger.sqlite").write_bytes(b"SQLite format 3\0 and then nothing")
    assert str(study / "ledger.sqlite") in words(study)


def test_a_file_holds_the_runs_that_are_whole(study, tmp_path):
    run, _ = rerun(study, next(iter(StudyResult.open(study).rows)))
    found = CliRunner().invoke(app, ["view", str(study), "--html", str(tmp_path / "study.html")])
    assert (found.exit_code, found.stdout.strip()) == (0, str(tmp_path / "study.html"))
    text = (tmp_path / "study.html").read_text()
    assert f'id="{run}/head"' in text and f'id="{run}/poses-0"' in text and text.count('id="study/monitors-') == 4
    assert HOSTILE not in text and "connect-src &#x27;none&#x27;" in text


# -- browser -------------------------------------------------------------------------------------------------

def click_point(page, run):
    """A click of the mouse on the point of a run."""
    page.click(*page.evaluate(f"(() => {{ const b = document.querySelector('[data-run=\"{run}\"]')"
                              ".getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()"))


@pytest.mark.slow
@pytest.mark.skipif(find_browser() is None, reason=MISSING)
def test_a_point_shows_the_command_and_once_it_is_made_opens_the_run(study):
    scene = StudyScene(study)
    run = scene.head()["runs"][-1]["id"]
    with Browser(1000, 700) as browser, serving_scenes({STUDY_ID: scene}, scene.run_scene) as (server, _):
        page = browser.open(server.url)
        page.wait(READY, "ready")
        assert page.evaluate("document.getElementById('title').textContent") == HOSTILE
        assert page.evaluate("document.querySelectorAll('.point').length") == 4
        click_point(page, run)
        assert page.evaluate("document.getElementById('run_name').textContent") == run
        assert page.evaluate("document.getElementById('make_again').textContent") == \
            f"drystone study {study} --rerun {run}"
        page.wait("document.querySelectorAll('.plot').length === 1", "the monitor")
        rerun(study, run)
        page.wait("document.querySelector('button[name=open_run]') !== null", "the run that was made")
        page.evaluate("document.querySelector('button[name=open_run]').click()")
        page.wait(f"location.hash.includes('run={run}') && {READY} && window.drystone.stages", "the run")
        assert page.evaluate("drystone.stages[0].head.title") == "block"
        page.evaluate("drystone.setTime(0.5)")
        page.wait("location.hash.includes('t=0.5')")
        assert f"run={run}" in page.evaluate("location.hash")
        page.evaluate("document.getElementById('back').click()")
        page.wait(f"{READY} && document.querySelectorAll('.point').length === 4", "the study again")
        page.listen()
        foreign = [url for url in page.requests if not url.startswith((f"http://127.0.0.1:{server.port}/", "data:"))]
        assert (page.errors, foreign) == ([], [])


@pytest.mark.slow
@pytest.mark.skipif(find_browser() is None, reason=MISSING)
def test_a_file_of_a_study_opens_without_a_server(study, tmp_path):
    run, _ = rerun(study, next(iter(StudyResult.open(study).rows)))
    CliRunner().invoke(app, ["view", str(study), "--html", str(tmp_path / "study.html")])
    with Browser(1000, 700) as browser:
        page = browser.open((tmp_path / "study.html").as_uri())
        page.wait(READY, "ready")
        click_point(page, run)
        page.wait("document.querySelectorAll('.plot').length === 1", "the monitor")
        page.evaluate("document.querySelector('button[name=open_run]').click()")
        page.wait(f"{READY} && window.drystone.stages", "the run")
        assert page.evaluate("drystone.stages[0].head.names.includes('block')")
        page.listen()
        assert page.errors == [] and all(url.startswith(("file:", "data:", "blob:")) for url in page.requests)
