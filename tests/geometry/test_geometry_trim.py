"""Trimmed and rounded edges."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drystone.errors import InputError
from drystone.geometry.primitives import box, prism
from drystone.geometry.solid import ConvexSolid
from drystone.geometry.trim import fillet_edges, trim_edges

BRICK = box((0.54, 0.8, 0.5)).parts[0]


def face_area(solid, normal):
    return solid.face_areas[np.argmax(solid.face_normals @ np.asarray(normal, float))]


def test_trim_of_right_angled_edges():
    """7.5 mm below the edge takes sqrt(2) x 7.5 = 10.6 mm off each face, on both sides of it."""
    lost = math.sqrt(2) * 0.0075
    assert lost == pytest.approx(0.0106, abs=5e-5)
    trimmed = trim_edges(BRICK, 0.0075)
    assert (len(trimmed.faces), len(trimmed.vertices)) == (18, 32)
    assert face_area(trimmed, (1, 0, 0)) == pytest.approx((0.8 - 2 * lost) * (0.5 - 2 * lost), rel=1e-12)
    assert face_area(trimmed, (0, 0, -1)) == pytest.approx((0.54 - 2 * lost) * (0.8 - 2 * lost), rel=1e-12)
    assert np.array_equal(trimmed.bounding_box, BRICK.bounding_box)
    assert np.allclose(trimmed.centroid, 0, atol=1e-15)


def test_trimming_taken_literally_lets_short_faces_vanish():
    """A box whose top slopes by 14 deg at one end, over a ledge of 20 mm: the blunt edge alone takes d / sin 7 deg."""
    ledge, slope = 0.02, math.atan(0.25)
    piece = prism([(0.0, 0.0), (0.5, 0.0), (0.5, 0.3), (0.5 - ledge, 0.3), (0.0, 0.3 - 0.25 * (0.5 - ledge))],
                  0.0, 0.8).parts[0]
    with pytest.raises(InputError, match="so that every face remains"):
        trim_edges(piece, 0.0075, "piece")
    cut = trim_edges(piece, 0.0075, "piece", faces_may_vanish=True)
    assert not (cut.face_normals @ (0.0, 0.0, 1.0) > 1.0 - 1e-9).any()
    assert (cut.face_normals @ (-math.sin(slope), 0.0, math.cos(slope)) > 1.0 - 1e-9).any()
    # every plane lies 7.5 mm below its edge, e.g. that of the blunt edge along y
    middle = np.array([-math.sin(0.5 * slope), 0.0, math.cos(0.5 * slope)])
    assert (cut.vertices @ middle).max() <= middle @ (0.5 - ledge, 0.0, 0.3) - 0.0075 + 1e-12
    assert np.allclose(trim_edges(BRICK, 0.0075, faces_may_vanish=True).vertices, trim_edges(BRICK, 0.0075).vertices)


def test_volume_of_the_trim():
    """Wedges of section t^2/2 along the edges, t = sqrt(2) d; wedges overlap in the corners.

    In a corner cube of side t, with u, v, w in [0, 1] the distances from the faces, u + v < 1, v + w < 1 or
    w + u < 1 is removed. P(one pair) = 1/2; P(two given pairs) = 1/3; P(all three) = 1/4 (from the ordered
    simplex); so the union is 3/2 - 1 + 1/4 = 3/4, against 3/2 when each wedge is counted for itself.
    """
    d = 0.0075
    t = math.sqrt(2) * d
    wedges = 4 * (0.54 + 0.8 + 0.5) * t**2 / 2
    assert trim_edges(BRICK, d).volume == pytest.approx(0.54 * 0.8 * 0.5 - wedges + 8 * 0.75 * t**3, rel=1e-13)


@given(st.floats(20.0, 160.0), st.floats(1e-4, 1e-2))
@settings(deadline=None, max_examples=40)
def test_trim_of_any_edge(angle_deg, distance):
    """An edge with opening angle a loses d / cos(a/2) along each face: 10.6 mm per 7.5 mm at 90 degrees."""
    angle = math.radians(angle_deg)
    solid = prism([(0, 0), (1, 0), (math.cos(angle), math.sin(angle))], 0, 1).parts[0]
    trimmed = trim_edges(solid, distance)
    front = trimmed.vertices[np.isclose(trimmed.vertices[:, 2], 0.0, atol=1e-12)]
    assert front[:, 0].min() == pytest.approx(distance / math.cos(0.5 * angle), rel=1e-9)


def test_only_real_corners_are_trimmed():
    """A 400-sided cylinder: normals turn by 0.9 degrees between the sides, by 90 at the rims."""
    n = 400
    corners = [(math.cos(2 * math.pi * k / n), math.sin(2 * math.pi * k / n)) for k in range(n)]
    solid = prism(corners, 0, 1).parts[0]
    cube = box((1, 1, 1)).parts[0]
    assert trim_edges(cube, 0.01, least_corner_deg=91.0) is cube
    sector = solid.cut((-1, 0, 0), 0.0).cut((0, 0, -1), 0.0)     # a quarter
    trimmed = trim_edges(sector, 0.002)
    # faces along the cylinder: 100 sides, the two cuts, and planes at the three edges of the cuts
    assert np.sum(np.abs(trimmed.face_normals[:, 1]) < 1e-9) == 100 + 2 + 3


@pytest.mark.parametrize("segments", [1, 2, 5])
def test_fillet_is_tangent(segments):
    """Tangent planes at equal steps: section lost per edge r^2 (1 - (n+1) tan(pi/(4 (n+1)))) at 90 degrees."""
    r = 0.02
    solid = box((1.0, 4.0, 1.0)).parts[0]
    rounded = fillet_edges(solid, r, segments)
    middle = rounded.cut((0, 1, 0), 1.0).cut((0, -1, 0), 1.0)       # away from the ends
    n = segments + 1
    lost = r**2 * (1 - n * math.tan(math.pi / (4 * n)))
    assert middle.volume / 2 == pytest.approx(1 - 4 * lost, rel=1e-12)
    axis = np.array([0.5 - r, 0, 0.5 - r])
    near = rounded.face_normals[:, [0, 2]].min(axis=1) > 1e-9
    distance = rounded.face_offsets[near] - rounded.face_normals[near] @ axis
    near_y = np.abs(rounded.face_normals[near, 1]) < 1e-9
    assert np.allclose(distance[near_y], r, rtol=1e-12)
    assert near_y.sum() == segments


def test_one_segment_is_a_trim():
    d = 0.02 * (math.sqrt(2) - 1)
    one, two = fillet_edges(BRICK, 0.02, 1), trim_edges(BRICK, d)
    assert one.volume == pytest.approx(two.volume, rel=1e-13)


def test_result_is_a_valid_solid():
    for solid in (trim_edges(BRICK, 0.05), fillet_edges(BRICK, 0.05, 4)):
        again = ConvexSolid.from_faces(solid.vertices, solid.faces)
        assert len(again.faces) == len(solid.faces)


@pytest.mark.parametrize("call, text", [
    # the least face is 0.5 wide: it is gone when 2 sqrt(2) d = 0.5
    (lambda: trim_edges(BRICK, 0.2, name="b1"),
     "block 'b1': trim distance must be < 0.1768 [m] so that every face remains, got 0.2"),
    (lambda: trim_edges(BRICK, 3.0, name="b1"),
     "block 'b1': trim distance must be < 0.1768 [m] so that every face remains, got 3.0"),
    (lambda: trim_edges(BRICK, 0.0), "block: trim distance must be finite and > 0 [m], got 0.0"),
    (lambda: fillet_edges(BRICK, 0.01, 0, name="b1"),
     "block 'b1': fillet segments must be a whole number >= 1 [-], got 0"),
    # one segment: sqrt(2) (sqrt(2) - 1) r per side, 0.25 / 0.5858
    (lambda: fillet_edges(BRICK, 0.5, 1, name="b1"),
     "block 'b1': fillet radius must be < 0.4268 [m] so that every face remains, got 0.5"),
])
def test_trim_errors(call, text):
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value) == text


def test_just_below_the_limit():
    assert len(trim_edges(BRICK, 0.1767).faces) == 18
