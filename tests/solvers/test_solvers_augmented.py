"""Newton's method on the augmented Lagrangian, by hand and against the interior point; joints with strengths, by both.

Tolerance of velocities: both solvers bring a bound on |v - v_exact|_H / sqrt(m) below TOLERANCE of the speed in the
step; the radius of gyration of the unit cube is 0.41 m, hence three times that for angular speeds.
"""

from dataclasses import replace

import numpy as np
import pytest
from solvers_scenes import CORNERS, G, Scene, block_on_plane, dense_jacobian, gravity_twist, stack, wall

from drystone.solvers.augmented.solver import solve_augmented, solve_regularised
from drystone.solvers.cone.problem import SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.factor.pattern_memory import PatternMemory
from drystone.solvers.interior.solver import solve_interior
from drystone.solvers.solve import solve_contact_problem

DT = 1e-3
MASS = 2000.0     # of a unit cube
WEIGHT = MASS * G * DT
TOLERANCE = 1e-6
ACCURACY = 3 * TOLERANCE

BOTH = {"augmented": solve_augmented, "interior": solve_interior}

RAMP = "six halvings do not find the ramp between floor and cap, sigma times the cap wide"


def augmented_fails(reason, *values):
    """The same case for both solvers, of which the augmented Lagrangian is known to fail."""
    return [pytest.param(solve_interior, *values, id="-".join(["interior", *map(str, values)])),
            pytest.param(solve_augmented, *values, marks=pytest.mark.xfail(strict=True, reason=reason),
                         id="-".join(["augmented", *map(str, values)]))]


def by_both(*values):
    """The same case for both solvers."""
    return [pytest.param(solver, *values, id="-".join([name, *map(str, values)])) for name, solver in BOTH.items()]


@pytest.fixture(params=BOTH)
def solve(request):
    return BOTH[request.param]


def check(solution, problem, expected, scale=G * DT):
    """The velocity of block 1, and what the judge says of the whole answer."""
    assert solution.status is SolveStatus.SOLVED
    assert np.abs(solution.twist[1] - expected).max() < ACCURACY * scale
    found = judge(problem, solution.twist, solution.impulse)
    assert found.velocity_bound < 10 * TOLERANCE
    assert found.cone_violation < 1e-6
    return solution


def norm(problem, twist):
    free = ~problem.prescribed
    return np.sqrt(np.einsum("bi,bij,bj->", twist[free], problem.inertia[free], twist[free]))


def check_agreement(problem, one, two, at_most=10 * TOLERANCE):
    """Two answers differ by no more than the sum of their bounds; and the bounds are small."""
    mass = problem.inertia[~problem.prescribed, 0, 0].sum()
    allowed = 0.0
    for answer in (one, two):
        assert answer.status is SolveStatus.SOLVED
        bound = judge(problem, answer.twist, answer.impulse).velocity_bound
        assert bound < at_most
        allowed += bound * max(norm(problem, answer.twist), problem.speed_scale * np.sqrt(mass))
    assert norm(problem, one.twist - two.twist) <= allowed + 1e-12 * np.sqrt(mass) * problem.speed_scale


# --------------------------------------------------------------------------------------------- dry joints, by hand

@pytest.mark.parametrize("push", [0.0, 0.5])
def test_block_rests(push):
    """A push below mu g: nothing moves, the corners carry weight and push."""
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene, push=(push * G, 0, 0)), 0.6)
    solution = check(solve_augmented(problem), problem, np.zeros(6))
    assert solution.impulse.sum(axis=0) == pytest.approx([WEIGHT, -push * WEIGHT, 0.0], abs=1e-6 * WEIGHT)


@pytest.mark.parametrize("mu", [0.0, 0.3, 0.6])
def test_sliding_block_is_projected_on_the_cone(mu):
    """Associative law: nearest to v* = (1, 0, -g dt) with v_z >= mu v_x; without friction it keeps its speed."""
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene, start=(1.0, 0, 0)), mu)
    speed = (1.0 - mu * G * DT) / (1.0 + mu * mu)
    solution = check(solve_augmented(problem), problem, [speed, 0, mu * speed, 0, 0, 0], scale=1.2)
    assert mu > 0.0 or not solution.impulse[:, 1:].any()


