"""The page in headless Chromium: it shows what the run holds, says nothing wrong and asks nobody else."""

import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from web_page import READY, is_quiet, picture, pixel_of
from web_runs import HOSTILE, boxes_run, serving

from drystone.bench.browser import MISSING, Browser, find_browser
from drystone.limit import LimitQuestion, answer_limit
from drystone.model.source import ModelSource
from drystone.results.answer import write_answer
from drystone.results.record import RUNNING
from drystone.results.result import open_result
from drystone.results.writer import RunWriter
from drystone.view.web.page_file import write_page
from drystone.view.web.scene import open_scene

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "results"))

from bending_run import bending_run
from test_web_file import STACK

pytestmark = [pytest.mark.slow, pytest.mark.skipif(find_browser() is None, reason=MISSING)]

CHOSEN = np.array((0, 114, 178))      #: colour of a chosen block, before it is shaded


@pytest.fixture(scope="module")
def browser():
    with Browser(1000, 700) as found:
        yield found


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return boxes_run(tmp_path_factory.mktemp("web") / "run")


@pytest.fixture
def page(browser, run):
    with serving(a=run) as (server, _):
        found = browser.open(server.url)
        found.wait(READY, "ready")
        yield found
        assert is_quiet(found, ours=f"http://127.0.0.1:{server.port}/")


def blue_centre(page):
    """Mean pixel (x, y) of the block that is drawn as chosen: much more blue than red."""
    image = picture(page).astype(int)
    corner = page.evaluate("(() => { const b = document.getElementById('canvas').getBoundingClientRect();"
                           "return [b.left, b.top, b.right, b.bottom].map(Math.round); })()")
    part = image[corner[1]:corner[3], corner[0]:corner[2]]
    y, x = np.nonzero((part[..., 2] - part[..., 0] > 60) & (part[..., 1] - part[..., 0] > 30))
    assert len(x) > 100
    return np.array((x.mean() + corner[0], y.mean() + corner[1]))


def test_the_slider_moves_blocks_to_the_poses_of_the_run(page, run):
    """Seen from the front, the middle of a box is where its centre of mass is projected."""
    page.evaluate("drystone.choose(drystone.stages[0], 0); drystone.camera.place = [1, -18, 0, 1, 0, 0]")
    page.evaluate("document.querySelector('input[name=supports]').click()")
    page.evaluate("document.getElementById('triad').hidden = true")       # it has blue in it
    seen = []
    for frame in (0, 20, 40):
        page.evaluate(f"""(() => {{ const s = document.getElementById('time'); s.value = {run.frames.time[frame]};
            s.dispatchEvent(new Event('input')); }})()""")
        found, expected = blue_centre(page), pixel_of(page, run.frames.position[frame, 0])
        assert found == pytest.approx(expected, abs=4.0)      # px; of a box of about 50 px, in perspective
        seen.append(found)
    assert seen[2][0] - seen[0][0] > 80.0


def test_between_two_frames_blocks_are_between_their_poses(page, run):
    place = page.evaluate("(() => { drystone.setTime(1.0125);"
                          "return Array.from(drystone.stages[0].texels.slice(0, 8)); })()")
    origin = page.evaluate("drystone.stages[0].head.origin")
    assert np.array(place[:3]) + origin == pytest.approx((1.0125, 0.0, 0.5), abs=1e-4)
    angle = 0.25 * np.pi * 1.0125                              # nlerp between frames 0.04 rad apart: 1e-5 rad
    assert place[4:] == pytest.approx((0.0, 0.0, np.sin(0.5 * angle), np.cos(0.5 * angle)), abs=1e-4)


def test_displacements_can_be_magnified(page):
    place = page.evaluate("(() => { drystone.each((s) => { s.scale = 3; }); drystone.setTime(0.5);"
                          "return Array.from(drystone.stages[0].texels.slice(0, 8)); })()")
    origin = page.evaluate("drystone.stages[0].head.origin")
    assert np.array(place[:3]) + origin == pytest.approx((1.5, 0.0, 0.5), abs=1e-4)
    angle = 3.0 * 0.25 * np.pi * 0.5
    assert np.abs(place[4:]) == pytest.approx((0.0, 0.0, np.sin(0.5 * angle), np.cos(0.5 * angle)), abs=1e-4)
    assert "3 times as large" in page.evaluate("document.getElementById('legend').textContent")


