"""Tables and hazard curves from CSV files; errors name file and line."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from drystone.checks import check_choice, show
from drystone.errors import InputError
from drystone.io.bounded import MOST_OF_RECORD, read_bounded
from drystone.studies.fragility.columns import Columns, find_columns, title_of, unit_of
from drystone.studies.fragility.hazard import Hazard
from drystone.studies.fragility.tables import LABELS, Capacities, Cloud, Runs, Stripes, Table

TABLE_KINDS = ("stripes", "runs", "ida", "cloud")
_NEEDS = {"stripes": ("im", "failures", "runs"), "runs": ("im",), "ida": ("im",), "cloud": ("im", "edp")}
_YES, _NO = ("1", "1.0", "true", "yes", "collapse", "collapsed"), ("0", "0.0", "false", "no", "safe", "stands", "stood")
UNDECIDED = ("undecided", "moving")     #: outcomes of runs that had not come to an end


@dataclass(frozen=True, slots=True)
class Sheet:
    """Cells of a CSV file."""

    label: str                     #: how messages call the file
    header: tuple[str, ...]
    rows: list[list[str]]
    lines: list[int]               #: line of every row in the file

    def where(self, row: int) -> str:
        """How messages call a row."""
        return f"{self.label} line {self.lines[row]}"


def read_table(path: str | Path, columns: Mapping[str, Sequence[str]] | None = None, *, kind: str | None = None,
               states: Sequence[str] | None = None, limit: float | None = None,
               unit: str | None = None) -> tuple[Table, Columns]:
    """Read a table of stripes, runs, capacities or a cloud.

    Parameters
    ----------
    columns : titles by role, see `columns.ROLES`; what is not named is recognised by its title
    kind : "stripes", "runs", "ida" or "cloud"; None: by its columns
    states : names of the damage states, light to severe; needed where the column holds names
    limit : EDP at which the state of a cloud begins
    unit : of im; None: as in brackets behind its title
    """
    sheet = read_sheet(Path(path))
    found = find_columns(sheet.header, columns or {}, sheet.label)
    kind = check_choice("fit: --kind", kind, TABLE_KINDS) if kind is not None else _kind(sheet, found)
    for role in _NEEDS[kind]:
        if role not in found.one:
            raise InputError(f"{sheet.label}: a table of kind {kind} needs a column {role}; say --column {role}=TITLE; "
                             f"there are {', '.join(sheet.header)}")
    if kind == "cloud" and limit is None:
        raise InputError(f"{sheet.label}: a cloud needs the demand at which the state begins; say --limit VALUE")
    keep, undecided = _decided(sheet, found) if kind in ("runs", "cloud") else (list(range(len(sheet.rows))), [])
    sheet, left_out = _chosen(sheet, keep), _chosen(sheet, undecided)
    im_title = sheet.header[found.one["im"]]
    common = {"im": _numbers(sheet, found.one["im"]), "im_name": title_of(im_title),
              "unit": unit or unit_of(im_title) or "-", "where": sheet.where,
              "undecided": _numbers(left_out, found.one["im"]),
              "labels": {role: _texts(sheet, found.one[role]) for role in LABELS if role in found.one},
              "measures": {name: _numbers(sheet, k) for name, k in found.measures.items()},
              "covariates": {name: _numbers(sheet, k) for name, k in found.covariates.items()}}
    return _MAKERS[kind](sheet, found, common, states, limit), found


def read_hazard(path: str | Path) -> Hazard:
    """Read a hazard curve: intensity and annual rate of exceedance in the first two columns."""
    sheet = read_sheet(Path(path))
    if len(sheet.header) < 2:
        raise InputError(f"{sheet.label}: must have two columns, im and annual rate, got {len(sheet.header)}")
    im, rate = _numbers(sheet, 0), _numbers(sheet, 1)
    for k in range(len(im)):
        for name, values in (("im", im), ("annual rate", rate)):
            if not (np.isfinite(values[k]) and values[k] > 0.0):
                raise InputError(f"{sheet.where(k)}: {name} must be finite and > 0, got {values[k]:g}")
        if k and not (im[k] > im[k - 1] and rate[k] < rate[k - 1]):
            raise InputError(f"{sheet.where(k)}: im must grow and annual rate fall from line to line, got {im[k]:g} "
                             f"and {rate[k]:g}")
    return Hazard(im, rate)


def read_sheet(path: Path) -> Sheet:
    """Cells of a CSV file with a header; lines that begin with # are comments."""
    label = f"table '{path.name}'"
    try:
        text = read_bounded(path, MOST_OF_RECORD, label).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{label}: must be text in UTF-8, got byte {error.object[error.start]:#04x} at "
                         f"{error.start}") from None
    except OSError as error:
        raise InputError(f"{label}: cannot be read: {error.strerror or error}") from None
    if "\0" in text:
        raise InputError(f"{label}: must be text, got a byte of value 0")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1)
             if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        raise InputError(f"{label}: must have a line of titles and rows, got nothing")
    delimiter = max(",;\t", key=lines[0][1].count)
    header = _cells(lines[0][1], delimiter)
    rows = []
    for number, line in lines[1:]:
        cells = _cells(line, delimiter)
        if len(cells) != len(header):
            raise InputError(f"{label} line {number}: must have {len(header)} cells as its titles, got {len(cells)}")
        rows.append(cells)
    if not rows:
        raise InputError(f"{label}: must have at least one row below its titles, got none")
    return Sheet(label, tuple(header), rows, [number for number, _ in lines[1:]])


