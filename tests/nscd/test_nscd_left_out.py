"""Open contacts are left out of a solve where nothing seems to close them; those that close all the same are put in."""

from dataclasses import replace

import numpy as np
import pytest
from scenes import wall

from drystone.engines.nscd.cone_step import ConeStep, StepData
from drystone.engines.nscd.contact_rows import make_contact_rows
from drystone.engines.nscd.left_out import find_missed, solve_with_missed
from drystone.engines.nscd.observe import observe
from drystone.engines.nscd.stepper import Stepper
from drystone.engines.nscd.world import World
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.model.settings import AnalysisSettings

DT, G = 1e-2, 9.81
RULES = ("coulomb", "lagged", "associative")


def pushed_cube(push: float, gap: float) -> Assembly:
    """A cube of 1 m on smooth ground, pushed along x [m/s2] towards a post across a gap [m]."""
    scene = Assembly("pushed", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("smooth", friction=0.0)
    scene.add("cube", box((1.0, 1.0, 1.0), center=(0.0, 0.0, 0.5)), material="stone")
    scene.add("post", box((1.0, 1.0, 1.0), center=(1.0 + gap, 0.0, 0.5)), material="stone")
    scene.support("post")
    scene.add_ground(level=0.0)
    scene.body_acceleration("push", (push, 0.0, 0.0))
    return scene


@pytest.mark.parametrize("rule", RULES)
def test_a_contact_that_closes_against_all_expectation_is_put_in(rule):
    """From rest a push of 20 g covers a gap g within a step; the bias 2 g/dt ends its way exactly at the post.

    It takes a change of velocity of 2 g/dt = 6.1 a0 dt to close it, which nothing before the step announces. The
    pose moves with the mean of old and new velocity: g. Tolerance: 1e-6 of the speed, which the solver is asked for.
    """
    gap = 3e-3
    stepper = Stepper(pushed_cube(20.0 * G, gap).build(), AnalysisSettings(dt=DT, flow=rule))
    state, report = stepper.step(stepper.start(), DT)
    assert report.missed_count == 4 and report.solve_count > 1 and report.is_solved
    assert state.twist[0, 0] == pytest.approx(2.0 * gap / DT, rel=2e-6)
    assert state.position[0, 0] == pytest.approx(gap, rel=2e-6)


def test_a_contact_that_stays_open_is_not_put_in():
    """Half a g moves the cube by 0.25 a0 dt^2, far from the post: one solve."""
    stepper = Stepper(pushed_cube(0.5 * G, 3e-3).build(), AnalysisSettings(dt=DT))
    state, report = stepper.step(stepper.start(), DT)
    assert report.contact_count == 8 and report.missed_count == 0
    assert state.twist[0, 0] == pytest.approx(0.5 * G * DT, rel=2e-6)


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.7])
def test_whatever_is_left_out_at_first_the_answer_is_that_of_all_contacts(kept):
    """A wall that slides and rocks after a blow: constraints left out at random come back until none is broken.

    The velocities of a step are unique. Tolerance, in the norm of the certified errors: the sum of both, and what
    constraints broken by 1e-6 a0 dt, which count as kept, may shift: twice that speed of all blocks.
    """
    scene_of = wall(courses=4).build()
    settings = AnalysisSettings(dt=DT, flow="lagged", settling=False)
    world, rng = World(scene_of, settings), np.random.default_rng(5)
    stepper = Stepper(scene_of, settings)
    state = stepper.start()
    twist = state.twist.copy()
    twist[~scene_of.is_support] = rng.normal(scale=[0.3, 0.3, 0.1, 0.2, 0.2, 0.2], size=(scene_of.block_count - 1, 6))
    state = replace(state, twist=twist)
    scene = observe(world, None, state, DT)
    points = make_contact_rows(scene, None, None, None)
    cone = ConeStep(world)

    def solve(used):
        return cone.solve(StepData(scene, used, scene.load + points.carried, points.rebound))

    whole = solve(replace(points.rows, is_used=np.ones(points.rows.count, bool)))
    some = replace(points.rows, is_used=rng.random(points.rows.count) < kept)
    rows, answer, missed = solve_with_missed(scene, some, solve)
    assert missed > 0 and not find_broken(rows, answer.solution.twist, world.speed).any()
    problem, one, two = whole.problem, whole.solution, answer.solution
    reference = max(norm(problem, one.twist), world.speed * np.sqrt(world.mass[scene.free].sum()))
    allowed = one.residuals.velocity_bound + two.residuals.velocity_bound + 2e-6
    assert norm(problem, two.twist - one.twist) <= allowed * reference


def norm(problem, twist):
    """|v|_H over the free blocks."""
    free = ~problem.prescribed
    return np.sqrt(np.einsum("bi,bij,bj->", twist[free], problem.inertia[free], twist[free]))


def find_broken(rows, twist, speed):
    """(r,) bool, rows that the twist breaks by more than 1e-6 a0 dt, for flow rule lagged."""
    return find_missed(rows.block_a, rows.block_b, rows.frame, rows.arm_a, rows.arm_b, rows.is_used, rows.bias,
                       rows.friction, rows.slip_old, 1.0, twist, 1e-6 * speed)


@pytest.mark.parametrize("approach, slide, slope, lag, is_missed", [
    (-0.11, 0.0, 0.0, 1.0, True),        # beyond the bias of 0.1 m/s
    (-0.09, 0.0, 0.0, 1.0, False),
    (-0.09, 5.0, 0.0, 1.0, False),       # coulomb: sliding does not count
    (0.0, 0.3, 0.5, 0.0, True),          # associative: 0.1 < 0.5 * 0.3
    (0.0, 0.3, 0.5, 1.0, False),         # lagged: the slip of the last step, 0.2 m/s, is made up for
    (0.0, 0.5, 0.5, 1.0, True)])
def test_what_counts_as_broken(approach, slide, slope, lag, is_missed):
    """u_n + d_n < slope (|u_t| - lag |u_t,old|) with d_n = 0.1 and |u_t,old| = 0.2 m/s."""
    one, arm = np.zeros(1, np.int32), np.zeros((1, 3))
    twist = np.zeros((2, 6))
    twist[1, :2] = approach, slide
    for used in (False, True):
        missed = find_missed(one, one + np.int32(1), np.eye(3)[None], arm, arm, np.array([used]),
                             np.array([[0.1, 0.0, 0.0]]), np.array([slope]), np.array([0.2]), lag, twist, 1e-9)
        assert missed[0] == (is_missed and not used)
