"""Model files that ask for less, and say what was most likely meant: commas, supports, flat drawings, arches."""

import csv
import re
from itertools import pairwise

import numpy as np
import pytest
from typer.testing import CliRunner

import drystone as ds
from drystone.checks import comma_words
from drystone.cli.main import app
from drystone.cli.progress import MarginWords
from drystone.export.run import export_run
from drystone.limit import StaticsQuestion, answer_statics, find_margins
from drystone.model.file import model_from_data
from drystone.model.settings import NscdSettings, OutputSettings, RunSettings
from drystone.notices import forget

BASE = """drystone: 1
name: m
gravity: 9.81
materials: {stone: {density: 2000}}
joints:
  dry: {friction: 0.6}
patterns:
  - {kind: stack, parameters: {size: [1, 1, 1], count: 2}, material: stone}
ground: {level: 0}
"""
ARCHES = {"circular_arch": (2.0, 0.4, 150.0, 9, 0.5), "segmental_arch": (3.0, 1.0, 0.4, 9, 0.5),
          "pointed_arch": (3.0, 2.0, 0.4, 8, 0.5), "basket_arch": (3.0, 1.0, 0.4, 9, 0.5)}


def refuse(tmp_path, text: str) -> str:
    (tmp_path / "model.yaml").write_text(text)
    found = CliRunner().invoke(app, ["check", str(tmp_path / "model.yaml"), "--no-picture"])
    assert found.exit_code == 2
    return found.stderr.removeprefix("drystone: ").replace(f"{tmp_path}/", "").strip()


# --- commas -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("old", "new", "words"), [
    ("dry: {friction: 0.6}", "dry:\n    friction: 0,65",
     "model.yaml:7: joints.dry.friction: must be a number [-], got '0,65': a decimal point is wanted, not a comma: "
     "0.65"),
    ("friction: 0.6", "friction: 0,65", "model.yaml:6: joints.dry: unknown key '65': a number with a decimal comma? A "
                                        "decimal point is wanted, e.g. 0.65"),
    ("gravity: 9.81", "gravity: 9,81 m/s2", "model.yaml:3: gravity: must be one finite number or 3 of them [m/s2], got "
                                            "'9,81 m/s2': a decimal point is wanted, not a comma: 9.81 m/s2"),
    ("- {kind: stack, parameters: {size: [1, 1, 1], count: 2}, material: stone}",
     "- kind: running_bond\n    material: stone\n"
     "    parameters: {length: 2, courses: 2, block: [1, 0.5], thickness: '0,4'}",
     "model.yaml:8: patterns[0]: wall: thickness must be finite and > 0 [m], got '0,4': a decimal point is wanted, not "
     "a comma: 0.4"),
])
def test_a_decimal_comma_is_told(tmp_path, old, new, words):
    assert refuse(tmp_path, BASE.replace(old, new)) == words


@pytest.mark.parametrize("value", ["a,b", "1,2,3", "", "0.65", "1.000,5", 0.65, None])
def test_nothing_is_said_of_other_words(value):
    assert comma_words(value) == ""


# --- supports ---------------------------------------------------------------------------------------------


def arch(**more) -> dict:
    return {"drystone": 1, "name": "arch", "gravity": 9.81, "materials": {"stone": {"density": 2000}},
            "joints": {"dry": {"friction": 0.6}}, "patterns": [
                {"kind": "segmental_arch", "material": "stone",
                 "parameters": dict(zip(("span", "rise", "thickness", "count", "width"), (3.0, 1.0, 0.4, 9, 0.5)))}],
            **more}


def test_forgotten_abutments_are_named():
    with pytest.raises(ds.InputError) as error:
        model_from_data(arch())[0].build()
    assert str(error.value) == ("model: model 'arch': nothing supports the blocks: add ground or supports, or say "
                                "free: true; forgotten: supports: [abutment]?")


@pytest.mark.parametrize("more", [{"supports": ["abutment_left"]}, {"ground": {"level": -2.0}}])
def test_a_structure_that_falls_says_which_support_may_be_forgotten(more):
    answer = answer_statics(model_from_data(arch(**more))[0].build(), StaticsQuestion())
    (line,) = [line for line in answer.words if line.startswith("support ")]
    assert not answer.stands and "'abutment_right': was a support forgotten? e.g. supports: [abutment]" in line


