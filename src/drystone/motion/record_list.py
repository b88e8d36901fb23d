"""Lists of records: what PEER's search writes, a folder, or a table of our own. Files are found, not read."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from drystone.checks import show
from drystone.errors import InputError
from drystone.io.bounded import MOST_OF_RECORD, read_bounded
from drystone.motion.record import Record
from drystone.motion.records import read_recording

#: Endings that a folder's records may have, and that nothing else has.
ENDINGS = (".at2", ".v1", ".v2", ".v1a", ".v2a", ".v1c", ".v2c", ".asc", ".smc", ".ew", ".ns", ".ud", ".ew1", ".ns1",
           ".ud1", ".ew2", ".ns2", ".ud2")
_PEER_TITLE = "Record Sequence Number"
_PEER_FILES = ("Horizontal-1 Acc. Filename", "Horizontal-2 Acc. Filename", "Vertical Acc. Filename")
_TITLES = ("name", "h1", "h2", "v", "units", "factor", "dt")
#: Files of one record differ in their last piece: GIL067 and GIL337, TCU045-E and -N, .EW and .NS, HNE and HNN.
_DIRECTION = re.compile(r"([-_.]?(?:(?:UP|DWN|VERT?|UD|EW|NS|[ENVZ])\d?|\d{3}|L|T|V)|-[-A-Z]{1,2})\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ListedRecord:
    """One record of a list.

    Attributes
    ----------
    name : of the record
    files : of its components: horizontal ones, then the vertical one where there is one
    units : of the files; None where they state it
    factor : that the list asks for [-]; 1 where it asks for none
    dt : sampling step of files without times [s]; None where they have them
    """

    name: str
    files: tuple[Path, ...]
    units: str | None = None
    factor: float = 1.0
    dt: float | None = None

    def read(self, **options: Any) -> Record:
        """The record, times its factor; options as those of `read_recording`."""
        given: dict[str, Any] = {"units": self.units, "dt": self.dt} | options
        record = read_recording(self.files, **given)
        return record if self.factor == 1.0 else record.scaled(self.factor)


def read_record_list(path: str | Path, units: str | None = None) -> list[ListedRecord]:
    """Records of PEER's _SearchResults.csv, of a folder, or of a CSV.

    Parameters
    ----------
    path : the list; a folder gives every file with an ending of records, files of one record together
    units : of all files that state none

    A CSV of our own has a line of titles: `h1`, and where they are wanted `name`, `h2`, `v`, `units`, `factor` and `dt`
    [s]; files are named from the folder of the list.
    """
    path = Path(path)
    found = _folder(path, units) if path.is_dir() else _table(path, units)
    if not found:
        raise InputError(f"record list '{path}': must name at least one record, got none")
    return found


def _folder(path: Path, units: str | None) -> list[ListedRecord]:
    files = sorted(file for file in path.iterdir() if file.suffix.lower() in ENDINGS and file.is_file())
    groups: dict[str, list[Path]] = {}
    for file in files:
        own = file.stem if file.suffix.lower()[1:3] in ("ew", "ns", "ud") else _DIRECTION.sub("", file.stem)
        groups.setdefault(own or file.stem, []).append(file)
    return [ListedRecord(name, tuple(members), units) for name, members in groups.items()]


def _table(path: Path, units: str | None) -> list[ListedRecord]:
    try:
        data = read_bounded(path, MOST_OF_RECORD, f"record list '{path}'")
    except OSError as error:
        raise InputError(f"record list '{path}': file must be readable, got {error.strerror}") from None
    text = data.decode("utf-8-sig", errors="replace").replace("\0", "")
    rows = [(k, [cell.strip() for cell in row]) for k, row in enumerate(csv.reader(io.StringIO(text)), start=1)]
    peer = next((k for k, (_, row) in enumerate(rows) if _PEER_TITLE in row and _PEER_FILES[0] in row), None)
    return _own(path, rows, units) if peer is None else _peer(path, rows[peer:], units)


def _peer(path: Path, rows: list[tuple[int, list[str]]], units: str | None) -> list[ListedRecord]:
    """Rows under PEER's titles, up to the first that has no sequence number."""
    titles, found = rows[0][1], []
    number, factor = titles.index(_PEER_TITLE), titles.index("Scale Factor") if "Scale Factor" in titles else None
    columns = [titles.index(name) for name in _PEER_FILES if name in titles]
    for line, row in rows[1:]:
        if len(row) <= max(columns) or not row[number].isdigit():
            break
        files = [row[k] for k in columns if row[k] and row[k] != "-----"]
        scale = _number(path, line, "Scale Factor", row[factor]) if factor is not None and row[factor] else 1.0
        found.append(ListedRecord(f"RSN{row[number]}", _existing(path, line, files), units, scale))
    return found


def _own(path: Path, rows: list[tuple[int, list[str]]], units: str | None) -> list[ListedRecord]:
    rows = [(line, row) for line, row in rows if any(row) and not row[0].startswith("#")]
    titles = [title.lower() for title in rows[0][1]] if rows else []
    if "h1" not in titles or not set(titles) <= set(_TITLES):
        raise InputError(f"record list '{path}'{f' line {rows[0][0]}' if rows else ''}: titles must be of "
                         f"{', '.join(_TITLES)}, h1 among them, got {show(titles)}")
    found = []
    for line, row in rows[1:]:
        cells = dict(zip(titles, row))
        files = _existing(path, line, [cells[key] for key in ("h1", "h2", "v") if cells.get(key)])
        if not files:
            raise InputError(f"record list '{path}' line {line}: h1 must name a file, got nothing")
        factor = _number(path, line, "factor", cells["factor"]) if cells.get("factor") else 1.0
        dt = _number(path, line, "dt", cells["dt"]) if cells.get("dt") else None
        found.append(ListedRecord(cells.get("name") or files[0].stem, files, cells.get("units") or units, factor, dt))
    return found


def _existing(path: Path, line: int, names: Iterable[str]) -> tuple[Path, ...]:
    files = tuple(path.parent / name for name in names)
    missing = next((file for file in files if not file.is_file()), None)
    if missing is not None:
        raise InputError(f"record list '{path}' line {line}: file must be there, got {missing.name!r}, which is not")
    return files


def _number(path: Path, line: int, what: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"record list '{path}' line {line}: {what} must be a number, got {show(text)}") from None
