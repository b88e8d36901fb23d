"""Processes that the tests kill: writers of runs, forked from one server that has imported everything.

Commands on stdin, one a line: ``plain DIR``, ``chain DIR`` (create or resume), answered by the pid of the writer,
``wait`` and ``kill``, answered once that writer is gone, and ``look``, answered at once by ``gone`` or ``alive``. A
writer tells what it has flushed in DIR.ack, which the page cache keeps when the writer is killed.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
from pathlib import Path

import numpy as np

from drystone.errors import StoreError  # noqa: F401  (for the tests)
from drystone.model.tables import TableSpec
from drystone.results.inputs import RunInputs
from drystone.results.writer import RunWriter

BLOCKS = 3
BIG = 400  # rows of 9.6 kB: compressed, a chunk each
INPUTS = RunInputs("name: chain\n", {"name": "chain", "steps": 600})
TABLES = {
    "steps": TableSpec({"energy:kinetic": ("f8", (), "J"), "iterations": ("i4", (), "-")}),
    "frames": TableSpec({"position": ("f8", (BLOCKS, 3), "m"), "field": ("f8", (BIG, 3), "m")}),
    "interfaces": TableSpec({"pair": ("i4", (2,), "-"), "force": ("f8", (3,), "N")}, ragged=True),
}
CHAIN_STEPS = 600


def start() -> np.ndarray:
    """State of a chaotic toy engine: a bit lost anywhere changes everything after."""
    return np.linspace(0.1, 0.9, BLOCKS * 3).reshape(BLOCKS, 3)


def advance(x: np.ndarray) -> np.ndarray:
    """One step of the toy engine."""
    return 3.99 * x * (1.0 - x)


def record(writer: RunWriter, step: int, x: np.ndarray) -> None:
    """Rows of one step in all tables; values tell the step, so that a reader can check them."""
    writer.append("steps", **{"step": step, "time": 1e-3 * step, "energy:kinetic": float(x.sum()),
                              "iterations": step % 7})
    if step % 2 == 0:
        count = step % 5
        writer.append("frames", step=step, time=1e-3 * step, position=x, field=np.full((BIG, 3), float(step)))
        writer.append("interfaces", step=step, time=1e-3 * step, pair=np.full((count, 2), step),
                      force=np.full((count, 3), float(step)))


def run_plain(directory: Path) -> None:
    """Write for ever, flushing every fifth step, so that most kills fall into a flush."""
    ack = os.open(f"{directory}.ack", os.O_RDWR | os.O_CREAT)
    writer, x, step = RunWriter.create(directory, INPUTS, TABLES), start(), 0
    while True:
        record(writer, step, x)
        step, x = step + 1, advance(x)
        if step % 5 == 0:
            writer.flush()
            os.pwrite(ack, struct.pack("q", step), 0)


def run_chain(directory: Path, checkpoint_every: int = 40) -> None:
    """Create or resume, and go to the end."""
    ack = os.open(f"{directory}.ack", os.O_RDWR | os.O_CREAT)
    if directory.exists():
        writer = RunWriter.resume(directory, INPUTS)
    else:
        writer = RunWriter.create(directory, INPUTS, TABLES)
    if writer.restart is None:
        step, x = 0, start()
        record(writer, step, x)
    else:
        step, x = writer.restart.step, writer.restart.arrays["x"]
    while step < CHAIN_STEPS:
        step, x = step + 1, advance(x)
        record(writer, step, x)
        if step % 7 == 0:
            writer.flush()
            os.pwrite(ack, struct.pack("q", step), 0)
        if step % checkpoint_every == 0:
            writer.checkpoint({"x": x}, step, 1e-3 * step)
    writer.finish("finished", "reached its end", {"steps": step})


def main() -> None:
    pid = 0
    for line in sys.stdin:
        command, _, argument = line.strip().partition(" ")
        if command in ("wait", "kill", "look"):
            if pid and command == "kill":
                os.kill(pid, signal.SIGKILL)
            if pid and os.waitpid(pid, os.WNOHANG if command == "look" else 0)[0]:
                pid = 0
            print("alive" if pid else "gone", flush=True)
            continue
        pid = os.fork()
        if pid == 0:
            try:
                {"plain": run_plain, "chain": run_chain}[command](Path(argument))
                os._exit(0)
            except BaseException as error:
                print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
                os._exit(1)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
