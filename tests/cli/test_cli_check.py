"""`drystone check` as the gatekeeper: it refuses what a run refuses, and tells what is doubtful."""

import shutil
from importlib.resources import files

import pytest
from cli_models import BLOCK, write
from typer.testing import CliRunner

from drystone.cli.main import app

TIED_ARCH = """\
drystone: 1
name: tied
gravity: 9.81
materials: {stone: {density: 2000}}
joints: {dry: {friction: 0.7}}
patterns:
  - {kind: segmental_arch, name: arch, parameters: {span: 5, rise: 2.5, thickness: 0.6, count: 15, width: 0.6},
     material: stone, offset: [0, 0, 3.4]}
  - {kind: stack, name: left, parameters: {size: [1.2, 0.6, 0.4], count: 7, base: [-2.8, 0, 0]}, material: stone}
  - {kind: stack, name: right, parameters: {size: [1.2, 0.6, 0.4], count: 7, base: [2.8, 0, 0]}, material: stone}
ground: {level: 0}
ties:
  - {name: rod, ends: [{block: arch/abutment_left, point: [-2.8, 0, 3.1]},
                       {block: arch/abutment_right, point: [2.8, 0, 3.1]}]}
duration: 0.1
analysis: {dt: 1e-3}
"""
SHAKEN = BLOCK.replace("duration: 0.04", """\
motions:
  - {name: pulse, kind: one_sine, parameters: {amplitude: 8.0, half_period: 0.3}, direction: [1, 0, 0]}
duration: 4.0""")
RECORDED = BLOCK.replace("duration: 0.04", """\
motions:
  - {name: quake, kind: table, parameters: {times: [0, 0.01, 0.02], accelerations: [0, 1, 0]}, direction: [1, 0, 0]}
duration: 0.04""")
ROPED = BLOCK.replace("monitors:", """\
ties:
  - {name: rope, ends: [{block: block, point: [0.2, 0, 0.2]}, {block: ground, point: [1, 0, 0]}]}
monitors:""")


@pytest.fixture
def call(tmp_path, monkeypatch):
    """Call a command on a model text in an empty directory."""
    monkeypatch.chdir(tmp_path)

    def invoke(command: str, text: str, *words: str):
        write(tmp_path, text)
        more = ("--no-picture",) if command in ("check", "statics") else ()
        return CliRunner().invoke(app, [command, "model.yaml", *more, *words])

    return invoke


def lines_of(found) -> list[str]:
    assert found.exit_code == 0, found.stderr
    return found.stdout.splitlines()


def refused(found) -> str:
    """The one line of an error with exit code 2."""
    assert (found.exit_code, found.stdout) == (2, "")
    (line,) = found.stderr.splitlines()
    return line.removeprefix("drystone: ")


def doubts(found) -> list[str]:
    return [line.removeprefix("doubt       WARNING: ") for line in lines_of(found) if line.startswith("doubt")]


# --- one verdict ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("text", [TIED_ARCH, BLOCK, SHAKEN])
def test_check_and_statics_say_the_same(call, text):
    """Load, verdict, reactions and ties are the same lines."""
    kinds = ("load ", "stands ", "mechanism ", "reaction ", "tie ", "gaps ")
    checked, found = ([line for line in lines_of(call(command, text)) if line.startswith(kinds)]
                      for command in ("check", "statics"))
    assert checked == found and len(checked) >= 3


def test_an_arch_with_a_rod_stands(call):
    lines = lines_of(call("check", TIED_ARCH))
    assert "load        192094 N" in lines and "stands      yes" in lines
    assert "reaction    of ground: (0, 0, 1.9209e+05) N" in lines
    assert "rests       on 'ground': 'left/block_1', 'right/block_1'" in lines
    assert not any("WARNING" in line for line in lines)


def test_a_stone_beside_another_rests_on_nothing(call):
    text = BLOCK.replace("ground: {level: 0.0}", """\
  - name: stuck
    box: {size: [0.4, 0.4, 0.2], center: [0.4, 0, 0.3]}
    material: stone
ground: {level: 0.0}""")
    lines = lines_of(call("check", text))
    assert "rests       on 'ground': 'block'" in lines
    assert "rests       WARNING: 1 block touching others, but resting on nothing: 'stuck'" in lines
    assert "stands      NO: no admissible forces balance the load" in lines


def test_free_blocks_are_not_asked_whether_they_stand(call):
    text = BLOCK.replace("ground: {level: 0.0}", "free: true")
    lines = lines_of(call("check", text))
    assert "rests       on nothing: free: true" in lines
    assert "stands      not asked: nothing supports the blocks" in lines


# --- what a run refuses -----------------------------------------------------------------------------------

