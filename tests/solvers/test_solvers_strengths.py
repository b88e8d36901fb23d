"""First-order methods and Clarabel on joints and ties with strengths, and on dry ones, that can be solved by hand."""

from dataclasses import replace

import numpy as np
import pytest
from solvers_scenes import CORNERS, G, Scene, block_on_plane, dense_jacobian, gravity_twist, stack, wall

from drystone.solvers.clarabel_solver import solve_clarabel
from drystone.solvers.cone.problem import SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.first_order.gauss_seidel import solve_gauss_seidel
from drystone.solvers.first_order.spectral import solve_spectral
from drystone.solvers.interior.solver import solve_interior

DT = 1e-3
MASS = 2000.0     # of a unit cube
WEIGHT = MASS * G * DT
TOLERANCE = 1e-8

SOLVERS = {"gauss-seidel": lambda p: solve_gauss_seidel(p, tolerance=TOLERANCE),
           "spectral": lambda p: solve_spectral(p, tolerance=TOLERANCE),
           "primal": solve_clarabel, "dual": lambda p: solve_clarabel(p, "dual")}
#: Velocity error allowed, in units of the reference speed: what the first-order methods promise, times 3 for angular
#: speeds (the radius of gyration of the unit cube is 0.41 m); Clarabel's is the root of its own tolerance.
ACCURACY = {"gauss-seidel": 3 * TOLERANCE, "spectral": 3 * TOLERANCE, "primal": 1e-6, "dual": 1e-6}
FIRST_ORDER = [solve_gauss_seidel, solve_spectral]


@pytest.fixture(params=SOLVERS)
def solver(request):
    return request.param


def check(solver, problem, expected, scale=G * DT):
    """The velocity of block 1, and what the judge says of the whole answer."""
    solution = SOLVERS[solver](problem)
    assert solution.status is SolveStatus.SOLVED
    assert np.abs(solution.twist[1] - expected).max() < ACCURACY[solver] * scale
    found = judge(problem, solution.twist, solution.impulse)
    assert found.velocity_bound < (1e-6 if solver in ("gauss-seidel", "spectral") else 1e-3)
    assert found.cone_violation < 1e-6
    return solution


def level_joint(start, friction, **strength):
    """A cube with four points at the height of its centre (nothing turns it), at the velocity `start` plus gravity."""
    scene = Scene()
    scene.block((0, 0, -0.5), prescribed=True)
    scene.block((0, 0, 0))
    for x, y in CORNERS:
        scene.contact(0, 1, (x / 2, y / 2, 0.0))
    problem = scene.problem(gravity_twist(scene, start=start), friction)
    return replace(problem, **{name: np.full(4, value) for name, value in strength.items()})


@pytest.mark.parametrize("push", [0.0, 0.5])
def test_block_on_a_slope_sticks(solver, push):
    """Push along the plane below mu g: nothing moves, the corners carry weight and push."""
    scene = block_on_plane()
    solution = check(solver, scene.problem(gravity_twist(scene, push=(push * G, 0, 0)), 0.6), np.zeros(6))
    assert solution.impulse.sum(axis=0) == pytest.approx([WEIGHT, -push * WEIGHT, 0.0], abs=1e-6 * WEIGHT)


@pytest.mark.parametrize("mu", [0.0, 0.3, 0.6])
def test_block_on_a_slope_slides(solver, mu):
    """Associative law: nearest to v* = (1, 0, -g dt) with v_z >= mu v_x."""
    scene = block_on_plane()
    speed = (1.0 - mu * G * DT) / (1.0 + mu * mu)
    check(solver, scene.problem(gravity_twist(scene, start=(1.0, 0, 0)), mu), [speed, 0, mu * speed, 0, 0, 0], 1.2)


@pytest.mark.parametrize("mu", [0.0, 10.0])
def test_impact_on_one_corner(solver, mu):
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
    check(solver, problem, twist[1] - inverse @ g.T @ np.linalg.solve(g @ inverse @ g.T, g @ twist[1]), 2.0)


def hung(strength, start=0.0, crushing=0.0):
    """A cube on a cable from a support above; n points down, from the support to the cube."""
    scene = Scene()
    scene.block((0, 0, 5), prescribed=True)
    scene.block((0, 0, 0))
    scene.contact(0, 1, (0, 0, 0.5), [[0, 0, -1.0], [0, 1.0, 0], [1.0, 0, 0]])
    problem = scene.problem(gravity_twist(scene, start=(0, 0, start)), 0.0)
    problem.arm_a[0] = (0, 0, -0.5)
    return replace(problem, tension=np.array([strength]), crushing=np.array([crushing]))


