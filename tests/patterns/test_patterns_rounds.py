"""Corbelled domes and cylinders of radial blocks: volumes, overhangs, staggered joints, the floor with its gap."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from watertight import assert_watertight

from drystone.errors import InputError
from drystone.model.file import model_from_data
from drystone.patterns import corbelled_dome, cylinder_wall, running_bond

#: The solid over an octagonal gap: as wide and as high as the wall over a gap of the same width.
CYLINDER = {"diameter": 16.2, "courses": 10, "course_height": 0.5, "ring_width": 0.9, "block_length": 1.0}


def polygon_area(radius, sides):
    return sides / 2 * math.sin(2 * math.pi / sides) * radius**2


def plan(block):
    """Corners (x, y) of an upright block."""
    return {(float(x), float(y)) for x, y, _ in block.shape.parts[0].vertices}


# --- corbelled dome -----------------------------------------------------------------------------

def test_corbelled_dome():
    """Span 6, rise 6: the arc has its centre 4.5 beyond the axis and radius 7.5; 12 courses of 0.5."""
    blocks = corbelled_dome(6.0, 6.0, 1.2, 12, 0.8, origin=(1.0, 2.0, 3.0))
    courses = Counter(b.groups[0] for b in blocks if b.name != "cap")
    volume = 0.0
    for k in range(12):
        inner = math.sqrt(7.5**2 - (0.5 * k)**2) - 4.5
        count = courses[f"course_{k + 1}"]
        assert abs(2 * math.pi * (inner + 0.6) / count - 0.8) < 0.5 * 0.8 / count + 1e-12
        volume += 0.5 * (polygon_area(inner + 1.2, count) - polygon_area(inner, count))
        ring = [b for b in blocks if f"course_{k + 1}" in b.groups]
        radius = [math.hypot(x - 1.0, y - 2.0) for b in ring for x, y in plan(b)]
        assert min(radius) == pytest.approx(inner, rel=1e-12) and max(radius) == pytest.approx(inner + 1.2, rel=1e-12)
    assert courses["course_1"] == round(2 * math.pi * 3.6 / 0.8)
    cap = blocks[-1]
    assert cap.name == "cap" and cap.shape.bounding_box[0, 2] == pytest.approx(9.0)
    assert_watertight(blocks[:-1], volume, rel=1e-12)
    last = math.sqrt(7.5**2 - 5.5**2) - 4.5
    sides = len(plan(cap))
    assert_watertight(blocks, volume + 0.5 * polygon_area(last + 0.6, sides), rel=1e-12)


def test_corbelled_rings_overhang_inwards_and_may_stay_open():
    blocks = corbelled_dome(4.0, 5.0, 1.0, 10, 0.6, cap=False)
    assert all(b.name != "cap" for b in blocks)
    inner = [min(math.hypot(x, y) for b in blocks if f"course_{k}" in b.groups for x, y in plan(b))
             for k in range(1, 11)]
    assert inner[0] == 2.0 and all(low > high > 0 for low, high in pairwise(inner))


# --- cylinder -----------------------------------------------------------------------------------

def ring_counts(blocks, course):
    names = [b.name.split("/") for b in blocks if f"course_{course}" in b.groups]
    return list(Counter(ring for _, ring, _ in names).values())


def test_filled_cylinder():
    blocks = cylinder_wall(**CYLINDER, origin=(1.0, 2.0, 3.0))
    # 8, 16, 32, 64: nearest, by ratio, to 2 pi r / 1.0 m in the middle of the ring
    odd, even = ring_counts(blocks, 1), ring_counts(blocks, 2)
    assert odd == [8, 8, 16, 16, 32, 32, 32, 32, 64] and even == [1, 8, 8, 16, 16, 32, 32, 32, 32, 64]
    volume = 5 * 0.5 * (polygon_area(8.1, odd[-1]) + polygon_area(8.1, even[-1]))
    assert_watertight(blocks, volume, rel=1e-12)
    assert len(blocks) == 5 * (sum(odd) + sum(even))
    box = np.array([b.shape.bounding_box for b in blocks])
    assert box[:, 0, 2].min() == 3.0 and box[:, 1, 2].max() == 8.0
    # whole rings of 0.9 m, and half a ring at the axis and outside in the courses between
    for course, radii in ((1, np.arange(0, 8.2, 0.9)), (2, [0, *np.arange(0.45, 8.0, 0.9), 8.1])):
        found = {round(math.hypot(x - 1.0, y - 2.0), 9) for b in blocks if f"course_{course}" in b.groups
                 for x, y in plan(b)}
        assert set(np.round(radii[1:], 9)) <= found and max(found) == 8.1


@pytest.mark.parametrize("change", [{}, {"inner_diameter": 4.0}, {"inner_diameter": 14.0, "ring_width": 1.1},
                                    {"block_length": 0.5}, {"shift_rings": False}])
def test_head_joints_of_neighbouring_courses_never_meet(change):
    """Directions of the radial joints, as seen from the axis, are a third or half a block apart."""
    blocks = cylinder_wall(**(CYLINDER | {"courses": 2} | change))
    directions = []
    for course in (1, 2):
        angle = {round(math.degrees(math.atan2(y, x)) % 360.0, 9) for b in blocks
                 if f"course_{course}" in b.groups and not b.name.endswith("/ring_1/block_1")
                 for x, y in plan(b) if math.hypot(x, y) > 1e-9}
        directions.append(np.array(sorted(angle)))
    apart = np.abs(directions[0][:, None] - directions[1][None])
    finest = 360.0 / max(len(d) for d in directions)
    assert np.minimum(apart, 360.0 - apart).min() > finest / 3 - 1e-6


def test_rings_may_stay_one_above_the_other():
    blocks = cylinder_wall(**(CYLINDER | {"courses": 4}), shift_rings=False)
    assert ring_counts(blocks, 1) == ring_counts(blocks, 2) == [8, 8, 16, 16, 32, 32, 32, 32, 64]
    assert_watertight(blocks, 2.0 * polygon_area(8.1, 64), rel=1e-12)


def test_hollow_cylinder_of_one_ring_is_a_round_wall_in_running_bond():
    blocks = cylinder_wall(5.0, 6, 0.3, 0.5, 0.6, inner_diameter=4.0)
    assert ring_counts(blocks, 1) == ring_counts(blocks, 2) == [32]
    assert_watertight(blocks, 6 * 0.3 * (polygon_area(2.5, 32) - polygon_area(2.0, 32)), rel=1e-12)
    turned = {round(math.degrees(math.atan2(y, x)) % 360.0, 6) for b in blocks if "course_2" in b.groups
              for x, y in plan(b)}
    assert min(turned) == pytest.approx(360 / 64)


def test_floor_leaves_an_octagon():
    blocks = cylinder_wall(**(CYLINDER | {"courses": 2}), gap_diameter=7.6, origin=(1.0, 2.0, 3.0))
    floor = [b for b in blocks if "floor" in b.groups]
    assert len(floor) == 8 and all(b.shape.bounding_box[1, 2] == 3.0 for b in floor)
    corners = np.array(sorted({c for b in floor for c in plan(b)}))
    radii = np.hypot(*(corners - [1.0, 2.0]).T)
    assert np.isclose(radii, 3.8, rtol=1e-12).sum() == 8 and np.isclose(radii, radii.max(), rtol=1e-12).sum() == 8
    assert radii.max() * math.cos(math.pi / 8) > 8.1                       # the whole cylinder stands on it
    area = polygon_area(radii.max(), 8) - polygon_area(3.8, 8)
    assert sum(b.shape.volume for b in floor) == pytest.approx(0.5 * area, rel=1e-12)
    assert_watertight(blocks, sum(b.shape.volume for b in blocks))


# --- the same in two dimensions, from what is there ---------------------------------------------

def test_wall_over_a_gap_needs_no_pattern_of_its_own():
    """A wall of 16.2 x 5.0 x 0.8 m in running bond on two footings that leave 7.6 m between them."""
    footing = {"box": {"size": [5.0, 1.6, 0.5], "center": [0.0, 0.4, -0.25]}, "groups": ["floor"]}
    left, right = ({**footing, "name": name, "box": footing["box"] | {"center": [x, 0.4, -0.25]}}
                   for name, x in (("footing_left", 4.3 - 2.5), ("footing_right", 11.9 + 2.5)))
    data = {
        "drystone": 1, "name": "natural arch", "gravity": 9.81, "materials": {"stone": {"density": 1800}},
        "joints": {"dry": {"friction": 0.4}}, "supports": "floor", "blocks": [left, right],
        "patterns": [{"kind": "running_bond", "material": "stone",
                      "parameters": {"length": 16.2, "courses": 10, "block": [0.54, 0.5], "thickness": 0.8}}]}
    model = model_from_data(data)[0].build()
    assert model.mass[~model.is_support].sum() == pytest.approx(1800 * 16.2 * 5.0 * 0.8)
    assert (~model.is_support).sum() == len(running_bond(16.2, 10, (0.54, 0.5), 0.8)) == 305


KINDS = {
    "pointed_arch": {"span": 6, "rise": 5, "thickness": 0.5, "count": 12, "width": 1},
    "segmental_arch": {"span": 6, "rise": 2, "thickness": 0.5, "count": 11, "width": 1},
    "basket_arch": {"span": 6, "rise": 2, "thickness": 0.5, "count": 11, "width": 1, "haunch_deg": 35},
    "spandrel_arch": {"abutments": True},
    "barrel_vault": {"span": 5, "thickness": 0.4, "length": 4, "count": 11, "blocks_along": 4, "curved": False},
    "cross_vault": {"span": 5, "thickness": 0.4, "count": 11, "block_length": 0.8},
    "pavilion_vault": {"span": 5, "thickness": 0.4, "courses": 5, "block_length": 0.8, "sides": 8},
    "dome": {"span": 6, "thickness": 0.5, "rings": 5, "sides": 12, "oculus": 1.0},
    "corbelled_dome": {"span": 6, "rise": 6, "thickness": 1.2, "courses": 12, "block_length": 1.0, "cap": False},
    "cylinder_wall": {"diameter": 5, "courses": 3, "course_height": 0.4, "ring_width": 0.6, "block_length": 0.8,
                      "gap_diameter": 2.0},
}


@pytest.mark.parametrize("kind", KINDS)
def test_model_file_builds_every_kind(kind):
    data = {"drystone": 1, "name": kind, "gravity": 9.81, "materials": {"stone": {"density": 2000}},
            "joints": {"dry": {"friction": 0.7}},
            "patterns": [{"kind": kind, "parameters": KINDS[kind], "material": "stone"}]}
    if kind == "corbelled_dome":
        data["ground"] = {"level": 0.0}
    else:
        data["supports"] = "floor" if kind == "cylinder_wall" else "abutment"
    model = model_from_data(data)[0].build()
    assert (~model.is_support).sum() > 10 and model.is_support.any()


@pytest.mark.parametrize("call, text", [
    (lambda: corbelled_dome(6.0, 2.0, 1.2, 12, 0.8), "dome: rise must be finite and >= 3 [m], got 2.0"),
    (lambda: corbelled_dome(6.0, 6.0, 0.45, 12, 0.8),
     "dome: thickness must be > 0.49115 [m], the greatest overhang of a course, got 0.45; more courses overhang less"),
    (lambda: corbelled_dome(6.0, 6.0, 1.2, 1, 0.8), "dome: courses must be a whole number >= 2 [-], got 1"),
    (lambda: cylinder_wall(**(CYLINDER | {"inner_diameter": 17.0})),
     "cylinder: inner_diameter must be < the diameter 16.2 [m], got 17.0"),
    (lambda: cylinder_wall(**(CYLINDER | {"gap_diameter": 16.2})),
     "cylinder: gap_diameter must be < the diameter 16.2 [m], got 16.2"),
    (lambda: cylinder_wall(**(CYLINDER | {"ring_width": 0})), "cylinder: ring_width must be finite and > 0 [m], got 0"),
    (lambda: cylinder_wall(**(CYLINDER | {"courses": 2.5})),
     "cylinder: courses must be a whole number >= 1 [-], got 2.5"),
])
def test_round_errors(call, text):
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value) == text
