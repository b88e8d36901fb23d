"""Ctrl-C, SIGTERM and SIGHUP: a run stops after its step and can be continued; before that, one line and out."""

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from cli_models import BLOCK, write

import drystone
from drystone.results.result import open_result
from drystone.simulation.stopping import hold_signals

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")

ENDLESS = BLOCK.replace("duration: 0.04", "duration: 4000.0").replace("{checkpoints: 5}",
                                                                      "{checkpoints: 1000000}")
ENV = dict(os.environ, PYTHONPATH=str(Path(drystone.__file__).parents[1]))
ENV.pop("PYTHONUNBUFFERED", None)      # what is written must wait in buffers, as it does for most people


@pytest.fixture(autouse=True)
def as_in_a_terminal():
    """Signals of this process as they are at a terminal, whatever started the tests."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    heed_signals()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def heed_signals() -> None:
    """In the child: what started the tests may have told them to ignore signals (nohup, a shell's background job)."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def start(*words: object, **more) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, "-m", "drystone", *map(str, words)], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env=ENV, **{"preexec_fn": heed_signals} | more)


def wait_until(condition) -> None:
    while not condition():
        time.sleep(0.02)


@pytest.mark.parametrize(("number", "code", "words"), [
    (signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "ended by SIGTERM"),
    (signal.SIGHUP, 129, "ended by SIGHUP")])
def test_a_run_that_is_told_to_end_can_be_continued(tmp_path, number, code, words):
    model, out = write(tmp_path, ENDLESS), tmp_path / "my out"
    process = start("run", model, "-o", out, "--set", "analysis.dt=1e-3")
    wait_until(lambda: (out / "run.json").exists())      # from here on it is on disk
    process.send_signal(number)
    told, complaint = process.communicate()
    assert (process.returncode, complaint) == (code, f"drystone: {words}\n")
    result = open_result(out)
    assert result.status == "stopped" and result.message.startswith(f"{words} at ")
    step = result.checkpoint().step
    assert result.step_count == step        # no row beyond the checkpoint, none missing
    stopped, restart = told.splitlines()[-2:]
    assert stopped == f"stopped   at {1e-3 * step:.6g} s, after step {step}"
    assert restart.startswith("restart   ")
    command = shlex.split(restart.removeprefix("restart   "))
    assert command == ["drystone", "run", str(model), "--set", "analysis.dt=1e-3", "-o", str(out), "--restart"]

    if number == signal.SIGTERM:            # the line can be pasted
        again = start(*command[1:])
        wait_until(lambda: len(list(out.glob("segment-*.h5"))) == 2)
        again.terminate()
        again.communicate()
        assert again.returncode == 143 and open_result(out).checkpoint().step >= step


def test_nohup_keeps_a_run_going(tmp_path):
    """SIGHUP that was ignored before we came stays ignored."""
    model, out = write(tmp_path, ENDLESS), tmp_path / "out"
    process = start("run", model, "-o", out, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    wait_until(lambda: (out / "run.json").exists())
    process.send_signal(signal.SIGHUP)
    process.terminate()
    process.communicate()
    assert process.returncode == 143 and open_result(out).message.startswith("ended by SIGTERM at ")


def test_a_terminal_that_is_closed_stops_a_run(tmp_path):
    """The system sends SIGHUP, and nothing can be printed any more."""
    import fcntl
    import termios
    model, out = write(tmp_path, ENDLESS), tmp_path / "out"
    ours, theirs = os.openpty()
    process = subprocess.Popen([sys.executable, "-m", "drystone", "run", str(model), "-o", str(out)], stdin=theirs,
                               stdout=theirs, stderr=theirs, env=ENV, start_new_session=True,
                               preexec_fn=lambda: (heed_signals(), fcntl.ioctl(0, termios.TIOCSCTTY, 0)))
    os.close(theirs)
    wait_until(lambda: (out / "run.json").exists())
    os.close(ours)
    assert process.wait() == 129
    result = open_result(out)
    assert result.status == "stopped" and result.message.startswith("ended by SIGHUP at ")


LOADS = """
import importlib.abc, os, signal, sys
sys.argv = ["drystone", "run", "nowhere.yaml"]
class Interrupting(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == WANTED:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from drystone.__main__ import main
main()
"""


@pytest.mark.parametrize("module", ["typer", "drystone.cli.run_command", "numpy", "numba"])
def test_ctrl_c_while_modules_are_loaded_is_one_line(tmp_path, module):
    done = subprocess.run([sys.executable, "-c", LOADS.replace("WANTED", repr(module))], capture_output=True,
                          text=True, env=ENV, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "drystone: interrupted\n")


COMPILES = """
import os, signal, sys
sys.argv = ["drystone", "run", "model.yaml"]
from drystone.cli import run_command

def compile_for_first_run(engine):
    from numba import njit
    from numba.core import compiler
    real = compiler.compile_extra
    def interrupted(*args, **more):
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except BaseException:
            pass      # as finalisers of the compiler do
        return real(*args, **more)
    interrupted.__globals__["__name__"] = "numba.core.stand_in"
    interrupted()

run_command.compile_for_first_run = compile_for_first_run
from drystone.__main__ import main
main()
"""


def test_ctrl_c_while_kernels_are_compiled_is_one_line(tmp_path):
    write(tmp_path)
    done = subprocess.run([sys.executable, "-c", COMPILES], capture_output=True, text=True, env=ENV, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "drystone: interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == ["model.yaml"]


def test_ctrl_c_between_the_start_and_a_run_is_one_line(tmp_path):
    """Outside of modules and compiler it is an exception as ever: what was begun is put away."""
    write(tmp_path)
    code = ("import os, signal, sys\nsys.argv = ['drystone', 'run', 'model.yaml']\n"
            "from drystone.cli import run_command\n"
            "run_command.compile_for_first_run = lambda engine: os.kill(os.getpid(), signal.SIGTERM)\n"
            "from drystone.__main__ import main\nmain()\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=ENV, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (143, "", "drystone: ended by SIGTERM\n")
    assert [path.name for path in tmp_path.iterdir()] == ["model.yaml"]


# -- holding back -----------------------------------------------------------------------------------------

def test_a_signal_waits_to_be_asked_for():
    seen = []
    with pytest.raises(KeyboardInterrupt), hold_signals() as hand_over:
        os.kill(os.getpid(), signal.SIGINT)
        seen.append("goes on")
        os.kill(os.getpid(), signal.SIGINT)     # told twice at once, as a shell and its group are
        seen.append("still")
        hand_over()
        seen.append("never")
    assert seen == ["goes on", "still"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_signal_that_nobody_asks_for_comes_at_the_end_of_the_block():
    seen = []
    with pytest.raises(KeyboardInterrupt):
        with hold_signals():
            os.kill(os.getpid(), signal.SIGINT)
        seen.append("never")
    assert seen == []


def test_one_that_comes_again_later_is_not_held_back(monkeypatch):
    """A step may take hours: who insists gets out in the middle of it."""
    monkeypatch.setattr("drystone.simulation.stopping._SAME_SECONDS", -1.0)
    seen = []
    with pytest.raises(KeyboardInterrupt), hold_signals():
        os.kill(os.getpid(), signal.SIGINT)
        seen.append("goes on")
        os.kill(os.getpid(), signal.SIGINT)
        seen.append("never")
    assert seen == ["goes on"]


def test_signals_without_a_handler_are_left_alone_and_threads_may_run():
    found = []

    def work():
        with hold_signals() as hand_over:
            found.append(signal.getsignal(signal.SIGINT))
            hand_over()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]
    with hold_signals():
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
