"""Coulomb's law by splitting: closed forms and what must fail, each for the fast and the plain form."""

from dataclasses import replace

import numpy as np
import pytest
from solvers_scenes import CORNERS, G, Scene, block_on_plane, dense_jacobian, gravity_twist, stack, wall

from drystone.solvers.cone.coulomb_residuals import judge_coulomb
from drystone.solvers.cone.problem import SolveStatus
from drystone.solvers.coulomb import can_split, solve_coulomb
from drystone.solvers.lanes import scaled_step
from drystone.solvers.plain import splitting as plain_form
from drystone.solvers.splitting import method, solver

DT = 1e-3
SPEED = G * DT
MASS = 2000.0       # of the cube of 1 m
FINE = 1e-9         # tolerance of closed forms, in units of g dt
#: A contact that carries and sticks shows its speed as the error, others their impulse over their effective mass, at
#: least a tenth of the block's: twists and impulses of one block are this close to the closed form.
CLOSE = 20 * FINE * SPEED


@pytest.fixture(params=[solver.solve_splitting, plain_form.solve_splitting], ids=["fast", "plain"])
def solve(request):
    """The solver, brought to the tolerance of closed forms; the referee agrees with its opinion."""
    def solve_closely(problem, warm=None, tolerance=FINE):
        found = request.param(problem, warm, tolerance=tolerance, most=20_000)
        assert found.status is SolveStatus.SOLVED and found.solver == "splitting"
        assert judge_coulomb(problem, found.twist, found.impulse).worst <= 3 * tolerance
        return found
    return solve_closely


def speed_at_contacts(problem, twist):
    """(c, 3) G v [m/s]."""
    return (dense_jacobian(problem) @ twist.ravel()).reshape(-1, 3)


# --- dry joints -----------------------------------------------------------------------------------

def test_a_block_sticks(solve):
    scene = block_on_plane()
    found = solve(scene.problem(gravity_twist(scene, push=(0.4 * G, 0.2 * G, 0.0)), 0.6))
    assert np.abs(found.twist).max() < CLOSE
    assert found.impulse.sum(axis=0) == pytest.approx([MASS * SPEED, -0.4 * MASS * SPEED, -0.2 * MASS * SPEED],
                                                      abs=MASS * CLOSE)


def test_a_block_slides_without_lifting(solve):
    """It loses mu g dt of its speed, and no corner leaves the plane; the associative law would lift it by mu v."""
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene, start=(0.6, 0.8, 0.0)), 0.3)
    found = solve(problem)
    left = 1.0 - 0.3 * SPEED
    assert found.twist[1] == pytest.approx([0.6 * left, 0.8 * left, 0.0, 0.0, 0.0, 0.0], abs=CLOSE)
    assert np.abs(speed_at_contacts(problem, found.twist)[:, 0]).max() < CLOSE


def test_blocks_open(solve):
    """What rises is left alone while its neighbour rests."""
    scene = block_on_plane()
    scene.block((3.0, 0.0, 0.5))
    for x, y in CORNERS:
        scene.contact(0, 2, (3.0 + x / 2, y / 2, 0.0))
    twist = gravity_twist(scene)
    twist[2] = 0.3, 0.1, 1.0, 0.0, 0.2, 0.1
    found = solve(scene.problem(twist, 0.6))
    assert np.array_equal(found.twist[2], twist[2]) and not found.impulse[4:].any()
    assert np.abs(found.twist[1]).max() < CLOSE


def test_nothing_touches(solve):
    scene = block_on_plane(bias=(1.0, 0.0, 0.0))
    problem = scene.problem(gravity_twist(scene), 0.6)
    found = solve(problem)
    assert np.array_equal(found.twist, problem.free_twist) and not found.impulse.any() and found.iterations == 0


def test_an_oblique_impact_does_not_hop(solve):
    """r_n takes the speed towards the plane, friction mu of it; nothing is sent upwards."""
    scene = block_on_plane()
    found = solve(scene.problem(gravity_twist(scene, start=(3.0, 0.0, -2.0)), 0.5))
    assert found.twist[1] == pytest.approx([3.0 - 0.5 * (2.0 + SPEED), 0, 0, 0, 0, 0], abs=CLOSE)
    assert found.impulse[:, 0].sum() == pytest.approx(MASS * (2.0 + SPEED), abs=MASS * CLOSE)


