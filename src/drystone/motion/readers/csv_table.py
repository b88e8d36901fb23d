"""CSV: a column of times [s], and a component in every other column; one line of titles may come first.

A title may state the unit in brackets, `EW [cm/s2]`; else it must be stated.
"""

from __future__ import annotations

import re

from drystone.checks import show
from drystone.motion.readers.channel import Channel, read_orientation, read_unit
from drystone.motion.readers.columns import check_rows
from drystone.motion.readers.text import RecordText, to_float

_UNIT = re.compile(r"\s*[\[(]([^\])]+)[\])]\s*\Z")

Columns = tuple[str | int, str | int]


def recognises(text: RecordText) -> bool:
    """The first line has commas or semicolons, and is one of titles or of at least two numbers."""
    first = next((line for _, line in _data(text)), "")
    cells = _cells(first, ";" if ";" in first else ",")
    is_number = [to_float(cell) is not None for cell in cells]
    return len(cells) > 1 and (all(is_number) or not any(is_number))


def read(text: RecordText, columns: Columns | None = None, *, first_only: bool = False) -> list[Channel]:
    """Components by title, or numbered columns.

    Parameters
    ----------
    columns : time and one component by title or number from 0; None: all columns whose first row is a number
    first_only : True: whatever stands in columns after the first component is not looked at
    """
    lines = list(_data(text))
    if not lines:
        raise text.error("file must hold data, got none")
    mark = ";" if ";" in lines[0][1] else ","
    cells = [(n, _cells(line, mark)) for n, line in lines]
    has_titles = all(to_float(cell) is None for cell in cells[0][1])
    titles = cells[0][1] if has_titles else []
    count = len(cells[0][1])
    if columns is None and has_titles:      # a column of counts or stations' names may come first
        columns_used = _time_first(titles)
    else:
        columns_used = [_column(text, which, titles) for which in (columns or range(max(count, 2)))]
    if columns is None:
        data = cells[1 if has_titles else 0:]
        columns_used = columns_used[:2] if first_only else _numeric(columns_used, data)
    if len(columns_used) < 2:
        raise text.error(f"must hold a column of times and one of accelerations, got {count}", lines[0][0])
    rows = []
    for number, row in cells[1 if has_titles else 0:]:
        if len(row) <= max(columns_used):
            raise text.error(f"must hold at least {max(columns_used) + 1} columns, got {len(row)}", number)
        rows.append((number, row[columns_used[0]], tuple(row[k] for k in columns_used[1:])))
    if not rows:
        raise text.error("file must hold at least 2 samples, got 0")
    times, values = check_rows(text, rows)
    return [_channel(text, titles, k, times, value, rows) for k, value in zip(columns_used[1:], values)]


def _numeric(used: list[int], data: list[tuple[int, list[str]]]) -> list[int]:
    """Time, the first component, and of the other columns those that begin with a number: others are remarks."""
    first = data[0][1] if data else []
    return [k for i, k in enumerate(used) if i < 2 or (k < len(first) and to_float(first[k]) is not None)]


def _time_first(titles: list[str]) -> list[int]:
    """All columns, that of time first: the one that is called so, else the first."""
    words = [re.sub(_UNIT, "", title).strip().lower() for title in titles]
    time = next((k for k, word in enumerate(words) if word in ("t", "time", "times")), 0)
    others = [k for k in range(len(titles)) if k != time]
    return [time, *(k for k in others if k > time)] if time < len(titles) - 1 else [time, *others]


def _channel(text, titles, k, times, values, rows) -> Channel:
    title = titles[k] if k < len(titles) else text.stem if k == 1 else f"column {k}"
    unit = _UNIT.search(title)
    stated = read_unit(unit[1]) if unit else None
    name = _UNIT.sub("", title).strip() if stated else title
    azimuth, is_vertical = read_orientation(name)
    return Channel(name or f"column {k}", times, values, stated, azimuth, is_vertical, line=rows[0][0])


def _data(text: RecordText):
    return ((number, line) for number, line in text.numbered() if not line.startswith("#"))


def _cells(line: str, mark: str) -> list[str]:
    return [cell.strip().strip('"') for cell in line.split(mark)]


def _column(text: RecordText, which: str | int, titles: list[str]) -> int:
    if isinstance(which, int) and not isinstance(which, bool) and which >= 0:
        return which
    if which not in titles:
        raise text.error(f"column must be one of {', '.join(titles) or 'none (no titles)'} or a number from 0, "
                         f"got {show(which)}")
    return titles.index(which)
