"""Rows waiting in memory for the next flush. Appending is on the path of every step: it must cost little."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index, itemgetter
from typing import Any

import numpy as np

from drystone.errors import StoreError
from drystone.model.tables import PTR, STEP, STEP_COLUMN, TIME, TIME_COLUMN, Column, TableSpec

_MOST_ROWS = 1024
_MOST_BYTES = 2**20

#: What NumPy and Python raise for a value that does not go into a column.
_MISFITS = (TypeError, ValueError, OverflowError)


class FixedBuffer:
    """Rows of a table with one row an append, in arrays allocated once.

    Scalar columns of one dtype share a block (rows, columns), so that a row goes in by few assignments.
    """

    def __init__(self, name: str, spec: TableSpec, first_step: int) -> None:
        self._columns = {STEP: STEP_COLUMN, TIME: TIME_COLUMN, **spec.columns}
        row_bytes = sum(column.row_bytes for column in self._columns.values())
        self.name, self.count, self._width = name, 0, len(self._columns)
        self._capacity = max(1, min(_MOST_ROWS, _MOST_BYTES // row_bytes))
        self._least_step = first_step
        self._shaped = {n: np.zeros((self._capacity, *c.row_shape), c.dtype)
                        for n, c in self._columns.items() if c.row_shape}
        self._arrays = dict(self._shaped)
        self._blocks = []
        for dtype in {c.dtype: None for c in self._columns.values() if not c.row_shape}:
            names = [n for n, c in self._columns.items() if c.dtype == dtype and not c.row_shape]
            block = np.zeros((self._capacity, len(names)), dtype)
            self._arrays |= {n: block[:, j] for j, n in enumerate(names)}
            self._blocks.append((itemgetter(*names), block, block.dtype.kind in "iu", len(names) == 1))

    @property
    def is_full(self) -> bool:
        """Whether the next append needs a flush first."""
        return self.count == self._capacity

    def append(self, columns: Mapping[str, Any]) -> None:
        """Add one row. A row that raises leaves nothing behind: it counts only once it is complete."""
        row = self.count
        try:
            for pick, block, is_integer, is_single in self._blocks:
                values = (pick(columns),) if is_single else pick(columns)
                block[row] = tuple(map(index, values)) if is_integer else values  # index() refuses 3.7
            for name, array in self._shaped.items():
                value = np.asarray(columns[name])
                if value.shape != array.shape[1:]:  # NumPy would spread a smaller value over the row
                    raise ValueError
                np.copyto(array[row], value, casting="same_kind")
        except (KeyError, *_MISFITS):
            raise StoreError(f"table {self.name!r}: {self._find_fault(columns)}") from None
        if len(columns) != self._width:
            raise StoreError(f"table {self.name!r}: no column {min(set(columns) - set(self._columns))!r}")
        self._least_step = _check_step(self.name, int(self._arrays[STEP][row]), self._least_step)
        self.count = row + 1

    def _find_fault(self, columns: Mapping[str, Any]) -> str:
        """Which column of a refused row is to blame, and why."""
        for name, column in self._columns.items():
            if name not in columns:
                return f"column {name!r} is missing"
            value = np.asarray(columns[name])
            if value.shape != column.row_shape:
                return f"column {name!r} must have shape {column.row_shape}, got {value.shape}"
            try:
                value.astype(column.dtype, casting="same_kind")
                np.zeros(1, column.dtype)[0] = 0 if column.row_shape else columns[name]
            except _MISFITS:
                return f"column {name!r} must be {np.dtype(column.dtype).name}, got {columns[name]!r}"
        return "row does not fit"

    def pending(self, flat_rows: int) -> dict[str, np.ndarray]:
        """Rows that wait, by column."""
        return {name: array[: self.count] for name, array in self._arrays.items()}

    def clear(self) -> None:
        """Forget what has been written."""
        self.count = 0


class RaggedBuffer:
    """Frames of a table with a varying number of rows a frame: copies in lists, joined at the flush."""

    def __init__(self, name: str, spec: TableSpec, first_step: int) -> None:
        self.name, self._columns, self._least_step = name, spec.columns, first_step
        self.clear()

    @property
    def count(self) -> int:
        """Frames that wait."""
        return len(self._steps)

    @property
    def is_full(self) -> bool:
        """Whether it is time for a flush."""
        return self._bytes >= _MOST_BYTES or len(self._steps) >= _MOST_ROWS

    def append(self, columns: Mapping[str, Any]) -> None:
        """Add one frame; each column is an array (n, *row_shape)."""
        name = STEP
        try:
            step = index(columns[STEP])
            name = TIME
            time = float(columns[TIME])
            frame = {}
            for name, column in self._columns.items():
                frame[name] = _frame_column(columns[name], column)
        except KeyError:
            raise StoreError(f"table {self.name!r}: column {name!r} is missing") from None
        except _MISFITS as error:
            raise StoreError(f"table {self.name!r}: column {name!r}: {error}") from None
        if len(columns) != len(frame) + 2:
            unknown = min(set(columns) - set(frame) - {STEP, TIME})
            raise StoreError(f"table {self.name!r}: no column {unknown!r}")
        sizes = {len(array) for array in frame.values()}
        if len(sizes) != 1:
            raise StoreError(f"table {self.name!r}: columns of one frame must be of one length, "
                             f"got {', '.join(str(n) for n in sorted(sizes))}")
        self._least_step = _check_step(self.name, step, self._least_step)
        self._steps.append(step)
        self._times.append(time)
        self._sizes.append(sizes.pop())
        self._frames.append(frame)
        self._bytes += sum(array.nbytes for array in frame.values())

    def pending(self, flat_rows: int) -> dict[str, np.ndarray]:
        """Frames that wait, by column; `ptr` holds their ends, counted on from `flat_rows`."""
        data = {name: np.concatenate([frame[name] for frame in self._frames]) for name in self._columns}
        return data | {STEP: np.array(self._steps, np.int64), TIME: np.array(self._times),
                       PTR: flat_rows + np.cumsum(self._sizes, dtype=np.int64)}

    def clear(self) -> None:
        """Forget what has been written."""
        self._steps: list[int] = []
        self._times: list[float] = []
        self._sizes: list[int] = []
        self._frames: list[dict[str, np.ndarray]] = []
        self._bytes = 0


def make_buffer(name: str, spec: TableSpec, first_step: int) -> FixedBuffer | RaggedBuffer:
    """Buffer of the kind that `spec` asks for; steps below `first_step` are refused."""
    return (RaggedBuffer if spec.ragged else FixedBuffer)(name, spec, first_step)


def _frame_column(value: object, column: Column) -> np.ndarray:
    """A copy of `value` in the column's dtype: engines use their arrays again."""
    array = np.asarray(value)
    if array.shape[1:] != column.row_shape or array.ndim != 1 + len(column.row_shape):
        raise ValueError(f"must have shape (n, {', '.join(map(str, column.row_shape))}), got {array.shape}")
    # an empty list is float to NumPy
    return array.astype(column.dtype, casting="same_kind" if array.size else "unsafe", copy=True)


def _check_step(table: str, step: int, least: int) -> int:
    """Return `step`; steps must not fall, because readers cut restarted runs by step."""
    if step < least:
        raise StoreError(f"table {table!r}: step must be >= {least}, got {step}")
    return step
