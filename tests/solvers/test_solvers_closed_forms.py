"""Every solver against problems that can be solved by hand."""

import numpy as np
import pytest
from solvers_scenes import CORNERS, UP, G, Scene, block_on_plane, dense_jacobian, gravity_twist

from drystone.errors import InputError
from drystone.solvers.clarabel_solver import solve_clarabel
from drystone.solvers.cone.problem import SolveStatus
from drystone.solvers.interior.solver import solve_interior
from drystone.solvers.solve import solve_contact_problem

DT = 1e-3
MASS = 2000.0     # of the unit cube of block_on_plane

SOLVERS = {"interior": solve_interior, "primal": solve_clarabel, "dual": lambda p: solve_clarabel(p, "dual")}
#: Velocity error allowed, in units of g dt: the interior point aims at rounding, Clarabel at its own 1e-11..1e-9
#: of the squared velocity scale, hence about the square root of it.
ACCURACY = {"interior": 1e-10, "primal": 1e-6, "dual": 1e-6}


@pytest.fixture(params=SOLVERS)
def solver(request):
    return request.param


def check_twist(solver, solution, block, expected, scale=G * DT):
    assert solution.status is SolveStatus.SOLVED
    assert np.abs(solution.twist[block] - expected).max() < ACCURACY[solver] * scale


def test_block_sticks_under_gravity(solver):
    """Weight m g dt is carried by the four corners; nothing moves."""
    scene = block_on_plane()
    solution = SOLVERS[solver](scene.problem(gravity_twist(scene), 0.6))
    check_twist(solver, solution, 1, np.zeros(6))
    assert solution.impulse[:, 0].sum() == pytest.approx(MASS * G * DT, rel=1e-6)
    assert np.abs(solution.impulse[:, 1:].sum(axis=0)).max() < 1e-6 * MASS * G * DT


@pytest.mark.parametrize("mu", [0.3, 0.6])
def test_sliding_block_is_projected_on_the_cone(solver, mu):
    """Associative law: v = nearest point to v* with v_z >= mu v_x, for a cube that need not tip (mu < 1).

    v* = (1, 0, -g dt): v_x = (1 - mu g dt) / (1 + mu^2), v_z = mu v_x.
    """
    scene = block_on_plane()
    solution = SOLVERS[solver](scene.problem(gravity_twist(scene, start=(1.0, 0.0, 0.0)), mu))
    speed = (1.0 - mu * G * DT) / (1.0 + mu * mu)
    check_twist(solver, solution, 1, [speed, 0.0, mu * speed, 0.0, 0.0, 0.0], scale=1.0)


def test_frictionless_block_keeps_its_speed(solver):
    scene = block_on_plane()
    solution = SOLVERS[solver](scene.problem(gravity_twist(scene, start=(1.0, 0.5, 0.0)), 0.0))
    check_twist(solver, solution, 1, [1.0, 0.5, 0.0, 0.0, 0.0, 0.0], scale=1.0)
    assert not solution.impulse[:, 1:].any()


@pytest.mark.parametrize("mu", [0.0, 10.0])
def test_impact_on_one_corner(solver, mu):
    """One point: r = -(G H^-1 G^T)^-1 G v* on the rows that act (normal only without friction), v = v* + H^-1 G^T r."""
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
    assert r[0] > 0.0 and np.hypot(*r[1:]) < mu * r[0] if mu > 0.0 else r[0] > 0.0      # sticks: the case meant here
    solution = SOLVERS[solver](problem)
    check_twist(solver, solution, 1, twist[1] + inverse @ g.T @ r, scale=1.0)
    assert solution.impulse[0, :len(r)] == pytest.approx(r, rel=1e-6)


def test_rocking_block_turns_about_its_edge(solver):
    """Pushed at the acceleration a > g b/h a slender block turns: w = (a h - g b) dt m / J_edge, edge at rest."""
    width, height, push = 0.5, 2.0, 5.0
    scene = block_on_plane((width, 1.0, height))
    mass = MASS * width * height
    about_edge = mass * ((width ** 2 + height ** 2) / 12 + (width ** 2 + height ** 2) / 4)
    turn = mass * (push * height / 2 - G * width / 2) * DT / about_edge
    solution = SOLVERS[solver](scene.problem(gravity_twist(scene, push=(push, 0, 0)), 2.0))
    check_twist(solver, solution, 1, [turn * height / 2, 0, turn * width / 2, 0, turn, 0], scale=10 * G * DT)


