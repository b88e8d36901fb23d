"""A store written before `RunResult.shape` was there still opens, plots and exports.

`data/old_store.zip` is the directory of a run made by drystone 0.1.0 at commit 61273f7: `drystone run old.yaml -o old`,
then zipped (24 kB; a store that is not packed is ten times as large). It holds its model as `inputs/model.yaml`: a
block of 0.6 x 0.6 x 2 m, tilted by 10 degrees about its right bottom edge and let go, a post beside it that is removed
after 0.1 s, a ground; 100 steps of 2 ms, a frame every 20 steps. Nothing may write it anew: it stands for what people
keep.
"""

import csv
import json
import sys
import zipfile
from pathlib import Path

import h5py
import numpy as np
import pytest
from typer.testing import CliRunner

from drystone.analysis.joints import find_joints
from drystone.analysis.law import accuracy_level, read_law, stated_accuracy
from drystone.cli.main import app
from drystone.results.result import open_result

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "export"))

from vtkhdf_reader import read_grids

PACKED = Path(__file__).resolve().parent / "data" / "old_store.zip"
TIME = [0.0, 0.04, 0.08, 0.12, 0.16, 0.2]     #: [s]
REMOVED = 3                                   #: frame from which the post is gone


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    folder = tmp_path_factory.mktemp("old")
    with zipfile.ZipFile(PACKED) as packed:
        packed.extractall(folder)
    return folder / "old"


def call(*words) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, done.stderr
    return done.stdout


def test_it_opens(old):
    result = open_result(old)
    assert (result.status, result.version, result.step_count) == ("finished", "0.1.0", 100)
    assert result.frames.time == pytest.approx(TIME) and result.monitors == ("sway.x", "sway.y", "sway.z")
    assert result.inputs.resolved and "tilted by 10 degrees" in result.inputs_text
    assert result.checkpoint().step == 100


def test_its_shapes_stand_where_the_model_file_says(old):
    """The block was turned by 10 degrees about its right bottom edge at x = 0.3 m."""
    result = open_result(old)
    angle = np.radians(10.0)
    arm = np.array([(x, z) for z in (0.0, 2.0) for _ in range(2) for x in (-0.6, 0.0)])     # from the edge
    expected = np.column_stack((0.3 + np.cos(angle) * arm[:, 0] + np.sin(angle) * arm[:, 1],
                                np.tile((-0.3, -0.3, 0.3, 0.3), 2),
                                np.cos(angle) * arm[:, 1] - np.sin(angle) * arm[:, 0]))
    shape = result.shape(0)
    assert result.shapes.is_rigid and np.array_equal(shape.vertex, result.shapes.start.vertex)
    assert shape.vertex[shape.surface.vertex_block == 0] == pytest.approx(expected, abs=1e-15)
    assert [result.shape(f).is_active.tolist() for f in (REMOVED - 1, REMOVED)] == [[True] * 3, [True, False, True]]


def test_its_joints_are_found(old):
    """Interfaces were first kept when the block stood on its edge; the post alone lies flat on the ground."""
    joints = find_joints(open_result(old))
    assert (joints.block_a.tolist(), joints.block_b.tolist()) == ([1], [2])
    assert joints.area == pytest.approx([0.16])


def test_info(old):
    text = call("info", old)
    assert "finished after 0.2 s" in text and "drystone 0.1.0" in text and "sway.x" in text


def test_info_says_no_more_of_its_accuracy_than_it_tells(old):
    """It was solved by convex problems, and has neither residuals of Coulomb's law nor what was asked for."""
    result = open_result(old)
    assert not {"flow_converged", "rigid_residual", "momentum"} & set(result.tables["steps"].columns)
    assert read_law(result) is None and stated_accuracy(result) == accuracy_level(result) == ""
    lines = call("info", old).splitlines()
    assert "unsolved  0 steps above the certified tolerance" in lines
    assert not any(line.startswith(("accuracy", "law", "warning")) for line in lines)
    data = json.loads(call("info", old, "--json"))
    assert data["accuracy"] == {"words": "", "level": ""} and data["unsolved"] == 0 and data["warnings"] == []


def test_plot(old, tmp_path):
    call("plot", old, "-o", tmp_path)
    pictures = sorted(p.name for p in tmp_path.iterdir())
    assert pictures == ["energies.png", "histories.png", "monitors.png", "phase.png", "scene.png"]
    assert all((tmp_path / name).read_bytes().startswith(b"\x89PNG") for name in pictures)


def test_export_to_paraview(old, tmp_path):
    for format in ("vtkhdf", "pvd"):
        call("export", old, "--to", format, "-o", tmp_path / format)
    grids, result = read_grids(tmp_path / "vtkhdf" / "blocks.vtkhdf"), open_result(old)
    assert [grid.time for grid in grids] == pytest.approx(TIME)
    for f, grid in enumerate(grids):
        shape = result.shape(f)
        assert np.array_equal(grid.points, shape.vertex[shape.is_active[shape.surface.vertex_block]])
    assert len(list((tmp_path / "pvd" / "blocks").iterdir())) == len(TIME)
    with h5py.File(tmp_path / "vtkhdf" / "interfaces.vtkhdf") as file:
        assert file["VTKHDF/Steps"].attrs["NSteps"] == len(TIME) - 1      # no forces at the start


def test_export_to_tables_and_scenes(old, tmp_path):
    call("export", old, "--to", "csv", "-o", tmp_path / "csv")
    with open(tmp_path / "csv" / "blocks.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3 * REMOVED + 2 * (len(TIME) - REMOVED)
    assert float(rows[0]["rotation y [rad]"]) == pytest.approx(np.radians(10.0), abs=1e-10)
    call("export", old, "--to", "gltf", "-o", tmp_path / "old.glb")
    raw = (tmp_path / "old.glb").read_bytes()
    document = json.loads(raw[20:20 + int.from_bytes(raw[12:16], "little")])
    assert [node["name"] for node in document["nodes"]] == ["drystone", "block", "post", "ground"]
