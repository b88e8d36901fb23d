"""Which runs of a study get a whole store when it is done, and their making."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from drystone.studies.folder import StudyFolder, base_of, study_files
from drystone.studies.kinds.kind import StudyKind
from drystone.studies.runs.carry_out import Task, make_again
from drystone.studies.runs.outcome import FAILED, Rows
from drystone.studies.runs.planned import PlannedRun

#: Columns along which a run's neighbours lie, the first that it has.
_LEVELS = ("amplitude [g]", "level")


def runs_to_store(kind: StudyKind, rows: Rows) -> list[PlannedRun]:
    """Runs that `keep.stores` names; those that failed have nothing to keep."""
    which = kind.study.file.keep.stores
    known = [run for run in kind.wanted(rows) if run.id in rows and rows[run.id].outcome != FAILED]
    if which == "all":
        return known
    if which == "collapsed":
        return [run for run in known if rows[run.id].is_collapse]
    return list(at_boundary(known, rows)) if which == "boundary" else []


def at_boundary(runs: Sequence[PlannedRun], rows: Rows) -> Iterable[PlannedRun]:
    """Runs next to one that ended otherwise, along the level that was raised."""
    lines: dict[tuple, list[tuple[float, PlannedRun]]] = {}
    for run in runs:
        title = next((name for name in run.coords if name in _LEVELS or name.startswith(("im [", "level ["))), None)
        if title is not None:
            rest = tuple((name, value) for name, value in run.coords.items() if name != title)
            lines.setdefault(rest, []).append((float(run.coords[title]), run))
    found: dict[str, PlannedRun] = {}
    for pairs in lines.values():
        line = [run for _, run in sorted(pairs, key=lambda pair: pair[0])]
        for below, above in itertools.pairwise(line):
            if rows[below.id].is_collapse != rows[above.id].is_collapse:
                found |= {below.id: below, above.id: above}
    return found.values()


def make_stores(folder: StudyFolder, kind: StudyKind, rows: Rows,
                told: Callable[[int, int], None] | None = None) -> list[Path]:
    """Make the stores that are not there yet, one after the other; `told` hears how many of how many there are."""
    runs, base, files = runs_to_store(kind, rows), base_of(kind.study), study_files(kind.study)
    places = []
    for number, run in enumerate(runs):
        if told is not None:
            told(number, len(runs))
        place = folder.directory / "runs" / run.id
        if not (place / "run.json").exists():
            make_again(base, Task(run.id, run.overrides, run.files), files, str(place))
        places.append(place)
    return places
