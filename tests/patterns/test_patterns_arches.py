"""Pointed, segmental and basket-handle arches: closed forms of area and shape, shared joints, curved voussoirs."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from watertight import assert_watertight

from drystone.errors import InputError
from drystone.patterns import basket_arch, circular_arch, pointed_arch, segmental_arch
from drystone.patterns.arches.arc_moments import extruded_properties, polygon_moments
from drystone.patterns.arches.arch import voussoir_properties
from drystone.patterns.arches.ring import Arc, curved_properties

ARCHES = {
    pointed_arch: {"span": 6.0, "rise": 5.0, "thickness": 0.5, "count": 12, "width": 0.8},
    segmental_arch: {"span": 6.0, "rise": 1.2, "thickness": 0.5, "count": 9, "width": 0.8},
    basket_arch: {"span": 6.0, "rise": 2.0, "thickness": 0.5, "count": 13, "width": 0.8},
}


def voussoirs(arch):
    return [b for b in arch if "arch" in b.groups]


def drawn(angle, inner, outer):
    """Area [m2] of a voussoir with straight chords."""
    return 0.5 * math.sin(angle) * (outer**2 - inner**2)


def area_of(make, curved):
    """Area [m2] of the ring, with straight chords or with arcs."""
    p = ARCHES[make]
    s, f, t, n = p["span"], p["rise"], p["thickness"], p["count"]
    piece = (lambda angle, r, number: angle / 2 * ((r + t)**2 - r**2)) if curved else \
        (lambda angle, r, number: number * drawn(angle / number, r, r + t))
    if make is segmental_arch:
        r = (s * s / 4 + f * f) / (2 * f)
        return piece(4 * math.atan(2 * f / s), r, n)
    if make is basket_arch:           # three arcs of 60 degrees, 3 + 7 + 3 voussoirs
        r1, r2 = basket_radii(s, f)
        return 2 * piece(math.pi / 3, r1, 3) + piece(math.pi / 3, r2, 7)
    r = (s * s / 4 + f * f) / s
    c, outer = r - s / 2, r + t
    top = math.sqrt(outer**2 - c * c)
    inner_end, outer_end = math.asin(c / r), math.asin(c / outer)
    if curved:
        from_centre = outer**2 * (math.pi / 2 - outer_end) - r**2 * (math.pi / 2 - inner_end)
    else:
        each = (math.pi / 2 - inner_end) / (n // 2)
        last = inner_end + each
        from_centre = (n // 2 - 1) * 2 * drawn(each, r, outer) \
            + outer**2 * math.sin(last - outer_end) - r**2 * math.sin(each)
    return from_centre - c * (top - f)    # both halves, less the triangles from the centres to the crown joint


def basket_radii(s, f):
    """Three arcs of 60 degrees: the centres stand s/2 - r1 off the axis, at 30 degrees from each other's vertical."""
    r1 = (f - s * (1 - math.sqrt(3) / 2)) / (math.sqrt(3) - 1)
    return r1, s - r1


@pytest.mark.parametrize("make", ARCHES, ids=lambda make: make.__name__)
def test_ring_is_watertight_and_has_its_area(make):
    arch = make(**ARCHES[make], origin=(1.0, 2.0, 3.0))
    stones = voussoirs(arch)
    count = ARCHES[make]["count"]
    assert [b.name for b in arch] == [*(f"voussoir_{k + 1}" for k in range(count)), "abutment_right", "abutment_left"]
    assert_watertight(stones, area_of(make, curved=False) * 0.8, rel=1e-13)
    supports = sum(b.shape.volume for b in arch[-2:])
    assert_watertight(arch, area_of(make, curved=False) * 0.8 + supports)
    assert sum(b.properties.volume for b in stones) == pytest.approx(area_of(make, curved=True) * 0.8, rel=1e-12)
    assert all(b.mass_properties is None for b in make(**ARCHES[make], curved=False))


