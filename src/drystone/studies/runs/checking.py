"""All that a study refuses before its first run: every model is built that differs in a way that can be wrong.

Building ten thousand models takes minutes. Rules of a model file are bounds, so of numbers the least and the greatest
of each key are tried, of words and motions every one, each beside the first value of all others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from drystone.errors import InputError
from drystone.simulation.job import Job
from drystone.simulation.prepare import check_duration, prepare_run
from drystone.studies.file.read import Study
from drystone.studies.kinds.kind import StudyKind
from drystone.studies.runs.planned import PlannedRun, effective


def check_runs(study: Study, kind: StudyKind) -> list[PlannedRun]:
    """The first runs of a study, after the representatives among them were tried; refuses names that no model has."""
    runs = list(kind.first())
    if not runs:
        raise InputError(f"{study.document.path}: the study has no run")
    _check_distinct(study, runs)
    for number, run in enumerate(_representatives(runs)):
        _check_one(study, run, whole=number == 0)
    return runs


def _check_distinct(study: Study, runs: Sequence[PlannedRun]) -> None:
    """Refuse two places that are one run: something varies nothing."""
    seen: dict[str, PlannedRun] = {}
    for run in runs:
        other = seen.setdefault(run.id, run)
        if other is run:
            continue
        names = [name for name in run.coords if other.coords.get(name) != run.coords[name]]
        entry = next((k for k, axis in enumerate(study.file.vary) if axis.name in names), None)
        path = () if entry is None else ("vary", entry)
        with study.placed(path):
            raise InputError(f"{', '.join(names) or 'a motion'} varies nothing: the values "
                             f"{', '.join(str(other.coords.get(n)) for n in names)} and "
                             f"{', '.join(str(run.coords[n]) for n in names)} give the same run")


def _representatives(runs: Iterable[PlannedRun]) -> Iterator[PlannedRun]:
    """Runs that between them have the extreme numbers and all words of every key, and every file."""
    least: dict[str, tuple[float, PlannedRun]] = {}
    greatest: dict[str, tuple[float, PlannedRun]] = {}
    words: dict[tuple[str, str], PlannedRun] = {}
    first: PlannedRun | None = None
    for run in runs:
        first = first or run
        for key, value in effective(run.overrides).items():
            if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value):
                if key not in least or value < least[key][0]:
                    least[key] = (value, run)
                if key not in greatest or value > greatest[key][0]:
                    greatest[key] = (value, run)
            else:
                kind = str(run.files or run.coords.get("record")) if isinstance(value, dict) else repr(value)
                words.setdefault((key, kind), run)
    chosen = [first, *(run for _, run in least.values()), *(run for _, run in greatest.values()), *words.values()]
    yield from {run.id: run for run in chosen if run is not None}.values()


def _check_one(study: Study, run: PlannedRun, whole: bool) -> None:
    """Build the model of a run; `whole`: prepare the run, too, and look for what the study names."""
    try:
        job = Job(study.source(run))
        built = job.source.build()
        settings = job.settings_of(built)
        with built.assembly.placing():
            duration = check_duration(built.model, settings, built.assembly.duration)
            if whole:
                prepare_run(built.model, settings, duration)
    except InputError as error:
        with study.placed(_place(study, str(error))):
            raise
    if not whole:
        return
    monitors = {monitor.name for monitor in built.model.monitors}
    for k, damage in enumerate(study.file.damage):
        with study.placed(("damage", k)):
            _check_monitor(damage.monitor, monitors)
    if study.file.spectrum is not None and study.file.spectrum.monitor is not None:
        with study.placed(("spectrum",)):
            _check_monitor(study.file.spectrum.monitor, monitors)
    if study.file.kind != "sweep" and not settings.end.waits:
        raise InputError(f"{study.document.path}: end.rest is missing, in the study and in its model: a run that still "
                         "moves when its time is up is neither safe nor collapsed, so say what rest is, "
                         "end: {rest: {speed: 1 mm/s, hold: 1 s}, extension: 10 s}")


def _check_monitor(name: str, known: set[str]) -> None:
    if name not in known:
        raise InputError(f"monitor {name!r} is never defined: the model has {', '.join(sorted(known)) or 'none'}")


def _place(study: Study, message: str) -> tuple[str | int, ...]:
    """Section of the study file whose change of the model an error is about, as near as its words tell."""
    for key in study.file.set:
        if f"--set {key}" in message:
            return ("set", key)
    for k, entry in enumerate(study.file.vary):
        if any(f"--set {key}" in message for key in entry.set):
            return ("vary", k)
    section = {"failure-domain": "domain", "spectrum": "spectrum", "sweep": "vary"}.get(study.file.kind, "motions")
    return (section,)
