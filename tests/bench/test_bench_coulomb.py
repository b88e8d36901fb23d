"""Whole steps by Coulomb's law: which steps, what the referee says, beside MuJoCo and in an earlier checkout."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from bench_stub import StubRepository
from bench_tiny import QUIET, TINY, VIOLENT
from typer.testing import CliRunner

from drystone.bench import compare as comparing
from drystone.bench import coulomb_rows, coulomb_steps, realtime
from drystone.bench.checkout import this_checkout
from drystone.bench.coulomb_rows import is_coulomb, scene_names
from drystone.bench.coulomb_steps import SHAKEN, Shaken, measure_shaken, residuals, solver_share
from drystone.bench.options import Options
from drystone.bench.register import find_benchmarks
from drystone.bench.row import Row
from drystone.bench.scenes import build
from drystone.cli.main import app
from drystone.engines.nscd.ledger import WORKS
from drystone.engines.registry import make_engine
from drystone.errors import InputError
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps

SHOOK = Shaken("tiny", VIOLENT.model, 1e-3, 3, 4)


@dataclass(frozen=True)
class OldReport:
    """What an earlier commit told: the change of a shift."""

    flow_residual: float


@dataclass(frozen=True)
class NewReport(OldReport):
    rigid_residual: float
    momentum: float


def test_residuals_are_medians_and_90th_percentiles_in_units_of_gravity_times_step():
    reports = [NewReport(0.1 * k, 0.2 * k, 1e-3 * k) for k in range(11)]
    found = residuals(reports, 0.5)
    assert found == pytest.approx({"flow": 1.0, "flow_90": 1.8, "rigid": 2.0, "rigid_90": 3.6, "momentum": 5e-3,
                                   "momentum_90": 9e-3})


def test_what_an_earlier_commit_calls_residual_is_no_grade():
    keys = ("flow", "flow_90", "rigid", "rigid_90", "momentum", "momentum_90")
    assert residuals([OldReport(1e-9)] * 3, 0.5) == residuals([], 0.5) == dict.fromkeys(keys)


def test_the_error_of_the_solver_is_taken_to_the_energy_put_in():
    """Loads give 3 J and then take 2 J, supports give 1 J; the error is once -0.02 J in sum: 0.02 / 4."""
    work = np.zeros((3, len(WORKS)))
    work[:, WORKS.index("loads")] = 3.0, 0.0, -2.0
    work[:, WORKS.index("supports")] = 0.0, 1.0, 0.0
    work[:, WORKS.index("solver")] = 0.01, -0.03, 0.01
    assert solver_share(work) == pytest.approx(0.005, rel=1e-12)
    assert solver_share(np.zeros((3, len(WORKS)))) == 0.0
    work[:, :2] = 0.0
    assert solver_share(work) == np.inf


def test_the_steps_named_are_those_that_count():
    """The same march without clock: numbers of the last four of six steps."""
    found = measure_shaken(SHOOK)
    model = VIOLENT.model(6)
    engine = make_engine(model, AnalysisSettings(dt=1e-3, unsolved="count"), 6e-3)
    reports = [taken.report for taken in take_steps(model, engine, engine.start(), 6)]
    flow = [report.flow_residual / 9.81e-3 for report in reports[2:]]
    assert found["flow"] == pytest.approx(np.median(flow), rel=1e-12)
    assert found["iterations"] == np.mean([r.iterations for r in reports[2:]])
    assert (found["steps"], found["from_step"], found["blocks"], found["failed"]) == (4, 3, 5, False)
    assert found["solver_share"] == solver_share(np.array([report.work for report in reports])) <= 1e-9
    assert found["ms"] > 0.0 and found["wall_ms"] > 0.0 and found["splitting"] <= 4


def test_a_solver_that_makes_energy_fails(monkeypatch):
    monkeypatch.setattr(coulomb_steps, "solver_share", lambda work: 0.011)
    assert measure_shaken(SHOOK)["failed"]


def test_all_structures_have_a_name_and_the_church_is_asked_for_by_it():
    assert scene_names("coulomb") == ("wall", "two-leaf", "building", "house") and "church" in SHAKEN
    assert is_coulomb("coulomb-church") and scene_names("coulomb-church") == ("church",)
    assert not is_coulomb("coulomb-tower") and not is_coulomb("wall")
    assert find_benchmarks(["coulomb-two-leaf"])[0].name == "coulomb-two-leaf"
    with pytest.raises(InputError, match=r"no benchmark or file is called 'coulomb-hous'; did you mean 'coulomb-hous"):
        find_benchmarks(["coulomb-hous"])


def test_the_house_is_that_of_the_published_pulse():
    model = SHAKEN["house"].model(1)
    assert int(np.count_nonzero(~model.is_support)) == 191 and SHAKEN["house"].dt == 2.5e-3


def test_the_wall_and_mujoco_are_measured_in_turns(monkeypatch):
    """Ratios 2, 4 and 3 in the turns: the median counts; each side shows its median time."""
    ours, theirs = iter([1.0, 2.0, 4.0]), iter([2.0, 8.0, 12.0])
    monkeypatch.setattr(coulomb_rows, "is_there", lambda: True)
    monkeypatch.setattr(coulomb_rows, "measure_shaken",
                        lambda item, solver, threads: {"problem": "wall steps", "ms": next(ours), "flow": 0.1})
    monkeypatch.setattr(coulomb_rows, "shaken_mujoco_row", lambda *words: Row("wall steps", ms=next(theirs)))
    own, other = coulomb_rows.coulomb_rows(Options(), ("wall",))
    assert (own.ms, own.more, other.ms) == (2.0, {"flow": 0.1, "mujoco_ratio": 3.0}, 8.0)


def test_without_mujoco_the_wall_says_so(monkeypatch):
    monkeypatch.setattr(coulomb_rows, "is_there", lambda: False)
    monkeypatch.setattr(coulomb_rows, "measure_shaken", lambda *words: {"problem": "wall steps", "ms": 1.0})
    (row,) = coulomb_rows.coulomb_rows(Options(), ("wall",))
    assert row.more == {"note": "MuJoCo is missing: pip install 'drystone[bench]'"}


def test_an_earlier_commit_is_asked_by_a_script_of_this_one(tmp_path, monkeypatch):
    """The stand-in knows no benchmark of that name, and need not."""
    stub = StubRepository(tmp_path / "repository")
    stub.commit("before")
    script = tmp_path / "steps.py"
    script.write_text("import json, sys, drystone\n"
                      "print(json.dumps([{'problem': ' '.join(sys.argv[1:]), 'ms': 2.0, 'note': drystone.__file__}]))")
    monkeypatch.setattr(comparing, "COULOMB_SCRIPT", script)
    side = this_checkout(stub.package)
    (line,), failed = comparing.compare(side, side, ["coulomb-house"], ["--threads", "2"], rounds=1)
    assert (line.problem, line.old, line.ratio, failed) == ("house --threads 2", 2.0, 1.0, False)
    assert stub.package.name == "drystone" and not stub.log.exists()
    script.write_text("print('text')")
    with pytest.raises(comparing.CheckoutError, match=r"^bench: 'steps.py house' of .+ must print JSON, got 'text"):
        comparing.compare(side, side, ["coulomb-house"], rounds=1)


def test_the_script_prints_rows(monkeypatch, capsys):
    monkeypatch.setitem(SHAKEN, "tiny", SHOOK)
    coulomb_steps.main(["tiny", "--threads", "1", "--fresh"])
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["problem"], row["regime"], row["solver"], row["threads"]) == ("tiny steps", "coulomb", "auto", 1)


def test_the_script_needs_nothing_of_the_benchmarks_that_commits_before_it_lack():
    """Of drystone.bench only the plans, which the commit with four convex solves a step had."""
    text = Path(coulomb_steps.__file__).read_text()
    lines = [line for line in text.splitlines() if line.startswith(("from drystone.bench", "import drystone.bench"))]
    assert lines == ["from drystone.bench.regimes import DT, PLANS"] and "judge_coulomb" not in text


def test_simulated_time_over_wall_time(monkeypatch):
    clock = iter([10.0, 10.5])
    monkeypatch.setattr(realtime.time, "perf_counter", lambda: next(clock))
    row = realtime.realtime_row(build(TINY), 1e-3, 3, Options())
    assert row.more["realtime"] == pytest.approx(3e-3 / 0.5) and row.more["simulated_s"] == pytest.approx(3e-3)
    assert (row.regime, row.blocks, row.more["steps"]) == ("1 ms", 5, 3)


def test_the_wall_of_realtime_has_201_blocks_and_joints_that_give(monkeypatch):
    seen = []
    monkeypatch.setattr(realtime, "realtime_row", lambda model, dt, count, options: seen.append((dt, count)) or model)
    models = list(realtime.realtime_rows(Options()))
    assert seen == [(1e-3, 2000), (5e-3, 400), (2e-2, 100)]
    assert int(np.count_nonzero(~models[0].is_support)) == 201


def test_on_the_command_line(monkeypatch):
    monkeypatch.setitem(SHAKEN, "house", replace(SHOOK, name="house", model=QUIET.model))
    shown = CliRunner().invoke(app, ["bench", "coulomb-house", "--json"])
    assert shown.exit_code in (0, 1), shown.output
    (row,) = json.loads(shown.stdout)
    assert row["problem"] == "house steps" and row["steps"] == 4
