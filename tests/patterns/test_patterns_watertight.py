"""The helper that judges all patterns must see overlaps and gaps itself."""

import numpy as np
import pytest
from watertight import assert_watertight, find_overlaps

from drystone.geometry.primitives import box, box_between, compound, hull, prism
from drystone.geometry.shape import NamedShape


def named(*shapes):
    return [NamedShape(f"b{k}", shape) for k, shape in enumerate(shapes)]


def test_touching_boxes_are_watertight():
    assert_watertight(named(box_between((0, 0, 0), (1, 1, 1)), box_between((1, 0, 0), (3, 1, 1))), 3.0)


def test_a_gap_shows_in_the_volume():
    with pytest.raises(AssertionError, match=r"volume 2\.999999\d* m3, expected 3\.0"):
        assert_watertight(named(box_between((0, 0, 0), (1, 1, 1)), box_between((1 + 1e-6, 0, 0), (3, 1, 1))), 3.0)


def test_an_overlap_shows_even_if_the_volume_is_right():
    blocks = named(box_between((0, 0, 0), (1, 1, 1)), box_between((0.9, 0, 0), (2.9, 1, 1)))
    with pytest.raises(AssertionError, match="1 pairs overlap, the first"):
        assert_watertight(blocks, 3.0)


@pytest.mark.parametrize("depth, is_seen", [(1e-6, True), (1e-12, False), (0.0, False), (-1e-6, False)])
def test_depth_of_rounding(depth, is_seen):
    """Faces: the extent is 2 m, so depths above 2e-9 m count."""
    blocks = named(box_between((0, 0, 0), (1, 1, 1)), box_between((1 - depth, 0.2, 0.1), (2, 1.2, 0.9)))
    assert bool(find_overlaps(blocks)) == is_seen


@pytest.mark.parametrize("distance, is_seen", [(0.49, True), (0.51, False)])
def test_edges_that_cross_have_no_face_between_them(distance, is_seen):
    """Two ridges at right angles, their boxes overlapping: the lower reaches to z = 0.5, the upper down to it."""
    lower = prism([(-1, 0), (1, 0), (0, 0.5)], -1, 1)
    upper = hull([(-1, y, z + distance) for y, z in ((-1, 0.5), (1, 0.5), (0, 0))]
                 + [(1, y, z + distance) for y, z in ((-1, 0.5), (1, 0.5), (0, 0))])
    assert bool(find_overlaps(named(lower, upper))) == is_seen


def test_parts_of_a_compound_count():
    angle = compound(box_between((0, 0, 0), (1, 1, 3)), box_between((1, 0, 0), (3, 1, 1)))
    assert_watertight(named(angle, box_between((1, 0, 1), (3, 1, 3))), 9.0)
    assert len(find_overlaps(named(angle, box((1, 1, 1), (1.2, 0.5, 1.2))))) == 2


def test_parts_of_one_block_must_not_overlap():
    twice = compound(box_between((0, 0, 1), (1, 1, 2)), box_between((0, 0, 1.9), (1, 1, 2.9)))
    with pytest.raises(AssertionError, match="1 pairs overlap"):
        assert_watertight(named(box_between((0, 0, 0), (1, 1, 1)), twice), 3.0)


def test_a_block_in_the_air_is_seen():
    with pytest.raises(AssertionError, match=r"touching nothing: \['b0', 'b1'\]"):
        assert_watertight(named(box_between((0, 0, 0), (1, 1, 1)), box_between((0, 0, 1.001), (1, 1, 2.001))), 2.0)


def test_names_must_differ():
    one = NamedShape("b", box_between((0, 0, 0), (1, 1, 1)))
    with pytest.raises(AssertionError, match=r"names used twice: \['b'\]"):
        assert_watertight([one, NamedShape("b", box_between((1, 0, 0), (2, 1, 1)))], 2.0)


def test_random_boxes_against_all_pairs():
    """The sweep finds what a comparison of all pairs finds."""
    rng = np.random.default_rng(5)
    low = rng.uniform(0, 3, (60, 3))
    high = low + rng.uniform(0.1, 0.8, (60, 3))
    depth = np.minimum(high[:, None], high[None]) - np.maximum(low[:, None], low[None])
    expected = np.triu((depth > 1e-8).all(axis=2), 1).sum()
    assert expected > 20 and len(find_overlaps(named(*(box_between(a, b) for a, b in zip(low, high))))) == expected
