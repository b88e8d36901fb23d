"""VTKHDF files: read back by the rules of the format, and by VTK itself where it is installed."""

import h5py
import numpy as np
import pytest
from export_runs import EMPTY, FRAMES, REMOVED, STEP, TIME, TURN, world_corners
from vtkhdf_reader import read_grids

from drystone.export import frames as frames_module
from drystone.export.frames import FrameChoice
from drystone.export.run import export_run
from drystone.results import shape as shape_module


@pytest.fixture(scope="module")
def folder(tower, tmp_path_factory):
    return export_run(tower, "vtkhdf", tmp_path_factory.mktemp("out") / "hdf")


def test_blocks_stand_where_the_run_has_them(tower, folder):
    grids = read_grids(folder / "blocks.vtkhdf")
    assert [grid.time for grid in grids] == TIME.tolist()
    for f, grid in enumerate(grids):
        blocks = [0, 1, 2] if f < REMOVED else [0, 2]
        expected = np.concatenate([world_corners(tower, f, b) for b in blocks])
        assert np.abs(grid.points - expected).max() < 1e-14 * 10.0     # ten times the rounding of 5 m
        assert len(grid.cells) == 6 * len(blocks)
        assert grid.cell_data["block"].tolist() == np.repeat(blocks, 6).tolist()
        assert all(len(cell) == 4 for cell in grid.cells)


def test_faces_look_outward(folder):
    """The area vectors of a closed surface sum to zero, and point away from its middle."""
    grid = read_grids(folder / "blocks.vtkhdf")[2]
    areas = []
    for cell, block in zip(grid.cells, grid.cell_data["block"]):
        corners = grid.points[cell]
        area = 0.5 * np.cross(corners[2] - corners[0], corners[3] - corners[1])
        middle = grid.points[np.unique([c for c, b in zip(grid.cells, grid.cell_data["block"]) if b == block])].mean(0)
        assert area @ (corners.mean(axis=0) - middle) > 0.0
        areas.append(area)
    assert np.abs(np.sum(areas[:6], axis=0)).max() < 1e-14


def test_values_of_blocks(folder):
    single = 2.0**-23     # values are stored in single precision
    for f, grid in enumerate(read_grids(folder / "blocks.vtkhdf")):
        slid = grid.point_data["displacement"][:8]
        assert slid == pytest.approx(np.tile((STEP * f, 0.0, 0.0), (8, 1)), abs=single)
        assert np.abs(grid.point_data["velocity"][:8] - (STEP / 0.25, 0.0, 0.0)).max() <= single
        if f < REMOVED:
            arm = grid.points[8:16] - (STEP * f, 0.0, 1.25)
            spin = np.array((STEP / 0.25, 0.0, 0.0)) + np.cross((0.0, 0.0, TURN / 0.25), arm)
            assert np.abs(grid.point_data["velocity"][8:16] - spin).max() < 2 * single
            assert np.abs(grid.cell_data["rotation"][6:12] - (0.0, 0.0, TURN * f)).max() < 2 * single
            assert np.abs(grid.cell_data["angular_velocity"][6:12] - (0.0, 0.0, TURN / 0.25)).max() < single
        assert grid.cell_data["support"].tolist() == [0] * (len(grid.cells) - 6) + [1] * 6


def test_interfaces(folder):
    grids = read_grids(folder / "interfaces.vtkhdf")
    assert [len(grid.cells) for grid in grids] == [0 if f == EMPTY else 2 if f < REMOVED else 1 for f in range(FRAMES)]
    for f, grid in enumerate(grids):
        if f == EMPTY:
            continue
        data = {name: values[-1] for name, values in grid.cell_data.items()}     # base on the ground
        assert (data["block_a"], data["block_b"]) == (0, 2)
        assert data["normal_force"] == 400 + f and data["traction"] == 400 + f
        assert data["slip"] == pytest.approx(STEP * f, abs=1e-7)
        corners = grid.points[grid.cells[-1]]
        expected = {(x + STEP * f, y, 0.0) for x in (-0.5, 0.5) for y in (-0.5, 0.5)}
        assert {tuple(np.round(c, 12) + 0.0) for c in corners} == {tuple(np.round(e, 12) + 0.0) for e in expected}
    first = grids[1].cell_data
    assert first["shear_force"][0].tolist() == [3.0, 4.0, 0.0] and first["normal_force"][0] == 100.0
    assert first["force"][0].tolist() == [3.0, 4.0, 100.0]
    assert first["eccentricity"][0] == pytest.approx((0.15, 0.02, 0.0), abs=1e-7)
    assert first["eccentricity_share"].tolist() == [0.5, 0.0] and first["in_middle_third"].tolist() == [0, 1]
    assert first["slip"][0] == pytest.approx(0.0, abs=1e-7)     # turns about its own middle


