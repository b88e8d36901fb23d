"""The judge: its numbers against dense NumPy, and wrong answers that it must not let pass."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from solvers_scenes import CORNERS, Scene, block_on_plane, dense_jacobian, gravity_twist, stack, wall

from drystone.bench.nasty import nasty_problem
from drystone.solvers.clarabel_solver import solve_clarabel
from drystone.solvers.cone.problem import SolveStatus
from drystone.solvers.cone.residual_kernels import LEVER
from drystone.solvers.cone.residuals import _projected, judge, judge_admissible, judge_infeasible, opening_problem
from drystone.solvers.first_order.gauss_seidel import solve_gauss_seidel
from drystone.solvers.interior.solver import solve_interior
from drystone.solvers.solve import solve_contact_problem


def sets_of(problem):
    """Shift, floor and cap (c,) of the sets of impulses, contact by contact."""
    rows = []
    for c, mu in enumerate(problem.friction):
        cohesion, tension, crushing = (none if field is None else field[c] for field, none in
                                       ((problem.cohesion, 0.0), (problem.tension, 0.0), (problem.crushing, np.inf)))
        shift = cohesion / mu if mu > 0.0 else tension
        rows.append((shift, max(0.0, shift - tension), shift + crushing))
    return np.array(rows).T


def nearest(point, mu, floor, cap):
    """Projection on |z_t| <= mu z_n, floor <= z_n <= cap, by a search over z_n: convex in one variable."""
    side = np.hypot(*point[1:])

    def distance(n):
        return (n - point[0]) ** 2 + max(side - mu * n, 0.0) ** 2
    high = min(cap, max(floor, abs(point[0]) + side / max(mu, 1e-9) if mu > 0.0 else abs(point[0])) + 1.0)
    n = minimize_scalar(distance, bounds=(floor, high), method="bounded", options={"xatol": 1e-13}).x if high > floor \
        else floor
    n = min((n, floor, min(cap, high)), key=distance)
    return np.array([n, *(point[1:] * min(1.0, mu * n / side) if side > 0.0 else (0.0, 0.0))])


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
    shift, floor, cap = sets_of(problem)
    tip = np.zeros_like(impulse)
    tip[:, 0] = shift
    given = impulse + tip
    z = np.array([nearest(given[c], mu[c], floor[c], cap[c]) for c in range(len(mu))])
    w = (twist - problem.free_twist).ravel()[columns]
    v = twist.ravel()[columns]
    mass = problem.inertia[free, 0, 0].sum()
    reference = max(np.sqrt(v @ h @ v), problem.speed_scale * np.sqrt(mass))
    short = h @ w - g[:, columns].T @ impulse.ravel()
    short_cone = h @ w - g[:, columns].T @ (z - tip).ravel()
    u = (g @ twist.ravel()).reshape(-1, 3) + problem.bias
    s_given, s = u + e * impulse, u + e * (z - tip)
    outside = mu * np.hypot(s[:, 1], s[:, 2]) - s[:, 0]
    give = np.array([g[3 * c, columns] @ np.linalg.solve(h, g[3 * c, columns]) + e[c, 0] for c in range(len(mu))])
    gap = np.maximum(np.minimum(outside, (cap - z[:, 0]) * give), 0.0)
    same = (problem.block_a == problem.block_a[:, None]) & (problem.block_b == problem.block_b[:, None])
    carried = same @ np.maximum(impulse[:, 0], 0.0)
    ends = np.where(outside > 0.0, np.minimum(z[:, 0] + carried + outside / give, cap), floor)
    excess = ((s * z).sum(axis=1) + outside * ends).sum()
    broken = sum(gap[(problem.block_a == a) & (problem.block_b == b)].max()
                 for a, b in {*zip(problem.block_a, problem.block_b)})
    bound = np.sqrt(short_cone @ np.linalg.solve(h, short_cone) + 2 * excess + mass * (LEVER * broken) ** 2) / reference
    side = np.hypot(impulse[:, 1], impulse[:, 2])
    beyond = np.max([side - mu * given[:, 0], floor - given[:, 0], given[:, 0] - cap])
    product = (s_given * given).sum(axis=1)
    with np.errstate(invalid="ignore"):
        power = np.where(outside > 0.0, np.fmin(np.abs(product), np.abs(product + cap * outside)),
                         np.abs(product + floor * outside))
    return [np.sqrt(short @ np.linalg.solve(h, short)) / reference, gap.max(),
            max(beyond, 0.0) / max(given[:, 0].max(), shift.max()), power.sum(), bound]


@pytest.mark.parametrize("compliant", [False, True])
@pytest.mark.parametrize("strong", [False, True])
def test_numbers_are_the_definitions(compliant, strong):
    """Random twist and impulses, so that every number is of order one: equal to rounding."""
    scene = wall(2, 2)
    rng = np.random.default_rng(1)
    count = len(scene.contacts)
    problem = scene.problem(gravity_twist(scene), rng.uniform(0.1, 1.0, count) * (rng.random(count) > 0.2),
                            compliance=rng.uniform(0, 1e-2, (count, 3)) if compliant else None)
    if strong:
        problem = replace(problem, tension=rng.uniform(0, 0.5, count), crushing=rng.uniform(0, 2.0, count),
                          cohesion=rng.uniform(0, 0.5, count) * (problem.friction > 0.0))
        problem.crushing[::3] = np.inf
    twist = 0.1 * rng.standard_normal((problem.block_count, 6))
    twist[0] = 0.0
    impulse = rng.standard_normal((count, 3)) + np.array([1.0, 0, 0])
    found = judge(problem, twist, impulse)
    expected = dense_judge(problem, twist, impulse)
    got = [found.momentum, found.gap_violation, found.cone_violation, found.complementarity, found.velocity_bound]
    # the search for the nearest impulses ends at 1e-8 of their size
    assert got == pytest.approx(expected, rel=1e-6 if strong else 1e-7)


def strong_problem(seed):
    """One block on the plane, friction and strengths at random, some of them none."""
    rng = np.random.default_rng(seed)
    scene = block_on_plane()
    friction = rng.choice([0.0, 0.3, 2.0], 4)
    problem = scene.problem(gravity_twist(scene), friction)
    return replace(problem, cohesion=rng.choice([0.0, 1.0], 4) * (friction > 0.0),
                   tension=rng.choice([0.0, 0.5, 9.0], 4), crushing=rng.choice([0.0, 2.0, np.inf], 4)), rng


@pytest.mark.parametrize("seed", range(20))
def test_projection_is_the_nearest_impulse(seed):
    """(x - P x) . (y - P x) <= 0 for all y of a convex set, and only for the nearest point."""
    problem, rng = strong_problem(seed)
    given = 4.0 * rng.standard_normal((4, 3))
    found = _projected(problem, given)
    for c in range(4):
        mu = problem.friction[c]
        other = np.empty((2000, 3))
        other[:, 0] = rng.uniform(-min(problem.tension[c], problem.cohesion[c] / mu if mu > 0.0 else np.inf),
                                  min(problem.crushing[c], 20.0), 2000)
        radius = (mu * other[:, 0] + problem.cohesion[c]) * rng.uniform(0, 1, 2000)
        angle = rng.uniform(0, 2 * np.pi, 2000)
        other[:, 1], other[:, 2] = radius * np.cos(angle), radius * np.sin(angle)
        assert ((given[c] - found[c]) @ (other - found[c]).T).max() < 1e-9
        assert -problem.tension[c] - 1e-12 <= found[c, 0] <= problem.crushing[c] + 1e-12
        assert np.hypot(*found[c, 1:]) <= mu * found[c, 0] + problem.cohesion[c] + 1e-12


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


SPOILT = ("inertia", "free_twist", "bias", "friction", "frame", "arm_a", "arm_b", "compliance", "cohesion")


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(("name", "value"), [(name, value) for name in SPOILT for value in (np.nan, np.inf)]
                         + [("tension", np.nan), ("crushing", np.nan)])      # infinite ones are no limit
def test_data_that_are_not_numbers_are_not_certified(name, value):
    """Also where the impulse is zero, or where only a maximum could hide it."""
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene), 0.5, compliance=np.full((4, 3), 1e-9))
    problem = replace(problem, cohesion=np.ones(4), tension=np.ones(4), crushing=np.full(4, 1e3))
    solution = solve_interior(problem)
    assert judge(problem, solution.twist, solution.impulse).velocity_bound < 1e-5
    getattr(problem, name).reshape(len(getattr(problem, name)), -1)[1, 0] = value
    assert judge(problem, solution.twist, solution.impulse).velocity_bound == np.inf
    assert solve_contact_problem(problem).status is SolveStatus.FAILED


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


def energy_norm(problem, twist):
    free = ~problem.prescribed
    return np.sqrt(np.einsum("bi,bij,bj->", twist[free], problem.inertia[free], twist[free]))


def relative_error(problem, twist, exact):
    mass = problem.inertia[~problem.prescribed, 0, 0].sum()
    return energy_norm(problem, twist - exact) / max(energy_norm(problem, twist), problem.speed_scale * np.sqrt(mass))


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_half_carried_weight_does_not_pass(share):
    """A block that all corners carry by less than its weight falls on: momentum and cones are perfect, v is not.

    Exact is rest, so the error is 1 - share of g dt.
    """
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene), 0.6)
    impulse = np.zeros((4, 3))
    impulse[:, 0] = share * 2000.0 * problem.speed_scale / 4
    found = judge(problem, (1.0 - share) * problem.free_twist, impulse)
    assert found.momentum < 1e-12 and found.cone_violation == 0.0
    # what the corners carry enters by its root: h times the impulse
    assert 1.0 - share <= found.velocity_bound <= 6.0 * np.sqrt(1.0 - share)


@pytest.mark.parametrize("count", [1, 10, 40])
def test_falling_stack_does_not_pass(count):
    """Only the lowest joint of a stack in free fall is broken, but all its mass is to be stopped: error 1."""
    scene = stack(count)
    problem = scene.problem(gravity_twist(scene), 0.6)
    assert judge(problem, problem.free_twist, np.zeros((4 * count, 3))).velocity_bound >= 1.0


@pytest.mark.parametrize("seed", [3, 61, 104, 117, 180, 192, 198, 253, 280, 328])
def test_bound_covers_unfinished_answers(seed):
    """Gauss-Seidel stopped early, against Clarabel: error <= bound, by estimate and with an opening by proof."""
    problem = nasty_problem(seed)
    exact = min((solve_clarabel(problem, form) for form in ("primal", "dual")),
                key=lambda s: judge(problem, s.twist, s.impulse).velocity_bound)
    slack = judge(problem, exact.twist, exact.impulse).velocity_bound
    assert slack < 1e-4
    opening = solve_interior(opening_problem(problem))
    assert opening.status is not SolveStatus.FAILED
    for sweeps in (1, 10, 100):
        answer = solve_gauss_seidel(problem, max_iterations=sweeps)
        error = relative_error(problem, answer.twist, exact.twist) - 3 * slack
        assert error <= judge(problem, answer.twist, answer.impulse).velocity_bound
        if opening.status is SolveStatus.SOLVED:
            assert error <= judge_admissible(problem, answer.twist, answer.impulse, opening.twist) < np.inf


def test_admissible_velocity_proves_a_bound(solved):
    """Of a good answer the proof costs little; a field that closes a joint proves nothing about a broken one."""
    problem, solution = solved
    opening = solve_interior(opening_problem(problem)).twist
    assert judge_admissible(problem, solution.twist, solution.impulse, opening) < 1e-6
    zero = np.zeros_like(solution.impulse)
    assert 1.0 < judge_admissible(problem, problem.free_twist, zero, opening) < np.inf
    assert judge_admissible(problem, problem.free_twist, zero, -opening) == np.inf
    assert judge_admissible(problem, problem.free_twist, zero, 0.0 * opening) == np.inf


def between_supports(speed):
    """A block between two supports that close in on it at `speed`."""
    scene = Scene()
    scene.block((-1, 0, 0), prescribed=True)
    scene.block((1, 0, 0), prescribed=True)
    scene.block((0, 0, 0))
    for side, sign in ((0, 1.0), (1, -1.0)):
        for y, z in CORNERS:
            scene.contact(side, 2, (-sign / 2, y / 2, z / 2), np.array([[sign, 0, 0], [0, sign, 0], [0, 0, 1.0]]))
    twist = np.zeros((3, 6))
    twist[0, 0], twist[1, 0] = speed, -speed
    return scene.problem(twist, 0.6)


def test_no_opening_between_supports():
    """What can be prestressed cannot be opened: the extra problem is infeasible and says so."""
    assert solve_interior(opening_problem(between_supports(0.0))).status is SolveStatus.INFEASIBLE


def test_what_can_be_crushed_is_never_infeasible():
    """The thrust that proves a wedged block proves nothing once one side has a greatest pressure."""
    problem = between_supports(0.1)
    thrust = np.zeros((8, 3))
    thrust[:, 0] = 1.0
    assert judge_infeasible(problem, thrust) > 1e10
    crushed = np.full(8, np.inf)
    crushed[:4] = 1.0
    # the other side alone pushes the block out of the way: at most the speed that is there
    assert judge_infeasible(replace(problem, crushing=crushed), thrust) < 1e3
    assert judge_infeasible(replace(problem, crushing=np.ones(8)), thrust) == 0.0