@pytest.mark.parametrize("share", [0.25, 1.0, 4.0])
def test_cable_holds_or_yields(solver, share):
    """It pulls with the weight if it can, and with all it has if it cannot: v = -g dt (1 - share)."""
    solution = check(solver, hung(share * WEIGHT), [0, 0, -G * DT * max(1.0 - share, 0.0), 0, 0, 0])
    assert solution.impulse[0] == pytest.approx([-min(share, 1.0) * WEIGHT, 0, 0], abs=1e-5 * WEIGHT)


def test_slack_cable_does_nothing(solver):
    """A cube thrown up leaves the cable slack; a strut in its place stops it."""
    check(solver, hung(WEIGHT, start=1.0), [0, 0, 1.0 - G * DT, 0, 0, 0], 1.0)
    check(solver, hung(WEIGHT, start=1.0, crushing=np.inf), np.zeros(6))
    check(solver, hung(WEIGHT, start=1.0, crushing=0.5 * MASS), [0, 0, 0.5 - G * DT, 0, 0, 0], 1.0)


@pytest.mark.parametrize("share", [0.5, 2.0])
@pytest.mark.parametrize("mu", [0.0, 0.6])
def test_joint_in_tension(solver, share, mu):
    """Thrown up with u, four points that hold `share` of the momentum: v = (u - g dt)(1 - share) or rest."""
    up = 0.1 - G * DT
    pull = share * MASS * up / 4
    cohesion = {"cohesion": 2.0 * mu * pull} if mu > 0.0 else {}      # the tip lies beyond: tension decides
    solution = check(solver, level_joint((0, 0, 0.1), mu, tension=pull, **cohesion),
                     [0, 0, up * max(1.0 - share, 0.0), 0, 0, 0], 0.1)
    assert solution.impulse[:, 0].sum() == pytest.approx(-min(share, 1.0) * MASS * up, rel=1e-5)


@pytest.mark.parametrize("share", [0.5, 2.0])
def test_cohesive_joint_in_shear(solver, share):
    """It holds mu N + 4 c. Beyond, with a = c / mu: v_x = (u - mu (g dt + 4 a / m)) / (1 + mu^2), v_z = mu v_x."""
    mu, speed = 0.6, 0.1
    cohesion = share * (MASS * speed - mu * WEIGHT) / 4
    held = max(speed - mu * G * DT - 4 * cohesion / MASS, 0.0) / (1 + mu * mu)
    solution = check(solver, level_joint((speed, 0, 0), mu, cohesion=cohesion, tension=2 * cohesion / mu),
                     [held, 0, mu * held, 0, 0, 0], 0.1)
    if share > 1.0:
        assert solution.impulse[:, 1].sum() == pytest.approx(-MASS * speed, rel=1e-6)


@pytest.mark.parametrize("mu", [0.0, 0.6])
def test_crushing_gives_way(solver, mu):
    """Landing with u on points that give 4 C at most: v_z = -u + 4 C / m; below that it stops."""
    arrives = 1.0 + G * DT
    solution = check(solver, level_joint((0, 0, -1.0), mu, crushing=0.1 * MASS), [0, 0, 0.4 - arrives, 0, 0, 0], 1.0)
    assert solution.impulse[:, 0] == pytest.approx(0.1 * MASS, rel=1e-6)
    check(solver, level_joint((0, 0, -1.0), mu, crushing=0.3 * MASS), np.zeros(6), 1.0)


def shaken(scene, seed, size=0.02):
    rng = np.random.default_rng(seed)
    twist = gravity_twist(scene) + size * rng.standard_normal((len(scene.centre), 6))
    twist[np.array(scene.prescribed)] = 0.0
    return twist, rng


def inertia_norm(problem, twist):
    return np.sqrt(np.einsum("bi,bij,bj->", twist, problem.inertia, twist))


@pytest.mark.parametrize("solve", FIRST_ORDER, ids=["gauss-seidel", "spectral"])
@pytest.mark.parametrize("kind", ["dry", "strong", "elastic", "planar"])
def test_first_order_against_clarabel(solve, kind):
    """Two answers differ by no more than the sum of their bounds."""
    scene = stack(2) if kind == "planar" else wall(2, 1)
    twist, rng = shaken(scene, 3)
    count = len(scene.contacts)
    if kind == "planar":
        twist[:, [1, 3, 5]] = 0.0
    problem = scene.problem(twist, 0.6, planar_axis=1 if kind == "planar" else None,
                            compliance=rng.uniform(0, 1e-2, (count, 3)) if kind == "elastic" else None)
    if kind in ("strong", "planar"):
        problem = replace(problem, cohesion=rng.uniform(0, 0.2, count), tension=rng.uniform(0, 0.2, count),
                          crushing=np.where(rng.random(count) < 0.5, np.inf, rng.uniform(0, 1.0, count)))
    ours = solve(problem, tolerance=1e-5)
    assert ours.status is SolveStatus.SOLVED
    mass = problem.inertia[1:, 0, 0].sum()
    for form in ("primal", "dual"):
        theirs = solve_clarabel(problem, form)
        apart = inertia_norm(problem, ours.twist - theirs.twist)
        allowed = 0.0
        for answer in (ours, theirs):
            bound = judge(problem, answer.twist, answer.impulse).velocity_bound
            assert bound < 1e-3
            allowed += bound * max(inertia_norm(problem, answer.twist), problem.speed_scale * np.sqrt(mass))
        assert apart <= allowed


