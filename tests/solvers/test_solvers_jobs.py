"""Jobs on the contacts: chunks and groups that straddle them, and the same bits on any number of threads."""

import numpy as np
import pytest
from solvers_scenes import gravity_twist, wall

from drystone.solvers.factor.pattern_memory import PatternMemory
from drystone.solvers.interior.solver import solve_interior
from drystone.solvers.lanes import contact_jobs, groups
from drystone.solvers.lanes import layout as lanes
from drystone.solvers.lanes.contact_jobs import LEAST_UNITS, contact_crew, unit_count
from drystone.solvers.lanes.scaled_step import scale_problem


@pytest.mark.parametrize("sizes", [
    [groups.CHUNK_CONTACTS] * 3,                                  # a group a chunk
    [groups.CHUNK_CONTACTS - 1, 2, groups.CHUNK_CONTACTS - 1],    # one straddles
    [5, 3 * groups.CHUNK_CONTACTS, 7],                            # one covers whole chunks
    [groups.CHUNK_CONTACTS + 1, groups.CHUNK_CONTACTS - 1, 4],
    [3] * 100,
])
def test_chunks_reach_every_contact_of_every_group(sizes):
    """Twists spread and sums taken chunk by chunk equal those taken group by group."""
    count, number = sum(sizes), len(sizes)
    bundles = -(-count // lanes.LANES)
    a = np.zeros(bundles * lanes.SIZE)
    ptr = np.concatenate([[0], np.cumsum(sizes)])
    chunk_group = np.empty(-(-bundles // groups.CHUNK) + 1, np.int64)
    groups.find_chunks(ptr, chunk_group)
    assert chunk_group[0] == 0 and chunk_group[-1] == number
    rng = np.random.default_rng(5)
    twist, arm = rng.standard_normal((number, 6)), np.zeros((number, 3))
    # group g joins the ground to block g, its arms vanish: the lanes get the block's own twist
    for chunk in range(len(chunk_group) - 1):
        groups.spread_twist(a, twist, ptr, np.full(number, -1), np.arange(number), arm, arm, chunk_group, chunk)
    place = np.array([lanes.start(c) for c in range(count)])
    for k in range(6):
        assert np.array_equal(a[place + lanes.V0 + k * lanes.LANES], np.repeat(twist[:, k], sizes))
    value = rng.integers(-1000, 1000, (count, 6)).astype(float)      # whole numbers: sums are exact in any order
    for k in range(6):
        a[place + lanes.A0 + k * lanes.LANES] = value[:, k]
    total = np.full((number, 6), np.nan)
    for chunk in range(len(chunk_group) - 1):
        groups.sum_groups(a, lanes.A0, ptr, chunk_group, chunk, total)
    groups.sum_straddling(a, lanes.A0, ptr, chunk_group, total)
    assert np.array_equal(total, np.add.reduceat(value, ptr[:-1]))


def large_wall():
    scene = wall(24, 30)
    problem = scene.problem(gravity_twist(scene, push=(4.0, 1.0, 0.0)), 0.6)
    assert unit_count(-(-problem.contact_count // groups.CHUNK_CONTACTS)) >= LEAST_UNITS   # or no helper would wake
    return problem


def test_a_job_gives_the_same_bits_on_any_number_of_threads():
    problem = large_wall()
    answers = []
    for threads in (1, 2, 3):
        step = scale_problem(problem, PatternMemory()).step
        rng = np.random.default_rng(7)
        twist, out = rng.standard_normal((len(step.inertia), 6)), np.empty((len(step.inertia), 6))
        step.lanes[:] += rng.uniform(0.1, 1.0, step.lanes.size)
        with contact_crew(step, threads):
            for _ in range(20):
                contact_jobs.spread(step, twist)
                contact_jobs.gather(step, out)
                contact_jobs.assemble(step)
        answers.append((out, step.lanes.copy(), step.diag.copy(), step.off.copy()))
    for answer in answers[1:]:
        for mine, first in zip(answer, answers[0], strict=True):
            np.testing.assert_array_equal(mine, first)


def test_a_solution_has_the_same_bits_on_any_number_of_threads():
    problem = large_wall()
    alone = solve_interior(problem, patterns=PatternMemory(1))
    shared = solve_interior(problem, patterns=PatternMemory(2))
    assert alone.iterations == shared.iterations > 3
    np.testing.assert_array_equal(alone.twist, shared.twist)
    np.testing.assert_array_equal(alone.impulse, shared.impulse)
