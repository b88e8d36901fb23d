"""The nasty problems: the same for a seed, well formed, and survived by the first-order methods."""

from dataclasses import fields

import numpy as np
import pytest

from drystone.bench.nasty import BAD_EVERY, BAD_SEED, describe, nasty_problem
from drystone.solvers.cone.problem import SolveStatus
from drystone.solvers.first_order.gauss_seidel import solve_gauss_seidel
from drystone.solvers.first_order.spectral import solve_spectral
from drystone.solvers.solve import solve_contact_problem


def test_same_seed_same_bits():
    for seed in (0, 7, 19):
        one, two = nasty_problem(seed), nasty_problem(seed)
        assert describe(seed) == describe(seed)
        for field in fields(one):
            a, b = getattr(one, field.name), getattr(two, field.name)
            assert a.tobytes() == b.tobytes() if isinstance(a, np.ndarray) else a == b, field.name
    assert describe(0) != describe(1)


@pytest.mark.parametrize("seed", range(60))
def test_well_formed(seed):
    """Sorted pairs of different blocks, right-handed frames, positive inertia, sets of impulses that hold something."""
    problem = nasty_problem(seed)
    a, b = problem.block_a, problem.block_b
    assert (a < b).all() and b.max() < problem.block_count
    key = a.astype(np.int64) * problem.block_count + b
    assert (np.diff(key) >= 0).all()
    assert np.abs(problem.frame @ problem.frame.transpose(0, 2, 1) - np.eye(3)).max() < 1e-12
    assert (np.linalg.det(problem.frame) > 0.0).all()
    assert (np.linalg.eigvalsh(problem.inertia) > 0.0).all()
    assert (problem.friction >= 0.0).all() and (~problem.prescribed).any()
    if problem.cohesion is not None:
        assert (problem.cohesion >= 0.0).all() and not problem.cohesion[problem.friction == 0.0].any()
    if problem.planar_axis is not None:
        assert np.abs(problem.frame[:, 2, problem.planar_axis]) == pytest.approx(1.0)
        assert not problem.free_twist[:, [1, 3, 5]].any()
    if problem.tension is None or not (problem.friction == 0.0).any():
        # one point for both blocks: only ties have two
        gap = problem.position[b] + problem.arm_b - problem.position[a] - problem.arm_a
        assert np.abs(gap).max() < 1e-9


def test_every_kind_occurs():
    text = " | ".join(describe(seed) for seed in range(200))
    for label in ("single", "stack", "wall", "lattice", "heap", "points twice", "slivers", "ties", "unequal masses",
                  "friction none", "friction 10", "friction some none", "impact", "sheared", "moving support",
                  "no support", "support closes from above", "held from above", "gaps and overlaps", "slip bias",
                  "compliance", "flying blocks", "strengths", "planar", "turned", "small", "few points"):
        assert label in text, label


@pytest.mark.parametrize("solve", [solve_gauss_seidel, solve_spectral], ids=["gauss-seidel", "spectral"])
def test_first_order_methods_survive(solve):
    """Few iterations: no crash, no entry that is not a number, FAILED only where the data are."""
    for seed in [*range(40), BAD_SEED, BAD_SEED + BAD_EVERY]:
        problem = nasty_problem(seed)
        solution = solve(problem, max_iterations=30)
        assert np.isfinite(solution.twist).all() and np.isfinite(solution.impulse).all(), seed
        assert solution.iterations <= 30
        assert (solution.status is SolveStatus.FAILED) == (seed % BAD_EVERY == BAD_SEED), seed


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("seed", [BAD_SEED, BAD_SEED + BAD_EVERY])
def test_what_is_not_a_number_is_never_solved(seed):
    """Seed 499 holds an infinite bias at a contact without impulse, which a referee may overlook."""
    solution = solve_contact_problem(nasty_problem(seed))
    assert solution.status is SolveStatus.FAILED and not solution.twist.any() and not solution.impulse.any()
