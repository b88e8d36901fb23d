"""Two commands that start together into one place: one runs, the other is refused with one line."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_models import BLOCK, write
from typer.testing import CliRunner

import drystone
from drystone.cli.main import app
from drystone.results.result import open_result

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")

ENDLESS = BLOCK.replace("duration: 0.04", "duration: 4000.0")
ENV = dict(os.environ, PYTHONPATH=str(Path(drystone.__file__).parents[1]))


def start_two(model: Path, out: Path, *more: str) -> list[subprocess.Popen]:
    words = [sys.executable, "-m", "drystone", "run", str(model), "-o", str(out), *more]
    return [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV)
            for _ in range(2)]


def test_one_of_two_runs_wins(tmp_path):
    model, out = write(tmp_path), tmp_path / "out"
    ends = [(process.communicate(), process.returncode) for process in start_two(model, out)]
    assert sorted(code for _, code in ends) == [0, 2]
    (said, complaint), = (words for words, code in ends if code == 2)
    assert said == "" and complaint in (
        f"drystone: cannot create run '{out}': a run is there already\n",          # seen when it was to take its place
        f"drystone: run '{out}' is there already: use --overwrite to replace it, --restart to continue it, or -o "
        "for another place\n")                                                     # seen at the very start
    result = open_result(out)
    assert result.status == "finished" and result.step_count == 20


def test_one_of_two_overwriting_runs_wins(tmp_path):
    """The winner goes on for ever, so that the loser meets a run that is being written, however late it comes."""
    assert CliRunner().invoke(app, ["run", str(write(tmp_path)), "-o", str(tmp_path / "out")]).exit_code == 0
    two = start_two(write(tmp_path, ENDLESS, "endless.yaml"), tmp_path / "out", "--overwrite")
    while all(process.poll() is None for process in two):
        time.sleep(0.02)
    loser, winner = sorted(two, key=lambda process: process.poll() is None)
    assert winner.poll() is None
    said, complaint = loser.communicate()
    assert (loser.returncode, said) == (2, "") and len(complaint.splitlines()) == 1
    assert complaint.startswith(f"drystone: run '{tmp_path / 'out'}' is being written by process {winner.pid} ")
    winner.terminate()
    winner.communicate()
    assert winner.returncode == 143 and open_result(tmp_path / "out").status == "stopped"
