"""`LocalCrew`: worker processes of this machine, one core and one thread each, started once and kept warm."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import drystone
from drystone.errors import DrystoneError
from drystone.studies.crew.crew import Done, Erred, Event, Lost
from drystone.studies.crew.wire import Broken, receive, send
from drystone.studies.runs.carry_out import Base, Task
from drystone.studies.runs.outcome import Row

#: A worker that dies so often before it is ready cannot be started at all.
MOST_FALSE_STARTS = 5

#: Libraries that would start threads of their own; a run takes one core.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS",
               "VECLIB_MAXIMUM_THREADS")


class LocalCrew:
    """Processes that are fed by pipes. A process that dies is replaced; its run is reported as lost."""

    def __init__(self, count: int, base: Base, files: Mapping[str, bytes]) -> None:
        """count : of processes; files : contents by name, sent to a process when a run of it first needs them"""
        self.width = count
        self._base, self._files = base, files
        self._heard: queue.Queue = queue.Queue()
        self._false_starts = 0
        self._number = 0
        self._workers: dict[int, _Worker] = {}
        for _ in range(count):
            self._start()

    def _start(self) -> None:
        self._number += 1
        self._workers[self._number] = _Worker(self._number, self._heard, self._base, self._files)

    def room(self) -> int:
        """Processes that are waiting for a run; those that still start count, too."""
        return sum(worker.task is None for worker in self._workers.values())

    def submit(self, task: Task) -> None:
        """Give a run to a process that has none."""
        worker = next(worker for worker in self._workers.values() if worker.task is None)
        worker.give(task)

    def wait(self, seconds: float) -> Sequence[Event]:
        """What processes said."""
        events: list[Event] = []
        deadline = time.monotonic() + seconds
        while not events and (left := deadline - time.monotonic()) > 0.0:
            with contextlib.suppress(queue.Empty):
                events += self._take(*self._heard.get(timeout=left))
        while not self._heard.empty():
            events += self._take(*self._heard.get())
        return events

    def _take(self, number: int, message: tuple[dict, bytes] | None) -> list[Event]:
        worker = self._workers.get(number)
        if worker is None:
            return []
        if message is None:
            return self._bury(worker)
        try:
            return self._hear(worker, *message)
        except (KeyError, TypeError):       # not our language: its end will come as its next message
            worker.kill()
            return []

    def _hear(self, worker: _Worker, head: dict, load: bytes) -> list[Event]:
        if head["kind"] == "ready":
            self._false_starts = 0
            worker.greet(head["machine"])
        elif head["kind"] == "progress":
            worker.progress = (head["time"], head["duration"])
        elif head["kind"] == "error":
            worker.rest()
            return [Erred(head["id"], head["error"])]
        elif head["kind"] == "done":
            worker.rest()
            return [Done(Row(**head["row"]), load, worker.machine)]
        return []

    def _bury(self, worker: _Worker) -> list[Event]:
        """A process is gone: start another one in its place."""
        del self._workers[worker.number]
        words = worker.end()
        if not worker.machine:
            self._false_starts += 1
            if self._false_starts >= MOST_FALSE_STARTS:
                raise DrystoneError(f"worker processes cannot be started: {words}")
        self._start()
        return [] if worker.task is None else [Lost(worker.task.id, words)]

    def activity(self) -> list[str]:
        """Which run each is at, and how far."""
        return [worker.words() for worker in self._workers.values()]

    def pids(self) -> list[int]:
        """Of all processes."""
        return [worker.process.pid for worker in self._workers.values()]

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers.values():
            worker.kill()
        for worker in self._workers.values():
            worker.end()
        self._workers.clear()


class _Worker:
    """One process, seen from the study."""

    def __init__(self, number: int, heard: queue.Queue, base: Base, files: Mapping[str, bytes]) -> None:
        self.number, self.task, self.machine = number, None, {}
        self.progress: tuple[float, float] | None = None
        self._base, self._files, self._sent = base, files, set()
        sources = str(Path(drystone.__file__).resolve().parent.parent)
        path = os.pathsep.join([sources, *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = os.environ | dict.fromkeys(_ONE_THREAD, "1") | {"PYTHONPATH": path}
        # a session of its own: Ctrl-C at the terminal is for the study, which then ends its processes
        self.process = subprocess.Popen([sys.executable, "-m", "drystone.studies.crew.worker"], env=environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        start_new_session=True)
        threading.Thread(target=_listen, args=(number, self.process.stdout, heard), daemon=True).start()

    def greet(self, machine: Mapping[str, str]) -> None:
        """It is ready: tell it what all runs share, and its first run if there is one."""
        self.machine = machine
        self._send({"kind": "base", "base": self._base.to_data()})
        for name in self._base.files:
            self._send_file(name)
        if self.task is not None:
            self.give(self.task)

    def give(self, task: Task) -> None:
        """Start a run, or keep it until the process is ready: it would not listen yet, and we would wait."""
        self.task, self.progress = task, None
        if not self.machine:
            return
        for name in task.files:
            self._send_file(name)
        self._send({"kind": "run", "task": task.to_data()})

    def rest(self) -> None:
        """Its run is over."""
        self.task, self.progress = None, None

    def _send_file(self, name: str) -> None:
        if name not in self._sent:
            self._send({"kind": "file", "name": name}, self._files[name])
            self._sent.add(name)

    def _send(self, head: dict, load: bytes = b"") -> None:
        with contextlib.suppress(OSError):      # it has died: the end of its output will say so
            send(self.process.stdin, head, load)

    def words(self) -> str:
        """What it does now."""
        if self.task is None:
            return "waits" if self.machine else "starts"
        if self.progress is None:
            return f"{self.task.id[:8]}"
        return f"{self.task.id[:8]} at {self.progress[0]:.1f} of {self.progress[1]:.1f} s"

    def kill(self) -> None:
        """End it at once; nothing that was acknowledged is lost."""
        with contextlib.suppress(OSError):
            self.process.kill()

    def end(self) -> str:
        """Wait until it is gone; says how it went."""
        self.kill()
        code = self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError, ValueError):
                stream.close()
        return f"worker process {self.process.pid} ended " + (f"by signal {-code}" if code < 0 else f"with code {code}")


def _listen(number: int, stream, heard: queue.Queue) -> None:
    """Hand on what a process says; its end last."""
    try:
        while (message := receive(stream)) is not None:
            heard.put((number, message))
    except (Broken, ValueError, OSError):
        pass
    heard.put((number, None))
