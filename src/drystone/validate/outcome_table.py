"""A table on disk of runs that took long: every run is a line as soon as it has ended, so that a study can go on.

A line counts only for the sources that made it; when anything changes that a run depends on, it is run anew.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, fields
from pathlib import Path

from drystone.errors import InputError
from drystone.simulation.pool import map_runs
from drystone.sources import digest_sources
from drystone.validate.pulse_runs import PulseRun, Way, simulate

NAME = "house-pulses.csv"
#: What the outcome of a run depends on, below the package.
SOURCES = ("contact", "engines", "geometry", "model", "motion", "patterns", "simulation", "solvers",
           "validate/pulse_runs.py", "validate/structures.py")
_COLUMNS = tuple(column.name for column in fields(PulseRun))
_KINDS: dict[str, Callable] = {"str": str, "int": int, "float": float}


def cache_folder() -> Path:
    """Where the table lies unless another folder is named: in the user's cache."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "drystone" / "validate"


def source_digest() -> str:
    """Twelve digits that change with any source a run depends on."""
    return digest_sources(SOURCES)


class OutcomeTable:
    """Runs of the present sources, by name of the way and number of the pulse."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    def read(self) -> dict[tuple[str, int], PulseRun]:
        """All that are there; lines of other sources, and halves of lines that a kill left, are passed over."""
        if not self.path.exists():
            return {}
        # line by line: half a line must not take the next ones with it
        runs = [_parse(next(csv.reader([line]), ())) for line in self.path.read_text(encoding="utf-8").splitlines()]
        return {(run.way, run.pulse): run for run in runs if run is not None}

    def append(self, run: PulseRun) -> None:
        """One line, in one write: several processes append to the same table."""
        line = io.StringIO()
        writer = csv.writer(line, lineterminator="\n")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                writer.writerow((*_COLUMNS, "sources"))
            writer.writerow((*astuple(run), source_digest()))
            with open(self.path, "a", encoding="utf-8", newline="") as file:
                file.write(line.getvalue())
        except OSError as error:
            raise InputError(f"house-pulses: {self.path} cannot be written: {error.strerror}") from None


def _parse(cells: Sequence[str]) -> PulseRun | None:
    if len(cells) != len(_COLUMNS) + 1 or cells[-1] != source_digest():
        return None
    try:
        return PulseRun(*(_KINDS[str(column.type)](cell) for column, cell in zip(fields(PulseRun), cells)))
    except ValueError:
        return None


def run_and_keep(item: tuple[Way, int, Path]) -> None:
    """One run, kept in the table of a folder; in a worker."""
    way, number, folder = item
    OutcomeTable(folder).append(simulate((way, number)))


def complete(folder: Path, ways: Iterable[Way], numbers: Iterable[int]) -> dict[tuple[str, int], PulseRun]:
    """The table with all runs of `ways` and pulses `numbers`: those that are not there are run, pulse by pulse."""
    table, ways = OutcomeTable(folder), list(ways)
    there = table.read()
    missing = [(way, number, folder) for number in numbers for way in ways if (way.name, number) not in there]
    if missing:
        map_runs(run_and_keep, missing)
    return table.read()
