"""Convex solids: closed forms, sums of tetrahedra, merging of faces, cuts."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull, Delaunay

from drystone.errors import InputError
from drystone.geometry.primitives import box, prism
from drystone.geometry.rotation import axis_angle, quaternion_to_matrix
from drystone.geometry.solid import ConvexSolid

seeds = st.integers(0, 2**32 - 1)


def random_hull(seed, count=14):
    return ConvexSolid.hull(np.random.default_rng(seed).normal(size=(count, 3)))


def random_turn(seed):
    rng = np.random.default_rng(seed)
    return quaternion_to_matrix(axis_angle(rng.normal(size=3), rng.uniform(0, math.pi)))


def tetrahedra_sum(points):
    """Volume, centroid and inertia from Delaunay tetrahedra and a quadrature exact for quadratics.

    The rule has four points a v_i + b (v_j + v_k + v_l), a = (5 + 3 sqrt 5)/20, b = (5 - sqrt 5)/20: other
    cells and another formula than the code's fan of signed tetrahedra.
    """
    cells = points[Delaunay(points).simplices]
    volumes = np.abs(np.linalg.det(cells[:, 1:] - cells[:, :1])) / 6
    a, b = (5 + 3 * math.sqrt(5)) / 20, (5 - math.sqrt(5)) / 20
    nodes = (a - b) * cells + b * cells.sum(axis=1, keepdims=True)
    weights = np.repeat(volumes / 4, 4)
    nodes = nodes.reshape(-1, 3)
    centroid = weights @ nodes / weights.sum()
    arm = nodes - centroid
    second = (weights[:, None] * arm).T @ arm
    return volumes.sum(), centroid, np.trace(second) * np.eye(3) - second


def test_box_is_exact():
    solid = box((1.0, 2.0, 3.0), (5.0, 6.0, 7.0)).parts[0]
    assert solid.volume == pytest.approx(6.0, rel=1e-15)
    assert np.array_equal(solid.centroid, [5, 6, 7])
    # m (b^2 + c^2) / 12
    assert np.allclose(solid.inertia, np.diag([6.5, 5.0, 2.5]), rtol=1e-14, atol=0)
    assert np.array_equal(solid.face_normals,
                          [[-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1]])
    assert np.array_equal(solid.face_areas, [6, 6, 3, 3, 2, 2])
    assert np.array_equal(solid.face_offsets, [-4.5, 5.5, -5, 7, -5.5, 8.5])
    assert solid.least_width == 1.0
    assert np.array_equal(solid.bounding_box, [[4.5, 5, 5.5], [5.5, 7, 8.5]])


def test_tetrahedron():
    """Corner tetrahedron: V = 1/6, centroid 1/4; about it Ixx = 2 (1/60 - V/16) = 1/80, Ixy = 1/480.

    From int x^2 = 1/60 and int xy = 1/120 over the unit corner.
    """
    solid = ConvexSolid.hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert solid.volume == pytest.approx(1 / 6, rel=1e-15)
    assert np.allclose(solid.centroid, 0.25, rtol=1e-15)
    expected = np.full((3, 3), -(1 / 120 - 1 / 96)) + np.eye(3) * (1 / 80 - 1 / 480)
    assert np.allclose(solid.inertia, expected, rtol=1e-13, atol=0)
    assert len(solid.edges) == 6


def test_triangular_prism():
    """Right triangle a, b extruded by w: area ab/2, int (x - xc)^2 = a^3 b / 36, int xz = -a^2 b^2 / 72."""
    a, b, w = 0.9, 1.7, 0.4
    solid = prism([(0, 0), (a, 0), (0, b)], -w / 2, w / 2).parts[0]
    volume = a * b / 2 * w
    assert solid.volume == pytest.approx(volume, rel=1e-15)
    assert np.allclose(solid.centroid, [a / 3, 0, b / 3], rtol=1e-14, atol=1e-16)
    xx, zz, xz = w * a**3 * b / 36, w * b**3 * a / 36, -w * a**2 * b**2 / 72
    yy = volume * w**2 / 12
    expected = [[yy + zz, 0, -xz], [0, xx + zz, 0], [-xz, 0, xx + yy]]
    assert np.allclose(solid.inertia, expected, rtol=1e-13, atol=1e-16)


@given(seeds)
@settings(deadline=None, max_examples=40)
def test_hull_against_tetrahedra(seed):
    solid = random_hull(seed)
    volume, centroid, inertia = tetrahedra_sum(solid.vertices)
    # Delaunay cells of a convex hull fill it; slivers on the surface may miss 1e-12 of it
    assert solid.volume == pytest.approx(volume, rel=1e-10)
    assert np.allclose(solid.centroid, centroid, rtol=0, atol=1e-9)
    assert np.allclose(solid.inertia, inertia, rtol=0, atol=1e-9 * np.trace(inertia))


@given(seeds)
@settings(deadline=None, max_examples=40)
def test_topology_of_hulls(seed):
    solid = random_hull(seed)
    assert len(solid.vertices) - len(solid.edges) + len(solid.faces) == 2
    assert np.allclose(solid.face_areas @ solid.face_normals, 0, atol=1e-13)     # closed surface
    assert (solid.vertices @ solid.face_normals.T - solid.face_offsets).max() < 1e-12
    for face, numbers in zip(solid.faces, solid.face_edges):
        assert face[0] == min(face)
        for k, number in enumerate(numbers):
            assert set(solid.edges[number]) == {face[k], face[(k + 1) % len(face)]}
    for edge, pair in zip(solid.edges, solid.edge_faces):
        assert all(set(edge) <= set(solid.faces[i]) for i in pair)
    again = ConvexSolid.from_faces(solid.vertices, solid.faces)
    assert again.faces == solid.faces and np.array_equal(again.vertices, solid.vertices)


@given(seeds)
@settings(deadline=None, max_examples=40)
def test_moving_keeps_measures(seed):
    solid, turn, shift = random_hull(seed), random_turn(seed), np.array([3.0, -2.0, 0.5])
    moved = solid.moved(shift, turn)
    assert moved.volume == pytest.approx(solid.volume, rel=1e-13)
    assert moved.least_width == pytest.approx(solid.least_width, rel=1e-12)
    assert np.allclose(moved.centroid, turn @ solid.centroid + shift, rtol=0, atol=1e-13)
    expected = turn @ solid.inertia @ turn.T
    assert np.allclose(moved.inertia, expected, rtol=0, atol=1e-13 * np.trace(expected))


def test_far_from_the_origin():
    """Map coordinates of 5e6 m round to 1e-9 m; a block of 0.3 m keeps its faces and 8 digits of volume."""
    small = box((0.3, 0.3, 0.3)).parts[0].moved((0, 0, 0), random_turn(3)).vertices
    solid = ConvexSolid.hull(small + np.array([5e5, 4.6e6, 100.0]))
    assert (len(solid.vertices), len(solid.faces)) == (8, 6)
    assert solid.volume == pytest.approx(0.027, rel=1e-7)


# merging

def triangulated(solid):
    return [(f[0], f[i], f[i + 1]) for f in solid.faces for i in range(1, len(f) - 1)]


@given(seeds)
@settings(deadline=None, max_examples=30)
def test_triangles_become_polygons(seed):
    solid = prism([(0, 0), (1, 0), (1.4, 0.7), (0.6, 1.2), (-0.2, 0.8)], 0.0, 0.5).parts[0]
    solid = solid.moved((0.3, 0.2, -4.0), random_turn(seed))
    merged = ConvexSolid.from_faces(solid.vertices, triangulated(solid))
    assert sorted(len(f) for f in merged.faces) == [4, 4, 4, 4, 4, 5, 5]
    assert np.array_equal(merged.vertices, solid.vertices)
    assert ConvexSolid.hull(solid.vertices).faces == tuple(sorted(merged.faces))


@given(seeds)
@settings(deadline=None, max_examples=30)
def test_false_corners_are_dropped(seed):
    """Points inside faces and on edges of a cube, turned at random: 8 corners and 6 faces remain."""
    grid = np.array([(i, j, k) for i in range(3) for j in range(3) for k in range(3)], float) / 2
    turn = random_turn(seed)
    solid = ConvexSolid.hull(np.concatenate([grid, grid]) @ turn.T)
    assert (len(solid.vertices), len(solid.faces), len(solid.edges)) == (8, 6, 12)
    corners = (grid @ turn.T)[[0, 2, 6, 8, 18, 20, 24, 26]]
    assert np.array_equal(solid.vertices, corners)

    cells = ConvexHull(grid[[0, 2, 6, 8, 18, 20, 24, 26]])
    assert cells.volume == pytest.approx(solid.volume, rel=1e-14)


def test_edge_point_of_a_mesh_is_dropped():
    """A box whose top and front faces share an additional vertex in the middle of their edge."""
    solid = box((2.0, 1.0, 1.0)).parts[0]
    vertices = np.vstack([solid.vertices, [0.0, -0.5, 0.5]])
    faces = [f for f in solid.faces if f not in ((0, 1, 5, 4), (4, 5, 7, 6))] + [(0, 1, 5, 8, 4), (4, 8, 5, 7, 6)]
    clean = ConvexSolid.from_faces(vertices, faces)
    assert len(clean.vertices) == 8 and all(len(f) == 4 for f in clean.faces)


def test_zero_area_triangle_is_swallowed():
    """CAD exports close T-junctions by triangles without area."""
    solid = box((2.0, 1.0, 1.0)).parts[0]
    vertices = np.vstack([solid.vertices, [0.0, -0.5, 0.5]])
    faces = [f for f in solid.faces if f != (0, 1, 5, 4)] + [(0, 1, 5, 8, 4), (4, 8, 5)]
    clean = ConvexSolid.from_faces(vertices, faces)
    assert len(clean.vertices) == 8 and all(len(f) == 4 for f in clean.faces)


def test_tolerance_for_meshes_with_few_digits():
    """Coordinates rounded to 1e-5 m: not plane at the default tolerance, plane at 1e-4."""
    solid = box((1.0, 0.7, 0.4)).parts[0].moved((0, 0, 0), random_turn(8))
    rounded = np.round(solid.vertices, 5)
    with pytest.raises(InputError, match="is not plane"):
        ConvexSolid.from_faces(rounded, solid.faces)
    assert len(ConvexSolid.from_faces(rounded, triangulated(solid), tolerance=1e-4).faces) == 6
    assert len(ConvexSolid.hull(rounded, tolerance=1e-4).faces) == 6
    assert len(ConvexSolid.hull(rounded).faces) > 6


# cuts

@given(seeds)
@settings(deadline=None, max_examples=60)
def test_two_halves_make_the_whole(seed):
    solid = random_hull(seed)
    rng = np.random.default_rng(seed)
    normal = rng.normal(size=3)
    normal /= np.linalg.norm(normal)
    offset = float(normal @ solid.centroid + rng.uniform(-0.3, 0.3))
    below, above = solid.cut(normal, offset), solid.cut(-2 * normal, -offset)
    assert below.volume + above.volume == pytest.approx(solid.volume, rel=1e-12)
    weighted = below.volume * below.centroid + above.volume * above.centroid
    assert np.allclose(weighted, solid.volume * solid.centroid, rtol=0, atol=1e-12)
    for part in (below, above):
        again = ConvexSolid.from_faces(part.vertices, part.faces)
        assert (len(again.vertices), len(again.faces)) == (len(part.vertices), len(part.faces))


def test_cut_through_corners_and_edges():
    """Planes through existing vertices make no new ones there."""
    cube = box((2.0, 2.0, 2.0)).parts[0]
    half = cube.cut((1, 1, 0), 0.0)
    assert (len(half.vertices), len(half.faces)) == (6, 5)
    assert half.volume == pytest.approx(4.0, rel=1e-15)
    corner = cube.cut((1, 1, 1), 1 / math.sqrt(3))       # through three corners next to (1, 1, 1)
    assert (len(corner.vertices), len(corner.faces)) == (7, 7)
    assert corner.volume == pytest.approx(8 - 8 / 6, rel=1e-15)


def test_cut_keeps_coordinates_and_returns_itself():
    solid = box((0.4, 0.2, 0.1), (0.3, 0.1, 0.7)).parts[0]
    assert solid.cut((0, 0, 1), 10.0) is solid
    assert solid.cut((0, 0, 1), solid.bounding_box[1, 2]) is solid
    cut = solid.cut((1, 0, 0), 0.35)
    assert set(cut.vertices[:, 1]) == set(solid.vertices[:, 1])
    assert set(cut.vertices[:, 2]) == set(solid.vertices[:, 2])


def test_cut_errors():
    solid = box((1.0, 1.0, 1.0)).parts[0]
    with pytest.raises(InputError, match=r"^block 'b1': nothing is left below the cut \[0, 0, 1\] \. x = -0\.5 m$"):
        solid.cut((0, 0, 2), -0.5, name="b1")
    with pytest.raises(InputError, match=r"^block: cut normal must have a length > 0 \[-\], got \(0, 0, 0\)$"):
        solid.cut((0, 0, 0), 1.0)


def test_arrays_are_read_only():
    solid = box((1.0, 1.0, 1.0)).parts[0]
    for array in (solid.vertices, solid.centroid, solid.inertia, solid.face_normals, solid.edges):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(InputError, match=r"^rotation must be a proper rotation matrix"):
        solid.moved((0, 0, 0), -np.eye(3))
