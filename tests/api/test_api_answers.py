"""Answers without time, and studies, read by the same names as runs; how all of them show themselves in a notebook."""

import re

import numpy as np
import pytest

import drystone as ds
from drystone.limit import (
    LimitQuestion,
    StaticsQuestion,
    acceleration,
    answer_limit,
    answer_statics,
    limit_analysis,
    settlement_analysis,
    statics_analysis,
)
from drystone.results.answer import write_answer

G, DENSITY = 9.81, 2000.0


def column() -> ds.Assembly:
    """Two blocks of 1 x 1 x 1 m upon each other."""
    a = ds.Assembly("column", gravity=G)
    a.material("stone", density=DENSITY)
    a.joint("dry", friction=0.6)
    a.add_pattern(ds.patterns.stack((1, 1, 1), 2), material="stone")
    a.add_ground(0.0)
    return a


@pytest.fixture(scope="module")
def statics(tmp_path_factory):
    answer = answer_statics(column().build(), StaticsQuestion())
    return write_answer(tmp_path_factory.mktemp("answers") / "statics", answer)


@pytest.fixture(scope="module")
def limit(tmp_path_factory):
    answer = answer_limit(column().build(), LimitQuestion(direction="+x"))
    return write_answer(tmp_path_factory.mktemp("answers") / "limit", answer)


def test_forces_at_rest_are_the_weight_above(statics):
    """The lower joint bears two blocks, the upper one bears one; the ground bears both."""
    weight = DENSITY * G
    assert statics.stands and statics.moving == ()
    assert statics.joint("ground", "block_1").force == pytest.approx([0, 0, 2 * weight], abs=1e-6 * weight)
    assert statics.joint("block_2", "block_1").force == pytest.approx([0, 0, -weight], abs=1e-6 * weight)
    joint = statics.joint("block_1", "block_2")
    assert joint.normal_force == pytest.approx(weight, rel=1e-6) and joint.area == pytest.approx(1.0)
    assert joint.thrust == pytest.approx(0.0, abs=1e-6 * weight) and joint.point == pytest.approx([0, 0, 1], abs=1e-6)
    assert statics.block("ground").reaction == pytest.approx([0, 0, 2 * weight], abs=1e-6 * weight)
    assert statics.block("block_1").reaction is None and not statics.block("block_1").moves


def test_the_factor_of_a_column_that_turns_over(limit):
    """Two cubes turn over as one at width / height = 1/2 g; the top moves twice as fast as the middle."""
    assert limit.alpha == pytest.approx(0.5, rel=1e-6) and limit.moving == ("block_1", "block_2")
    speeds = [limit.block(f"block_{k}").velocity[0] for k in (1, 2)]
    assert speeds[1] / speeds[0] == pytest.approx(3.0, rel=1e-5)     # centres at 0.5 and 1.5 m above the edge
    assert limit.block("block_1").angular_velocity[1] > 0.0 and limit.block("block_1").moves


def test_results_in_memory_have_the_same_names():
    model = column().build()
    found = statics_analysis(model)
    assert found.joint("ground", "block_1").normal_force == pytest.approx(2 * DENSITY * G, rel=1e-6)
    assert found.block("ground").reaction[2] == pytest.approx(2 * DENSITY * G, rel=1e-6)
    assert repr(found) == "<StaticsResult of 'column': stands; 2 blocks>"
    pushed = limit_analysis(model, acceleration(model, "+x"))
    assert pushed.block("block_2").moves and not pushed.block("ground").moves
    assert re.match(r"<LimitResult of 'column': alpha 0\.\d+ g, acceleration towards \+x; 2 blocks>", repr(pushed))
    settled = settlement_analysis(model, "ground", "-z")
    assert settled.joint("ground", "block_1").normal_force >= 0.0 and "SettlementResult" in repr(settled)


def test_answers_in_memory_and_on_disk_say_the_same(statics):
    answer = answer_statics(column().build(), StaticsQuestion())
    assert answer.joint("block_1", "block_2").force.tolist() == statics.joint("block_1", "block_2").force.tolist()
    assert str(answer).startswith("model       column: 2 blocks") and str(answer).splitlines()[0] in str(statics)
    assert repr(answer) == "<answer of kind 'statics' about 'column': 3 blocks>"


def test_tables_for_pandas(statics, limit):
    joints = statics.to_pandas()
    assert joints["normal force [N]"].max() == pytest.approx(2 * DENSITY * G, rel=1e-6)
    assert statics.to_pandas("blocks")["reaction z [N]"].max() == pytest.approx(2 * DENSITY * G, rel=1e-6)
    assert "motion x [m/s]" in limit.to_pandas("blocks")


@pytest.mark.parametrize(("ask", "words"), [
    (lambda r: r.fallen(), "has no 'fallen': it holds an answer of kind 'statics', without time; `moving` names"),
    (lambda r: r.ground, "has no 'ground': it holds an answer of kind 'statics', without time"),
    (lambda r: r.joint("block_2", "ground"), "blocks 'block_2' and 'ground' do not touch; 'block_2' touches 'block_1'"),
    (lambda r: r.block("block_3"), "no block is called 'block_3'; did you mean 'block_"),
    (lambda r: r.tie("rod"), "no tie is called 'rod'"),
    (lambda r: r.alpha, "has no 'alpha'; it has: model, stands"),
    (lambda r: r.to_pandas("steps"), "table must be one of joints, blocks, got 'steps'"),
])
def test_what_an_answer_does_not_have_is_told(statics, ask, words):
    with pytest.raises((ds.InputError, ds.StoreError)) as error:
        ask(statics)
    assert words in str(error.value)


