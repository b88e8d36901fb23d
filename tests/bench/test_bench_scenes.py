"""The structures have the blocks they promise, side by side without overlap, and are pushed as promised."""

import numpy as np
import pytest
from bench_tiny import TINY

from drystone.bench.regimes import PLANS, quiet_history, violent_history
from drystone.bench.scenes import SCENES, bonded_wall, box_building, build


@pytest.mark.parametrize("name, count", [("wall", 205), ("two-leaf", 984), ("building", 4968),
                                         ("building-1000", 1012), ("building-250", 240), ("dry-wall", 210)])
def test_number_of_blocks(name, count):
    boxes = SCENES[name].boxes()
    assert len(boxes) == count
    assert SCENES[name].description.endswith(f"{count} blocks")


def covered_cells(boxes):
    """Every cell of the grid that a block fills, once for each block that does."""
    return [(x, y, z) for lower, upper in boxes for x in range(lower[0], upper[0]) for y in range(lower[1], upper[1])
            for z in range(lower[2], upper[2])]


@pytest.mark.parametrize("boxes, cells", [
    (bonded_wall(4, 3), 8 * 3), (bonded_wall(4, 3, 2), 8 * 3 * 2),
    # ring of 8 x 6 cells, one wide: 2 * 8 + 2 * (6 - 2), on each of 4 courses
    (box_building(4, 3, 4), 24 * 4)])
def test_blocks_fill_their_walls_and_nothing_twice(boxes, cells):
    found = covered_cells(boxes)
    assert len(found) == len(set(found)) == cells


def test_head_joints_do_not_run_through_two_courses():
    for boxes in (bonded_wall(5, 4), box_building(4, 3, 4)):
        by_course = {}
        for lower, upper in boxes:
            if lower[1] == 0:      # the wall along x in front
                by_course.setdefault(lower[2], set()).update({lower[0], upper[0]})
        ends = set.intersection(*by_course.values())
        assert all(len((a & b) - ends) == 0 for a, b in zip(by_course.values(), list(by_course.values())[1:]))


def test_the_leaves_of_the_two_leaf_wall_are_shifted_against_each_other():
    lowest = [(lower[1], lower[0]) for lower, _ in bonded_wall(4, 2, 2) if lower[2] == 0]
    assert [x for y, x in lowest if y == 0] == [0, 2, 4, 6] and [x for y, x in lowest if y == 1] == [0, 1, 3, 5, 7]


def step_values(history):
    """Factor over each step: both ends of a step must agree."""
    pairs = [(history[i], history[i + 1]) for i in range(0, len(history), 2)]
    assert all(a[1] == b[1] and b[0] > a[0] for a, b in pairs)
    return np.array([a[1] for a, _ in pairs])


def test_a_quiet_load_changes_by_one_percent_at_every_step_and_stays_near_its_level():
    values = step_values(quiet_history(50))
    assert np.abs(np.abs(np.diff(values)) - 0.01).max() < 1e-15
    assert values.min() == 1.0 and values.max() == 1.08


def test_a_violent_load_reverses():
    assert step_values(violent_history(7, 3)).tolist() == [1, 1, 1, -1, -1, -1, 1]


def test_the_push_is_the_level_times_gravity_along_the_direction_of_the_structure():
    plan = PLANS["building-250-quiet"]
    model = build(plan.scene, 2.0, [(0.0, 1.0), (1.0, 1.0)])
    force = model.loads.force(0.5, np.tile(np.eye(3), (model.block_count, 1, 1)), gravity=False)
    share = force[:-1, :3] / model.mass[:-1, None]
    assert np.allclose(share, 2.0 * np.array([0.8, 0.6, 0.0]), rtol=1e-12)


def test_a_model_without_push_has_gravity_only():
    model = build(TINY)
    assert model.block_count == 6 and not model.loads.body_loads
    assert model.mass[0] == pytest.approx(2000.0 * 0.4 * 0.2 * 0.2)
