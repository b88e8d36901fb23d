"""Rows of saved steps: errors come from the judge, failures are kept, Clarabel's further attempts do not count."""

import json
from dataclasses import replace

import numpy as np
import pytest
from bench_tiny import QUIET, VIOLENT, resting_block

from drystone.bench import clarabel_time, measure, nasty_run, solver_call
from drystone.bench.coulomb_solvers import COULOMB_SOLVERS
from drystone.bench.measure import measure_solver, measure_steps
from drystone.bench.nasty_run import NOT_ASKED, Verdict, judge_seed, judge_seeds, nasty_rows
from drystone.bench.options import Options
from drystone.bench.replay import replay_rows
from drystone.bench.row import KEYS, Row, to_json, to_text
from drystone.bench.saved import SavedStep, march_to, write_step
from drystone.errors import InputError
from drystone.solvers.cone.problem import ContactSolution, FlowLaw, SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.cone.save import load_problem
from drystone.solvers.solve import solve_contact_problem


def test_an_object_has_the_ten_keys_first_and_no_nan():
    row = Row("wall", "quiet", error=float("nan"), more={"drift_m": float("inf"), "steps": 3})
    (content,) = json.loads(to_json([row]))
    assert tuple(content)[:10] == KEYS == ("problem", "regime", "blocks", "contacts", "solver", "ms", "iterations",
                                           "error", "clarabel_ms", "ratio")
    assert content["error"] is None and content["drift_m"] is None and content["steps"] == 3
    assert content["failed"] is False


def test_the_table_has_only_columns_with_values_and_notes_below():
    text = to_text([Row("wall", "quiet", ms=1.25, error=2e-7),
                    Row("wall", ms=10.0), Row("hold", more={"note": "one two three four", "drift_m": 0.5})])
    assert text.splitlines() == ["problem  regime    ms    error", "wall     quiet   1.25  2.0e-07",
                                 "wall     -         10        -", "",
                                 "problem  drift_m", "hold         0.5", "hold: note one two three four"]


@pytest.mark.parametrize("plan", [QUIET, VIOLENT], ids=lambda plan: plan.regime)
def test_rows_of_saved_steps(plan, tmp_path):
    steps = march_to(plan)
    (row,) = measure_steps("tiny", plan.regime, steps, Options(folder=tmp_path), repeats=1)
    worst, memory = 0.0, solver_call.new_memory(1)   # what it keeps between steps decides who solves
    for step in steps:
        answer = solver_call.call_solver(step, "auto", memory)
        worst = max(worst, judge(step.problem, answer.twist, answer.impulse).velocity_bound)
    assert row.error == worst <= 1e-5
    assert (row.blocks, row.solver, row.failed) == (5, "auto", False)
    assert row.contacts == round(np.mean([step.problem.contact_count for step in steps]))
    assert row.ratio == pytest.approx(row.clarabel_ms / row.ms)
    assert row.more["steps"] == 2 and row.more["clarabel_tolerance"] in clarabel_time.TOLERANCES
    assert not (tmp_path / "failed").exists()


def free_fall(step, solver, memory):
    """A solver that lets blocks fall through the ground and calls that solved."""
    return ContactSolution(step.problem.free_twist.copy(), np.zeros((step.problem.contact_count, 3)),
                           SolveStatus.SOLVED, 1, solver)


def test_a_solver_that_lies_is_found_out_and_its_problem_is_kept_for_replay(tmp_path, monkeypatch):
    step = SavedStep(resting_block(), None)
    monkeypatch.setattr(measure, "call_solver", free_fall)
    (row,) = measure_steps("tiny", "quiet", [step], Options(folder=tmp_path), clarabel=False, repeats=1)
    assert row.failed and row.error > 0.1 and row.ratio is None
    assert row.more["saved"] == str(tmp_path / "failed" / "tiny-quiet-auto-1.npz")
    monkeypatch.undo()
    rows = replay_rows(tmp_path / "failed" / "tiny-quiet-auto-1.npz", Options(folder=tmp_path))
    assert [row.solver for row in rows] == [name for name in solver_call.solver_names() if name != "auto"]
    assert not any(row.failed for row in rows) and rows[0].problem == "tiny-quiet-auto-1.npz"