def test_a_stack_carries_what_is_above(solve):
    scene = stack(5)
    found = solve(scene.problem(gravity_twist(scene), 0.6))
    weight = scene.inertia[1][0, 0] * SPEED
    carried = found.impulse[:, 0].reshape(5, 4).sum(axis=1)
    # what is left over of the speeds adds up along the stack
    assert carried == pytest.approx(weight * np.arange(5, 0, -1), abs=25 * FINE * weight)
    assert np.abs(found.twist).max() < 5 * CLOSE


@pytest.mark.parametrize("mu, left", [(0.0, 1.0), (10.0, 0.0)])
def test_friction_none_and_ten(solve, mu, left):
    """A flat slab pushed by 5 g: it keeps all of it, or nothing."""
    scene = block_on_plane((1.0, 1.0, 0.1))
    found = solve(scene.problem(gravity_twist(scene, push=(5 * G, 0.0, 0.0)), mu))
    assert found.twist[1] == pytest.approx([left * 5 * SPEED, 0, 0, 0, 0, 0], abs=10 * CLOSE)


def test_a_support_that_moves_drags_by_friction(solve):
    scene = block_on_plane()
    twist = gravity_twist(scene)
    twist[0, 0] = 0.5
    found = solve(scene.problem(twist, 0.3))
    assert found.twist[1] == pytest.approx([0.3 * SPEED, 0, 0, 0, 0, 0], abs=CLOSE)
    assert np.array_equal(found.twist[0], twist[0])


def test_planar_mode(solve):
    """In the plane xz the oblique impact ends as in space; locked motions stay as they are."""
    scene = block_on_plane()
    twist = gravity_twist(scene, start=(3.0, 0.0, -2.0))
    found = solve(scene.problem(twist, 0.5, planar_axis=1))
    assert found.twist[1] == pytest.approx([3.0 - 0.5 * (2.0 + SPEED), 0, 0, 0, 0, 0], abs=CLOSE)
    assert np.array_equal(found.twist[:, [1, 3, 5]], twist[:, [1, 3, 5]])


# --- strengths ------------------------------------------------------------------------------------

def test_cohesion_between_two_blocks(solve):
    """The upper one is pushed: mu m g dt + 4 c holds it back, and the lower one stays."""
    scene = stack(2, (1.0, 1.0, 0.25))
    mass, c = scene.inertia[1][0, 0], 0.05 * scene.inertia[1][0, 0] * SPEED
    twist = gravity_twist(scene)
    twist[2, 0] = 0.8 * SPEED
    problem = replace(scene.problem(twist, 0.4), cohesion=np.full(8, c))
    assert solve(problem).twist[2] == pytest.approx([(0.8 - 0.4 - 0.2) * SPEED, 0, 0, 0, 0, 0], abs=10 * CLOSE)
    assert np.abs(solve(replace(problem, cohesion=np.full(8, 0.11 * mass * SPEED))).twist).max() < 10 * CLOSE


