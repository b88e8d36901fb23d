"""Processes that create the same run at the same moment. Arguments: folder, rounds, racers, new | overwrite.

Prints a JSON list with what each racer of a round has to say: "won", or the refusal. Who has won keeps the run open
until all others have tried, and then ends it with a row that names it.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from drystone.errors import StoreError
from drystone.model.tables import TableSpec
from drystone.results.inputs import RunInputs
from drystone.results.writer import RunWriter

INPUTS = RunInputs("name: race\n", {"name": "race"})
TABLES = {"steps": TableSpec({"racer": ("i4", (), "-")})}


def race(directory: Path, number: int, starts: int, tell: int, ends: int, overwrite: bool) -> None:
    """One racer: waits until `starts` is closed, tells in `tell`, and if it has won waits until `ends` is closed."""
    os.read(starts, 1)
    try:
        writer = RunWriter.create(directory, INPUTS, TABLES, overwrite=overwrite)
    except StoreError as error:
        os.write(tell, json.dumps([number, str(error)]).encode() + b"\n")
        return
    os.write(tell, json.dumps([number, "won"]).encode() + b"\n")
    os.read(ends, 1)
    for step in range(20):
        writer.append("steps", step=step, time=1e-3 * step, racer=number)
    writer.finish()


def play(directory: Path, racers: int, overwrite: bool) -> list[str]:
    """One round; what each racer has to say, by its number."""
    starts, tell, ends = os.pipe(), os.pipe(), os.pipe()
    pids = []
    for number in range(racers):
        pid = os.fork()
        if pid == 0:
            os.close(starts[1])
            os.close(ends[1])
            code = 1
            try:
                race(directory, number, starts[0], tell[1], ends[0], overwrite)
                code = 0
            finally:
                os._exit(code)
        pids.append(pid)
    os.close(tell[1])
    os.close(starts[1])          # off they go
    words = {}
    with os.fdopen(tell[0], "rb") as lines:
        for _ in range(racers):
            line = lines.readline()
            if not line:
                break
            number, word = json.loads(line)
            words[number] = word
        os.close(ends[1])
        for pid in pids:
            _, status = os.waitpid(pid, 0)
            if status:
                words[pid] = f"ended with status {status}"
    os.close(starts[0])
    os.close(ends[0])
    return list(words.values())


def main() -> None:
    folder, rounds, racers, way = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    for number in range(rounds):
        directory = folder / f"run{number}"
        if way == "overwrite":
            with RunWriter.create(directory, INPUTS, TABLES) as writer:
                writer.append("steps", step=0, time=0.0, racer=-1)
                writer.finish()
        print(json.dumps(play(directory, racers, way == "overwrite")), flush=True)


if __name__ == "__main__":
    main()