def test_moving_support_carries_the_block(solver):
    """A support that sets off with V picks the block up: within friction, it moves with V."""
    scene = block_on_plane()
    twist = np.zeros((2, 6))
    twist[0, :3] = (0.03, -0.01, 0.1)
    solution = SOLVERS[solver](scene.problem(twist, 0.6))
    check_twist(solver, solution, 1, twist[0], scale=0.1)
    assert np.array_equal(solution.twist[0], twist[0])


def test_compliance_is_a_spring(solver):
    """Four points at the height of the centre, each u + E r = 0: v = v* / (1 + 4 / (m E)), along n and along t."""
    scene = Scene()
    scene.block((0, 0, -0.5), prescribed=True)
    scene.block((0, 0, 0))
    for x, y in CORNERS:
        scene.contact(0, 1, (x / 2, y / 2, 0.0))
    normal, shear = 2e-3, 5e-3
    twist = gravity_twist(scene, push=(2.0, 0.0, 0.0))
    problem = scene.problem(twist, 0.8, compliance=np.tile([normal, shear, shear], (4, 1)))
    solution = SOLVERS[solver](problem)
    down = twist[1, 2] / (1 + 4 / (MASS * normal))
    aside = twist[1, 0] / (1 + 4 / (MASS * shear))
    check_twist(solver, solution, 1, [aside, 0, down, 0, 0, 0])
    assert solution.impulse[:, 0] == pytest.approx(-down / normal, rel=1e-6)
    assert solution.impulse[:, 1] == pytest.approx(-aside / shear, rel=1e-6)


def wedged():
    """A block between two supports that close in on it."""
    scene = Scene()
    scene.block((-1, 0, 0), prescribed=True)
    scene.block((1, 0, 0), prescribed=True)
    scene.block((0, 0, 0))
    for wall, sign in ((0, 1.0), (1, -1.0)):
        frame = np.array([[sign, 0, 0], [0, sign, 0], [0, 0, 1.0]])
        for y, z in CORNERS:
            scene.contact(wall, 2, (-sign / 2, y / 2, z / 2), frame)
    twist = np.zeros((3, 6))
    twist[0, 0], twist[1, 0] = 0.1, -0.1
    return scene.problem(twist, 0.6)


def test_wedged_block_is_infeasible(solver):
    """No velocity of the block keeps off both supports; the certificate is a pair of balanced thrusts on it."""
    problem = wedged()
    solution = SOLVERS[solver](problem)
    assert solution.status is SolveStatus.INFEASIBLE
    thrust = solution.impulse[:, 0]
    assert thrust[:4].sum() == pytest.approx(thrust[4:].sum(), rel=1e-6) and thrust.max() == pytest.approx(1.0)
    assert solve_contact_problem(problem).status is SolveStatus.INFEASIBLE


def test_nothing_to_solve(solver):
    """Without contacts, or with a free motion that opens them all, the answer is the free motion, at once."""
    scene = Scene()
    scene.block((0, 0, 0))
    problem = scene.problem(gravity_twist(scene), 0.6)
    solution = SOLVERS[solver](problem)
    assert (solution.status, solution.iterations) == (SolveStatus.SOLVED, 0)
    assert np.array_equal(solution.twist, problem.free_twist) and solution.impulse.shape == (0, 3)
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene, start=(0, 0, 1.0)), 0.6)
    solution = SOLVERS[solver](problem)
    assert (solution.status, solution.iterations) == (SolveStatus.SOLVED, 0)
    assert np.array_equal(solution.twist, problem.free_twist) and not solution.impulse.any()


def test_contact_between_supports_decides_nothing(solver):
    """Two supports that run into each other are the user's affair; the block above does not notice."""
    scene = block_on_plane()
    scene.block((5, 0, 0), prescribed=True)
    scene.contact(0, 2, (2.5, 0, 0), np.roll(UP, 1, axis=1))
    twist = gravity_twist(scene)
    twist[2, 0] = -1.0
    solution = SOLVERS[solver](scene.problem(twist, 0.6))
    check_twist(solver, solution, 1, np.zeros(6))
    assert not solution.impulse[-1].any()


def test_wrong_choices_are_named():
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene), 0.6)
    with pytest.raises(InputError, match="solver must be one of auto, interior, augmented, regularised, "
                                        "gauss-seidel, spectral, clarabel, got 'ipopt'"):
        solve_contact_problem(problem, solver="ipopt")
    with pytest.raises(InputError, match="form must be one of primal, dual, got 'both'"):
        solve_contact_problem(problem, form="both")
    with pytest.raises(InputError, match=r"tolerance must be finite and > 0 \[-\], got 0"):
        solve_contact_problem(problem, tolerance=0)
