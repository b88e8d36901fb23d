"""Steps on which the interior point method advances slowly, but does."""

import numpy as np
import pytest

from drystone.bench.regimes import DT, plan
from drystone.bench.tap import tap
from drystone.engines.nscd.engine import NscdEngine
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps
from drystone.solvers.cone.problem import SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.interior.solver import solve_interior


@pytest.fixture(scope="module")
def first_step():
    """The first cone problem of a two-leaf wall of 984 blocks that is pushed by 0.8 g."""
    heard = []
    model = plan("two-leaf", "violent").model()
    engine = NscdEngine(model, AnalysisSettings(dt=DT, unsolved="count", flow="lagged"), DT,
                        on_solve=tap(heard.append))
    next(take_steps(model, engine, engine.start(), 1))
    return heard[0].problem, heard[0].warm


@pytest.mark.parametrize("correctors, opening", [(3, 0.1), (1, 1.0), (3, None)])
def test_slow_progress_is_no_stall(first_step, correctors, opening):
    """The error falls by a fourth an iteration for ten iterations; once that was taken for a standstill."""
    problem, warm = first_step
    answer = (solve_interior(problem, tolerance=1e-5, correctors=correctors) if opening is None
              else solve_interior(problem, warm, tolerance=1e-5, correctors=correctors, opening=opening))
    assert answer.status is SolveStatus.SOLVED
    assert judge(problem, answer.twist, answer.impulse).velocity_bound <= 1e-5
    assert np.isfinite(answer.twist).all()
