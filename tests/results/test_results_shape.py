"""`RunResult.shape`: vertices and faces of all parts, from poses or from the nodes of an engine whose blocks deform."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest
from bending_run import INNER, RISE, SHAKE, TIME, bending_run, bending_static, nodes_at

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "analysis"))

from analysis_runs import ground_piece, turn_about, write_run

from drystone.analysis.rest import block_radius
from drystone.errors import StoreError
from drystone.geometry.primitives import box_between
from drystone.geometry.shape import NamedShape
from drystone.results import shape as shape_module
from drystone.view.scene import scene_figure

ANGLE, RATE = np.array([0.0, 0.3, 0.6]), 0.5


@pytest.fixture(scope="module")
def turning(tmp_path_factory):
    """A cube of 1 m turns about the y axis through the origin, its edge, at RATE [rad/s]; gone in the last frame."""
    pieces = [NamedShape("cube", box_between((0, 0, 0), (1, 1, 1))), ground_piece()]
    position = np.tile([p.properties.centroid for p in pieces], (3, 1, 1))
    orientation = np.tile((1.0, 0.0, 0.0, 0.0), (3, 2, 1))
    position[:, 0], orientation[:, 0] = turn_about((0.0, 0.0, 0.0), (0, 1, 0), ANGLE, position[0, 0])
    twist = np.zeros((3, 2, 6))
    twist[:, 0, :3], twist[:, 0, 4] = np.cross((0.0, RATE, 0.0), position[:, 0]), RATE
    active = np.ones((3, 2), bool)
    active[2, 0] = False
    return write_run(tmp_path_factory.mktemp("turning") / "run", pieces, {"ground"}, [0.0, 1.0, 2.0], position=position,
                     orientation=orientation, twist=twist, is_active=active)


@pytest.fixture(scope="module")
def bending(tmp_path_factory):
    return bending_run(tmp_path_factory.mktemp("bending") / "run")


def test_nobody_else_turns_poses_into_vertices():
    """Matrices of rotation: for slips, for the nodes of a rigid scene, for the point of a load. No corner of a part."""
    package = Path(shape_module.__file__).parent.parent
    turning, reading = set(), set()
    for path in [*(package / "view").glob("*.py"), *(package / "export").glob("*.py")]:
        text = path.read_text(encoding="utf-8")
        if "quaternion_to_matrix" in text:
            turning.add(f"{path.parent.name}/{path.name}")
        if re.search(r"place_vertices|turn_normals|parts\.(vertex|face)", text):
            reading.add(path.name)
    assert turning == {"export/frames.py", "export/gltf.py", "view/joint_courses.py",
                       "view/model_picture.py"} and not reading


# -- poses ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("frame", [0, 1, 2])
def test_vertices_of_a_rigid_block(turning, frame):
    """x = R X and v = w x x about the origin; normals turn with the block; the ground rests."""
    c, s = np.cos(ANGLE[frame]), np.sin(ANGLE[frame])
    turn = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    drawn = np.array([(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)], float)
    shape = turning.shape(frame)
    own = shape.surface.vertex_block == 0
    assert own.sum() == 8 and turning.shapes.is_rigid
    order = np.lexsort(turning.shapes.arm[own].T)     # by z, then y, then x
    assert shape.vertex[own][order] == pytest.approx(drawn @ turn.T, abs=4e-16)
    assert shape.displacement[own][order] == pytest.approx(drawn @ turn.T - drawn, abs=4e-16)
    assert shape.velocity[own][order] == pytest.approx(np.cross((0.0, RATE, 0.0), drawn @ turn.T), abs=4e-16)
    assert not shape.displacement[~own].any() and not shape.velocity[~own].any()
    assert shape.normal == pytest.approx(shape.surface.area_normals(shape.vertex), abs=1e-15)
    assert shape.is_active.tolist() == [frame < 2, True]


def test_faces_are_shared_by_all_frames_and_look_outwards(turning):
    first, last = turning.shape(0), turning.shape(-1)
    surface = first.surface
    assert surface is last.surface and surface is turning.shapes.surface
    assert surface.face_block.tolist() == [0] * 6 + [1] * 6
    for f in range(6):
        corners = first.vertex[surface.loop[surface.loop_ptr[f]:surface.loop_ptr[f + 1]]]
        assert (corners.mean(axis=0) - 0.5) @ first.normal[f] == pytest.approx(0.5)
    assert [sorted({v for face in faces for v in face}) for faces in surface.part_faces] == [list(range(8))] * 2


def test_the_start_is_the_pose_before_the_first_step(turning):
    start = turning.shapes.start
    assert np.array_equal(start.vertex, turning.shape(0).vertex) and start.is_active.all()
    assert not start.velocity.any()


def test_slabs_hold_what_single_frames_hold(turning, monkeypatch):
    whole, = turning.shapes.slabs(np.arange(3))
    monkeypatch.setattr(shape_module, "_SLAB_BYTES", 1)
    singles = list(turning.shapes.slabs(np.array([0, 2])))
    assert [s.time.tolist() for s in singles] == [[0.0], [2.0]]
    for frame, single in zip((0, 2), singles):
        for name in ("vertex", "displacement", "velocity", "is_active"):
            assert np.array_equal(getattr(single, name)[0], getattr(whole, name)[frame])
            assert np.array_equal(getattr(turning.shape(frame), name), getattr(whole, name)[frame])


@pytest.mark.parametrize("frame", [3, -4])
def test_a_frame_that_is_not_there(turning, frame):
    with pytest.raises(StoreError) as caught:
        turning.shape(frame)
    assert str(caught.value) == f"run '{turning.directory}': 3 frames have a shape, got frame {frame}"


def test_refresh_looks_again(turning):
    before = turning.shapes
    turning.refresh()
    assert turning.shapes is not before


# -- nodes ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("frame", range(len(TIME)))
def test_vertices_are_the_nodes_of_the_surface(bending, frame):
    """24 vertices from 20 nodes: those between the halves count twice, that inside of the bar not at all."""
    static = bending_static()
    drawn, node = static["nodes.drawn"], static["surface.node"]
    shape = bending.shape(frame)
    assert not bending.shapes.is_rigid and len(drawn) == 21
    assert len(node) == 24 and len(set(node.tolist())) == 20 and INNER not in node
    assert np.array_equal(shape.vertex, nodes_at(drawn, TIME[frame])[node])
    assert shape.displacement == pytest.approx((nodes_at(drawn, TIME[frame]) - drawn)[node], abs=1e-15)
    assert shape.velocity == pytest.approx((nodes_at(drawn, 1.0) - drawn)[node], abs=1e-15)
    assert shape.surface.vertex_block.tolist() == [0] * 16 + [1] * 8 and shape.is_active.all()


def test_normals_follow_the_bent_faces(bending):
    """The bar rises from 0 to RISE t over its first metre: the top of the first half has the normal (-RISE t, 0, 1)."""
    shape = bending.shape(-1)
    slope = RISE * TIME[-1]
    top = int(np.argmax(bending.shape(0).normal[:6, 2]))
    assert shape.normal[top] == pytest.approx(np.array((-slope, 0.0, 1.0)) / np.hypot(slope, 1.0), abs=1e-15)
    assert shape.normal[12:] == pytest.approx(bending.shape(0).normal[12:], abs=1e-15)     # the ground


def test_radius_and_pictures_of_blocks_that_deform(bending):
    assert block_radius(bending)[0] == pytest.approx(np.sqrt(1.0 + 0.1**2 + 0.2**2))
    figure = scene_figure(bending, [0.0, 1.5])
    assert [axes.get_title(loc="left") for axes in figure.axes[:2]] == ["t = 0.00 s", "t = 1.50 s"]
    assert figure.axes[2].get_ylabel() == "displacement since the start  [mm]"      # the mean of its corners


def test_velocities_that_were_not_kept_are_not_made_up(tmp_path):
    shape = bending_run(tmp_path / "run", velocity=False).shape(1)
    assert np.isnan(shape.velocity).all() and np.isfinite(shape.vertex).all()


def test_a_frame_whose_nodes_are_not_yet_written_has_no_shape(tmp_path):
    run = bending_run(tmp_path / "run", node_rows=3)
    assert run.row_count("frames") == 4 and run.shapes.time.tolist() == TIME[:3].tolist()
    assert run.shape(-1).vertex[-1, 0] == pytest.approx(9.0 + SHAKE * TIME[2])
    assert scene_figure(run).axes[-2].get_title(loc="left") == "t = 1.00 s, end"    # then the colour bar


@pytest.mark.parametrize(("changes", "words"), [
    ({"first_step": 1}, "table 'nodes' must have the steps of table 'frames', it has others"),
    ({"surface__node": np.arange(23)}, "'surface.node' must have one of 21 nodes for each of 24 vertices"),
    ({"surface__node": np.arange(1, 25)}, "'surface.node' must have one of 21 nodes for each of 24 vertices"),
    ({"surface__face_vertex": np.array([0, 1, 24])}, "'surface.face_vertex' must be whole loops over 24 vertices"),
    ({"surface__block": np.array([0, 0, 2])}, "'surface.block' must be numbers of 2 blocks"),
])
def test_nodes_that_do_not_fit_are_named(tmp_path, changes, words):
    run = bending_run(tmp_path / "run", **changes)
    with pytest.raises(StoreError) as caught:
        run.shape(0)
    assert str(caught.value) == f"run '{run.directory}': {words}"


def test_a_missing_array_is_named(tmp_path, bending):
    run = bending_run(tmp_path / "run")
    del run.static["surface.node"]
    with pytest.raises(StoreError, match=r"the array 'surface\.node' is missing"):
        run.shape(0)
