"""Circular arches: geometry, shared joints, mass properties of curved voussoirs."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from drystone.errors import InputError
from drystone.patterns import circular_arch
from drystone.patterns.arches.arch import voussoir_properties

REFERENCE = {"mid_radius": 10.0, "thickness": 1.5, "embrace_deg": 150.0, "count": 7, "width": 1.0}


def voussoirs(arch):
    return [b for b in arch if "arch" in b.groups]


def test_reference_arch():
    arch = circular_arch(**REFERENCE)
    stones = voussoirs(arch)
    assert [b.name for b in arch] == [*(f"voussoir_{k}" for k in range(1, 8)), "abutment_right", "abutment_left"]
    assert all(len(b.shape.parts[0].vertices) == 8 and len(b.shape.parts[0].faces) == 6 for b in stones)
    radii = np.hypot(*np.concatenate([b.shape.parts[0].vertices[:, [0, 2]] for b in stones]).T)
    assert np.allclose(np.minimum(abs(radii - 9.25), abs(radii - 10.75)), 0, atol=1e-14)
    angles = [math.degrees(math.atan2(b.properties.centroid[2], b.properties.centroid[0])) for b in stones]
    assert np.allclose(angles, 15 + 150 / 7 * (np.arange(7) + 0.5), rtol=0, atol=1e-12)
    ring = math.radians(150) / 2 * (10.75**2 - 9.25**2)
    assert sum(b.properties.volume for b in stones) == pytest.approx(ring, rel=1e-14)


def test_straight_voussoirs():
    arch = circular_arch(**REFERENCE, curved=False)
    assert all(b.mass_properties is None for b in arch)
    area = math.sin(math.radians(150 / 7)) / 2 * (10.75**2 - 9.25**2)
    assert all(b.properties.volume == pytest.approx(area, rel=1e-14) for b in voussoirs(arch))


@given(st.integers(2, 31), st.floats(20.0, 180.0), st.floats(-50.0, 50.0))
@settings(deadline=None, max_examples=30)
def test_joints_are_shared_to_the_bit(count, embrace_deg, x):
    arch = circular_arch(3.8, 0.6, embrace_deg, count, 0.5, origin=(x, 1.0, 0.2))
    stones = [{tuple(v) for v in b.shape.parts[0].vertices} for b in voussoirs(arch)]
    assert len(stones) == count
    for right, left in pairwise(stones):
        assert len(right & left) == 4


def test_arch_is_mirror_symmetric():
    """Exactly so for an arch about the origin: sine and cosine are odd and even in floating point too."""
    stones = voussoirs(circular_arch(**REFERENCE))
    for right, left in zip(stones, stones[::-1]):
        mirrored = {tuple(v * [-1, 1, 1] + 0.0) for v in left.shape.parts[0].vertices}
        assert {tuple(v + 0.0) for v in right.shape.parts[0].vertices} == mirrored


@pytest.mark.parametrize("embrace_deg", [60.0, 150.0, 180.0])
def test_abutments_carry_the_springing_joints(embrace_deg):
    """Their upper plane holds the joint, the joint lies well inside it, and they are below the arch."""
    arch = circular_arch(10.0, 1.5, embrace_deg, 7, 1.0, origin=(1.0, 2.0, 3.0))
    stones = voussoirs(arch)
    everything = np.concatenate([b.shape.parts[0].vertices for b in stones])
    for stone, abutment in ((stones[0], arch[-2]), (stones[-1], arch[-1])):
        assert abutment.groups == ("abutment",)
        solid = abutment.shape.parts[0]
        heights = everything @ solid.face_normals.T - solid.face_offsets
        touching = np.abs(heights) < 1e-12
        top = int(np.argmax(touching.sum(axis=0)))
        assert touching[:, top].sum() == (8 if embrace_deg == 180.0 else 4)   # at 180 both joints are level
        joint = stone.shape.parts[0].vertices
        joint = joint[np.abs(joint @ solid.face_normals[top] - solid.face_offsets[top]) < 1e-12]
        others = np.arange(len(solid.faces)) != top
        assert (joint @ solid.face_normals[others].T - solid.face_offsets[others]).max() < -0.49
        # no voussoir reaches into an abutment: its top plane separates them
        own = stone.shape.parts[0].vertices
        assert (own @ solid.face_normals[top] - solid.face_offsets[top]).min() > -1e-12
    both = np.concatenate([arch[-1].shape.parts[0].vertices, arch[-2].shape.parts[0].vertices])
    assert ConvexHull(both).volume > arch[-1].shape.volume + arch[-2].shape.volume


def integrate_sector(inner, outer, angle, middle, width):
    """Volume, centroid and inertia by Gauss points in polar coordinates (exact in radius, 1e-15 in angle)."""
    nodes, weights = np.polynomial.legendre.leggauss(24)

    def on(a, b):
        return 0.5 * (a + b) + 0.5 * (b - a) * nodes, 0.5 * (b - a) * weights

    (r, wr), (beta, wb), (y, wy) = on(inner, outer), on(middle - angle / 2, middle + angle / 2), on(-width / 2,
                                                                                                  width / 2)
    rr, bb, yy = np.meshgrid(r, beta, y, indexing="ij")
    weight = (wr * r)[:, None, None] * wb[None, :, None] * wy[None, None, :]
    points = np.stack([rr * np.sin(bb), yy, rr * np.cos(bb)], axis=-1).reshape(-1, 3)
    weight = weight.ravel()
    centroid = weight @ points / weight.sum()
    arm = points - centroid
    second = (weight[:, None] * arm).T @ arm
    return weight.sum(), centroid, np.trace(second) * np.eye(3) - second


@pytest.mark.parametrize("case", [(9.25, 10.75, math.radians(150 / 7), 0.7, 1.0),
                                  (9.25, 10.75, math.radians(150 / 7), -1.1, 0.3),
                                  (0.5, 2.0, 1.2, 0.2, 0.8)])
def test_curved_voussoir_against_quadrature(case):
    volume, centroid, inertia = integrate_sector(*case)
    found = voussoir_properties(*case, centre=(1.0, 2.0, 3.0))
    assert found.volume == pytest.approx(volume, rel=1e-13)
    assert np.allclose(found.centroid, centroid + np.array([1, 2, 3]), rtol=0, atol=1e-12)
    # the second moment about the bisector is a difference of terms (R/t)^2 times larger: 1e-16 x 50 x some
    assert np.allclose(found.inertia, inertia, rtol=0, atol=1e-12 * np.trace(inertia))


def test_centroid_radius_of_the_reference():
    """(2/3) (Re^3 - Ri^3)/(Re^2 - Ri^2) sin(d)/d, d half the angle of a block."""
    crown = circular_arch(**REFERENCE)[3]
    d = math.radians(75 / 7)
    expected = 2 / 3 * (10.75**3 - 9.25**3) / (10.75**2 - 9.25**2) * math.sin(d) / d
    assert np.allclose(crown.properties.centroid, [0, 0, expected], rtol=0, atol=1e-13)


@pytest.mark.parametrize("change, text", [
    ({"thickness": 0.0}, "arch: thickness must be finite and > 0 [m], got 0.0"),
    ({"mid_radius": 0.7}, "arch: mid_radius must be finite and > 0.75 [m], got 0.7"),
    ({"embrace_deg": 200.0}, "arch: embrace_deg must be finite and > 0 and <= 180 [deg], got 200.0"),
    ({"count": 0}, "arch: count must be a whole number >= 1 [-], got 0"),
    ({"count": 1}, "arch: count 1 is too small: one voussoir must span <= 90 [deg], got 150"),
    ({"width": -1.0}, "arch: width must be finite and > 0 [m], got -1.0"),
])
def test_arch_errors(change, text):
    with pytest.raises(InputError) as error:
        circular_arch(**(REFERENCE | change))
    assert str(error.value) == text
