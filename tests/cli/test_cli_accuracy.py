"""How exact a run is asked to be and why, and how near its steps came: what check, run and info print."""

import json
import re

import pytest
from cli_models import BLOCK, write
from typer.testing import CliRunner

from drystone.analysis.law import read_law
from drystone.analysis.law_words import percent
from drystone.cli.main import app
from drystone.results.result import open_result

#: 33 blocks, all pushed far beyond friction.
WALL = BLOCK[:BLOCK.index("blocks:")] + """\
patterns:
  - kind: running_bond
    material: stone
    parameters: {length: 2.0, courses: 6, block: [0.4, 0.2], thickness: 0.3}
ground: {level: 0.0}
loads:
  - {name: push, acceleration: {vector: [40.0, 0, 0]}}
duration: 0.05
analysis: {dt: 0.01}
collapse: {stop: false}
"""
SMALL = "exact (default up to 24 free blocks, here 1): each step to 0.001 g dt of Coulomb's law, 0.001 of momentum"
LARGE = "standard (default above 24 free blocks, here 33): each step to 0.03 g dt of Coulomb's law, 0.05 of momentum"
CERTIFIED = "velocity of each convex problem certified to 1e-05 (tolerance); "
NUMBER = r"[0-9.e+-]+"


@pytest.fixture
def call(tmp_path, monkeypatch):
    """Standard output of a command that must end well, in an empty directory."""
    monkeypatch.chdir(tmp_path)

    def invoke(*words: object) -> str:
        done = CliRunner().invoke(app, [str(word) for word in words])
        assert done.exit_code == 0, done.stderr
        return done.stdout

    return invoke


@pytest.mark.parametrize("text, setting, words", [
    (BLOCK, None, SMALL),
    (WALL, None, LARGE),
    (WALL, "accuracy=study", "study (as stated): each step to 0.1 g dt of Coulomb's law, 0.1 of momentum"),
    (WALL, "accuracy=exact", "exact (as stated): each step to 0.001 g dt of Coulomb's law, 0.001 of momentum"),
    (BLOCK, "flow=lagged", CERTIFIED + "flow rule lagged, not Coulomb's"),
    (BLOCK, "scheme=euler", CERTIFIED + "flow rule associative, not Coulomb's"),
    (BLOCK, "solver=interior", CERTIFIED + "solver interior is named, so Coulomb's law is met by iterating them, at "
                                           "most 4 a step, aimed at 0.01 g dt of the slip")])
def test_check_says_what_is_in_force_and_why(call, tmp_path, text, setting, words):
    given = () if setting is None else ("--set", f"analysis.{setting}")
    lines = call("check", write(tmp_path, text), *given, "--no-picture").splitlines()
    assert [line for line in lines if line.startswith("accuracy")] == [f"accuracy    {words}"]


def test_run_and_info_say_it_too_and_the_result_keeps_it(call, tmp_path):
    ran, told = call("run", write(tmp_path), "-o", "out").splitlines(), call("info", "out").splitlines()
    for lines in (ran, told):
        assert f"accuracy  {SMALL}" in lines
        assert any(re.fullmatch(rf"law       nothing moves; residual of Coulomb's law: worst {NUMBER} g dt", line)
                   for line in lines)
        assert not any("unsolved" in line or "warning" in line for line in lines)
    static = open_result(tmp_path / "out").static
    assert static["accuracy"].item() == SMALL and static["accuracy_level"].item() == "exact"
    assert (static["speed_unit"], static["asked_flow"]) == pytest.approx((9.81 * 2e-3, 1e-3 * 9.81 * 2e-3))
    assert static["asked_momentum"] == 1e-3 and static["tolerance"] == 1e-5


def test_a_run_by_convex_problems_tells_of_the_certified_tolerance(call, tmp_path):
    lines = call("run", write(tmp_path), "-o", "out", "--set", "analysis.flow=associative").splitlines()
    assert f"accuracy  {CERTIFIED}flow rule associative, not Coulomb's" in lines
    assert "unsolved  0 steps above the certified tolerance" in lines
    assert not any(line.startswith("law") for line in lines)


def test_a_violent_run_says_how_many_steps_lie_outside_and_what_they_carry(call, tmp_path):
    """Where a solver is named, four solves a step do not settle the slip of a wall that flies apart."""
    text = call("run", write(tmp_path, WALL), "-o", "out", "--set", "analysis.solver=interior",
                "--set", "analysis.flow_iterations=1")
    law = read_law(open_result(tmp_path / "out"))
    assert law.outside == open_result(tmp_path / "out").totals["flow_unsettled"] > 0 and law.energy_outside > 0.1
    share, far = (percent(value) for value in (law.energy_outside, law.energy_far))
    assert law.energy_far > 0.1
    assert (f"warning   Coulomb's law is missed by more than 3 times what was asked for in steps that carry {far} of "
            "the energy turned over: try a smaller dt, more flow_iterations, solver: auto, joints with stiffness\n"
            ) in text
    assert f"law       within that in {law.moving - law.outside} of {law.moving} steps in motion (" in text
    assert f"          steps outside carry {share} of the energy turned over\n" in text
    data = json.loads(call("info", "out", "--json"))
    assert data["accuracy"]["outside"] == law.outside and data["accuracy"]["level"] == ""
    assert len(data["warnings"]) == 1 and f" carry {far} " in data["warnings"][0]


def test_a_run_at_level_study_is_judged_by_the_law_itself(call, tmp_path):
    lines = call("run", write(tmp_path, WALL), "-o", "out", "--set", "analysis.accuracy=study").splitlines()
    result = open_result(tmp_path / "out")
    law, at = read_law(result), [line[:10] for line in lines].index("law       ")
    assert law.moving == 5 and law.is_graded and law.outside == result.totals["flow_unsettled"]
    assert re.fullmatch(r"law       within that in (all|\d of) 5 steps in motion( \(\d+ %\))?", lines[at])
    assert re.fullmatch(rf"          residual of Coulomb's law: median {NUMBER}, 90th percentile {NUMBER}, "
                        rf"worst {NUMBER} g dt at t = 0\.0\d s", lines[at + 1])
    assert re.fullmatch(rf"          as if rigid joints gave nothing: median {NUMBER}, 90th percentile {NUMBER} g dt",
                        lines[at + 2])
    outside = result.column("steps", "flow_residual") > 0.1 * 9.81 * 0.01
    assert not (outside & result.column("steps", "flow_converged")).any()


def test_without_rows_the_count_is_told(call, tmp_path):
    lines = call("run", write(tmp_path, WALL), "-o", "out", "--set", "analysis.accuracy=study",
                 "--set", "output.steps=false").splitlines()
    count = open_result(tmp_path / "out").totals["flow_unsettled"]
    assert f"law       outside of that in {count} of 5 steps" in lines