def test_not_a_number_is_never_within_tolerance(tmp_path, monkeypatch):
    def lost(step, solver, memory):
        return replace(free_fall(step, solver, memory), twist=np.full_like(step.problem.free_twist, np.nan))

    monkeypatch.setattr(measure, "call_solver", lost)
    found = measure_solver([SavedStep(resting_block(), None)] * 2, "auto", repeats=1)
    assert not found.error <= 1e-5 and found.unsolved == (0, 1)


def test_replay_takes_the_solvers_asked_for(tmp_path):
    write_step(SavedStep(resting_block(), None), tmp_path / "p.npz")
    rows = replay_rows(tmp_path / "p.npz", Options(folder=tmp_path, solvers=("clarabel",)))
    assert [(row.solver, row.ratio, row.ms == row.clarabel_ms) for row in rows] == [("clarabel", 1.0, True)]


def test_clarabel_is_timed_without_its_further_attempts(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(clarabel_time.time, "process_time", lambda: clock[0])

    def three_attempts(problem, tolerance):
        import clarabel

        for cost in (1.0, 10.0, 100.0):
            solver = clarabel.DefaultSolver(cost)
            solver.solve()
        clock[0] += 0.5                          # what goes before and after
        return solve_contact_problem(problem)

    class Slow:
        iterations = 1

        def __init__(self, cost):
            self.cost = cost

        def solve(self):
            clock[0] += self.cost

    import clarabel

    monkeypatch.setattr(clarabel, "DefaultSolver", Slow)
    monkeypatch.setattr(clarabel_time, "solve_clarabel", three_attempts)
    found = clarabel_time.time_clarabel([SavedStep(resting_block(), None)], repeats=1)
    assert found.ms == pytest.approx(1500.0)     # the first attempt and the rest
    assert clarabel.DefaultSolver is Slow


def test_clarabel_gets_the_loosest_tolerance_that_is_certified(monkeypatch):
    asked = []

    def solve(problem, tolerance):
        asked.append(tolerance)
        return clarabel_time._Solved(1.0, 1, 5, 1e-3 if tolerance > 1e-9 else 1e-7)

    monkeypatch.setattr(clarabel_time, "_solve", solve)
    found = clarabel_time.time_clarabel([SavedStep(resting_block(), None)] * 2, repeats=1)
    assert (found.tolerance, found.error, asked) == (1e-10, 1e-7, [1e-8, 1e-10, 1e-10])


def test_clarabel_that_is_never_certified_is_timed_at_its_default(monkeypatch):
    monkeypatch.setattr(clarabel_time, "_solve", lambda problem, tolerance: clarabel_time._Solved(1e8 * tolerance, 1, 5,
                                                                                                 1e-3))
    found = clarabel_time.time_clarabel([SavedStep(resting_block(), None)], repeats=1)
    assert (found.tolerance, found.ms, found.error) == (1e-8, 1e3, 1e-3)


def test_unknown_solvers_are_refused():
    with pytest.raises(InputError, match="bench: solver must be"):
        solver_call.check_solver("magic")


FACTORY = "bench_tiny:nasty_factory"


def test_nasty_problems_are_judged_and_those_that_take_too_long_are_ended(monkeypatch):
    monkeypatch.setattr(nasty_run, "FIRST_LIMIT", 3600.0)      # far above what a busy machine may need
    found = judge_seeds([0, 3, 1, 4], factory=FACTORY, limit=3600.0)
    assert [v.seed for v in found] == [0, 3, 1, 4]
    assert [v.failed for v in found] == [False] * 4 and found[2].status == "failed" and not found[2].has_nan
    assert Verdict(0, "solved", 1e-4, False, 1.0).failed and Verdict(0, "inaccurate", 0.0, True, 1.0).failed
    assert Verdict(0, "raised", 0.0, False, 1.0).failed and not Verdict(0, "inaccurate", 1.0, False, 1.0).failed
    assert found[0].status == "solved" and found[0].error <= 1e-5 and (found[0].blocks, found[0].contacts) == (2, 4)
    monkeypatch.setattr(nasty_run, "FIRST_LIMIT", 0.0)
    (ended,) = judge_seeds([2], factory=FACTORY, limit=0.5)
    assert (ended.status, ended.failed) == ("timeout", True)


def test_nasty_rows_count_statuses_and_keep_what_failed(tmp_path, monkeypatch):
    verdicts = [Verdict(0, "solved", 1e-7, False, 1.0, 5, 2, 4), Verdict(1, "failed", np.inf, True, 2.0, 9, 2, 4),
                Verdict(5, "infeasible", np.nan, False, 3.0, 4, 3, 8)]
    monkeypatch.setattr(nasty_run, "judge_seeds", lambda *args, **kwargs: verdicts)
    row, *coulomb = nasty_rows(Options(folder=tmp_path), [0, 1, 5], factory=FACTORY)
    assert [item.solver for item in coulomb] == [*COULOMB_SOLVERS] and {item.regime for item in coulomb} == {"coulomb"}
    assert len(list(nasty_rows(Options(("interior",), folder=tmp_path), [0], factory=FACTORY))) == 1
    assert row.failed and row.error == 1e-7 and row.ms == 2.0 and (row.blocks, row.contacts) == (3, 8)
    assert {key: row.more[key] for key in ("problems", "failures", "nan", "solved_count", "failed_count",
                                           "infeasible_count", "failed_seeds")} == {
        "problems": 3, "failures": 1, "nan": 1, "solved_count": 1, "failed_count": 1, "infeasible_count": 1,
        "failed_seeds": "1"}
    assert (tmp_path / "failed" / "nasty-associative-auto-seed-1-1.npz").is_file()
    assert load_problem(tmp_path / "failed" / "nasty-coulomb-shift-seed-1-1.npz").law is FlowLaw.COULOMB


def test_nasty_problems_of_coulombs_law_are_graded_by_its_referee():
    """In this process: all solvers hold the block, one does not take a joint with compliance, none takes a nan."""
    for name in COULOMB_SOLVERS:
        good, bad = (judge_seed(seed, FACTORY, name, FlowLaw.COULOMB) for seed in (0, 1))
        assert (good.status, good.failed, good.law) == ("solved", False, FlowLaw.COULOMB)
        assert good.error <= 1e-5 and good.flow <= 1e-5 and good.fclib <= 1e-5
        assert (bad.status, bad.failed, bad.has_nan) == ("failed", False, False)
    assert Verdict(0, "solved", 1e-4, False, 1.0).failed
    assert not Verdict(0, "solved", 1e-4, False, 1.0, law=FlowLaw.COULOMB).failed
    assert Verdict(0, "solved", 1e-2, False, 1.0, law=FlowLaw.COULOMB).failed
    assert not Verdict(0, NOT_ASKED, np.nan, False, 0.0, law=FlowLaw.COULOMB).failed
    soft = judge_seed(0, "bench_tiny:soft_factory", "sweeps", FlowLaw.COULOMB)
    assert soft.status == NOT_ASKED and soft.flow is None
    for name in ("shift", "splitting"):
        soft = judge_seed(0, "bench_tiny:soft_factory", name, FlowLaw.COULOMB)
        assert soft.status == "solved" and soft.fclib is None


def test_a_missing_factory_is_named():
    with pytest.raises(InputError) as caught:
        judge_seeds([0], factory="drystone.nowhere:problem")
    assert str(caught.value) == "bench: nasty problems must come from drystone.nowhere:problem, got no such function"
