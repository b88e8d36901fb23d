"""Hidden surfaces: the part painted last over a point of the paper is the one nearest to the viewer there."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drystone.geometry.primitives import box_between
from drystone.geometry.rotation import axis_angle, quaternion_to_matrix
from drystone.patterns import circular_arch, running_bond
from drystone.view.camera import Camera, choose_camera
from drystone.view.painter import paint_order, visible_points
from drystone.view.solids import Part, bounding_box, crop_part


def part_of(solid, block: int = 0) -> Part:
    return Part(block, solid.vertices, solid.faces, solid.face_normals)


def parts_of(pieces) -> list[Part]:
    return [part_of(solid, i) for i, piece in enumerate(pieces) for solid in piece.shape.parts]


def box_part(lower, upper, turn=None) -> Part:
    """A box, turned about its own middle."""
    solid = box_between(lower, upper).parts[0]
    middle = 0.5 * (np.asarray(lower, float) + upper)
    if turn is not None:
        solid = solid.moved(middle - turn @ middle, turn)
    return part_of(solid)


def nearest_depths(parts, camera, paper) -> np.ndarray:
    """(p, n) depth at which each part is met behind each point of the paper, -inf where it is not.

    By clipping the line of sight with every face plane, which shares nothing with the painter.
    """
    right, up, toward = camera.axes
    start = paper[:, :1] * right + paper[:, 1:] * up
    depths = np.full((len(parts), len(paper)), -np.inf)
    for i, part in enumerate(parts):
        low, high = np.full(len(paper), -1e9), np.full(len(paper), 1e9)
        for face, normal in zip(part.faces, part.normals):
            room = normal @ part.vertices[face[0]] - start @ normal
            speed = float(normal @ toward)
            if abs(speed) < 1e-12:
                high[room < 0.0] = -np.inf
            elif speed > 0.0:
                high = np.minimum(high, room / speed)
            else:
                low = np.maximum(low, room / speed)
        depths[i] = np.where(low < high, high, -np.inf)
    return depths


def check_picture(parts, camera, count: int = 3000) -> None:
    order = paint_order(parts, camera)
    assert sorted(order) == list(range(len(parts)))
    box = camera.project(np.concatenate([p.vertices for p in parts]))
    paper = np.random.default_rng(0).uniform(box.min(axis=0), box.max(axis=0), (count, 2))
    depths = nearest_depths(parts, camera, paper)
    hit = depths.max(axis=0) > -np.inf
    shown = np.full(count, -1)
    for i in order:
        shown[depths[i] > -np.inf] = i
    size = float(np.ptp(box, axis=0).max())
    wrong = depths.max(axis=0)[hit] - depths[shown[hit], np.flatnonzero(hit)] > 1e-6 * size
    assert hit.sum() > 0.05 * count
    assert not wrong.any(), f"{wrong.sum()} of {hit.sum()} points show a hidden part"


CAMERAS = [Camera(24.0, 13.0), Camera(66.0, 13.0), Camera(-140.0, 40.0), Camera(0.0, 0.0), Camera(33.0, 89.0)]


@pytest.mark.parametrize("camera", CAMERAS, ids=str)
def test_wall_on_a_slab(camera):
    wall = parts_of(running_bond(2.0, 6, (0.4, 0.15), 0.3))
    check_picture([*wall, box_part((-5, -5, -1), (7, 5, 0))], camera)


@pytest.mark.parametrize("camera", CAMERAS, ids=str)
def test_arch_with_abutments(camera):
    check_picture(parts_of(circular_arch(2.0, 0.4, 150.0, 15, 0.6)), camera)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), azimuth=st.floats(-180.0, 180.0), elevation=st.floats(-10.0, 90.0))
def test_rubble(seed, azimuth, elevation):
    """Blocks turned anyhow, each inside its own cell of a lattice, so that none overlap."""
    rng = np.random.default_rng(seed)
    parts = []
    for cell in np.ndindex(3, 3, 2):
        half = rng.uniform(0.08, 0.28, 3)                # half the diagonal stays below half a cell
        turn = quaternion_to_matrix(axis_angle(rng.normal(size=3), rng.uniform(0, np.pi)))
        middle = np.array(cell, float)
        parts.append(box_part(middle - half, middle + half, turn))
    check_picture(parts, Camera(azimuth, elevation), count=600)


def test_long_beams_where_sorting_by_middles_fails():
    """The middle of the long beam is nearer to the viewer, yet the small block lies in front of it."""
    beam = box_part((-10.0, 0.0, 0.0), (2.0, 0.4, 0.4))
    block = box_part((1.0, -0.5, 0.0), (1.5, -0.1, 0.4))
    camera = Camera(-50.0, 15.0)
    assert camera.depth(beam.vertices.mean(axis=0)) > camera.depth(block.vertices.mean(axis=0))
    assert paint_order([block, beam], camera) == [1, 0]
    check_picture([block, beam], camera)


def test_edges_cross_without_a_separating_face():
    """Two diamonds touch edge on edge: only a plane through both edges separates them."""
    flat = quaternion_to_matrix(axis_angle((1, 0, 0), np.pi / 4))
    tall = quaternion_to_matrix(axis_angle((0, 1, 0), np.pi / 4))
    lower = box_part((-2, -0.5, -0.5), (2, 0.5, 0.5), flat)
    upper = box_part((-0.5, -2, 2 * np.sqrt(0.5) - 0.48), (0.5, 2, 2 * np.sqrt(0.5) + 0.52), tall)
    for camera in CAMERAS:
        check_picture([upper, lower], camera)


def test_a_cycle_has_an_end():
    """Three bars, each over the next: no order is right, but all are painted once."""
    bars = []
    for k in range(3):
        turn = quaternion_to_matrix(axis_angle((0, 0, 1), 2.0 * np.pi * k / 3))
        tilt = quaternion_to_matrix(axis_angle((0, 1, 0), 0.15))
        bar = box_part((-2.0, -0.15, -0.1), (2.0, 0.15, 0.1))
        points = (bar.vertices @ tilt.T + [0.0, 0.7, 0.0]) @ turn.T
        bars.append(Part(k, points, bar.faces, bar.normals @ tilt.T @ turn.T))
    assert sorted(paint_order(bars, Camera(10.0, 80.0))) == [0, 1, 2]


def test_visible_points():
    wall = [box_part((0, 0, 0), (2, 0.3, 1))]
    points = np.array([(1.0, 0.0, 0.5), (1.0, 0.3, 0.5), (1.0, 0.15, 1.0), (1.0, 0.15, 0.0), (5.0, 0.0, 0.0)])
    assert visible_points(points, wall, Camera(20.0, 15.0), 1e-6).tolist() == [True, False, True, False, True]


@given(azimuth=st.floats(-360.0, 360.0), elevation=st.floats(-89.0, 89.0))
def test_camera_axes(azimuth, elevation):
    """Orthonormal, right-handed, and a vertical line stays vertical on the paper with z up."""
    camera = Camera(azimuth, elevation)
    assert camera.axes @ camera.axes.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(camera.axes) == pytest.approx(1.0)
    across, up = camera.project(np.array([0.0, 0.0, 1.0]))
    assert across == pytest.approx(0.0, abs=1e-12)
    assert up == pytest.approx(np.cos(np.radians(elevation)), abs=1e-12)


def test_walls_are_seen_face_on():
    along_x, along_y = choose_camera(np.array([4.0, 0.3, 3.0])), choose_camera(np.array([0.3, 4.0, 3.0]))
    assert along_x.toward[1] < -0.85      # from -y
    assert along_y.toward[0] > 0.85       # from +x
    assert choose_camera(np.array([1.0, 1.0, 2.0])).toward[1] < -0.7


def test_crop_keeps_a_closed_solid():
    huge = box_part((-50, -50, -10), (50, 50, 0))
    box = np.array([(-1.0, -2.0, -0.1), (1.0, 2.0, 9.0)])
    cut = crop_part(huge, box)
    assert bounding_box([cut]) == pytest.approx(np.array([(-1, -2, -0.1), (1, 2, 0)]))
    assert len(cut.faces) == 6
    heights = [(cut.vertices - cut.vertices[face[0]]) @ n for face, n in zip(cut.faces, cut.normals)]
    assert np.max(heights) == pytest.approx(0.0, abs=1e-12)      # all corners behind every face
    assert crop_part(huge, box + np.array([0.0, 0.0, 5.0])) is None
    assert crop_part(cut, np.array([(-9.0,) * 3, (9.0,) * 3])) is cut
