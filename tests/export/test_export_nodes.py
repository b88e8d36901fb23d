"""Exports of a run whose blocks deform: corners are those of its nodes in every format."""

import sys
from pathlib import Path

import numpy as np
import pytest
from test_export_gltf import read_glb
from vtkhdf_reader import read_grids

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "results"))

from bending_run import SHAKE, TIME, bending_run

from drystone.export import FORMATS
from drystone.export.frames import FrameChoice
from drystone.export.run import export_run
from drystone.results import shape as shape_module


@pytest.fixture(scope="module")
def bending(tmp_path_factory):
    return bending_run(tmp_path_factory.mktemp("bending") / "run")


def test_vtkhdf(bending, tmp_path):
    grids = read_grids(export_run(bending, "vtkhdf", tmp_path / "hdf") / "blocks.vtkhdf")
    assert [grid.time for grid in grids] == TIME.tolist()
    for f, grid in enumerate(grids):
        shape = bending.shape(f)
        assert np.array_equal(grid.points, shape.vertex)
        assert np.array_equal(grid.point_data["displacement"], shape.displacement.astype(np.float32))
        assert np.array_equal(grid.point_data["velocity"], shape.velocity.astype(np.float32))
        assert grid.cell_data["block"].tolist() == [0] * 12 + [1] * 6


def test_pvd(bending, tmp_path):
    """The points stand raw in the file."""
    folder = export_run(bending, "pvd", tmp_path / "pvd")
    for f in range(len(TIME)):
        raw = (folder / "blocks" / f"blocks_{f:06d}.vtu").read_bytes()
        assert bending.shape(f).vertex.tobytes() in raw


def test_a_run_that_is_being_written_is_exported_as_far_as_it_has_nodes(tmp_path):
    run = bending_run(tmp_path / "run", node_rows=2)
    assert len(read_grids(export_run(run, "vtkhdf", tmp_path / "hdf") / "blocks.vtkhdf")) == 2
    rows = (export_run(run, "csv", tmp_path / "csv") / "blocks.csv").read_text().splitlines()
    assert len(rows) == 1 + 2 * 2


@pytest.mark.parametrize("format", FORMATS)
def test_where_frames_do_not_say_which_blocks_are_there_all_are(bending, tmp_path, format):
    plain = bending_run(tmp_path / "run", is_active=False)
    assert "is_active" not in plain.tables["frames"].columns
    end = ".glb" if format == "gltf" else ""
    found, expected = (export_run(run, format, tmp_path / (name + end)) for run, name in ((plain, "a"), (bending, "b")))
    if format == "vtkhdf":     # HDF5 notes times of its own
        grids = [read_grids(path / "blocks.vtkhdf") for path in (found, expected)]
        assert [g.points.tolist() for g in grids[0]] == [g.points.tolist() for g in grids[1]]
        return
    files = [sorted(path.rglob("*.*")) if path.is_dir() else [path] for path in (found, expected)]
    assert [file.read_bytes() for file in files[0]] == [file.read_bytes() for file in files[1]]


def test_gltf_moves_the_corners(bending, tmp_path):
    """Base mesh + target of frame f = the vertices of frame f, face by face; the weights choose one target a frame."""
    document, read = read_glb(export_run(bending, "gltf", tmp_path / "bar.glb"))
    surface = bending.shapes.surface
    corner = surface.loop[np.repeat(surface.face_block == 0, np.diff(surface.loop_ptr))]
    bar, = (mesh["primitives"][0] for mesh in document["meshes"] if mesh["name"] == "bar")
    base, targets = read(bar["attributes"]["POSITION"]), [read(t["POSITION"]) for t in bar["targets"]]
    assert len(targets) == len(TIME) - 1 and "NORMAL" not in bar["attributes"]
    for f, moved in enumerate([np.zeros_like(base), *targets]):
        assert base + moved == pytest.approx(bending.shape(f).vertex[corner], abs=1e-6)
    node = document["nodes"][1]
    assert node["name"] == "bar" and not {"translation", "rotation"} & node.keys()
    animation, = document["animations"]
    channel, = (c for c in animation["channels"] if c["target"] == {"node": 1, "path": "weights"})
    sampler = animation["samplers"][channel["sampler"]]
    assert read(sampler["input"]).ravel() == pytest.approx(TIME)
    weights = read(sampler["output"]).reshape(len(TIME), -1)
    assert np.array_equal(weights, np.eye(len(TIME))[:, 1:])


def test_a_cropped_ground_moves_as_a_rigid_body(bending, tmp_path):
    document, read = read_glb(export_run(bending, "gltf", tmp_path / "bar.glb"))
    ground, = (mesh["primitives"][0] for mesh in document["meshes"] if mesh["name"] == "ground")
    assert "targets" not in ground and np.ptp(read(ground["attributes"]["POSITION"])[:, 0]) < 4.0
    animation, = document["animations"]
    channel, = (c for c in animation["channels"] if c["target"] == {"node": 2, "path": "translation"})
    keys = read(animation["samplers"][channel["sampler"]]["output"])
    assert keys[:, 0] == pytest.approx(SHAKE * TIME, abs=1e-7)


def test_slabs_of_one_frame_and_single_frames_give_the_same_scene(bending, tmp_path, monkeypatch):
    whole = export_run(bending, "gltf", tmp_path / "whole.glb").read_bytes()
    monkeypatch.setattr(shape_module, "_SLAB_BYTES", 1)
    assert export_run(bending, "gltf", tmp_path / "slabs.glb").read_bytes() == whole
    document, _ = read_glb(export_run(bending, "gltf", tmp_path / "one.glb", FrameChoice(start=1.5)))
    assert "animations" not in document and "targets" not in document["meshes"][0]["primitives"][0]
