"""From a result to frames: which frames, polygons of interfaces, slips, rows of restarted runs."""

from itertools import pairwise

import numpy as np
import pytest
from export_runs import (
    EMPTY,
    FRAMES,
    REMOVED,
    STEP,
    TIME,
    TURN,
    ground_piece,
    polygon_area,
    tower_pieces,
    write_export_run,
)

from drystone.errors import InputError, StoreError
from drystone.export import FORMATS
from drystone.export.frames import FrameChoice, RunFrames, interface_fields
from drystone.export.run import export_run
from drystone.geometry.primitives import box_between, compound, prism
from drystone.geometry.shape import NamedShape
from drystone.model.tables import TableSpec
from drystone.results.inputs import RunInputs
from drystone.results.result import open_result
from drystone.results.slabs import TableSlabs
from drystone.results.writer import RunWriter


def one_interface(a: int, b: int, centroid, area: float, normal=(0.0, 0.0, 1.0), opening: float = 0.0):
    """Rows of a frame with one interface."""
    one = {"block_a": a, "block_b": b, "area": area, "normal": normal, "force": (0.0, 0.0, 1.0), "point": centroid,
           "centroid": centroid, "eccentricity_share": (0.0, 0.0), "opening": opening, "slip_speed": 0.0}
    return {name: np.array([value], np.int32 if name.startswith("block") else float) for name, value in one.items()}


def polygons(slab):
    ends = np.concatenate(([0], np.cumsum(slab.corner_count)))
    return [slab.corner[i:j] for i, j in pairwise(ends)]


def only_polygon(run):
    slab, = RunFrames(run).interfaces()
    (corners,) = polygons(slab)
    return corners


def as_set(corners):
    return {tuple(np.round(c, 12) + 0.0) for c in corners}


# -- which frames --------------------------------------------------------------------------------------------

def test_all_frames_by_default(tower):
    frames = RunFrames(tower)
    assert frames.time.tolist() == TIME.tolist() and frames.step.tolist() == list(range(FRAMES))
    assert frames.interface_time.tolist() == TIME.tolist()
    slab, = frames.blocks()
    assert np.array_equal(slab.position, tower.frames.position) and np.array_equal(slab.twist, tower.frames.twist)


def test_a_time_that_is_off_by_rounding_is_in_the_window():
    assert FrameChoice(start=0.3, until=0.3).window(np.array([0.0, 0.1 + 0.2, 0.6])).tolist() == [1]


@pytest.mark.parametrize(("values", "message"), [
    ({"every": 0}, "export: --every must be a whole number >= 1 [-], got 0"),
    ({"start": float("nan")}, "export: --from must be finite [s], got nan"),
    ({"until": float("inf")}, "export: --until must be finite [s], got inf"),
    ({"start": 2.0, "until": 1.0}, "export: --from must be <= --until 1 s, got 2"),
])
def test_choices_that_make_no_sense(values, message):
    with pytest.raises(InputError) as caught:
        FrameChoice(**values)
    assert str(caught.value) == message


def test_a_window_without_frames(tower):
    with pytest.raises(InputError) as caught:
        RunFrames(tower, FrameChoice(start=0.26, until=0.49))
    assert str(caught.value) == ("export: no frame lies between --from and --until; the run has frames from 0 "
                                 "to 1.75 s")


# -- interfaces ----------------------------------------------------------------------------------------------

@pytest.mark.parametrize("format", FORMATS)
def test_an_engine_without_interfaces_is_exported_without_them(tmp_path, format):
    run = write_export_run(tmp_path / "run", tower_pieces(), [0.0, 1.0])
    assert set(run.tables) == {"steps", "frames"}
    path = export_run(run, format, tmp_path / ("out.glb" if format == "gltf" else "out"))
    assert path.is_file() or not [file for file in path.iterdir() if file.name.startswith("interfaces")]
    frames = RunFrames(run)
    assert not len(frames.interface_time) and not frames.further and not list(frames.interfaces())


def test_polygons_and_slips_of_the_tower(tower):
    slab, = RunFrames(tower).interfaces()
    assert np.diff(slab.ptr).tolist() == [0 if f == EMPTY else 2 if f < REMOVED else 1 for f in range(FRAMES)]
    frame = np.repeat(np.arange(FRAMES), np.diff(slab.ptr))
    for i, corners in enumerate(polygons(slab)):
        f, is_cap = frame[i], slab.value["block_b"][i] == 1
        assert polygon_area(corners, slab.value["normal"][i]) == pytest.approx(0.24 if is_cap else 1.0, rel=1e-14)
        assert slab.value["slip"][i] == pytest.approx(0.0 if is_cap else STEP * f, abs=1e-15)
        if is_cap:
            c, s = np.cos(TURN * f), np.sin(TURN * f)
            drawn = np.array([(x, y) for x in (-0.3, 0.3) for y in (-0.2, 0.2)])
            turned = drawn @ np.array([[c, s], [-s, c]]) + (STEP * f, 0.0)
            assert as_set(corners) == as_set(np.column_stack((turned, np.ones(4))))


