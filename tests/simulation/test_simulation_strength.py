"""Runs with mortar and ties: results on disk, restart bit for bit, events, monitors, the model file."""

import numpy as np
import pytest

import drystone as ds
from drystone.errors import InputError
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.model.file import model_from_data

G = 9.81
#: [m], of the length of a rod of 2 m: monitors and the table compute it each by themselves
ROUNDING = 8 * np.finfo(float).eps


def pier(**options) -> Assembly:
    """A block on mortar with a second one on top, pushed until the mortar cracks; a rod that yields holds the upper."""
    scene = Assembly("pier", gravity=G, **options)
    scene.material("stone", density=2000.0)
    scene.joint("mortar", friction=0.6, cohesion=3e4, tension=2e4, points=3)
    scene.add("lower", box((0.5, 0.4, 0.6), center=(0.0, 0.0, 0.3)), material="stone")
    scene.add("upper", box((0.5, 0.4, 0.6), center=(0.0, 0.0, 0.9)), material="stone")
    scene.add_ground(level=0.0)
    scene.tie("rod", [("upper", (-0.25, 0.0, 1.0)), ("ground", (-2.0, 0.0, 1.0))], stiffness=2e6, prestress=100.0,
              yield_force=800.0)
    scene.body_acceleration("push", (9.0, 0.0, 0.0), [(0.0, 0.0), (0.15, 1.0)])
    scene.monitor("rod force", tie="rod", quantity="force")
    scene.monitor("rod elongation", tie="rod", quantity="elongation")
    return scene


def columns(result) -> dict[str, np.ndarray]:
    return {f"{name}/{key}": value for name in ("steps", "frames", "ties", "interfaces")
            for key, value in result.table(name).items()}


def test_restart_continues_bit_for_bit_through_cracks_and_yielding(tmp_path):
    whole = ds.run(pier(), duration=0.3, dt=1e-3, directory=tmp_path / "whole")

    def interrupt(progress):
        if progress.step >= 140:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ds.run(pier(), duration=0.3, dt=1e-3, directory=tmp_path / "parts", progress=interrupt)
    parts = ds.run(pier(), duration=0.3, dt=1e-3, directory=tmp_path / "parts", restart=True)
    expected = columns(whole)
    for name, value in columns(parts).items():
        assert np.array_equal(value, expected[name], equal_nan=True), name
    broken = whole.table("steps")["broken_bonds"]
    assert broken.sum() > 0
    assert whole.table("ties")["yielded"][-1, 0] > 0.0


def test_what_the_store_keeps():
    """Force and elongation of the rod follow its law; interfaces tell how much of their area still holds."""
    result = ds.run(pier(), duration=0.3, dt=1e-3, output={"frames": 1})
    ties, steps = result.table("ties"), result.table("steps")
    assert [name.decode() if isinstance(name, bytes) else name for name in result.static["tie_names"]] == ["rod"]
    assert result.monitor("rod force")[1:] == pytest.approx(ties["force"][:, 0], abs=0.0)
    assert result.monitor("rod elongation")[1:] == pytest.approx(ties["elongation"][:, 0], rel=0.0, abs=ROUNDING)
    assert result.units["steps"]["monitor:rod force"] == "N"
    law = np.clip(100.0 + 2e6 * (ties["elongation"][:, 0] - ties["yielded"][:, 0]), 0.0, 800.0)
    # the force recorded is the mean over a step in which the stretch changes by its speed times dt
    speed = np.abs(np.diff(ties["elongation"][:, 0], prepend=0.0)).max()
    assert np.abs(law - ties["force"][:, 0]).max() <= 2 * 2e6 * speed
    share = [result.rows("interfaces", i)["bonded_share"] for i in range(result.row_count("interfaces"))]
    assert share[0].max() == 1.0 and share[-1].min() < 1.0
    assert steps["broken_bonds"].sum() > 0
    assert np.abs(result.energy("balance")).max() < 1e-9
    assert {"bonds", "ties"} <= set(result.energies)


def test_a_tie_is_cut():
    """A hanging block falls freely from the step that begins at the event."""
    scene = Assembly("cut", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.6)
    scene.add("block", box((0.5, 0.5, 0.4), center=(0.0, 0.0, -2.0)), material="stone")
    scene.add("roof", box((1.0, 1.0, 0.2), center=(0.0, 0.0, 0.1)))
    scene.support("roof")
    scene.tie("rope", ["block", ("roof", (0.0, 0.0, 0.0))])
    scene.event(0.1, cut="rope")
    scene.monitor("z", "block", quantity="displacement", component="z")
    scene.monitor("pull", tie="rope", quantity="force")
    result = ds.run(scene, duration=0.2, dt=1e-3, collapse={"stop": False})
    late = result.time - 0.1
    assert result.monitor("z") == pytest.approx(np.where(late > 0, -0.5 * G * late**2, 0.0), abs=1e-9)
    # quiet steps are accepted at a tenth of the tolerance of 1e-5
    assert result.monitor("pull")[1:101] == pytest.approx(200.0 * G, rel=1e-6)
    assert (result.monitor("pull")[101:] == 0.0).all()


