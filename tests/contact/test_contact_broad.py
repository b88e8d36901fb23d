"""Broad phase: the same pairs as comparing all boxes, in order, with work that grows as the number of parts."""

import numpy as np
import pytest
from contact_scenes import Scene, box

from drystone.contact import broad
from drystone.contact.broad import find_pairs
from drystone.contact.detect import Detector
from drystone.model.parts import build_parts


def brute_force(block, boxes, is_support, is_active):
    """All pairs, one by one."""
    low, high = boxes[:, :3], boxes[:, 3:]
    touch = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(axis=2)
    touch &= block[:, None] != block[None]
    touch &= ~(is_support[block][:, None] & is_support[block][None])
    touch &= is_active[block][:, None] & is_active[block][None]
    return np.argwhere(np.triu(touch, 1))


def random_boxes(rng, count, large):
    size = rng.uniform(0.2, 1.0, (count, 3))
    middle = rng.uniform(-1.0, 1.0, (count, 3)) * count**(1 / 3)
    pick = rng.choice(count, large, replace=False)
    size[pick] *= 1000.0 ** rng.uniform(0.5, 1.0, (large, 1))
    return np.concatenate([middle - 0.5 * size, middle + 0.5 * size], axis=1)


@pytest.mark.parametrize("count", [1, 2, 39, 41, 300, 1000])
@pytest.mark.parametrize("large", [0, 1, 5])
def test_same_pairs_as_brute_force(count, large):
    rng = np.random.default_rng(count + large)
    boxes = random_boxes(rng, count, min(large, count))
    block = (np.arange(count) // 2).astype(np.int32)  # two parts a block
    is_support = rng.uniform(size=count) < 0.2
    is_active = rng.uniform(size=count) < 0.9
    pairs = np.zeros((100_000, 2), np.int64)
    found = find_pairs(block, boxes, is_support, is_active, pairs)
    assert np.array_equal(pairs[:found], brute_force(block, boxes, is_support, is_active))
    assert find_pairs(block, boxes, is_support, is_active, pairs[:0]) == found  # counts on where room ends


def test_what_flew_off_or_is_not_a_number_meets_nothing():
    rng = np.random.default_rng(1)
    boxes = random_boxes(rng, 100, 0)
    block, free = np.arange(100, dtype=np.int32), np.zeros(100, bool)
    boxes[7] += 1e18
    boxes[8] = np.nan
    boxes[9] = np.inf
    boxes[10] = np.repeat([-np.inf, np.inf], 3)
    pairs = np.zeros((10_000, 2), np.int64)
    found = pairs[:find_pairs(block, boxes, free, ~free, pairs)]
    ordinary = [k for k in range(100) if k not in (7, 8, 9, 10)]
    expected = brute_force(block, boxes, free, ~free)
    both = np.isin(expected, ordinary).all(axis=1)
    assert np.array_equal(found[np.isin(found, ordinary).all(axis=1)], expected[both])
    assert 8 not in found


def count_looks(monkeypatch, count, large):
    """Pairs of boxes that are compared, counted in the kernels' own Python; and that it finds what they find."""
    looks = [0]

    def is_candidate(*args, plain=broad.is_candidate.py_func):
        looks[0] += 1
        return plain(*args)

    boxes = random_boxes(np.random.default_rng(0), count, large)
    block, free = np.arange(count, dtype=np.int32), np.zeros(count, bool)
    pairs, again = np.zeros((2, 40 * count, 2), np.int64)
    found = find_pairs(block, boxes, free, ~free, pairs)
    with monkeypatch.context() as patch:
        for name in ("measure_parts", "cell_number", "hash_cell", "insert_sorted"):
            patch.setattr(broad, name, getattr(broad, name).py_func)
        patch.setattr(broad, "is_candidate", is_candidate)
        assert find_pairs.py_func(block, boxes, free, ~free, again) == found
    assert np.array_equal(pairs[:found], again[:found])
    return looks[0]


@pytest.mark.parametrize("large", [0, 1])
def test_pairs_looked_at_grow_linearly(monkeypatch, large):
    """Eight times the parts, in eight times the room, need about eight times the looks; all pairs would be 64 times.

    About: in the smaller heap more parts lie at its surface, with fewer neighbours. It is 9.3 times, and some six
    looks a part; the large part is one more.
    """
    small, big = (count_looks(monkeypatch, count, large) for count in (500, 4_000))
    assert 4_000 < big < 12 * small and big < 10 * 4_000


def test_more_pairs_and_points_than_the_first_buffers_hold():
    """A pile of blocks all in one place: every pair is a candidate, most have points; nothing is lost."""
    scene = Scene()
    rng = np.random.default_rng(2)
    for _ in range(60):
        q = rng.normal(size=4)
        scene.add(box(1, 1, 1), 0.1 * rng.normal(size=3), q / np.linalg.norm(q))
    contacts = scene.detect()
    assert contacts.candidate_count == 60 * 59 // 2 == len(contacts.pair_status)
    assert contacts.pair_ptr[-1] == contacts.count > 60 * 59


def test_empty_model():
    nothing = Detector(build_parts([])).detect(np.zeros((0, 3)), np.zeros((0, 4)), np.zeros(0, bool),
                                               np.zeros(0, bool), 1e-3)
    assert nothing.count == 0 and nothing.candidate_count == 0 and nothing.pair_ptr.tolist() == [0]