def test_overlap_is_cut_to_what_both_faces_share(tmp_path):
    """A cube half over the edge of another: the polygon is the strip of 0.5 x 1 m that they share."""
    pieces = [NamedShape("low", box_between((0, 0, 0), (1, 1, 1))),
              NamedShape("high", box_between((0.5, 0, 1), (1.5, 1, 2)))]
    run = write_export_run(tmp_path / "run", pieces, [0.0], interfaces=[one_interface(0, 1, (0.75, 0.5, 1.0), 0.5)])
    assert as_set(only_polygon(run)) == {(x, y, 1.0) for x in (0.5, 1.0) for y in (0.0, 1.0)}


def test_a_drum_has_all_its_corners(tmp_path):
    """Regular polygon of 24 corners: area (n/2) r2 sin(2 pi / n)."""
    angle = 2 * np.pi * np.arange(24) / 24
    outline = np.column_stack((np.cos(angle), np.sin(angle)))
    drums = [NamedShape(f"drum_{k}", prism(outline, float(k), float(k + 1))) for k in range(2)]
    run = write_export_run(tmp_path / "run", drums, [0.0],
                           interfaces=[one_interface(0, 1, (0, 1.0, 0), 3.1, (0, 1.0, 0))])
    corners = only_polygon(run)
    assert len(corners) == 24
    assert polygon_area(corners, np.array((0, 1.0, 0))) == pytest.approx(12 * np.sin(2 * np.pi / 24), rel=1e-12)


def test_pieces_of_a_compound_block_are_joined(tmp_path):
    """A block of two boxes side by side on the ground: their two overlaps make one rectangle; a third box that hangs
    0.5 m above the ground does not take part."""
    parts = [box_between((0, 0, 0), (1, 1, 1)), box_between((1, 0, 0), (3, 1, 1)), box_between((3, 0, 0.5), (4, 1, 1))]
    whole = NamedShape("bench", compound(*parts))
    run = write_export_run(tmp_path / "run", [whole, ground_piece()], [0.0],
                           interfaces=[one_interface(0, 1, (1.5, 0.5, 0.0), 3.0, (0, 0, -1.0))])
    assert as_set(only_polygon(run)) == {(x, y, 0.0) for x in (0.0, 3.0) for y in (0.0, 1.0)}


def test_a_square_stands_for_an_interface_whose_faces_do_not_overlap(tmp_path):
    run = write_export_run(tmp_path / "run", tower_pieces(), [0.0],
                           interfaces=[one_interface(0, 1, (0.0, 0.0, 1.0), 0.04, (0.8, 0.0, 0.6))])
    corners = only_polygon(run)
    assert len(corners) == 4
    assert polygon_area(corners, np.array((0.8, 0.0, 0.6))) == pytest.approx(0.04, rel=1e-14)
    assert corners.mean(axis=0) == pytest.approx((0.0, 0.0, 1.0), abs=1e-15)


def test_slip_does_not_see_a_motion_of_both_blocks_together(tmp_path):
    """Both blocks turn and travel as one body: no slip, whatever the pose at the start."""
    pieces = tower_pieces()[:2]
    centre = np.array([p.properties.centroid for p in pieces])
    q = np.array([(1.0, 0.0, 0.0, 0.0), (np.cos(0.4), 0.0, np.sin(0.4), 0.0)])     # 0.8 rad about y through the origin
    turn = np.array([[np.cos(0.8), 0, np.sin(0.8)], [0, 1, 0], [-np.sin(0.8), 0, np.cos(0.8)]])
    position = np.stack((centre, centre @ turn.T + (3.0, 0, 0)))
    joint = turn @ (0.0, 0.0, 1.0) + (3.0, 0, 0)
    run = write_export_run(tmp_path / "run", pieces, [0.0, 1.0], position=position,
                           orientation=np.repeat(q[:, None], 2, axis=1),
                           interfaces=[one_interface(0, 1, (0, 0, 1.0), 0.24),
                                       one_interface(0, 1, joint, 0.24, turn @ (0, 0, 1.0))])
    slab, = RunFrames(run).interfaces()
    assert slab.value["slip"] == pytest.approx((0.0, 0.0), abs=1e-15)
    assert [len(p) for p in polygons(slab)] == [4, 4]
    assert polygon_area(polygons(slab)[1], turn @ (0, 0, 1.0)) == pytest.approx(0.24, rel=1e-13)


