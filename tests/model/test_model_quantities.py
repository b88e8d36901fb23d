"""Units written out in a model file: converted wherever a key has a unit, refused with file and line elsewhere."""

import sys
from pathlib import Path

import pytest

from drystone.errors import InputError
from drystone.model.file import model_from_data, read_model
from drystone.model.quantities import kind_units

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "motion"))
import made_records as made

PLAIN = """drystone: 1
name: made
gravity: {gravity}
materials:
  stone: {{density: {density}}}
joints:
  dry: {{friction: {friction}}}
blocks:
  - {{name: a, box: {{size: [{width}, 1.0, 2.0], center: [0, 0, {middle}]}}, material: stone}}
ground: {{level: 0}}
patterns:
  - {{kind: running_bond, name: wall, material: stone, offset: [5, 0, 0], parameters: {{length: {length}, courses: 3,
      block: [{block}, 0.2], thickness: 0.3}}}}
initial:
  - tilt: {{target: a, angle_deg: {angle}, axis: y, about: [0, 0, 0]}}
loads:
  - {{name: push, point: {{block: a, point: [0, 0, 2], force: [{force}, 0, 0]}}, history: [[0, 0], [{time}, 1]]}}
motions:
  - {{name: quake, kind: one_sine, parameters: {{amplitude: {amplitude}, half_period: {half}}}, direction_deg: {angle}}}
  - {{name: late, kind: delayed, parameters: {{delay: {time}, motion: {{kind: half_sine, amplitude: {amplitude},
      duration: {half}}}}}, direction: [0, 1, 0]}}
duration: {duration}
analysis: {{dt: {dt}}}
"""
NUMBERS = {"gravity": 9.80665, "density": 2400, "friction": 0.6, "width": 0.5, "middle": 1.0, "length": 2, "block": 0.4,
           "angle": 2.0, "force": 1500, "time": 0.25, "amplitude": 1.96133, "half": 0.4, "duration": 3, "dt": 0.001}
WRITTEN = {"gravity": "1 g", "density": "2.4 t/m3", "friction": "60 %", "width": "50 cm", "middle": "1000 mm",
           "length": "2 m", "block": "40 cm", "angle": "2 deg", "force": "1.5 kN", "time": "250 ms",
           "amplitude": "0.2 g", "half": "0.4 s", "duration": "3000 ms", "dt": "1 ms"}


def put(tmp_path, text, name="m.yaml"):
    path = tmp_path / name
    path.write_text(text)
    return path


def test_a_file_with_units_is_the_same_model(tmp_path):
    plain = read_model(put(tmp_path, PLAIN.format(**NUMBERS)))[2]
    written = read_model(put(tmp_path, PLAIN.format(**WRITTEN)))[2]
    amplitude = written["motions"][0]["parameters"].pop("amplitude")
    assert amplitude == pytest.approx(plain["motions"][0]["parameters"].pop("amplitude"), rel=1e-15)
    inner = written["motions"][1]["parameters"]["motion"].pop("amplitude")
    assert inner == pytest.approx(plain["motions"][1]["parameters"]["motion"].pop("amplitude"), rel=1e-15)
    assert written == plain


@pytest.mark.parametrize("key, value, message", [
    ("width", "2 MPa", "m.yaml:9: blocks[0].box.size[0]: must be a length [m], got '2 MPa', a pressure"),
    ("density", "2 kg", "m.yaml:5: materials.stone.density: must be a density [kg/m3], got '2 kg', a mass"),
    ("duration", "3 m", "m.yaml:22: duration: must be a time [s], got '3 m', a length"),
    ("half", "0.4 m", "m.yaml:19: motions[0].parameters.half_period: must be a time [s], got '0.4 m', a length\n"
                      "m.yaml:21: motions[1].parameters.motion.duration: must be a time [s], got '0.4 m', a length"),
    ("block", "40 xyz", "m.yaml:13: patterns[0].parameters.block[0]: must be a length [m]; 'xyz' is no known unit, "
                        "got '40 xyz'"),
    ("friction", "0.6 m", "m.yaml:7: joints.dry.friction: must be a pure number [-], got '0.6 m', a length"),
])
def test_a_wrong_dimension_is_a_line_with_its_place(tmp_path, key, value, message):
    with pytest.raises(InputError) as error:
        read_model(put(tmp_path, PLAIN.format(**(NUMBERS | {key: value}))))
    assert str(error.value).replace(str(tmp_path) + "/", "") == message


def test_changes_from_outside_may_carry_units(tmp_path):
    path = put(tmp_path, PLAIN.format(**NUMBERS))
    assert read_model(path, ["analysis.dt=2 ms"])[2]["analysis"]["dt"] == 0.002
    with pytest.raises(InputError, match=r"^--set analysis\.dt.*: analysis\.dt: must be a time \[s\], got '2 mm'"):
        read_model(path, ["analysis.dt=2 mm"])