@pytest.mark.parametrize("mu", [0.0, 10.0])
def test_impact_on_one_corner(mu):
    """One point: v = v* - H^-1 G^T (G H^-1 G^T)^-1 G v* over the rows that act."""
    scene = Scene()
    scene.block((0, 0, -0.5), prescribed=True)
    scene.block((0.3, 0.2, 0.7), (0.6, 0.4, 1.4))
    scene.contact(0, 1, (0.0, 0.0, 0.0))
    twist = np.zeros((2, 6))
    twist[1] = [0.1, -0.2, -1.0, 0.3, 0.1, -0.2]
    problem = scene.problem(twist, mu)
    g = dense_jacobian(problem)[:, 6:]
    g = g if mu > 0.0 else g[:1]
    inverse = np.linalg.inv(problem.inertia[1])
    r = -np.linalg.solve(g @ inverse @ g.T, g @ twist[1])
    assert r[0] > 0.0 and np.hypot(*np.append(r[1:], [0.0, 0.0])[:2]) <= mu * r[0]     # sticks: the case meant here
    solution = check(solve_augmented(problem), problem, twist[1] + inverse @ g.T @ r, scale=2.0)
    assert solution.impulse[0, :len(r)] == pytest.approx(r, rel=1e-5)


def test_landing_takes_all_speed():
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene, start=(0, 0, -3.0)), 0.6)
    solution = check(solve_augmented(problem), problem, np.zeros(6))
    assert solution.impulse[:, 0].sum() == pytest.approx(MASS * (3.0 + G * DT), rel=1e-6)


@pytest.mark.parametrize("push", [1.0, 8.0])
def test_planar_is_the_plane_part_of_space(push):
    """A column that is symmetric about y = 0 moves in that plane; what is locked stays, exactly."""
    scene = stack(3, (0.4, 0.3, 0.5))
    twist = gravity_twist(scene, push=(push, 0, 0))
    space, plane = scene.problem(twist, 0.7), scene.problem(twist, 0.7, planar_axis=1)
    full, flat = solve_augmented(space), solve_augmented(plane)
    scale = norm(space, full.twist) / np.sqrt(space.inertia[1, 0, 0]) + G * DT
    assert np.abs(full.twist - flat.twist).max() < 10 * ACCURACY * scale      # radius of gyration 0.1 m
    assert not flat.twist[:, [1, 3, 5]].any()
    twist[1:, [1, 3, 5]] = 0.01, 0.02, 0.03
    assert np.array_equal(solve_augmented(scene.problem(twist, 0.7, planar_axis=1)).twist[1:, [1, 3, 5]],
                          twist[1:, [1, 3, 5]])


@pytest.mark.parametrize("solver", [solve_augmented, solve_regularised])
def test_nothing_to_solve(solver):
    """No contact, or a free motion that opens them all: the free motion, at once."""
    scene = Scene()
    scene.block((0, 0, 0))
    alone = scene.problem(gravity_twist(scene), 0.6)
    scene = block_on_plane()
    opens = scene.problem(gravity_twist(scene, start=(0, 0, 1.0)), 0.6)
    for problem in (alone, opens):
        solution = solver(problem)
        assert (solution.status, solution.iterations) == (SolveStatus.SOLVED, 0)
        assert np.array_equal(solution.twist, problem.free_twist) and not solution.impulse.any()


@pytest.mark.parametrize("name", ["free_twist", "bias", "friction", "inertia"])
def test_not_a_number_is_failed(name):
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene), 0.6)
    spoilt = getattr(problem, name).copy()
    spoilt.flat[-1] = np.nan
    assert solve_augmented(replace(problem, **{name: spoilt})).status is SolveStatus.FAILED


# ----------------------------------------------------------------------------------- scenes, against interior point

#: Name: scene, acceleration it is pushed with, friction.
SCENES = {"block": (block_on_plane(), (2.0, 1.0, 0), 0.6), "column": (stack(4), (3.0, 0, 0), 0.6),
          "column rocks": (stack(4), (8.0, 0, 0), 0.9), "wall rests": (wall(3, 2), (0, 0, 0), 0.6),
          "wall leans": (wall(3, 2), (1.0, 2.0, 0), 0.6), "wall slides": (wall(3, 2), (8.0, 0, 0), 0.6),
          "wall, frictionless": (wall(3, 2), (0.5, 0.5, 0), 0.0), "sparse": (wall(5, 5), (0.5, 1.0, 0), 0.7)}


