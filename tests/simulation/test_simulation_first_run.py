"""The first run compiles all kernels with a word before and after, whatever becomes of its helper."""

import re
import subprocess
import sys

import numpy as np
import pytest

from drystone import kernel_cache
from drystone.engines.nscd import warmup as nscd
from drystone.simulation import warmup
from drystone.solvers.solve import solve_contact_problem


@pytest.fixture
def cold(tmp_path, monkeypatch):
    """An empty cache, and in place of the work a list of what would be done."""
    done = []
    monkeypatch.setattr(kernel_cache, "cache_folder", tmp_path)
    monkeypatch.setattr(warmup, "_begun", set())
    monkeypatch.setattr(warmup, "_can_share", lambda: True)
    monkeypatch.setattr(nscd, "step_models", lambda **settings: done.append(settings.get("solver", "models")))
    monkeypatch.setattr(nscd, "analyse_chain", lambda: None)
    monkeypatch.setattr(nscd, "solve_known_stacks", lambda: done.append("known"))
    monkeypatch.setattr(nscd, "solve_stacks", lambda: done.append("stacks"))
    return done


def start_instead(monkeypatch, code):
    """Let the helper run this code; returns the list of the processes started."""
    started, popen = [], subprocess.Popen

    def start(words, **options):
        started.append(popen([sys.executable, "-c", code], **options))
        return started[-1]

    monkeypatch.setattr(warmup.subprocess, "Popen", start)
    return started


def test_a_full_cache_is_silent(cold, capsys):
    kernel_cache.mark_cache_full("nscd")
    warmup.compile_for_first_run()
    assert cold == []
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("code", ["print('noise')", "raise SystemExit(3)"])
def test_words_on_stderr_only_and_all_is_compiled(cold, capfd, monkeypatch, code):
    started = start_instead(monkeypatch, code)
    warmup.compile_for_first_run()
    assert cold == ["clarabel", "known", "stacks", "models"]
    assert len(started) == 1 and started[0].returncode is not None
    out, err = capfd.readouterr()
    assert out == ""
    assert re.fullmatch(r"drystone: compiling kernels for the first run, about 30 s \.\.\.\n"
                        r"drystone: kernels are compiled \(\d+ s\); later runs need not wait\n", err)
    assert kernel_cache.is_cache_full("nscd")
    warmup.compile_for_first_run()
    assert capfd.readouterr() == ("", "")


def test_no_helper_can_be_started(cold, capsys, monkeypatch):
    def refuse(*_, **__):
        raise OSError("no more processes")

    monkeypatch.setattr(warmup.subprocess, "Popen", refuse)
    warmup.compile_for_first_run()
    assert cold == ["clarabel", "known", "stacks", "models"]
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_a_helper_that_hangs_is_stopped(cold, monkeypatch):
    started = start_instead(monkeypatch, "import time; time.sleep(600)")
    monkeypatch.setattr(warmup, "PATIENCE", 0.01)
    warmup.compile_for_first_run()
    assert started[0].returncode not in (None, 0)
    assert kernel_cache.is_cache_full("nscd")


def test_an_interrupted_first_run_stops_its_helper_and_begins_anew_next_time(cold, monkeypatch):
    def interrupt(**_):
        raise KeyboardInterrupt

    started = start_instead(monkeypatch, "import time; time.sleep(600)")
    monkeypatch.setattr(nscd, "step_models", interrupt)
    with pytest.raises(KeyboardInterrupt):
        warmup.compile_for_first_run()
    assert started[0].returncode not in (None, 0)
    assert not kernel_cache.is_cache_full("nscd")


def test_one_core_compiles_alone(cold, capsys, monkeypatch):
    monkeypatch.setattr(warmup, "_can_share", lambda: False)
    monkeypatch.setattr(warmup.subprocess, "Popen", None)   # would raise TypeError
    warmup.compile_for_first_run()
    assert cold == ["stacks", "models"]
    assert capsys.readouterr().err.startswith("drystone: compiling kernels for the first run, about 45 s ...\n")


def test_without_a_cache_the_run_compiles_as_it_goes(cold, capsys, monkeypatch):
    monkeypatch.setattr(kernel_cache, "cache_folder", None)
    warmup.compile_for_first_run()
    warmup.compile_for_first_run()
    assert cold == []
    assert capsys.readouterr().err == ("drystone: compiling kernels during the first steps, about a minute; every run "
                                       "does this, for no folder can be written to keep them\n")


def test_a_failure_does_not_stop_the_run(cold, capsys, monkeypatch):
    def fail():
        raise ValueError("broken model")

    monkeypatch.setattr(warmup, "_can_share", lambda: False)
    monkeypatch.setattr(nscd, "solve_stacks", fail)
    warmup.compile_for_first_run()
    assert capsys.readouterr().err.splitlines()[1] == ("drystone: not all kernels could be compiled ahead: "
                                                       "broken model")
    assert not kernel_cache.is_cache_full("nscd")


@pytest.mark.parametrize("count", [3, 30])
def test_a_stack_rests_on_its_support(count):
    """All momentum of gravity, count x 1 kg x 0.0981 m/s, must go through the lowest joint."""
    problem = nscd.stack_of_cubes(count, push=0.0)
    solution = solve_contact_problem(problem, tolerance=1e-8)
    assert np.abs(solution.twist).max() <= 1e-8 * count * problem.speed_scale
    assert solution.impulse[:4, 0].sum() == pytest.approx(count * 0.0981, rel=1e-6)
