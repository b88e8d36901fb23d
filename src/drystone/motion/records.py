"""Recorded motions: PEER AT2, two columns of text, CSV. Units are stated, and errors name file, line and value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from drystone.checks import check_choice, check_number, show
from drystone.errors import InputError
from drystone.io.bounded import MOST_OF_RECORD, read_bounded
from drystone.motion.correction import correct_baseline, scale_to_pga
from drystone.motion.table import Table

#: one g as a unit of recorded acceleration [m/s2]
STANDARD_GRAVITY = 9.80665

#: [m/s2] in one unit of the file
UNITS = {"g": STANDARD_GRAVITY, "m/s2": 1.0, "cm/s2": 0.01}

#: Larger accelerations, in any unit, are dirt.
MOST_ACCELERATION = 1e9

FORMATS = ("at2", "columns", "csv")
_BY_SUFFIX = {".at2": "at2", ".txt": "columns", ".dat": "columns", ".csv": "csv"}

_NEW_HEADER = re.compile(r"NPTS\s*=\s*(\d{1,15})(?!\d)\s*,?\s*DT\s*=\s*([\d.eE+-]+)", re.IGNORECASE)
_OLD_HEADER = re.compile(r"^\s*(\d{1,15})\s+([\d.eE+-]+)\s+NPTS\s*,\s*DT", re.IGNORECASE)
#: numbers of a fixed-width file that touch, as in -.1234E-02-.5678E-02
_TOUCHING = re.compile(r"[+-]?\d*\.\d+(?:[eEdD][+-]?\d+)?")


def read_record(path: str | Path, units: str | None = None, format: str | None = None, *,
                baseline: str | None = None, degree: int | None = None, pga: float | None = None,
                after: str | None = None, columns: tuple[str | int, str | int] | None = None) -> Table:
    """Read a recorded motion.

    Parameters
    ----------
    path : file
    units : "g", "m/s2" or "cm/s2"; may be left out only where the file itself states them (AT2)
    format : "at2", "columns" (time and acceleration, blank or comma between) or "csv"; None = by the ending
        .at2, .txt, .dat, .csv
    baseline : None, "mean", "linear" or "polynomial" (then of `degree`): trend taken off the record
    pga : scale to this peak acceleration [m/s2], after the correction; None = as recorded
    degree : of that polynomial
    after : "zero": the ground rests after the record; None: a longer run is an error
    columns : csv only: names or numbers (from 0) of the columns of time and acceleration; None = the first two
    """
    path = Path(path)
    if units is not None:
        check_choice(f"record {path.name!r}: units", units, tuple(UNITS))
    if format is None:
        format = _BY_SUFFIX.get(path.suffix.lower())
        if format is None:
            raise InputError(f"record {path.name!r}: format must be one of {', '.join(FORMATS)} where the file "
                             f"ending does not tell, got ending {path.suffix!r}")
    check_choice(f"record {path.name!r}: format", format, FORMATS)
    if columns is not None and format != "csv":
        raise InputError(f"record {path.name!r}: columns goes with format csv, got format {format!r}")
    if format == "at2":
        table = read_at2(path, units, after=after)
    elif format == "columns":
        table = read_columns(path, units, after=after)
    else:
        table = read_csv(path, units, columns=columns, after=after)
    if baseline is not None or degree is not None:
        table = correct_baseline(table, baseline, degree)
    return table if pga is None else scale_to_pga(table, pga)


def read_at2(path: str | Path, units: str | None = None, *, after: str | None = None) -> Table:
    """Read a PEER AT2 file: four lines of header, the fourth with NPTS and DT, then accelerations."""
    path = Path(path)
    lines = _lines(path)
    header = next((k for k, (_, text) in enumerate(lines[:8]) if "NPTS" in text.upper()), None)
    if header is None:
        raise InputError(f"record {path.name!r}: header must state NPTS and DT in its first lines, found neither")
    number, text = lines[header]
    match = _NEW_HEADER.search(text) or _OLD_HEADER.search(text)
    if match is None:
        raise InputError(f"record {path.name!r} line {number}: header must read NPTS= count, DT= step, "
                         f"got {show(text.strip())}")
    count = int(match.group(1))
    dt = check_number(f"record {path.name!r} line {number}: DT", _to_float(match.group(2)), "s", above=0.0)
    stated = _units_of_header(" ".join(line for _, line in lines[:header]))
    if units is not None and stated is not None and units != stated:
        raise InputError(f"record {path.name!r}: units must be {stated} as its header states, got {units!r}")
    values = [value for number, text in lines[header + 1:] for value in _numbers(path, number, text)]
    if len(values) != count:
        raise InputError(f"record {path.name!r}: header must agree with the data, got NPTS {count} "
                         f"and {len(values)} values")
    return _table(path, dt * np.arange(count), np.array(values), units or stated, after)


def read_columns(path: str | Path, units: str | None, *, after: str | None = None) -> Table:
    """Read two columns, time [s] and acceleration; lines that begin with # or % are comments."""
    path = Path(path)
    rows = []
    for number, text in _lines(path):
        if text.lstrip()[:1] in ("#", "%"):
            continue
        tokens = text.replace(",", " ").replace(";", " ").split()
        if len(tokens) != 2:
            raise InputError(f"record {path.name!r} line {number}: must hold time and acceleration, "
                             f"got {show(text.strip())}")
        rows.append((number, tokens[0], tokens[1]))
    return _table_of_rows(path, rows, units, after)


