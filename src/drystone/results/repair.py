"""`repair_run`: turn what a killed writer left behind into plain files. Safe to repeat."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from drystone.errors import StoreError
from drystone.results.files import half_written_files, one_line, sync_directory, temporary_name
from drystone.results.layout import read_tables
from drystone.results.lock import WriterLock
from drystone.results.record import INTERRUPTED, RUN, RUNNING, read_record
from drystone.results.segment import SegmentReader, copy_plain, is_plain, segment_paths


@dataclass(frozen=True, slots=True)
class RepairReport:
    """What `repair_run` found and did."""

    directory: Path
    status_old: str            #: status in run.json before
    status: str                #: and after
    repaired: tuple[str, ...]  #: segments that were rewritten
    damaged: tuple[str, ...]   #: one line for each segment that cannot be read
    removed: tuple[str, ...]   #: half-written files that were deleted

    @property
    def changed(self) -> bool:
        """Whether there was anything to do."""
        return bool(self.repaired or self.removed or self.status != self.status_old)

    def lines(self) -> list[str]:
        """The report for people."""
        text = [f"rewrote {name} as a plain HDF5 file" for name in self.repaired]
        text += [f"deleted {name}, half-written" for name in self.removed]
        if self.status != self.status_old:
            text.append(f"status {self.status_old} -> {self.status}")
        return [*text, *self.damaged] or ["nothing to repair"]


def repair_run(directory: str | os.PathLike) -> RepairReport:
    """Rewrite segments that were not closed, delete half-written files, set the status of a killed run.

    Nothing that a reader saw before is lost: a segment is copied beside, made durable, and then renamed.
    A run that is being written is refused; one that needs nothing is left untouched.
    """
    directory = Path(directory)
    read_record(directory)
    lock = WriterLock.acquire(directory)
    try:
        record = read_record(directory)
        tables = read_tables(directory) if record.kind == RUN else {}
        half_written = half_written_files(directory)
        for path in half_written:
            _delete(path)
        repaired, damaged = [], []
        for path in segment_paths(directory):
            if is_plain(path):
                continue
            try:
                _rewrite(path, tables)
                repaired.append(path.name)
            except StoreError as error:
                damaged.append(str(error))
        status_old = record.status
        if record.status == RUNNING:
            record = record.with_(status=INTERRUPTED, message="its writer ended without closing the run")
            record.write(directory)
        return RepairReport(directory, status_old, record.status, tuple(repaired), tuple(damaged),
                            tuple(path.name for path in half_written))
    finally:
        lock.release()


def _rewrite(path: Path, tables) -> None:
    """Replace a segment by a plain copy of its committed rows."""
    partial = temporary_name(path)
    try:
        with SegmentReader(path, tables) as source:
            copy_plain(source, partial)
        os.replace(partial, path)
    except OSError as error:
        raise StoreError(f"cannot rewrite '{path}': {one_line(error)}") from error
    finally:
        partial.unlink(missing_ok=True)
    sync_directory(path.parent)


def _delete(path: Path) -> None:
    try:
        path.unlink()
    except OSError as error:
        raise StoreError(f"cannot delete '{path}': {one_line(error)}") from error
