"""Barrel, cross and pavilion vaults, and domes of voussoirs: closed volumes, plane faces, staggered joints."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from watertight import assert_watertight

from drystone.errors import InputError
from drystone.patterns import barrel_vault, cross_vault, dome, pavilion_vault


def circle(span, rise, thickness):
    """Radii of intrados and extrados, half the angle."""
    inner = (span**2 / 4 + rise**2) / (2 * rise)
    return inner, inner + thickness, math.atan2(span / 2, inner - rise)   # asin would lose half of the digits near 1


def first_moment(inner, outer, high, low):
    """Of a voussoir with straight chords between two angles from the vertical, about the vertical [m3]."""
    return math.sin(low - high) / 6 * (outer**3 - inner**3) * (math.sin(high) + math.sin(low))


def without(blocks, group):
    return [b for b in blocks if group not in b.groups]


def cross_volume(span, rise, thickness, count, side):
    """Four webs; a course of section A reaches from |x| = y to y = side/2: side/2 A - integral of |x|."""
    inner, outer, half = circle(span, rise, thickness)
    each = 2 * half / count
    area = math.sin(each) / 2 * (outer**2 - inner**2)
    moment = 2 * sum(first_moment(inner, outer, half - (k + 1) * each, half - k * each) for k in range(count // 2))
    if count % 2:      # both halves of the crown course: triangles to the centre with a corner above it
        moment += math.sin(each / 2) ** 2 * math.cos(each / 2) / 3 * (outer**3 - inner**3)
    return 4 * (side / 2 * count * area - moment)


def sided_volume(span, rise, thickness, courses, sides, oculus=None):
    """Rings: 2 n tan(pi/n) times the first moment of their section; keystone: frustum of a pyramid."""
    inner, outer, half = circle(span, rise, thickness)
    top = half / (2 * courses + 1) if oculus is None else math.asin(oculus / 2 / inner)
    angles = np.linspace(half, top, courses + 1)
    wide = sides * math.tan(math.pi / sides)
    rings = 2 * wide * sum(first_moment(inner, outer, high, low) for low, high in pairwise(angles))
    if oculus is not None:
        return rings
    return rings + wide * math.sin(top) ** 2 * math.cos(top) * (outer**3 - inner**3) / 3


# --- barrel vault -------------------------------------------------------------------------------

@pytest.mark.parametrize("rise", [None, 1.2])
def test_barrel_vault(rise):
    vault = barrel_vault(5.0, 0.4, 4.0, 11, 4, rise=rise, origin=(1.0, 2.0, 3.0))
    blocks = without(vault, "abutment")
    inner, outer, half = circle(5.0, rise or 2.5, 0.4)
    assert_watertight(blocks, 11 * math.sin(2 * half / 11) / 2 * (outer**2 - inner**2) * 4.0, rel=1e-12)
    assert_watertight(vault, sum(b.shape.volume for b in vault))
    assert sum(b.properties.volume for b in blocks) == pytest.approx(half * (outer**2 - inner**2) * 4.0, rel=1e-12)
    groups = Counter(group for b in vault for group in b.groups)
    assert [groups[f"course_{k}"] for k in range(1, 12)] == [4, 5] * 5 + [4]
    assert groups["vault"] == 49 and groups["abutment"] == 2
    assert all(b.mass_properties is None for b in barrel_vault(5.0, 0.4, 4.0, 11, 4, curved=False))


def test_head_joints_of_a_barrel_vault_are_staggered():
    courses = {}
    for b in without(barrel_vault(5.0, 0.4, 4.0, 7, 4), "abutment"):
        courses.setdefault(b.groups[0], set()).update(b.shape.bounding_box[:, 1].tolist())
    for k in range(1, 7):
        assert courses[f"course_{k}"] & courses[f"course_{k + 1}"] == {-2.0, 2.0}


# --- cross vault --------------------------------------------------------------------------------

@pytest.mark.parametrize("rise, side, count", [(None, None, 11), (None, None, 10), (1.5, 8.0, 11), (2.0, 7.0, 8),
                                               (None, 5.8, 3), (None, 5.8, 2)])
def test_cross_vault(rise, side, count):
    vault = cross_vault(5.0, 0.4, count, 0.8, rise=rise, side=side, origin=(1.0, 2.0, 3.0))
    _, outer, half = circle(5.0, rise or 2.5, 0.4)
    volume = cross_volume(5.0, rise or 2.5, 0.4, count, side or 2 * outer * math.sin(half))
    assert_watertight(without(vault, "abutment"), volume, rel=1e-12)
    assert_watertight(vault, sum(b.shape.volume for b in vault))
    assert sum("groin" in b.groups for b in vault) == 4 * (count // 2)
    parts = {b.name: len(b.shape.parts) for b in vault}
    assert {parts[f"groin_{j}/stone_1"] for j in range(1, 5)} == {2}
    assert parts.get("keystone") == (4 if count % 2 else None)
    assert all(n == 1 for name, n in parts.items() if "/course_" in name)


def test_cross_vault_has_four_equal_webs():
    """A quarter turn maps it onto itself, to the bit."""
    vault = cross_vault(5.0, 0.4, 9, 0.7, side=8.0)
    corners = [frozenset(tuple(v + 0.0) for part in b.shape.parts for v in part.vertices) for b in vault]
    assert {frozenset((-y + 0.0, x, z) for x, y, z in c) for c in corners} == set(corners)
    webs = Counter(b.groups[0] for b in vault if "/course_" in b.name)
    assert set(webs) == {"back", "left", "front", "right"} and len(set(webs.values())) == 1
    back = [b for b in vault if "back" in b.groups]
    assert min(b.shape.bounding_box[0, 1] for b in back) > 0.0
    first = next(b for b in vault if b.name == "groin_1/stone_1")
    assert first.shape.centroid[0] == pytest.approx(first.shape.centroid[1], rel=1e-12) and first.shape.centroid[0] > 0


def test_faces_of_a_cross_vault_lie_on_the_barrels_and_the_groins():
    """Every vertex lies on the intrados or extrados of the barrel of its web; groin stones reach the groin plane."""
    for b in without(cross_vault(5.0, 0.4, 11, 0.8), "abutment"):
        for part in b.shape.parts:
            across = 0 if abs(part.centroid[1]) > abs(part.centroid[0]) else 1
            points = part.vertices[np.abs(part.vertices[:, across]) > 1e-12]
            radius = np.hypot(points[:, across], points[:, 2])
            assert np.minimum(np.abs(radius - 2.5), np.abs(radius - 2.9)).max() < 1e-12
        if "groin" in b.groups:
            points = np.concatenate([part.vertices for part in b.shape.parts])
            assert (np.abs(points[:, 0]) == np.abs(points[:, 1])).sum() >= 8


# --- pavilion vault -----------------------------------------------------------------------------

@pytest.mark.parametrize("sides, rise, courses", [(4, None, 6), (4, 1.5, 5), (8, None, 6), (5, 2.0, 3), (3, None, 4)])
def test_pavilion_vault(sides, rise, courses):
    vault = pavilion_vault(5.0, 0.4, courses, 0.8, rise=rise, sides=sides, origin=(1.0, 2.0, 3.0))
    assert_watertight(without(vault, "abutment"), sided_volume(5.0, rise or 2.5, 0.4, courses, sides), rel=1e-12)
    assert_watertight(vault, sum(b.shape.volume for b in vault))
    groups = Counter(group for b in vault for group in b.groups)
    assert groups["corner"] == sides * courses and groups["abutment"] == sides
    assert all(len(b.shape.parts) == (2 if "corner" in b.groups else 1) for b in vault)


def test_corners_of_a_square_pavilion_vault_are_exact():
    """The mitre planes of a square are x = y and x = -y, to the bit."""
    for b in pavilion_vault(5.0, 0.4, 4, 0.8):
        points = np.concatenate([part.vertices for part in b.shape.parts])
        if "corner" in b.groups:
            assert (np.abs(points[:, 0]) == np.abs(points[:, 1])).sum() == 8
        elif b.name == "keystone":
            assert np.array_equal(np.abs(points[:, 0]), np.abs(points[:, 1]))


# --- dome ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("sides, rise, oculus", [(16, None, 0.0), (12, 2.0, 1.0), (7, None, 0.0), (16, None, 1.5)])
def test_dome(sides, rise, oculus):
    blocks = dome(6.0, 0.5, 6, sides, rise=rise, oculus=oculus, origin=(1.0, 2.0, 3.0))
    volume = sided_volume(6.0, rise or 3.0, 0.5, 6, sides, oculus or None)
    assert_watertight(without(blocks, "abutment"), volume, rel=1e-12)
    assert_watertight(blocks, sum(b.shape.volume for b in blocks))
    groups = Counter(group for b in blocks for group in b.groups)
    assert [groups[f"ring_{k}"] for k in range(1, 7)] == [sides] * 6
    assert groups["abutment"] == sides and groups["dome"] == 6 * sides + (oculus == 0.0)
    if oculus:
        top = np.concatenate([part.vertices for b in blocks if "ring_6" in b.groups for part in b.shape.parts])
        radius = np.hypot(top[:, 0] - 1.0, top[:, 1] - 2.0).min()         # in the middle of a side
        assert radius == pytest.approx(oculus / 2, rel=1e-12)


def test_dome_tends_to_the_sphere():
    """Chords around and along miss the volume of the shell 2 pi/3 (R^3 - r^3) by second order."""
    exact = 2 * math.pi / 3 * (3.5**3 - 3.0**3)
    misses = [exact - sum(b.shape.volume for b in without(dome(6.0, 0.5, n, 4 * n), "abutment")) for n in (6, 12)]
    assert misses[0] / misses[1] == pytest.approx(4.0, rel=0.15)


def test_head_joints_of_a_dome_are_staggered():
    """Stones of odd rings lie on one side of the polygon, those of even rings on two."""
    for b in without(dome(6.0, 0.5, 4, 12), "abutment"):
        if b.name != "keystone":
            assert len(b.shape.parts) == (1 if int(b.groups[0][-1]) % 2 else 2)


@given(st.floats(1.0, 30.0), st.floats(0.1, 1.0), st.floats(0.02, 0.3), st.integers(2, 6), st.integers(4, 11))
@example(11.378964056285856, 1.0, 0.25, 2, 4)
@settings(deadline=None, max_examples=15)
def test_any_dome_is_watertight(span, share, thick, rings, sides):
    rise = span / 2 * share
    blocks = without(dome(span, thick * span, rings, sides, rise=rise), "abutment")
    assert_watertight(blocks, sided_volume(span, rise, thick * span, rings, sides), rel=1e-9)


# --- errors -------------------------------------------------------------------------------------

@pytest.mark.parametrize("call, text", [
    (lambda: barrel_vault(5.0, 0.4, 4.0, 1, 4),
     "vault: count 1 is too small: one voussoir must span <= 90 [deg], got 180"),
    (lambda: barrel_vault(5.0, 0.4, 4.0, 9, 0), "vault: blocks_along must be a whole number >= 1 [-], got 0"),
    (lambda: barrel_vault(5.0, 0.4, 4.0, 9, 2, rise=2.6),
     "vault: rise must be finite and > 0 and <= 2.5 [m], got 2.6"),
    (lambda: barrel_vault(5.0, 0.4, -4.0, 9, 2), "vault: length must be finite and > 0 [m], got -4.0"),
    (lambda: cross_vault(5.0, 0.4, 9, 0.5, side=5.0),
     "vault: side must be >= 5.8 [m], the width of the extrados, got 5.0"),
    (lambda: cross_vault(5.0, 0.4, 9, 0.0), "vault: block_length must be finite and > 0 [m], got 0.0"),
    (lambda: pavilion_vault(5.0, 0.4, 5, 0.5, sides=2), "vault: sides must be a whole number >= 3 [-], got 2"),
    (lambda: pavilion_vault(5.0, 0.4, 0, 0.5), "vault: courses must be a whole number >= 1 [-], got 0"),
    (lambda: dome(6.0, 0.5, 6, 3), "dome: sides must be a whole number >= 4 [-], got 3"),
    (lambda: dome(6.0, 0.5, 6, 8, oculus=6.0), "dome: oculus must be < the span 6 [m], got 6.0"),
    (lambda: dome(0.0, 0.5, 6, 8), "dome: span must be finite and > 0 [m], got 0.0"),
])
def test_vault_errors(call, text):
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value) == text
