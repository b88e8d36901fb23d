"""Model files: every error is one line with file, line, path, rule and value; overrides; round trip."""

import math
from pathlib import Path

import numpy as np
import pytest

from drystone.errors import InputError
from drystone.model.digest import compute_digest
from drystone.model.file import model_from_data, read_model
from drystone.model.overrides import apply_overrides

MODEL = """\
drystone: 1
name: test
gravity: 9.81
materials:
  stone: {density: 1800}
joints:
  base: {friction: 0.7, between: [block, ground]}
blocks:
  - name: block
    box: {size: [0.6, 0.6, 2.0], center: [0, 0, 1]}
    material: stone
ground: {level: 0.0}
initial:
  - tilt: {target: block, angle_deg: 15, axis: y, about: [0.3, 0, 0]}
loads:
  - name: push
    point: {block: block, point: [0, 0, 2], force: [1, 0, 0]}
motions:
  - name: pulse
    kind: one_sine
    parameters: {amplitude: 8.0, half_period: 0.25}
    direction_deg: 44
monitors:
  - {name: top, block: block, point: [0, 0, 2], quantity: displacement}
duration: 5.0
analysis: {dt: 1e-3}
"""


def read(tmp_path: Path, text: str, *overrides: str):
    path = tmp_path / "model.yaml"
    path.write_text(text)
    return read_model(path, overrides)


def message(tmp_path: Path, text: str, *overrides: str) -> str:
    """Error of reading and building, without the folder."""
    with pytest.raises(InputError) as error:
        read(tmp_path, text, *overrides)[0].build()
    return str(error.value).replace(f"{tmp_path}/", "")


def test_a_file_gives_assembly_settings_and_resolved_data(tmp_path):
    assembly, settings, resolved = read(tmp_path, MODEL)
    model = assembly.build()
    assert model.block_names == ("block", "ground")
    assert settings.analysis.dt == 1e-3 and settings.output.frames == 10
    assert model.loads.duration == 5.0
    assert resolved["collapse"]["energy_drop"] == 0.2           # defaults are spelled out
    assert resolved["ground"] == {"level": 0.0, "margin": None}


def test_resolved_data_read_again_give_the_same_model(tmp_path):
    assembly, _, resolved = read(tmp_path, MODEL)
    again, settings, twice = model_from_data(resolved)
    assert twice == resolved and settings.analysis.dt == 1e-3
    assert compute_digest(again.build()) == compute_digest(assembly.build())


def test_without_analysis_there_are_no_settings(tmp_path):
    assert read(tmp_path, MODEL.replace("analysis: {dt: 1e-3}\n", ""))[1] is None


