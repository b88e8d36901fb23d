"""`RunWriter`: the one process that writes a run."""

from __future__ import annotations

import os
import shutil
import socket
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from drystone._version import VERSION
from drystone.errors import InputError, StoreError
from drystone.results.buffers import make_buffer
from drystone.results.checkpoint import Checkpoint, checkpoint_paths, latest_checkpoint, write_checkpoint
from drystone.results.files import PARTIAL, sync_directory, write_json
from drystone.results.inputs import RunInputs, write_arrays, write_inputs
from drystone.results.layout import INPUTS_NAME, LAYOUT_NAME, STATIC_NAME, read_tables
from drystone.results.lock import Owner, WriterLock, find_writer
from drystone.results.record import (
    COLLAPSED,
    FAILED,
    FINAL,
    FINISHED,
    LAYOUT,
    RECORD_NAME,
    RUNNING,
    STOPPED,
    RunRecord,
    read_record,
    utc_now,
)
from drystone.results.segment import SegmentReader, SegmentWriter, segment_path, segment_paths
from drystone.results.tables import TableSpec

#: Wall time between flushes [s]: what a kill may cost.
FLUSH_SECONDS = 2.0


class RunWriter:
    """Appends rows, flushes, checkpoints and ends a run. Made by `create` or `resume`.

    As a context manager it records how the block ended: an exception as `failed`, Ctrl-C as `stopped`.

    Attributes
    ----------
    directory : of the run
    restart : checkpoint to continue from, or None to start at the beginning
    first_step : least step that rows may have
    """

    def __init__(self, directory: Path, record: RunRecord, tables: Mapping[str, TableSpec],
                 lock: WriterLock, restart: Checkpoint | None, flush_seconds: float) -> None:
        self.directory, self.restart = directory, restart
        self.first_step = 0 if restart is None else restart.step + 1
        self._record, self._lock = record, lock
        self._columns = {name: frozenset(spec.columns) for name, spec in tables.items()}
        self._buffers = {name: make_buffer(name, spec, self.first_step) for name, spec in tables.items()}
        paths = segment_paths(directory)
        self._number = 1 + int(paths[-1].stem.rsplit("-", 1)[1]) if paths else 0
        self._segment = SegmentWriter(segment_path(directory, self._number), tables, self.first_step,
                                      VERSION, utc_now())
        self._flush_seconds = float(flush_seconds)
        self._next_flush = time.monotonic() + self._flush_seconds
        self._is_open = True

    # -- start ---------------------------------------------------------------------------------------

    @classmethod
    def create(cls, directory: str | os.PathLike, inputs: RunInputs, tables: Mapping[str, TableSpec], *,
               static: Mapping[str, np.ndarray] | None = None, overwrite: bool = False,
               flush_seconds: float = FLUSH_SECONDS) -> RunWriter:
        """Start a new run in `directory`, which must not exist or be empty.

        The directory appears with everything in it or not at all; bad input leaves nothing behind.

        Parameters
        ----------
        static : arrays that do not change during the run, e.g. geometry and names of blocks
        overwrite : replace the run that is there, unless it is being written
        flush_seconds : wall time between flushes [s]
        """
        directory, static = Path(directory), dict(static or {})
        _check_tables(tables)
        for name, array in static.items():
            if np.asarray(array).dtype.hasobject:
                raise InputError(f"static array {name!r} must hold plain numbers or text, got objects")
        now = utc_now()
        record = RunRecord(LAYOUT, VERSION, inputs.hash, inputs.text_name, now, now, RUNNING)
        _check_free(directory, overwrite)
        partial = _partial_directory(directory)
        try:
            (partial / INPUTS_NAME).mkdir(parents=True)
            write_inputs(partial / INPUTS_NAME, inputs)
            write_json(partial / LAYOUT_NAME, {name: spec.to_json() for name, spec in tables.items()})
            write_arrays(partial / STATIC_NAME, static)
            record.write(partial)
            _move_into_place(partial, directory)
        except OSError as error:
            raise StoreError(f"cannot create run '{directory}': {error.strerror or error}") from error
        finally:
            shutil.rmtree(partial, ignore_errors=True)
        lock = WriterLock.acquire(directory)
        try:
            return cls._start(directory, record, tables, None, lock, flush_seconds)
        except BaseException:
            shutil.rmtree(directory, ignore_errors=True)
            lock.release()
            raise

    @classmethod
    def resume(cls, directory: str | os.PathLike, inputs: RunInputs, *,
               flush_seconds: float = FLUSH_SECONDS) -> RunWriter:
        """Continue a run that was stopped, killed or failed, from its last sound checkpoint (`restart`).

        Refuses a directory that is no run, a run that is complete or being written, and one with other
        inputs or of another version of drystone, which would not give the same numbers.
        """
        directory = Path(directory)
        read_record(directory)
        lock = WriterLock.acquire(directory)
        try:
            record = read_record(directory)  # again: its writer may have finished it meanwhile
            _check_resumable(directory, record, inputs)
            tables = read_tables(directory)
            held = _rows_held(directory, tables)
            restart, complaints = latest_checkpoint(directory, lambda c: _missing_rows(c, held))
            notes = (*record.notes, *complaints)
            record = record.with_(status=RUNNING, message="", totals={}, notes=notes)
            record.write(directory)
            _drop_checkpoints_after(directory, restart)
            _drop_partial_files(directory)
            return cls._start(directory, record, tables, restart, lock, flush_seconds)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _start(cls, directory, record, tables, restart, lock, flush_seconds) -> RunWriter:
        """Open the next segment; an error of the file system becomes one line."""
        try:
            return cls(directory, record, tables, lock, restart, flush_seconds)
        except OSError as error:
            raise StoreError(f"run '{directory}': cannot create a segment: {_reason(error)}") from error

    # -- during the run ------------------------------------------------------------------------------

    def columns(self, table: str) -> frozenset[str]:
        """Names of a table's columns: those of the run, which may be older than this program."""
        return self._columns[table]

    def append(self, table: str, **columns: object) -> None:
        """Add one row (one frame of a ragged table): `step`, `time` and every column of the table.

        Rows wait in memory until the next flush, which happens by itself every `flush_seconds`, or before
        where many rows wait. Steps must not fall; frames of a step go in before its checkpoint.
        """
        try:
            buffer = self._buffers[table]
        except KeyError:
            raise StoreError(f"run '{self.directory}': no table {table!r}; it has: "
                             f"{', '.join(self._buffers)}") from None
        self._check_open()
        buffer.append(columns)
        if buffer.is_full or time.monotonic() >= self._next_flush:
            self.flush()

    def flush(self) -> None:
        """Hand all rows so far to the operating system: from here a kill of this process cannot lose them."""
        self._check_open()
        waiting = {name: buffer for name, buffer in self._buffers.items() if buffer.count}
        if waiting:
            try:
                self._segment.write({name: buffer.pending(self._segment.flat_rows(name))
                                     for name, buffer in waiting.items()})
            except (OSError, RuntimeError) as error:
                raise StoreError(f"cannot write '{self._segment.path}': {_reason(error)}") from error
            for buffer in waiting.values():
                buffer.clear()
        self._next_flush = time.monotonic() + self._flush_seconds

    def checkpoint(self, arrays: Mapping[str, np.ndarray], step: int, time: float) -> None:
        """Flush, then keep `arrays` as the state after `step` steps; survives kills and power loss."""
        self.flush()
        try:
            self._segment.sync()
        except OSError as error:
            raise StoreError(f"cannot write '{self._segment.path}': {_reason(error)}") from error
        write_checkpoint(self.directory, Checkpoint(int(step), float(time), dict(arrays), self._number,
                                                    dict(self._segment.rows)))

    def _check_open(self) -> None:
        if not self._is_open:
            raise StoreError(f"run '{self.directory}': the writer is closed")

    # -- end -----------------------------------------------------------------------------------------

    def finish(self, status: str = FINISHED, message: str = "", totals: Mapping | None = None) -> None:
        """End the run: `finished`, `collapsed` (both complete) or `stopped` (can be resumed)."""
        if status not in (FINISHED, COLLAPSED, STOPPED):
            raise StoreError(f"run '{self.directory}': status must be finished, collapsed or stopped, "
                             f"got {status!r}")
        self.flush()
        self._close(status, message, totals)

    def fail(self, message: str, totals: Mapping | None = None) -> None:
        """End the run as `failed`; what can still be flushed is."""
        if not self._is_open:
            return
        try:
            self.flush()
        except StoreError as error:  # a full disk must not hide why the run failed
            message = message if str(error) in message else f"{message} (and: {error})"
        self._close(FAILED, message, totals)

    def _close(self, status: str, message: str, totals: Mapping | None) -> None:
        """Close the segment first: run.json must not call complete what is not."""
        self._is_open = False
        failure = ""
        try:
            try:
                self._segment.close()
            except (OSError, RuntimeError) as error:
                failure = f"cannot close '{self._segment.path}': {_reason(error)}"
                status, message = FAILED, f"{failure} {message}".strip()
            record = self._record.with_(status=status, message=message, totals=dict(totals or {}))
            record.write(self.directory)
        finally:
            self._lock.release()
        if failure:
            raise StoreError(failure)

    def __enter__(self) -> RunWriter:
        return self

    def __exit__(self, kind, error, traceback) -> None:
        if not self._is_open:
            return
        if error is None:
            self.finish(STOPPED, "closed before its end")
            return
        try:
            if isinstance(error, KeyboardInterrupt):
                self.finish(STOPPED, "interrupted by the user")
            else:
                self.fail(" ".join(f"{kind.__name__}: {error}".split()))
        except StoreError:
            pass  # the exception under way says more


