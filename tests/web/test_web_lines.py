"""Lines over the blocks in headless Chromium: forces, hinges, thrust, ties; where, of which time, what hides them."""

import numpy as np
import pytest
from web_page import READY, is_quiet, lines_of, of_colour, picture, pixel_of, settle
from web_runs import KEPT, PUSH, beam_run, boxes_run, serving

from drystone.bench.browser import MISSING, Browser, find_browser
from drystone.limit import StaticsQuestion, answer_statics
from drystone.model.source import ModelSource
from drystone.results.answer import write_answer

pytestmark = [pytest.mark.slow, pytest.mark.skipif(find_browser() is None, reason=MISSING)]

FORCE, HINGE, THRUST, TIE = (10, 62, 112), (179, 38, 30), (0, 114, 178), (0, 120, 90)
LEGEND = "document.getElementById('legend').innerText"

STACK = """
drystone: 1
name: stack
gravity: 9.81
materials: {stone: {density: 2000}}
joints: {dry: {friction: 0.6}}
blocks:
  - {name: low, box: {size: [0.6, 0.5, 0.4], center: [0, 0, 0.2]}, material: stone}
  - {name: high, box: {size: [0.4, 0.5, 1.2], center: [0, 0, 1.0]}, material: stone}
ground: {level: 0}
"""


@pytest.fixture(scope="module")
def browser():
    with Browser(1000, 700) as found:
        yield found


@pytest.fixture(scope="module")
def beam(tmp_path_factory):
    return beam_run(tmp_path_factory.mktemp("web") / "run")


@pytest.fixture(scope="module")
def boxes(tmp_path_factory):
    return boxes_run(tmp_path_factory.mktemp("web") / "run")


def opened(browser, run):
    with serving(a=run) as (server, _):
        page = browser.open(server.url)
        page.wait(READY, "ready")
        yield page
        assert is_quiet(page, ours=f"http://127.0.0.1:{server.port}/")


@pytest.fixture
def page(browser, beam):
    yield from opened(browser, beam)


@pytest.fixture
def stones(browser, boxes):
    yield from opened(browser, boxes)


def switch(page, *names):
    """Click the boxes of these names, and wait until the interfaces are there."""
    for name in names:
        page.evaluate(f"document.querySelector('input[name={name}]').click()")
    page.wait("drystone.stages[0].joints.chunks[0]", "the interfaces")
    settle(page)


def at(page, time):
    page.evaluate(f"drystone.setTime({time})")


# -- what is drawn where -------------------------------------------------------------------------------------

def test_a_tie_goes_with_its_blocks_until_it_breaks(page):
    assert "tie" in page.evaluate(LEGEND)
    first, last = of_colour(lines_of(page), TIE)
    assert len(first) == 3                                                  # the rod and a dot at either end
    assert (first[0], last[0]) == (pytest.approx((0.0, 0.0, 0.5), abs=1e-4), pytest.approx((3.0, 0.0, 0.5), abs=1e-4))
    at(page, 0.59)
    assert len(of_colour(lines_of(page), TIE)[0]) == 3
    at(page, 0.61)
    assert len(of_colour(lines_of(page), TIE)[0]) == 0


def test_the_thrust_line_goes_from_joint_to_joint_of_each_loaded_block(page):
    at(page, 0.2)
    page.evaluate("drystone.look(0, 10)")
    switch(page, "thrust")
    first, last = of_colour(lines_of(page), THRUST)
    x = np.sort(np.column_stack((first[:, 0], last[:, 0])), axis=1)
    assert np.sort(x, axis=0) == pytest.approx(np.array([(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)]), abs=1e-3)
    assert np.concatenate((first, last))[:, 1] == pytest.approx(-0.2, abs=1e-3)          # on the face that is seen
    page.evaluate("drystone.look(180, 10)")
    settle(page)
    assert of_colour(lines_of(page), THRUST)[0][:, 1] == pytest.approx(0.2, abs=1e-3)
    page.evaluate("drystone.look(90, 10)")                                  # along the row no face is it
    settle(page)
    assert of_colour(lines_of(page), THRUST)[0][:, 1] == pytest.approx(0.0, abs=1e-3)


def test_hinges_are_joints_whose_force_acts_at_the_edge(page):
    at(page, 0.2)
    page.evaluate("drystone.look(0, 10)")
    switch(page, "hinges")
    first, _ = of_colour(lines_of(page), HINGE)
    assert first == pytest.approx(np.array([(0.0, -0.2, 0.5)]), abs=1e-3)
    assert "hinge" in page.evaluate(LEGEND)


def test_the_line_of_a_force_is_as_long_as_the_legend_says(page):
    at(page, 0.2)
    switch(page, "forces")
    first, last = of_colour(lines_of(page), FORCE)
    assert len(first) == 4
    assert np.linalg.norm(last - first, axis=1) == pytest.approx(page.evaluate("drystone.camera.forceLength"), rel=1e-3)
    assert f"{PUSH / 1e3:g} kN, force in a joint" in page.evaluate(LEGEND)
    drawn = page.evaluate("document.getElementById('measure').getBoundingClientRect().width")
    assert drawn == pytest.approx(page.evaluate("drystone.camera.forceLength * drystone.camera.pixelsPerMetre"), abs=1)


