"""The chart of a study by mouse and by keys, in headless Chromium; flat curves and what a browser lacks."""

import numpy as np
import pytest
from web_page import READY, is_quiet, press
from web_runs import boxes_run, serving_scenes

from drystone.bench.browser import MISSING, Browser, find_browser
from drystone.view import style
from drystone.view.web.chart import Axis, Chart, looks_data
from drystone.view.web.container import pack_part
from drystone.view.web.scene import FORM, open_scene
from drystone.view.web.study_scene import MONITORS, STUDY, STUDY_ID

pytestmark = [pytest.mark.slow, pytest.mark.skipif(find_browser() is None, reason=MISSING)]

RUNS = ("aaa", "bbb", "ccc")


class MadeUp:
    """A study of three runs, of which one opens whole; one of its monitors is rounding noise."""

    def head(self):
        chart = Chart("sweep", "Greatest top", Axis("share", "-", 0.0, 4.0), Axis("top", "m", 0.0, 2.0),
                      [(k, 1.0 + k, 1.0) for k in range(3)])
        return {"form": FORM, "kind": STUDY, "title": "made up", "study_kind": "sweep", "version": "1",
                "directory": "study", "state": self.state(), "looks": looks_data(),
                "colours": {"lines": list(style.PALETTE), "accent": style.ACCENT}, "make": "make ", "view": "view ",
                "words": ["three runs"], "charts": [chart.to_data()],
                "runs": [{"id": run, "letter": "o", "facts": [["share", run]]} for run in RUNS]}

    def state(self):
        return {"summary": "complete", "is_running": False, "known": 3, "stores": ["bbb"]}

    def part_names(self):
        return [MONITORS + run for run in RUNS]

    def part(self, name):
        time = np.linspace(0.0, 1.0, 50)
        noise = 3e-16 * np.sign(np.sin(40.0 * time))
        return pack_part({"time": time.astype("<f8"), "corner.x  [m]": noise.astype("<f4"),
                          "corner.y  [m]": (-noise).astype("<f4"), "top  [m]": (0.25 * time).astype("<f4")})


@pytest.fixture(scope="module")
def browser():
    with Browser(1000, 700) as found:
        yield found


@pytest.fixture
def server(tmp_path):
    run = open_scene(boxes_run(tmp_path / "run"))
    with serving_scenes({STUDY_ID: MadeUp()}, lambda name: run if name == "bbb" else None) as (found, _):
        yield found


@pytest.fixture
def page(browser, server):
    found = browser.open(server.url)
    found.wait(READY, "ready")
    yield found
    assert is_quiet(found, ours=f"http://127.0.0.1:{server.port}/")


def middle(page, run):
    return page.evaluate(f"(() => {{ const b = document.querySelector('[data-run={run}]').getBoundingClientRect();"
                         "return [b.left + b.width / 2, b.top + b.height / 2]; })()")


def test_a_point_keeps_the_focus_and_its_place_when_it_is_chosen(page):
    place = middle(page, "aaa")
    page.evaluate("document.querySelector('[data-run=aaa]').focus()")
    press(page, " ")
    page.wait("document.querySelectorAll('.plot').length === 2", "the monitors")
    assert page.evaluate("document.getElementById('run_name').textContent") == "aaa"
    assert page.evaluate("document.activeElement.dataset.run") == "aaa"
    assert page.evaluate("document.querySelector('.point.chosen').dataset.run") == "aaa"
    assert middle(page, "aaa") == place                     # a second click finds it where the first one has
    page.evaluate("drystone.draw()")                        # as on a change of size
    assert page.evaluate("document.activeElement.dataset.run") == "aaa"


def test_enter_opens_a_run_that_is_whole_and_chooses_others(page):
    page.evaluate("document.querySelector('[data-run=ccc]').focus()")
    press(page, "Enter")
    assert page.evaluate("document.getElementById('make_again').textContent") == "make ccc"
    page.evaluate("document.querySelector('[data-run=bbb]').focus()")
    press(page, "Enter")
    page.wait(f"location.hash.includes('run=bbb') && {READY} && window.drystone.stages", "the run")


def test_a_double_click_opens_a_run(page):
    x, y = middle(page, "bbb")
    page.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    for count in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            page.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=count)
    page.wait(f"location.hash.includes('run=bbb') && {READY} && window.drystone.stages", "the run")


def test_rounding_is_drawn_flat_and_legends_without_values_have_no_places_for_them(page):
    page.click(*middle(page, "aaa"))
    page.wait("document.querySelectorAll('.plot').length === 2", "the monitors")
    low, high = page.evaluate("(({ min, max }) => [min, max])(drystone.plots.plots.get('corner').plot.scales.y)")
    assert low < -1e-7 and high > 1e-7                      # noise of 3e-16 m lies on the axis
    low, high = page.evaluate("(({ min, max }) => [min, max])(drystone.plots.plots.get('top').plot.scales.y)")
    assert low <= 0.0 and 0.25 <= high < 0.5
    words = "[...document.querySelectorAll('.plot')].map((p) => p.querySelector('.u-legend').innerText).join(' ')"
    assert "–" not in page.evaluate(words) and "x" in page.evaluate(words)
    box = page.evaluate("(() => { const b = drystone.plots.plots.get('top').plot.over.getBoundingClientRect();"
                        "return [b.left + b.width / 2, b.top + b.height / 2]; })()")
    page.send("Input.dispatchMouseEvent", type="mouseMoved", x=box[0], y=box[1])
    page.wait(f"{words}.includes('0.12')", "the value under the mouse")


def test_a_study_needs_no_webgl_and_says_what_its_plots_need(browser, server):
    page = browser.open("about:blank")
    page.send("Page.addScriptToEvaluateOnNewDocument",
              source="HTMLCanvasElement.prototype.getContext = () => null; delete window.DecompressionStream")
    page.send("Page.navigate", url=server.url)
    page.wait(READY, "ready")
    assert page.evaluate("document.querySelectorAll('.point').length") == 3
    assert page.evaluate("document.getElementById('message').hidden")
    page.click(*middle(page, "aaa"))
    page.wait("!document.getElementById('message').hidden", "a message")
    assert "needs DecompressionStream" in page.evaluate("document.getElementById('message').textContent")
    assert page.evaluate("document.getElementById('run_name').textContent") == "aaa"
