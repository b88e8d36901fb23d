"""Closed surfaces to blocks: pieces of a heap, plane faces again, convex parts, faces moved outwards."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drystone import patterns
from drystone.errors import InputError
from drystone.geometry.flatten import flatten_faces
from drystone.geometry.from_mesh import shape_from_mesh
from drystone.geometry.integrals import compute_integrals, fan_triangles
from drystone.geometry.offset import grow_mesh, grow_solid
from drystone.geometry.primitives import box, box_between
from drystone.geometry.solid import ConvexSolid
from drystone.geometry.surface import find_pieces
from drystone.geometry.weld import weld_points
from drystone.io.prism import prism_mesh

NEAR = 1e-5


def plan_prism(plan, height=0.3):
    """Prism over a polygon in plan."""
    polygon = np.column_stack((np.asarray(plan, dtype=float), np.zeros(len(plan))))
    return prism_mesh(polygon, np.array((0.0, 0.0, height)))


def star(points: int, inner: float) -> np.ndarray:
    """Star in plan, outer radius 1; its area is points * inner * sin(pi / points)."""
    k = np.arange(2 * points)
    radius, angle = np.where(k % 2, inner, 1.0), k * math.pi / points
    return np.column_stack((radius * np.cos(angle), radius * np.sin(angle)))


def heap(blocks, dtype=float):
    """All triangles of blocks as one mesh without any common vertices."""
    corners = np.concatenate([part.vertices[fan_triangles(part.faces)] for b in blocks for part in b.shape.parts])
    points = corners.reshape(-1, 3).astype(dtype).astype(float)
    return points, [(k, k + 1, k + 2) for k in range(0, len(points), 3)]


# --- welding and pieces -------------------------------------------------------------------------

@pytest.mark.parametrize("count", [40, 400])     # all distances, and the search tree
def test_points_within_the_distance_become_one(count):
    rng = np.random.default_rng(3)
    places = rng.permutation(np.stack(np.meshgrid(*[np.arange(8)] * 3), axis=-1).reshape(-1, 3))[:count // 4]
    repeated = np.repeat(places, 4, axis=0) + 0.4e-5 * rng.uniform(-1, 1, (4 * len(places), 3))
    number = weld_points(repeated, NEAR)
    assert np.array_equal(number, np.repeat(np.arange(len(places)), 4))


@pytest.mark.parametrize("wall", [patterns.stack_bond(2.0, 4, (0.4, 0.2), 0.2),
                                  patterns.running_bond(2.0, 4, (0.4, 0.2), 0.2)])
def test_a_wall_drawn_as_one_heap_of_triangles_falls_into_its_bricks(wall):
    """In stack bond four bricks share an edge and bricks share whole faces; each must still be found."""
    pieces = find_pieces(*heap(wall, np.float32), NEAR)
    assert len(pieces) == len(wall)
    assert all(piece.bad_edge is None and len(piece.vertices) == 8 and len(piece.faces) == 12 for piece in pieces)
    volumes = [compute_integrals(piece.vertices, piece.faces)[0] for piece in pieces]
    assert volumes == pytest.approx([block.shape.volume for block in wall], rel=1e-6)   # single precision


def test_faces_that_run_the_wrong_way_are_turned_and_counted():
    points, faces = heap([b for b in patterns.single((1.0, 1.0, 1.0))])
    spoilt = [face[::-1] if i in (2, 7, 8) else face for i, face in enumerate(faces)]
    (piece,) = find_pieces(points, spoilt, NEAR)
    assert piece.turned_count == 3
    assert compute_integrals(piece.vertices, piece.faces)[0] == pytest.approx(1.0, rel=1e-12)


def test_a_mesh_inside_out_is_turned():
    points, faces = heap(patterns.single((1.0, 1.0, 1.0)))
    (piece,) = find_pieces(points, [face[::-1] for face in faces], NEAR)
    assert compute_integrals(piece.vertices, piece.faces)[0] == pytest.approx(1.0, rel=1e-12)


def test_an_open_edge_is_named_by_its_ends():
    shape = box_between((0, 0, 0), (1, 1, 1)).parts[0]
    (piece,) = find_pieces(shape.vertices, shape.faces[:5], NEAR)      # the lid z = 1 is missing
    assert piece.bad_count == 1
    assert piece.bad_edge[:, 2].tolist() == [1.0, 1.0]


def test_a_wall_inside_a_box_is_no_simple_surface():
    shape = box_between((0, 0, 0), (1, 1, 1)).parts[0]
    around, across = find_pieces(shape.vertices, [*shape.faces, (0, 1, 7, 6)], NEAR)
    assert (around.bad_count, len(around.faces)) == (3, 6)
    assert (across.bad_edge is None, len(across.faces)) == (False, 1)


# --- plane faces --------------------------------------------------------------------------------

def test_corners_of_three_faces_become_plane_at_once_and_stay_near():
    rng = np.random.default_rng(5)
    solid = ConvexSolid.hull(rng.normal(size=(8, 3)))
    arch = patterns.circular_arch(2.0, 0.4, 150.0, 9, 0.5)[3].shape.parts[0]
    for original in (box((0.4, 0.2, 0.3)).parts[0], arch):
        noisy = original.vertices + 3e-7 * rng.uniform(-1, 1, original.vertices.shape)
        flat = flatten_faces(noisy, original.faces, NEAR)
        assert np.abs(flat - original.vertices).max() < 3e-6
        exact = ConvexSolid.from_faces(flat, original.faces)       # plane to 1e-9, or it would complain
        assert len(exact.faces) == len(original.faces)
    same = flatten_faces(solid.vertices, solid.faces, NEAR)         # triangles are plane as they are
    assert np.abs(same - solid.vertices).max() < 1e-14


def test_single_precision_bricks_far_from_the_origin_keep_six_faces():
    wall = [b.moved((37.123, -18.77, 5.5)) for b in patterns.running_bond(2.0, 3, (0.4, 0.2), 0.2)]
    pieces = find_pieces(*heap(wall, np.float32), NEAR)
    shapes = [shape_from_mesh(piece.vertices, piece.faces, NEAR) for piece in pieces]
    assert {len(shape.parts[0].faces) for shape in shapes} == {6}
    rounding = 37.0 * 2.0**-24                                     # of a coordinate; a brick has 6 sides
    for shape, block in zip(shapes, wall):
        surface = block.shape.parts[0].face_areas.sum()
        assert abs(shape.volume - block.shape.volume) < 2.0 * rounding * surface


def test_an_exact_box_of_triangles_keeps_its_coordinates():
    points, faces = heap(patterns.single((0.3, 0.2, 0.1)))
    (piece,) = find_pieces(points, faces, NEAR)
    solid = shape_from_mesh(piece.vertices, piece.faces, NEAR).parts[0]
    original = patterns.single((0.3, 0.2, 0.1))[0].shape.parts[0]
    assert len(solid.faces) == 6
    assert {tuple(p) for p in solid.vertices} == {tuple(p) for p in original.vertices}


# --- convex parts -------------------------------------------------------------------------------

def test_an_l_becomes_two_parts_that_fill_it():
    shape = shape_from_mesh(*plan_prism([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)], 1.0), NEAR)
    assert sorted(part.volume for part in shape.parts) == pytest.approx([1.0, 2.0], rel=1e-12)


@pytest.mark.parametrize(("points", "inner"), [(3, 0.3), (4, 0.5), (5, 0.4), (7, 0.7)])
def test_stars_are_filled_exactly_by_few_parts(points, inner):
    """A star with n tips cannot do with fewer than n/2 convex parts; cutting tips off takes n + 1."""
    shape = shape_from_mesh(*plan_prism(star(points, inner)), NEAR)
    assert shape.volume == pytest.approx(0.3 * points * inner * math.sin(math.pi / points), rel=1e-9)
    assert points / 2 <= len(shape.parts) <= 2 * points


def inside_polygon(plan, points):
    """Even-odd rule, one ray along x; independent of what is tested."""
    inside = np.zeros(len(points), dtype=bool)
    for (x0, y0), (x1, y1) in zip(plan, np.roll(plan, -1, axis=0)):
        crosses = (y0 > points[:, 1]) != (y1 > points[:, 1])
        with np.errstate(divide="ignore", invalid="ignore"):
            inside ^= crosses & (points[:, 0] < x0 + (points[:, 1] - y0) * (x1 - x0) / (y1 - y0))
    return inside


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(0.25, 1.0), min_size=5, max_size=9), st.integers(0, 10**6))
def test_every_point_of_a_crooked_solid_lies_in_exactly_one_part(radii, seed):
    """Referee: the even-odd rule in plan, for polygons that see their middle."""
    angle = 2.0 * math.pi * np.arange(len(radii)) / len(radii)
    plan = np.column_stack((np.array(radii) * np.cos(angle), np.array(radii) * np.sin(angle)))
    shape = shape_from_mesh(*plan_prism(plan), NEAR)
    points = np.random.default_rng(seed).uniform(-1, 1, (400, 3)) * (1.0, 1.0, 0.14) + (0.0, 0.0, 0.15)
    height = np.array([(points @ part.face_normals.T - part.face_offsets).max(axis=1) for part in shape.parts])
    clear = (np.abs(height) > 1e-4).all(axis=0)                     # not on a surface
    count = (height < 0.0).sum(axis=0)
    assert np.array_equal(count[clear], inside_polygon(plan, points)[clear].astype(int))


def test_a_notch_from_below_is_cut_in_space():
    """A block with a groove: the volume is that of the block minus that of the groove."""
    groove = [(0, 0), (0.4, 0), (0.4, 0.2), (0.6, 0.2), (0.6, 0), (1, 0), (1, 1), (0, 1)]
    shape = shape_from_mesh(*plan_prism(groove, 0.5), NEAR)
    assert shape.volume == pytest.approx(0.5 * (1.0 - 0.04), rel=1e-12)
    assert len(shape.parts) == 3


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_small_notch_in_a_large_block_is_not_lost(dtype):
    """20 mm off one corner of a block of 1 m: 8e-6 of its volume, less than the tolerance times its surface."""
    c = 0.98
    corner = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1),
              (1, 1, c), (c, 1, c), (1, c, c), (c, c, c), (c, 1, 1), (1, c, 1), (c, c, 1)]
    faces = [(3, 2, 1, 0), (0, 1, 5, 4), (3, 0, 4, 6), (1, 2, 7, 9, 12, 5), (2, 3, 6, 11, 8, 7), (4, 5, 12, 13, 11, 6),
             (7, 8, 10, 9), (9, 10, 13, 12), (8, 11, 13, 10)]
    shape = shape_from_mesh(np.array(corner, dtype=dtype).astype(float), faces, NEAR)
    assert len(shape.parts) == 3
    assert shape.volume == pytest.approx(1.0 - 0.02**3, abs=1e-12 if dtype is np.float64 else 4e-7)


def test_a_surface_that_crosses_itself_is_refused():
    vertices, faces = plan_prism([(0, 0), (1, 1), (1, 0.1), (0, 1.3)])
    with pytest.raises(InputError, match=r"block 'bow': could not be cut into convex parts: .* faces may cross"):
        shape_from_mesh(vertices, faces, NEAR, name="bow")


def test_a_statue_is_refused():
    with pytest.raises(InputError, match=r"block 'saw': has too many faces that run through it to be cut along"):
        shape_from_mesh(*plan_prism(star(140, 0.8)), NEAR, name="saw")


# --- faces moved outwards -----------------------------------------------------------------------

def test_a_grown_box_has_its_sizes_grown_by_twice_the_distance():
    grown = grow_solid(box((0.4, 0.2, 0.3), (1, 2, 3)).parts[0], 0.005)
    assert np.ptp(grown.vertices, axis=0) == pytest.approx((0.41, 0.21, 0.31), rel=1e-12)
    assert grown.centroid == pytest.approx((1, 2, 3), rel=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_all_planes_move_by_the_distance(seed):
    """Corners of many faces: random hulls have corners of 3 to 8 faces, a pyramid one of 4."""
    points = np.random.default_rng(seed).normal(size=(9, 3))
    solid = ConvexSolid.hull(points) if seed else ConvexSolid.hull(
        [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0.5, 0.5, 1)])
    grown = grow_solid(solid, 1e-3)
    for normal, offset in zip(solid.face_normals, solid.face_offsets):
        match = int((grown.face_normals @ normal).argmax())
        assert grown.face_normals[match] @ normal > 1.0 - 1e-9
        assert grown.face_offsets[match] == pytest.approx(offset + 1e-3, abs=1e-9)


def test_an_l_grows_outwards_everywhere_also_in_its_inner_corner():
    """Plan area 4 - 1 of side 2 becomes (2 + 2d)^2 - 1: the notch keeps its size, it only moves."""
    d = 0.05
    shape = shape_from_mesh(*plan_prism([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)], 1.0), NEAR, grow=d)
    assert shape.volume == pytest.approx(((2 + 2 * d) ** 2 - 1.0) * (1 + 2 * d), rel=1e-12)


def test_a_narrow_groove_vanishes_with_an_error():
    groove = [(0, 0), (0.4, 0), (0.4, 0.2), (0.41, 0.2), (0.41, 0), (1, 0), (1, 1), (0, 1)]
    vertices, faces = plan_prism(groove)
    with pytest.raises(InputError, match=r"block 'b': face \d+ vanishes when all faces move outwards by 0.006 m"):
        grow_mesh(vertices, faces, 0.006, "b")


def test_no_face_of_a_convex_block_gets_smaller_not_even_where_its_ridge_vanishes():
    """A hipped roof with gentle hips and steep sides: its ridge of 0.1 shrinks to a point and turns across."""
    roof = ConvexSolid.hull([(0, 0, 0), (4, 0, 0), (4, 2, 0), (0, 2, 0), (1.95, 1, 1), (2.05, 1, 1)])
    grown = grow_solid(roof, 0.5)
    for normal, offset, area in zip(roof.face_normals, roof.face_offsets, roof.face_areas):
        match = int((grown.face_normals @ normal).argmax())
        assert grown.face_offsets[match] == pytest.approx(offset + 0.5, abs=1e-9)
        assert grown.face_areas[match] > area
    top = grown.vertices[grown.vertices[:, 2] > grown.vertices[:, 2].max() - 1e-9]
    assert np.ptp(top[:, 0]) < 1e-9 < np.ptp(top[:, 1])             # the ridge runs along y now


def test_an_edge_as_sharp_as_a_knife_is_refused():
    knife = ConvexSolid.hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1e-3), (0, 1, 1e-3)])
    with pytest.raises(InputError, match=r"block 'knife': has an edge so sharp that it runs 10 m ahead when all"):
        grow_solid(knife, 0.005, "knife")


def test_four_faces_that_part_are_refused_in_a_mesh_that_is_not_convex():
    vertices = np.array([(0, 0, 0), (4, 0, 0), (4, 2, 0), (0, 2, 0), (2, 1, 1)], dtype=float)
    faces = [(3, 2, 1, 0), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]
    with pytest.raises(InputError, match=r"block 'p': the 4 faces at corner \(2, 1, 1\) m do not meet in a point"):
        grow_mesh(vertices, faces, 0.1, "p")
