"""Stores of `drystone limit` and `drystone statics` from outside: info, plot, export, refusals, JSON of all."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from cli_models import BLOCK, write
from typer.testing import CliRunner

import drystone
from drystone.cli.main import app
from drystone.results.result import open_result

TALL = BLOCK.replace("size: [0.4, 0.4, 0.4], center: [0, 0, 0.2]", "size: [0.4, 0.4, 1.6], center: [0, 0, 0.8]")
ARCH = (Path(drystone.__file__).parent / "examples_data" / "arch.yaml").read_text()
WEIGHT = 2000 * 0.256 * 9.81


@pytest.fixture
def call(tmp_path, monkeypatch):
    """Call a command in an empty directory."""
    monkeypatch.chdir(tmp_path)

    def invoke(*words: object):
        return CliRunner().invoke(app, [str(word) for word in words])

    return invoke


def fine(result) -> str:
    assert result.exit_code == 0, result.stderr
    return result.stdout


def refused(result) -> str:
    """The one line of an error with exit code 2."""
    assert result.exit_code == 2, (result.stdout, result.stderr)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line.removeprefix("drystone: ")


def table(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_from_an_example_to_a_store_and_back(call, tmp_path):
    """The chain that people type."""
    fine(call("example", "house"))
    said = fine(call("limit", "house.yaml", "--direction", "-y", "-o", "lim"))
    assert said.endswith("result      lim\nnext        drystone plot lim\n")
    info = fine(call("info", "lim")).splitlines()
    assert info[0] == "answer      lim, of limit" and info[1].startswith("made by     drystone ")
    assert info[2:] == said.splitlines()[:-2]
    assert fine(call("plot", "lim")) == "lim/pictures/limit.png\n"
    assert fine(call("export", "lim", "--to", "csv")).splitlines() == [
        "lim/csv/interfaces.csv", "lim/csv/mechanism.csv", "lim/csv/reactions.csv"]
    assert len(table(tmp_path / "lim/csv/mechanism.csv")) == 192
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house.yaml", "lim"]   # no picture beside the store


@pytest.mark.parametrize(("text", "words", "pictures"), [
    (TALL, ("limit", "--direction", "+x", "--pushover"), ("pushover", "limit")),
    (TALL, ("limit", "--direction", "+x", "--flow", "non-associative"), ("limit",)),
    (TALL, ("limit", "--settle", "ground"), ("limit",)),
    (TALL, ("limit", "--tilt", "+x"), ("tilt",)),
    (ARCH, ("statics", "--thrust-line", "all"), ("thrust", "statics")),
])
def test_pictures_and_words_are_those_of_the_command(call, tmp_path, text, words, pictures):
    """The same bytes with and without a store; words up to the wall time."""
    command, *options = words
    write(tmp_path, text)
    said = fine(call(command, "model.yaml", *options)).splitlines()
    fine(call(command, "model.yaml", *options, "-o", "out"))
    assert fine(call("plot", "out")).split() == [f"out/pictures/{name}.png" for name in pictures]
    for name in pictures:
        assert (tmp_path / f"out/pictures/{name}.png").read_bytes() == (tmp_path / f"model_{name}.png").read_bytes()
    info = fine(call("info", "out")).splitlines()[2:]
    timed = ("solver", "checks", "time")
    assert [line for line in info if not line.startswith(timed)] == [
        line for line in said[:-len(pictures)] if not line.startswith(timed)]


def test_data_of_command_store_and_info_agree(call, tmp_path):
    write(tmp_path, TALL)
    found = call("limit", "model.yaml", "--direction", "+x", "--json", "-o", "out")
    data = json.loads(fine(found))
    assert found.stderr == "result      out\nnext        drystone plot out\n"
    info = json.loads(fine(call("info", "out", "--json")))
    assert info["answer"] == data == json.loads((tmp_path / "out/answer.json").read_text())
    assert (info["kind"], info["engine"], info["status"], info["directory"]) == ("limit", "", "finished", "out")
    assert info["hash"] == open_result(tmp_path / "out").hash


def test_tables_of_a_pushover(call, tmp_path):
    """One block of 0.4 x 1.6 m: alpha from 1/4 to zero, the whole weight on the ground, turning about y."""
    write(tmp_path, TALL)
    fine(call("limit", "model.yaml", "--direction", "+x", "--pushover", "-o", "out"))
    fine(call("export", "out", "--to", "csv"))
    folder = tmp_path / "out" / "csv"
    assert sorted(p.name for p in folder.iterdir()) == ["curve.csv", "interfaces.csv", "mechanism.csv", "reactions.csv"]
    curve = table(folder / "curve.csv")
    assert list(curve[0]) == ["displacement [m]", "alpha [g]", "balanced [-]"]
    assert float(curve[0]["alpha [g]"]) == pytest.approx(0.25, rel=1e-6) and float(curve[-1]["alpha [g]"]) <= 1e-9
    (support,) = table(folder / "reactions.csv")
    assert support["support"] == "ground"
    assert float(support["force x [N]"]) == pytest.approx(-0.25 * WEIGHT, rel=1e-5)
    assert float(support["force z [N]"]) == pytest.approx(WEIGHT, rel=1e-6)
    (joint,) = table(folder / "interfaces.csv")
    assert (joint["block a"], joint["block b"]) == ("block", "ground")
    assert float(joint["normal force [N]"]) == pytest.approx(WEIGHT, rel=1e-6)
    assert float(joint["point x [m]"]) == pytest.approx(0.2, abs=1e-5)
    block, ground = table(folder / "mechanism.csv")
    assert float(block["angular velocity y [rad/s]"]) > 0.5 and float(ground["velocity x [m/s]"]) == 0.0


def test_tables_of_statics(call, tmp_path):
    write(tmp_path, ARCH)
    fine(call("statics", "model.yaml", "--thrust-line", "all", "-o", "out"))
    fine(call("export", "out", "--to", "csv"))
    folder = tmp_path / "out" / "csv"
    assert sorted(p.name for p in folder.iterdir()) == ["interfaces.csv", "reactions.csv", "thrust_lines.csv"]
    assert [row["line"] for row in table(folder / "thrust_lines.csv")] == 8 * ["least"] + 8 * ["greatest"] + 8 * [
        "effective"]
    assert len(table(folder / "interfaces.csv")) == 8 and len(table(folder / "reactions.csv")) == 2


def test_scenes_hold_the_mechanism(call, tmp_path):
    """VTKHDF: at rest with the mechanism as velocity, then moved along it; glTF: the block has keys."""
    h5py = pytest.importorskip("h5py")
    write(tmp_path, TALL)
    fine(call("limit", "model.yaml", "--direction", "+x", "-o", "out"))
    for format in ("vtkhdf", "pvd", "gltf"):
        fine(call("export", "out", "--to", format))
    twist = open_result("out").answer.mechanism[0]
    with h5py.File("out/vtkhdf/blocks.vtkhdf") as file:
        root = file["VTKHDF"]
        assert root["Steps/Values"][...].tolist() == [0.0, 1.0]
        points = root["Points"][:8]
        expected = twist[:3] + np.cross(twist[3:], points - [0.0, 0.0, 0.8])
        assert root["PointData/velocity"][:8] == pytest.approx(expected, abs=1e-6)
        moved = root["PointData/displacement"][...]
        count = len(moved) // 2
        assert np.abs(moved[:count]).max() == 0.0 and 0.1 < np.abs(moved[count:]).max() < 0.2   # 0.12 of 1.6 m
    with h5py.File("out/vtkhdf/interfaces.vtkhdf") as file:
        assert file["VTKHDF/CellData/normal_force"][...] == pytest.approx([WEIGHT], rel=1e-6)
    assert len(list((tmp_path / "out/pvd/blocks").iterdir())) == 2
    content = (tmp_path / "out/blocks.glb").read_bytes()
    scene = json.loads(content[20:20 + int.from_bytes(content[12:16], "little")])
    assert len(scene["animations"][0]["channels"]) == 2


def test_what_stands_has_one_pose(call, tmp_path):
    write(tmp_path, TALL)
    fine(call("statics", "model.yaml", "-o", "out"))
    fine(call("export", "out", "--to", "pvd"))
    assert len(list((tmp_path / "out/pvd/blocks").iterdir())) == 1


def test_an_export_is_replaced_by_force_only(call, tmp_path):
    write(tmp_path, TALL)
    fine(call("limit", "model.yaml", "--direction", "+x", "--pushover", "-o", "out"))
    fine(call("export", "out", "--to", "csv"))
    assert refused(call("export", "out", "--to", "csv")) == (
        "export: 'out/csv' is there already: use --force to replace it, or -o for another place")
    fine(call("export", "out", "--to", "csv", "--force"))


def test_a_place_that_is_taken_is_refused_before_any_work(call, tmp_path):
    write(tmp_path, TALL)
    fine(call("statics", "model.yaml", "-o", "out"))
    before = (tmp_path / "out/run.json").read_bytes()
    taken = "'out' is there already: use --overwrite to replace it, or -o for another place"
    assert refused(call("limit", "model.yaml", "--direction", "+x", "-o", "out")) == taken
    assert refused(call("limit", "missing.yaml", "--direction", "+x", "-o", "out")) == taken
    assert (tmp_path / "out/run.json").read_bytes() == before
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.txt").write_text("mine")
    assert refused(call("statics", "model.yaml", "-o", "notes", "--overwrite")) == (
        "cannot create result 'notes': the directory is not empty and not a result")
    fine(call("limit", "model.yaml", "--direction", "+x", "-o", "out", "--overwrite"))
    assert open_result("out").kind == "limit"


def test_bad_input_leaves_no_store(call, tmp_path):
    write(tmp_path, TALL)
    assert refused(call("limit", "model.yaml", "--direction", "+x", "--confidence", "0.5", "-o", "deep/out")) == (
        "confidence must be finite and >= 1 [-], got 0.5")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model.yaml"]


def test_what_an_answer_does_not_have(call, tmp_path):
    write(tmp_path, TALL)
    fine(call("limit", "model.yaml", "--direction", "+x", "-o", "out"))
    fine(call("limit", "model.yaml", "--direction", "-z", "-o", "any"))
    no_time = "'out' holds an answer of kind 'limit', without time"
    assert refused(call("plot", "out", "--at", "1")) == f"plot: --at is for runs; {no_time}"
    assert refused(call("plot", "out", "--kind", "phase")) == "plot: kind must be one of limit, got 'phase'"
    assert refused(call("export", "out", "--to", "csv", "--every", "2")) == (
        f"export: --every, --from and --until choose frames of a run; {no_time}")
    assert refused(call("run", "model.yaml", "-o", "out", "--restart")) == (
        "'out' is not a run: it holds an answer of kind 'limit'")
    assert "alpha       unbounded" in fine(call("info", "any"))
    nothing = "nothing moves, and no forces are known"
    assert refused(call("plot", "any")) == f"plot: 'any' has nothing to draw: {nothing}"
    assert refused(call("export", "any", "--to", "csv")) == f"export: 'any' has nothing to export: {nothing}"
    assert not list((tmp_path / "any").glob("pictures")) and not list((tmp_path / "any").glob("csv"))


def test_a_picture_of_an_answer_with_foreign_data_is_one_line(call, tmp_path):
    write(tmp_path, TALL)
    fine(call("limit", "model.yaml", "--direction", "+x", "-o", "out"))
    (tmp_path / "out/answer.json").write_text('{"model": "x"}')
    assert refused(call("plot", "out")) == "'out/answer.json' is damaged: KeyError 'alpha'"


def test_an_answer_keeps_the_files_that_its_model_names(call, tmp_path):
    write(tmp_path, BLOCK.replace("monitors:", """\
