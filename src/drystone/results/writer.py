"""`RunWriter`: the one process that writes a run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from drystone._version import VERSION
from drystone.errors import InputError, StoreError
from drystone.model.tables import TableSpec
from drystone.results.buffers import make_buffer
from drystone.results.checkpoint import Checkpoint, checkpoint_paths, latest_checkpoint, write_checkpoint
from drystone.results.files import half_written_files, one_line, write_json
from drystone.results.inputs import RunInputs, write_arrays, write_inputs
from drystone.results.layout import INPUTS_NAME, LAYOUT_NAME, STATIC_NAME, read_tables
from drystone.results.lock import WriterLock
from drystone.results.place import check_free, resolve_place, take_place
from drystone.results.record import (
    FAILED,
    FINAL,
    FINISHED,
    FIRST_ENGINE,
    LAYOUT,
    RUNNING,
    STOPPED,
    RunRecord,
    check_is_run,
    read_record,
    utc_now,
)
from drystone.results.scratch import scratch_folder
from drystone.results.segment import SegmentReader, SegmentWriter, segment_path, segment_paths

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
    tables : name -> TableSpec: those of the run, which may be older than this program
    """

    def __init__(self, directory: Path, record: RunRecord, tables: Mapping[str, TableSpec],
                 lock: WriterLock, restart: Checkpoint | None, flush_seconds: float) -> None:
        self.directory, self.restart = directory, restart
        self.first_step = 0 if restart is None else restart.step + 1
        self._record, self._lock, self.tables = record, lock, tables
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
               static: Mapping[str, np.ndarray] | None = None, engine: str = FIRST_ENGINE, overwrite: bool = False,
               flush_seconds: float = FLUSH_SECONDS) -> RunWriter:
        """Start a new run in `directory`, which must not exist or be empty.

        The directory appears with everything in it or not at all; bad input leaves nothing behind.

        Parameters
        ----------
        static : arrays that do not change during the run, e.g. geometry and names of blocks
        engine : its name
        overwrite : replace the result that is there, unless it is being written
        flush_seconds : wall time between flushes [s]
        """
        directory, static = Path(directory), dict(static or {})
        _check_tables(tables)
        for name, array in static.items():
            if np.asarray(array).dtype.hasobject:
                raise InputError(f"static array {name!r} must hold plain numbers or text, got objects")
        now = utc_now()
        record = RunRecord(LAYOUT, VERSION, inputs.hash, inputs.text_name, now, now, RUNNING, engine=engine)
        place = resolve_place(directory)
        try:
            check_free(directory, place, overwrite)   # before any work; `take_place` looks again
            with scratch_folder(place) as scratch:
                new = scratch / "run"
                (new / INPUTS_NAME).mkdir(parents=True)
                lock = WriterLock.acquire(new, directory)
                try:
                    write_inputs(new / INPUTS_NAME, inputs)
                    write_json(new / LAYOUT_NAME, {name: spec.to_json() for name, spec in tables.items()})
                    write_arrays(new / STATIC_NAME, static)
                    record.write(new)
                    writer = cls(new, record, tables, lock, None, flush_seconds)
                    return writer._move_to(directory, lambda: take_place(new, scratch / "old", directory, place,
                                                                         overwrite))
                except BaseException:
                    lock.release()
                    raise
        except (OSError, StoreError) as error:
            cause = error if isinstance(error, OSError) else error.__cause__
            if not isinstance(cause, OSError):
                raise
            raise StoreError(f"cannot create run '{directory}': {one_line(cause)}") from cause

    def _move_to(self, directory: Path, move: Callable[[], None]) -> RunWriter:
        """Give a new run, with its lock and its segment, its name by `move`; if that fails, close what is open."""
        is_held = os.name == "nt"   # there an open file holds its directory in place: the segment is made again
        try:
            if is_held:
                self._segment.close()
                self._segment.path.unlink()
            move()
            self.directory = self._lock.directory = directory
            path = segment_path(directory, self._number)
            if is_held:
                self._segment = SegmentWriter(path, self.tables, self.first_step, VERSION, utc_now())
            self._segment.path = path
        except BaseException:
            self._is_open = False
            if not is_held:
                self._segment.close()
            raise
        return self

    @classmethod
    def resume(cls, directory: str | os.PathLike, inputs: RunInputs, *,
               flush_seconds: float = FLUSH_SECONDS) -> RunWriter:
        """Continue a run that was stopped, killed or failed, from its last sound checkpoint (`restart`).

        Refuses a directory that is no run, a run that is complete or being written, and one with other
        inputs or of another version of drystone, which would not give the same numbers.
        """
        directory = Path(directory)
        check_is_run(directory, read_record(directory))
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
            for path in half_written_files(directory):
                path.unlink(missing_ok=True)
            return cls._start(directory, record, tables, restart, lock, flush_seconds)
        except OSError as error:
            lock.release()
            raise StoreError(f"run '{directory}': cannot continue it: {one_line(error)}") from error
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _start(cls, directory, record, tables, restart, lock, flush_seconds) -> RunWriter:
        """Open the next segment; an error of the file system becomes one line."""
        try:
            return cls(directory, record, tables, lock, restart, flush_seconds)
        except OSError as error:
            raise StoreError(f"run '{directory}': cannot create a segment: {one_line(error)}") from error

    # -- during the run ------------------------------------------------------------------------------

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
                raise StoreError(f"cannot write '{self._segment.path}': {one_line(error)}") from error
            for buffer in waiting.values():
                buffer.clear()
        self._next_flush = time.monotonic() + self._flush_seconds

    def checkpoint(self, arrays: Mapping[str, np.ndarray], step: int, time: float) -> None:
        """Flush, then keep `arrays` as the state after `step` steps; survives kills and power loss."""
        self.flush()
        try:
            self._segment.sync()
        except OSError as error:
            raise StoreError(f"cannot write '{self._segment.path}': {one_line(error)}") from error
        write_checkpoint(self.directory, Checkpoint(int(step), float(time), dict(arrays), self._number,
                                                    dict(self._segment.rows)))

    def _check_open(self) -> None:
        if not self._is_open:
            raise StoreError(f"run '{self.directory}': the writer is closed")

    # -- end -----------------------------------------------------------------------------------------

    def finish(self, status: str = FINISHED, message: str = "", totals: Mapping | None = None) -> None:
        """End the run: `stopped` (can be resumed) or one of the statuses that are complete."""
        if status not in (*FINAL, STOPPED):
            raise StoreError(f"run '{self.directory}': status must be {', '.join(FINAL)} or stopped, got {status!r}")
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
                failure = f"cannot close '{self._segment.path}': {one_line(error)}"
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
                self.finish(STOPPED, str(error) or "interrupted")
            else:
                self.fail(" ".join(f"{kind.__name__}: {error}".split()))
        except StoreError:
            pass  # the exception under way says more


# -- checks ------------------------------------------------------------------------------------

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
