"""`drystone bench` on the command line: JSON and nothing else, tables, names, files, exit codes."""

import json
from dataclasses import replace

import h5py
import numpy as np
import pytest
from bench_tiny import resting_block
from typer.testing import CliRunner

from drystone.bench import register
from drystone.bench.coulomb_solvers import COULOMB_SOLVERS
from drystone.bench.register import BENCHMARKS, Benchmark, find_benchmarks, list_text
from drystone.bench.row import KEYS, Row
from drystone.bench.saved import SavedStep, write_step
from drystone.cli.main import app
from drystone.errors import InputError
from drystone.solvers.cone.fclib import save_fclib
from drystone.solvers.cone.problem import FlowLaw


def bench(*words):
    return CliRunner().invoke(app, ["bench", *words])


@pytest.fixture
def small(monkeypatch):
    """Two benchmarks in the place of all: one good, one with a failure."""
    def good(options):
        options.say("measuring ...")
        yield Row("good", "quiet", 5, 32, options.solvers[0], 1.5, 8.0, 1e-7, 3.0, 2.0, {"threads": options.threads})

    def bad(options):
        yield Row("bad", "violent", failed=True)

    for name in list(BENCHMARKS):
        monkeypatch.delitem(BENCHMARKS, name)
    monkeypatch.setitem(BENCHMARKS, "good", Benchmark("good", "A good one.", 1, good))
    monkeypatch.setitem(BENCHMARKS, "bad", Benchmark("bad", "A bad one.", 1, bad))
    monkeypatch.setattr(register, "QUICK", ("good",))


def test_json_is_all_there_is_on_stdout(small):
    shown = bench("good", "bad", "--json")
    rows = json.loads(shown.stdout)
    assert shown.exit_code == 1 and shown.stderr == "measuring ...\n"
    assert [tuple(row)[:10] for row in rows] == [KEYS, KEYS]
    assert [row["failed"] for row in rows] == [False, True]
    assert (rows[0]["ms"], rows[0]["ratio"], rows[0]["threads"], rows[1]["ms"]) == (1.5, 2.0, 1, None)


def test_without_names_all_are_listed_and_the_quick_ones_run(small):
    shown = bench()
    assert shown.exit_code == 0
    assert "A good one." in shown.stdout and "A bad one." in shown.stdout and "running good\n" in shown.stdout
    assert shown.stdout.splitlines()[-3].split() == ["good", "quiet", "5", "32", "auto", "1.5", "8", "1.0e-07", "3",
                                                     "2", "1"]
    assert [row["problem"] for row in json.loads(bench("--json").stdout)] == ["good"]


def test_all_means_all(small):
    assert [item.name for item in find_benchmarks(["all"])] == ["good", "bad"]


def test_clarabel_falling_short_is_no_failure_of_ours():
    assert register.exit_code([Row("wall", solver="clarabel", failed=True)]) == 0
    assert register.exit_code([Row("wall", solver="interior", failed=True)]) == 1


@pytest.mark.parametrize("words, line", [
    (["goood"], "bench: no benchmark or file is called 'goood'; did you mean 'good'?"),
    (["xyz"], "bench: no benchmark or file is called 'xyz'; there are good, bad, all"),
    (["none.npz"], "bench: problem file 'none.npz' must exist, got none"),
    (["good", "--solver", "magic"], None),
])
def test_what_is_not_there_is_one_line_and_exit_code_2(small, words, line):
    shown = bench(*words)
    assert shown.exit_code == 2 and shown.stdout == ""
    assert len(shown.stderr.splitlines()) == 1 and shown.stderr.startswith("drystone: bench: ")
    if line:
        assert shown.stderr == f"drystone: {line}\n"


def test_a_saved_problem_of_coulombs_law_is_replayed_by_those_who_take_it(tmp_path):
    path = tmp_path / "coulomb.npz"
    write_step(SavedStep(replace(resting_block(), law=FlowLaw.COULOMB), None), path)
    shown = bench(str(path), "--json")
    assert shown.exit_code == 0, shown.output
    rows = json.loads(shown.stdout)
    assert [row["solver"] for row in rows] == [*COULOMB_SOLVERS] and {row["regime"] for row in rows} == {"coulomb"}
    assert all(max(row["error"], row["flow"]) <= 1e-4 for row in rows)
    shown = bench(str(path), "--solver", "interior")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr == (f"drystone: bench: {str(path)!r} asks for Coulomb's law; it is solved by shift, sweeps, "
                            "splitting, got solver 'interior'\n")


def test_an_unreadable_file_is_refused_before_anything_runs(small, tmp_path):
    path = tmp_path / "text.npz"
    path.write_text("no problem")
    shown = bench("good", str(path))
    assert shown.exit_code == 2 and shown.stdout == ""
    assert len(shown.stderr.splitlines()) == 1 and f"bench: {str(path)!r} is no saved contact problem" in shown.stderr