def _reason(error: Exception) -> str:
    """One line of an error; those of HDF5 have several and say little in them."""
    code = getattr(error, "errno", None)
    return os.strerror(code) if code else " ".join(str(error).split())


# -- checks and moves ------------------------------------------------------------------------------------

def _check_tables(tables: Mapping[str, TableSpec]) -> None:
    """A run needs tables, each with a name that HDF5 can hold."""
    if not tables:
        raise InputError("run: needs at least one table, got none")
    for name, spec in tables.items():
        if not isinstance(name, str) or not name or name == "committed" or not isinstance(spec, TableSpec):
            raise InputError(f"run: tables must be names with a TableSpec, "
                             f"got {name!r}: {type(spec).__name__}")
        if spec.ragged and not spec.columns:
            raise InputError(f"run: ragged table {name!r} needs at least one column, got none")


def _check_free(directory: Path, overwrite: bool) -> None:
    """A new run may only take a directory that nobody needs."""
    if not directory.exists() and not directory.is_symlink():
        return
    if not directory.is_dir():
        raise StoreError(f"cannot create run '{directory}': there is a file of that name")
    if not any(directory.iterdir()):
        return
    if not (directory / RECORD_NAME).exists():
        raise StoreError(f"cannot create run '{directory}': the directory is not empty and not a run")
    if not overwrite:
        raise StoreError(f"cannot create run '{directory}': a run is there already")
    if owner := find_writer(directory):
        raise StoreError(f"run '{directory}' is being written by {owner}")


