"""`drystone export` from outside: a real run in all formats, and what is refused."""

import csv

import h5py
import numpy as np
import pytest
from cli_models import BLOCK, write
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.export import FORMATS
from drystone.results.result import open_result


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A small block at rest: 20 steps, frames at 0, 4, 8 ... and the last."""
    folder = tmp_path_factory.mktemp("cli-export")
    text = BLOCK.replace("output: {checkpoints: 5}", "output: {frames: 4}")
    done = CliRunner().invoke(app, ["run", str(write(folder, text)), "-o", str(folder / "run")])
    assert done.exit_code == 0, done.stderr
    return folder / "run"


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def one_line(result) -> str:
    assert result.exit_code == 2 and result.stdout == ""
    line, = result.stderr.splitlines()
    return line.removeprefix("drystone: ")


@pytest.mark.parametrize(("format", "files"), [
    ("vtkhdf", ["blocks.vtkhdf", "interfaces.vtkhdf", "names.csv"]),
    ("pvd", ["blocks.pvd", "interfaces.pvd", "names.csv"]),
    ("csv", ["blocks.csv", "energies.csv", "interfaces.csv", "monitors.csv"]),
])
def test_files_are_written_and_named(finished, tmp_path, format, files):
    done = call("export", finished, "--to", format, "-o", tmp_path / "out")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.splitlines() == [str(tmp_path / "out" / name) for name in files]


def test_a_scene_is_one_file(finished, tmp_path):
    done = call("export", finished, "--to", "gltf", "-o", tmp_path / "block.glb")
    assert (done.exit_code, done.stdout) == (0, f"{tmp_path / 'block.glb'}\n")


def test_the_block_carries_its_weight(finished, tmp_path):
    """0.4 m cube of 2000 kg/m3: 128 kg; the joint carries 128 x 9.81 N over 0.16 m2, block on ground."""
    call("export", finished, "--to", "csv", "-o", tmp_path / "out")
    with open(tmp_path / "out" / "interfaces.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["step"] for row in rows] == ["4", "8", "12", "16", "20"]
    for row in rows:
        assert float(row["normal force [N]"]) == pytest.approx(128 * 9.81, rel=1e-8)
        assert float(row["traction [Pa]"]) == pytest.approx(800 * 9.81, rel=1e-8)
        assert float(row["slip [m]"]) == pytest.approx(0.0, abs=1e-12) and row["in middle third [-]"] == "1"


def test_window_and_stride(finished, tmp_path):
    assert call("export", finished, "--to", "vtkhdf", "-o", tmp_path / "out", "--every", 2, "--from", 0.008,
                "--until", 0.04).exit_code == 0
    with h5py.File(tmp_path / "out" / "blocks.vtkhdf") as file:
        assert file["VTKHDF/Steps/Values"][...] == pytest.approx([0.008, 0.024, 0.04], rel=1e-12)
        points = file["VTKHDF/Points"][...].reshape(3, -1, 3)
    assert np.isin(np.round(points[:, :8], 9), (-0.2, 0.0, 0.2, 0.4)).all()


def test_default_places_and_force(finished):
    for format in FORMATS:
        assert call("export", finished, "--to", format).exit_code == 0
    assert (finished / "vtkhdf" / "blocks.vtkhdf").exists() and (finished / "blocks.glb").exists()
    assert one_line(call("export", finished, "--to", "csv")) == (
        f"export: '{finished / 'csv'}' is there already: use --force to replace it, or -o for another place")
    assert call("export", finished, "--to", "csv", "--force").exit_code == 0
    assert open_result(finished).status == "finished"      # exports inside do not disturb the run


@pytest.mark.parametrize(("words", "message"), [
    (("--to", "xlsx"), "export: --to must be one of vtkhdf, pvd, csv, gltf, got 'xlsx'"),
    (("--to", "csv", "--every", "0"), "export: --every must be a whole number >= 1 [-], got 0"),
    (("--to", "csv", "--from", "nan"), "export: --from must be finite [s], got nan"),
    (("--to", "csv", "-o", "out", "--from", "1"), "export: no frame lies between --from and --until; the run has "
                                                  "frames from 0 to 0.04 s"),
    (("--to", "gltf", "-o", "x.obj"), "export: -o must end in .glb for gltf, got 'x.obj'"),
])
def test_bad_input_is_one_line_and_leaves_nothing(finished, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    before = sorted(finished.rglob("*"))
    assert one_line(call("export", finished, *words)) == message
    assert not list(tmp_path.iterdir()) and sorted(finished.rglob("*")) == before


def test_a_directory_that_is_no_run(tmp_path):
    assert "no run" in one_line(call("export", tmp_path, "--to", "csv"))
    assert not list(tmp_path.iterdir())


def test_numbers_that_only_this_engine_keeps_of_interfaces_are_exported_too(finished, tmp_path):
    assert call("export", finished, "--to", "csv", "-o", tmp_path / "csv").exit_code == 0
    with open(tmp_path / "csv" / "interfaces.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows and {row["bonded share [-]"] for row in rows} == {"0"}
    assert call("export", finished, "--to", "vtkhdf", "-o", tmp_path / "vtk").exit_code == 0
    with h5py.File(tmp_path / "vtk" / "interfaces.vtkhdf") as file:
        assert "bonded_share" in file["VTKHDF/CellData"]


@pytest.mark.parametrize(("output", "pictures", "tables"), [
    ("{frames: false}", ["monitors.png", "energies.png"], ["energies.csv", "monitors.csv"]),
    ("{steps: false, frames: 4}", ["scene.png", "histories.png", "phase.png"], ["blocks.csv", "interfaces.csv"]),
    ("{steps: false, frames: false}", None, None)])
def test_what_was_kept_is_drawn_exported_and_told(tmp_path, output, pictures, tables):
    """A run tells its time and steps from its totals, and says nothing of energies that were not kept."""
    text = BLOCK.replace("output: {checkpoints: 5}", f"output: {output}")
    done = call("run", write(tmp_path, text), "-o", tmp_path / "run")
    assert "finished after 0.04 s" in done.stdout and "steps     20 in" in done.stdout
    assert ("energy " in done.stdout) == ("steps: false" not in output)
    assert "finished after 0.04 s" in call("info", tmp_path / "run").stdout
    drawn, written = call("plot", tmp_path / "run"), call("export", tmp_path / "run", "--to", "csv")
    if pictures is None:
        assert one_line(drawn) == ("plot: scene needs the table 'frames', which this run did not keep "
                                   "(output.frames)")
        assert one_line(written).startswith("export: csv needs steps or poses, which run ")
        return
    assert [line.rsplit("/", 1)[1] for line in drawn.stdout.split()] == pictures
    assert [line.rsplit("/", 1)[1] for line in written.stdout.split()] == tables
