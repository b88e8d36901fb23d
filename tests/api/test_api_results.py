"""Results read by names: what they give is what the store holds, with the signs and sums that are promised."""

import sys

import numpy as np
import pytest

import drystone as ds
from drystone.analysis.fallen import fallen_blocks
from drystone.model.settings import NscdSettings, OutputSettings, RunSettings
from drystone.results.history import History

SETTINGS = RunSettings(analysis=NscdSettings(dt=2e-3), output=OutputSettings(frames=5))
G = 9.81


def tower() -> ds.Assembly:
    """Two cubes upon each other with names beyond ASCII, and a rod between the upper one and the ground."""
    a = ds.Assembly("tower", gravity=G)
    a.material("stone", density=2000.0)
    a.joint("dry", friction=0.6)
    a.add("Stein ü", ds.box((1, 1, 1), (0, 0, 0.5)), material="stone", groups="turm")
    a.add("oben", ds.box((1, 1, 1), (0, 0, 1.5)), material="stone", groups=("turm", "spitze"))
    a.add_ground(0.0)
    a.tie("rod", [("oben", (0.5, 0, 1.5)), ("ground", (3.0, 0, 0.0))], stiffness=1e5, prestress=100.0)
    a.monitor("top", "oben", quantity="displacement")
    a.monitor("up", "oben", quantity="displacement", component="z")
    return a


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return ds.run(tower(), settings=SETTINGS, duration=0.05, directory=tmp_path_factory.mktemp("api") / "run")


def test_names_are_text(result):
    assert result.block_names == ("Stein ü", "oben", "ground")
    assert {"spitze", "turm"} <= set(result.groups)
    assert result.tie_names == ("rod",) and result.static["block_names"].dtype.kind == "U"


def test_a_block_gives_what_the_frames_hold(result):
    block = result.block("oben")
    assert block.displacement.tolist() == (result.frames.position[:, 1] - [0, 0, 1.5]).tolist()
    assert block.velocity.tolist() == result.frames.twist[:, 1, :3].tolist()
    assert (block.mass, block.is_support, block.groups) == (2000.0, False, ("spitze", "turm"))
    assert block.displacement.unit == "m" and block.displacement.time.tolist() == result.frames.time.tolist()
    assert block.neighbours == ("Stein ü",) and result.block("ground").is_support


def test_a_joint_bears_the_weight_above_it_and_its_force_turns_with_the_order(result):
    """At rest the upper joint bears 2000 kg g and the pull of the rod downwards, to the accuracy of a step."""
    down, rod = 2000.0 * G, result.tie("rod").force[-1]
    slope = 1.5 / np.hypot(1.5, 2.5)
    joint = result.joint("Stein ü", "oben")
    assert joint.force[-1, 2] == pytest.approx(down + rod * slope, rel=2e-3)
    assert result.joint("oben", "Stein ü").force.tolist() == (-joint.force).tolist()
    assert joint.normal_force[-1] == pytest.approx(joint.force[-1, 2], rel=1e-9)
    assert joint.thrust[-1] == pytest.approx(np.hypot(*joint.force[-1, :2]), rel=1e-12)
    assert joint.area[-1] == pytest.approx(1.0, rel=1e-6) and joint.is_touching.all()
    total = result.block("oben").contact_force
    assert total.tolist() == joint.force.tolist() and total.unit == "N"
    assert result.block("oben").joint("Stein ü").force.tolist() == (-joint.force).tolist()


def test_a_tie_gives_its_force(result):
    tie = result.tie("rod")
    assert tie.blocks == ("oben", "ground") and tie.is_intact.all()
    assert tie.force.tolist() == result.column("ties", "force")[:, 0].tolist() and tie.force.unit == "N"


def test_monitors_have_components(result):
    top = result.monitor("top")
    assert top.shape == (len(result.time), 3) and top.z.tolist() == result.monitor("top.z").tolist()
    assert top.norm.tolist() == np.sqrt((np.asarray(top) ** 2).sum(axis=1)).tolist()
    assert result.monitor("up").tolist() == top.z.tolist() and result.monitor("up").unit == "m"
    with pytest.raises(AttributeError, match=r"'up' has no component 'x': it is one number an instant"):
        _ = result.monitor("up").x


def test_histories_compute_to_plain_arrays(result):
    top = result.monitor("top")
    assert type(top) is History and type(top[0]) is np.ndarray and type(top * 2.0) is np.ndarray
    assert np.isscalar(top.max()) and type(top.max(axis=0)) is np.ndarray and float(top.z.min()) <= 0.0


def test_the_ground_says_that_it_rests(result):
    assert not result.ground.moves and repr(result.ground).endswith("at rest>")
    with pytest.raises(ds.StoreError, match="no motion of its ground was kept"):
        _ = result.ground.acceleration


