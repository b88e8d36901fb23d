"""What the system refuses - no space, a file in the way, a read-only disk - is one line, exit code 2, nothing left.

Tests may run as root, whom permissions do not stop: a file where a folder should be, /proc, /dev/full and a limit on
the size of files stand for a read-only and for a full disk.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_models import BLOCK, write
from typer.testing import CliRunner

import drystone
from drystone.cli import guard
from drystone.cli.main import app
from drystone.results import lock
from drystone.results.result import open_result

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, /proc and limits of Linux")
ENV = dict(os.environ, PYTHONPATH=str(Path(drystone.__file__).parents[1]))

DRAWING = """\
o cube
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
"""


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def one_line(result) -> str:
    assert result.exit_code == 2, (result.exit_code, result.stderr)
    line, = result.stderr.splitlines()
    return line.removeprefix("drystone: ")


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("refused")
    assert call("run", write(folder), "-o", folder / "run").exit_code == 0
    return folder / "run"


@pytest.fixture
def full_disk():
    """No file may grow beyond some bytes while the test runs."""
    import resource
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(("command", "message"), [
    (["run", "{model}", "-o", "{file}/out"], "cannot create run '{file}/out': Not a directory"),
    (["run", "{model}", "-o", "/proc/nowhere/out"], "cannot create run '/proc/nowhere/out': No such file or directory"),
    (["check", "{model}", "--picture", "{file}/a.png"], "cannot write '{file}/a.png': Not a directory"),
    (["check", "{model}", "--picture", "/proc/a.png"], "cannot write '/proc/a.png': No such file or directory"),
    (["statics", "{model}", "--picture", "{file}/a.png"], "cannot write '{file}/a.png': Not a directory"),
    (["limit", "{model}", "--direction", "+x", "--picture", "{file}/a.png"],
     "cannot write '{file}/a.png': Not a directory"),
    (["export", "{run}", "--to", "csv", "-o", "{file}/out"], "export: cannot write '{file}/out': Not a directory"),
    (["export", "{run}", "--to", "gltf", "-o", "/proc/a.glb"],
     "export: cannot write '/proc/a.glb': No such file or directory"),
    (["plot", "{run}", "--kind", "energies", "-o", "{file}/out"],
     "plot: cannot make the folder '{file}/out': Not a directory"),
    (["plot", "{run}", "--kind", "energies", "-o", "/proc"],
     "cannot write '/proc/energies.png': No such file or directory"),
    (["import", "{drawing}", "--unit", "m", "-o", "/proc/a.yaml"],
     "cannot write '/proc/a.yaml': No such file or directory"),
    (["write", "{model}", "{file}/a.obj"], "{file}/a.obj: cannot be written: Not a directory"),
])
def test_a_place_that_the_system_refuses(finished, tmp_path, command, message):
    named = {"model": write(tmp_path), "file": tmp_path / "file", "run": finished, "drawing": tmp_path / "cube.obj"}
    named["file"].write_text("in the way")
    named["drawing"].write_text(DRAWING)
    before = sorted(tmp_path.rglob("*")), sorted(finished.rglob("*"))
    assert one_line(call(*(word.format(**named) for word in command))) == message.format(**named)
    assert (sorted(tmp_path.rglob("*")), sorted(finished.rglob("*"))) == before


def test_an_example_into_a_folder_that_takes_none(monkeypatch):
    monkeypatch.chdir("/proc")
    assert one_line(call("example", "arch")) == "cannot write 'arch.yaml': No such file or directory"


@pytest.mark.parametrize(("command", "message"), [
    (["run", "{model}", "-o", "{here}/out"], "cannot create run '{here}/out': File too large"),
    (["run", "{model}", "-o", "{here}/deep/out"], "cannot create run '{here}/deep/out': File too large"),
    (["check", "{model}", "--picture", "{here}/a.png"], "cannot write '{here}/a.png': File too large"),
    (["plot", "{run}", "--kind", "energies", "-o", "{here}"], "cannot write '{here}/energies.png': File too large"),
    (["import", "{drawing}", "--unit", "m", "-o", "{here}/a.yaml"], "cannot write '{here}/a.yaml': File too large"),
    (["write", "{model}", "{here}/a.obj"], "{here}/a.obj: cannot be written: File too large"),
])
def test_a_full_disk(finished, tmp_path, command, message, request):
    named = {"model": write(tmp_path), "here": tmp_path, "run": finished, "drawing": tmp_path / "cube.obj"}
    named["drawing"].write_text(DRAWING)
    before = sorted(tmp_path.rglob("*"))
    request.getfixturevalue("full_disk")
    assert one_line(call(*(word.format(**named) for word in command))) == message.format(**named)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_refused_overwriting_keeps_the_run(tmp_path, request):
    model = write(tmp_path)
    assert call("run", model, "-o", tmp_path / "out").exit_code == 0
    request.getfixturevalue("full_disk")
    again = call("run", model, "-o", tmp_path / "out", "--overwrite")
    assert one_line(again) == f"cannot create run '{tmp_path / 'out'}': File too large"
    assert open_result(tmp_path / "out").status == "finished"


@pytest.mark.parametrize("command", [["info", "{run}", "--repair"], ["run", "{model}", "-o", "{run}", "--restart"]])
def test_a_run_on_a_read_only_disk(finished, tmp_path, monkeypatch, command):
    """The lock is the first thing that is opened to be written."""
    real = os.open

    def refuse(path, flags, *more, **options):
        if flags & os.O_RDWR:
            raise OSError(30, "Read-only file system", str(path))
        return real(path, flags, *more, **options)

    monkeypatch.setattr(lock.os, "open", refuse)
    words = [word.format(run=finished, model=write(tmp_path)) for word in command]
    assert one_line(call(*words)) == f"run '{finished}': cannot open its lock: Read-only file system"
    assert call("info", finished).exit_code == 0


@pytest.mark.parametrize("command", [["info", "{run}"], ["schema"], ["example"]])
def test_a_full_standard_output(finished, command):
    words = [word.format(run=finished) for word in command]
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "drystone", *words], stdout=full, stderr=subprocess.PIPE,
                              text=True, env=ENV)
    assert (done.returncode, done.stderr) == (2, "drystone: cannot go on: No space left on device\n")


def test_an_error_of_the_system_that_nobody_foresaw(tmp_path, monkeypatch):
    def refuse(*args, **options):
        raise PermissionError(13, "Permission denied", "/some/where\x1b[2J")

    monkeypatch.setattr("drystone.cli.run_command.execute", refuse)
    assert one_line(call("run", write(tmp_path))) == "cannot use '/some/where\\x1b[2J': Permission denied"


def test_an_unexpected_error_where_no_traceback_can_be_kept(tmp_path, monkeypatch):
    def fail(*args, **options):
        raise ZeroDivisionError("by zero")

    def refuse(*args, **options):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("drystone.cli.run_command.execute", fail)
    monkeypatch.setattr(guard.tempfile, "NamedTemporaryFile", refuse)
    found = call("run", write(tmp_path, BLOCK))
    assert (found.exit_code, found.stderr) == (1, "drystone: unexpected ZeroDivisionError: by zero (traceback in no "
                                                  "file: Read-only file system; or use drystone --debug)\n")
