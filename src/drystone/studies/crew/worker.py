"""A worker process: takes runs from its input, gives what is kept of them on its output, until its input ends.

    python -m drystone.studies.crew.worker

It lives as long as the study that started it, with kernels loaded and the last structures built. When the study is
gone, however it went, the input ends, and so does the worker, at once.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from dataclasses import asdict
from typing import BinaryIO

from drystone.errors import DrystoneError
from drystone.process import private_output
from drystone.simulation.execute import Progress
from drystone.studies.crew.wire import Broken, receive, send
from drystone.studies.runs.carry_out import Base, Task, carry_out
from drystone.studies.runs.maker import maker_facts

#: Wall time between two reports of progress [s].
PROGRESS_SECONDS = 1.0


def main() -> None:
    """Serve until the input ends."""
    output = private_output()
    messages: queue.SimpleQueue = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, messages), daemon=True).start()
    send(output, {"kind": "ready", "pid": os.getpid(), "machine": maker_facts()})
    worker = _Worker(output)
    while True:
        head, load = messages.get()
        worker.take(head, load)


def _listen(stream: BinaryIO, messages: queue.SimpleQueue) -> None:
    """Hand on messages; when there are no more, nobody wants our work any longer."""
    try:
        while (message := receive(stream)) is not None:
            messages.put(message)
    except (Broken, ValueError, OSError):
        pass
    os._exit(0)


class _Worker:
    """What a worker knows: the base model and the files that it was sent."""

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._files: dict[str, bytes] = {}
        self._base: Base | None = None

    def take(self, head: dict, load: bytes) -> None:
        """Serve one message."""
        kind = head["kind"]
        if kind == "file":
            self._files[head["name"]] = load
        elif kind == "base":
            self._base = Base.from_data(head["base"])
        elif kind == "run":
            self._run(Task.from_data(head["task"]))

    def _run(self, task: Task) -> None:
        said = time.monotonic()

        def tell(progress: Progress) -> None:
            nonlocal said
            now = time.monotonic()
            if now - said >= PROGRESS_SECONDS:
                said = now
                send(self._output, {"kind": "progress", "id": task.id, "time": progress.time,
                                    "duration": progress.duration})

        try:
            kept = carry_out(self._base, task, self._files, tell)
        except DrystoneError as error:
            send(self._output, {"kind": "error", "id": task.id, "error": str(error)})
        except Exception as error:       # a fault of the program is told like any other, and the others go on
            words = " ".join(f"unexpected {type(error).__name__}: {error}".split())
            send(self._output, {"kind": "error", "id": task.id, "error": words})
        else:
            send(self._output, {"kind": "done", "row": asdict(kept.row)}, kept.blob)


if __name__ == "__main__":
    main()