def test_outlines_that_repeat_are_stored_once(folder):
    with h5py.File(folder / "blocks.vtkhdf") as file:
        assert file["VTKHDF/Steps/PartOffsets"][...].tolist() == [0] * REMOVED + [1] * (FRAMES - REMOVED)
        assert len(file["VTKHDF/NumberOfCells"]) == 2
    with h5py.File(folder / "interfaces.vtkhdf") as file:
        assert len(file["VTKHDF/NumberOfCells"]) == 3     # two polygons, none, one


def test_slabs_of_one_frame_give_the_same_file(tower, folder, tmp_path, monkeypatch):
    monkeypatch.setattr(shape_module, "_SLAB_BYTES", 1)
    monkeypatch.setattr(frames_module, "_SLAB_BYTES", 1)
    monkeypatch.setattr(frames_module, "_POINT_BYTES", 1)
    other = export_run(tower, "vtkhdf", tmp_path / "hdf")
    for name in ("blocks.vtkhdf", "interfaces.vtkhdf"):
        for one, two in zip(read_grids(folder / name), read_grids(other / name), strict=True):
            assert (one.time, one.cells) == (two.time, two.cells) and np.array_equal(one.points, two.points)
            for a, b in ((one.point_data, two.point_data), (one.cell_data, two.cell_data)):
                assert a.keys() == b.keys() and all(np.array_equal(a[k], b[k]) for k in a)


def test_a_window_and_every_second_frame(tower, tmp_path):
    path = export_run(tower, "vtkhdf", tmp_path / "hdf", FrameChoice(every=2, start=0.25, until=1.5))
    assert [g.time for g in read_grids(path / "blocks.vtkhdf")] == [0.25, 0.75, 1.25]
    assert [g.time for g in read_grids(path / "interfaces.vtkhdf")] == [0.25, 0.75, 1.25]


def test_names_and_groups_are_a_table_beside(folder):
    lines = (folder / "names.csv").read_text().splitlines()
    assert lines == ["block,name,group,group name,groups,support", "0,base,2,wall,wall,0",
                     '1,"cap, ""old""",2,wall,top wall,0', "2,ground,0,ground,ground,1"]


def test_vtk_reads_the_same(tower, folder):
    vtk = pytest.importorskip("vtk")
    from vtk.util.numpy_support import vtk_to_numpy
    for name in ("blocks.vtkhdf", "interfaces.vtkhdf"):
        reader = vtk.vtkHDFReader()
        reader.SetFileName(str(folder / name))
        reader.UpdateInformation()
        grids = read_grids(folder / name)
        key = vtk.vtkStreamingDemandDrivenPipeline.TIME_STEPS()
        assert list(reader.GetOutputInformation(0).Get(key)) == [grid.time for grid in grids]
        for grid in [*grids, *grids[::-1]]:     # ParaView jumps back, too
            reader.UpdateTimeStep(grid.time)
            found = reader.GetOutput()
            assert found.GetNumberOfPoints() == len(grid.points) and found.GetNumberOfCells() == len(grid.cells)
            if not grid.cells:
                continue
            assert np.array_equal(vtk_to_numpy(found.GetPoints().GetData()), grid.points)
            for k, cell in enumerate(grid.cells):
                ids = found.GetCell(k).GetPointIds()
                assert found.GetCellType(k) == vtk.VTK_POLYGON
                assert [ids.GetId(m) for m in range(ids.GetNumberOfIds())] == cell
            for data, mine in ((found.GetPointData(), grid.point_data), (found.GetCellData(), grid.cell_data)):
                assert {data.GetArrayName(k) for k in range(data.GetNumberOfArrays())} >= set(mine)
                for array, values in mine.items():
                    assert np.array_equal(vtk_to_numpy(data.GetArray(array)), values)


def test_a_run_without_interfaces_has_blocks_only(tmp_path):
    from export_runs import tower_pieces, write_export_run
    run = write_export_run(tmp_path / "run", tower_pieces(), [0.0, 1.0])
    path = export_run(run, "vtkhdf")
    assert path == tmp_path / "run" / "vtkhdf"
    assert sorted(p.name for p in path.iterdir()) == ["blocks.vtkhdf", "names.csv"]