def test_the_flow_of_forces_of_statics_is_drawn_at_once(browser, tmp_path):
    model = ModelSource(STACK, "stack.yaml").build().model
    result = write_answer(tmp_path / "statics", answer_statics(model, StaticsQuestion()))
    for page in opened(browser, result):
        page.wait("drystone.stages[0].joints.chunks[0]", "the interfaces")
        settle(page)
        if page.evaluate("drystone.stages[0].head.lines.length"):           # a thrust line has the place of the forces
            switch(page, "forces")
        first, last = of_colour(lines_of(page), FORCE)
        assert len(first) == 2
        length = np.linalg.norm(last - first, axis=1)
        upper = 0.4 * 0.5 * 1.2
        assert length.min() / length.max() == pytest.approx(upper / (upper + 0.6 * 0.5 * 0.4), rel=0.02)
        assert "kN, force in a joint" in page.evaluate(LEGEND)
        assert page.evaluate("document.getElementById('when').textContent") == ""


def test_slip_and_broken_mortar_colour_the_blocks_beside_their_joints(page):
    def tones():
        return np.array(page.evaluate("Array.from(drystone.stages[0].tones.slice(0, 12))")).reshape(3, 4)[:, :3]

    none = [205, 208, 211]
    at(page, 0.2)
    page.evaluate("drystone.setColour('slip')")
    page.wait("drystone.stages[0].joints.chunks[0]", "the interfaces")
    settle(page)
    one, two, three = tones()
    assert (two == three).all() and (one != two).any() and two.sum() < one.sum()          # the joint of two and three
    assert "greatest slip" in page.evaluate(LEGEND)
    page.evaluate("drystone.setColour('damage')")
    settle(page)
    whole = tones()
    assert (whole[0] == whole[1]).all() and whole[2].tolist() == none         # three has had no mortar
    at(page, 0.5)
    settle(page)
    broken = tones()
    assert (broken[0] == broken[1]).all() and broken[0].sum() < whole[0].sum() - 200
    assert "share of mortar lost" in page.evaluate(LEGEND)


def test_below_shows_the_underside(stones):
    """Without the ground; where the centre of a box is seen, the box is chosen by a click."""
    stones.evaluate("document.querySelector('input[name=supports]').click(); drystone.setTime(0);"
                    "document.querySelector('button[name=below]').click()")
    picture(stones)
    assert stones.evaluate("drystone.camera.toward")[2] < 0.0
    left, right = pixel_of(stones, (-0.3, 0.0, 0.0)), pixel_of(stones, (0.3, 0.0, 0.0))
    assert right[0] - left[0] > 20.0                                          # x still goes to the right
    assert pixel_of(stones, (0.0, 3.0, 0.0))[1] > pixel_of(stones, (0.0, 0.0, 0.0))[1]     # and y down
    stones.click(*pixel_of(stones, (0.0, 0.0, 0.0)))
    assert stones.evaluate("document.getElementById('block_name').textContent") == "mover"


# -- of which time -------------------------------------------------------------------------------------------

def test_forces_are_never_of_a_time_that_is_still_to_come(page, beam):
    """Frames are 0.1 s apart; interfaces were kept at some of them."""
    switch(page, "forces")
    for time in np.linspace(0.0, 1.0, 41).tolist():
        at(page, time)
        before = [k for k in KEPT if beam.frames.time[k] <= time + 1e-9]
        said = page.evaluate("document.getElementById('when').textContent")
        count = len(of_colour(lines_of(page), FORCE)[0])
        if not before:
            assert (count, said) == (0, "forces: none kept before t = 0.200 s"), time
            continue
        own = float(beam.frames.time[before[-1]])
        assert count == 4
        assert said == ("" if abs(own - time) < 1e-9 else f"forces at t = {own:.3f} s"), time


def test_forces_of_an_earlier_frame_ride_with_their_blocks(page):
    switch(page, "forces")
    at(page, 0.2)
    was = of_colour(lines_of(page), FORCE)
    at(page, 0.4)                    # `two` is 0.04 m higher by now: the force on it goes with it, by its second block
    now = of_colour(lines_of(page), FORCE)
    assert (now[0] - was[0])[:, 2] == pytest.approx((0.0, 0.04, 0.0, 0.0), abs=1e-3)


# -- what hides them -----------------------------------------------------------------------------------------

def strong(page):
    """Pixels that have the colour of forces in full."""
    canvas = page.evaluate("(() => { const b = document.getElementById('canvas').getBoundingClientRect();"
                           "return [b.left, b.top, b.right, b.bottom].map(Math.round); })()")
    page.evaluate("for (const n of ['legend', 'triad', 'ruler']) document.getElementById(n).hidden = true")
    image = picture(page)[canvas[1]:canvas[3], canvas[0]:canvas[2]].astype(int)
    return int((np.abs(image - FORCE).max(axis=2) < 12).sum())


def test_blocks_hide_lines_and_leave_them_faint(stones):
    """The force under a box: half of it is inside of the box, half in the ground."""
    stones.evaluate("drystone.setTime(1); drystone.look(0, 15)")      # along the row: no face is seen
    switch(stones, "forces")
    hidden = picture(stones).astype(int)
    assert strong(stones) == 0
    switch(stones, "forces")
    without = picture(stones).astype(int)
    assert (np.abs(hidden - without).max(axis=2) > 15).sum() > 100           # they are there, though
    switch(stones, "forces", "supports")
    assert strong(stones) > 50


def test_the_section_plane_cuts_lines(page):
    at(page, 0.2)
    page.evaluate("drystone.look(0, 0)")
    switch(page, "forces")
    whole = strong(page)
    page.evaluate("drystone.setSection({ axis: 'x', at: 0.5, flip: false })")
    half = strong(page)
    page.evaluate("drystone.setSection({ axis: 'x', at: 0, flip: false })")
    assert whole > 100 and half == pytest.approx(0.5 * whole, rel=0.25) and strong(page) == 0
