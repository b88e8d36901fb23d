"""Walls and stacks: counts, volumes, and coordinates shared to the bit."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drystone.errors import InputError
from drystone.patterns import courses_wall, running_bond, single, stack, stack_bond

WALL_WITH_OPENING = [
    [1, 1, 1, 1],
    [0.5, 1, 1, 1, 0.5],
    [1, 1, 1, 1],
    [0.5, 1, -1, 1, 0.5],
    [1, 0.5, -1, 0.5, 1],
    [0.5, 1, -1, 1, 0.5],
    [1, 0.5, -1, 0.5, 1],
    [0.5, 1, -1, 1, 0.5],
    [1, 1, 1, 1],
    [0.5, 1, 1, 1, 0.5],
    [1, 1, 1, 1],
]


def boxes(blocks):
    return np.array([b.shape.bounding_box for b in blocks])


def assert_no_overlap(blocks):
    """Exact comparison of floats: neighbours touch, none overlaps by even one rounding."""
    low, high = boxes(blocks)[:, 0], boxes(blocks)[:, 1]
    depth = np.minimum(high[:, None], high[None]) - np.maximum(low[:, None], low[None])
    overlap = (depth > 0).all(axis=2)
    np.fill_diagonal(overlap, False)
    assert not overlap.any()


def distinct(values):
    """Sorted distinct floats; equal ones must be so to the bit, different ones far apart."""
    out = np.unique(values)
    assert np.diff(out).min() > 1e-6
    return out


def test_reference_wall_of_20_courses():
    blocks = running_bond(4.0, 20, (0.4, 0.2), 0.2)
    assert len(blocks) == 210
    assert sum(b.shape.volume for b in blocks) == pytest.approx(4.0 * 4.0 * 0.2, rel=1e-13)
    assert_no_overlap(blocks)
    courses = Counter(g for b in blocks for g in b.groups if g.startswith("course"))
    assert [courses[f"course_{k}"] for k in range(1, 21)] == [10, 11] * 10
    assert all("wall" in b.groups for b in blocks)
    assert blocks[0].name == "course_1/block_1" and blocks[-1].name == "course_20/block_11"
    assert len({b.name for b in blocks}) == 210
    assert len(distinct(boxes(blocks)[:, :, 0])) == 21
    assert len(distinct(boxes(blocks)[:, :, 2])) == 21


@given(st.integers(1, 25), st.integers(1, 6), st.floats(0.05, 1.0), st.floats(0.05, 0.5),
       st.floats(-1e3, 1e3), st.booleans())
@settings(deadline=None, max_examples=40)
def test_any_running_bond(halves, courses, length, height, x, running):
    halves += 0 if running else halves % 2
    make = running_bond if running else stack_bond
    blocks = make(halves * length / 2, courses, (length, height), 0.3, origin=(x, -x, 0.1))
    assert_no_overlap(blocks)
    assert sum(b.shape.volume for b in blocks) == pytest.approx(halves * length / 2 * courses * height * 0.3,
                                                                rel=1e-9)
    assert len(distinct(boxes(blocks)[:, :, 2])) == courses + 1
    assert len(distinct(boxes(blocks)[:, :, 0])) <= halves + 1
    widths = np.ptp(boxes(blocks)[:, :, 0], axis=1) / length
    assert np.allclose(widths, np.round(2 * widths) / 2, atol=1e-9)


def test_wall_of_odd_half_blocks():
    """2.5 blocks long: every course has one half, alternately right and left."""
    blocks = running_bond(1.0, 2, (0.4, 0.2), 0.2)
    widths = np.ptp(boxes(blocks)[:, :, 0], axis=1)
    assert np.allclose(widths, [0.4, 0.4, 0.2, 0.2, 0.4, 0.4])


def test_stack_bond():
    blocks = stack_bond(1.2, 3, (0.4, 0.2), 0.25, origin=(1, 2, 3))
    assert len(blocks) == 9
    assert_no_overlap(blocks)
    assert np.allclose(boxes(blocks).min(axis=(0, 1)), [1, 2, 3])
    assert np.allclose(boxes(blocks).max(axis=(0, 1)), [2.2, 2.25, 3.6])


def test_wall_with_opening():
    """Wall 3 of Ferris and Tin-Loi (2001): 46 blocks, opening 0.4 x 0.875 m, x 0.6..1.0, z 0.525..1.4."""
    blocks = courses_wall(WALL_WITH_OPENING, 0.4, 0.175, 1.0)
    assert len(blocks) == 46
    assert_no_overlap(blocks)
    assert sum(b.shape.volume for b in blocks) == pytest.approx(1.6 * 1.925 - 0.4 * 0.875, rel=1e-13)
    assert len(distinct(boxes(blocks)[:, :, 0])) == 9
    for low, high in boxes(blocks):
        inside_x = min(high[0], 1.0) - max(low[0], 0.6) > 1e-9
        inside_z = min(high[2], 1.4) - max(low[2], 0.525) > 1e-9
        assert not (inside_x and inside_z)


def test_layout_of_thirds_shares_joints():
    """Sums of 1/3, 0.1 and 0.7 in different orders end at the same float."""
    third = 1 / 3
    blocks = courses_wall([[third, third, third, 1], [1, 0.1, 0.2, 0.7], [0.7, 0.2, 0.1, 1]], 0.37, 0.2, 0.1)
    ends = {b.shape.bounding_box[1, 0] for b in blocks if b.name.endswith("block_4")}
    assert len(ends) == 1
    assert len(distinct(boxes(blocks)[:, :, 0])) == 9       # 0, 1/3, 2/3, 0.7, 0.9, 1, 1.1, 1.3, 2


def test_stack_and_single():
    blocks = stack((0.3, 0.2, 0.1), 7, base=(1.0, 0.0, 0.1))
    assert [b.name for b in blocks] == [f"block_{k}" for k in range(1, 8)]
    for below, above in pairwise(blocks):
        assert below.shape.bounding_box[1, 2] == above.shape.bounding_box[0, 2]
    assert np.allclose(blocks[0].shape.centroid, [1.0, 0.0, 0.15])
    (block,) = single((0.3, 0.2, 0.1), name="b1")
    assert block.name == "b1" and block.shape.bounding_box[0, 2] == 0.0


@pytest.mark.parametrize("call, text", [
    (lambda: running_bond(4.1, 2, (0.4, 0.2), 0.2),
     "wall: length must be a whole multiple of the half block 0.2 [m], got 4.1"),
    (lambda: stack_bond(1.0, 2, (0.4, 0.2), 0.2),
     "wall: length must be a whole multiple of the block 0.4 [m], got 1.0"),
    (lambda: running_bond(4.0, 0, (0.4, 0.2), 0.2), "wall: courses must be a whole number >= 1 [-], got 0"),
    (lambda: running_bond(4.0, 2, (0.4, -0.2), 0.2), "wall: block height must be finite and > 0 [m], got -0.2"),
    (lambda: running_bond(4.0, 2, (0.4, 0.2), 0), "wall: thickness must be finite and > 0 [m], got 0"),
    (lambda: courses_wall([[1, 0]], 0.4, 0.2, 0.2),
     "wall: course 1: lengths must be finite and not 0 [block lengths], got 0"),
    (lambda: courses_wall([[1], [-1]], 0.4, 0.2, 0.2), "wall: course 2 has no block, got [-1]"),
    (lambda: courses_wall([], 0.4, 0.2, 0.2), "wall: layout must have at least 1 course, got 0"),
    (lambda: stack((1, 1, 1), 2.5), "stack: count must be a whole number >= 1 [-], got 2.5"),
    (lambda: single((1, 1, 0), name="b1"), "b1: size must be > 0 [m], got (1, 1, 0)"),
])
def test_pattern_errors(call, text):
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value) == text
