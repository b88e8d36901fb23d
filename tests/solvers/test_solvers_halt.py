"""Rest of blocks that barely move: taken where statics admits it, whatever their speed says otherwise."""

from dataclasses import replace

import numpy as np
import pytest
from solvers_scenes import Scene, block_on_plane, gravity_twist, wall

from drystone.solvers.cone.coulomb_residuals import judge_coulomb
from drystone.solvers.cone.parts import rows_at
from drystone.solvers.coulomb import solve_coulomb
from drystone.solvers.halt import AT_REST, NO_BIAS, halt, halt_beside

SPEED = 1e-2       #: of the speed scale, below which rest is looked for


def creeping(problem, size=1e-4, seed=0):
    """The problem of a step that starts with twists of `size`, and those twists (b, 6)."""
    rng = np.random.default_rng(seed)
    twist = np.where(problem.prescribed[:, None], 0.0, size * problem.speed_scale * rng.standard_normal((1, 6)))
    twist = twist * rng.uniform(0.2, 1.0, (problem.block_count, 1))
    return replace(problem, free_twist=problem.free_twist + twist), twist


def asked(problem, twist):
    return halt(problem, twist, SPEED * problem.speed_scale)


@pytest.mark.parametrize("push", [0.0, 2.0])
def test_a_wall_that_creeps_comes_to_exact_rest(push):
    scene = wall(6, 4)
    problem, twist = creeping(scene.problem(gravity_twist(scene, push=(push, 0, 0)), 0.6))
    found = asked(problem, twist)
    assert not found.twist.any()
    residuals = judge_coulomb(problem, found.twist, found.impulse)
    assert residuals == found.coulomb and residuals.worst < 1e-10 and residuals.cone_violation < 1e-12


def test_what_slides_under_its_load_is_not_held():
    """Pushed by 0.6 g at friction 0.6, a little more and a little less, from next to no speed."""
    scene = block_on_plane()
    for share, rests in ((0.999, True), (1.001, False)):
        problem, twist = creeping(scene.problem(gravity_twist(scene, push=(0.6 * share * 9.81, 0, 0)), 0.6), 1e-6)
        assert (asked(problem, twist) is not None) == rests


def test_what_stands_on_its_edge_is_not_held():
    """A cube over its edge by a thousandth of its side on either side of the centre."""
    for offset, rests in ((-1e-3, False), (1e-3, True)):
        scene = Scene()
        scene.block((0, 0, -0.5), prescribed=True)
        scene.block((0, 0, 0.5))
        for x, y in ((offset, -0.5), (offset, 0.5), (-0.5, -0.5), (-0.5, 0.5)):
            scene.contact(0, 1, (x, y, 0.0))
        problem, twist = creeping(scene.problem(gravity_twist(scene), 0.6), 1e-6)
        assert (asked(problem, twist) is not None) == rests


def test_what_is_fast_is_not_asked_for():
    scene = wall(3, 2)
    problem, twist = creeping(scene.problem(gravity_twist(scene), 0.6))
    twist[1, 0] = 1.1 * SPEED * problem.speed_scale
    assert asked(problem, twist) is None


def test_a_bias_that_asks_for_motion_forbids_rest_and_rounding_does_not():
    """Feedback of a penetration pushes blocks apart; frames of blocks that barely move turn by next to nothing."""
    scene = wall(3, 2)
    problem, twist = creeping(scene.problem(gravity_twist(scene), 0.6))
    for bias, rests in ((-0.9 * NO_BIAS, True), (-1e-3, False), (1e-3, True)):
        changed = problem.bias.copy()
        changed[0, 0] = bias * problem.speed_scale
        found = asked(replace(problem, bias=changed), twist)
        assert (found is not None) == rests
        assert not rests or found.coulomb.worst <= AT_REST


def test_nothing_rests_on_a_support_that_moves_beside_one_that_does_not():
    scene = block_on_plane()
    scene.block((3, 0, 0.0), prescribed=True)
    problem = scene.problem(gravity_twist(scene), 0.6)
    assert asked(problem, np.zeros((3, 6))) is not None
    moving = problem.free_twist.copy()
    moving[0, 0] = 1e-4 * problem.speed_scale
    assert asked(replace(problem, free_twist=moving), np.zeros((3, 6))) is None


def rattling(seed=0):
    """A wall that creeps, and on it a stone that comes down on one edge and goes on rocking; its number."""
    scene = wall(6, 4)
    stone = scene.block((0.8, 0.0, 1.35), (0.1, 0.1, 0.3))
    top = [b for b, centre in enumerate(scene.centre[:-1]) if centre[2] > 1.0 and abs(centre[0] - 0.8) < 0.25]
    for y in (-0.05, 0.05):
        scene.contact(top[0], stone, (0.75, y, 1.2))
    problem, twist = creeping(scene.problem(gravity_twist(scene), 0.6), seed=seed)
    twist[stone] = 0.0
    free = problem.free_twist.copy()
    free[stone, 4] += 0.5              # [rad/s] about the edge: 50 times what gravity does in the step
    free[stone, 0] += 0.5 * 0.15
    twist[stone, 4] = 0.5
    return replace(problem, free_twist=free), twist, stone


@pytest.mark.parametrize("knows", [False, True])
def test_a_stone_that_rattles_does_not_keep_the_wall_from_rest(knows):
    """All blocks but the stone rest exactly, with its impulses as loads, and the law is obeyed no worse than before."""
    problem, twist, stone = rattling()
    assert asked(problem, twist) is None
    solved = solve_coulomb(problem, (twist, np.zeros((problem.contact_count, 3))), tolerance=1e-3, most=3000)
    calm = halt(*_without(problem, twist, stone), SPEED * problem.speed_scale)
    known = np.zeros((problem.contact_count, 3))
    known[(problem.block_a != stone) & (problem.block_b != stone)] = calm.impulse
    found = halt_beside(problem, solved, twist, SPEED * problem.speed_scale, known=known if knows else None)
    others = np.arange(problem.block_count) != stone
    assert found.count == problem.block_count - 2 and not found.twist[others].any()
    assert (found.twist[stone] == solved.twist[stone]).all() and np.abs(found.twist[stone]).max() > 0.1
    residuals = judge_coulomb(problem, found.twist, found.impulse)
    assert residuals.momentum < 1e-10 and residuals.cone_violation < 1e-10
    assert residuals.worst <= max(solved.coulomb.worst, 1e-3)


def _without(problem, twist, block):
    """The problem without the contacts of a block, which is prescribed; and the twists."""
    kept = (problem.block_a != block) & (problem.block_b != block)
    prescribed, free = problem.prescribed.copy(), problem.free_twist.copy()
    prescribed[block], free[block] = True, 0.0
    return replace(problem, prescribed=prescribed, free_twist=free, **rows_at(problem, kept)), twist


def test_a_block_that_cannot_be_held_is_left_to_move_and_the_others_rest():
    """The last stone of the top course is pushed outwards beyond its friction, though it barely moves yet."""
    scene = wall(3, 2)
    near, twist = creeping(scene.problem(gravity_twist(scene), 0.6))
    start = twist, np.zeros((near.contact_count, 3))
    slow = replace(solve_coulomb(near, start, tolerance=1e-3, most=3000), twist=twist)
    top, pushed = near.block_count - 1, near.free_twist.copy()
    pushed[top, 0] += 0.7 * near.speed_scale
    found = halt_beside(replace(near, free_twist=pushed), slow, twist, SPEED * near.speed_scale)
    assert found.count == near.block_count - 2 and (found.twist[top] == twist[top]).all()
    assert not np.delete(found.twist, top, axis=0).any()