@pytest.mark.parametrize("solve", FIRST_ORDER, ids=["gauss-seidel", "spectral"])
def test_limits_are_kept_and_said(solve):
    """One iteration is INACCURATE, and no more than one; no time is no iteration."""
    scene = wall(4, 4)
    problem = scene.problem(gravity_twist(scene, push=(5.0, 0, 0)), 0.6)
    short = solve(problem, max_iterations=1)
    assert (short.status, short.iterations) == (SolveStatus.INACCURATE, 1)
    assert judge(problem, short.twist, short.impulse).velocity_bound > 1e-3
    late = solve(problem, time_limit=0.0)
    assert (late.status, late.iterations) == (SolveStatus.INACCURATE, 0)
    better = solve(problem, max_iterations=300)
    assert (judge(problem, better.twist, better.impulse).velocity_bound
            < 0.1 * judge(problem, short.twist, short.impulse).velocity_bound)


@pytest.mark.parametrize("solve", FIRST_ORDER, ids=["gauss-seidel", "spectral"])
def test_warm_start(solve):
    """From the answer there is nothing to do; nonsense does no harm."""
    scene = stack(3)
    problem = scene.problem(gravity_twist(scene, push=(1.0, 0, 0)), 0.6)
    known = solve_interior(problem)
    assert solve(problem, (known.twist, known.impulse)).iterations == 0
    for nonsense in (np.full((12, 3), -1e9), np.full((12, 3), np.nan), np.zeros((3, 3))):
        assert solve(problem, (known.twist, nonsense), tolerance=1e-4).status is SolveStatus.SOLVED


@pytest.mark.parametrize("solve", FIRST_ORDER, ids=["gauss-seidel", "spectral"])
def test_nothing_to_solve(solve):
    scene = Scene()
    scene.block((0, 0, 0))
    alone = scene.problem(gravity_twist(scene), 0.6)
    scene = block_on_plane()
    opens = scene.problem(gravity_twist(scene, start=(0, 0, 1.0)), 0.6)
    for problem in (alone, opens):
        solution = solve(problem)
        assert (solution.status, solution.iterations) == (SolveStatus.SOLVED, 0)
        assert np.array_equal(solution.twist, problem.free_twist) and not solution.impulse.any()


@pytest.mark.parametrize("solve", FIRST_ORDER, ids=["gauss-seidel", "spectral"])
def test_contact_between_supports_decides_nothing(solve):
    scene = block_on_plane()
    scene.block((5, 0, 0), prescribed=True)
    scene.contact(0, 2, (2.5, 0, 0), np.roll(np.eye(3), 1, axis=1))
    twist = gravity_twist(scene)
    twist[2, 0] = -1.0
    problem = replace(scene.problem(twist, 0.6), cohesion=np.full(5, 0.1), tension=np.zeros(5))
    solution = solve(problem)
    assert solution.status is SolveStatus.SOLVED and not solution.impulse[-1].any()
    assert np.abs(solution.twist[1]).max() < 3e-6 * G * DT


@pytest.mark.parametrize("solve", [*FIRST_ORDER, solve_clarabel], ids=["gauss-seidel", "spectral", "clarabel"])
@pytest.mark.parametrize("name", ["free_twist", "bias", "friction", "inertia", "compliance", "cohesion", "crushing"])
def test_not_a_number_is_failed(solve, name):
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene), 0.6, compliance=np.zeros((4, 3)))
    problem = replace(problem, cohesion=np.zeros(4), crushing=np.full(4, np.inf))
    spoilt = getattr(problem, name).copy()
    spoilt.flat[-1] = np.nan
    solution = solve(replace(problem, **{name: spoilt}))
    assert solution.status is SolveStatus.FAILED
    assert np.isfinite(solution.impulse).all()
    assert solve is solve_clarabel or np.isfinite(solution.twist).all()
