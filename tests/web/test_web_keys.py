"""The page without a mouse, in headless Chromium; and two results beside each other under one legend."""

import numpy as np
import pytest
from web_page import READY, is_quiet, lines_of, of_colour, press, settle
from web_runs import HOSTILE, beam_run, boxes_run, serving

from drystone.bench.browser import MISSING, Browser, find_browser

pytestmark = [pytest.mark.slow, pytest.mark.skipif(find_browser() is None, reason=MISSING)]

FORCE = (10, 62, 112)


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


def focus(page, selector):
    page.evaluate(f"document.querySelector('{selector}').focus()")


# -- keys ----------------------------------------------------------------------------------------------------

def test_space_belongs_to_the_box_or_button_that_has_the_focus(page):
    focus(page, "input[name=forces]")
    press(page, " ")
    assert page.evaluate("[drystone.stages[0].shows.forces, drystone.bar.isPlaying]") == [True, False]
    focus(page, "button[name=right]")
    press(page, " ")
    assert page.evaluate("drystone.bar.isPlaying") is False
    assert page.evaluate("Math.abs(drystone.camera.toward[1]) < 1e-6 * drystone.camera.toward[0]")
    focus(page, "#play")
    press(page, " ")
    assert page.evaluate("drystone.bar.isPlaying") is True
    focus(page, "#canvas")
    press(page, " ")
    assert page.evaluate("drystone.bar.isPlaying") is False


def test_arrows_go_frame_by_frame_and_leave_those_of_the_browser_alone(page, run):
    time = run.frames.time
    page.evaluate(f"drystone.setTime({time[10]})")
    for selector, key, frame in (("#canvas", "ArrowRight", 11), ("#time", "ArrowRight", 12),
                                 ("#play", "ArrowLeft", 11)):
        focus(page, selector)
        press(page, key)
        assert page.evaluate("drystone.time") == pytest.approx(time[frame])
    kept = page.evaluate("(() => { const e = new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true,"
                         " bubbles: true, cancelable: true }); document.body.dispatchEvent(e);"
                         "return e.defaultPrevented; })()")
    assert kept is False and page.evaluate("drystone.time") == pytest.approx(time[11])
    focus(page, "input[name=find]")
    press(page, "ArrowLeft")
    assert page.evaluate("drystone.time") == pytest.approx(time[11])


def test_keys_turn_and_zoom_the_camera_of_the_focused_canvas(page):
    def angles():
        x, y, z = page.evaluate("drystone.camera.toward")
        return np.degrees((np.arctan2(y, x), np.arcsin(z / np.hypot(np.hypot(x, y), z)))), np.hypot(np.hypot(x, y), z)

    focus(page, "#canvas")
    (azimuth, elevation), far = angles()
    press(page, "ArrowRight", shift=True)
    press(page, "ArrowUp", shift=True)
    (turned, raised), same = angles()
    assert (turned - azimuth, raised - elevation, same / far) == pytest.approx((5.0, 5.0, 1.0), abs=1e-3)
    press(page, "+")
    assert angles()[1] < 0.9 * far
    press(page, "Home")
    assert angles()[0] == pytest.approx((azimuth, elevation), abs=1e-3)
    for _ in range(40):
        press(page, "ArrowDown", shift=True)
    assert angles()[0][1] == pytest.approx(-89.9, abs=0.2)                     # from below, never over the pole
    assert page.evaluate("drystone.time") == 0


def test_a_block_is_found_by_a_part_of_its_name(page):
    focus(page, "input[name=find]")
    for key in "STONE":
        press(page, key)
    assert page.evaluate("[...document.querySelectorAll('.found button')].map((b) => b.textContent)") == [HOSTILE]
    press(page, "Enter")
    assert page.evaluate("[document.getElementById('block_name').textContent, drystone.chosen.block]") == [HOSTILE, 1]
    focus(page, "input[name=find]")
    for key in "o":
        press(page, key)
    press(page, "ArrowDown")
    press(page, "Enter")
    assert page.evaluate("document.getElementById('block_name').textContent") == "mover"
    focus(page, "input[name=find]")
    for key in "qqq":
        press(page, key)
    assert page.evaluate("document.querySelector('.found').textContent") == "no block has this in its name"
    press(page, "Enter")
    assert page.evaluate("drystone.chosen.block") == 0


# -- side by side --------------------------------------------------------------------------------------------

def test_two_results_have_one_measure_and_one_legend(browser, run, tmp_path):
    other = boxes_run(tmp_path / "other", force=21000.0, groups=("left", "middle"))
    with serving(a=run, b=other) as (server, _):
        page = browser.open(server.url)
        page.wait(READY, "ready")
        page.evaluate("document.querySelector('input[name=forces]').click(); drystone.setTime(1)")
        page.wait("drystone.stages.every((s) => s.joints.chunks[0])", "the interfaces")
        settle(page)
        length = [np.linalg.norm(np.subtract(*of_colour(lines_of(page, k), FORCE)), axis=1) for k in (0, 1)]
        assert length[1] == pytest.approx(3.0 * length[0], rel=2e-3) and len(length[0]) == 2
        assert length[1] == pytest.approx(page.evaluate("drystone.camera.forceLength"), rel=2e-3)
        legend = page.evaluate("document.getElementById('legend').innerText")
        assert "21 kN, force in a joint" in legend and "7 kN" not in legend
        names = page.evaluate("[...document.querySelectorAll('input[name=group]')].map((b) => b.parentNode.textContent)"
                              ".sort()")
        assert names == ["left", "middle", "right"]
        page.evaluate("[...document.querySelectorAll('input[name=group]')].forEach((b) => b.click())")
        hidden = page.evaluate("drystone.stages.map((s) => [0, 1, 2].map((i) => s.isShown(i)))")
        assert hidden == [[False, False, True]] * 2
        page.evaluate("drystone.setColour('group')")
        settle(page)
        legend = page.evaluate("document.getElementById('legend').innerText")
        assert "left (1)" in legend and "right (A 1, B 0)" in legend and "middle (A 0, B 1)" in legend
        colours = page.evaluate("drystone.stages.map((s) => Array.from(s.base.subarray(0, 6)))")
        assert colours[0][:3] == colours[1][:3] and colours[0][3:] != colours[1][3:]
        assert is_quiet(page, ours=f"http://127.0.0.1:{server.port}/")


def test_what_only_the_second_result_has_can_be_chosen_for_it(browser, run, tmp_path):
    """Ties, mortar and slip; the frames of both are stepped through."""
    with serving(a=run, b=beam_run(tmp_path / "beam")) as (server, _):
        page = browser.open(server.url)
        page.wait(READY, "ready")
        options = page.evaluate("[...document.querySelector('select[name=colour]').options].map((o) => o.value)")
        assert {"slip", "damage"} <= set(options) and "wear" not in options
        assert page.evaluate("document.querySelector('input[name=ties]') !== null")
        page.evaluate("drystone.setTime(0.5); drystone.setColour('damage')")
        page.wait("drystone.stages[1].joints.chunks[0]", "the interfaces")
        settle(page)
        grey = page.evaluate("drystone.stages.map((s) => Array.from(s.tones.slice(0, 3)))")
        assert grey[0] == [205, 208, 211] != grey[1]
        focus(page, "#canvas")
        seen = []
        for _ in range(3):
            press(page, "ArrowRight")
            seen.append(page.evaluate("drystone.time"))
        assert seen == pytest.approx([0.55, 0.6, 0.65])                      # 0.05 s of the one, 0.1 s of the other
        assert is_quiet(page, ours=f"http://127.0.0.1:{server.port}/")
