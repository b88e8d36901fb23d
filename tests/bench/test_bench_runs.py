"""Tiny versions of the marches, whole runs, splits and the measurements in other processes."""

import sys

import pytest
from bench_tiny import QUIET, SLENDER, TINY, VIOLENT, resting_block

from drystone.bench import child, memory, mujoco_wall, split, startup, still_parts, threads, whole_run
from drystone.bench.march import march_row
from drystone.bench.options import Options
from drystone.bench.regimes import PLANS
from drystone.bench.saved import SavedStep, read_step, write_step
from drystone.bench.scaling import fitted_exponent, scaling_rows
from drystone.bench.scenes import SCENES
from drystone.errors import DrystoneError, InputError
from drystone.solvers.cone.problem import FlowLaw, SolveStatus
from drystone.solvers.solve import solve_contact_problem


@pytest.fixture
def tiny(monkeypatch, tmp_path):
    """The five blocks as a named structure, and options with a folder of their own."""
    monkeypatch.setitem(SCENES, "tiny", TINY)
    monkeypatch.setitem(SCENES, "slender", SLENDER)
    for plan in (QUIET, VIOLENT):
        monkeypatch.setitem(PLANS, plan.name, plan)
    return Options(folder=tmp_path)


def test_a_march_counts_steps_changes_and_failures(tiny):
    row = march_row("slender", 60, 25, tiny)
    assert (row.problem, row.blocks, row.failed, row.more["failures"]) == ("slender march", 6, False, 0)
    assert row.more["steps"] == row.more["of"] == 60
    assert row.error is None and 0.0 <= row.more["flow"] <= row.more["flow_90"] <= row.more["flow_worst"] < 1.0
    # twice as high as wide, it rocks under 0.8 g: corners lift off and come back, though not at every step
    assert 0 < row.more["contact_changes"] < 59


def test_a_convex_problem_that_fails_in_a_march_is_counted_and_kept(tiny, monkeypatch):
    monkeypatch.setattr("drystone.bench.march.TOLERANCE", 1e-18)     # below rounding: no solver gets there
    row = march_row("tiny", 2, 20, tiny)
    assert row.failed and row.more["failures"] >= 1
    problem = read_step(tiny.failed_folder / "march-tiny-1.npz").problem
    assert problem.law is FlowLaw.ASSOCIATIVE and solve_contact_problem(problem).status is SolveStatus.SOLVED


def test_an_answer_far_from_coulombs_law_fails_a_march(tiny, monkeypatch):
    monkeypatch.setattr("drystone.bench.march.WILD", 1e-18)
    row = march_row("tiny", 2, 20, tiny)
    assert row.failed and row.more["failures"] >= 1
    assert read_step(tiny.failed_folder / "march-tiny-1.npz").problem.law is FlowLaw.COULOMB


def test_the_parts_of_a_step_add_up():
    parts = split.split_steps(VIOLENT, 3)
    assert set(parts) == {*split.PARTS, "total"}
    known = [value for part, value in parts.items() if part != "total" and value is not None]
    assert sum(known) == pytest.approx(parts["total"]) and min(known) >= 0.0 and parts["solve"] > 0.0


def test_the_still_part_in_one_and_apart_end_at_the_same_place(tiny):
    """No bound says how far two answers of Coulomb's law are apart; within it they are by less than the speed that
    gravity gives in a step, over three steps of 1 ms."""
    in_one, apart = still_parts.still_rows(tiny, 3)
    assert (in_one.regime, apart.regime, in_one.failed, apart.failed) == ("in one", "apart", False, False)
    worst = max(in_one.more["flow_worst"], apart.more["flow_worst"])
    assert in_one.more["speedup"] == 1.0 and worst < 1.0
    assert apart.more["difference_m"] <= 9.81e-3 * 3e-3


def test_a_held_wall_stands_still(tiny):
    row = whole_run.held_row(tiny, 20, "tiny")
    assert row.more["drift_m"] < whole_run.MOST_DRIFT and not row.failed
    assert row.more["steps_per_s"] == pytest.approx(1e3 / row.ms) and (row.blocks, row.regime) == (5, "held")


def test_a_wall_that_drifts_fails(tiny, monkeypatch):
    monkeypatch.setattr(whole_run, "run", lambda *args: whole_run.Run(1.0, 20, 2e-9, 8, 1.0, 1e-7, 0))
    assert whole_run.held_row(tiny, 20, "tiny").failed
    monkeypatch.setattr(whole_run, "run", lambda *args: whole_run.Run(1.0, 20, 0.0, 8, 1.0, 1e-7, 1))
    assert whole_run.held_row(tiny, 20, "tiny").failed


def test_a_shaken_wall_moves(tiny):
    row = whole_run.violent_row(tiny, 5, "tiny")
    assert row.more["drift_m"] > 1e-6 and not row.failed and row.more["flow_worst"] < 1.0


def test_mujoco_gets_the_same_blocks():
    text = mujoco_wall.wall_xml(TINY, mujoco_wall.STIFF)
    assert text.count("<body ") == 5 and 'size="0.2 0.1 0.1"' in text and 'solref="0.002 1"' in text
    assert 'friction="0.6 0 0"' in text and 'density="2000"' in text