def test_a_block_of_an_answer_has_no_displacement(statics):
    with pytest.raises(AttributeError, match=r"has no 'displacement': the answer is without time; `motion` is how"):
        _ = statics.block("block_1").displacement


# --- notebooks --------------------------------------------------------------------------------------------


def pictures(text: str) -> int:
    return text.count("src=\"data:image/png;base64,")


def test_structures_and_answers_show_themselves_with_a_picture(statics):
    a = column()
    for shown in (a._repr_html_(), a.build()._repr_html_(), statics._repr_html_(), statics.answer._repr_html_()):
        assert pictures(shown) == 1 and "column" in shown and "http" not in shown
    assert repr(a) == "<Assembly 'column': 2 blocks, ground at 0 m>"
    assert repr(a.build()) == "<Model 'column': 2 blocks, 1 supports>"


def test_an_assembly_that_cannot_be_built_yet_says_why():
    a = ds.Assembly("<b>", gravity=G)
    a.material("stone", density=DENSITY)
    a.joint("dry", friction=0.6)
    a.add_pattern(ds.patterns.stack((1, 1, 1), 2), material="stone")
    shown = a._repr_html_()
    assert "nothing supports the blocks" in shown and pictures(shown) == 0 and "<b>&lt;b&gt;" not in shown
    assert "assembly &lt;b&gt;" in shown


def test_the_page_of_a_notebook_is_one_frame_without_any_address(statics):
    page = statics.view(height=300)
    shown = page._repr_html_()
    assert shown.startswith("<iframe ") and shown.endswith("</iframe>") and shown.count("<iframe") == 1
    head = shown.partition("srcdoc")[0]
    assert 'sandbox="allow-scripts"' in head and 'height="300"' in head and " src=" not in head
    inner = re.search(r'srcdoc="([^"]*)"', shown)[1]
    assert "&lt;script" in inner and "connect-src" in inner
    with pytest.raises(ds.InputError, match="view: height must be finite and >= 100"):
        statics.view(height=3)


def test_plots_are_figures(statics, limit):
    assert limit.plot().axes and statics.plot("statics").axes
    with pytest.raises(ds.InputError, match="plot: kind must be one of statics, got 'limit'"):
        statics.plot("limit")
    with pytest.raises(ds.InputError, match="plot: 'times' is for runs"):
        statics.plot(times=[0.1])


# --- studies ----------------------------------------------------------------------------------------------

MODEL = """drystone: 1
name: block
gravity: 9.81
materials: {stone: {density: 2000}}
joints: {base: {friction: 2.0}}
blocks:
  - {name: block, box: {size: [0.4, 0.4, 2.0], center: [0, 0, 1]}, material: stone}
ground: {level: 0.0}
motions:
  - {name: pulse, kind: half_sine, parameters: {amplitude: 1.0 g, duration: 0.4}, direction: [1, 0, 0]}
monitors:
  - {name: angle, block: block, quantity: rotation, axis: y}
duration: 1.5
analysis: {engine: rocking, dt: 5e-3}
"""
STUDY = """drystone: 1
name: pushes
kind: sweep
model: block.yaml
vary:
  - {name: push, set: "motions[pulse].parameters.amplitude", values: [0.1 g, 1.0 g]}
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    (folder / "block.yaml").write_text(MODEL)
    (folder / "pushes.yaml").write_text(STUDY)
    ds.run_study(folder / "pushes.yaml", folder / "kept", jobs=1)
    return ds.open_result(folder / "kept")


def test_a_study_is_opened_like_any_result_and_read_by_its_runs(study):
    """tan(alpha) is 0.2: a push of 0.1 g moves nothing, one of 1 g for 0.4 s turns the block over."""
    assert isinstance(study, ds.StudyResult) and len(study.runs) == 2
    first, second = study.run_names
    assert set(study.run(first).place) == {"push"}
    assert study.run(first).numbers["angle greatest"] == 0.0
    assert study.fallen() == (second,) and study.run(second).outcome == "collapsed"
    assert study.runs._ipython_key_completions_() == [first, second] and study.runs[first].id == first


def test_a_study_says_what_it_is(study):
    assert str(study).startswith(f"study '{study.directory}': sweep pushes\nruns        2 of 2 over: ")
    assert repr(study) == f"<study '{study.directory}': sweep, 2 of 2 runs over>"
    assert "sweep pushes" in study._repr_html_() and study.plot().axes


def test_a_study_as_a_table(study):
    frame = study.to_pandas()
    assert frame.index.tolist() == list(study.run_names) and frame["outcome"].tolist()[1] == "collapsed"
    assert np.isfinite(frame["angle greatest"]).all()


def test_what_a_study_does_not_have_is_told(study):
    with pytest.raises(ds.InputError, match="no run that is over is called 'x'"):
        study.run("x")
    run = study.run(study.run_names[0])
    assert not run.is_kept
    with pytest.raises(ds.StoreError, match=r"its store was not kept; make it again with: drystone study .* --rerun"):
        run.result()
    with pytest.raises(ds.InputError, match="plot: kind must be one of sweep, sweep_angle, got 'domain'"):
        study.plot("domain")
