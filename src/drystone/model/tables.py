"""What a run keeps: tables, their columns, dtypes, shapes and units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from drystone.errors import InputError

#: Names that the convenience methods of `RunResult` look for.
STEPS, FRAMES, INTERFACES, TIES = "steps", "frames", "interfaces", "ties"
ENERGY, MONITOR = "energy:", "monitor:"

#: Columns of table "steps" of a run whose ground moves: (3,) a row, world axes [m/s2], [m].
GROUND_ACCELERATION, GROUND_DISPLACEMENT = "ground:acceleration", "ground:displacement"

#: Columns that every table has, one value a row (of a ragged table: one a frame).
STEP, TIME, PTR = "step", "time", "ptr"


class Column(NamedTuple):
    """One column: dtype, shape of the value in one row, unit ("-" for pure numbers)."""

    dtype: str
    row_shape: tuple[int, ...]
    unit: str

    @property
    def row_bytes(self) -> int:
        """Size of one row [bytes]."""
        return np.dtype(self.dtype).itemsize * int(np.prod(self.row_shape, dtype=np.int64))


STEP_COLUMN, TIME_COLUMN = Column("<i8", (), "-"), Column("<f8", (), "s")


@dataclass(frozen=True)
class TableSpec:
    """Columns of one table; `step` and `time` come by themselves.

    Attributes
    ----------
    columns : name -> (dtype, row_shape, unit); numbers, bool, or fixed-width ASCII such as "S16"
    ragged : False: one row an append. True: one frame an append, each column an array (n, *row_shape)
        with an n that varies from frame to frame
    """

    columns: Mapping[str, Any]   #: given as tuples of three, kept as Column
    ragged: bool = False

    def __post_init__(self) -> None:
        columns = {}
        for name, column in self.columns.items():
            if not isinstance(name, str) or not name:
                raise InputError(f"table: the name of a column must be text, got {name!r}")
            if name in (STEP, TIME, PTR):
                raise InputError(f"table: column {name!r} is kept by the store itself")
            columns[name] = _check_column(name, column)
        object.__setattr__(self, "columns", columns)

    def to_json(self) -> dict:
        """In the types of JSON."""
        return {"ragged": self.ragged,
                "columns": {name: [c.dtype, list(c.row_shape), c.unit] for name, c in self.columns.items()}}

    @classmethod
    def from_json(cls, content: Mapping) -> TableSpec:
        """From what `to_json` gave."""
        return cls(dict(content["columns"]), bool(content["ragged"]))


def _check_column(name: str, column: tuple) -> Column:
    """`column` with its dtype in little-endian spelling, or what is wrong with it."""
    try:
        dtype, row_shape, unit = column
        dtype, row_shape = np.dtype(dtype).newbyteorder("<"), tuple(int(n) for n in row_shape)
    except (TypeError, ValueError):
        raise InputError(f"table: column {name!r} must be (dtype, row_shape, unit), got {column!r}") from None
    if dtype.kind not in "biufS" or dtype.itemsize == 0:
        raise InputError(f"table: column {name!r} must be numbers, bool or fixed-width ASCII, got {dtype}")
    if any(n < 1 for n in row_shape) or not isinstance(unit, str):
        raise InputError(f"table: column {name!r} must be (dtype, row_shape, unit), got {column!r}")
    return Column(dtype.str, row_shape, unit)


def dataset_name(column: str) -> str:
    """Name of a column inside HDF5, where a slash would mean a group: any user's name is allowed."""
    quoted = column.replace("%", "%25").replace("/", "%2F")
    return "%2E" + quoted[1:] if quoted.startswith(".") else quoted
