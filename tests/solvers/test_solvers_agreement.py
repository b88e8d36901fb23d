"""Solvers against each other on random steps, invariances, warm starts, fallback."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solvers_scenes import Scene, block_on_plane, dense_jacobian, gravity_twist, stack, wall

from drystone.solvers import solve as solve_module
from drystone.solvers.clarabel_solver import solve_clarabel
from drystone.solvers.cone.problem import SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.interior.solver import solve_interior
from drystone.solvers.solve import solve_contact_problem


def inertia_norm(problem, twist):
    free = ~problem.prescribed
    return np.sqrt(np.einsum("bi,bij,bj->", twist[free], problem.inertia[free], twist[free]))


def reference_norm(problem, twist):
    mass = problem.inertia[~problem.prescribed, 0, 0].sum()
    return max(inertia_norm(problem, twist), problem.speed_scale * np.sqrt(mass))


def check_agreement(problem, one, two, at_most):
    """Two answers differ by no more than the sum of their bounds; and the bounds are small."""
    bounds = [judge(problem, s.twist, s.impulse).velocity_bound for s in (one, two)]
    scale = [reference_norm(problem, s.twist) for s in (one, two)]
    apart = inertia_norm(problem, one.twist - two.twist)
    assert apart <= bounds[0] * scale[0] + bounds[1] * scale[1] + 1e-12 * scale[0]
    assert max(bounds) <= at_most


def shaken(scene, seed, size=0.02):
    rng = np.random.default_rng(seed)
    twist = gravity_twist(scene) + size * rng.standard_normal((len(scene.centre), 6))
    twist[np.array(scene.prescribed)] = 0.0
    return twist


@pytest.mark.parametrize("mu", [0.0, 0.6, 10.0])
@pytest.mark.parametrize("scene", [stack(4), wall(3, 2)], ids=["stack", "wall"])
def test_three_ways_one_velocity(scene, mu):
    problem = scene.problem(shaken(scene, 3), mu)
    ours = solve_interior(problem)
    assert judge(problem, ours.twist, ours.impulse).velocity_bound < 1e-6
    for form in ("primal", "dual"):
        theirs = solve_clarabel(problem, form)
        check_agreement(problem, ours, theirs, 1e-3)
        # Clarabel's tolerance refers to the speeds that go into the step, the tangential ones times mu
        scale = max(1.0, problem.friction.max()) * inertia_norm(problem, problem.free_twist)
        assert inertia_norm(problem, ours.twist - theirs.twist) < 1e-6 * scale


def test_compliance_three_ways():
    scene = wall(3, 2)
    rng = np.random.default_rng(5)
    problem = scene.problem(shaken(scene, 5), 0.6, compliance=rng.uniform(0, 1e-3, (len(scene.contacts), 3)))
    ours = solve_interior(problem)
    for form in ("primal", "dual"):
        theirs = solve_clarabel(problem, form)
        check_agreement(problem, ours, theirs, 1e-3)
        # Clarabel's tolerance refers to the speeds that go into the step, the tangential ones times mu
        scale = max(1.0, problem.friction.max()) * inertia_norm(problem, problem.free_twist)
        assert inertia_norm(problem, ours.twist - theirs.twist) < 1e-6 * scale


@given(seed=st.integers(0, 10 ** 6), blocks=st.integers(1, 3), points=st.integers(1, 12),
       mu=st.sampled_from([0.0, 0.3, 1.0, 10.0]), speed=st.sampled_from([1e-3, 0.1, 5.0]))
@settings(max_examples=60, deadline=None)
def test_random_frames_and_points(seed, blocks, points, mu, speed):
    """Any frames, arms and biases for which some velocity is admissible: solved, and never above 1e-4."""
    rng = np.random.default_rng(seed)
    scene = Scene()
    scene.block((0, 0, 0), prescribed=True)
    for _ in range(blocks):
        scene.block(rng.uniform(-1, 1, 3), rng.uniform(0.1, 1, 3), density=10 ** rng.uniform(2, 4))
    for _ in range(points):
        a, b = sorted(rng.choice(blocks + 1, 2, replace=False))
        frame, _ = np.linalg.qr(rng.standard_normal((3, 3)))
        scene.contact(a, b, rng.uniform(-1, 1, 3), frame * np.sign(np.linalg.det(frame)))
    twist = speed * rng.standard_normal((blocks + 1, 6))
    twist[0] = 0.0
    problem = scene.problem(twist, mu)
    known = 0.3 * speed * rng.standard_normal((blocks + 1, 6))     # made admissible by the bias
    known[0] = 0.0
    u = (dense_jacobian(problem) @ known.ravel()).reshape(-1, 3)
    problem.bias[:, 0] = np.maximum(mu * np.hypot(u[:, 1], u[:, 2]) - u[:, 0], 0.0)
    solution = solve_contact_problem(problem, solver="interior")
    assert solution.status in (SolveStatus.SOLVED, SolveStatus.INACCURATE)
    assert solution.residuals.velocity_bound < 1e-4
    # no admissible velocity is nearer to the free one
    assert (inertia_norm(problem, solution.twist - twist)
            <= inertia_norm(problem, known - twist) + 1e-4 * reference_norm(problem, solution.twist))


def test_mass_and_speed_are_only_units():
    """Masses times 1e3: same velocities, forces times 1e3. Speeds times 1e-3: everything times 1e-3."""
    scene = wall(2, 2)
    problem = scene.problem(gravity_twist(scene, push=(8.0, 0.0, 0.0)), 0.6)
    base = solve_interior(problem)
    heavy = solve_interior(replace(problem, inertia=1e3 * problem.inertia))
    slow = solve_interior(replace(problem, free_twist=1e-3 * problem.free_twist, bias=1e-3 * problem.bias,
                                  speed_scale=1e-3 * problem.speed_scale))
    scale = np.abs(base.twist).max()
    assert np.abs(heavy.twist - base.twist).max() < 1e-6 * scale
    assert np.abs(1e3 * slow.twist - base.twist).max() < 1e-6 * scale
    # single impulses are not unique, what the ground carries is
    ground = problem.block_a == 0
    carried = base.impulse[ground].sum(axis=0)
    assert heavy.impulse[ground].sum(axis=0) / 1e3 == pytest.approx(carried, rel=1e-5, abs=1e-9)


@pytest.mark.parametrize("push", [1.0, 8.0, 15.0])
def test_planar_is_the_plane_part_of_space(push):
    """A scene that is symmetric about the plane y = 0 moves in it; planar mode and the wedge give the same."""
    scene = stack(3, (0.4, 0.3, 0.5))
    twist = gravity_twist(scene, push=(push, 0, 0))
    space = scene.problem(twist, 0.7)
    plane = scene.problem(twist, 0.7, planar_axis=1)
    full = solve_interior(space)
    scale = reference_norm(space, full.twist) / np.sqrt(space.inertia[1:, 0, 0].sum())
    for solution in (solve_interior(plane), solve_clarabel(plane), solve_clarabel(plane, "dual")):
        assert np.abs(solution.twist - full.twist).max() < 1e-6 * scale
        assert not solution.twist[:, [1, 3, 5]].any()
        assert judge(plane, solution.twist, solution.impulse).velocity_bound < 1e-4


def test_locked_motions_stay_as_they_are():
    """In planar mode an asymmetric push out of the plane changes nothing out of it."""
    scene = block_on_plane()
    twist = gravity_twist(scene)
    twist[1] += [0.0, 0.01, 0.0, 0.02, 0.0, 0.03]
    solution = solve_interior(scene.problem(twist, 0.6, planar_axis=1))
    assert np.array_equal(solution.twist[1, [1, 3, 5]], twist[1, [1, 3, 5]])


def test_warm_start_gives_the_same_answer_sooner():
    scene = wall(4, 3)
    before = solve_interior(scene.problem(gravity_twist(scene, push=(2.0, 0, 0)), 0.6))
    problem = scene.problem(gravity_twist(scene, push=(2.02, 0, 0)), 0.6)
    cold, warm = solve_interior(problem), solve_interior(problem, (before.twist, before.impulse))
    check_agreement(problem, cold, warm, 1e-6)
    assert warm.iterations < cold.iterations


def test_bad_warm_start_does_no_harm():
    scene = stack(3)
    problem = scene.problem(gravity_twist(scene), 0.6)
    nonsense = (np.full((4, 6), 1e6), np.full((12, 3), -1e9))
    solution = solve_contact_problem(problem, solver="interior", warm=nonsense)
    assert solution.status is SolveStatus.SOLVED


def test_fallback_and_honest_status(monkeypatch):
    """A solver that returns rubbish is found out; the other one is asked; if both fail, the better is INACCURATE."""
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene), 0.6)
    good = solve_interior(problem)

    def rubbish(problem, *args, **kwargs):
        return replace(good, twist=good.twist + 1e-3, solver="rubbish")
    monkeypatch.setattr(solve_module, "solve_interior", rubbish)
    found = solve_contact_problem(problem, tolerance=1e-4)
    assert (found.status, found.solver) == (SolveStatus.SOLVED, "clarabel-primal")
    monkeypatch.setattr(solve_module, "solve_clarabel", rubbish)
    found = solve_contact_problem(problem, tolerance=1e-4)
    assert (found.status, found.solver) == (SolveStatus.INACCURATE, "rubbish")
    assert found.residuals.velocity_bound > 1e-2


def test_not_a_number_is_failed():
    scene = block_on_plane()
    twist = gravity_twist(scene)
    twist[1, 2] = np.nan
    solution = solve_contact_problem(scene.problem(twist, 0.6), solver="interior")
    assert solution.status is SolveStatus.FAILED
