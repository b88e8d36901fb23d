"""Commands from outside: what they print, what they leave on disk, with which code they end."""

import json

import numpy as np
import pytest
from cli_models import BLOCK, FALLING, FLOATING, write
from typer.testing import CliRunner

from drystone._version import VERSION
from drystone.cli import run_command
from drystone.cli.main import app
from drystone.errors import SolveError
from drystone.results.result import open_result


@pytest.fixture
def call(tmp_path, monkeypatch):
    """Call a command in an empty directory; gives exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def invoke(*words: object):
        return CliRunner().invoke(app, [str(word) for word in words])

    return invoke


def one_line(result) -> str:
    """The error: one line on stderr, nothing on stdout."""
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith("drystone: ")
    return lines[0].removeprefix("drystone: ")


def test_version_and_schema(call):
    assert call("--version").stdout == f"drystone {VERSION}\n"
    schema = json.loads(call("schema").stdout)
    assert "2020-12" in schema["$schema"] and "blocks" in schema["properties"]


def test_run_writes_a_result_and_says_what_to_do_next(call, tmp_path):
    found = call("run", write(tmp_path), "--set", "analysis.dt=4e-3")
    assert found.exit_code == 0
    directory = tmp_path / "runs" / "small-block"
    assert "outcome   finished after 0.04 s" in found.stdout
    assert "steps     10 in" in found.stdout
    assert "drystone plot runs/small-block" in found.stdout
    result = open_result(directory)
    assert result.status == "finished" and result.step_count == 10
    assert result.inputs_text == BLOCK
    assert result.inputs.resolved["analysis"]["dt"] == 4e-3


def test_a_run_that_is_there_is_not_touched_without_leave(call, tmp_path):
    model = write(tmp_path)
    assert call("run", model, "-o", "out").exit_code == 0
    stamp = open_result(tmp_path / "out").created
    again = call("run", model, "-o", "out")
    assert again.exit_code == 2
    assert one_line(again) == ("run 'out' is there already: use --overwrite to replace it, --restart to continue it, "
                               "or -o for another place")
    assert open_result(tmp_path / "out").created == stamp
    assert call("run", model, "-o", "out", "--overwrite").exit_code == 0
    both = call("run", model, "-o", "out", "--overwrite", "--restart")
    assert (both.exit_code, one_line(both)) == (2, "run: --restart and --overwrite exclude each other")


def test_a_collapse_is_a_result(call, tmp_path):
    found = call("run", write(tmp_path, FALLING), "-o", "out")
    assert found.exit_code == 0, found.stderr
    assert "outcome   collapsed: block 'block' turned by 10 degrees" in found.stdout
    assert open_result(tmp_path / "out").status == "collapsed"


@pytest.mark.parametrize(("text", "message"), [
    (BLOCK.replace("friction: 0.6", "friction: -1"), "model.yaml:7: joints.base.friction"),
    (BLOCK.replace("dt: 2e-3", "dt: 0"), "analysis.dt"),
    (BLOCK.replace("analysis: {dt: 2e-3}\n", ""), "model.yaml: analysis is missing"),
    (BLOCK.replace("duration: 0.04\n", ""), "the duration of the run is missing [s]"),
    (BLOCK.replace("center: [0, 0, 0.2]", "center: [0, 0, 0.1]"), "overlap by 0.1 m at the start"),
    (BLOCK + "name: twice\n", "key 'name' is given twice, first on line 2"),
])
def test_bad_input_is_one_line_and_leaves_nothing(call, tmp_path, text, message):
    write(tmp_path, text)
    found = call("run", "model.yaml", "-o", "out")
    assert found.exit_code == 2
    assert message in found.stderr.splitlines()[-1] and len(found.stderr.splitlines()) == 1
    assert sorted(p.name for p in tmp_path.iterdir()) == ["model.yaml"]


def test_a_missing_file_and_a_bad_override(call, tmp_path):
    assert one_line(call("run", "nowhere.yaml")) == "nowhere.yaml: no such file"
    wrong = call("run", write(tmp_path), "--set", "analysis")
    assert (wrong.exit_code, one_line(wrong)) == (2, "--set analysis: must read key=value")


def test_a_step_that_is_not_solved_ends_with_3(call, tmp_path, monkeypatch):
    def fail(*args, **kwargs):
        raise SolveError("step 3 (t = 0.006 s): solver gave up")

    monkeypatch.setattr(run_command, "execute", fail)
    found = call("run", write(tmp_path))
    assert found.exit_code == 3 and "step 3 (t = 0.006 s): solver gave up" in found.stderr


def test_an_unexpected_error_names_the_file_with_its_traceback(call, tmp_path, monkeypatch):
    def fail(*args, **kwargs):
        raise ZeroDivisionError("by\nnothing")

    monkeypatch.setattr(run_command, "execute", fail)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = call("run", write(tmp_path))
    assert found.exit_code == 1
    assert found.stderr.startswith("drystone: unexpected ZeroDivisionError: by nothing (traceback in ")
    kept, = tmp_path.glob("drystone-traceback-*.txt")
    assert str(kept) in found.stderr and "ZeroDivisionError" in kept.read_text()
    shown = call("--debug", "run", write(tmp_path))
    assert shown.exit_code == 1 and "Traceback (most recent call last)" in shown.stderr


class Interrupting:
    """Progress that presses Ctrl-C after some steps."""

    def __init__(self, name: str, *, err: bool = False) -> None: ...

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __call__(self, progress):
        if progress.step >= 12:
            raise KeyboardInterrupt


def test_an_interrupted_run_restarts_to_the_same_numbers(call, tmp_path, monkeypatch):
    model = write(tmp_path, FALLING.replace("duration: 1.0", "duration: 0.06"))
    assert call("run", model, "-o", "whole").exit_code == 0
    with monkeypatch.context() as patch:
        patch.setattr(run_command, "make_progress", Interrupting)
        patch.setattr("drystone.simulation.execute.PROGRESS_SECONDS", 0.0)
        stopped = call("run", model, "-o", "parts")
    assert stopped.exit_code == 130 and stopped.stderr == "drystone: interrupted\n"
    assert open_result(tmp_path / "parts").status == "stopped"
    assert "restart   from step 12" in call("info", "parts").stdout
    assert call("run", model, "-o", "parts", "--restart").exit_code == 0
    whole, parts = open_result(tmp_path / "whole"), open_result(tmp_path / "parts")
    np.testing.assert_array_equal(whole.frames.position, parts.frames.position)
    np.testing.assert_array_equal(whole.energy("kinetic"), parts.energy("kinetic"))


def test_info(call, tmp_path):
    call("run", write(tmp_path), "-o", "out")
    text = call("info", "out", "--repair").stdout
    assert text.startswith("nothing to repair\nrun       out\noutcome   finished after 0.04 s\n")
    assert "blocks    1, supports 1, weight 1255.68 N" in text
    assert "monitor   top:" in text
    none = call("info", "elsewhere")
    assert (none.exit_code, one_line(none)) == (2, "'elsewhere' is not a run: it has no run.json")


def test_check_looks_at_masses_contacts_and_reactions(call, tmp_path):
    text = call("check", write(tmp_path), "--no-picture").stdout
    assert "model       small block: 1 block, 1 support" in text
    assert "contacts    1 pair of blocks touching in 4 points" in text
    assert "rests       on 'ground': 'block'\n" in text
    assert ("load        1255.68 N\nstands      yes\n"
            "elastic     stands if laid without stress; k_s/k_n 0.2, 0.4 and 1\n"
            "reaction    of ground: (0, 0, 1255.7) N\n") in text
    assert "WARNING" not in text
    assert "run         0.04 s in 20 steps of 0.002 s, scheme midpoint" in text
    assert [p.name for p in tmp_path.iterdir()] == ["model.yaml"]


def test_check_warns_of_what_hangs_in_the_air(call, tmp_path):
    text = call("check", write(tmp_path, FLOATING), "--picture", "seen.png").stdout
    assert "rests       WARNING: 1 block touching nothing: 'cloud'\n" in text
    assert ("stands      NO: no admissible forces balance the load\nelastic     falls, as rigid joints do\n"
            "mechanism   1 of 2 blocks move at once, at up to 9.81 m/s2: 'cloud'\n") in text
    assert (tmp_path / "seen.png").stat().st_size > 1000


def test_check_runs_without_analysis_and_says_so(call, tmp_path):
    text = call("check", write(tmp_path, BLOCK.replace("analysis: {dt: 2e-3}\n", "")), "--no-picture").stdout
    assert "run         WARNING: analysis missing, cannot be run" in text


def test_plot_writes_pictures_and_refuses_bad_options(call, tmp_path):
    call("run", write(tmp_path), "-o", "out")
    made = call("plot", "out", "--kind", "energies", "--format", "pdf")
    assert made.exit_code == 0 and made.stdout.split() == ["out/pictures/energies.pdf"]
    assert (tmp_path / "out" / "pictures" / "energies.pdf").exists()
    assert one_line(call("plot", "out", "--at", "1;2")) == (
        "plot: --at must be times [s], or displacements such as 1mm, with commas between them, got '1;2'")
    assert one_line(call("plot", "out", "--format", "bmp")) == "plot: --format must be one of png, pdf, got 'bmp'"


@pytest.mark.parametrize(("command", "words"), [("export", "First time [s]"), ("plot", "of blocks [s]"),
                                                ("limit", "of them [Pa]")])
def test_help_shows_units(call, command, words):
    """Brackets are markup to the library that draws the help: units must be escaped."""
    shown = " ".join(call(command, "--help").stdout.replace("│", " ").split())
    assert words in shown