@pytest.mark.parametrize(("old", "new", "text"), [
    ("1800", "-5", "model.yaml:5: materials.stone.density: must be > 0 [kg/m3], got -5"),
    ("1800", "heavy", "model.yaml:5: materials.stone.density: must be a number [kg/m3], got 'heavy'"),
    ("1800", "'1800'", "model.yaml:5: materials.stone.density: must be a number [kg/m3], got '1800'"),
    ("1800", ".nan", "model.yaml:5: materials.stone.density: must be a finite number [kg/m3], got nan"),
    ("1800", "true", "model.yaml:5: materials.stone.density: must be a number [kg/m3], got true"),
    ("1800", "", "model.yaml:5: materials.stone.density: must be a number [kg/m3], got nothing"),
    ("density", "densty", "model.yaml:5: materials.stone: unknown key 'densty'; did you mean 'density'?"),
    ("gravity: 9.81", "gravty: 9.81", "model.yaml:3: unknown key 'gravty'; did you mean 'gravity'?"),
    ("gravity: 9.81\n", "", "model.yaml:1: gravity: is missing"),
    ("9.81", "[0, 1]", "model.yaml:3: gravity: must be one finite number or 3 of them [m/s2], got [0, 1]"),
    ("drystone: 1", "drystone: 2", "model.yaml:1: drystone: must be 1, got 2"),
    ("name: test", "name: ''", "model.yaml:2: name: must not be empty, got ''"),
    ("friction: 0.7, ", "", "model.yaml:7: joints.base.friction: is missing"),
    ("[block, ground]", "[block]", "model.yaml:7: joints.base.between: must be two names, or a list of pairs of names, "
                                   "got ['block']"),
    ("[block, ground]", "[blok, ground]", "model.yaml:7: joint 'base': between names 'blok', but no block or group is "
                                          "called so; did you mean 'block'?"),
    ("friction: 0.7", "friction: 0.7, restitution: 2",
     "model.yaml:7: joints.base: joint 'base': restitution must be finite and >= 0 and <= 1 [-], got 2.0"),
    ("[0.6, 0.6, 2.0]", "[0.6, 0.6]",
     "model.yaml:10: blocks[0].box.size: must be 3 finite numbers [m], got [0.6, 0.6]"),
    ("[0.6, 0.6, 2.0]", "[0.6, -1, 2]", "model.yaml:9: blocks[0]: box: size must be > 0 [m], got [0.6, -1.0, 2.0]"),
    ("    box: {size: [0.6, 0.6, 2.0], center: [0, 0, 1]}\n", "",
     "model.yaml:9: blocks[0]: needs exactly one of box, hull, mesh, prism, parts; got none"),
    ("material: stone", "material: stne",
     "model.yaml:9: blocks[0]: block 'block': no material is called 'stne'; did you mean 'stone'?"),
    ("ground: {level: 0.0}\n", "supports: []\n",
     "model.yaml: model 'test': nothing supports the blocks: add ground or supports, or say free: true; "
     "their lowest point is at z = 0 m"),
    ("target: block", "target: blck",
     "model.yaml:14: tilt of 'blck': no block or group is called 'blck'; did you mean 'block'?"),
    ("axis: y", "axis: w", "model.yaml:14: initial[0].tilt.axis: must be x, y, z or 3 finite numbers, not all zero, "
                           "got 'w'"),
    ("force: [1, 0, 0]", "force: push",
     "model.yaml:17: loads[0].point.force: must be 3 finite numbers [N], got 'push'"),
    ("{block: block, point: [0, 0, 2], force", "{block: blok, point: [0, 0, 2], force",
     "model.yaml:16: load 'push': no block is called 'blok'; did you mean 'block'?"),
    ("one_sine", "one_sin", "model.yaml:19: motions[0]: motion: kind must be one of "),
    ("half_period: 0.25", "period: 0.25", "model.yaml:19: motions[0]: motion one_sine: "),
    ("    direction_deg: 44\n", "",
     "model.yaml:19: motions[0]: motion 'pulse' needs exactly one of direction, direction_deg; got none"),
    ("quantity: displacement", "quantity: rotatoin",
     "model.yaml:24: monitors[0].quantity: must be one of displacement, velocity, position, rotation, opening, "
     "slip, force, elongation, normal_force, shear_force, eccentricity, got 'rotatoin'"),
    ("duration: 5.0", "duration: 0", "model.yaml:25: duration: must be > 0 [s], got 0"),
    ("duration: 5.0", "duration: 5.0\nname: again", "model.yaml:26: key 'name' is given twice, first on line 2"),
    ("dt: 1e-3", "dt: -1", "model.yaml:26: analysis.dt: must be > 0 [s], got -1"),
    ("dt: 1e-3", "scheme: euler", "model.yaml:26: analysis.dt: is missing"),
    ("dt: 1e-3", "dt: 1e-3, scheme: theta",
     "model.yaml:26: analysis: theta goes with scheme: theta, got scheme 'theta' and theta None"),
    ("dt: 1e-3", "dt: 1e-3, scheme: eulr", "model.yaml:26: analysis.scheme: must be one of midpoint, euler, theta, "
                                           "got 'eulr'"),
    ("loads:\n", "loads: 5\nevents:\n", "model.yaml:15: loads: must be a list, got 5"),
])
def test_every_error_is_one_line_with_its_place(tmp_path, old, new, text):
    assert old in MODEL
    got = message(tmp_path, MODEL.replace(old, new, 1))
    if text.endswith(" "):                    # the rest is the motions' own text
        assert got.startswith(text)
    elif text.startswith("model.yaml:15"):    # what follows is about the entries that lost their parent
        assert got.splitlines()[0] == text
    else:
        assert got == text


def test_several_errors_come_in_the_order_of_the_file(tmp_path):
    broken = MODEL.replace("1800", "-5").replace("dt: 1e-3", "dt: 0").replace("angle_deg: 15", "angle_deg: x")
    assert message(tmp_path, broken).splitlines() == [
        "model.yaml:5: materials.stone.density: must be > 0 [kg/m3], got -5",
        "model.yaml:14: initial[0].tilt.angle_deg: must be a number [deg], got 'x'",
        "model.yaml:26: analysis.dt: must be > 0 [s], got 0"]


def test_many_errors_are_cut_short(tmp_path):
    broken = MODEL + "".join(f"bad_{i}: 1\n" for i in range(30))
    lines = message(tmp_path, broken).splitlines()
    assert len(lines) == 11 and lines[-1] == "... and 20 more errors"


