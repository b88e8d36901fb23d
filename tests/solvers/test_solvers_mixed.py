"""Rigid contacts beside soft ones with strength, as where mortar cracks next to dry joints."""

from dataclasses import replace

import numpy as np
import pytest
from solvers_scenes import gravity_twist, wall

from drystone.solvers.cone.problem import SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.interior.solver import solve_interior


@pytest.mark.parametrize("seed", range(6))
def test_rigid_rows_beside_soft_ones(seed):
    """The interior point alone certifies 1e-5 whichever contacts of a shaken wall have springs and strength.

    The inverse of W^2 + E of a rigid contact, E = 0, lost all digits near the boundary of its cone.
    """
    rng = np.random.default_rng(seed)
    scene = wall(7, 4)
    problem = scene.problem(gravity_twist(scene, push=(5.0, 1.0, 0.0)), 0.6)
    pairs = problem.block_a * 1000 + problem.block_b
    soft = np.isin(pairs, rng.choice(np.unique(pairs), len(np.unique(pairs)) // 2, replace=False))
    problem = replace(problem, compliance=np.where(soft, 7e-6, 0.0)[:, None] * np.ones(3),
                      cohesion=np.where(soft, 0.12, 0.0), tension=np.where(soft, 0.08, 0.0))
    answer = solve_interior(problem, tolerance=1e-5)
    assert answer.status is SolveStatus.SOLVED
    assert judge(problem, answer.twist, answer.impulse).velocity_bound <= 1e-5
