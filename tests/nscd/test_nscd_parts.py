"""What stands still is solved apart from what moves: nothing of the answer depends on it."""

import numpy as np
import pytest

from drystone import patterns
from drystone.bench.tap import tap
from drystone.engines.nscd.engine import NscdEngine
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps

DT, STEPS, SPEED = 1e-3, 40, 0.8


def scene(with_wall, push=0.0):
    """A block that slides over the ground, alone or far from a wall of 33 blocks; all are pushed [m/s2]."""
    a = Assembly("apart", gravity=9.81)
    a.material("stone", density=2000.0)
    a.joint("dry", friction=0.6)
    a.add("slider", box((0.4, 0.4, 0.2), center=(0.0, 0.0, 0.1)), material="stone")
    if with_wall:
        a.add_pattern(patterns.running_bond(length=2.0, courses=6, block=(0.4, 0.2), thickness=0.2), material="stone",
                      name="wall", offset=(5.0, 0.0, 0.0))
    a.add_ground(0.0)
    a.velocity("slider", linear=(SPEED, 0.0, 0.0))
    if push:
        a.body_acceleration("push", (push, 0.0, 0.0), history=[(0.0, 0.0), (1.0, 1.0)])
    return a.build()


def march(engine, state, first, last):
    for taken in take_steps(engine.model, engine, state, last + 1 - first):
        assert taken.report.is_solved and taken.report.velocity_bound <= 1e-5
    return taken.state


@pytest.mark.parametrize("push", [0.0, 2.0])
def test_a_block_slides_beside_a_wall_as_it_does_alone(push):
    """Both within the certified error of the exact path: 1e-5 of the speed for 40 ms, of either side."""
    ends = []
    for with_wall in (False, True):
        model = scene(with_wall, push)
        engine = NscdEngine(model, AnalysisSettings(dt=DT), 1.0)
        ends.append(march(engine, engine.start(), 1, STEPS))
        if with_wall:
            moved = np.abs(ends[1].position - model.initial_position).max(axis=1)
            assert not np.delete(moved, 0).any()                  # the wall is at exact rest
    path = STEPS * DT * SPEED
    assert ends[1].position[0] == pytest.approx(ends[0].position[0], abs=2e-5 * path)
    assert ends[0].position[0, 0] > 0.5 * path


def test_rest_beside_a_slider_costs_no_solve():
    """Under constant load the wall's last impulses explain it; without a split all 34 blocks would be solved."""
    heard = []
    engine = NscdEngine(scene(True), AnalysisSettings(dt=DT), 1.0, on_solve=tap(heard.append))
    state = march(engine, engine.start(), 1, 5)
    heard.clear()
    march(engine, state, 6, 10)
    assert heard and {int((~one.problem.prescribed).sum()) for one in heard} == {1}


def test_another_engine_goes_on_bit_for_bit():
    """All that the two parts' solvers go by is in the state."""
    model = scene(True, push=2.0)
    engine = NscdEngine(model, AnalysisSettings(dt=DT), 1.0)
    middle = march(engine, engine.start(), 1, 20)
    end = march(engine, middle, 21, STEPS)
    other = march(NscdEngine(model, AnalysisSettings(dt=DT), 1.0), middle, 21, STEPS)
    again = march(engine, middle, 21, STEPS)              # an engine that has been further on already
    for state in (other, again):
        assert np.array_equal(end.position, state.position) and np.array_equal(end.twist, state.twist)
        assert np.array_equal(end.solver, state.solver)


def test_an_engine_that_starts_again_forgets_what_it_did():
    """All that a march goes by is in its states: a second one on the same engine has the bits of the first."""
    model = scene(True, push=2.0)
    engine = NscdEngine(model, AnalysisSettings(dt=DT), 1.0)
    first, second = (march(engine, engine.start(), 1, 20) for _ in range(2))
    for name, value in first.to_arrays().items():
        assert np.array_equal(value, second.to_arrays()[name]), name