def test_a_structure_that_stands_or_rests_on_the_ground_hears_nothing_of_supports():
    for model in (model_from_data(arch(supports=["abutment"]))[0], _leaning()):
        assert not any(line.startswith("support ") for line in answer_statics(model.build(), StaticsQuestion()).words)


def _leaning() -> ds.Assembly:
    """A slab that leans far beyond its edge upon another: it falls, but from a ground that is there."""
    a = ds.Assembly("falls", gravity=9.81)
    a.material("stone", density=2000.0)
    a.joint("dry", friction=0.6)
    a.add("low", ds.box((1, 1, 1), (0, 0, 0.5)), material="stone")
    a.add("high", ds.box((1, 1, 1), (0.8, 0, 1.5)), material="stone")
    a.add_ground(0.0)
    return a


# --- arches and buttresses --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ARCHES)
def test_arches_without_abutments_are_the_same_ring(kind):
    make, sizes = getattr(ds.patterns, kind), ARCHES[kind]
    whole, ring = make(*sizes), make(*sizes, abutments=False)
    assert [piece.name for piece in whole[-2:]] == ["abutment_right", "abutment_left"] and len(whole) == len(ring) + 2
    assert all(a.name == b.name and np.array_equal(a.shape.parts[0].vertices, b.shape.parts[0].vertices)
               for a, b in zip(whole, ring))


@pytest.mark.parametrize("kind", ARCHES)
def test_abutments_are_as_deep_as_is_said(kind):
    """Depth is normal to the springing joint: the volume goes with it; by default it is the thickness, 0.4 m."""
    make, sizes = getattr(ds.patterns, kind), ARCHES[kind]
    volume = [make(*sizes, **more)[-1].shape.volume for more in ({}, {"abutment_depth": 0.4}, {"abutment_depth": 1.2})]
    assert volume[1] == pytest.approx(volume[0], rel=1e-12) and volume[2] == pytest.approx(3.0 * volume[0], rel=1e-12)


def test_abutments_that_make_no_sense_are_refused():
    sizes = ARCHES["segmental_arch"]
    for more, words in (({"abutments": "no"}, "arch: abutments must be true or false, got 'no'"),
                        ({"abutment_depth": 0.0}, "arch: abutment_depth must be finite and > 0 [m], got 0.0"),
                        ({"abutments": False, "abutment_depth": 1.0},
                         "arch: abutment_depth 1.0 is given, but abutments are left out")):
        with pytest.raises(ds.InputError) as error:
            ds.patterns.segmental_arch(*sizes, **more)
        assert str(error.value) == words


@pytest.mark.parametrize(("side", "axis", "sign"), [("+x", 0, 1), ("-x", 0, -1), ("+y", 1, 1), ("-y", 1, -1)])
def test_a_buttress_stands_out_to_any_side(side, axis, sign):
    """1.6 m away from the plane through the origin, 0.8 m wide along it, as heavy as to any other side."""
    pieces = ds.patterns.buttress(0.8, [(1.6, 1.0), (1.0, 2.0)], (0.5, 0.25), side=side)
    corners = np.concatenate([part.vertices for piece in pieces for part in piece.shape.parts])
    away, along = sign * corners[:, axis], corners[:, 1 - axis]
    assert (away.min(), away.max()) == pytest.approx((0.0, 1.6), abs=1e-12)
    assert (along.min(), along.max()) == pytest.approx((-0.4, 0.4), abs=1e-12)
    assert sum(piece.shape.volume for piece in pieces) == pytest.approx(0.8 * (1.6 + 1.0), rel=1e-9)


def test_a_wall_has_buttresses_on_the_side_that_is_asked_for():
    given = dict(length=4.0, height=2.0, thickness=0.5, block=(0.5, 0.25), positions=[2.0], width=0.6,
                 stages=[(1.0, 1.5)], bonded=False)
    ends = {}
    for side in ("-y", "+y", "both"):
        pieces = ds.patterns.buttressed_wall(**given, side=side)
        y = np.concatenate([part.vertices[:, 1] for piece in pieces for part in piece.shape.parts])
        ends[side] = (y.min(), y.max())
    assert ends == {"-y": pytest.approx((-1.0, 0.5)), "+y": pytest.approx((0.0, 1.5)),
                    "both": pytest.approx((-1.0, 1.5))}
    with pytest.raises(ds.InputError, match="side 'both' needs bonded: false"):
        ds.patterns.buttressed_wall(**given | {"bonded": True}, side="both")
    with pytest.raises(ds.InputError, match="side must be one of"):
        ds.patterns.buttress(0.8, [(1.6, 1.0)], (0.5, 0.25), side="up")


