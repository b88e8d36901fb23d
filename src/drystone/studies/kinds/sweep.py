"""`sweep`: every combination of what varies, once."""

from __future__ import annotations

from collections.abc import Iterator

from drystone.studies.kinds.kind import StudyKind
from drystone.studies.runs.planned import PlannedRun


class Sweep(StudyKind):
    """Every combination once."""

    def first(self) -> Iterator[PlannedRun]:
        """All runs."""
        for combination in self.combos:
            yield self.study.plan(self.coords(combination), self.study.varied(combination))