@pytest.mark.parametrize("name", SCENES)
def test_agrees_with_interior_point(name):
    """Warm from the step with nine tenths of the push, which is how engines call it."""
    scene, push, mu = SCENES[name]
    problem = scene.problem(gravity_twist(scene, push=push), mu)
    before = solve_interior(scene.problem(gravity_twist(scene, push=0.9 * np.array(push)), mu))
    check_agreement(problem, solve_augmented(problem, (before.twist, before.impulse)), solve_interior(problem))


def test_answer_as_a_start_needs_next_to_nothing():
    scene = wall(3, 2)
    problem = scene.problem(gravity_twist(scene, push=(1.0, 2.0, 0)), 0.6)
    cold = solve_augmented(problem)
    warm = solve_augmented(problem, (cold.twist, cold.impulse))
    check_agreement(problem, cold, warm)
    assert warm.iterations <= 1 < cold.iterations


def test_exhausted_budget_is_inaccurate():
    """The status says so, the judge confirms that it is not the answer, and more budget is better."""
    scene = wall(4, 4)
    problem = scene.problem(gravity_twist(scene, push=(8.0, 0, 0)), 0.6)
    bounds = []
    for budget in (0, 1):
        short = solve_augmented(problem, budget=budget)
        assert short.status is SolveStatus.INACCURATE and short.iterations == budget
        assert np.isfinite(short.twist).all() and np.isfinite(short.impulse).all()
        bounds.append(judge(problem, short.twist, short.impulse).velocity_bound)
    assert min(bounds) > 1e-3
    enough = solve_augmented(problem)
    assert enough.iterations > 1
    assert judge(problem, enough.twist, enough.impulse).velocity_bound < 0.1 * min(bounds)
    alone = solve_contact_problem(problem, solver="augmented", tolerance=1e-14)
    assert alone.status is SolveStatus.INACCURATE and alone.residuals.velocity_bound > 1e-14


def test_wedged_block_is_not_solved():
    """No velocity is admissible; the method cannot say so, but must not claim an answer. "auto" says it."""
    scene = Scene()
    scene.block((-1, 0, 0), prescribed=True)
    scene.block((1, 0, 0), prescribed=True)
    scene.block((0, 0, 0))
    for support, sign in ((0, 1.0), (1, -1.0)):
        frame = np.array([[sign, 0, 0], [0, sign, 0], [0, 0, 1.0]])
        for y, z in CORNERS:
            scene.contact(support, 2, (-sign / 2, y / 2, z / 2), frame)
    twist = np.zeros((3, 6))
    twist[0, 0], twist[1, 0] = 0.1, -0.1
    problem = scene.problem(twist, 0.6)
    assert solve_augmented(problem).status is SolveStatus.INACCURATE
    warm = (twist, np.ones((8, 3)) * [1.0, 0.0, 0.0])
    assert solve_contact_problem(problem, warm=warm).status is SolveStatus.INFEASIBLE


def test_kept_factor_gives_the_same_bits():
    """The second of two equal steps finds its factor made; a memory that knows only the pattern makes it again."""
    scene = wall(5, 5)
    problem = replace(scene.problem(gravity_twist(scene, push=(0.2, 0.1, 0)), 0.7), position=np.array(scene.centre))
    first = solve_interior(scene.problem(gravity_twist(scene, push=(0.19, 0.11, 0)), 0.7))
    warm = (first.twist, first.impulse)
    memory = PatternMemory()
    once = solve_augmented(problem, warm, patterns=memory)
    assert once.status is SolveStatus.SOLVED and once.iterations > 0
    kept = memory._kept
    assert kept is not None and kept[2][0] == 1.0
    again = solve_augmented(problem, warm, patterns=memory)
    assert memory._kept is kept and memory.analysis_count == 1
    memory.forget_factor()
    fresh = solve_augmented(problem, warm, patterns=memory)
    for other in (again, fresh, solve_augmented(problem, warm)):
        assert np.array_equal(other.twist, once.twist) and np.array_equal(other.impulse, once.impulse)


def test_factor_of_another_solver_is_not_taken_for_its_own():
    """The interior point overwrites the factor in the same room; the next answer must not notice."""
    scene = wall(5, 5)
    problem = replace(scene.problem(gravity_twist(scene, push=(0.2, 0.1, 0)), 0.7), position=np.array(scene.centre))
    first = solve_interior(scene.problem(gravity_twist(scene, push=(0.19, 0.11, 0)), 0.7))
    warm = (first.twist, first.impulse)
    memory = PatternMemory()
    once = solve_augmented(problem, warm, patterns=memory)
    assert once.iterations > 0
    solve_interior(problem, patterns=memory)
    again = solve_augmented(problem, warm, patterns=memory)
    assert np.array_equal(again.twist, once.twist) and np.array_equal(again.impulse, once.impulse)


