"""`StudyKind`: which runs a study wants: a function of the study and of what is known, never of when it came."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from drystone.studies.file.axes import Combination
from drystone.studies.file.read import Study
from drystone.studies.runs.outcome import Rows
from drystone.studies.runs.planned import PlannedRun


class StudyKind:
    """Base of all kinds.

    `wanted` is asked again and again as rows come in. It gives all runs that are wanted so far, known ones too, in the
    order in which they should be made; when every one of them is known and none is new, the study is complete. It may
    look at rows only where that gives the same runs in the end whatever came first, so that a study that was stopped
    and continued is the one that never was.
    """

    def __init__(self, study: Study) -> None:
        self.study = study
        self.combos = study.combinations()

    def first(self) -> Iterator[PlannedRun]:
        """Runs that are wanted whatever comes out."""
        raise NotImplementedError

    def wanted(self, rows: Rows) -> list[PlannedRun]:
        """All runs that are wanted, given what is known. It is asked for again and again: what stays is made once."""
        return self._all

    @cached_property
    def _all(self) -> list[PlannedRun]:
        return list(self.first())

    def most(self) -> int:
        """How many runs it can come to at the most."""
        return len(self._all)

    def coords(self, combination: Combination, **more: object) -> dict[str, object]:
        """Columns of a run."""
        return {**combination, **more}