@pytest.mark.parametrize("make", ARCHES, ids=lambda make: make.__name__)
def test_intrados_passes_through_springings_and_below_the_crown(make):
    p = ARCHES[make]
    points = np.concatenate([b.shape.parts[0].vertices for b in voussoirs(make(**p))])
    springing = points[np.abs(points[:, 0] - 3.0) < 1e-12]
    assert np.abs(springing[:, 2]).min() < 1e-12
    near = points[np.hypot(points[:, 0], points[:, 2] - p["rise"]) < 0.5 * p["span"] / p["count"] + 0.3]
    lowest = near[:, 2].min()
    # a crown joint ends at the rise, a crown voussoir has its chord just below
    assert lowest == pytest.approx(p["rise"], abs=1e-12 if make is pointed_arch else 0.03)
    assert lowest <= p["rise"] + 1e-12


@given(st.sampled_from(list(ARCHES)), st.integers(2, 15), st.floats(1.0, 20.0), st.floats(0.05, 0.95))
@settings(deadline=None, max_examples=40)
def test_joints_are_shared_to_the_bit_and_arches_symmetric(make, half, span, share):
    rise = span * (0.5 + share if make is pointed_arch else 0.15 + 0.33 * share)
    count = 2 * half + (make is basket_arch)
    stones = [{tuple(v + 0.0) for v in b.shape.parts[0].vertices}
              for b in voussoirs(make(span, rise, 0.1 * span, count, 0.5))]
    assert len(stones) == count
    for right, left in pairwise(stones):
        assert len(right & left) == 4
    for right, left in zip(stones, stones[::-1]):
        assert right == {(-x + 0.0, y, z) for x, y, z in left}


def test_basket_arcs_meet_with_a_common_normal():
    """Between stones 3 and 4 the arcs meet: this joint lies on a line with both centres, no other one does."""
    p = ARCHES[basket_arch]
    r1, r2 = basket_radii(p["span"], p["rise"])
    side, crown = np.array([3.0 - r1, 0.0]), np.array([0.0, p["rise"] - r2])
    assert np.hypot(*(side - crown)) == pytest.approx(r2 - r1, rel=1e-13)
    stones = voussoirs(basket_arch(**p))
    for k in range(10):
        joint = sorted({(float(v[0]), float(v[2])) for v in stones[k].shape.parts[0].vertices}
                       & {(float(v[0]), float(v[2])) for v in stones[k + 1].shape.parts[0].vertices})
        (ax, az), (bx, bz) = joint
        assert math.hypot(ax - bx, az - bz) == pytest.approx(0.5, rel=1e-12)
        off = [abs((ax - c[0]) * (bz - c[1]) - (az - c[1]) * (bx - c[0])) for c in (side, crown)]
        if k == 2:
            assert max(off) < 1e-12
        else:
            assert min(off) < 1e-12 < 1e-3 < max(off)


def test_segmental_arch_is_the_circular_one():
    """A quarter of a circle of radius 3 sqrt(2) spans 6."""
    r = 3 * math.sqrt(2)
    one = segmental_arch(6.0, r - 3.0, 0.4, 7, 1.0)
    other = circular_arch(r + 0.2, 0.4, 90.0, 7, 1.0, origin=(0.0, 0.0, -3.0))
    for a, b in zip(one, other):
        assert np.allclose(a.shape.parts[0].vertices, b.shape.parts[0].vertices, rtol=0, atol=1e-13)


def test_a_pointed_arch_of_half_the_span_is_a_semicircle():
    one = pointed_arch(6.0, 3.0, 0.4, 8, 1.0)
    other = circular_arch(3.2, 0.4, 180.0, 8, 1.0)
    for a, b in zip(one, other):
        assert np.allclose(np.sort(a.shape.parts[0].vertices, axis=0), np.sort(b.shape.parts[0].vertices, axis=0),
                           rtol=0, atol=1e-13)
        assert np.allclose(a.properties.inertia, b.properties.inertia, rtol=0, atol=1e-12)