# ------------------------------------------------------------------------------------------------------- compliance

def level_joint(start, friction, push=(0.0, 0.0, 0.0), compliance=None, layers=1, **strength):
    """A cube with four points at the height of its centre (nothing turns it), at the velocity `start` plus gravity.

    With two layers each point is there twice.
    """
    scene = Scene()
    scene.block((0, 0, -0.5), prescribed=True)
    scene.block((0, 0, 0))
    for x, y in layers * CORNERS:
        scene.contact(0, 1, (x / 2, y / 2, 0.0))
    compliance = None if compliance is None else np.tile(compliance, (4 * layers, 1))
    problem = scene.problem(gravity_twist(scene, start=start, push=push), friction, compliance=compliance)
    return replace(problem, **{name: np.full(4, value) for name, value in strength.items()})


@pytest.mark.parametrize("solver, layers", [
    (solve_regularised, 1),
    (solve_regularised, 2), (solve_augmented, 1), (solve_augmented, 2), (solve_interior, 1)])
def test_compliance_is_a_spring(solver, layers):
    """Four or eight points, each u + E r = 0: v = v* / (1 + 4 / (m E)), along n and along t."""
    normal, shear = 2e-3, 5e-3
    problem = level_joint((0, 0, 0), 0.8, push=(2.0, 0, 0), compliance=[normal, shear, shear], layers=layers)
    down = problem.free_twist[1, 2] / (1 + 4 * layers / (MASS * normal))
    aside = problem.free_twist[1, 0] / (1 + 4 * layers / (MASS * shear))
    solution = check(solver(problem), problem, [aside, 0, down, 0, 0, 0])
    assert solution.impulse[:, 0] == pytest.approx(-down / normal, rel=1e-5)
    assert solution.impulse[:, 1] == pytest.approx(-aside / shear, rel=1e-5)


def test_one_round_of_a_linear_problem_is_exact():
    """All contacts stick on springs: Newton's direction is the answer, to rounding."""
    problem = level_joint((0, 0, 0), 0.8, push=(2.0, 0, 0), compliance=[2e-3, 5e-3, 5e-3], layers=2)
    start = problem.free_twist.copy()
    start[1, :3] *= 0.5                          # sticks there, too
    solution = solve_regularised(problem, (start, np.zeros((8, 3))), budget=1)
    assert (solution.status, solution.iterations) == (SolveStatus.SOLVED, 1)
    down = problem.free_twist[1, 2] / (1 + 8 / (MASS * 2e-3))
    assert solution.twist[1, 2] == pytest.approx(down, rel=1e-13)


@pytest.mark.parametrize("size, push", [(1e-5, (0.5, 1.0, 0)), (1e-3, (0.5, 1.0, 0)), (1e-3, (8.0, 0, 0))])
def test_regularised_agrees_with_interior_point(size, push):
    """At rest and sliding; where a stiff wall slides the method may end INACCURATE, and says so."""
    scene = wall(3, 2)
    rng = np.random.default_rng(5)
    compliance = size * rng.uniform(0.5, 1.0, (len(scene.contacts), 3))
    compliance[:, 2] = compliance[:, 1]
    problem = scene.problem(gravity_twist(scene, push=push), 0.6, compliance=compliance)
    check_agreement(problem, solve_regularised(problem), solve_interior(problem))


def test_compliance_that_differs_along_the_tangents_is_left_to_others():
    problem = level_joint((0, 0, 0), 0.8, compliance=[2e-3, 5e-3, 4e-3])
    for solver in (solve_regularised, solve_augmented):
        assert solver(problem).status is SolveStatus.INACCURATE
    assert solve_contact_problem(problem).status is SolveStatus.SOLVED


@pytest.mark.xfail(strict=True, reason="does not settle where a joint gives along the normal only")
def test_regularised_without_compliance_in_shear():
    """Where a contact has none the method promises to be the augmented Lagrangian."""
    problem = level_joint((0, 0, 0), 0.8, push=(2.0, 0, 0), compliance=[2e-3, 0.0, 0.0], layers=2)
    down = problem.free_twist[1, 2] / (1 + 8 / (MASS * 2e-3))
    check(solve_regularised(problem), problem, [0, 0, down, 0, 0, 0])