def test_a_click_chooses_a_block_and_shows_its_history(page, run):
    page.evaluate("drystone.setTime(1)")
    page.evaluate("new Promise((done) => requestAnimationFrame(done))")
    page.click(*pixel_of(page, (1.0, 0.0, 0.7)))
    assert page.evaluate("document.getElementById('block_name').textContent") == "mover"
    titles = page.evaluate("[...document.querySelectorAll('.plot figcaption')].map((c) => c.textContent)")
    assert titles[0] == "mover: displacement since the start" and "Monitor path" in titles
    x = page.evaluate("Array.from(drystone.plots.plots.get('block').plot.data[1])")
    assert x == pytest.approx(run.frames.time.tolist(), abs=1e-4)          # it goes 1 m in 1 s
    page.wait("location.hash.includes('block=mover')")
    page.click(*page.evaluate("(() => { const b = document.getElementById('canvas').getBoundingClientRect();"
                              "return [b.left + 5, b.top + 5]; })()"))     # the sky
    assert page.evaluate("document.getElementById('block_name')") is None


def test_plots_follow_the_slider(page):
    place = "drystone.plots.plots.get('monitor:path')"
    hands = []
    for time in (0.0, 1.0, 2.0):
        page.evaluate(f"drystone.setTime({time})")
        page.evaluate("new Promise((done) => setTimeout(done, 200))")
        hands.append(page.evaluate(f"new DOMMatrix(getComputedStyle({place}.hand).transform).m41"))
        assert f"{time:g} m" in page.evaluate(f"{place}.box.querySelector('.u-legend').textContent")
    width = page.evaluate(f"{place}.plot.over.clientWidth")
    assert hands == pytest.approx([0.0, 0.5 * width, width], abs=1.5)


def test_a_click_in_a_plot_goes_to_its_time(page):
    box = page.evaluate("(() => { const b = drystone.plots.plots.get('monitor:path').plot.over.getBoundingClientRect();"
                        "return [b.left, b.top, b.width, b.height]; })()")
    page.click(box[0] + 0.25 * box[2], box[1] + 0.5 * box[3])
    assert page.evaluate("drystone.time") == pytest.approx(0.5, abs=0.02)


def test_names_are_text(page):
    page.evaluate("drystone.choose(drystone.stages[0], 1)")
    assert page.evaluate("document.getElementById('block_name').textContent") == HOSTILE
    assert page.evaluate("document.querySelectorAll('img, b').length") == 0
    assert HOSTILE in page.evaluate("document.querySelector('.plot figcaption').textContent")


def test_colours_forces_section_and_groups(page):
    page.evaluate("drystone.setTime(1)")
    looks = {}
    for name, change in (("stone", "1"), ("displacement", "drystone.setColour('displacement')"),
                         ("speed", "drystone.setColour('speed')"), ("opening", "drystone.setColour('opening')"),
                         ("group", "drystone.setColour('group')"), ("forces", "drystone.show('forces', true)"),
                         ("section", "drystone.setSection({ axis: 'z', at: 0.5, flip: false })"),
                         ("hidden", "[...document.querySelectorAll('input[name=group]')][0].click()")):
        page.evaluate(change)
        looks[name] = picture(page)
        legend = page.evaluate("document.getElementById('legend').textContent")
        assert {"displacement": "[m]", "speed": "[m/s]", "opening": "[mm]", "group": "left (1)", "forces": "7 kN"}.get(
            name, "") in legend
    names = list(looks)
    for first, second in pairwise(names):
        assert (looks[first] != looks[second]).any(axis=2).sum() > 100, (first, second)


def test_the_address_brings_back_what_was_seen(browser, run):
    with serving(a=run) as (server, _):
        page = browser.open(server.url + "#t=1.5&colour=displacement&block=mover&camera=6,-8,4,0.5,1,0&scale=2")
        page.wait(READY, "ready")
        assert page.evaluate("[drystone.time, drystone.chosen.block]") == [1.5, 0]
        assert page.evaluate("[drystone.stages[0].colour, drystone.stages[0].scale]") == ["displacement", 2]
        assert page.evaluate("drystone.camera.place") == pytest.approx([6, -8, 4, 0.5, 1, 0])
        page.wait("!location.search.includes('token')")
        assert is_quiet(page, ours=f"http://127.0.0.1:{server.port}/")


def test_two_runs_stand_side_by_side(browser, run, tmp_path):
    other = boxes_run(tmp_path / "other", height=2.0)
    with serving(a=run, b=other) as (server, _):
        page = browser.open(server.url)
        page.wait(READY, "ready")
        page.evaluate("drystone.setTime(2)")
        heights = page.evaluate("drystone.stages.map((s) => s.texels[2] + s.head.origin[2])")
        assert heights == pytest.approx([0.5, 1.0], abs=1e-3)
        for side, name in ((0, "a"), (1, "b")):
            page.evaluate("new Promise((done) => requestAnimationFrame(done))")
            page.click(*page.evaluate(f"""(() => {{
                const b = document.getElementById('canvas').getBoundingClientRect();
                const at = Array.from(drystone.stages[{side}].texels.slice(0, 3));
                const p = drystone.camera.project(at, {side}); return [p[0] + b.left, p[1] + b.top]; }})()"""))
            assert page.evaluate("[drystone.chosen.stage.id, drystone.chosen.block]") == [name, 0]
        labels = page.evaluate("drystone.plots.plots.get('block').plot.series.map((s) => s.label)")
        assert labels[1:] == ["A x", "A y", "A z", "B x", "B y", "B z"]
        assert is_quiet(page, ours=f"http://127.0.0.1:{server.port}/")