@given(st.floats(0.3, 8.0), st.floats(0.05, 2.0), st.floats(-1.2, 1.2), st.floats(0.05, 1.4))
@settings(deadline=None, max_examples=60)
def test_moments_of_arcs_agree_with_those_of_a_sector(inner, thickness, middle, angle):
    """Polygon plus segments against the closed form of the annular sector."""
    arc = Arc((1.0, 3.0), inner, inner + thickness, middle + angle / 2, middle - angle / 2, 1)
    found = curved_properties(*arc.joints, arc.centre, 1.7, 2.3)
    expected = voussoir_properties(inner, inner + thickness, angle, middle, 0.6, (1.0, 2.0, 3.0))
    assert found.volume == pytest.approx(expected.volume, rel=1e-11)
    assert np.allclose(found.centroid, expected.centroid, rtol=0, atol=1e-11)
    # both are differences of terms (R/t)^2 times larger
    scale = np.trace(expected.inertia) * (1.0 + inner / thickness)**2
    assert np.allclose(found.inertia, expected.inertia, rtol=0, atol=1e-13 * scale)


def test_crown_voussoir_of_a_pointed_arch_against_a_fine_polygon():
    """Its last joint is not radial, so no annular sector has its moments; n chords miss them by 1/n^2."""
    p = ARCHES[pointed_arch]
    stone = pointed_arch(**p)[5]
    r = (9.0 + 25.0) / 6.0
    c, outer = r - 3.0, r + 0.5
    last = math.asin(c / r) + (math.pi / 2 - math.asin(c / r)) / 6
    errors = []
    for n in (200, 400):
        out = [(outer * math.sin(b) - c, outer * math.cos(b)) for b in np.linspace(last, math.asin(c / outer), n + 1)]
        into = [(r * math.sin(b) - c, r * math.cos(b)) for b in np.linspace(math.asin(c / r), last, n + 1)]
        fine = extruded_properties(polygon_moments(out + into, (0.0, 0.0)), (0.0, 0.0), -0.4, 0.4)
        errors.append([fine.volume - stone.properties.volume, *(fine.centroid - stone.properties.centroid)[[0, 2]],
                       *(fine.inertia - stone.properties.inertia)[[0, 1, 2, 0], [0, 1, 2, 2]]])
    coarse, finer = np.abs(errors)
    assert finer.max() < 1e-6
    assert np.allclose(coarse, 4 * finer, rtol=1e-3, atol=1e-12)


@pytest.mark.parametrize("make, change, text", [
    (pointed_arch, {"rise": 2.0}, "arch: rise must be finite and >= 3 [m], got 2.0"),
    (pointed_arch, {"count": 7}, "arch: count must be even, half of them on each side of the crown, got 7"),
    (pointed_arch, {"span": 0.0}, "arch: span must be finite and > 0 [m], got 0.0"),
    (segmental_arch, {"rise": 3.5}, "arch: rise must be finite and > 0 and <= 3 [m], got 3.5"),
    (segmental_arch, {"count": 0}, "arch: count must be a whole number >= 1 [-], got 0"),
    (segmental_arch, {"thickness": -0.1}, "arch: thickness must be finite and > 0 [m], got -0.1"),
    (basket_arch, {"rise": 3.0}, "arch: rise must be < half the span 3 [m], got 3.0"),
    (basket_arch, {"rise": 0.5},
     "arch: rise must be > 0.803848 [m] for arcs that meet at 30 [deg], got 0.5"),
    (basket_arch, {"count": 2}, "arch: count must be a whole number >= 3 [-], got 2"),
    (basket_arch, {"haunch_deg": 90.0}, "arch: haunch_deg must be finite and > 0 and <= 89 [deg], got 90.0"),
    (basket_arch, {"width": 0.0}, "arch: width must be finite and > 0 [m], got 0.0"),
])
def test_arch_errors(make, change, text):
    with pytest.raises(InputError) as error:
        make(**(ARCHES[make] | change))
    assert str(error.value) == text
