"""Cone algebra of the condensed method: identities on random interior points, and the method against Clarabel."""

import numpy as np
import pytest
from limit_scenes import arch, wall

from drystone.limit.equilibrium import build_equilibrium, dead_load
from drystone.limit.live import acceleration
from drystone.limit.program import ConeProgram, ProgramStatus
from drystone.limit.solve_program import solve_program
from drystone.limit.stability import inertia_matrix, positions
from drystone.limit.statics import joint_compliance
from drystone.solvers.cone import soc

RNG = np.random.default_rng(3)


def interior(count: int = 200) -> np.ndarray:
    """Points inside the cone, some close to its boundary."""
    tail = RNG.normal(size=(count, 2))
    room = 10.0 ** RNG.uniform(-6.0, 1.0, count)
    return np.column_stack([np.hypot(*tail.T) + room, tail])


def test_scaling_maps_one_point_on_the_other():
    s, z = interior(), interior()
    w = soc.nesterov_todd(s, z)
    assert np.allclose(soc.scale(w, z), soc.unscale(w, s), rtol=1e-6, atol=1e-9)
    assert np.allclose(soc.unscale(w, soc.scale(w, s)), s, rtol=1e-6)
    assert np.allclose(np.einsum("cij,cj->ci", soc.square(w), z), s, rtol=1e-5, atol=1e-7)


def test_step_straight_through_the_tip():
    """Without friction the other two components are zero: the way ends at the tip, whatever rounding says."""
    for head, fall in RNG.uniform(0.1, 1.0, (200, 2)):
        x, d = np.array([[head, 0.0, 0.0]]), np.array([[-fall, 0.0, 0.0]])
        assert soc.longest_step(x, d) == pytest.approx(head / fall, rel=1e-7)


def test_inverse_of_the_square_with_and_without_extra():
    w = soc.nesterov_todd(interior(), interior())
    for extra in (0.0, 1e-3, 2.0):
        both = soc.square(w) + extra * np.eye(3)
        unit = np.einsum("cij,cjk->cik", soc.inverse_square(w, extra), both)
        size = np.abs(both).max(axis=(1, 2)) * np.abs(soc.inverse_square(w, extra)).max(axis=(1, 2))
        assert (np.abs(unit - np.eye(3)).max(axis=(1, 2)) <= 1e-13 * size + 1e-12).all()


def test_division_undoes_the_product():
    x, y = interior(), RNG.normal(size=(200, 3))
    assert np.allclose(soc.product(x, soc.divide(x, y)), y, rtol=1e-6, atol=1e-8)


def test_eigenvalues_rebuild_the_point():
    x = RNG.normal(size=(200, 3))
    assert np.allclose(soc.from_eigenvalues(*soc.eigenvalues(x)), x)


def test_longest_step_ends_on_the_boundary():
    for _ in range(50):
        x, d = interior(1), RNG.normal(size=(1, 3))
        step = soc.longest_step(x, d)
        if np.isfinite(step):
            end = x + step * d
            assert end[0, 0] - np.hypot(*end[0, 1:]) == pytest.approx(0.0, abs=1e-9 * (1 + np.abs(end).max()))
        else:
            assert soc.eigenvalues(x + 1e6 * d)[0][0] > 0.0


@pytest.mark.parametrize("kind", ["limit", "inertia", "compliance"])
@pytest.mark.parametrize("make", [wall, lambda: arch(0.3, 9, planar=False)], ids=["wall", "arch"])
def test_condensed_method_agrees_with_clarabel(make, kind):
    model = make()
    eq = build_equilibrium(model)
    dead = eq.load_vector(dead_load(model))
    live = eq.load_vector(acceleration(model, "+x").wrench)
    extra = {"limit": {"live": live}, "inertia": {"inertia": inertia_matrix(eq)},
             "compliance": {"compliance": joint_compliance(eq)}}[kind]
    load = dead + (0.0 if kind != "inertia" else 2.0) * live     # with inertia: it slides and turns
    program = ConeProgram(eq.matrix, eq.friction, load, **extra)
    ours, theirs = (solve_program(program, solver, positions(eq)) for solver in ("condensed", "clarabel"))
    assert ours.status is theirs.status is ProgramStatus.SOLVED and ours.solver == "condensed"
    assert ours.alpha == pytest.approx(theirs.alpha, rel=1e-6, abs=1e-9)
    if kind == "inertia":                                       # velocities are unique
        assert np.abs(theirs.velocity).max() > 0.1
        # the cost 1/2 v.Hv - f.v exceeds its least by 1/2 |v - v*|^2 in the norm of H: a relative gap of 1e-9, to which
        # both solve, lets each be off by sqrt(2e-9) of |v*| = 4.5e-5, whatever the last bits of a processor
        square, error = (v @ (extra["inertia"] @ v) for v in (theirs.velocity, ours.velocity - theirs.velocity))
        assert error <= 9e-5**2 * square
    if kind == "compliance":                                    # forces are unique
        assert np.allclose(ours.force, theirs.force, atol=1e-4 * np.abs(theirs.force).max())