def test_a_mechanism_moves(browser, tmp_path):
    model = ModelSource(STACK, "stack.yaml").build().model
    result = write_answer(tmp_path / "limit", answer_limit(model, LimitQuestion(direction="+x")))
    with serving(a=result) as (server, _):
        page = browser.open(server.url)
        page.wait(READY, "ready")
        assert "alpha" in page.evaluate("document.querySelector('.words').textContent")
        assert page.evaluate("document.getElementById('clock').textContent") == "mechanism 100 %"
        open_, shut = picture(page), (page.evaluate("drystone.setTime(0)"), picture(page))[1]
        assert (open_ != shut).any(axis=2).sum() > 500
        assert is_quiet(page, ours=f"http://127.0.0.1:{server.port}/")


def test_deformed_blocks_bend(browser, tmp_path):
    with serving(a=bending_run(tmp_path / "run")) as (server, _):
        page = browser.open(server.url)
        page.wait(READY, "ready")
        flat, bent = picture(page), (page.evaluate("drystone.setTime(1.5)"), picture(page))[1]
        assert (flat != bent).any(axis=2).sum() > 300
        assert is_quiet(page, ours=f"http://127.0.0.1:{server.port}/")


def test_a_run_that_goes_on_is_followed(browser, run, tmp_path):
    """Rows that are written while the page is open appear in it."""
    frames, static = run.frames, dict(run.static)
    with RunWriter.create(tmp_path / "run", run.inputs, run.tables, static=static) as writer:
        def add(rows):
            for i in rows:
                for table in ("steps", "frames"):
                    row = run.row(table, i)
                    writer.append(table, **{name: value for name, value in row.items()})
            writer.flush()

        add(range(10))
        result = open_result(tmp_path / "run")
        assert result.status == RUNNING
        with serving(a=result) as (server, _):
            page = browser.open(server.url)
            page.wait(READY, "ready")
            assert page.evaluate("document.getElementById('live').textContent") == "● running"
            assert page.evaluate("drystone.end") == pytest.approx(frames.time[9])
            add(range(10, 41))
            page.wait("drystone.end > 1.99", "longer")
            writer.finish()
            page.wait("document.getElementById('live').textContent === ''", "finished")
            assert page.evaluate("document.getElementById('outcome').textContent").startswith("finished")
            assert is_quiet(page, ours=f"http://127.0.0.1:{server.port}/")


def test_a_store_that_breaks_gives_a_message(browser, tmp_path):
    result = boxes_run(tmp_path / "run")
    with serving(a=result) as (server, _):
        segment = result.directory / "segment-0000.h5"
        segment.write_bytes(segment.read_bytes()[:3000])
        page = browser.open(server.url)
        page.wait("document.getElementById('message') && !document.getElementById('message').hidden", "a message")
        assert "it is cut off, 3000 of" in page.evaluate("document.getElementById('message').textContent")


def test_the_file_opens_without_a_server(browser, run, tmp_path):
    path = write_page({"a": open_scene(run)}, tmp_path / "page.html")
    page = browser.open(path.as_uri())
    page.wait(READY, "ready")
    page.evaluate("drystone.setTime(1); drystone.show('forces', true); drystone.choose(drystone.stages[0], 1)")
    x = page.evaluate("drystone.stages[0].texels[0] + drystone.stages[0].head.origin[0]")
    assert x == pytest.approx(1.0, abs=1e-4)
    assert page.evaluate("document.getElementById('block_name').textContent") == HOSTILE
    refused = page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'gone', () => 'refused')")
    assert refused == "refused"
    page.listen()
    assert [url for url in page.requests if not url.startswith(("file:", "data:", "blob:"))] == []
    assert [text for text in page.errors if "Content Security Policy" not in text] == []


@pytest.mark.parametrize("missing, words", [
    ("HTMLCanvasElement.prototype.getContext = () => null", "needs WebGL 2"),
    ("delete window.DecompressionStream", "needs DecompressionStream")])
def test_what_a_browser_lacks_is_said(browser, run, tmp_path, missing, words):
    path = write_page({"a": open_scene(run)}, tmp_path / "page.html")
    page = browser.open("about:blank")
    page.send("Page.addScriptToEvaluateOnNewDocument", source=missing)
    page.send("Page.navigate", url=path.as_uri())
    page.wait("document.getElementById('message') && !document.getElementById('message').hidden", "a message")
    assert words in page.evaluate("document.getElementById('message').textContent")
