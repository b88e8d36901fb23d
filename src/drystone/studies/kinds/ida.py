"""`ida`: every motion is raised until the structure collapses. `spectrum`: so is any key of the model file."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import cache, cached_property

from drystone.errors import InputError
from drystone.quantities import split_quantity
from drystone.studies.file.axes import Combination
from drystone.studies.file.motions import StudyMotion
from drystone.studies.file.read import Study
from drystone.studies.kinds.kind import StudyKind
from drystone.studies.kinds.levels import im_title, im_value, levels_of, scaling
from drystone.studies.kinds.search import hunt, most_halvings
from drystone.studies.runs.outcome import Rows
from drystone.studies.runs.planned import PlannedRun, as_override

#: One line of a search: its name, and the run at a level of it.
Line = tuple[str, Callable[[float], PlannedRun]]


class Search(StudyKind):
    """Lines along which a level rises until it collapses."""

    levels: list[float]
    tolerance: float | None

    def lines(self) -> Iterator[Line]:
        """All lines."""
        raise NotImplementedError

    def first(self) -> Iterator[PlannedRun]:
        """The lowest level of every line."""
        for _, at in self._lines:
            yield at(self.levels[0])

    @cached_property
    def _lines(self) -> list[Line]:
        """All lines, each of which plans a level once."""
        return [(name, cache(at)) for name, at in self.lines()]

    def wanted(self, rows: Rows) -> list[PlannedRun]:
        """Of every line what is known, and the next one."""
        return [run for _, at in self._lines for run in hunt(self.levels, self.tolerance, at, rows)]

    def most(self) -> int:
        """All levels, and all halvings."""
        each = len(self.levels) + most_halvings(self.levels, self.tolerance)
        return each * len(self._lines)


class Ida(Search):
    """Incremental dynamic analysis: a line a motion and combination."""

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        entry = study.file.ida
        with study.placed(("ida",)):
            self.levels, self.tolerance = levels_of(entry.levels, entry), entry.tolerance
            for motion in study.motions:
                scaling(motion, entry, self.levels[0])

    def lines(self) -> Iterator[Line]:
        """Every combination with every motion."""
        for combination in self.combos:
            for motion in self.study.motions:
                name = " ".join(str(value) for value in (*combination.values(), motion.name))
                yield name, self._at(combination, motion, name)

    def _at(self, combination: Combination, motion: StudyMotion, line: str) -> Callable[[float], PlannedRun]:
        study, entry = self.study, self.study.file.ida
        varied = study.varied(combination)

        def at(level: float) -> PlannedRun:
            factor = scaling(motion, entry, level)
            coords = self.coords(combination, record=motion.name, **{im_title(entry): im_value(entry, level)})
            return study.plan(coords, (*varied, *study.moved_by(motion, factor)),
                              tuple(motion.files), line=line, measures=motion.scaled_measures(factor))

        return at


class Spectrum(Search):
    """Least level that overturns, for every combination; or, of a monitor, every combination once."""

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        entry = study.file.spectrum
        self.tolerance = entry.tolerance
        self.unit: str | None = None
        with study.placed(("spectrum",)):
            self.levels = [] if entry.search is None else self._levels(entry.levels)

    def _levels(self, values: list[object]) -> list[float]:
        pairs = [(value, None) if isinstance(value, (int, float)) and not isinstance(value, bool)
                 else split_quantity(str(value)) for value in values]
        if any(pair is None for pair in pairs) or len({unit for _, unit in pairs}) > 1:
            raise InputError(f"levels must be numbers that rise, all in one unit, got {values!r}")
        levels = [float(number) for number, _ in pairs]
        if not (levels[0] > 0.0 and all(high > low for low, high in itertools.pairwise(levels))):
            raise InputError(f"levels must be > 0 and rise, got {values!r}")
        self.unit = pairs[0][1]
        return levels

    @property
    def title(self) -> str:
        """Of the column of levels."""
        return "level" if self.unit is None else f"level [{self.unit}]"

    def lines(self) -> Iterator[Line]:
        """Every combination."""
        for combination in self.combos:
            name = " ".join(str(value) for value in combination.values())
            yield name, self._at(combination, name)

    def _at(self, combination: Combination, line: str) -> Callable[[float], PlannedRun]:
        varied, key = self.study.varied(combination), self.study.file.spectrum.search

        def at(level: float) -> PlannedRun:
            value = level if self.unit is None else f"{level!r} {self.unit}"
            return self.study.plan(self.coords(combination, **{self.title: level}),
                                   (*varied, as_override(key, value)), line=line)

        return at

    def first(self) -> Iterator[PlannedRun]:
        """Lowest levels; of a monitor, all runs."""
        if self.levels:
            yield from super().first()
            return
        for combination in self.combos:
            yield self.study.plan(self.coords(combination), self.study.varied(combination))

    def wanted(self, rows: Rows) -> list[PlannedRun]:
        """As `Search`; of a monitor all runs at once."""
        return super().wanted(rows) if self.levels else self._all

    def most(self) -> int:
        """As `Search`."""
        return super().most() if self.levels else len(self.combos)
