"""Straight walls in all bonds: filled without gaps, openings clear, lintels where they belong, bad input refused."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from watertight import assert_watertight

from drystone.errors import InputError
from drystone.patterns import masonry_wall, running_bond, stack_bond

OPENINGS = [[1.2, 2.1, 0.0, 1.5], [2.9, 3.5, 0.75, 1.5]]
OPEN_AREA = 0.9 * 1.5 + 0.6 * 0.75
BONDS = {"running": {}, "third": {"overlap": 1 / 3}, "stack": {"bond": "stack"}, "english": {"bond": "english"},
         "flemish": {"bond": "flemish"}, "layout": {"bond": "layout", "layout": [[1], [0.5, 1], [0.7, 1, 0.6]]},
         "leaves": {"leaves": [0.15, 0.1, 0.15], "through": [0.3, 1.0, 2]},
         "random": {"length_variation": 0.3, "height_variation": 0.2, "seed": 4},
         "random leaves": {"length_variation": 0.3, "seed": 4, "leaves": [0.2, 0.2], "through": [0.3, 1.0, 3]}}


def boxes(blocks):
    return np.array([b.shape.bounding_box for b in blocks])


def lengths(blocks):
    return np.ptp(boxes(blocks)[:, :, 0], axis=1)


def members(blocks, group):
    return [b for b in blocks if group in b.groups]


@pytest.mark.parametrize("options", BONDS.values(), ids=BONDS)
@pytest.mark.parametrize("origin", [(0, 0, 0), (-11.1, 3.3, 0.7)])
def test_wall_with_two_openings(options, origin):
    blocks = masonry_wall(4.0, 2.0, 0.4, (0.5, 0.25), openings=OPENINGS, origin=origin, **options)
    assert_watertight(blocks, 0.4 * (4.0 * 2.0 - OPEN_AREA))
    found = boxes(blocks) - origin
    assert np.allclose(found.min(axis=(0, 1)), 0, atol=1e-12)
    assert np.allclose(found.max(axis=(0, 1)), (4.0, 0.4, 2.0))
    for low, high, sill, head in OPENINGS:
        inside = (found[:, 1] - (low, 0, sill) > 1e-9).all(axis=1) & ((high, 1, head) - found[:, 0] > 1e-9).all(axis=1)
        assert not inside.any()
    assert [b.name for b in members(blocks, "lintels")] == ["lintel_1", "lintel_2"]
    lintel = members(blocks, "lintels")[0].shape.bounding_box - origin
    assert np.allclose(lintel[:, 0], (1.2 - 0.25, 2.1 + 0.25)) and lintel[0, 2] == pytest.approx(1.5)


@pytest.mark.parametrize("options", BONDS.values(), ids=BONDS)
def test_coordinates_are_shared_to_the_bit(options):
    """Distinct floats are far apart: no two faces differ by a rounding."""
    blocks = masonry_wall(4.0, 2.0, 0.4, (0.5, 0.25), openings=OPENINGS, origin=(1 / 3, 0.1, 0.7), **options)
    for axis in range(3):
        steps = np.diff(np.unique(boxes(blocks)[:, :, axis]))
        assert steps.min() > 1e-5            # random joints lie on a grid of a 2000th block, 2.5e-4 m, about the ends


@pytest.mark.parametrize("make, bond", [(running_bond, "running"), (stack_bond, "stack")])
def test_same_blocks_as_the_plain_walls(make, bond):
    plain = make(3.2, 5, (0.4, 0.2), 0.3, (1.0, 2.0, 0.5))
    general = masonry_wall(3.2, 1.0, 0.3, (0.4, 0.2), bond=bond, origin=(1.0, 2.0, 0.5))
    assert [b.name for b in plain] == [b.name for b in general]
    assert np.allclose(boxes(plain), boxes(general), rtol=0, atol=1e-14)


def test_heights_that_fit_no_course_stretch_the_courses_between():
    """Sill at 0.9 m over courses of 0.25 m: four of 0.225 m; then 0.6 m to the head: two of 0.3 m."""
    blocks = masonry_wall(3.0, 2.0, 0.4, (0.5, 0.25), openings=[[1, 2, 0.9, 1.5]])
    beds = np.unique(boxes(blocks)[:, :, 2])
    assert np.allclose(beds, [0, 0.225, 0.45, 0.675, 0.9, 1.2, 1.5, 1.75, 2.0])


def test_no_lintel_where_the_bearing_is_zero():
    blocks = masonry_wall(3.0, 1.0, 0.4, (0.5, 0.25), openings=[[1, 2, 0.5, 1.0, 0]])
    assert not members(blocks, "lintels")
    assert_watertight(blocks, 0.4 * 2.5)
    hanging = masonry_wall(3.0, 1.0, 0.4, (0.5, 0.25), openings=[[1, 2, 0.25, 0.75]], bearing=0)
    assert not members(hanging, "lintels")
    assert_watertight(hanging, 0.4 * 2.5)


def test_a_row_may_have_its_own_bearing():
    blocks = masonry_wall(3.0, 1.0, 0.4, (0.5, 0.25), openings=[[1, 2, 0.25, 0.75, 0.4]], bearing=0.1)
    (lintel,) = members(blocks, "lintels")
    assert np.allclose(lintel.shape.bounding_box[:, 0], (0.6, 2.4))


def test_headers_reach_through_and_stretchers_lie_in_leaves():
    blocks = masonry_wall(3.0, 1.0, 0.4, (0.4, 0.125), bond="english")
    for block in blocks:
        depth = np.ptp(block.shape.bounding_box[:, 1])
        is_header_course = int(block.name.partition("/")[0].removeprefix("course_")) % 2 == 0
        assert ("through" in block.groups) == is_header_course
        assert depth == pytest.approx(0.4 if is_header_course else 0.2)
    assert len(members(blocks, "leaf_1")) == len(members(blocks, "leaf_2")) == 4 * 8


@pytest.mark.parametrize("bond", ["running", "english", "flemish"])
@pytest.mark.parametrize("length", [4.0, 4.2, 4.4, 4.6])
def test_no_head_joint_over_another(bond, length):
    """Along the face of the wall; lengths in quarter blocks and more."""
    blocks = masonry_wall(length, 1.0, 0.4, (0.8, 0.125), bond=bond)
    front = [b for b in blocks if b.shape.bounding_box[0, 1] == 0.0]
    joints = [sorted(b.shape.bounding_box[1, 0] for b in members(front, f"course_{k}"))[:-1] for k in range(1, 9)]
    for lower, upper in pairwise(joints):
        assert min(abs(a - b) for a in lower for b in upper) >= 0.8 / 8 - 1e-9


def test_through_stones_tie_the_leaves():
    blocks = masonry_wall(6.0, 2.0, 0.6, (0.4, 0.2), leaves=[0.2, 0.2, 0.2], through=[0.3, 1.2, 2])
    stones = members(blocks, "through")
    assert len(stones) == 5 * 4 and all(b.shape.volume == pytest.approx(0.3 * 0.2 * 0.6) for b in stones)
    assert {g for b in stones for g in b.groups if g.startswith("course")} == {f"course_{k}" for k in (2, 4, 6, 8, 10)}
    assert_watertight(blocks, 6.0 * 2.0 * 0.6)


@given(st.integers(0, 10**6), st.floats(0.05, 0.5), st.floats(0.0, 0.4), st.floats(2.5, 6.0))
@settings(deadline=None, max_examples=25)
def test_irregular_walls(seed, length_variation, height_variation, length):
    blocks = masonry_wall(length, 1.6, 0.4, (0.35, 0.2), length_variation=length_variation, seed=seed,
                          height_variation=height_variation, openings=[[1.0, 1.6, 0.4, 1.2]], bearing=0.3)
    assert_watertight(blocks, 0.4 * (length * 1.6 - 0.6 * 0.8), rel=1e-8)    # lengths are read to 5e-10 m
    least = min(0.5, max(0.25, 1 - length_variation)) * 0.35
    assert lengths(blocks).min() >= least - 1e-9
    heights = np.ptp(boxes(blocks)[:, :, 2], axis=1)
    assert heights.min() >= 0.2 * (1 - height_variation) / (1 + height_variation) - 1e-4


def test_seeds():
    def wall(seed):
        return boxes(masonry_wall(4.0, 1.0, 0.4, (0.4, 0.2), length_variation=0.3, height_variation=0.2, seed=seed))

    assert np.array_equal(wall(1), wall(1))
    assert wall(1).shape != wall(2).shape or not np.array_equal(wall(1), wall(2))


@pytest.mark.parametrize("change, text", [
    ({"length": 0}, "wall: length must be finite and > 0 [m], got 0"),
    ({"thickness": -1.0}, "wall: thickness must be finite and > 0 [m], got -1.0"),
    ({"block": (0.5, 0)}, "wall: block height must be finite and > 0 [m], got 0.0"),
    ({"bond": "dutch"}, "wall: bond must be one of running, stack, english, flemish, layout, got 'dutch'"),
    ({"overlap": 1.0}, "wall: overlap must be finite and > 0 and <= 0.999 [-], got 1.0"),
    ({"length_variation": 0.2}, "wall: seed is missing; length_variation and height_variation need one"),
    ({"height_variation": 0.2}, "wall: seed is missing; length_variation and height_variation need one"),
    ({"length_variation": 1.0, "seed": 1}, "wall: length_variation must be finite and >= 0 and <= 0.9 [-], got 1.0"),
    ({"length_variation": 0.2, "seed": 1, "bond": "stack"},
     "wall: length_variation goes with bond running, got 'stack'"),
    ({"length_variation": 0.2, "seed": 1.5}, "wall: seed must be a whole number >= 0 [-], got 1.5"),
    ({"least": 0.3}, "wall: least must be finite and > 0 and <= 0.25 [m], got 0.3"),
    ({"least": 0.2, "bond": "flemish"},
     "wall: least must be <= a quarter block 0.125 [m] in flemish bond, got 0.2"),
    ({"layout": [[1]]}, "wall: layout goes with bond layout, got layout [[1]] and bond 'running'"),
    ({"bond": "layout"}, "wall: layout goes with bond layout, got layout None and bond 'layout'"),
    ({"bond": "layout", "layout": []}, "wall: layout must be 1 or more rows of lengths [block lengths], got []"),
    ({"bond": "layout", "layout": [[1], [0.2]]},
     "wall: layout, row 2: blocks must be at least 0.25 long [m], got 0.1"),
    ({"bond": "layout", "layout": [[1, -1]]},
     "wall: layout, row 1 must be finite and > 0 [block lengths], got -1"),
    ({"leaves": [0.2, 0.1]}, "wall 'wall': leaves must add up to the thickness 0.4 [m], got [0.2, 0.1]"),
    ({"through": [0.1, 1, 2]}, "wall: through, length must be finite and >= 0.25 [m], got 0.1"),
    ({"through": [0.3, 1, 1.5]}, "wall: through, every must be a whole number >= 1 [-], got 1.5"),
    ({"openings": [[1, 2, 0.5]]},
     "wall: opening 1 (from, to, sill, head) must be 4 finite numbers [m], got [1, 2, 0.5]"),
    ({"openings": [[1, 2, 0.5, 3]]},
     "wall 'wall': opening '1': start < end must lie within 0 to 4 and sill < head within 0 to 2 [m], "
     "got 1, 2, 0.5, 3"),
    ({"openings": [[0.1, 2, 0.5, 1]]},
     "wall 'wall': opening '1': its lintel from -0.15 to 2.25 m at height 1 m must lie within the wall, 0 to 4 m and "
     "below 2 m"),
    ({"openings": [[1, 2, 0.5, 2]]},
     "wall 'wall': opening '1': its lintel from 0.75 to 2.25 m at height 2 m must lie within the wall, 0 to 4 m and "
     "below 2 m"),
    ({"openings": [[1, 2, 0.5, 1], [2.3, 3, 0.5, 1]]},
     "wall 'wall': openings or lintels overlap from 2.05 to 2.25 m in the course at height 1 m"),
    ({"openings": [[1, 2, 0.5, 1], [1.2, 1.8, 1, 1.5]]},
     "wall 'wall': openings or lintels overlap from 1.2 to 2.25 m in the course at height 1 m"),
    ({"openings": [[0.4, 2, 0.5, 1]]},
     "wall 'wall': 0.15 m are left from 0 to 0.15 m in the course at height 1 m, less than the least block 0.25 m"),
    ({"openings": [[1, 2, 0.5, 1.0], [2.5, 3, 0.6, 1.0]]},
     "plan: heights 0.5 and 0.6 m of sills, heads, tops or bases must be at least half a course apart, 0.125 [m]"),
    ({"openings": 3}, "wall: openings must be rows (from, to, sill, head) or with a bearing [m], got 3"),
    ({"bearing": -0.1}, "wall: bearing must be finite and >= 0 [m], got -0.1"),
])
def test_errors(change, text):
    given = {"length": 4.0, "height": 2.0, "thickness": 0.4, "block": (0.5, 0.25)} | change
    with pytest.raises(InputError) as error:
        masonry_wall(**given)
    assert str(error.value) == text
