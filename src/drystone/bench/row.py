"""`Row`: one line of a benchmark, for people and for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

#: Keys that every object of the JSON list has; null where one has no meaning.
KEYS = ("problem", "regime", "blocks", "contacts", "solver", "ms", "iterations", "error", "clarabel_ms", "ratio")

#: Columns of words: aligned on the left.
_WORDS = ("problem", "regime", "solver")


@dataclass(frozen=True, slots=True)
class Row:
    """What one measurement says."""

    problem: str
    regime: str | None = None
    blocks: int | None = None           #: that can move
    contacts: int | None = None
    solver: str | None = None
    ms: float | None = None             #: CPU time a step [ms]
    iterations: float | None = None     #: mean of the steps
    error: float | None = None          #: greatest certified relative error of the velocity [-]
    clarabel_ms: float | None = None    #: CPU time of Clarabel for the same [ms], in the same run
    ratio: float | None = None          #: clarabel_ms / ms
    more: dict[str, object] = field(default_factory=dict)   #: what only this benchmark knows
    failed: bool = False                #: a step ended above tolerance, or not at all

    def as_object(self) -> dict[str, object]:
        """The ten keys and the others, with values that JSON knows."""
        content = {key: getattr(self, key) for key in KEYS} | self.more | {"failed": self.failed}
        return {key: _plain(value) for key, value in content.items()}


def _plain(value: object) -> object:
    """JSON has neither inf nor nan: null."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def to_json(rows: Iterable[Row]) -> str:
    """JSON list of all rows."""
    return json.dumps([row.as_object() for row in rows], indent=1, ensure_ascii=False)


def to_text(rows: Sequence[Row]) -> str:
    """Tables of rows that belong together, in order."""
    tables: list[list[Row]] = []
    for row in rows:
        if not tables or not _belong_together(tables[-1][-1], row):
            tables.append([])
        tables[-1].append(row)
    return "\n\n".join(_table(own) for own in tables)


def _belong_together(a: Row, b: Row) -> bool:
    """What only their benchmark knows has a name in common, or there is nothing of the kind."""
    return a.more.keys() == b.more.keys() or bool((a.more.keys() & b.more.keys()) - {"steps"})


def _table(rows: Sequence[Row]) -> str:
    """Aligned columns: those in which some row has a value; notes and paths below."""
    objects = [{key: getattr(row, key) for key in KEYS} | row.more for row in rows]
    names = list(dict.fromkeys(key for content in objects for key in content))
    below = [key for key in names if key not in _WORDS and any(_is_long(content.get(key)) for content in objects)]
    columns = [key for key in names
               if key not in below and any(content.get(key) is not None for content in objects)]
    lines = aligned(columns, [[content.get(key) for key in columns] for content in objects])
    lines += [f"{content['problem']} {content['regime'] or ''}: {key} {content[key]}".replace(" :", ":")
              for content in objects for key in below if content.get(key) is not None]
    return "\n".join(lines)


def aligned(columns: Sequence[str], lines: Iterable[Sequence[object]], words: Sequence[str] = _WORDS) -> list[str]:
    """Lines of a table under their headings; columns in `words` stand on the left."""
    cells = [list(columns)] + [[_cell(value) for value in line] for line in lines]
    width = [max(len(line[i]) for line in cells) for i in range(len(columns))]
    return ["  ".join(f"{cell:<{w}}" if name in words else f"{cell:>{w}}"
                      for name, cell, w in zip(columns, line, width)).rstrip() for line in cells]


def _is_long(value: object) -> bool:
    return isinstance(value, str) and len(value) > 16


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.1e}" if value and not 1e-2 <= abs(value) < 1e6 else f"{value:.4g}"
    return str(value)
