"""Runs of a study as a table: where each stands, how it ended, what it reached. `drystone fit` reads it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drystone.names import show_line
from drystone.results.record import COLLAPSED
from drystone.studies.file.schema import DamageEntry
from drystone.studies.runs.outcome import Row, Rows
from drystone.studies.runs.planned import PlannedRun

UNDECIDED = "undecided"
COLLAPSE = "collapse"       #: the severest state
NO_DAMAGE = "none"

#: A spreadsheet takes what begins so for a formula.
_FORMULA = ("=", "+", "-", "@")


@dataclass(frozen=True)
class StudyTable:
    """Columns and rows; cells are numbers, words or None."""

    titles: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]

    def column(self, title: str) -> list[object]:
        """All cells of a column."""
        k = self.titles.index(title)
        return [row[k] for row in self.rows]

    def to_csv(self) -> str:
        """As text; words that a spreadsheet would compute get an apostrophe."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.titles)
        writer.writerows([_cell(value) for value in row] for row in self.rows)
        return text.getvalue()


def _cell(value: object) -> object:
    if not isinstance(value, str):
        return "" if value is None else value
    shown = show_line(value)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown


def make_table(runs: Sequence[PlannedRun], rows: Rows, damage: Sequence[DamageEntry] = ()) -> StudyTable:
    """All runs of a plan that are over, in the order of the plan."""
    found = [(run, rows[run.id]) for run in runs if run.id in rows]
    cells = [_cells(run, row, damage) for run, row in found]
    titles = list(dict.fromkeys(title for row in cells for title in row))
    order = sorted(titles, key=_position)       # stable: the others stay as they came
    return StudyTable(tuple(order), tuple(tuple(row.get(title) for title in order) for row in cells))


#: Columns at the end, after places, measures, outcome and numbers.
_LAST = ("cpu [s]", "message")


def _position(title: str) -> int:
    return _LAST.index(title) + 1 if title in _LAST else 0


def _cells(run: PlannedRun, row: Row, damage: Sequence[DamageEntry]) -> dict[str, object]:
    cells: dict[str, object] = {"id": run.id, **run.coords, **run.measures, "outcome": row.outcome,
                                "at_end": row.at_end, "collapsed": collapsed_cell(row)}
    if damage:
        cells["state"] = state_of(row, damage)
    cells |= {"mode": row.mode, "end [s]": row.end}
    return cells | dict(row.numbers) | {"cpu [s]": row.cpu, "message": row.message}


def collapsed_cell(row: Row) -> int | str:
    """1 or 0; a run that was still moving, or that failed by an error, is neither."""
    return int(row.is_collapse) if row.is_decided else UNDECIDED


def state_of(row: Row, damage: Sequence[DamageEntry]) -> str:
    """Name of the severest state that a run reached."""
    if row.outcome == COLLAPSED:
        return COLLAPSE
    if not row.is_decided:
        return UNDECIDED
    reached = [entry.name for entry in damage if demand(row.numbers, entry) > entry.above]
    return reached[-1] if reached else NO_DAMAGE


def demand(numbers: Mapping[str, float], entry: DamageEntry) -> float:
    """Size of the monitor that a state looks at, at any time or at the end."""
    kinds = ("last",) if entry.when == "end" else ("least", "greatest")
    found = [abs(value) for name, value in numbers.items()
             for kind in kinds if name.endswith(f" {kind}") and _is_of(name.removesuffix(f" {kind}"), entry.monitor)]
    return max(found, default=0.0)


def _is_of(column: str, monitor: str) -> bool:
    """Whether a column is that of a monitor, or of one of its components."""
    return column == monitor or (column.startswith(monitor) and column[len(monitor):] in (".x", ".y", ".z", "_x",
                                                                                         "_y", "_z"))
