"""Steps are caught as the engine solves them, kept in files bit for bit, and not made twice."""

from dataclasses import fields, replace

import numpy as np
import pytest
from bench_tiny import QUIET, TINY, VIOLENT, resting_block

from drystone.bench import saved
from drystone.bench.failures import MOST_KEPT, keep_failure
from drystone.bench.saved import SavedStep, march_to, read_step, saved_steps, step_path, write_step
from drystone.bench.scenes import build
from drystone.bench.tap import tap
from drystone.engines.nscd.engine import NscdEngine
from drystone.errors import InputError
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps
from drystone.solvers.cone.problem import ContactProblem, FlowLaw


def same(a, b):
    if a is None or b is None:
        return a is b
    return np.array_equal(a, b)


def assert_same_step(a: SavedStep, b: SavedStep):
    for field in fields(ContactProblem):
        assert same(getattr(a.problem, field.name), getattr(b.problem, field.name)), field.name
    assert all(same(x, y) for x, y in zip(a.warm, b.warm))


def test_the_tap_hears_every_solve_of_a_step_and_changes_none():
    heard = []
    model = build(TINY, 8.0)
    engine = NscdEngine(model, AnalysisSettings(dt=1e-3), 1e-3, on_solve=tap(heard.append))
    state, report, _ = next(take_steps(model, engine, engine.start(), 1))
    deaf = NscdEngine(model, AnalysisSettings(dt=1e-3), 1e-3)
    assert np.array_equal(next(take_steps(model, deaf, deaf.start(), 1)).state.twist, state.twist)
    # a convex problem that turns out to slide is told, too, and then the one of Coulomb's law
    assert heard[-1].cpu >= 0.0 and len(heard) >= report.solve_count > 0
    assert heard[-1].problem.law is FlowLaw.COULOMB and heard[-1].solution.solver == report.solver
    assert heard[-1].problem.contact_count <= report.contacts.count and heard[0].warm[1].shape[1] == 3


@pytest.mark.parametrize("plan", [QUIET, VIOLENT], ids=lambda plan: plan.regime)
def test_saved_steps_are_those_of_the_march_and_come_from_disk_the_second_time(plan, tmp_path, monkeypatch):
    marched = march_to(plan)
    said = []
    first = saved_steps(plan, tmp_path, say=said.append)
    assert len(first) == plan.count and len(said) == 1 and plan.name in said[0]
    monkeypatch.setattr(saved, "march_to", None)     # calling it would raise
    for again, made, known in zip(saved_steps(plan, tmp_path, say=said.append), first, marched):
        assert_same_step(again, made)
        assert_same_step(again, known)
    assert len(said) == 1
    assert not list(tmp_path.glob("*.part"))


def test_saved_steps_are_convex_problems():
    for plan in (QUIET, VIOLENT):
        assert {step.problem.law for step in march_to(plan)} == {FlowLaw.ASSOCIATIVE}
    # nothing slides before the first step: its convex problem is asked first; the second is Coulomb's alone
    with pytest.raises(InputError) as caught:
        march_to(replace(VIOLENT, flow="coulomb"))
    assert str(caught.value) == "bench: steps of tiny-violent must be convex problems, got flow 'coulomb'"


def test_consecutive_quiet_steps_differ_by_their_load():
    a, b = march_to(QUIET)
    change = (b.problem.free_twist - a.problem.free_twist)[:5, 0]
    assert np.allclose(np.abs(change), 0.01 * 0.2 * 9.81 * 1e-3, rtol=1e-9)     # 1 % of 0.2 g over a step of 1 ms


def test_another_plan_has_another_place(tmp_path):
    assert step_path(QUIET, tmp_path, 1) != step_path(replace(QUIET, level=0.1), tmp_path, 1)


def test_fresh_makes_them_again(tmp_path):
    saved_steps(QUIET, tmp_path)
    path = step_path(QUIET, tmp_path, 1)
    path.write_bytes(b"spoilt")
    with pytest.raises(InputError, match="is no saved contact problem"):
        saved_steps(QUIET, tmp_path)
    assert len(saved_steps(QUIET, tmp_path, fresh=True)) == QUIET.count


def test_a_problem_without_warm_start_is_read_without(tmp_path):
    write_step(SavedStep(resting_block(), None), tmp_path / "plain.npz")
    assert read_step(tmp_path / "plain.npz").warm is None


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError) as caught:
        read_step(tmp_path / "none.npz")
    assert str(caught.value) == f"bench: problem file {str(tmp_path / 'none.npz')!r} must exist, got none"


def test_failures_get_new_names_up_to_a_limit(tmp_path):
    step = SavedStep(resting_block(), None)
    paths = [keep_failure(step, "wall quiet", tmp_path) for _ in range(MOST_KEPT + 3)]
    assert paths[0].endswith("wall-quiet-1.npz") and paths[1].endswith("wall-quiet-2.npz")
    assert len(list(tmp_path.glob("*.npz"))) == MOST_KEPT
    assert np.array_equal(read_step(tmp_path / "wall-quiet-1.npz").problem.free_twist, step.problem.free_twist)