FILE = {
    "drystone": 1, "name": "file", "gravity": 9.81, "materials": {"stone": {"density": 2000.0}},
    "joints": {"mortar": {"friction": 0.6, "cohesion": 3e4, "tension": 2e4, "points": 3}},
    "blocks": [{"name": "pier", "box": {"size": [0.5, 0.4, 0.6], "center": [0.0, 0.0, 0.3]}, "material": "stone"}],
    "ground": {"level": 0.0}, "duration": 0.02, "analysis": {"dt": 1e-3},
    "ties": [{"name": "rod", "ends": [{"block": "pier", "point": [0.0, 0.0, 0.6]},
                                      {"block": "ground", "point": [2.0, 0.0, 0.6]}], "stiffness": 1e6,
              "prestress": 50.0, "yield_force": 1e4, "rupture_elongation": 0.1}],
    "events": [{"time": 0.01, "cut": "rod"}],
    "monitors": [{"name": "pull", "tie": "rod", "quantity": "force"}],
}


def test_model_file_says_it_all():
    assembly, settings, resolved = model_from_data(FILE)
    model = assembly.build()
    joint, tie = model.joints[0], model.ties.ties[0]
    assert (joint.cohesion, joint.tension, joint.points) == (3e4, 2e4, 3)
    assert (tie.stiffness, tie.prestress, tie.yield_force, tie.rupture_elongation) == (1e6, 50.0, 1e4, 0.1)
    assert model.ties.length[0] == 2.0
    assert model_from_data(resolved)[2] == resolved
    result = ds.run(model, settings=settings)
    assert result.monitor("pull")[0] == 50.0
    assert result.monitor("pull")[5] == pytest.approx(50.0, rel=1e-3) and result.monitor("pull")[-1] == 0.0


@pytest.mark.parametrize(("tie", "message"), [
    ({"ends": ["upper", "upper"]}, "tie 'rope': must join two blocks, got 'upper' twice"),
    ({"ends": ["upper", "uper"]}, "tie 'rope': no block is called 'uper'; did you mean 'upper'?"),
    ({"ends": [("ground", (0, 0, 0)), ("ground", (1, 0, 0))]}, "tie 'rope': must join two blocks, got 'ground' twice"),
    ({"ends": [("upper", (0.0, 0.0, 0.9)), ("lower", (0.0, 0.0, 0.9 + 1e-7))]},
     "tie 'rope': its length must be > 1e-06 [m], got 1e-07"),
    ({"ends": [("upper", (0.0, 0.1, 0.9)), ("ground", (1.0, 0.0, 0.9))], "planar": "xz"},
     "tie 'rope': must lie in the plane xz of the model, got a line along [1.0, -0.1, 0.0]"),
])
def test_ties_that_only_the_build_refuses(tie, message):
    scene = pier(planar=tie.get("planar"))
    scene.tie("rope", tie["ends"])
    with pytest.raises(InputError) as error:
        scene.build()
    assert str(error.value) == message


@pytest.mark.parametrize(("ends", "message"), [
    (["upper"], "tie 'rope': ends must be two blocks or (block, point), got ['upper']"),
    ("upper", "tie 'rope': ends must be two blocks or (block, point), got 'upper'"),
    ([("upper", (0, 0)), "lower"], "tie 'rope': point must be 3 finite numbers [m], got (0, 0)"),
])
def test_ends_that_are_none(ends, message):
    with pytest.raises(InputError) as error:
        pier().tie("rope", ends)
    assert str(error.value) == message


@pytest.mark.parametrize(("monitor", "message"), [
    ({"quantity": "force"}, "monitor 'm' needs exactly one of block, tie, joint; got none"),
    ({"quantity": "force", "tie": "rod", "block": "upper"}, "monitor 'm' needs exactly one of block, tie, joint; got "
     "block and tie"),
    ({"quantity": "force", "block": "upper"}, "monitor 'm': force goes with a tie, not with a block"),
    ({"quantity": "position", "tie": "rod"}, "monitor 'm': position goes with a block, not with a tie"),
    ({"quantity": "force", "tie": "rod", "component": "x"}, "monitor 'm': component goes with a block, not with a tie"),
])
def test_monitors_of_ties_that_cannot_be(monitor, message):
    with pytest.raises(InputError) as error:
        pier().monitor("m", **monitor)
    assert str(error.value) == message


def test_names_of_ties_are_checked():
    scene = pier()
    with pytest.raises(InputError, match=r"^tie 'rod' is given twice$"):
        scene.tie("rod", ["upper", "lower"])
    scene.event(0.1, cut="rob")
    with pytest.raises(InputError, match=r"^event at 0\.1 s: no tie is called 'rob'; did you mean 'rod'\?$"):
        scene.build()
    scene = pier()
    scene.monitor("other", tie="rope", quantity="force")
    with pytest.raises(InputError, match=r"^monitor 'other': no tie is called 'rope'"):
        scene.build()
