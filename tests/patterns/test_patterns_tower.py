"""Towers and buttresses: volumes, toothed corners, openings, bad input."""

import numpy as np
import pytest
from watertight import assert_watertight

from drystone.errors import InputError
from drystone.patterns import buttress, buttressed_wall, tower

TOWER = {"width": 4.0, "height": 6.0, "thickness": 0.8, "block": (0.6, 0.3)}
STAGES = [(1.2, 1.0), (0.8, 2.0), (0.4, 2.5)]
BUTTRESSED = {"length": 6.0, "height": 3.0, "thickness": 0.5, "block": (0.5, 0.25), "positions": [1.0, 3.0, 5.0],
              "width": 0.6, "stages": STAGES}


def members(blocks, group):
    return [b for b in blocks if group in b.groups]


def test_plain_tower():
    blocks = tower(**TOWER)
    assert_watertight(blocks, (4.0**2 - 2.4**2) * 6.0)
    assert len(members(blocks, "corners")) == 4 * 20            # one stone at each corner in each course
    assert {g for b in blocks for g in b.groups if not g.startswith("course")} \
        == {"south", "north", "east", "west", "base", "corners"}


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("variation", [0.0, 0.2])
def test_tower_with_door_and_belfry(count, variation):
    blocks = tower(**TOWER, depth=5.0, belfry=(0.6, 3.6, 4.8), belfry_count=count, bearing=0.3,
                   openings=[[1.5, 2.5, 0.0, 2.1], [1.8, 2.2, 2.7, 3.3, 0.35]], length_variation=variation,
                   height_variation=variation, seed=3)
    holes = 1.0 * 2.1 + 0.4 * 0.6 + 4 * count * 0.6 * 1.2
    assert_watertight(blocks, (4.0 * 5.0 - 2.4 * 3.4) * 6.0 - 0.8 * holes)
    assert len(members(blocks, "lintels")) == 2 + 4 * count
    assert min(b.shape.bounding_box[0, 2] for b in members(blocks, "belfry")) == pytest.approx(3.6)
    assert {b.name for b in members(blocks, "lintels")} >= {"east/lintel_belfry_1", "south/lintel_1", "south/lintel_2"}


def test_belfry_is_in_the_middle_of_every_side():
    blocks = tower(**TOWER, depth=5.0, belfry=(0.6, 3.6, 4.8))
    middles = {b.name: b.shape.bounding_box.mean(axis=0)[:2].tolist() for b in members(blocks, "lintels")}
    assert middles == {"south/lintel_belfry_1": [2.0, 0.4], "north/lintel_belfry_1": [2.0, 4.6],
                       "west/lintel_belfry_1": [0.4, 2.5], "east/lintel_belfry_1": [3.6, 2.5]}


@pytest.mark.parametrize("change, text", [
    ({"thickness": 2.0}, "tower: thickness must be < half the width and depth [m], got 2.0"),
    ({"belfry": (0.6, 3.6)}, "tower: belfry (width, sill, head) must be 3 finite numbers [m], got (0.6, 3.6)"),
    ({"belfry": (0.6, 3.6, 4.8), "belfry_count": 0}, "tower: belfry_count must be a whole number >= 1 [-], got 0"),
    ({"belfry": (0.6, 3.6, 4.8), "belfry_count": 3},
     "wall 'south': opening 'belfry_1': it must stay clear of wall 'west' from 0 to 0.8 [m]"),
    ({"belfry": (0.0, 3.6, 4.8)}, "tower: belfry width must be finite and > 0 [m], got 0.0"),
    ({"length_variation": 0.1}, "tower: seed is missing; length_variation and height_variation need one"),
])
def test_tower_errors(change, text):
    with pytest.raises(InputError) as error:
        tower(**(TOWER | change))
    assert str(error.value) == text


def test_buttress_alone():
    blocks = buttress(0.6, STAGES, (0.4, 0.25), origin=(1.0, 2.0, 0.0))
    assert_watertight(blocks, 0.6 * (1.2 * 1.0 + 0.8 * 1.0 + 0.4 * 0.5))
    box = np.array([b.shape.bounding_box for b in blocks])
    assert np.allclose(box.min(axis=(0, 1)), (0.7, 0.8, 0.0)) and np.allclose(box.max(axis=(0, 1)), (1.3, 2.0, 2.5))
    assert set(blocks[0].groups) == {"buttress", "buttresses", "course_1", "base"}


@pytest.mark.parametrize("bonded", [True, False])
def test_buttressed_wall(bonded):
    blocks = buttressed_wall(**BUTTRESSED, bonded=bonded)
    assert_watertight(blocks, 6.0 * 3.0 * 0.5 + 3 * 0.6 * (1.2 + 0.8 + 0.2))
    reach = max(b.shape.bounding_box[1, 1] for b in members(blocks, "buttresses"))
    assert reach == (0.5 if bonded else 0.0)             # through the wall to its far face, or up to its front
    assert [len(members(blocks, f"buttress_{k}")) for k in (1, 2, 3)] == [len(members(blocks, "buttress_1"))] * 3


@pytest.mark.parametrize("change, text", [
    ({"stages": []}, "buttress: stages must be 1 or more rows (depth, height) [m], got []"),
    ({"stages": [(1, 2, 3)]}, "buttress: stage 1 (depth, height) must be 2 finite numbers [m], got (1, 2, 3)"),
    ({"stages": [(1.0, 0.0)]}, "buttress: stage 1: depth and height must be > 0 [m], got [1.0, 0.0]"),
    ({"stages": [(1.0, 1.0), (1.2, 2.0)]},
     "buttress: depths of the stages must fall and heights rise [m], got [[1.0, 1.0], [1.2, 2.0]]"),
    ({"stages": [(1.0, 3.5)]}, "buttress: stages must end at the wall's top 3 [m] or below, got 3.5"),
    ({"positions": []}, "buttress: positions must be a list of 1 or more numbers [m], got []"),
    ({"positions": [3.0, 3.2]}, "plan: walls 'buttress_1' and 'buttress_2' run in the same direction and overlap"),
    ({"positions": [0.1]}, "buttress: position must be finite and >= 0.3 and <= 5.7 [m], got 0.1"),
    ({"width": 0.0}, "buttress: width must be finite and > 0 [m], got 0.0"),
])
def test_buttress_errors(change, text):
    with pytest.raises(InputError) as error:
        buttressed_wall(**(BUTTRESSED | change))
    assert str(error.value) == text
