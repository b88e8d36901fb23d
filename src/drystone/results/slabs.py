"""Rows i to j of a table of a run, without the rest: results may be larger than memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from drystone.errors import StoreError
from drystone.model.tables import PTR, STEP, TIME
from drystone.results.segment import SegmentReader, segment_paths

if TYPE_CHECKING:
    from drystone.results.result import RunResult


class _Piece(NamedTuple):
    """Rows of the table that one segment contributes."""

    path: Path
    first: int   #: number of its first row in the whole table
    rows: int


class TableSlabs:
    """A table as it stood when this was made; of a ragged one, rows are frames.

    Attributes
    ----------
    step : (n,) int64
    time : (n,) [s]
    """

    def __init__(self, result: RunResult, table: str) -> None:
        self._what, self._table, self._tables = f"run '{result.directory}'", table, result.tables
        if table not in result.tables:
            raise StoreError(f"{self._what}: no table {table!r}; it has: {', '.join(result.tables)}")
        self._ragged = result.tables[table].ragged
        counts: list[tuple[Path, int]] = []
        cut = None
        for path in reversed(segment_paths(result.directory)):   # a restart replaces the rows from its first step on
            with SegmentReader(path, self._tables) as segment:
                counts.insert(0, (path, segment.rows_before(table, cut)))
                cut = segment.first_step if cut is None else min(cut, segment.first_step)
        ends = np.cumsum([0] + [rows for _, rows in counts])
        self._pieces = [_Piece(path, int(first), rows) for (path, rows), first in zip(counts, ends) if rows]
        parts: dict[str, list[np.ndarray]] = {STEP: [np.zeros(0, np.int64)], TIME: [np.zeros(0)]}
        for piece in self._pieces:
            with SegmentReader(piece.path, self._tables) as segment:
                for name, found in parts.items():
                    found.append(segment.read(table, name, 0, piece.rows))
        self.step, self.time = np.concatenate(parts[STEP]), np.concatenate(parts[TIME])

    def read(self, names: Sequence[str], rows: np.ndarray) -> dict[str, np.ndarray]:
        """Columns `names` at `rows` (ascending numbers), each (len(rows), *row_shape)."""
        columns = self._tables[self._table].columns
        parts: dict[str, list] = {name: [np.zeros((0, *columns[name].row_shape), columns[name].dtype)]
                                  for name in self._check(names)}
        for segment, chosen in self._segments(rows):
            for start, stop in _stretches(chosen):
                for name, found in parts.items():
                    found.append(segment.read(self._table, name, start, stop))
        return {name: np.concatenate(found) for name, found in parts.items()}

    def read_ragged(self, names: Sequence[str], rows: np.ndarray) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Where each frame of `rows` begins and ends (len(rows) + 1,), and the columns of all of them, flat."""
        columns = self._tables[self._table].columns
        sizes, parts = [np.zeros(1, np.int64)], {
            name: [np.zeros((0, *columns[name].row_shape), columns[name].dtype)] for name in self._check(names)}
        for segment, chosen in self._segments(rows):
            for start, stop in _stretches(chosen):
                ptr = segment.read(self._table, PTR, start, stop + 1)
                sizes.append(np.diff(ptr))
                for name, found in parts.items():
                    found.append(segment.read(self._table, name, int(ptr[0]), int(ptr[-1])))
        return (np.cumsum(np.concatenate(sizes)), {name: np.concatenate(found) for name, found in parts.items()})

    def _check(self, names: Sequence[str]) -> Sequence[str]:
        known = self._tables[self._table].columns
        for name in names:
            if name not in known:
                raise StoreError(f"{self._what}: table {self._table!r} has no column {name!r}; it has: "
                                 f"{', '.join(known)}")
        return names

    def _segments(self, rows: np.ndarray) -> Iterator[tuple[SegmentReader, np.ndarray]]:
        """Segments that hold some of `rows`, with the numbers of these rows inside them."""
        for piece in self._pieces:
            inside = rows[(rows >= piece.first) & (rows < piece.first + piece.rows)] - piece.first
            if len(inside):
                with SegmentReader(piece.path, self._tables) as segment:
                    yield segment, inside


def _stretches(rows: np.ndarray) -> Iterator[tuple[int, int]]:
    """Runs of consecutive numbers as (start, stop)."""
    cuts = np.flatnonzero(np.diff(rows) != 1) + 1
    for part in np.split(rows, cuts):
        yield int(part[0]), int(part[-1]) + 1