def test_slip_is_measured_along_the_joint_as_it_lies_now(tmp_path):
    """Both turn by 0.8 rad about y, and then b slides by 0.1 m along the turned joint and lifts by 0.03 m off it."""
    pieces = tower_pieces()[:2]
    centre = np.array([p.properties.centroid for p in pieces])
    turn = np.array([[np.cos(0.8), 0, np.sin(0.8)], [0, 1, 0], [-np.sin(0.8), 0, np.cos(0.8)]])
    position = np.stack((centre, centre @ turn.T))
    position[1, 1] += turn @ (0.06, 0.08, 0.03)
    q = np.array([(1.0, 0.0, 0.0, 0.0), (np.cos(0.4), 0.0, np.sin(0.4), 0.0)])
    rows = one_interface(0, 1, turn @ (0.06, 0.08, 1.0), 0.24, turn @ (0, 0, 1.0), opening=0.03)
    run = write_export_run(tmp_path / "run", pieces, [0.0, 1.0], position=position,
                           orientation=np.repeat(q[:, None], 2, axis=1), interfaces=[rows, rows])
    slab, = RunFrames(run, FrameChoice(start=1.0)).interfaces()
    assert slab.value["slip"] == pytest.approx((0.1,), rel=1e-13)


def test_no_area_no_traction(tmp_path):
    run = write_export_run(tmp_path / "run", tower_pieces(), [0.0], interfaces=[one_interface(0, 1, (0, 0, 1.0), 0.0)])
    slab, = RunFrames(run).interfaces()
    assert np.isnan(interface_fields(slab)["traction"]).all()


def test_a_missing_column_is_named(tmp_path):
    from analysis_runs import write_run
    rows = {name: values for name, values in one_interface(0, 1, (0, 0, 1.0), 1.0).items()
            if name not in ("centroid", "eccentricity_share")}
    run = write_run(tmp_path / "run", tower_pieces(), {"ground"}, [0.0], interfaces=[rows])
    with pytest.raises(StoreError) as caught:
        list(RunFrames(run).interfaces())
    assert "table 'interfaces' has no column 'centroid'; it has: block_a" in str(caught.value)


# -- rows without the rest -----------------------------------------------------------------------------------

def test_slabs_of_a_restarted_run_are_those_of_its_result(tmp_path):
    """Rows beyond the checkpoint were computed again: they count once, from the restart."""
    tables = {"steps": TableSpec({"energy:kinetic": ("<f8", (), "J")}),
              "frames": TableSpec({"position": ("<f8", (2, 3), "m")}),
              "interfaces": TableSpec({"area": ("<f8", (), "m2")}, ragged=True)}
    inputs = RunInputs(text="# made up\n", resolved={"name": "made up"})

    def append(writer, first, last, mark):
        for step in range(first, last + 1):
            writer.append("steps", step=step, time=0.1 * step, **{"energy:kinetic": mark + step})
            writer.append("frames", step=step, time=0.1 * step, position=np.full((2, 3), mark + step))
            writer.append("interfaces", step=step, time=0.1 * step, area=np.full(step % 3, mark + step))

    with RunWriter.create(tmp_path / "run", inputs, tables) as writer:
        append(writer, 0, 4, 0.0)
        writer.checkpoint({"x": np.zeros(1)}, 4, 0.4)
        append(writer, 5, 7, 100.0)
        writer.finish("stopped", "for a test")
    with RunWriter.resume(tmp_path / "run", inputs) as writer:
        append(writer, 5, 9, 200.0)
        writer.finish()
    result = open_result(tmp_path / "run")
    frames, ragged = TableSlabs(result, "frames"), TableSlabs(result, "interfaces")
    assert frames.step.tolist() == list(range(10))
    assert np.array_equal(frames.read(["position"], np.arange(10))["position"], result.column("frames", "position"))
    picked = frames.read(["position"], np.array([1, 4, 5, 9]))["position"][:, 0, 0]
    assert picked.tolist() == [1.0, 4.0, 205.0, 209.0]
    ptr, flat = ragged.read_ragged(["area"], np.arange(10))
    whole = result.table("interfaces")
    assert ptr.tolist() == whole["ptr"].tolist() and np.array_equal(flat["area"], whole["area"])
    ptr, flat = ragged.read_ragged(["area"], np.array([2, 3, 7, 8]))
    assert ptr.tolist() == [0, 2, 2, 3, 5] and flat["area"].tolist() == [2.0, 2.0, 207.0, 208.0, 208.0]


def test_a_table_that_is_not_there(tower):
    with pytest.raises(StoreError, match=r"no table 'forces'; it has: steps, frames, interfaces"):
        TableSlabs(tower, "forces")