REFUSED = {
    "record": (RECORDED, "model.yaml:16: motion 'quake': record ends at 0.02 s, before the run's 0.04 s; shorten the "
                         "run or give after: zero"),
    "event": (BLOCK + "events: [{time: 0.05, remove: block}]\n",
              "model.yaml:18: event at 0.05 s (remove 'block') must come before the run's end at 0.04 s"),
    "step": (BLOCK.replace("dt: 2e-3", "dt: 0.05"),
             "model.yaml: analysis.dt must be <= the duration 0.04 s of the run, got 0.05"),
    "collapse": (BLOCK + "collapse: {overturning: {blocks: [roof]}}\n",
                 "model.yaml:18: collapse.overturning.blocks: no block or group is called 'roof'"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_check_refuses_what_run_refuses(call, tmp_path, case):
    text, message = REFUSED[case]
    assert refused(call("check", text)) == message
    assert refused(call("run", text)) == message
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model.yaml"]


def test_all_overlaps_are_listed_with_the_remedy(call):
    text = BLOCK.replace("ground: {level: 0.0}", """\
  - name: cap
    box: {size: [0.4, 0.4, 0.4], center: [0, 0, 0.55]}
    material: stone
ground: {level: 0.1}""")
    assert refused(call("check", text)) == (
        "model.yaml: 2 pairs of blocks overlap at the start by more than overlap_tolerance 0.0001 m: 'block' and "
        "'ground' by 0.1 m, 'block' and 'cap' by 0.05 m; mend the drawing, or set analysis.overlap_tolerance to what "
        "may count as touching")
    lines = lines_of(call("check", text, "--set", "analysis.overlap_tolerance=0.2"))
    assert "overlaps    in the drawing at 8 points, by up to 0.1 m: taken as touching" in lines
    assert "stands      yes" in lines


# --- anchorages -------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("point", "expected"), [
    ("[0.2, 0, 0.2]", []), ("[0, 0, 0.2]", []),
    ("[0.23, 0, 0.2]", ["tie 'rope': its end lies 0.03 m outside of block 'block'"])])
def test_ends_of_ties_at_their_block(call, point, expected):
    assert doubts(call("check", ROPED, "--set", f"ties[rope].ends[0].point={point}")) == expected


@pytest.mark.parametrize("command", ["check", "run"])
def test_an_end_in_the_air_is_refused(call, command):
    assert refused(call(command, ROPED.replace("[0.2, 0, 0.2]", "[5.7, 0, 0.2]"))) == (
        "model.yaml:14: tie 'rope': its end must lie at block 'block', at most 0.04 m outside (a tenth of its size), "
        "got 5.5 m")


def test_a_support_is_any_fixed_point_but_told(call):
    assert doubts(call("check", ROPED.replace("[1, 0, 0]", "[1, 0, 2]"))) == [
        "tie 'rope': its end lies 2 m outside of support 'ground'"]


# --- densities ----------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("density", "cause"), [
    ("2.2", ": was it given in t/m3?"), ("22", ": was it given in kN/m3?"), ("22000", ": was it given in N/m3?"),
    ("9001", ""), ("299", "")])
def test_densities_of_no_stone(call, density, cause):
    assert doubts(call("check", BLOCK.replace("density: 2000", f"density: {density}"))) == [
        f"material 'stone': density {density} kg/m3 is not between 300 and 9000{cause}"]


@pytest.mark.parametrize("density", ["300", "9000"])
def test_densities_at_the_edge_pass(call, density):
    assert doubts(call("check", BLOCK.replace("density: 2000", f"density: {density}"))) == []


def test_a_mass_in_tonnes(call):
    assert doubts(call("check", BLOCK.replace("material: stone", "mass: 0.128"))) == [
        "block 'block': mass over volume 2 kg/m3 is not between 300 and 9000: was it given in t?"]


# --- the step -----------------------------------------------------------------------------------------------

COARSE = ["analysis.dt 0.5 s is more than a tenth of the shortest period 0.6 s of motion 'pulse': take at most 0.06 s",
          "analysis.dt 0.5 s: at its peak velocity 1.53 m/s motion 'pulse' goes 0.764 m in a step, more than a tenth "
          "of the smallest block 'block' (0.4 m): take at most 0.026 s"]


def test_a_step_that_skips_the_pulse_is_told_before_during_and_after(call):
    step = ("--set", "analysis.dt=0.5")
    assert doubts(call("check", SHAKEN, *step)) == COARSE
    done = call("run", SHAKEN, *step, "-o", "out")
    assert done.exit_code == 0 and done.stderr.splitlines() == [f"drystone: warning: {line}" for line in COARSE]
    outcome, *told = done.stdout.splitlines()[:3]
    assert outcome.startswith("outcome ") and told == [f"warning   {line}" for line in COARSE]
    shown = CliRunner().invoke(app, ["info", "out"]).stdout.splitlines()
    assert shown[2:4] == told


def test_a_refused_run_gets_one_line_and_no_warnings(call):
    assert refused(call("run", SHAKEN, "--set", "analysis.dt=5")) == (
        "model.yaml: analysis.dt must be <= the duration 4 s of the run, got 5.0")


def test_a_step_that_follows_the_pulse_is_not(call):
    done = call("run", SHAKEN.replace("duration: 4.0", "duration: 0.1"), "--set", "analysis.dt=0.01", "-o", "out")
    assert (done.exit_code, done.stderr) == (0, "") and "warning" not in done.stdout


@pytest.mark.parametrize("name", ["arch", "block3d", "house", "housner", "lintel", "spandrel_arch", "wall"])
def test_no_bundled_model_is_doubtful(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    shutil.copy(str(files("drystone") / "examples_data" / f"{name}.yaml"), tmp_path)
    found = CliRunner().invoke(app, ["check", f"{name}.yaml", "--no-picture"])
    assert found.exit_code == 0 and "WARNING" not in found.stdout and "locked-in" not in found.stdout
    assert ("stands      yes" in found.stdout) is (name != "housner")      # which is let go leaning
