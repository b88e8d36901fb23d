"""Commands and clusters to be killed, and how to wait for what they do without a clock."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import drystone
from drystone.errors import StoreError
from drystone.studies.ledger import LEDGER_NAME, Ledger

SOURCES = str(Path(drystone.__file__).parents[1])
ENV = dict(os.environ, PYTHONPATH=os.pathsep.join([SOURCES, *filter(None, [os.environ.get("PYTHONPATH")])]))


def heed_signals() -> None:
    """In the child: what started the tests may have told them to ignore signals."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def start(*words: object, **more) -> subprocess.Popen:
    """`drystone study` with these words."""
    return subprocess.Popen([sys.executable, "-m", "drystone", "study", *map(str, words), "--no-picture"],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            **{"env": ENV, "preexec_fn": heed_signals} | more)


def finish(process: subprocess.Popen) -> tuple[int, str, str]:
    """Exit code, output and complaints."""
    told, complaint = process.communicate()
    return process.returncode, told, complaint


def until(process: subprocess.Popen, condition: Callable[[], bool]) -> bool:
    """Wait until something is so; False where the process ends before."""
    while not condition():
        if process.poll() is not None:
            return condition()
        time.sleep(0.01)
    return True


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something is so that must come."""
    while not condition():
        time.sleep(0.01)


def count_rows(out: Path) -> int:
    """Runs in the ledger so far."""
    try:
        with Ledger.open(out / LEDGER_NAME) as ledger:
            return len(ledger.rows())
    except StoreError:      # not there yet
        return 0


def losses(out: Path) -> int:
    """Workers that the command has found dead, as its status says."""
    try:
        return json.loads((out / "status.json").read_text()).get("losses", 0)
    except (OSError, ValueError):
        return 0


def workers_of(pid: int) -> list[int]:
    """Worker processes that a command has started and that are alive."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (place / "stat").read_text().rsplit(")", 1)[1].split()[:2]
            words = (place / "cmdline").read_bytes()
        except OSError:
            continue
        if int(parent) == pid and state != "Z" and b"drystone.studies.crew.worker" in words:
            found.append(int(place.name))
    return sorted(found)


def is_alive(pid: int) -> bool:
    """Whether a process still does anything; one that nobody has waited for yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def freeze(process: subprocess.Popen) -> list[int]:
    """Stop all workers of a command where they stand: however fast the machine, no run of theirs ends meanwhile."""
    workers = workers_of(process.pid)
    for pid in workers:
        _tell(pid, signal.SIGSTOP)
    return workers


def thaw(workers: Sequence[int]) -> None:
    """Let stopped workers go on."""
    for pid in workers:
        _tell(pid, signal.SIGCONT)


def kill_a_frozen_worker(process: subprocess.Popen, out: Path) -> bool:
    """kill -9 one worker; its successor is stopped, too. True once the command says that a run was lost by it."""
    for pid in freeze(process)[:1]:
        _tell(pid, signal.SIGKILL)
    return until(process, lambda: freeze(process) and losses(out) > 0)


def _tell(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


class Cluster:
    """A Dask scheduler and workers on this machine, in processes of their own."""

    def __init__(self, folder: Path, count: int, environment: Sequence[tuple[str, str]] = (),
                 words: Sequence[str] = ()) -> None:
        """words : for scheduler and workers, e.g. certificates"""
        self._folder, self._words = folder, list(words)
        self._environment = ENV | dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1") \
            | dict(environment)
        self.workers: list[subprocess.Popen] = []
        self.scheduler: subprocess.Popen | None = None
        self.url = ""
        self.begin(count)

    def begin(self, count: int) -> None:
        """Start all of it."""
        place = self._folder / "scheduler.json"
        place.unlink(missing_ok=True)
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                                     "--scheduler-file", str(place))
        wait_for(lambda: place.exists() and place.stat().st_size > 0 and self.scheduler.poll() is None)
        self.url = json.loads(place.read_text())["address"]
        for _ in range(count):
            self.add()

    def add(self) -> subprocess.Popen:
        """One more worker."""
        self.workers.append(self._start("worker", self.url, "--nthreads", "1", "--no-nanny", "--no-dashboard",
                                        "--local-directory", str(self._folder)))
        return self.workers[-1]

    def _start(self, kind: str, *words: str) -> subprocess.Popen:
        log = open(self._folder / f"{kind}.log", "ab")
        with log:
            return subprocess.Popen([sys.executable, "-m", f"distributed.cli.dask_{kind}", *words, *self._words],
                                    stdout=log, stderr=log, env=self._environment)

    def end(self) -> None:
        """kill -9 to all."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self.workers = []

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, kind, error, traceback) -> None:
        self.end()
