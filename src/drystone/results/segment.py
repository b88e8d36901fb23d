"""One HDF5 file for each start of a run: the tables of that stretch.

Written in SWMR mode, in which HDF5 keeps the file readable at every instant. `committed` counts the rows of
each table that are complete; it is written after the rows themselves, eight aligned bytes a table, so that a
kill between any two writes leaves a count that is true. Readers go by it alone.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import time
from collections.abc import Mapping
from pathlib import Path

import h5py
import numpy as np

from drystone.errors import StoreError
from drystone.model.tables import PTR, STEP, STEP_COLUMN, TIME, TIME_COLUMN, Column, TableSpec, dataset_name
from drystone.results.files import sync_directory, temporary_name

#: HDF5 1.10 is the first with SWMR; anything since then reads the file.
_LIBVER = ("v110", "v110")
_COMMITTED = "committed"
#: First bytes of an HDF5 file.
_SIGNATURE = b"\x89HDF\r\n\x1a\n"

#: A row of this size has a chunk of its own, compressed. A chunk of many rows is written again at each flush;
#: compressed, its size changes each time, and in SWMR mode the space of the old one is never used again.
_BIG_ROW = 8192
_CHUNK_ROWS, _CHUNK_BYTES = 256, 65536

#: Space kept free ahead of the end of the file [bytes]; given back when the file is closed.
_MARGIN = 2**20


def segment_path(directory: Path, number: int) -> Path:
    """Path of the segment with that number."""
    return directory / f"segment-{number:04d}.h5"


def segment_paths(directory: Path) -> list[Path]:
    """Segments of a run in the order of their numbers."""
    return sorted(directory.glob("segment-*.h5"))


def storage_options(row_shape: tuple[int, ...], row_bytes: int) -> dict:
    """Chunks and compression of a column."""
    if row_bytes >= _BIG_ROW:
        return {"chunks": (1, *row_shape), "compression": "gzip", "compression_opts": 1, "shuffle": True}
    rows = max(1, min(_CHUNK_ROWS, _CHUNK_BYTES // max(row_bytes, 1)))
    return {"chunks": (rows, *(max(n, 1) for n in row_shape))}


class SegmentWriter:
    """The segment that is being written."""

    def __init__(self, path: Path, tables: Mapping[str, TableSpec], first_step: int, version: str,
                 started: str) -> None:
        """Create the segment; it takes its name only once it is complete and readable."""
        self.path, self.rows, self._flat_rows = path, dict.fromkeys(tables, 0), dict.fromkeys(tables, 0)
        self._reserved = 0
        partial = path if os.name == "nt" else temporary_name(path)  # nt: no rename when open
        # rows are only appended: chunks kept in a cache for reading would pile up in memory, column by column
        self._file = h5py.File(partial, "x", libver=_LIBVER, locking=False, rdcc_nbytes=0,
                               alignment_threshold=1, alignment_interval=8)
        try:
            self._file.attrs.update({"first_step": first_step, "version": version, "started": started,
                                     "tables": list(tables)})
            self._committed = self._file.create_dataset(_COMMITTED, data=np.zeros(len(tables), np.int64))
            self._columns = {name: _create_table(self._file.create_group(dataset_name(name)), spec)
                             for name, spec in tables.items()}
            self._reserve({})
            self._file.swmr_mode = True
            os.replace(partial, path)
        except BaseException:
            self._file.close()
            with contextlib.suppress(OSError):
                partial.unlink()
            raise
        sync_directory(path.parent)

    def flat_rows(self, table: str) -> int:
        """Rows of a ragged table so far, all frames together."""
        return self._flat_rows[table]

    def write(self, pending: Mapping[str, Mapping[str, np.ndarray]]) -> None:
        """Write rows of several tables and commit them together.

        Offsets follow from what is committed, so that a write that failed half-way can be repeated.
        """
        self._reserve(pending)
        rows, flat_rows = dict(self.rows), dict(self._flat_rows)
        for table, data in pending.items():
            datasets, ragged = self._columns[table], PTR in data
            rows[table] += len(data[STEP])
            if ragged:
                flat_rows[table] = int(data[PTR][-1])
            for column, values in data.items():
                start = self.rows[table]
                if ragged and column not in (STEP, TIME):
                    start = start + 1 if column == PTR else self._flat_rows[table]
                if len(values):
                    _write_rows(datasets[column].id, start, values)
        self._file.flush()
        self._committed[...] = np.array(list(rows.values()), np.int64)
        self._committed.flush()
        self.rows, self._flat_rows = rows, flat_rows

    def _reserve(self, pending: Mapping[str, Mapping[str, np.ndarray]]) -> None:
        """Take the space for a write beforehand; OSError if there is none.

        HDF5 does not recover from a full disk: it would end the process when the file is closed.
        """
        columns = [values for data in pending.values() for values in data.values()]
        growth = sum(values.nbytes for values in columns) + len(columns) * (_CHUNK_BYTES // 4) + _MARGIN
        needed = self._file.id.get_filesize() + growth
        if needed <= self._reserved:
            return
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(self._file.id.get_vfd_handle(), 0, needed + _MARGIN)
        elif shutil.disk_usage(self.path).free < growth:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._reserved = needed + _MARGIN

    def sync(self) -> None:
        """Have the operating system bring what was written to the disk."""
        if os.name != "nt":
            os.fsync(self._file.id.get_vfd_handle())

    def close(self) -> None:
        """Close the file; from then on it is a plain HDF5 file."""
        if hasattr(os, "posix_fallocate"):
            os.ftruncate(self._file.id.get_vfd_handle(), self._file.id.get_filesize())
        self._file.close()


def _create_table(group: h5py.Group, spec: TableSpec) -> dict[str, h5py.Dataset]:
    """Empty datasets of one table; in SWMR mode none can be added later."""
    columns = {STEP: STEP_COLUMN, TIME: TIME_COLUMN, **spec.columns}
    datasets = {}
    for name, column in columns.items():
        datasets[name] = group.create_dataset(
            dataset_name(name), (0, *column.row_shape), column.dtype, maxshape=(None, *column.row_shape),
            **storage_options(column.row_shape, column.row_bytes))
        datasets[name].attrs["unit"] = column.unit
    if spec.ragged:
        datasets[PTR] = group.create_dataset(PTR, data=np.zeros(1, np.int64), maxshape=(None,),
                                             chunks=(_CHUNK_ROWS,))
    return datasets


def _write_rows(dataset: h5py.h5d.DatasetID, start: int, values: np.ndarray) -> None:
    """Extend a dataset to `start` and the rows `values`. Low-level calls cost half of `dataset[...] =`."""
    values = np.ascontiguousarray(values)
    dataset.set_extent((start + len(values), *values.shape[1:]))
    space = dataset.get_space()
    space.select_hyperslab((start, *(0,) * (values.ndim - 1)), values.shape)
    dataset.write(h5py.h5s.create_simple(values.shape), space, values)


def open_segment(path: Path, tries: int = 3) -> h5py.File:
    """Open a segment for reading, whether it is closed, being written, or left behind by a killed writer.

    HDF5 opens a file that was not closed only in SWMR mode. Its own file locks are switched off: they refuse
    readers on some file systems, and the order of writes protects them already.
    """
    for attempt in range(tries):
        try:
            return h5py.File(path, "r", locking=False)
        except OSError:
            pass
        try:
            _check_whole(path)
            return h5py.File(path, "r", libver=_LIBVER, swmr=True, locking=False)
        except OSError as error:
            if attempt + 1 == tries:
                raise StoreError(f"'{path}' is damaged: {str(error).splitlines()[0]}") from error
            time.sleep(0.02)  # caught between two writes of a running writer
    raise AssertionError("unreachable")


def _check_whole(path: Path) -> None:
    """Refuse a file that is shorter than its own heading says: in SWMR mode HDF5 would wait for the rest, for hours.

    The heading (superblock, versions 2 and 3) has the end of the file at byte 28; that of a file which was not closed
    is an early one.
    """
    with open(path, "rb") as file:
        heading, size = file.read(48), os.fstat(file.fileno()).st_size
    if size < 48 or heading[:8] != _SIGNATURE:
        raise OSError(f"it is no HDF5 file, or was cut off at {size} bytes")
    end = int.from_bytes(heading[28:36], "little")
    if heading[8] in (2, 3) and heading[9] == 8 and size < end:
        raise OSError(f"it is cut off, {size} of {end} bytes are there")


def is_plain(path: Path) -> bool:
    """Whether HDF5 opens the file without further ado."""
    try:
        h5py.File(path, "r", locking=False).close()
    except OSError:
        return False
    return True


class SegmentReader:
    """A segment open for reading; use it in a `with` block and leave soon."""

    def __init__(self, path: Path, tables: Mapping[str, TableSpec]) -> None:
        self.path, self.tables = path, tables
        self.file = open_segment(path)
        try:
            self.first_step = int(self.file.attrs["first_step"])
            counts = self.file[_COMMITTED][...]
            self.rows = dict.fromkeys(tables, 0) | dict(zip(self.file.attrs["tables"], map(int, counts)))
        except (KeyError, OSError, RuntimeError, ValueError) as error:
            self.file.close()
            raise StoreError(f"'{path}' is damaged: {error}") from error

    def __enter__(self) -> SegmentReader:
        return self

    def __exit__(self, *exception: object) -> None:
        self.file.close()

    def read(self, table: str, column: str, start: int, stop: int) -> np.ndarray:
        """Rows start:stop of a column; of a ragged table's own columns: flat rows."""
        try:
            values = self.file[dataset_name(table)][dataset_name(column)][start:stop]
        except (KeyError, OSError, RuntimeError, ValueError) as error:
            raise StoreError(f"'{self.path}' is damaged: table {table!r}, column {column!r}: "
                             f"{error}") from error
        if len(values) != stop - start:
            raise StoreError(f"'{self.path}' is damaged: table {table!r}, column {column!r} must have "
                             f"{stop} rows, got {start + len(values)}")
        return values

    def rows_before(self, table: str, step: int | None) -> int:
        """Committed rows (frames) of a table with a step below `step`; all of them for None."""
        count = self.rows[table]
        if step is None or count == 0:
            return count
        return int(np.searchsorted(self.read(table, STEP, 0, count), step))

    def flat_stop(self, table: str, frames: int) -> int:
        """Flat rows of the first `frames` frames of a ragged table."""
        return int(self.read(table, PTR, frames, frames + 1)[0])

    def columns(self, table: str) -> dict[str, Column]:
        """Columns of a table with those that the store adds."""
        spec = self.tables[table]
        extra = {PTR: Column("<i8", (), "-")} if spec.ragged else {}
        return {STEP: STEP_COLUMN, TIME: TIME_COLUMN, **extra, **spec.columns}


def copy_plain(source: SegmentReader, path: Path) -> None:
    """Write what `source` has committed into a new plain HDF5 file at `path`, durably."""
    with h5py.File(path, "x", locking=False) as target:
        target.attrs.update(dict(source.file.attrs))
        target.create_dataset(_COMMITTED, data=np.array(list(source.rows.values()), np.int64))
        for table, spec in source.tables.items():
            group = target.create_group(dataset_name(table))
            for name, column in source.columns(table).items():
                rows = source.rows[table] + (name == PTR)
                if spec.ragged and name not in (STEP, TIME, PTR):
                    rows = source.flat_stop(table, source.rows[table])
                dataset = group.create_dataset(dataset_name(name), (rows, *column.row_shape), column.dtype,
                                               maxshape=(None, *column.row_shape),
                                               **storage_options(column.row_shape, column.row_bytes))
                dataset.attrs["unit"] = column.unit
                block = max(1, 2**24 // max(column.row_bytes, 1))
                for start in range(0, rows, block):
                    stop = min(start + block, rows)
                    dataset[start:stop] = source.read(table, name, start, stop)
    with open(path, "rb") as file:
        os.fsync(file.fileno())