@pytest.mark.parametrize(("ask", "words"), [
    (lambda r: r.block("obenn"), "no block is called 'obenn'; did you mean 'oben'?"),
    (lambda r: r.joint("oben", "ground"), "blocks 'oben' and 'ground' touch in none of the kept frames; 'oben' touches "
                                          "'Stein ü'"),
    (lambda r: r.joint("oben", "oben"), "a joint is between two blocks, got 'oben' twice"),
    (lambda r: r.tie("rood"), "no tie is called 'rood'; did you mean 'rod'?"),
    (lambda r: r.monitor("tip"), "no monitor 'tip'; it has: top.x, top.y, top.z, up"),
    (lambda r: r.joint("oben", "Stein ü").column("heat"), "no column 'heat'; there are block_a, block_b"),
    (lambda r: r.to_pandas("forces"), "table must be one of steps, blocks, joints, ties, got 'forces'"),
    (lambda r: r.fallen(drop=-1.0), "fallen: drop must be finite and > 0 [-], got -1.0"),
])
def test_what_is_not_there_is_told(result, ask, words):
    with pytest.raises((ds.InputError, ds.StoreError)) as error:
        ask(result)
    assert words in str(error.value)


def test_blocks_complete_their_names(result):
    assert result.blocks._ipython_key_completions_() == list(result.block_names) and len(result.blocks) == 3
    assert result.blocks["oben"].name == "oben" and "unten" not in result.blocks
    with pytest.raises(KeyError, match="did you mean 'oben'"):
        _ = result.blocks["ooben"]


def test_print_says_what_it_is(result):
    lines = str(result).splitlines()
    assert lines[0] == f"run '{result.directory}'" and "  ties      rod" in lines and "  steps     25" in lines
    assert repr(result) == f"<run '{result.directory}': nscd, finished, 3 blocks>"
    assert repr(result.block("oben")) == "<block of 2000 kg 'oben' in spitze, turm: 6 frames>"
    assert repr(result.joint("oben", "Stein ü")).startswith("<joint of 'oben' and 'Stein ü': touching in 5 of 5")


def test_tab_completion_lists_what_is_loaded_later():
    assert {"open_result", "Assembly", "patterns", "limit", "StudyResult", "analysis"} <= set(dir(ds))
    assert all(getattr(ds, name) is not None for name in dir(ds))


# --- pandas -----------------------------------------------------------------------------------------------


def test_tables_for_pandas(result):
    steps, blocks, joints, ties = (result.to_pandas(name) for name in ("steps", "blocks", "joints", "ties"))
    assert steps.index.name == "time [s]" and steps["top.z [m]"].tolist() == result.monitor("top.z").tolist()
    assert steps["energy kinetic [J]"].tolist() == result.energy("kinetic").tolist()
    assert blocks["block"].tolist()[:3] == list(result.block_names) and len(blocks) == 3 * len(result.frames.time)
    assert {"block a", "block b", "normal force [N]", "force z [N]", "opening [m]"} <= set(joints)
    assert ties["tie"].unique().tolist() == ["rod"] and ties["force [N]"].tolist() == result.tie("rod").force.tolist()


def test_without_pandas_it_says_how_to_get_it(result, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ds.InputError) as error:
        result.to_pandas()
    assert str(error.value) == "to_pandas needs pip install 'drystone[pandas]'"


# --- what fell --------------------------------------------------------------------------------------------


def falling(tmp_path):
    """A cube that falls freely for 0.5 s, one that stands, one that slides away on ice by 1.5 m."""
    a = ds.Assembly("fall", gravity=G)
    a.material("stone", density=2000.0)
    a.joint("ice", friction=0.0)
    a.add("stands", ds.box((1, 1, 1), (0, 0, 0.5)), material="stone")
    a.add("slides", ds.box((1, 1, 1), (4, 0, 0.5)), material="stone")
    a.add("falls", ds.box((1, 1, 1), (0, 4, 3.5)), material="stone")
    a.velocity("slides", linear=(3.0, 0, 0))
    a.add_ground(0.0)
    return ds.run(a, settings=SETTINGS, duration=0.5, directory=tmp_path / "fall")


def test_fallen_blocks_lie_lower_than_half_their_size(tmp_path):
    """Free fall: 0.5 m, half its size, after 0.319 s; at 0.3 s it has not fallen yet."""
    result = falling(tmp_path)
    assert result.fallen() == ("falls",) == fallen_blocks(result)
    frame = int(np.searchsorted(result.frames.time, 0.3))
    assert result.fallen(frame=frame) == () and result.fallen(frame=frame, drop=0.1) == ("falls",)


def test_what_rides_down_with_its_support_has_not_fallen(tmp_path):
    a = ds.Assembly("lift", gravity=G)
    a.material("stone", density=2000.0)
    a.joint("dry", friction=0.6)
    a.add("plate", ds.box((2, 2, 0.5), (0, 0, -0.25)), material="stone")
    a.add("stone", ds.box((1, 1, 1), (0, 0, 0.5)), material="stone")
    a.support("plate")
    a.support_motion("lowered", "plate", displacement=[(0.0, 0.0), (0.6, -1.2)], direction="z")
    result = ds.run(a, settings=SETTINGS, duration=0.6, directory=tmp_path / "lift")
    assert result.fallen() == ()
