"""What is read from runs of blocks that deform: forces on planes, gauges, cracks as table, points and pictures."""

from __future__ import annotations

import csv

import h5py
import numpy as np
import pytest
from dem_scenes import BRICK, STIFF, column, settings
from typer.testing import CliRunner

import drystone as ds
from drystone.analysis.capacity import curve_distance, measure_capacity, read_capacity, times_of_travel
from drystone.analysis.cracks import find_cracks
from drystone.analysis.sections import parse_plane, read_section
from drystone.cli.main import app
from drystone.errors import InputError
from drystone.export.run import export_run
from drystone.model.settings import RunSettings

PRESSURE, AREA = 1e5, 0.02


@pytest.fixture(scope="module")
def pressed(tmp_path_factory):
    """Three bricks between plates, pressed to rest, then sheared to and fro until their joints slide."""
    joint = {"friction": 0.6, "cohesion": 0.2e6, "tension": 0.1e6} | STIFF
    a = column((0.1, 0.1, 0.1), material=BRICK, joint=joint)
    a.load_area("press", "top", "z", PRESSURE, history=[(0.0, 0.0), (0.01, 1.0)])
    way = [(0.0, 0.0), (0.01, 1e-4), (0.03, -1e-4), (0.05, 1e-4)]
    a.support_motion("push", "top", displacement=way, direction="x")
    low, high = ("block_1", (0.1, 0.05, 0.12)), ("block_1", (0.1, 0.05, 0.18))
    a.monitor("gauge", [high], quantity="displacement", relative_to=[low], component="z")
    a.stage("press", duration=0.04, loads=["press"])
    a.stage("shear", duration=0.05, motions=["push"])
    analysis = settings(dt=5e-4, guides=[{"support": "top", "free": "z", "until": "shear"}],
                        mesh=[{"cells": [2, 1, 2]}])
    return ds.run(a, settings=RunSettings(analysis=analysis, output={"frames": 4}),
                  directory=tmp_path_factory.mktemp("output") / "pressed")


def test_a_plane_carries_what_stands_on_it(pressed):
    """At rest: load and weight of the plate and of the bricks above; at any time at the base its reaction."""
    rest = int(np.searchsorted(pressed.column("points", "time"), 0.04))
    weight = 1800.0 * 9.81 * AREA
    for level, height in ((0.0, 0.4), (0.1, 0.3), (0.2, 0.2), (0.3, 0.1)):
        found = read_section(pressed, "z", level)
        assert found.section.area == pytest.approx(AREA, rel=1e-12)
        assert found.force[rest] == pytest.approx((0.0, 0.0, -PRESSURE * AREA - weight * height), rel=1e-9, abs=1e-5)
        assert found.stress[rest, 2] == pytest.approx(found.force[rest, 2] / AREA)
    base = read_section(pressed, "z", 0.0)
    steps = pressed.column("steps", "time")
    reaction = pressed.column("steps", "reaction:base")[np.searchsorted(steps, base.time - 1e-9)]
    assert base.force == pytest.approx(-reaction, rel=1e-9, abs=1e-6)


def test_parts_of_a_plane_sum_to_it(pressed):
    """Cells end at x = 0.1, so points there belong to both halves: take bounds between points."""
    whole = read_section(pressed, "z", 0.1)
    left, right = (read_section(pressed, *parse_plane(f"z=0.1,x={ends}")) for ends in ("-1..0.05", "0.05..1"))
    assert left.force + right.force == pytest.approx(whole.force, rel=1e-12, abs=1e-9)


@pytest.mark.parametrize(("text", "words"), [
    ("z", "capacity: --plane must be like z=0.5 or z=0.5,x=0..0.33 [m], got 'z'"),
    ("z=0.1,z=0..1", "capacity: --plane must be like z=0.5 or z=0.5,x=0..0.33 [m], got 'z=0.1,z=0..1'"),
    ("z=0.1,x=1..0", "capacity: --plane must be like z=0.5 or z=0.5,x=0..0.33 [m], got 'z=0.1,x=1..0'"),
    ("z=nan", "capacity: --plane must be like z=0.5 or z=0.5,x=0..0.33 [m], got 'z=nan'"),
    ("z=0.13", "plane z = 0.13 m: no joint lies in it; the nearest one is at 0.1 m"),
    ("x=0.1", "plane x = 0.1 m: no joint lies in it"),
])
def test_planes_that_are_none(pressed, text, words):
    said = CliRunner().invoke(app, ["capacity", str(pressed.directory), "--plane", text])
    assert (said.exit_code, said.output.strip().removeprefix("drystone: ")) == (2, words)


def test_a_gauge_reads_hookes_law(pressed):
    """Between two points 60 mm apart in a brick, under uniform pressure and its own weight: u = sigma L / E. Plates
    glued by stiff joints hinder the bulging a little, and the middle brick less: 2 %."""
    rest = int(np.searchsorted(pressed.column("steps", "time"), 0.04 - 1e-9))
    stress = -PRESSURE - 1800.0 * 9.81 * 0.25
    assert pressed.monitor("gauge")[rest] == pytest.approx(stress * 0.06 / BRICK["young"], rel=0.02)


