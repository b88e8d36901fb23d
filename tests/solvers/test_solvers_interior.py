"""The interior point method's own ways: when it goes on, and from where it starts."""

from dataclasses import replace

import pytest
from solvers_scenes import gravity_twist, wall

from drystone.solvers.cone.problem import SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.interior import solver as interior_solver
from drystone.solvers.interior.solver import solve_interior

COURSES, WIDTH, DT = 8, 6, 1e-3


def sliding_wall():
    """A dry wall that begins to slide and to rock, and the answer of the step before."""
    scene = wall(COURSES, WIDTH)
    before = scene.problem(gravity_twist(scene, DT), 0.3)
    last = solve_interior(before)
    return scene.problem(gravity_twist(scene, DT, push=(6.0, 0.0, 0.0)), 0.3), (last.twist, last.impulse)


def test_goes_on_while_the_judge_asks_for_more(monkeypatch):
    problem, warm = sliding_wall()
    plain = solve_interior(problem, warm, tolerance=1e-5)

    def strict(*args):
        found = judge(*args)
        return replace(found, velocity_bound=3.0 * found.velocity_bound)
    plain_bound = judge(problem, plain.twist, plain.impulse).velocity_bound
    assert plain_bound > 1e-5 / 3.0                         # else there is nothing to ask for
    monkeypatch.setattr(interior_solver, "judge", strict)
    more = solve_interior(problem, warm, tolerance=1e-5)
    assert more.status is SolveStatus.SOLVED
    assert judge(problem, more.twist, more.impulse).velocity_bound <= 1e-5 / 3.0
    # a few iterations more from where it stood, not all of them again
    assert plain.iterations < more.iterations <= plain.iterations + 4


def test_going_on_ends(monkeypatch):
    problem, warm = sliding_wall()
    calls = []

    def never(*args):
        calls.append(1)
        return replace(judge(*args), velocity_bound=1.0)
    monkeypatch.setattr(interior_solver, "judge", never)
    found = solve_interior(problem, warm, tolerance=1e-5)
    assert len(calls) == 1 + interior_solver.MORE_ROUNDS
    assert judge(problem, found.twist, found.impulse).velocity_bound <= 1e-5


@pytest.mark.parametrize("where", [0.5, 1.0])
@pytest.mark.parametrize("speed", [1.0, 30.0])
def test_warm_start_with_one_contact_far_off(where, speed):
    problem, warm = sliding_wall()
    bias = problem.bias.copy()
    bias[int(where * (len(bias) - 1)), 0] -= speed          # a contact that must be driven apart fast
    wild = replace(problem, bias=bias)
    found = solve_interior(wild, warm, tolerance=1e-5)
    assert judge(wild, found.twist, found.impulse).velocity_bound <= 1e-5
    assert found.iterations <= 30                           # with the margin of all others: 28, 12 and stuck, 25, 82
