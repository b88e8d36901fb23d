"""The stone house: the published layout block by block, and what follows from its numbers without it."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from watertight import assert_watertight

from drystone.errors import InputError
from drystone.patterns import house

LAYOUT = Path(__file__).resolve().parents[2].parent / "shared" / "reference" / "stone_house_proposal.json"

LENGTH, DEPTH, THICKNESS, EAVES, RISE, TOP = 4.15, 2.5, 0.5, 2.25, 0.75, 0.08 * 4.15
DOOR, WINDOW = 1.0 * 1.75, 0.7 * 1.0
#: Facade and returns to the eaves, the gable as a trapezium, less the openings.
VOLUME = THICKNESS * ((LENGTH + 2 * (DEPTH - THICKNESS)) * EAVES + RISE * (LENGTH + TOP) / 2 - DOOR - WINDOW)


def boxes(blocks):
    return np.array([b.shape.bounding_box for b in blocks])


def find(blocks, name):
    (block,) = [b for b in blocks if b.name == name]
    return block.shape.bounding_box


def test_layout_is_the_proposed_one():
    if not LAYOUT.exists():
        pytest.skip(f"the proposed layout {LAYOUT.name} is not at hand")
    given = np.array(json.loads(LAYOUT.read_text())["blocks"]).reshape(-1, 3, 2).transpose(0, 2, 1)
    found = boxes(house())
    assert given.shape == found.shape
    order = [np.lexsort(np.round(b, 4).reshape(-1, 6).T) for b in (given, found)]
    assert np.allclose(given[order[0]], found[order[1]], rtol=0, atol=5.1e-7)      # written with six digits


def test_counts():
    """Courses of 20 blocks below the window, 18 beside it, 17 with both lintels, 23 at the eaves, then the gable."""
    blocks = house()
    assert len(blocks) == 191
    courses = Counter(g for b in blocks for g in b.groups if g.startswith("course_"))
    assert [courses[f"course_{k}"] for k in range(1, 13)] == [20] * 3 + [18] * 4 + [17, 23, 10, 6, 3]
    groups = Counter(g for b in blocks for g in b.groups)
    assert (groups["facade"], groups["south"], groups["north"]) == (85, 58, 48)
    assert (groups["gable"], groups["lintels"], groups["base"]) == (19, 2, 20)


def test_volume():
    assert VOLUME == pytest.approx(8.784125, rel=1e-12)
    assert_watertight(house(), VOLUME)
    assert_watertight(house(stepped=False), VOLUME)


def test_first_courses_and_lintels():
    blocks = house()
    facade = [b.shape.bounding_box[:, 0].tolist() for b in blocks if {"facade", "course_1"} <= set(b.groups)]
    assert facade == [[0, 0.38], [0.38, 0.76], [0.76, 1.14], [1.14, 1.575], [2.575, 3.04], [3.04, 3.42], [3.42, 3.8],
                      [3.8, 4.15]]
    assert find(blocks, "facade/lintel_door").tolist() == [[1.325, 0, 1.75], [2.825, 0.5, 2]]
    assert find(blocks, "north/lintel_window").tolist() == [[3.65, 0.95, 1.75], [4.15, 2.15, 2]]
    assert find(blocks, "south/course_2/block_1").tolist() == [[0, 0, 0.25], [0.5, 0.38, 0.5]]
    assert find(blocks, "south/course_1/block_1").tolist() == [[0, 0.5, 0], [0.5, 0.69, 0.25]]


def test_no_block_is_shorter_than_half():
    sizes = np.ptp(boxes(house()), axis=1)
    assert np.sort(sizes[:, :2], axis=1)[:, 0].min() == pytest.approx(0.19)


@pytest.mark.parametrize("block_length, count", [(0.40, 178), (0.45, 166)])
def test_counts_with_other_blocks(block_length, count):
    """Counts that were published with the layout for its sensitivity."""
    blocks = house(block_length=block_length)
    assert len(blocks) == count
    assert_watertight(blocks, VOLUME)


def test_other_houses():
    plain = house(door=None, window=None, gable_courses=0)
    assert_watertight(plain, THICKNESS * (LENGTH + 2 * (DEPTH - THICKNESS)) * EAVES)
    assert not any({"lintels", "gable"} & set(b.groups) for b in plain)
    pointed = house(stepped=False, gable_top_width=0.0, gable_courses=6)
    assert_watertight(pointed, VOLUME + THICKNESS * (LENGTH * 1.5 / 2 - RISE * (LENGTH + TOP) / 2))
    moved = house(origin=(1.0, -2.0, 0.5))
    assert np.allclose(boxes(moved) - (1.0, -2.0, 0.5), boxes(house()), rtol=0, atol=1e-14)


@pytest.mark.parametrize("change, text", [
    ({"thickness": 2.5}, "house: thickness must be < half the facade and < the returns [m], got 2.5"),
    ({"courses": 0}, "house: courses must be a whole number >= 1 [-], got 0"),
    ({"block_length": -0.4}, "house: block_length must be finite and > 0 [m], got -0.4"),
    ({"gable_top_width": 5.0}, "house: gable_top_width must be finite and >= 0 and <= 4.15 [m], got 5.0"),
    ({"door": (1, 2)}, "house: door (from, to, sill, head) must be 4 finite numbers [m], got (1, 2)"),
    ({"door": (0.4, 1.4, 0.0, 1.75)},
     "wall 'facade': opening 'door': it must stay clear of wall 'south' from 0 to 0.5 [m]"),
    ({"window": (1.2, 1.9, 0.75, 1.7)},
     "plan: heights 1.7 and 1.75 m of sills, heads, tops or bases must be at least half a course apart, 0.125 [m]"),
])
def test_errors(change, text):
    with pytest.raises(InputError) as error:
        house(**change)
    assert str(error.value) == text
