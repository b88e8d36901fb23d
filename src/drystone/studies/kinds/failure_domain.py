"""`failure-domain`: for which half periods and amplitudes of a pulse it collapses, in both directions.

Coarse grid first, since domains are not monotonic: above an amplitude that collapses there can be one that does not.
Then the lowest boundary of every column is traced by halving. Safe points above a collapse (islands), with their
neighbours, are run again at half and a quarter of the time step before they are called real.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from drystone.errors import InputError
from drystone.motion import Motion, motion_from_spec
from drystone.studies.file.axes import Combination, spaced_in
from drystone.studies.file.motions import STANDARD_G
from drystone.studies.file.read import Study
from drystone.studies.kinds.kind import StudyKind
from drystone.studies.kinds.search import bracket, halve, most_halvings
from drystone.studies.runs.outcome import Row, Rows
from drystone.studies.runs.planned import PlannedRun, as_override

TIME, AMPLITUDE, DIRECTION, STEP = "half_period [s]", "amplitude [g]", "direction", "dt [s]"
FINER = (2, 4)      #: parts of the time step at which islands are looked at again


@dataclass(frozen=True)
class Column:
    """Pulses of one half period, direction and combination."""

    combination: Combination
    direction: str
    half_period: float    #: [s]

    @cached_property
    def key(self) -> tuple:
        """That can be looked up."""
        return (*self.combination.items(), self.direction, self.half_period)


class FailureDomain(StudyKind):
    """Grid, boundary, islands."""

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        entry = self.entry = study.file.domain
        with study.placed(("domain",)):
            self.times = _rising("half_periods", entry.half_periods or spaced_in(entry.half_period_range, "s"))
            self.amplitudes = _rising("amplitudes", entry.amplitudes or spaced_in(entry.amplitude_range, "m/s2"))
            self._motion = self._find_motion()
            self._durations = {time: self._duration(time) for time in self.times}
        axes = self.combos, self.entry.directions, self.times
        self._columns = [Column(*values) for values in itertools.product(*axes)]
        self._planned: dict[tuple, PlannedRun] = {}

    def columns(self) -> list[Column]:
        """All columns of the grid."""
        return self._columns

    def at(self, column: Column, amplitude: float, parts: int = 1) -> PlannedRun:
        """The run of one pulse [m/s2]; parts : of the time step"""
        key = (column.key, amplitude, parts)
        if key not in self._planned:
            self._planned[key] = self._plan(column, amplitude, parts)
        return self._planned[key]

    def _plan(self, column: Column, amplitude: float, parts: int) -> PlannedRun:
        size = amplitude if column.direction == "+" else -amplitude
        key = f"motions[{self.entry.motion}].parameters"
        changes = [*self.study.varied(column.combination), as_override(f"{key}.amplitude", size),
                   as_override(f"{key}.{self.entry.time_key}", column.half_period),
                   *self._durations[column.half_period]]
        coords = self.coords(column.combination, **{DIRECTION: column.direction, TIME: column.half_period,
                                                    AMPLITUDE: amplitude / STANDARD_G})
        if parts > 1:
            changes.append(as_override("analysis.dt", self.study.time_step / parts))
            coords[STEP] = self.study.time_step / parts
        return self.study.plan(coords, changes, line=f"{column}")

    def first(self) -> Iterator[PlannedRun]:
        """The grid."""
        for column in self.columns():
            for amplitude in self.amplitudes:
                yield self.at(column, amplitude)

    def wanted(self, rows: Rows) -> list[PlannedRun]:
        """The grid, then of every complete column its boundary and its islands."""
        runs = list(self.first())
        for column in self.columns():
            known = self.grid(column, rows)
            if any(row is None for row in known):
                continue
            if self.entry.trace is not None and (ends := lowest_boundary(self.amplitudes, known)) is not None:
                runs += halve(*ends, self.entry.trace, lambda a, c=column: self.at(c, a), rows)
            if self.entry.islands == "repeat":
                runs += [self.at(column, self.amplitudes[k], parts) for k in island_edges(known) for parts in FINER]
        return runs

    def most(self) -> int:
        """Grid and boundaries; islands come on top."""
        each = len(self.amplitudes) + most_halvings(self.amplitudes, self.entry.trace)
        return each * len(self.columns())

    def grid(self, column: Column, rows: Rows) -> list[Row | None]:
        """Rows of a column of the grid, from the lowest amplitude up."""
        return [rows.get(self.at(column, amplitude).id) for amplitude in self.amplitudes]

    def traced(self, column: Column, rows: Rows) -> tuple[float | None, float | None]:
        """Between which amplitudes [m/s2] the lowest boundary of a column lies; None: beyond the grid, or not known."""
        known = self.grid(column, rows)
        if any(row is None for row in known):
            return None, None
        levels, found = list(self.amplitudes), list(known)
        ends = lowest_boundary(self.amplitudes, known)
        if ends is not None and self.entry.trace is not None:
            for run in halve(*ends, self.entry.trace, lambda a: self.at(column, a), rows):
                levels.append(run.coords[AMPLITUDE] * STANDARD_G)
                found.append(rows.get(run.id))
        return bracket(levels, [row if row is not None and row.is_decided else None for row in found])

    def _find_motion(self) -> dict:
        motions = self.study.base.data()[0].get("motions") or []
        found = next((m for m in motions if isinstance(m, dict) and m.get("name") == self.entry.motion), None)
        if found is None:
            raise InputError(f"motion: the model has no motion called {self.entry.motion!r}")
        return found

    def motion(self, time: float, amplitude: float) -> Motion:
        """A pulse; time : half period [s], or what `time_key` names; amplitude : [m/s2]"""
        given = dict(self._motion.get("parameters") or {}) | {"amplitude": amplitude, self.entry.time_key: time}
        return motion_from_spec(self._motion.get("kind"), **given)

    def _duration(self, time: float) -> list[str]:
        """Changes for the length of the run of a pulse."""
        return self.study.duration(self.motion(time, self.amplitudes[0]).duration, self.entry.after)


def _rising(what: str, values: list[float]) -> list[float]:
    if not (values[0] > 0.0 and all(high > low for low, high in itertools.pairwise(values))):
        raise InputError(f"{what} must be > 0 and rise, got {values!r}")
    return values


def lowest_boundary(amplitudes: list[float], known: list[Row]) -> tuple[float, float] | None:
    """The amplitudes around the first collapse of a column; None where it has none, or nothing below it."""
    first = next((k for k, row in enumerate(known) if row.is_collapse), None)
    if first is None or first == 0 or not known[first - 1].is_decided:
        return None
    return amplitudes[first - 1], amplitudes[first]


def island_edges(known: list[Row | None]) -> list[int]:
    """Numbers of the points of a column to be looked at again: each that survives above a collapse, and what lies next
    to it and collapses."""
    fallen = [row is not None and row.is_collapse for row in known]
    if True not in fallen:
        return []
    first = fallen.index(True)
    inside = [k for k in range(first, len(known)) if known[k] is not None and not fallen[k]]
    beside = {j for k in inside for j in (k - 1, k + 1) if 0 <= j < len(known) and fallen[j]}
    return sorted({*inside, *beside})