# -------------------------------------------------------------------------------------------------------- strengths

def hung(tension, crushing=0.0, start=0.0):
    """A cube below a support on a line without friction, which holds `tension` of pull and `crushing` of thrust."""
    scene = Scene()
    scene.block((0, 0, 5), prescribed=True)
    scene.block((0, 0, 0))
    scene.contact(0, 1, (0, 0, 0.5), [[0, 0, -1.0], [0, 1.0, 0], [1.0, 0, 0]])      # n points down to the cube
    problem = scene.problem(gravity_twist(scene, start=(0, 0, start)), 0.0)
    return replace(problem, tension=np.array([tension]), crushing=np.array([crushing]))


@pytest.mark.parametrize("solve, share", [
    *((solver, share) for solver in BOTH.values() for share in (0.25, 0.999)), (solve_interior, 1.001),
    *augmented_fails(RAMP, 1.1), *augmented_fails(RAMP, 4.0)])
def test_hanging_block(solve, share):
    """A line that holds `share` of the weight: rest from 1 on, else it yields and v = -g dt (1 - share)."""
    problem = hung(share * WEIGHT)
    # normal points down: the line's pull is a negative r_n
    solution = check(solve(problem), problem, [0, 0, -G * DT * max(1.0 - share, 0.0), 0, 0, 0])
    assert solution.impulse[0] == pytest.approx([-min(share, 1.0) * WEIGHT, 0, 0], abs=1e-5 * WEIGHT)


@pytest.mark.parametrize("share", [1.1, 2.0, 4.0])
def test_block_goes_on_hanging(share):
    """From 95 per cent of the pull the augmented Lagrangian finds the whole."""
    problem = hung(share * WEIGHT)
    warm = (np.zeros((2, 6)), np.array([[-0.95 * WEIGHT, 0.0, 0.0]]))
    solution = check(solve_augmented(problem, warm), problem, np.zeros(6))
    assert solution.impulse[0] == pytest.approx([-WEIGHT, 0, 0], abs=1e-5 * WEIGHT)


@pytest.mark.parametrize("solve, crushing, left", [
    (solve_interior, np.inf, 0.0), (solve_augmented, np.inf, 0.0), *by_both(0.0, 1.0 - G * DT),
    *by_both(0.5 * MASS, 0.5 - G * DT)])
def test_slack_line_and_strut(solve, crushing, left):
    """Thrown up, a strut in place of the line stops the cube; the line is slack, a weak strut takes what it can."""
    problem = hung(WEIGHT, crushing, start=1.0)
    check(solve(problem), problem, [0, 0, left, 0, 0, 0], scale=1.0)


@pytest.mark.parametrize("share", [0.5, 2.0])
@pytest.mark.parametrize("mu", [0.0, 0.6])
def test_joint_in_tension(solve, share, mu):
    """Thrown up with u, four points that hold `share` of the momentum: v = (u - g dt)(1 - share), or rest."""
    up = 0.1 - G * DT
    pull = share * MASS * up / 4
    cohesion = {"cohesion": 2.0 * mu * pull} if mu > 0.0 else {}      # the tip lies beyond: tension decides
    problem = level_joint((0, 0, 0.1), mu, tension=pull, **cohesion)
    solution = check(solve(problem), problem, [0, 0, up * max(1.0 - share, 0.0), 0, 0, 0], 0.1)
    assert solution.impulse[:, 0].sum() == pytest.approx(-min(share, 1.0) * MASS * up, rel=1e-5)


@pytest.mark.parametrize("share", [0.9, 1.1])
def test_cohesive_joint_on_a_slope(solve, share):
    """On a slope of 60 degrees: it holds if 4 c >= m g dt (sin - mu cos). Else, with a = c / mu and v* along
    the slope and normal to it, v_t = (v*_t + mu (v*_n - 4 a / m)) / (1 + mu^2), v_n = mu v_t."""
    mu, angle = 0.6, np.pi / 3
    cohesion = share * WEIGHT * (np.sin(angle) - mu * np.cos(angle)) / 4
    problem = level_joint((0, 0, 0), mu, cohesion=cohesion, tension=2 * cohesion / mu)
    problem.free_twist[1, :3] = G * DT * np.array([np.sin(angle), 0.0, -np.cos(angle)])
    slip = max(G * DT * np.sin(angle) - mu * (G * DT * np.cos(angle) + 4 * cohesion / mu / MASS), 0.0) / (1 + mu * mu)
    assert (slip > 0.0) == (share < 1.0)
    solution = check(solve(problem), problem, [slip, 0, mu * slip, 0, 0, 0])
    if share > 1.0:
        assert solution.impulse[:, 1].sum() == pytest.approx(-WEIGHT * np.sin(angle), rel=1e-5)