# --- drawings ---------------------------------------------------------------------------------------------


def draw(path, levels) -> None:
    ezdxf = pytest.importorskip("ezdxf")
    drawing = ezdxf.new()
    drawing.header["$INSUNITS"] = 6
    for k, level in enumerate(levels):
        drawing.modelspace().add_lwpolyline([(0, k), (2, k), (2, k + 1), (0, k + 1)], close=True,
                                            dxfattribs={"thickness": 0.5, "elevation": level})
    drawing.saveas(path)


def test_a_flat_drawing_is_told_everywhere(tmp_path, capsys):
    draw(tmp_path / "wall.dxf", [0.0, 0.0, 0.0])
    found = CliRunner().invoke(app, ["import", str(tmp_path / "wall.dxf")])
    assert "note        WARNING: the drawing lies flat: all 3 blocks lie beside each other on one level" in found.stdout
    forget()
    ds.read_blocks(tmp_path / "wall.dxf")
    assert re.search(r"^drystone: notice: .*wall\.dxf: the drawing lies flat", capsys.readouterr().err)


def test_drawings_that_stand_are_not_called_flat(tmp_path, capsys):
    draw(tmp_path / "stairs.dxf", [0.0, 0.5, 1.0])
    draw(tmp_path / "one.dxf", [0.0])
    draw(tmp_path / "wall.dxf", [0.0, 0.0])
    forget()
    ds.read_blocks(tmp_path / "stairs.dxf")
    ds.read_blocks(tmp_path / "one.dxf")
    ds.read_blocks(tmp_path / "wall.dxf", up="y")
    assert "flat" not in capsys.readouterr().err


# --- margins and ties -------------------------------------------------------------------------------------


def test_margins_tell_how_far_they_are(capsys):
    """The margin lies between the two values that are told, which close in on it."""
    model, heard = model_from_data(arch(supports=["abutment"]))[0].build(), []
    margins = find_margins(model, progress=lambda *words: heard.append(words))
    for name, value in (("friction reserve", margins.friction), ("geometric safety factor", margins.geometric)):
        ranges = [(low, high) for what, low, high in heard if what == name]
        assert len(ranges) > 5 and all(low <= value <= high for low, high in ranges)
        assert all(b[1] - b[0] < a[1] - a[0] for a, b in pairwise(ranges))
    say = MarginWords(seconds=0.0)
    say("friction reserve", 1.0, 2.5)
    assert capsys.readouterr().err == "drystone: margins, friction reserve between 1 and 2.5 ...\n"


def test_tables_carry_ties(tmp_path):
    a = ds.Assembly("tied", gravity=9.81)
    a.material("stone", density=2000.0)
    a.joint("dry", friction=0.6)
    a.add("block", ds.box((1, 1, 1), (0, 0, 0.5)), material="stone")
    a.add_ground(0.0)
    a.tie("rod, west", [("block", (0.5, 0, 0.5)), ("ground", (3.0, 0, 0.0))], stiffness=1e5, prestress=100.0)
    a.tie("east", [("block", (-0.5, 0, 0.5)), ("ground", (-3.0, 0, 0.0))], stiffness=1e5, prestress=100.0)
    settings = RunSettings(analysis=NscdSettings(dt=2e-3), output=OutputSettings(frames=2))
    result = ds.run(a, settings=settings, duration=0.02, directory=tmp_path / "run")
    folder = export_run(result, "csv")
    with (folder / "ties.csv").open(newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["step", "time [s]", "tie", "force [N]", "elongation [m]", "yielded [m]", "is intact [-]"]
    assert {row[2] for row in rows[1:]} == {"rod, west", "east"}
    west = [float(row[3]) for row in rows[1:] if row[2] == "rod, west"]
    assert west == pytest.approx(result.tie("rod, west").force.tolist(), rel=1e-14) and len(west) == len(rows[1:]) / 2
    assert export_run(result, "csv", force=True) == folder        # a table that it knows to be its own