motions:
  - {name: quake, kind: record, parameters: {path: quake.csv, units: m/s2}, direction: [1, 0, 0], after: zero}
monitors:"""))
    record = b"0,0\n0.02,1\n0.04,0\n"
    (tmp_path / "quake.csv").write_bytes(record)
    fine(call("statics", "model.yaml", "-o", "out"))
    assert open_result("out").inputs.arrays["file:quake.csv"].tobytes() == record


# -- JSON of the other commands ------------------------------------------------------------------------------


def test_a_run_and_its_info_as_data(call, tmp_path):
    write(tmp_path)
    data = json.loads(fine(call("run", "model.yaml", "-o", "out", "--json")))
    assert (data["kind"], data["engine"], data["status"], data["outcome"]) == ("run", "nscd", "finished",
                                                                               "finished after 0.04 s")
    assert (data["steps"], data["unsolved"], data["blocks"], data["supports"]) == (20, 0, 1, 1)
    assert data["weight"] == pytest.approx(2000 * 0.064 * 9.81) and data["tables"]["steps"] == 21
    assert data["monitors"]["top"]["unit"] == "m" and abs(data["monitors"]["top"]["last"]) < 1e-9
    assert json.loads(fine(call("info", "out", "--json"))) == data


def test_check_as_data(call, tmp_path):
    write(tmp_path, TALL)
    data = json.loads(fine(call("check", "model.yaml", "--json")))
    assert (data["model"], data["blocks"], data["supports"], data["planar"]) == ("small block", 1, 1, False)
    assert data["mass"] == pytest.approx(512.0) and data["extent"][1][2] == pytest.approx(1.6)
    assert data["contacts"]["pairs"] == 1 and data["statics"]["stands"] is True and data["doubts"] == []
    assert data["run"] == {"duration": 0.04, "dt": 2e-3, "engine": "nscd", "accuracy": (
        "exact (default up to 24 free blocks, here 1): each step to 0.001 g dt of Coulomb's law, 0.001 of momentum")}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model.yaml"]     # no picture unless asked for
