"""One answer from two starts: what is compared, in which measure, and when a row fails."""

from dataclasses import replace

import numpy as np
import pytest
from bench_tiny import VIOLENT

from drystone.bench import uniqueness
from drystone.bench.options import Options
from drystone.bench.register import find_benchmarks
from drystone.bench.tap import Heard
from drystone.bench.uniqueness import Compared, Moving, as_row, compare_starts, compared_steps, greatest_speed
from drystone.engines.nscd.warmup import stack_of_cubes
from drystone.solvers.cone.problem import FlowLaw

TINY = Moving("tiny", VIOLENT.model, 1e-3, 3, 4)


def test_speeds_are_those_of_contact_points_of_free_blocks():
    """A cube that turns about z: its corners at half a side from the centre move, its centre does not."""
    problem = stack_of_cubes(1, push=0.0)
    twist = np.zeros_like(problem.free_twist)
    twist[1, 5] = 2.0
    reach = np.linalg.norm(problem.arm_b[:, :2] if problem.block_b[0] == 1 else problem.arm_a[:, :2], axis=1).max()
    assert greatest_speed(problem, twist) == pytest.approx(2.0 * reach)
    twist[0, :3] = 9.0                      # the support
    assert greatest_speed(problem, twist) == pytest.approx(2.0 * reach)
    twist[1, :3] = (0.0, 0.0, 3.0)
    assert greatest_speed(problem, twist) == pytest.approx(np.hypot(2.0 * reach, 3.0))


def test_a_problem_with_one_answer_has_it_from_both_starts():
    """Cubes pushed to slide: the pressure is known, so the answer is, however far off the warm start was."""
    problem = replace(stack_of_cubes(3, push=2.0), law=FlowLaw.COULOMB)
    rng = np.random.default_rng(0)
    warm = problem.speed_scale * rng.standard_normal(problem.free_twist.shape), rng.uniform(
        0.0, problem.speed_scale, (problem.contact_count, 3))
    found = compare_starts(Heard(problem, warm, None, 0.0))
    assert found.apart < 10.0 * uniqueness.EXACT and found.residual <= uniqueness.EXACT
    assert found.contacts == problem.contact_count


def test_steps_in_motion_are_compared_and_no_others():
    model, found = compared_steps(TINY, None, Options())
    assert np.count_nonzero(~model.is_support) == 5 and len(found) == TINY.count
    assert all(np.isfinite(one.apart) and one.residual < 1e-2 for one in found)


def test_rows_fail_where_stiff_joints_have_two_answers_or_nothing_was_compared():
    model = VIOLENT.model(2)
    near, far = Compared(1e-4, 1e-4, 20), Compared(6e-3, 1e-4, 22)
    assert not as_row(TINY, "stiff", model, [near, near], is_judged=True).failed
    assert as_row(TINY, "stiff", model, [near, far], is_judged=True).failed
    assert not as_row(TINY, "rigid", model, [near, far], is_judged=False).failed
    assert as_row(TINY, "rigid", model, [], is_judged=False).failed
    row = as_row(TINY, "rigid", model, [near, far], is_judged=False)
    assert (row.more["above"], row.more["apart_worst"], row.contacts) == (1, 6e-3, 21)


def test_it_is_a_benchmark_by_name():
    assert [item.name for item in find_benchmarks(["uniqueness"])] == ["uniqueness"]
