"""What the page says when something goes wrong, in headless Chromium: what it is, and no more than that."""

import json

import numpy as np
import pytest
from web_page import READY
from web_runs import boxes_run, serving, serving_scenes

from drystone.bench.browser import MISSING, Browser, find_browser
from drystone.view.web.heads import to_json
from drystone.view.web.joints_part import usual_force
from drystone.view.web.page_file import write_page
from drystone.view.web.scene import open_scene

MESSAGE = "document.getElementById('message')"
LIVE = "document.getElementById('live').textContent"

slow = pytest.mark.slow
browses = pytest.mark.skipif(find_browser() is None, reason=MISSING)


@pytest.fixture(scope="module")
def browser():
    with Browser(1000, 700) as found:
        yield found


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return boxes_run(tmp_path_factory.mktemp("web") / "run")


# -- data ----------------------------------------------------------------------------------------------------

def test_json_has_null_for_what_is_not_finite():
    given = {"a": [1.5, float("nan"), (float("inf"), np.float64("-inf"), np.float64(2.5))], 3: {"b": True, "c": None}}
    assert json.loads(to_json(given)) == {"a": [1.5, None, [None, None, 2.5]], "3": {"b": True, "c": None}}


def test_the_server_never_sends_what_is_no_json(run):
    class Odd:
        def head(self):
            return {"end": float("nan"), "points": [[float("inf"), 1.0]]}

        def state(self):
            return {}

        def part_names(self):
            return []

    with serving_scenes({"a": Odd()}) as (_, ask):
        assert ask("/a/head")[2] == b'{"end": null, "points": [[null, 1.0]]}'


def test_impacts_do_not_set_the_measure_of_forces():
    """Ten frames of a hundred joints; in one of them a block hits the ground, in one nothing touches."""
    force = np.zeros((10, 100, 3))
    force[:, :, 2] = np.linspace(10.0, 1000.0, 100)
    force[3] *= 500.0
    force[7] = 0.0
    ptr = np.arange(0, 1001, 100)
    assert usual_force(ptr, force.reshape(-1, 3)) == pytest.approx(980.2)
    assert usual_force(np.array([0, 0]), np.zeros((0, 3))) == 0.0
    assert usual_force(ptr, np.full((1000, 3), np.nan)) == 0.0


# -- the server that gave the page ----------------------------------------------------------------------------

def break_requests(page, how, count):
    """The next `count` requests end in `how`, a statement of JavaScript that throws or returns an answer."""
    page.evaluate(f"""(() => {{ const real = window.fetch; let left = {count}; window.broken = 0;
        window.fetch = async (...given) => {{
            if (left-- > 0) {{ window.broken += 1; {how} }}
            return real(...given); }}; }})()""")


LOST = "throw new TypeError('Failed to fetch');"
REFUSED = "return new Response('refused', { status: 403 });"
ANGRY = "return new Response(JSON.stringify({ error: 'segment is cut off' }), { status: 500 });"
SHRUG = "return new Response(JSON.stringify({ error: 'segment is cut off' }));"


class Growing:
    """A scene that says it is still running, so that the page looks often."""

    def __init__(self, scene):
        self._scene = scene
        self.part, self.part_names = scene.part, scene.part_names

    def state(self):
        return self._scene.state() | {"is_running": True}

    def head(self):
        return self._scene.head() | {"state": self.state()}


@pytest.fixture
def followed(browser, run):
    with serving_scenes({"a": Growing(open_scene(run))}) as (server, _):
        page = browser.open(server.url)
        page.wait(READY, "ready")
        yield page


@slow
@browses
@pytest.mark.parametrize("how", [LOST, ANGRY, SHRUG])
def test_answers_that_fail_once_or_twice_are_nothing(followed, how):
    break_requests(followed, how, 2)
    followed.wait("window.broken === 2", "two failed looks")
    followed.wait(f"{LIVE} === '● running'", "followed again")
    assert followed.evaluate(f"{MESSAGE}.hidden")


@slow
@browses
@pytest.mark.parametrize("how, live, words", [
    (LOST, "the server has ended", "The server of this page does not answer any more"),
    (REFUSED, "not followed any more", "is not the one that gave this page"),
    (ANGRY, "cannot be followed", "segment is cut off"),
    (SHRUG, "cannot be followed", "segment is cut off")])
def test_what_stays_wrong_is_told_for_what_it_is(followed, how, live, words):
    break_requests(followed, how, 10**6)
    followed.wait(f"!{MESSAGE}.hidden", "a message")
    assert words in followed.evaluate(f"{MESSAGE}.textContent") and followed.evaluate(LIVE) == live
    followed.evaluate(f"{MESSAGE}.querySelector('button').click()")
    assert followed.evaluate(f"{MESSAGE}.hidden")
    followed.evaluate("drystone.setTime(1)")                                  # what is loaded stays
    assert followed.evaluate("drystone.time") == 1


# -- the page itself -----------------------------------------------------------------------------------------

@slow
@browses
def test_a_lost_graphics_card_is_told_and_comes_back(browser, run, tmp_path):
    page = browser.open(write_page({"a": open_scene(run)}, tmp_path / "page.html").as_uri())
    page.wait(READY, "ready")
    page.evaluate("drystone.camera.renderer.forceContextLoss()")
    page.wait(f"!{MESSAGE}.hidden", "a message")
    assert "graphics card" in page.evaluate(f"{MESSAGE}.textContent")
    page.evaluate("drystone.camera.renderer.forceContextRestore()")
    page.wait(f"{MESSAGE}.hidden", "the picture again")
    page.evaluate("drystone.choose(drystone.stages[0], 0)")
    place = page.evaluate("drystone.camera.project(Array.from(drystone.stages[0].texels.slice(0, 3)))")
    assert page.evaluate(f"drystone.camera.pick({place[0]}, {place[1]}).block") == 0


@slow
@browses
def test_a_mistake_of_the_page_is_told(browser, run, tmp_path):
    page = browser.open(write_page({"a": open_scene(run)}, tmp_path / "page.html").as_uri())
    page.wait(READY, "ready")
    page.evaluate("void Promise.reject(new Error('a promise <b>broke</b>'))")
    page.wait(f"!{MESSAGE}.hidden", "a message")
    assert "a promise <b>broke</b>" in page.evaluate(f"{MESSAGE}.textContent")
    assert page.evaluate(f"{MESSAGE}.querySelector('b')") is None


@slow
@browses
def test_a_chunk_that_is_lost_is_asked_for_again(browser, run):
    with serving(a=run) as (server, _):
        page = browser.open(server.url)
        page.wait(READY, "ready")
        break_requests(page, ANGRY, 1)
        page.evaluate("drystone.setTime(1); drystone.show('forces', true)")
        page.wait(f"!{MESSAGE}.hidden", "a message")
        page.wait("drystone.stages[0].joints.chunks[0] === undefined", "forgotten")
        page.evaluate("drystone.refresh()")
        page.wait("drystone.stages[0].joints.chunks[0]", "the interfaces")
