"""`drystone bench bits REV`: runs and load factors of two checkouts, bit by bit."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from bench_stub import StubRepository
from typer.testing import CliRunner

from drystone.bench.bits import (
    LIMITS,
    RUNS,
    Case,
    choose_cases,
    compare_bits,
    find_factors,
    judge_factors,
    judge_frames,
)
from drystone.bench.checkout import this_checkout
from drystone.cli import bench_command
from drystone.cli.main import app
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.results.result import open_result
from drystone.simulation.run import run


@pytest.fixture(scope="module")
def stores(tmp_path_factory):
    """Two runs of a block that falls, one of which starts with a slightly greater velocity."""
    folder, out = tmp_path_factory.mktemp("stores"), []
    for name, speed in (("one", 1.0), ("other", 1.0 + 1e-9)):
        scene = Assembly("fall", gravity=9.81)
        scene.material("stone", density=2000.0)
        scene.joint("dry", friction=0.6)
        scene.add("block", box((0.4, 0.4, 0.4), center=(0.0, 0.0, 1.0)), material="stone")
        scene.add_ground(level=0.0)
        scene.velocity("block", linear=(speed, 0.0, 0.0))
        run(scene, duration=3e-2, dt=1e-2, directory=folder / name, output={"every": 1})
        out.append(folder / name)
    return out


@pytest.fixture
def stub(tmp_path, monkeypatch):
    found = StubRepository(tmp_path / "repository")
    monkeypatch.setattr(bench_command, "this_checkout", lambda: this_checkout(found.package))
    return found


def bits(*words):
    return CliRunner().invoke(app, ["bench", "bits", *words])


def test_the_same_bits_are_exit_code_0(stub, stores):
    stub.commit("before", store=stores[0])
    stub.commit("after", store=stores[0])
    shown = bits("HEAD~1", "arch")
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.splitlines()[-1] == "all 4 are the same bits"
    asked = [call for call in stub.calls("run") if "-o" in call]
    assert [call[0] for call in asked] == ["before", "after"]
    assert all(call[1] == "arch.yaml" and call[-4:] == ("--set", "output.every=10", "--set", "duration=0.3")
               for call in asked)
    # both read the file of the earlier one
    assert [call[0] for call in stub.calls("example")] == ["before", "after", *["before"] * 4]


def test_other_bits_are_looked_at_twice_and_exit_code_1(stub, stores):
    stub.commit("before", store=stores[0], alpha=0.25)
    stub.commit("after", store=stores[1], alpha=math.nextafter(0.25, 1.0))
    shown = bits("HEAD~1", "block3d", "--json")
    assert shown.exit_code == 1
    of_run, of_limit = json.loads(shown.stdout)
    assert (of_run["case"], of_run["is_same"], of_run["step"]) == ("run block3d", False, 0)
    assert of_run["difference"] == pytest.approx(3e-2 * 1e-9, rel=1e-6) and of_run["old"] != of_run["new"]
    assert (of_limit["case"], of_limit["old"]) == ("limit block3d --direction +x", "0x1.0000000000000p-2")
    assert of_limit["new"] == "0x1.0000000000001p-2" and of_limit["difference"] == 2.0 ** -54
    assert len([call for call in stub.calls("run") if "-o" in call]) == 4
    text = bits("HEAD~1", "block3d").stdout.splitlines()
    assert text[-1] == "2 of 2 differ" and text[2].split()[:3] == ["run", "block3d", "DIFFERENT"]


def test_frames_are_judged_from_the_first_that_differs(stores):
    frames = open_result(stores[0]).frames
    moved = replace(frames, position=frames.position.copy())
    moved.position[2, 0, 1] = np.nextafter(moved.position[2, 0, 1], 1.0)
    found = judge_frames("x", frames, moved)
    assert (found.is_same, found.step) == (False, 2) and 0.0 < found.difference < 1e-300
    zero = replace(frames, position=frames.position.copy())
    zero.position[1, 0, 1] = -0.0                               # equal as a number, not as bits
    found = judge_frames("x", frames, zero)
    assert (found.is_same, found.step, found.difference) == (False, 1, 0.0)


def test_runs_of_other_lengths_differ(stores):
    frames = open_result(stores[0]).frames
    short = replace(frames, **{name: getattr(frames, name)[:2]
                               for name in ("step", "time", "position", "orientation", "twist")})
    assert judge_frames("x", frames, short).difference == math.inf


def test_factors_are_found_wherever_they_stand():
    data = {"alpha": 0.5, "codes": {"alpha": 0.5}, "non_associative": {"alpha": 0.25, "paths": [{"alphas": [1.0]}]}}
    assert find_factors(data) == [0.5, 0.25]
    assert find_factors({"angle_deg": 12.0}) == [12.0] and find_factors({"alpha": None}) == [None]


def test_an_unbounded_factor_is_not_a_bounded_one():
    assert judge_factors("x", [None], [None]).is_same
    found = judge_factors("x", [None], [1.0])
    assert (found.is_same, found.old, found.difference) == (False, "unbounded", math.inf)


def test_the_models_of_all_engines_features_are_there():
    assert [case.model for case in RUNS] == ["housner", "block3d", "arch", "wall", "lintel", "house"]
    assert {case.model for case in LIMITS} >= {"arch", "wall", "lintel", "house", "spandrel_arch"}
    assert [case.name for case in choose_cases(["housner"])] == ["run housner"]


def test_this_checkout_has_its_own_bits(tmp_path):
    """The real command line on both sides."""
    here = this_checkout()
    cases = [Case("housner", ("--set", "duration=0.05")), Case("block3d", ("--direction", "+x"), is_limit=True)]
    run_found, limit_found = compare_bits(here, here, cases)
    assert run_found.is_same and limit_found.is_same and run_found.difference == limit_found.difference == 0.0
    assert float.fromhex(limit_found.new) == pytest.approx(0.3, rel=1e-6)      # width over height
