"""The judge: its numbers against dense NumPy, and wrong answers that it must not let pass."""

import numpy as np
import pytest
from solvers_scenes import block_on_plane, dense_jacobian, gravity_twist, stack, wall

from drystone.solvers.interior_solver import solve_interior
from drystone.solvers.residuals import judge, judge_infeasible


def dense_judge(problem, twist, impulse):
    """The definitions, with full matrices over the free blocks."""
    free = np.flatnonzero(~problem.prescribed)
    columns = (6 * free[:, None] + np.arange(6)).ravel()
    g = dense_jacobian(problem)
    h = np.zeros((len(columns), len(columns)))
    for k, b in enumerate(free):
        h[6 * k:6 * k + 6, 6 * k:6 * k + 6] = problem.inertia[b]
    e = np.zeros_like(impulse) if problem.compliance is None else problem.compliance
    mu = problem.friction
    norm = np.hypot(impulse[:, 1], impulse[:, 2])
    cone = impulse.copy()
    for c in range(len(mu)):
        if norm[c] > mu[c] * impulse[c, 0]:
            n = max(0.0, (impulse[c, 0] + mu[c] * norm[c]) / (1 + mu[c] ** 2))
            cone[c] = [n, *(mu[c] * n * impulse[c, 1:] / norm[c] if norm[c] > 0 else (0, 0))]
    w = (twist - problem.free_twist).ravel()[columns]
    v = twist.ravel()[columns]
    reference = max(np.sqrt(v @ h @ v), problem.speed_scale * np.sqrt(problem.inertia[free, 0, 0].sum()))
    short = h @ w - g[:, columns].T @ impulse.ravel()
    short_cone = h @ w - g[:, columns].T @ cone.ravel()
    u = (g @ twist.ravel()).reshape(-1, 3) + problem.bias
    s, s_cone = u + e * impulse, u + e * cone
    shift = np.maximum(mu * np.hypot(s_cone[:, 1], s_cone[:, 2]) - s_cone[:, 0], 0)
    give = np.array([g[3 * c, columns] @ np.linalg.solve(h, g[3 * c, columns]) + e[c, 0] for c in range(len(mu))])
    excess = (s_cone * cone).sum() + (shift * np.maximum(cone[:, 0], shift / give)).sum()
    bound = np.sqrt(max(short_cone @ np.linalg.solve(h, short_cone) + 2 * excess, 0)) / reference
    return [np.sqrt(short @ np.linalg.solve(h, short)) / reference, shift.max(),
            max(np.max(norm - mu * impulse[:, 0]), 0.0, -impulse[:, 0].min()) / impulse[:, 0].max(),
            np.abs((s * impulse).sum(axis=1)).sum(), bound]


@pytest.mark.parametrize("compliant", [False, True])
def test_numbers_are_the_definitions(compliant):
    """Random twist and impulses, so that every number is of order one: equal to rounding."""
    scene = wall(2, 2)
    rng = np.random.default_rng(1)
    count = len(scene.contacts)
    problem = scene.problem(gravity_twist(scene), rng.uniform(0.1, 1.0, count),
                            compliance=rng.uniform(0, 1e-2, (count, 3)) if compliant else None)
    twist = 0.1 * rng.standard_normal((problem.block_count, 6))
    twist[0] = 0.0
    impulse = rng.standard_normal((count, 3)) + np.array([1.0, 0, 0])
    found = judge(problem, twist, impulse)
    expected = dense_judge(problem, twist, impulse)
    got = [found.momentum, found.gap_violation, found.cone_violation, found.complementarity, found.velocity_bound]
    # gap_violation is with the impulses as given, the oracle's with the projected ones: equal without compliance
    skip = {1} if compliant else set()
    for k in set(range(5)) - skip:
        assert got[k] == pytest.approx(expected[k], rel=1e-10), k


@pytest.fixture(scope="module")
def solved():
    scene = stack(3)
    problem = scene.problem(gravity_twist(scene, push=(1.0, 0, 0)), 0.6)
    return problem, solve_interior(problem)


def test_good_answer_passes(solved):
    problem, solution = solved
    found = judge(problem, solution.twist, solution.impulse)
    assert found.velocity_bound < 1e-8 and found.momentum < 1e-12 and found.cone_violation == 0.0


def test_bound_covers_a_known_error(solved):
    """A velocity that is off by a known amount in a harmless direction (up) is bounded from above, and not wildly."""
    problem, solution = solved
    for size in (1e-6, 1e-4, 1e-2):
        wrong = solution.twist.copy()
        wrong[3, 2] += size * problem.speed_scale
        error = size * np.sqrt(problem.inertia[3, 0, 0] / problem.inertia[1:, 0, 0].sum())
        bound = judge(problem, wrong, solution.impulse).velocity_bound
        assert error <= bound <= 30 * np.sqrt(error)


def test_free_motion_is_no_answer(solved):
    """v = v*, r = 0 balances momentum and complementarity exactly; only the constraints are broken."""
    problem, _ = solved
    found = judge(problem, problem.free_twist, np.zeros((problem.contact_count, 3)))
    assert found.momentum == 0.0 and found.complementarity == 0.0
    assert found.gap_violation > 0.5 * problem.speed_scale and found.velocity_bound > 0.5


@pytest.mark.parametrize("spoil", [
    lambda v, r: (v + 1e-3, r), lambda v, r: (v, -r), lambda v, r: (-v + 1e-3, r), lambda v, r: (v, 0.5 * r),
    lambda v, r: (v, r * [1.0, 10.0, 10.0] + [0.0, 1.0, 0.0]), lambda v, r: (v, r[::-1] * [2.0, 1, 1]),
    lambda v, r: (v * np.nan, r), lambda v, r: (v, r * np.inf)],
    ids=["velocity", "sign", "reversed", "half", "outside", "swapped", "nan", "inf"])
def test_wrong_answers_are_caught(solved, spoil):
    problem, solution = solved
    twist, impulse = spoil(solution.twist, solution.impulse)
    assert not judge(problem, twist, impulse).velocity_bound < 1e-2


def test_impulse_outside_the_cone_is_reported(solved):
    problem, solution = solved
    impulse = solution.impulse.copy()
    impulse[0, 1] = 0.8 * impulse[0, 0]
    largest = impulse[:, 0].max()
    expected = (np.hypot(0.8 * impulse[0, 0], impulse[0, 2]) - 0.6 * impulse[0, 0]) / largest
    assert judge(problem, solution.twist, impulse).cone_violation == pytest.approx(expected, rel=1e-12)
    tension = np.zeros_like(impulse)
    tension[0, 0] = -1.0
    assert judge(problem, solution.twist, tension).cone_violation == np.inf


def test_feasible_problem_has_no_certificate(solved):
    """Impulses of a solution do not prove infeasibility: the demanded change is at most the actual one."""
    problem, solution = solved
    assert judge_infeasible(problem, solution.impulse) < 2.0
    assert judge_infeasible(problem, np.zeros_like(solution.impulse)) == 0.0


def test_block_without_contact_counts_in_the_reference():
    """Same answer, more free mass: the relative bound falls with the root of the mass."""
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene), 0.6)
    wrong = problem.free_twist * 0.5
    one = judge(problem, wrong, np.zeros((4, 3))).velocity_bound
    scene.block((5, 0, 0))
    more = scene.problem(np.vstack([problem.free_twist, np.zeros(6)]), 0.6)
    two = judge(more, np.vstack([wrong, np.zeros(6)]), np.zeros((4, 3))).velocity_bound
    assert two == pytest.approx(one / np.sqrt(2), rel=1e-12)
