"""What pictures of studies share: names of files, values along an axis, looks of groups, units of monitors."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from drystone.errors import InputError
from drystone.quantities import split_quantity
from drystone.studies.file.axes import is_drawn
from drystone.studies.file.read import Study
from drystone.studies.file.schema import VaryEntry
from drystone.studies.runs.outcome import Row, Rows
from drystone.studies.runs.planned import PlannedRun
from drystone.view import style

#: Longest name of a picture, its ending aside.
_LONGEST = 80
#: Groups that a legend names; of more, a last line says how many.
MOST_NAMED = 15
#: Markers and dashes of groups; together with the palette no two of 40 groups look alike.
MARKERS = ("o", "s", "^", "D", "v")
DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 2, 1, 2)), (0, (8, 2)))


class FileNames:
    """Names of pictures from anybody's words: letters, digits, dot, dash; never the same twice."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def make(self, *words: str) -> str:
        """A name without ending."""
        parts = ["".join(c if c.isascii() and (c.isalnum() or c in ".-") else "-" for c in word).strip("-.")
                 for word in words]
        plain = "_".join(part for part in parts if part)[:_LONGEST] or "picture"
        name, number = plain, 1
        while name.lower() in self._taken:       # some disks know no capitals
            number += 1
            name = f"{plain}_{number}"
        self._taken.add(name.lower())
        return name


@dataclass(frozen=True)
class Look:
    """How a group is drawn."""

    colour: str
    marker: str
    dashes: object
    label: str | None    #: None: not named in the legend


def looks(names: Sequence[str], rest: str = "groups") -> list[Look]:
    """Of groups by their names in words; those beyond MOST_NAMED share the last line of the legend."""
    found = []
    for k, name in enumerate(names):
        label = style.plain(name) or "all runs"
        if k >= MOST_NAMED:
            label = f"... and {len(names) - MOST_NAMED} more {rest}" if k == MOST_NAMED else None
        cycle = k // len(style.PALETTE)
        found.append(Look(style.PALETTE[k % len(style.PALETTE)], MARKERS[cycle % len(MARKERS)],
                          DASHES[cycle % len(DASHES)], label))
    return found


@dataclass(frozen=True)
class AxisValues:
    """Values that vary as places along an axis."""

    places: Mapping[object, float]
    unit: str                       #: "" where there is none
    ticks: tuple[str, ...]          #: words at 0, 1, 2, ...; empty where values are numbers

    def label(self, name: str) -> str:
        """Of the axis."""
        return f"{name}  [{self.unit}]" if self.unit else name


def axis_values(values: Iterable[object]) -> AxisValues:
    """Numbers where all are numbers, or all have one unit; else words, one after the other."""
    distinct = list(dict.fromkeys(values))
    pairs = [_number(value) for value in distinct]
    if distinct and None not in pairs and len({unit for _, unit in pairs}) == 1:
        return AxisValues({value: number for value, (number, _) in zip(distinct, pairs)}, pairs[0][1], ())
    return AxisValues({value: float(k) for k, value in enumerate(distinct)}, "",
                      tuple(style.plain(str(value)) for value in distinct))


def _number(value: object) -> tuple[float, str] | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return float(value), ""
    found = split_quantity(value) if isinstance(value, str) else None
    return None if found is None else (float(found[0]), found[1] or "")


def set_ticks(axes, along: AxisValues) -> None:
    """Of the x axis, where values are words."""
    if along.ticks:
        axes.set_xticks(range(len(along.ticks)), along.ticks)
        axes.set_xlim(-0.5, len(along.ticks) - 0.5)


def by_other_axes(runs: Iterable[PlannedRun], vary: Sequence[VaryEntry]) -> dict[str, list[PlannedRun]]:
    """Runs by all that varies but the first, draws aside, in words."""
    names = [entry.name for entry in vary[1:] if not is_drawn(entry)]
    found: dict[str, list[PlannedRun]] = {}
    for run in runs:
        words = ", ".join(f"{name} {_shown(run.coords[name])}" for name in names)
        found.setdefault(words, []).append(run)
    return found


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def known_runs(runs: Iterable[PlannedRun], rows: Rows) -> list[tuple[PlannedRun, Row]]:
    """Runs that are over, each with its row."""
    return [(run, rows[run.id]) for run in runs if run.id in rows]


def monitor_columns(rows: Iterable[Row]) -> list[str]:
    """Columns of monitors that any row has, in their order."""
    names = (name.removesuffix(" greatest") for row in rows for name in row.numbers if name.endswith(" greatest"))
    return list(dict.fromkeys(names))


def peak_of(row: Row, columns: Collection[str]) -> float | None:
    """Greatest size that any of these columns reached; None where nobody looked."""
    found = [abs(row.numbers[f"{column} {end}"]) for column in columns for end in ("least", "greatest")
             if f"{column} {end}" in row.numbers]
    return max(found, default=None)


def columns_of(monitor: str, rows: Iterable[Row]) -> list[str]:
    """Columns of a monitor: itself, or its components."""
    return [name for name in monitor_columns(rows) if name == monitor or name in (f"{monitor}.{c}" for c in "xyz")]


def unit_finder(study: Study) -> Callable[[str], str]:
    """Function from a column or a monitor to its unit in brackets; "" where the base model cannot be built alone."""
    try:
        monitors = study.base.build().model.monitors
    except InputError:
        return lambda column: ""
    units = {name: monitor.unit for monitor in monitors for name in (monitor.name, *monitor.columns)}
    return lambda column: f"  [{units[column]}]" if column in units else ""


def title_of(study: Study, *words: str) -> str:
    """Name of the study and what of it is drawn."""
    return ": ".join((study.file.name, ", ".join(word for word in words if word))).rstrip(": ")