def test_curve_as_table_and_cycles(pressed, tmp_path):
    words = ["capacity", str(pressed.directory), "--plane", "z=0.1", "--table", str(tmp_path / "curve.csv")]
    said = CliRunner().invoke(app, words)
    assert said.exit_code == 0 and "plane       z=0.1: 0.02 m2" in said.output
    with open(tmp_path / "curve.csv", newline="") as file:
        titles, *rows = list(csv.reader(file))
    curve = read_capacity(pressed)
    assert titles == ["time [s]", "displacement [m]", "force [N]", *(f"stress {a} on z=0.1 [Pa]" for a in "xyz")]
    assert np.array(rows, float)[:, 1] == pytest.approx(curve.displacement, rel=1e-9, abs=1e-15)
    assert len(curve.cycles) == 2 and curve.cycles[0] > 0.0
    again = CliRunner().invoke(app, words)
    assert again.exit_code == 2 and "exists; --overwrite replaces it" in again.output


def test_distance_of_two_curves():
    """F = K x against 1.1 K x: the mean square of 0.1 x over (0, 1) is 0.01 / 3, over a peak of 1.1."""
    x = np.linspace(0.0, 1.0, 201)
    own, other = measure_capacity(x, 1.0 * x), measure_capacity(x, 1.1 * x)
    assert curve_distance(own, other) == pytest.approx(0.1 / np.sqrt(3.0) / 1.1, rel=2e-3)     # 500 points
    assert curve_distance(own, own) == 0.0


def test_instants_by_displacement(pressed):
    times = times_of_travel(pressed, [0.0, 0.5e-4, 1e-4])
    assert times[0] == 0.0 and times[1:] == pytest.approx((0.046, 0.05), abs=2.1e-3)       # frames every 2 ms
    with pytest.raises(InputError, match=r"displacements must lie within 0 and 0.1 mm, the way of the support that is "
                                         r"moved farthest, got 0.2 mm$"):
        times_of_travel(pressed, [2e-4])
    said = CliRunner().invoke(app, ["plot", str(pressed.directory), "--at", "1mm,2s"])
    assert said.exit_code == 2 and "--at must be times [s], or displacements such as 1mm" in said.output


def test_cracks_as_table_and_as_points(pressed, tmp_path):
    cracks = find_cracks(pressed)
    with open(export_run(pressed, "csv", tmp_path / "csv") / "cracks.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["block a"] for row in rows] == [crack.blocks[0] for crack in cracks] and cracks
    for row, crack in zip(rows, cracks):
        assert float(row["time [s]"]) == pytest.approx(crack.time, rel=1e-9)
        assert (row["mode"], row["joint"]) == (crack.mode, "bed")
        assert float(row["energy [J]"]) == pytest.approx(crack.energy, rel=1e-9)
    export_run(pressed, "vtkhdf", tmp_path / "hdf")
    last = pressed.row("points", -1)
    with h5py.File(tmp_path / "hdf" / "cracks.vtkhdf") as file:
        root, count = file["VTKHDF"], len(pressed.static["points.area"])
        assert set(np.unique(root["Types"])) == {1} and root["NumberOfPoints"][0] == count
        assert root["Steps"].attrs["NSteps"] == pressed.row_count("points")
        start = int(root["Steps"]["PointDataOffsets/damage"][-1])
        assert root["PointData/damage"][start:start + count] == pytest.approx(last["damage"], abs=1e-6)
        mode = root["PointData/mode"][start:start + count]
        assert np.array_equal(mode > 0, ~np.isnan(last["since"]))
    export_run(pressed, "pvd", tmp_path / "pvd")
    assert len(list((tmp_path / "pvd" / "cracks").glob("*.vtu"))) == pressed.row_count("points")


def test_pictures_of_cracks_and_ratios(pressed, tmp_path):
    said = CliRunner().invoke(app, ["plot", str(pressed.directory), "--kind", "cracks", "--kind", "ratio", "--at",
                                    "0.05mm,0.1mm", "--scale", "50", "-o", str(tmp_path)])
    assert said.exit_code == 0, said.output
    assert all((tmp_path / f"{name}.png").stat().st_size > 20_000 for name in ("cracks", "ratio"))


def test_rigid_blocks_have_no_such_pictures(tmp_path):
    a = ds.Assembly("rigid", gravity=9.81)
    a.material("stone", density=2000.0)
    a.joint("dry", friction=0.6)
    a.add("block", ds.box((1, 1, 1), (0, 0, 0.5)), material="stone")
    a.add_ground(0.0)
    a.duration = 0.01
    run = ds.run(a, settings=RunSettings(analysis={"dt": 1e-3}, output={"frames": 5}), directory=tmp_path / "run")
    for kind in ("cracks", "ratio"):
        said = CliRunner().invoke(app, ["plot", str(run.directory), "--kind", kind])
        assert said.exit_code == 2
        assert f"plot: {kind} needs blocks that deform: engine nscd does not keep what it shows" in said.output
