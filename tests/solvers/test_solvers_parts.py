"""Islands: what stands still is solved apart from what moves, with the answer of the whole."""

from dataclasses import replace

import numpy as np
import pytest
from solvers_scenes import gravity_twist, wall

from drystone.solvers.cone.parts import join, split_still
from drystone.solvers.cone.problem import ContactProblem, SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.solve import solve_contact_problem


def two_walls(push):
    """Two equal problems side by side, nothing in common; all blocks of the second are pushed [m/s]."""
    scene = wall(6, 5)
    one = scene.problem(gravity_twist(scene), 0.6)
    pushed = gravity_twist(scene)
    pushed[~one.prescribed, 0] += push
    two = scene.problem(pushed, 0.6)
    shift = one.block_count

    def both(name):
        return np.concatenate([getattr(one, name), getattr(two, name)])

    return one, two, ContactProblem(
        **{name: both(name) for name in ("inertia", "free_twist", "prescribed", "frame", "arm_a", "arm_b", "bias",
                                         "friction")},
        block_a=np.concatenate([one.block_a, two.block_a + np.int32(shift)]),
        block_b=np.concatenate([one.block_b, two.block_b + np.int32(shift)]), speed_scale=one.speed_scale)


def still(problem, first):
    """The blocks of the first wall stand still."""
    return np.arange(problem.block_count) < first


def test_parts_are_the_two_walls():
    one, two, problem = two_walls(0.05)
    resting, moving = split_still(problem, still(problem, one.block_count))
    assert np.array_equal(resting.blocks, np.concatenate([~one.prescribed, np.zeros(two.block_count, bool)]))
    assert np.array_equal(moving.blocks, np.concatenate([np.zeros(one.block_count, bool), ~two.prescribed]))
    assert np.array_equal(resting.contacts, ~moving.contacts)
    assert resting.problem.contact_count == one.contact_count
    assert np.array_equal(moving.problem.frame, two.frame)


@pytest.mark.parametrize("every", [True, False])
def test_one_kind_is_not_split(every):
    _, _, problem = two_walls(0.05)
    assert split_still(problem, np.full(problem.block_count, every)) == []


def test_one_moving_block_wakes_its_island():
    _, two, problem = two_walls(0.05)
    is_still = np.ones(problem.block_count, bool)
    is_still[-1] = problem.prescribed[-1]              # the last block of the second wall
    _, moving = split_still(problem, is_still)
    assert moving.blocks.sum() == (~two.prescribed).sum()


def test_answers_join_to_that_of_the_whole():
    """Strictly convex in the velocity: both ways within the certified error of each other."""
    one, _, problem = two_walls(0.05)
    parts = split_still(problem, still(problem, one.block_count))
    answers = [solve_contact_problem(part.problem, tolerance=1e-5) for part in parts]
    joined = join(problem, parts, answers)
    whole = solve_contact_problem(problem, tolerance=1e-5)
    assert joined.status is SolveStatus.SOLVED
    bound = judge(problem, joined.twist, joined.impulse).velocity_bound
    assert bound <= 2.0 * max(answer.residuals.velocity_bound for answer in answers) + 1e-15

    def size(v):
        return np.sqrt(np.einsum("bi,bij,bj->", v, problem.inertia, v))

    assert size(joined.twist - whole.twist) <= (bound + whole.residuals.velocity_bound) * 2.0 * size(whole.twist)


def test_an_unsolved_part_shows():
    one, _, problem = two_walls(0.05)
    parts = split_still(problem, still(problem, one.block_count))
    answers = [solve_contact_problem(part.problem) for part in parts]
    answers[0] = replace(answers[0], status=SolveStatus.INACCURATE)
    assert join(problem, parts, answers).status is SolveStatus.INACCURATE
