"""The trial of other ways of iterating: its first way is the splitting itself, and its groups move as rigid bodies."""

from dataclasses import replace

import numpy as np
import pytest
from solvers_scenes import gravity_twist, wall

from drystone.bench.splitting_trial import LOOKS, WAYS, _groups, errors_of
from drystone.solvers.cone.scaled_system import scale_system
from drystone.solvers.plain.splitting import Method, solve_splitting


def pushed_wall():
    scene = wall(5, 4)
    problem = scene.problem(gravity_twist(scene, push=(7.0, 0.0, 0.0)), 0.6)
    return replace(problem, position=np.array(scene.centre))


def at_rest(problem):
    return np.zeros((problem.block_count, 6)), np.zeros((problem.contact_count, 3))


def test_the_first_way_is_the_splitting_itself():
    problem = pushed_wall()
    found = errors_of(problem, at_rest(problem), balances=False, corrects=False)
    for number, look in enumerate(LOOKS[:2]):
        same = solve_splitting(problem, at_rest(problem), tolerance=0.0, most=look, first=look)
        scaled = scale_system(problem)
        method = Method(scaled, problem.speed_scale / scaled.speed)
        impulse = same.impulse / (np.where(scaled.weight > 0.0, scaled.weight, np.inf) * scaled.mass * scaled.speed)
        assert method.measure(impulse)[0] / method.unit >= found[number] * (1.0 - 1e-9)
        assert number or method.measure(impulse)[0] / method.unit == pytest.approx(found[0], rel=1e-9)


@pytest.mark.parametrize("way", WAYS)
def test_all_ways_approach_the_law(way):
    balances, corrects = WAYS[way]
    problem = pushed_wall()
    found = errors_of(problem, at_rest(problem), balances=balances, corrects=corrects)
    assert len(found) == len(LOOKS) and found == sorted(found, reverse=True) and found[-1] < 0.1 < found[0] + 0.1


def test_groups_move_as_rigid_bodies():
    """A turn of all groups about the origin's axes and a shift of all are among their motions."""
    problem = pushed_wall()
    scaled = scale_system(problem)
    groups = _groups(Method(scaled, 1.0), problem).toarray()
    system = scaled.system
    for axis in range(6):
        motion = np.zeros((problem.block_count, 6))
        motion[:, axis] = 1.0
        if axis >= 3:
            motion[:, :3] = np.cross(np.eye(3)[axis - 3], problem.position)
        wanted = motion[system.block, system.dof]
        found = groups @ np.linalg.lstsq(groups, wanted, rcond=None)[0]
        assert found == pytest.approx(wanted, abs=1e-9)
