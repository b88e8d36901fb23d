"""Curves from elsewhere to lay over the monitors of a run: an experiment, an exact solution, another program.

A CSV file with a header: the first column is the time [s], each other one is called like a monitor of the run, with its
unit in brackets where that is not the one of the store: ``time,top.x [mm]``.
"""

from __future__ import annotations

import csv
import io
import math
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from drystone.analysis.blocks import BlockHistory
from drystone.errors import InputError
from drystone.io.bounded import read_bounded
from drystone.model.tables import MONITOR, STEPS
from drystone.names import show_line
from drystone.results.result import RunResult

#: Greatest file [bytes].
MOST_BYTES = 2**26
#: Units that a column may state, by the unit of the store: factors to it.
UNITS = {"m": {"m": 1.0, "cm": 1e-2, "mm": 1e-3}, "rad": {"rad": 1.0, "deg": math.pi / 180.0},
         "m/s": {"m/s": 1.0, "cm/s": 1e-2, "mm/s": 1e-3}, "N": {"N": 1.0, "kN": 1e3}}


@dataclass(frozen=True, slots=True)
class Overlaid:
    """Curves of one file, in the units of the store."""

    name: str                           #: of the file, for the legend
    time: np.ndarray                    #: (n,) [s]
    values: dict[str, np.ndarray]       #: monitor -> (n,); gaps are not a number
    block: BlockHistory | None = None   #: how a block moves as a whole, where that is known


def read_overlay(path: Path, result: RunResult) -> Overlaid:
    """Read curves for the monitors of a run; InputError says what does not fit."""
    what = f"overlay '{path}'"
    if not result.monitors:
        raise InputError(f"{what}: the run has no monitors to compare with")
    try:
        rows = list(csv.reader(io.StringIO(read_bounded(path, MOST_BYTES).decode("utf-8-sig"))))
    except OSError as error:
        raise InputError(f"{what}: cannot be read: {error.strerror or error}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{what}: is no CSV file: {error}") from None
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if len(rows) < 3 or len(rows[0]) < 2:
        raise InputError(f"{what}: needs a header of a time and at least one monitor, and two rows of numbers")
    columns = [_column(what, cell, result) for cell in rows[0][1:]]
    table = np.array([[_number(what, line, cell) for cell in _whole(what, line, row, len(rows[0]))]
                      for line, row in enumerate(rows[1:], start=2)])
    time = table[:, 0]
    if not (np.isfinite(time).all() and (np.diff(time) > 0.0).all()):
        raise InputError(f"{what}: times of the first column must rise [s]")
    return Overlaid(path.name, time, {name: factor * table[:, k + 1] for k, (name, factor) in enumerate(columns)})


def _column(what: str, cell: str, result: RunResult) -> tuple[str, float]:
    """Monitor and factor to the unit of the store of a column's head."""
    found = re.fullmatch(r"\s*(.*?)\s*(?:\[([^\]]*)\])?\s*", cell)
    name, unit = found.group(1), found.group(2)
    if name not in result.monitors:
        raise InputError(f"{what}: column {show_line(name)!r} must be called like a monitor of the run: "
                         f"{', '.join(result.monitors)}")
    kept = result.units[STEPS][MONITOR + name]
    known = UNITS.get(kept, {kept: 1.0})
    if unit is not None and unit.strip() not in known:
        raise InputError(f"{what}: the unit of column {name!r} must be one of {', '.join(known)}, got {unit!r}")
    return name, known[unit.strip()] if unit is not None else 1.0


def _whole(what: str, line: int, row: list[str], count: int) -> list[str]:
    if len(row) != count:
        raise InputError(f"{what}: line {line} must have {count} cells as the header has, got {len(row)}")
    return row


def _number(what: str, line: int, cell: str) -> float:
    """A number; an empty cell is a gap."""
    try:
        return float(cell) if cell.strip() else math.nan
    except ValueError:
        raise InputError(f"{what}: line {line} must hold numbers, got {show_line(cell)!r}") from None