def _check_resumable(directory: Path, record: RunRecord, inputs: RunInputs) -> None:
    """Only an incomplete run with the same inputs and the same version continues to the same numbers."""
    if record.hash != inputs.hash:
        raise StoreError(f"run '{directory}': inputs must be those it was started with "
                         f"(hash {record.hash[:12]}), got others (hash {inputs.hash[:12]})")
    if record.status in FINAL:
        raise StoreError(f"run '{directory}': is complete (status {record.status!r}), nothing to resume")
    if record.version != VERSION:
        raise StoreError(f"run '{directory}': was started by drystone {record.version}, "
                         f"version {VERSION} cannot continue it")


def _rows_held(directory: Path, tables: Mapping[str, TableSpec]) -> dict[int, dict[str, int]]:
    """Committed rows by segment number; StoreError if a segment cannot be read."""
    held = {}
    for path in segment_paths(directory):
        with SegmentReader(path, tables) as segment:
            held[int(path.stem.rsplit("-", 1)[1])] = segment.rows
    return held


def _missing_rows(checkpoint: Checkpoint, held: Mapping[int, Mapping[str, int]]) -> str:
    """Why the rows before a checkpoint are not all there, or ""; after a power loss they may be missing."""
    rows = held.get(checkpoint.segment)
    if rows is None:
        return f"segment {checkpoint.segment} is missing"
    for table, count in checkpoint.rows.items():
        if rows.get(table, 0) < count:
            return f"table {table!r} must have {count} rows, got {rows.get(table, 0)}"
    return ""


def _drop_checkpoints_after(directory: Path, restart: Checkpoint | None) -> None:
    """Delete checkpoints that could not be trusted, so that they are never taken for the latest again."""
    for path in checkpoint_paths(directory):
        if restart is None or int(path.stem.rsplit("-", 1)[1]) > restart.step:
            path.unlink(missing_ok=True)


def _drop_partial_files(directory: Path) -> None:
    """Delete what a killed writer left half-written."""
    for path in directory.glob(f"*{PARTIAL}"):
        path.unlink(missing_ok=True)


def _partial_directory(directory: Path) -> Path:
    """Where a new run is put together: beside its place. Leftovers of killed processes are removed."""
    absolute = Path(os.path.abspath(directory))
    host = socket.gethostname()
    start = f".{absolute.name}{PARTIAL}-{host}-"
    for old in absolute.parent.glob(f"{start}*") if absolute.parent.is_dir() else ():
        pid = old.name[len(start):].removesuffix("-old")
        if pid.isdigit() and not Owner(int(pid), host, None).is_alive():
            shutil.rmtree(old, ignore_errors=True)
    return absolute.parent / f"{start}{os.getpid()}"


def _move_into_place(partial: Path, directory: Path) -> None:
    """Give a complete run its name; an old run steps aside first and is deleted after."""
    aside = partial.with_name(partial.name + "-old")
    if directory.is_dir() and any(directory.iterdir()):
        os.replace(directory, aside)
    elif directory.is_dir() and os.name == "nt":
        directory.rmdir()
    os.replace(partial, directory)
    sync_directory(Path(os.path.abspath(directory)).parent)
    shutil.rmtree(aside, ignore_errors=True)
