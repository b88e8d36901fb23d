"""Text of a record: its lines by number, numbers of fixed width or not, and errors that name file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from drystone.checks import check_number, show
from drystone.errors import InputError
from drystone.io.bounded import MOST_OF_RECORD, read_bounded

#: numbers of a fixed-width file that touch, as in -.1234E-02-.5678E-02
_TOUCHING = re.compile(r"[+-]?\d*\.\d+(?:[eEdD][+-]?\d+)?")
#: Fortran's word for a column: (8F10.5), (10I8), (5E15.6)
_FORMAT = re.compile(r"\(\s*\d*\s*[A-Z]*\s*[FEGI](\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RecordText:
    """All lines of a file, blank ones too: formats count them. Line numbers start at 1."""

    name: str                #: of the file, for messages
    lines: tuple[str, ...]

    @property
    def stem(self) -> str:
        """Name of the file without its ending."""
        return Path(self.name).stem

    def line(self, number: int) -> str:
        """Text of a line; "" after the end."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def numbered(self, first: int = 1) -> Iterator[tuple[int, str]]:
        """Lines that are not blank, from line `first` on."""
        return ((k, text) for k, text in enumerate(self.lines[first - 1:], start=first) if text.strip())

    def error(self, rule: str, line: int | None = None) -> InputError:
        """An error about this file."""
        return InputError(f"record {self.name!r}{'' if line is None else f' line {line}'}: {rule}")

    def find(self, pattern: re.Pattern, first: int = 1, last: int | None = None) -> tuple[int, re.Match] | None:
        """First line from `first` to `last` that the pattern is found in."""
        stop = len(self.lines) if last is None else min(last, len(self.lines))
        for number in range(first, stop + 1):
            if match := pattern.search(self.lines[number - 1]):
                return number, match
        return None


def read_text(path: str | Path) -> RecordText:
    """Lines of a file, which must not be empty."""
    path = Path(path)
    try:
        data = read_bounded(path, MOST_OF_RECORD, f"record {path.name!r}")
    except OSError as error:
        raise InputError(f"record {str(path)!r}: file must be readable, got {error.strerror}") from None
    text = data.decode("utf-8-sig", errors="replace").rstrip("\x1a\r\n")      # DOS ended files with Ctrl-Z
    if not text.strip():
        raise InputError(f"record {path.name!r}: file must hold data, got none")
    return RecordText(path.name, tuple(text.splitlines()))


# ---------------------------------------------------------------------- numbers
def to_float(token: str) -> float | None:
    """Number in `token`, Fortran exponents included; None if it is not one."""
    try:
        return float(token.replace("D", "E").replace("d", "e"))
    except ValueError:
        return None


def finite(text: RecordText, line: int, what: str, token: str) -> float:
    """Number in `token`, or an error that names its line."""
    value = to_float(token)
    if value is None or not np.isfinite(value):
        raise text.error(f"{what} must be a finite number, got {show(token)}", line)
    return value


def positive(text: RecordText, line: int, what: str, token: str, unit: str) -> float:
    """Number above zero in `token`, or an error that names its line."""
    return check_number(f"record {text.name!r} line {line}: {what}", to_float(token), unit, above=0.0)


def format_width(line: str) -> int | None:
    """Width of a column that a line states in Fortran's way; None if it does not."""
    found = _FORMAT.search(line)
    return int(found[1]) if found and 0 < int(found[1]) < 100 else None


def read_numbers(text: RecordText, first: int, last: int, width: int | None = None,
                 what: str = "acceleration") -> np.ndarray:
    """All numbers from line `first` to line `last`, in the order of reading.

    Parameters
    ----------
    width : of a column, where the format fixes it; numbers may then touch. None: numbers that touch are told apart by
        their signs and points
    """
    rows = text.lines[first - 1:last]
    try:
        values = np.array(" ".join(rows).split(), dtype=float)
        if np.isfinite(values).all():
            return values
    except ValueError:
        pass       # numbers that touch, or dirt: line by line, so that the error can name it
    return np.array([value for k, row in enumerate(rows, start=first) for value in _row(text, k, row, width, what)])


def _row(text: RecordText, line: int, row: str, width: int | None, what: str) -> Iterator[float]:
    tokens = row.split()
    if width is not None and any(to_float(token) is None for token in tokens):
        body = row.rstrip()
        tokens = [cell for k in range(0, len(body), width) if (cell := body[k:k + width].strip())]
    for token in tokens:
        if to_float(token) is None and _TOUCHING.sub("", token) == "":
            yield from (finite(text, line, what, part) for part in _TOUCHING.findall(token))
        else:
            yield finite(text, line, what, token)


def read_counted(text: RecordText, first: int, count: int, per_line: int, width: int | None,
                 what: str = "acceleration") -> tuple[np.ndarray, int]:
    """`count` numbers of a block that starts at line `first` with `per_line` a line; and the line after the block."""
    last = first + -(-count // per_line) - 1
    if last > len(text.lines):
        values = read_numbers(text, first, len(text.lines), width, what)
        raise text.error(f"{what}: header must agree with the data, got {count} announced and {values.size} values "
                         "before the file ends", len(text.lines))
    values = read_numbers(text, first, last, width, what)
    if values.size != count:
        raise text.error(f"{what}: header must agree with the data, got {count} announced and {values.size} values "
                         f"in lines {first} to {last}", first)
    return values, last + 1