def test_words_that_look_like_quantities_stay_words():
    data = {"drystone": 1, "name": "2 m", "gravity": 9.81, "materials": {"3 kN": {"density": 2000.0}},
            "blocks": [{"name": "1 s", "box": {"size": [1, 1, 1], "center": [0, 0, 0]}, "material": "3 kN"}],
            "supports": ["1 s"]}
    resolved = model_from_data(data)[2]
    assert resolved["name"] == "2 m" and resolved["supports"] == ["1 s"] and "3 kN" in resolved["materials"]


def test_units_of_kinds_come_from_their_docstrings():
    assert kind_units("one_sine") == {"amplitude": ("m/s2",), "half_period": ("s",)}
    assert kind_units("record")["pga"] == ("m/s2",) and kind_units("running_bond")["block"] == ("m",)
    assert kind_units("no such kind") == {}


# --- records on axes ------------------------------------------------------------------------------------

RECORD = {"name": "quake", "record": {"path": "a.V2", "x": {"component": "90"}, "y": {"component": "360"},
                                      "z": {"component": "up"}}, "after": "zero"}


def model(motion, **more):
    return {"drystone": 1, "name": "made", "gravity": 9.81, "materials": {"s": {"density": 2000.0}},
            "joints": {"dry": {"friction": 0.6}},
            "blocks": [{"name": "b", "box": {"size": [1, 1, 1], "center": [0, 0, 0.5]}, "material": "s"}],
            "ground": {"level": 0}, "motions": [motion], "duration": 1.0, **more}


def motions_of(data, folder):
    built = model_from_data(data, folder=folder)[0].build()
    return {tuple(m.direction.round(6).tolist()): m.active.motion for m in built.loads.ground_motions}


def test_three_components_of_a_record(tmp_path):
    (tmp_path / "a.V2").write_text(made.csmip_v2())
    found = motions_of(model(RECORD), tmp_path)
    assert {axis: round(m.peak, 6) for axis, m in found.items()} == {
        (1.0, 0.0, 0.0): 0.305, (0.0, 1.0, 0.0): 0.244, (0.0, 0.0, 1.0): 0.1525}


def test_options_of_a_record(tmp_path):
    (tmp_path / "a.V2").write_text(made.csmip_v2())
    record = RECORD["record"] | {"rotate_deg": "90 deg", "scale_to": {"pga": "0.1 g", "of": "larger"}, "reverse": True,
                                 "baseline": "mean", "taper": "20 ms", "resample": "10 ms"}
    found = motions_of(model(RECORD | {"record": record}), tmp_path)
    peaks = sorted(m.peak for axis, m in found.items() if not axis[2])
    assert peaks[1] == pytest.approx(0.980665) and found[(1.0, 0.0, 0.0)].sampling_step == pytest.approx(0.01)


def test_files_of_their_own(tmp_path):
    for name in ("067", "UP"):
        (tmp_path / f"{name}.AT2").write_text(made.at2(direction=name))
    record = {"x": {"path": "067.AT2"}, "z": {"path": "UP.AT2"}}
    assert set(motions_of(model(RECORD | {"record": record}), tmp_path)) == {(1.0, 0.0, 0.0), (0.0, 0.0, 1.0)}


@pytest.mark.parametrize("record, message", [
    ({"path": "a.V2"}, "model: motions[0].record: needs at least one of x, y, z; got none"),
    ({"x": {"component": "90"}}, "model: motions[0]: record: x must name its path, or the record must, got neither"),
    ({"path": "a.V2", "x": {"component": "45"}},
     "model: motions[0]: record 'a': component must be one of 90, Up, 360, got '45'"),
    ({"path": "a.V2", "x": {"component": "90"}, "scale_to": {"pga": "3 m"}},
     "model: motions[0].record.scale_to.pga: must be an acceleration [m/s2], got '3 m', a length"),
    ({"path": "a.V2", "x": {"component": "90"}, "y": {"component": "360"}, "scale_to": {"pga": 1.0}},
     "model: motions[0]: scale_to: of must say which of the components pga is meant for, one of larger, smaller, "
     "geometric_mean, got none"),
])
def test_records_that_are_refused(tmp_path, record, message):
    (tmp_path / "a.V2").write_text(made.csmip_v2())
    with pytest.raises(InputError) as error:
        model_from_data(model(RECORD | {"record": record}), folder=tmp_path)
    assert str(error.value) == message


def test_old_ways_of_naming_a_record_still_work(tmp_path):
    (tmp_path / "a.txt").write_text("0 0\n0.5 1\n1 0\n")
    old = {"name": "quake", "kind": "record", "parameters": {"path": "a.txt", "units": "m/s2", "pga": "0.5 g",
                                                             "baseline": "mean"}, "direction": [1, 0, 0]}
    assert motions_of(model(old), tmp_path)[(1.0, 0.0, 0.0)].peak == pytest.approx(4.903325)
    spec = {"kind": "record", "parameters": {"path": "a.txt", "units": "m/s2", "after": "zero"}}
    both = {"name": "quake", "kind": "sequence", "parameters": {"motions": [spec, spec], "rest": "2 s"},
            "direction": [1, 0, 0]}
    assert motions_of(model(both), tmp_path)[(1.0, 0.0, 0.0)].duration == pytest.approx(4.0)
