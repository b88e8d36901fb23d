"""CSV of corners: columns block, x, y, z and, if wanted, group; each block is the convex hull of its rows."""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path

import numpy as np

from drystone.errors import InputError
from drystone.io.drawing import MOST_FACES, MOST_OBJECTS, Drawing, RawSolid, read_text, refuse_many

_COLUMNS = ("block", "x", "y", "z")


def read_points(path: Path) -> Drawing:
    """Blocks of a CSV file, comma or semicolon between cells; lines that begin with # are comments."""
    text = read_text(path)
    refuse_many(path, text.count("\n"), "lines", 8 * MOST_FACES)
    lines = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip() and line[0] != "#"]
    if not lines:
        raise InputError(f"{path}: the file is empty")
    mark = ";" if ";" in lines[0][1] else ","
    titles = [title.strip().lower() for title in next(csv.reader([lines[0][1]], delimiter=mark))]
    missing = [column for column in _COLUMNS if column not in titles]
    if missing:
        raise InputError(f"{path}:{lines[0][0]}: the first line must name the columns {', '.join(_COLUMNS)}; "
                         f"{missing[0]} is missing")
    place = {column: titles.index(column) for column in (*_COLUMNS, "group") if column in titles}
    rows: dict[str, list[tuple[float, float, float]]] = {}
    first: dict[str, int] = {}
    groups: dict[str, dict[str, None]] = {}
    reader = csv.reader(io.StringIO("\n".join(line for _, line in lines[1:])), delimiter=mark)
    for (number, line), cells in zip(lines[1:], reader):
        point = _point(path, number, line, cells, place)
        name = cells[place["block"]].strip()
        if not name:
            raise InputError(f"{path}:{number}: the block has no name")
        if name not in rows:
            rows[name], first[name], groups[name] = [], number, {}
            refuse_many(path, len(rows), "blocks", MOST_OBJECTS)
        rows[name].append(point)
        if "group" in place and len(cells) > place["group"] and cells[place["group"]].strip():
            groups[name][cells[place["group"]].strip()] = None
    if not rows:
        raise InputError(f"{path}: holds no rows below its titles")
    return Drawing([RawSolid(name, np.array(points), None, tuple(groups[name]), f"line {first[name]}")
                    for name, points in rows.items()])


def _point(path: Path, number: int, line: str, cells: list[str], place: dict[str, int]) -> tuple[float, float, float]:
    try:
        x, y, z = (float(cells[place[axis]]) for axis in "xyz")
    except (IndexError, ValueError):
        x = y = z = math.nan
    if not all(map(math.isfinite, (x, y, z))):
        raise InputError(f"{path}:{number}: x, y, z must be 3 finite numbers, got {line.strip()!r}")
    return x, y, z