def test_a_saved_problem_is_replayed(tmp_path):
    write_step(SavedStep(resting_block(), None), tmp_path / "block.npz")
    shown = bench(str(tmp_path / "block.npz"), "--json", "--keep", str(tmp_path / "kept"))
    assert shown.exit_code == 0, shown.output
    rows = json.loads(shown.stdout)
    assert {"interior", "clarabel"} <= {row["solver"] for row in rows}
    assert all(row["problem"] == "block.npz" and row["blocks"] == 1 and row["contacts"] == 4 for row in rows)
    assert all(row["error"] <= 1e-5 for row in rows)
    assert "block.npz" in bench(str(tmp_path / "block.npz")).stdout


def test_a_problem_of_fclib_is_graded(tmp_path):
    save_fclib(resting_block(), tmp_path / "block.hdf5")
    shown = bench(str(tmp_path / "block.hdf5"), "--json")
    assert shown.exit_code == 0, shown.output
    rows = json.loads(shown.stdout)
    by_law = {law: {row["solver"] for row in rows if row["regime"] == law} for law in ("associative", "coulomb")}
    assert {"interior", "clarabel"} <= by_law["associative"] < by_law["coulomb"]
    assert by_law["coulomb"] - by_law["associative"] == {*COULOMB_SOLVERS} - {"shift"}
    # at rest both laws have one answer
    for row in rows:
        assert row["contacts"] == 4 and max(row["error"], row["fclib"], row["flow"], row["momentum"]) <= 1e-4


def test_a_problem_without_blocks_is_graded_by_fclibs_measure_alone(tmp_path):
    """One point of 2 kg that slides at 3.5 m/s: u = r / 2 + q; the associative answer lifts it."""
    with h5py.File(tmp_path / "point.hdf5", "w") as file:
        root = file.create_group("fclib_local")
        root["spacedim"] = np.array([3])
        root["vectors/q"], root["vectors/mu"] = np.array([-1.0, 4.0, 0.0]), np.array([0.5])
        for name, value in (("m", 3), ("n", 3), ("nz", 3)):
            root[f"W/{name}"] = np.array([value])
        root["W/i"], root["W/p"], root["W/x"] = np.arange(3), np.arange(3), np.full(3, 0.5)
    shown = bench(str(tmp_path / "point.hdf5"), "--json")
    assert shown.exit_code == 0, shown.output
    rows = json.loads(shown.stdout)
    assert [(row["regime"], row["solver"]) for row in rows] == [("associative", "clarabel"), ("coulomb", "clarabel"),
                                                                ("coulomb", "sweeps")]
    assert rows[0]["error"] is None and rows[0]["fclib"] > 0.1 and not rows[0]["failed"]
    assert all(row["error"] == row["fclib"] <= 1e-6 and row["blocks"] is None for row in rows[1:])
    shown = bench(str(tmp_path / "point.hdf5"), "--solver", "interior")
    assert shown.exit_code == 2 and shown.stderr == (
        f"drystone: bench: {str(tmp_path / 'point.hdf5')!r} is a local problem (W, q) without blocks; it is solved by "
        "clarabel and by sweeps, got solver 'interior'\n")


def test_bad_files_of_fclib_are_one_line(tmp_path):
    (tmp_path / "noise.hdf5").write_text("no problem")
    for name, words in (("none.hdf5", "must exist, got none"), ("noise.hdf5", "cannot be read")):
        shown = bench(str(tmp_path / name))
        assert (shown.exit_code, shown.stdout) == (2, "")
        assert len(shown.stderr.splitlines()) == 1 and words in shown.stderr


def test_every_benchmark_of_the_issue_has_a_line():
    text = list_text()
    for name in ("wall", "two-leaf", "building", "coulomb", "realtime", "hold", "scaling", "threads", "marches",
                 "nasty", "startup", "memory", "all"):
        assert f"\n{name} " in f"\n{text}"


def test_one_that_raises_is_an_error_alone_and_a_failing_row_among_others(small, monkeypatch):
    def breaks(options):
        yield Row("first part", ms=1.0)
        raise InputError("bench: something is missing")

    monkeypatch.setitem(BENCHMARKS, "breaks", Benchmark("breaks", "Breaks.", 1, breaks))
    alone = bench("breaks", "--json")
    assert (alone.exit_code, alone.stdout, alone.stderr) == (2, "", "drystone: bench: something is missing\n")
    rows = json.loads(bench("breaks", "good", "--json").stdout)
    assert [(row["problem"], row["failed"]) for row in rows] == [("first part", False), ("breaks", True),
                                                                 ("good", False)]
    assert rows[1]["note"] == "InputError: bench: something is missing"


def test_no_threads_is_one_line(small):
    shown = bench("good", "--threads", "0")
    assert shown.exit_code == 2
    assert shown.stderr == "drystone: bench: threads must be a whole number >= 1 [-], got 0\n"