def test_not_a_mapping(tmp_path):
    assert message(tmp_path, "- a\n") == "model.yaml: must be a mapping of keys, got list"


# --- overrides ----------------------------------------------------------------------------------

def test_overrides_apply_before_validation(tmp_path):
    assembly, settings, resolved = read(tmp_path, MODEL, "analysis.dt=5e-4", "output.frames=10",
                                        "blocks[block].mass=20", "motions[0].parameters.amplitude=9.5",
                                        "gravity=[0, 0, -10]")
    assert settings.analysis.dt == 5e-4 and settings.output.frames == 10
    assert resolved["motions"][0]["parameters"]["amplitude"] == 9.5
    model = assembly.build()
    assert model.mass[0] == 20.0 and model.gravity.tolist() == [0, 0, -10]


@pytest.mark.parametrize(("override", "text"), [
    ("analysis.dt=-1", "--set analysis.dt: analysis.dt: must be > 0 [s], got -1"),
    ("analysis.dtt=1", "--set analysis.dtt: analysis: unknown key 'dtt'; did you mean 'dt'?"),
    ("analysis.dt", "--set analysis.dt: must read key=value"),
    ("analyss.dt=1", "--set analyss.dt: unknown key 'analyss'; did you mean 'analysis'?"),
    ("blocks[3].mass=1", "--set blocks[3].mass: blocks has 1 items, numbered from 0, got 3"),
    ("blocks[blok].mass=1", "--set blocks[blok].mass: blocks has no item called 'blok'; did you mean 'block'?"),
    ("blocks.mass=1", "--set blocks.mass: blocks is no mapping"),
    ("gravity.x=1", "--set gravity.x: gravity is no mapping"),
    ("gravity[0]=1", "--set gravity[0]: gravity is no list"),
    ("analysis..dt=1", "--set analysis..dt: path must read like blocks[0].mass"),
    ("analysis.dt=[1", "--set analysis.dt: value is not valid YAML, got '[1'"),
    ("blocks[0].mass=-3", "--set blocks[0].mass: blocks[0].mass: must be > 0 [kg], got -3"),
])
def test_bad_overrides(tmp_path, override, text):
    assert message(tmp_path, MODEL, override) == text


def test_overrides_leave_the_data_alone():
    data = {"analysis": {"dt": 1.0}}
    changed, origin = apply_overrides(data, ["analysis.dt=2.0"])
    assert data == {"analysis": {"dt": 1.0}} and changed == {"analysis": {"dt": 2.0}}
    assert origin == {("analysis", "dt"): "--set analysis.dt"}


# --- the less usual sections --------------------------------------------------------------------

RICH = """\
drystone: 1
name: rich
gravity: [0, 0, -9.81]
materials: {stone: {density: 2000}}
joints: {dry: {friction: 0.6}}
blocks:
  - {name: left, box: {size: [1, 1, 1], center: [-3, 0, -0.5]}, groups: feet}
  - {name: right, hull: [[2, -1, -1], [4, -1, -1], [4, 1, -1], [2, 1, -1], [2, -1, 0], [4, -1, 0], [4, 1, 0],
     [2, 1, 0]], material: stone, groups: [feet]}
  - {name: beam, prism: {polygon_xz: [[-4, 0], [4, 0], [4, 1], [-4, 1]], y0: -0.5, y1: 0.5}, material: stone,
     trim: 0.01}
  - name: ell
    parts:
      - box: {size: [2, 1, 1], center: [0, 0, 1.5]}
      - mesh: {vertices: [[0, -0.5, 2], [1, -0.5, 2], [0, 0.5, 2], [0, -0.5, 3]],
               faces: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]}
    mass: 100
    inertia: [10, 20, 25]
  - {name: crowned, box: {size: [1, 1, 2], center: [-3, 0, 2]}, material: stone, crown: {height: 0.01, pivots: 4}}
  - {name: round, box: {size: [1, 1, 2], center: [3, 0, 2]}, material: stone, fillet: {radius: 0.05, segments: 2}}
patterns:
  - {kind: stack, name: pile, parameters: {size: [1, 1, 1], count: 2}, material: stone, groups: extra,
     offset: [10, 0, 0]}
supports: [feet, pile/block_1]
initial:
  - velocity: {target: pile/block_2, linear: [0.1, 0, 0]}
masses:
  - {block: beam, mass: 50, point: [0, 0, 1], name: roof}
loads:
  - {name: floor, line: {target: beam, start: [-2, 0, 1], end: [2, 0, 1], force_per_length: [0, 0, -100]}}
  - {name: wind, area: {target: [crowned, round], normal: [1, 0, 0], pressure: 500}, history: [[0, 0], [1, 1]]}
  - {name: push, acceleration: {vector: [0.1, 0, 0], target: extra}}
motions:
  - {name: settle, supports: right, displacement: [[0, 0], [1, 0.01]], direction: [0, 0, -1]}
  - {name: turn, supports: left, angle_deg: [[0, 0], [1, 1]], axis: y, about: [-3, 0, 0]}
  - name: quake
    components:
      - {kind: rectangular, parameters: {amplitude: 1, duration: 1}, direction: [1, 0, 0]}
      - {kind: record, parameters: {path: quake.csv, units: g}, direction_deg: 90}
    after: zero
stages:
  - {name: gravity, duration: 1, loads: floor}
  - {name: settlement, duration: 1, loads: [floor, wind], motions: [settle, turn]}
  - {name: shaking, duration: 3, loads: [floor, push], motions: quake}
events:
  - {time: 2.5, remove: ell}
  - {time: 4.5, load: push, factor: 0}
  - {time: 4.0, release: right}
monitors:
  - {name: mean, mean_of: [{block: beam}, {block: ell, point: [0, 0, 2]}], quantity: velocity, component: x}
  - {name: crack, block: ell, point: [0, 0, 1], relative_to: [{block: beam, point: [0, 0, 1]}], axis: z,
     quantity: opening}
  - {name: far, block: extra, quantity: position, frame: absolute}
"""