def test_mujoco_that_is_missing_is_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    assert not mujoco_wall.is_there()
    with pytest.raises(InputError) as caught:
        mujoco_wall.mujoco_row(1)
    assert str(caught.value) == "bench: MuJoCo is missing: pip install 'drystone[bench]'"


def test_mujoco_holds_the_tiny_wall_to_a_millimetre(tiny):
    pytest.importorskip("mujoco")
    row = mujoco_wall.mujoco_row(50, scene="tiny")
    assert 0.0 < row.more["drift_m"] < 1e-3 and row.blocks == 5 and row.contacts > 0


def test_mujoco_is_shaken_as_our_wall_is(tiny):
    """Joints slide at 0.8 g with friction 0.6: both move by about (0.8 - 0.6) g t^2 / 2 in the three steps before the
    push turns, 9 um; MuJoCo's joints give somewhat more."""
    pytest.importorskip("mujoco")
    row = mujoco_wall.shaken_mujoco_row("tiny", 2, 2)
    assert (row.problem, row.more["steps"], row.more["from_step"]) == ("tiny steps", 2, 2)
    assert 0.5 * 8.8e-6 < row.more["drift_m"] < 4.0 * 8.8e-6


def test_the_exponent_of_a_power_law_is_found():
    blocks = [240, 1012, 4968]
    assert fitted_exponent(blocks, [3e-3 * n ** 1.17 for n in blocks]) == pytest.approx(1.17, rel=1e-12)


def test_scaling_has_a_row_a_size_and_an_exponent_a_regime(tiny, monkeypatch):
    monkeypatch.setattr("drystone.bench.scaling.fitted_exponent", lambda blocks, ms: float(len(blocks)))
    rows = list(scaling_rows(tiny, ("tiny", "tiny")))
    assert [row.problem for row in rows] == ["tiny"] * 4 + ["scaling"] * 2
    assert [row.more.get("exponent") for row in rows] == [None] * 4 + [2.0, 2.0]
    assert [row.regime for row in rows[4:]] == ["quiet", "violent"] and rows[0].clarabel_ms is None


def test_threads_are_compared_bit_by_bit(tiny, monkeypatch):
    monkeypatch.setattr(threads, "call_solver", lambda step, solver, memory: _shaken(step, 0.0))
    rows = list(threads.thread_rows(tiny, "tiny", repeats=1))
    assert [(row.regime, row.more["threads"], row.more["same_bits"], row.failed) for row in rows] == [
        ("quiet", 1, True, False), ("quiet", 2, True, False), ("violent", 1, True, False), ("violent", 2, True, False)]
    monkeypatch.setattr(threads, "call_solver",
                        lambda step, solver, memory: _shaken(step, 1e-16 * (memory.patterns.threads - 1)))
    rows = list(threads.thread_rows(tiny, "tiny", repeats=1))
    assert [row.failed for row in rows] == [False, True, False, True]


def _shaken(step, by):
    """The answer with one component of the fixed block's twist, which is zero, moved by `by`."""
    solution = solve_contact_problem(step.problem, warm=step.warm)
    solution.twist[-1, 0] += by
    return solution


def test_a_child_says_what_it_took(tmp_path):
    write_step(SavedStep(resting_block(), None), tmp_path / "p.npz")
    found = child.ask_child("solve", str(tmp_path / "p.npz"), "auto")
    assert found["wall_s"] > found["inner_s"] > 0.0 and found["cpu_s"] > 0.0
    assert 30.0 < found["peak_mb"] < 2000.0     # numpy and numba alone take more than the lower bound


def test_a_child_that_fails_is_one_line(tmp_path):
    line = r"^bench: solve .*none.npz auto ended with code 1: .*must exist, got none$"
    with pytest.raises(DrystoneError, match=line):
        child.ask_child("solve", str(tmp_path / "none.npz"), "auto")


def test_memory_above_the_limit_fails(tiny, monkeypatch):
    asked = []

    def answer(*words):
        asked.append(words[0])
        return {"peak_mb": 999.0 if words[0] == "first-step" else 1001.0}

    monkeypatch.setattr(memory, "ask_child", answer)
    rows = list(memory.memory_rows(tiny, "tiny"))
    assert asked == ["first-step", "solve"]
    assert [(row.regime, row.failed) for row in rows] == [("one step", False), ("violent", True)]


def test_startup_compiles_in_an_empty_folder_that_the_next_runs_share(tiny, monkeypatch):
    asked = []

    def answer(*words, environment):
        folder = environment["NUMBA_CACHE_DIR"]
        asked.append((words[0], folder))
        return {"cpu_s": 2.0, "wall_s": 3.0}

    monkeypatch.setattr(startup, "ask_child", answer)
    monkeypatch.setattr(startup, "map_runs", lambda function, items: [function(item) for item in items])
    rows = list(startup.startup_rows(tiny, "tiny"))
    assert [words for words, _ in asked] == ["warm-up", "first-step", "first-step"]
    assert len({folder for _, folder in asked}) == 1
    assert [row.regime for row in rows] == ["cold", "second run", "warm", "pool", "least run"]
    assert rows[0].more["cpu_s"] == 2.0 and set(rows[3].more) == {"workers", "wall_s"}
    assert set(rows[4].more) == {"build_ms", "memory_ms", "store_ms"}