def _cells(line: str, delimiter: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader(io.StringIO(line), delimiter=delimiter))]


def _kind(sheet: Sheet, found: Columns) -> str:
    has = found.one.__contains__
    if has("failures") or (has("runs") and not has("collapsed")):
        return "stripes"
    if has("edp"):
        return "cloud"
    if has("collapsed") or has("state"):
        return "runs"
    if has("censored"):
        return "ida"
    raise InputError(f"{sheet.label}: needs failures and runs, collapsed, state, censored or edp; say --column "
                     f"ROLE=TITLE; there are {', '.join(sheet.header)}")


def _chosen(sheet: Sheet, keep: list[int]) -> Sheet:
    return Sheet(sheet.label, sheet.header, [sheet.rows[k] for k in keep], [sheet.lines[k] for k in keep])


def _decided(sheet: Sheet, found: Columns) -> tuple[list[int], list[int]]:
    """Rows of runs that came to an end, and of those that did not."""
    at = found.one.get("state", found.one.get("collapsed"))
    rows = range(len(sheet.rows))
    open_ended = [] if at is None else [k for k in rows if sheet.rows[k][at].lower() in UNDECIDED]
    return [k for k in rows if k not in set(open_ended)], open_ended


# --- cells ------------------------------------------------------------------------------------------


def _texts(sheet: Sheet, column: int) -> np.ndarray:
    return np.array([row[column] for row in sheet.rows], dtype=str)


def _numbers(sheet: Sheet, column: int, read: Callable[[str], float] = float, rule: str = "a number") -> np.ndarray:
    values = np.empty(len(sheet.rows))
    for k, row in enumerate(sheet.rows):
        try:
            values[k] = read(row[column])
        except ValueError:
            raise InputError(f"{sheet.where(k)}: {sheet.header[column]} must be {rule}, got "
                             f"{show(row[column])}") from None
    return values


def _yes(text: str) -> float:
    if text.lower() in _YES:
        return 1.0
    if text.lower() in _NO:
        return 0.0
    raise ValueError


def _flags(sheet: Sheet, column: int, also: str = "") -> np.ndarray:
    return _numbers(sheet, column, _yes, f"0 or 1{also}")


# --- kinds ------------------------------------------------------------------------------------------


def _stripes(sheet: Sheet, found: Columns, common: dict, states: object, limit: object) -> Table:
    return Stripes(failures=_numbers(sheet, found.one["failures"]), runs=_numbers(sheet, found.one["runs"]),
                   **{**common, "labels": {}})


def _runs(sheet: Sheet, found: Columns, common: dict, states: Sequence[str] | None, limit: object) -> Table:
    also = f", or {UNDECIDED[0]}"
    if "state" not in found.one:
        return Runs(state=_flags(sheet, found.one["collapsed"], also), **common)
    if states is not None:
        order = {name: float(k) for k, name in enumerate(("none", *states))} | {str(k): float(k) for k in
                                                                                range(len(states) + 1)}

        def read(text: str) -> float:
            if text not in order:
                raise ValueError
            return order[text]
        state = _numbers(sheet, found.one["state"], read, f"one of none, {', '.join(states)}{also}")
        return Runs(state=state, states=tuple(states), **common)
    rule = "a whole number, 0 = no damage, unless --states names the states"
    state = _numbers(sheet, found.one["state"], _whole, rule)
    most = int(max(state.max(), 1)) if state.size else 1
    names = tuple(f"ds{k}" for k in range(1, most + 1)) if most > 1 else ("collapse",)
    return Runs(state=state, states=names, **common)


def _whole(text: str) -> float:
    if not re.fullmatch(r"\d{1,2}", text):
        raise ValueError
    return float(text)


def _ida(sheet: Sheet, found: Columns, common: dict, states: object, limit: object) -> Table:
    at = found.one.get("censored")
    censored = np.zeros(len(sheet.rows)) if at is None else _flags(sheet, at)
    return Capacities(censored=censored, **common)


def _cloud(sheet: Sheet, found: Columns, common: dict, states: object, limit: float | None) -> Table:
    at = found.one.get("collapsed")
    collapsed = np.zeros(len(sheet.rows)) if at is None else _flags(sheet, at, f", or {UNDECIDED[0]}")
    edp = np.full(len(sheet.rows), np.nan)
    standing = [k for k in range(len(sheet.rows)) if not collapsed[k]]
    edp[standing] = _numbers(_chosen(sheet, standing), found.one["edp"])
    assert limit is not None                            # asked for above
    return Cloud(edp=edp, collapsed=collapsed, limit=limit, edp_name=title_of(sheet.header[found.one["edp"]]), **common)


_MAKERS = {"stripes": _stripes, "runs": _runs, "ida": _ida, "cloud": _cloud}