def test_every_section_reaches_the_model(tmp_path):
    (tmp_path / "quake.csv").write_text("t,a\n0,0\n0.5,0.1\n1,0\n")
    assembly, settings, resolved = read(tmp_path, RICH)
    model = assembly.build()
    loads = model.loads
    assert settings is None and loads.duration == 5.0
    assert model.is_support.sum() == 3
    assert [load.name for load in loads.point_loads] == ["floor", "wind"]
    eye = np.tile(np.eye(3), (model.block_count, 1, 1))
    # stage 2: floor 400 N; wind 500 Pa, on a ramp, on faces of 1 x 2 m less what the two facets of the fillet take
    left = 2 * 0.05 * (1 - math.tan(math.radians(15)))
    forces = loads.impulse(1.0, 2.0, None, eye, gravity=False)
    assert forces[:, 2].sum() == pytest.approx(-400.0)
    assert forces[model.block_index("round"), 0] == pytest.approx(-0.5 * 500 * (1 - left) * (2 - left))
    assert loads.ground_velocity_increment(2.0, 5.0) == pytest.approx([1.0, 0.5 * 0.1 * 9.80665, 0])
    assert loads.support_motion(2.0)[0][model.block_index("right")] == pytest.approx([0, 0, -0.01])
    assert [e.action for e in loads.events] == ["remove", "release", "load"]
    assert model_from_data(resolved, folder=tmp_path)[2] == resolved


@pytest.mark.parametrize(("old", "new", "text"), [
    ("supports: right, displacement", "displacement",
     "model.yaml:34: motions[0]: motion 'settle': displacement goes with supports, which is missing"),
    ("kind: stack", "kind: stac", "model.yaml:22: patterns[0]: pattern kind must be one of "),
    ("count: 2", "cont: 2", "model.yaml:22: patterns[0]: pattern stack: no parameter is called 'cont'; "
                            "did you mean 'count'?"),
    (", count: 2", "",
     "model.yaml:22: patterns[0]: pattern stack: count is missing; parameters are size, count, base"),
    ("mass: 100\n", "mass: 100\n    trim: 0.1\n",
     "model.yaml:12: blocks[3]: block 'ell': trim, fillet and crown need one convex part, got 2"),
    ("motions: quake", "motions: quak", "model.yaml:44: stage 'shaking': no motion is called 'quak'; "
                                        "did you mean 'quake'?"),
    ("remove: ell", "remove: el", "model.yaml:46: event at 2.5 s: no block or group is called 'el'; "
                                  "did you mean 'ell'?"),
    ("supports: [feet, pile/block_1]", "supports: [fet, pile/block_1]",
     "model.yaml:24: supports: no block or group is called 'fet'; did you mean 'feet'?"),
    ("block: beam, mass: 50", "block: bem, mass: 50",
     "model.yaml:28: masses[0]: mass 'roof': no block is called 'bem'; did you mean 'beam'?"),
])
def test_errors_of_the_less_usual_sections(tmp_path, old, new, text):
    (tmp_path / "quake.csv").write_text("t,a\n0,0\n0.5,0.1\n1,0\n")
    assert old in RICH
    got = message(tmp_path, RICH.replace(old, new, 1))
    assert got.startswith(text) if text.endswith(" ") else got == text