def read_csv(path: str | Path, units: str | None, *, columns: tuple[str | int, str | int] | None = None,
             after: str | None = None) -> Table:
    """Read time [s] and acceleration from two columns of a comma- or semicolon-separated file.

    One line of titles may come first; `columns` picks by title or by number from 0.
    """
    path = Path(path)
    lines = [(n, text) for n, text in _lines(path) if not text.startswith("#")]
    if not lines:
        raise InputError(f"record {path.name!r}: file must hold data, got none")
    mark = ";" if ";" in lines[0][1] else ","
    cells = [(n, [cell.strip().strip('"') for cell in text.split(mark)]) for n, text in lines]
    has_titles = all(_to_float(cell) is None for cell in cells[0][1])
    titles = cells[0][1] if has_titles else []
    picked = [_column(path, which, titles) for which in (columns or (0, 1))]
    rows = []
    for number, row in cells[1 if has_titles else 0:]:
        if len(row) <= max(picked):
            raise InputError(f"record {path.name!r} line {number}: must hold at least {max(picked) + 1} columns, "
                             f"got {len(row)}")
        rows.append((number, row[picked[0]], row[picked[1]]))
    return _table_of_rows(path, rows, units, after)


# ---------------------------------------------------------------------- pieces
def _lines(path: Path) -> list[tuple[int, str]]:
    """Numbered lines of a file that are not blank."""
    try:
        data = read_bounded(path, MOST_OF_RECORD, f"record {path.name!r}")
    except OSError as error:
        raise InputError(f"record {str(path)!r}: file must be readable, got {error.strerror}") from None
    text = data.decode("utf-8-sig", errors="replace")
    lines = [(k, line) for k, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise InputError(f"record {path.name!r}: file must hold data, got none")
    return lines


def _to_float(token: str) -> float | None:
    """Number in `token`, Fortran exponents included; None if it is not one."""
    try:
        return float(token.replace("D", "E").replace("d", "e"))
    except ValueError:
        return None


def _numbers(path: Path, line: int, text: str) -> Iterator[float]:
    for token in text.split():
        if _to_float(token) is None and _TOUCHING.sub("", token) == "":
            for part in _TOUCHING.findall(token):
                yield _finite(path, line, "acceleration", part)
        else:
            yield _finite(path, line, "acceleration", token)


def _finite(path: Path, line: int, what: str, token: str) -> float:
    value = _to_float(token)
    if value is None or not np.isfinite(value):
        raise InputError(f"record {path.name!r} line {line}: {what} must be a finite number, got {show(token)}")
    return value


def _units_of_header(text: str) -> str | None:
    match = re.search(r"UNITS?\s+OF\s+(\S+)", text.upper())
    if match is None:
        return None
    return {"G": "g", "M/S2": "m/s2", "M/S/S": "m/s2", "CM/S2": "cm/s2", "CM/S/S": "cm/s2"}.get(
        match.group(1).rstrip(".,"))


def _column(path: Path, which: str | int, titles: list[str]) -> int:
    if isinstance(which, int) and not isinstance(which, bool) and which >= 0:
        return which
    if which not in titles:
        raise InputError(f"record {path.name!r}: column must be one of {', '.join(titles) or 'none (no titles)'} "
                         f"or a number from 0, got {show(which)}")
    return titles.index(which)


def _table_of_rows(path: Path, rows: list[tuple[int, str, str]], units: str | None, after: str | None) -> Table:
    """Check rows (line, time, acceleration) one by one, so that the error can name the line."""
    times, values = np.empty(len(rows)), np.empty(len(rows))
    for k, (line, time, value) in enumerate(rows):
        times[k] = _finite(path, line, "time", time)
        values[k] = _finite(path, line, "acceleration", value)
        if k == 0 and times[0] < 0.0:
            raise InputError(f"record {path.name!r} line {line}: time must be >= 0 [s], got {show(time)}")
        if k > 0 and times[k] <= times[k - 1]:
            raise InputError(f"record {path.name!r} line {line}: time must be greater than the one before "
                             f"{float(times[k - 1])!r} [s], got {show(time)}")
    return _table(path, times, values, units, after)


def _table(path: Path, times: np.ndarray, values: np.ndarray, units: str | None, after: str | None) -> Table:
    if units is None:
        raise InputError(f"record {path.name!r}: units must be stated, one of {', '.join(UNITS)}, got none")
    check_choice(f"record {path.name!r}: units", units, tuple(UNITS))
    if times.size < 2:
        raise InputError(f"record {path.name!r}: file must hold at least 2 samples, got {times.size}")
    largest = int(np.abs(values).argmax())
    if abs(values[largest]) > MOST_ACCELERATION:
        raise InputError(f"record {path.name!r}: acceleration must be below {MOST_ACCELERATION:g} [{units}], "
                         f"got {float(values[largest])!r} at {float(times[largest])!r} s")
    return Table(times, UNITS[units] * values, after)