@pytest.mark.parametrize("solve, mu", [*by_both(0.0), *by_both(0.6)])
def test_crushing_gives_way(solve, mu):
    """Landing with u on points that give 4 C at most: v_z = -u + 4 C / m."""
    arrives = 1.0 + G * DT
    problem = level_joint((0, 0, -1.0), mu, crushing=0.1 * MASS)
    solution = check(solve(problem), problem, [0, 0, 0.4 - arrives, 0, 0, 0], 1.0)
    assert solution.impulse[:, 0] == pytest.approx(0.1 * MASS, rel=1e-5)


@pytest.mark.parametrize("solve, mu", [*augmented_fails(RAMP, 0.0), *augmented_fails(RAMP, 0.6)])
def test_crushing_strength_that_suffices(solve, mu):
    """4 C above the momentum: it stops."""
    problem = level_joint((0, 0, -1.0), mu, crushing=0.3 * MASS)
    check(solve(problem), problem, np.zeros(6), 1.0)


@pytest.mark.parametrize("mu", [0.0, 0.6])
def test_crushing_strength_that_goes_on_to_suffice(mu):
    """The same for the augmented Lagrangian from 99 per cent of the impulses."""
    problem = level_joint((0, 0, -1.0), mu, crushing=0.3 * MASS)
    impulse = np.tile([0.99 * MASS * (1.0 + G * DT) / 4, 0.0, 0.0], (4, 1))
    check(solve_augmented(problem, (np.zeros((2, 6)), impulse)), problem, np.zeros(6), 1.0)


@pytest.mark.parametrize("solve", by_both())
def test_slip_on_a_crushed_joint(solve):
    """At the cap C friction holds mu C a point, and slip lifts nothing: v_x = u - 4 mu C / m, v_z = -w + 4 C / m."""
    mu, cap = 0.6, 0.1 * MASS
    problem = level_joint((1.0, 0, -1.0), mu, crushing=cap)
    arrives = 1.0 + G * DT
    # it yields where closing outruns dilatancy: v_z < mu |v_x| holds with v_z < 0
    check(solve(problem), problem, [1.0 - 4 * mu * cap / MASS, 0, -arrives + 4 * cap / MASS, 0, 0, 0], 2.0)


@pytest.mark.parametrize("push", [(2.0, 0, 0), (6.0, 0, 3.0), (0, 0, 15.0)], ids=["holds", "yields", "lifts"])
@pytest.mark.parametrize("kind", ["no cap", "all", "planar", "elastic"])
def test_strengths_agree(kind, push):
    """Random strengths: augmented, warm, and interior differ by no more than the sum of their bounds.

    Where joints yield both may end INACCURATE, at some 1e-4; what counts is that the bounds are true and small.
    """
    scene = stack(2) if kind == "planar" else wall(2, 2)
    rng = np.random.default_rng(3)
    count = len(scene.contacts)
    strength = {"cohesion": rng.uniform(0, 0.05, count), "tension": rng.uniform(0, 0.05, count)}
    if kind != "no cap":
        strength["crushing"] = np.where(rng.random(count) < 0.5, np.inf, rng.uniform(0.05, 1.0, count))

    def pushed(part):
        return replace(scene.problem(gravity_twist(scene, push=part * np.array(push)), 0.6,
                                     compliance=np.tile([1e-3, 2e-3, 2e-3], (count, 1)) if kind == "elastic" else None,
                                     planar_axis=1 if kind == "planar" else None), **strength)
    before, problem = solve_interior(pushed(0.99)), pushed(1.0)
    exact, found = solve_interior(problem), solve_augmented(problem, (before.twist, before.impulse))
    scale = problem.speed_scale * np.sqrt(problem.inertia[1:, 0, 0].sum())
    bounds = [judge(problem, answer.twist, answer.impulse).velocity_bound for answer in (exact, found)]
    apart = norm(problem, exact.twist - found.twist)
    assert apart <= sum(bounds) * max(scale, norm(problem, exact.twist), norm(problem, found.twist))
    assert max(bounds) < 2e-4
