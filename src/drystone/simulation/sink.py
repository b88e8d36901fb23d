"""Where a run goes: into a store on disk, or into memory. The time loop knows only what stands in `Sink`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

import numpy as np

from drystone.errors import StoreError
from drystone.model.settings import OutputSettings, RunSettings
from drystone.model.tables import ENERGY, MONITOR, STEP, STEPS, TIME, TableSpec
from drystone.results.checkpoint import Checkpoint
from drystone.results.files import write_atomically
from drystone.results.inputs import RunInputs
from drystone.results.writer import RunWriter


class Sink(Protocol):
    """Takes what a run gives. As a context manager it is told how the run ended if it ended by an error."""

    tables: Mapping[str, TableSpec]    #: that it keeps; those of a run that goes on may be older than this program
    restart: Checkpoint | None         #: where the run goes on; None: at its start

    def wants(self, table: str, step: int, is_last: bool) -> bool:
        """Whether a row of `table` is due at `step`."""

    def wants_checkpoint(self, step: int, is_last: bool, waited: bool) -> bool:
        """Whether a checkpoint is due; waited: the last one is long ago."""

    def append(self, table: str, **columns: object) -> None:
        """One row, or one frame of a ragged table; `step` and `time` are among the columns."""

    def checkpoint(self, arrays: Mapping[str, np.ndarray], step: int, time: float) -> None:
        """Keep a state from which the run can go on."""

    def keep(self, name: str, content: bytes) -> str:
        """Keep a file beside the result; returns where it is, "" where it is nowhere on disk."""

    def finish(self, status: str, message: str, totals: Mapping[str, object]) -> None:
        """The run has ended."""

    def __enter__(self) -> Sink: ...

    def __exit__(self, kind, error, traceback) -> None: ...


#: Makes the sink of a run, once its engine has accepted the model: inputs, tables, arrays that do not change.
OpenSink = Callable[[RunInputs, Mapping[str, TableSpec], Mapping[str, np.ndarray]], Sink]


class StoreSink:
    """A run's directory on disk, through its one writer."""

    def __init__(self, writer: RunWriter, output: OutputSettings) -> None:
        self._writer, self._output = writer, output
        self.tables, self.restart = writer.tables, writer.restart

    def wants(self, table: str, step: int, is_last: bool) -> bool:
        """As `output` says; the last step is kept of every table."""
        every = self._output.every(table)
        return every > 0 and (is_last or step % every == 0)

    def wants_checkpoint(self, step: int, is_last: bool, waited: bool) -> bool:
        """As `output` says, at the end, and after a while."""
        every = self._output.checkpoints
        return every > 0 and (is_last or waited or step % every == 0)

    def append(self, table: str, **columns: object) -> None:
        """One row."""
        self._writer.append(table, **columns)

    def checkpoint(self, arrays: Mapping[str, np.ndarray], step: int, time: float) -> None:
        """On disk, with all rows before it."""
        self._writer.checkpoint(arrays, step, time)

    def keep(self, name: str, content: bytes) -> str:
        """A file in the run's directory, whole or absent; returns its path."""
        path = Path(self._writer.directory) / name
        write_atomically(path, content)
        return str(path)

    def finish(self, status: str, message: str, totals: Mapping[str, object]) -> None:
        """Close the store."""
        self._writer.finish(status, message, totals)

    def __enter__(self) -> StoreSink:
        self._writer.__enter__()
        return self

    def __exit__(self, kind, error, traceback) -> None:
        self._writer.__exit__(kind, error, traceback)


def store_sink(directory: str | os.PathLike, settings: RunSettings, *, restart: bool = False,
               overwrite: bool = False) -> OpenSink:
    """Opens the store of a new run in `directory`, or of one that goes on; the settings say what is kept, how often."""
    output = settings.output

    def open_store(inputs: RunInputs, tables: Mapping[str, TableSpec], static: Mapping[str, np.ndarray]) -> StoreSink:
        if restart:
            return StoreSink(RunWriter.resume(directory, inputs), output)
        kept = {name: spec for name, spec in tables.items() if output.every(name) > 0 or name == STEPS}
        return StoreSink(RunWriter.create(directory, inputs, kept, static=static, overwrite=overwrite,
                                          engine=settings.analysis.engine), output)

    return open_store


class MemorySink:
    """Monitors, energies and the outcome of a run; nothing is on disk. `execute` is given its `open`.

    Attributes
    ----------
    status, message, totals : how the run ended
    files : what was kept beside it, by name
    """

    restart = None

    def __init__(self) -> None:
        self.tables: Mapping[str, TableSpec] = {}
        self.status, self.message, self.totals = "", "", {}
        self.files: dict[str, bytes] = {}
        self._kept: list[str] = []
        self._rows: list[tuple[float, ...]] = []

    def open(self, inputs: RunInputs, tables: Mapping[str, TableSpec], static: Mapping[str, np.ndarray]) -> MemorySink:
        """Begin a run; what was kept of another one is gone."""
        self.__init__()
        self.tables = {STEPS: tables[STEPS]}
        self._kept = [name for name in tables[STEPS].columns if name.startswith((MONITOR, ENERGY))]
        return self

    def wants(self, table: str, step: int, is_last: bool) -> bool:
        """Every step."""
        return table == STEPS

    def wants_checkpoint(self, step: int, is_last: bool, waited: bool) -> bool:
        """None: a run in memory cannot go on."""
        return False

    def append(self, table: str, **columns: object) -> None:
        """One row."""
        self._rows.append((columns[STEP], columns[TIME], *(columns[name] for name in self._kept)))

    def checkpoint(self, arrays: Mapping[str, np.ndarray], step: int, time: float) -> None:
        """Nothing is kept."""

    def keep(self, name: str, content: bytes) -> str:
        """In `files`; there is no place to tell."""
        self.files[name] = content
        return ""

    def finish(self, status: str, message: str, totals: Mapping[str, object]) -> None:
        """How it ended."""
        self.status, self.message, self.totals = status, message, dict(totals)

    def __enter__(self) -> MemorySink:
        return self

    def __exit__(self, kind, error, traceback) -> None:
        if error is not None and not self.status:
            self.status, self.message = "failed", " ".join(f"{kind.__name__}: {error}".split())

    @property
    def time(self) -> np.ndarray:
        """(n,) [s], of each row."""
        return np.array([row[1] for row in self._rows])

    def monitor(self, name: str) -> np.ndarray:
        """(n,) one monitor over time."""
        return self._column(MONITOR, "monitor", name)

    def energy(self, name: str) -> np.ndarray:
        """(n,) [J], one energy over time."""
        return self._column(ENERGY, "energy", name)

    def _column(self, prefix: str, kind: str, name: str) -> np.ndarray:
        if prefix + name not in self._kept:
            known = [kept.removeprefix(prefix) for kept in self._kept if kept.startswith(prefix)]
            raise StoreError(f"run in memory: no {kind} {name!r}; it has: {', '.join(known) or 'none'}")
        at = 2 + self._kept.index(prefix + name)
        return np.array([row[at] for row in self._rows])