def hanging(friction):
    """A cube below a support, four points between."""
    scene = Scene()
    scene.block((0, 0, 1.5), prescribed=True)
    scene.block((0, 0, 0.5))
    down = np.array([[0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
    for x, y in CORNERS:
        scene.contact(0, 1, (x / 2, y / 2, 1.0), down)
    return scene.problem(gravity_twist(scene), friction)


@pytest.mark.parametrize("friction, cohesion", [(0.0, 0.0), (0.5, 1.0)], ids=["tie", "mortar"])
def test_pull_up_to_the_strength(solve, friction, cohesion):
    """Four cables, or four points of mortar: 0.3 m g dt each holds the cube, 0.2 m g dt each does not."""
    weight, problem = MASS * SPEED, hanging(friction)
    held = replace(problem, tension=np.full(4, 0.3 * weight), cohesion=np.full(4, cohesion * weight))
    found = solve(held)
    assert np.abs(found.twist).max() < CLOSE
    assert found.impulse[:, 0] == pytest.approx(np.full(4, -0.25 * weight), abs=MASS * CLOSE)
    falls = replace(held, tension=np.full(4, 0.2 * weight))
    assert solve(falls).twist[1] == pytest.approx([0, 0, -0.2 * SPEED, 0, 0, 0], abs=CLOSE)


def test_a_cable_takes_no_pressure(solve):
    """crushing 0: the cube flies up through its cables."""
    problem = hanging(0.0)
    twist = problem.free_twist.copy()
    twist[1, 2] = 1.0
    cable = replace(problem, free_twist=twist, tension=np.full(4, MASS), crushing=np.zeros(4))
    assert solve(cable).twist[1] == pytest.approx(twist[1], abs=CLOSE)


def test_a_crushing_joint_gives_way(solve):
    """Four points that bear 0.2 m g dt each: the cube sinks by what is missing."""
    scene = block_on_plane()
    problem = replace(scene.problem(gravity_twist(scene), 0.6), crushing=np.full(4, 0.2 * MASS * SPEED))
    found = solve(problem)
    assert found.twist[1] == pytest.approx([0, 0, -0.2 * SPEED, 0, 0, 0], abs=CLOSE)
    assert found.impulse[:, 0] == pytest.approx(np.full(4, 0.2 * MASS * SPEED), abs=MASS * CLOSE)


# --- compliance -----------------------------------------------------------------------------------

def test_springs_along_n_and_t(solve):
    """u + E r = 0 with m (u - u*) = 4 r, hence u = u* m E / (4 + m E), along n and, while it sticks, along t."""
    scene = Scene()
    scene.block((0, 0, -0.5), prescribed=True)
    scene.block((0, 0, 0.5))
    for x, y in CORNERS:
        scene.contact(0, 1, (x / 2, y / 2, 0.5))        # at the height of the centre: pushes turn nothing
    give = np.array([2.0, 1.0, 1.0]) / MASS
    problem = scene.problem(gravity_twist(scene, push=(0.4 * G, 0.0, 0.0)), 0.6, compliance=np.tile(give, (4, 1)))
    found = solve(problem)
    assert found.twist[1] == pytest.approx([0.4 * SPEED / 5, 0, -SPEED * 2 / 6, 0, 0, 0], abs=CLOSE)
    # at mu 0.3 the pressure of m g dt 4 / 6 cannot hold 0.4 m g dt 4 / 5: it slides
    slides = solve(replace(problem, friction=np.full(4, 0.3)))
    assert slides.twist[1] == pytest.approx([(0.4 - 0.3 * 4 / 6) * SPEED, 0, -SPEED / 3, 0, 0, 0], abs=CLOSE)


def test_unequal_compliance_along_t_is_not_taken():
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene), 0.6, compliance=np.tile([1.0, 1.0, 2.0], (4, 1)))
    assert not can_split(problem)
    assert can_split(replace(problem, compliance=None))
    assert can_split(replace(problem, compliance=np.ones((4, 3))))


# --- what must fail -------------------------------------------------------------------------------

@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("name", ["free_twist", "bias", "friction", "inertia", "frame"])
@pytest.mark.parametrize("form", [solver, plain_form], ids=["fast", "plain"])
def test_what_is_no_number_fails(form, name, value):
    scene = wall(2, 2)
    problem = scene.problem(gravity_twist(scene), 0.6)
    spoilt = getattr(problem, name).copy()
    spoilt.reshape(len(spoilt), -1)[-1, 0] = value
    found = form.solve_splitting(replace(problem, **{name: spoilt}))
    assert found.status is SolveStatus.FAILED


def test_what_is_no_number_fails_by_the_referee_too():
    scene = block_on_plane()
    twist = gravity_twist(scene)
    twist[1, 2] = np.nan
    found = solve_coulomb(scene.problem(twist, 0.6), tolerance=1e-2, most=50)
    assert found.status is SolveStatus.FAILED and found.coulomb.worst == np.inf


def test_too_few_iterations_are_said():
    scene = wall(4, 4)
    problem = scene.problem(gravity_twist(scene, push=(0.5 * G, 0.0, 0.0)), 0.6)
    found = solve_coulomb(problem, tolerance=1e-6, most=3)
    assert found.status is SolveStatus.INACCURATE and found.iterations == 3 and found.coulomb.worst > 1e-6
    assert found.coulomb.momentum < 1e-12


@pytest.mark.parametrize("give", [None, 1.0 / MASS])
def test_contacts_between_supports_decide_nothing(solve, give):
    """They carry nothing and disturb nobody, with compliance or without."""
    scene = block_on_plane()

    def soft(count):
        return None if give is None else np.full((count, 3), give)

    lone = scene.problem(gravity_twist(scene), 0.6, compliance=soft(4))
    scene.block((5.0, 0.0, 0.5), prescribed=True)
    scene.contact(0, 2, (5.0, 0.0, 0.0))
    both = scene.problem(gravity_twist(scene), 0.6, compliance=soft(5))
    found = solve(both)
    assert found.twist[:2] == pytest.approx(solve(lone).twist, abs=CLOSE) and not found.impulse[4].any()


# --- one method in two forms ----------------------------------------------------------------------

def test_both_forms_have_the_same_numbers():
    for name in ("FIRST", "EVERY", "AGAIN"):
        assert getattr(plain_form, name) == getattr(solver, name), name
    assert (plain_form.RELAX, plain_form.LEAST_ROOM) == (method.RELAX, scaled_step.LEAST_ROOM)
