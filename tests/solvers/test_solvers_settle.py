"""Exact rest where it can be proved, and nowhere else."""

from dataclasses import replace

import numpy as np
import pytest
from solvers_scenes import Scene, block_on_plane, gravity_twist, wall

from drystone.solvers import settle as settle_module
from drystone.solvers.cone.parts import take_part
from drystone.solvers.cone.residuals import judge
from drystone.solvers.settle import settle
from drystone.solvers.solve import solve_contact_problem


def disturbed(solution, size, seed=0):
    """A solution with noise on the free blocks' twist, as a less accurate solver would leave it."""
    rng = np.random.default_rng(seed)
    twist = solution.twist.copy()
    twist[1:] += size * rng.standard_normal(twist[1:].shape)
    return replace(solution, twist=twist, residuals=None)


@pytest.mark.parametrize("push", [0.0, 2.0])
def test_wall_comes_to_exact_rest(push):
    """Twists of 1e-9 become zeros, with impulses in the cones that balance to 1e-11 of the weight a step."""
    scene = wall(6, 4)
    problem = scene.problem(gravity_twist(scene, push=(push, 0, 0)), 0.6)
    noisy = disturbed(solve_contact_problem(problem), 1e-9)
    rest = settle(problem, noisy)
    assert not rest.twist.any()
    found = judge(problem, rest.twist, rest.impulse)
    assert found.momentum < 1e-11 and found.velocity_bound < 1e-11 and found.cone_violation <= 1e-12
    assert rest.residuals == found


def test_impulses_move_little():
    """The correction is the least one: of the size of the momentum that is to be removed."""
    scene = wall(4, 3)
    problem = scene.problem(gravity_twist(scene), 0.6)
    solution = solve_contact_problem(problem)
    noisy = replace(solution, impulse=solution.impulse * (1 + 1e-8))
    rest = settle(problem, noisy)
    assert not rest.twist.any()
    assert np.abs(rest.impulse - noisy.impulse).max() < 1e-6 * solution.impulse.max()


def test_sliding_block_is_not_held():
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene, push=(8.0, 0, 0)), 0.6)
    solution = solve_contact_problem(problem)
    assert settle(problem, solution, speed=10.0) is solution


def test_one_rests_one_moves():
    """A block that slides on its own does not disturb its resting neighbour, and the other way round."""
    scene = block_on_plane()
    scene.block((3, 0, 0.5))
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        scene.contact(0, 2, (3 + x / 2, y / 2, 0))
    twist = gravity_twist(scene)
    twist[2, 0] = 0.5
    problem = scene.problem(twist, 0.6)
    solution = solve_contact_problem(problem)
    noisy = replace(solution, twist=solution.twist + np.outer([0, 1, 0], np.full(6, 1e-10)))
    rest = settle(problem, noisy)
    assert not rest.twist[1].any()
    assert np.array_equal(rest.twist[2], solution.twist[2]) and np.array_equal(rest.impulse[4:], solution.impulse[4:])


def test_block_under_a_sliding_one():
    """The impulses from a moving block are kept; the block below is at rest under them."""
    scene = block_on_plane((1, 1, 0.3))
    scene.block((0, 0, 0.55), (0.5, 0.5, 0.5))
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        scene.contact(1, 2, (x / 4, y / 4, 0.3))
    twist = gravity_twist(scene)
    twist[2, 0] += 0.005
    problem = scene.problem(twist, [0.8] * 4 + [0.3] * 4)
    solution = solve_contact_problem(problem)
    assert np.abs(solution.twist[2]).max() > 1e-3 and np.abs(solution.twist[1]).max() < 1e-9
    rest = settle(problem, solution)
    assert not rest.twist[1].any() and np.array_equal(rest.impulse[4:], solution.impulse[4:])
    assert rest.residuals.velocity_bound <= max(1e-6, solution.residuals.velocity_bound)


@pytest.mark.parametrize("few", [0.0, 0.5])
def test_few_candidates_among_many_that_move(monkeypatch, few):
    """Asked by itself or within the whole, a block under a sliding one rests, and nothing else is touched."""
    monkeypatch.setattr(settle_module, "FEW", few)
    taken = []
    monkeypatch.setattr(settle_module, "take_part", lambda *a: taken.append(take_part(*a)) or taken[-1])
    scene = block_on_plane((1, 1, 0.3))
    scene.block((0, 0, 0.55), (0.5, 0.5, 0.5))
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        scene.contact(1, 2, (x / 4, y / 4, 0.3))
    for k in range(3):
        scene.block((3 + 2 * k, 0, 0.5))
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            scene.contact(0, 3 + k, (3 + 2 * k + x / 2, y / 2, 0))
    twist = gravity_twist(scene)
    twist[2, 0] += 0.005
    twist[3:, 0] += 0.5
    problem = scene.problem(twist, [0.8] * 4 + [0.3] * 16)
    solution = solve_contact_problem(problem)
    noisy = replace(solution, twist=solution.twist + np.outer([0, 1, 0, 0, 0, 0], np.full(6, 1e-10)))
    rest = settle(problem, noisy)
    assert len(taken) == (few > 0.0)
    assert not rest.twist[1].any() and np.array_equal(rest.twist[2:], solution.twist[2:])
    assert np.array_equal(rest.impulse[4:], solution.impulse[4:])
    found = judge(problem, rest.twist, rest.impulse)
    assert rest.residuals == found and found.velocity_bound <= max(1e-6, solution.residuals.velocity_bound)


def test_bias_decides_who_may_carry():
    """An opening bias makes a contact idle; a closing one forbids rest; no bias on three corners is enough."""
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene, push=(1.0, -1.0, 0.0)), 0.6)     # leans away from corner 3
    problem.bias[3, 0] = 1e-3
    rest = settle(problem, solve_contact_problem(problem))
    assert not rest.twist[1].any() and not rest.impulse[3].any()
    problem.bias[3, 0] = -1e-3
    solution = solve_contact_problem(problem)
    assert settle(problem, solution, speed=1.0) is solution


def test_rest_is_relative_to_the_supports():
    """On a support that travels, rest is to travel with it."""
    scene = block_on_plane()
    twist = gravity_twist(scene)
    twist[:, :3] += (0.7, 0.0, 0.0)
    problem = scene.problem(twist, 0.6)
    solution = solve_contact_problem(problem)
    noisy = replace(solution, twist=solution.twist + np.outer([0, 1], np.full(6, 1e-10)))
    assert np.array_equal(settle(problem, noisy).twist[1], twist[0])


def test_left_alone():
    """Nothing prescribed, compliance, a turning support: the very same solution comes back."""
    scene = Scene()
    scene.block((0, 0, 0))
    scene.block((0, 0, 1))
    scene.contact(0, 1, (0, 0, 0.5))
    problem = scene.problem(np.zeros((2, 6)), 0.5)
    solution = solve_contact_problem(problem)
    assert settle(problem, solution) is solution
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene), 0.6, compliance=np.full((4, 3), 1e-6))
    solution = solve_contact_problem(problem)
    assert settle(problem, solution, speed=1.0) is solution
    twist = gravity_twist(scene)
    twist[0, 5] = 0.1
    problem = scene.problem(twist, 0.6)
    solution = solve_contact_problem(problem)
    assert settle(problem, solution) is solution


def test_planar_wall_rests():
    scene = wall(3, 3)
    problem = scene.problem(gravity_twist(scene), 0.6, planar_axis=1)
    solution = solve_contact_problem(problem)
    twist = solution.twist.copy()
    twist[1:, [0, 2, 4]] += 1e-10
    assert not settle(problem, replace(solution, twist=twist)).twist.any()
