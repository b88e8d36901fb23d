"""Carry out one run of a study: from plain data to what is kept of it. Workers of every kind call this."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

from drystone._version import VERSION
from drystone.analysis.failure import find_failure
from drystone.errors import InputError
from drystone.model.source import ModelSource
from drystone.results.record import COLLAPSED
from drystone.simulation.execute import Progress
from drystone.simulation.job import Job, execute
from drystone.simulation.prepare import check_duration
from drystone.simulation.sink import store_sink
from drystone.studies.runs.kept import KeptRun, StudySink


@dataclass(frozen=True, slots=True)
class Base:
    """What all runs of a study share."""

    text: str                    #: of the model file
    name: str                    #: how messages call it
    overrides: tuple[str, ...]   #: changes that all runs have
    files: tuple[str, ...]       #: names of the files that the model names
    rows: int                    #: most rows over time that are kept of a run
    keeps_state: bool            #: whether the last state is kept

    def to_data(self) -> dict:
        """In the types of JSON."""
        return asdict(self) | {"version": VERSION}

    @classmethod
    def from_data(cls, data: Mapping, any_version: bool = False) -> Base:
        """From what `to_data` gave; refuses what another version of drystone sends, unless it is of old and to be
        looked at (`any_version`)."""
        given = dict(data)
        version = given.pop("version", None)
        if version != VERSION and not any_version:
            raise InputError(f"worker: drystone must be of version {version} as the study's command, got {VERSION}")
        return cls(given["text"], given["name"], tuple(given["overrides"]), tuple(given["files"]), given["rows"],
                   given["keeps_state"])


@dataclass(frozen=True, slots=True)
class Task:
    """One run for a worker."""

    id: str
    overrides: tuple[str, ...]
    files: tuple[str, ...] = ()   #: names of files beside those of the base

    def to_data(self) -> dict:
        """In the types of JSON."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping) -> Task:
        """From what `to_data` gave."""
        return cls(data["id"], tuple(data["overrides"]), tuple(data["files"]))


def source_of(base: Base, task: Task, files: Mapping[str, bytes]) -> ModelSource:
    """The model of a run; files : contents by name, at least those that it names"""
    own = {name: files[name] for name in (*base.files, *task.files)}
    return ModelSource(base.text, base.name, (*base.overrides, *task.overrides), own)


def carry_out(base: Base, task: Task, files: Mapping[str, bytes],
              progress: Callable[[Progress], None] | None = None) -> KeptRun:
    """Run a task to its end."""
    begin = clock.process_time()
    job = Job(source_of(base, task, files))
    built = job.source.build()
    settings = job.settings_of(built)
    with built.assembly.placing():
        duration = check_duration(built.model, settings, built.assembly.duration)
    rest = settings.end.rest
    sink = StudySink(duration, settings.analysis.dt, None if rest is None else rest.speed, base.rows, base.keeps_state)
    execute(job, sink.open, progress=progress, built=built)
    failure = find_failure(*sink.poses(), sink.static) if sink.status == COLLAPSED else None
    mode = "" if failure is None else failure.kind
    return KeptRun(sink.row(task.id, mode, round(clock.process_time() - begin, 3)), sink.blob())


def make_again(base: Base, task: Task, files: Mapping[str, bytes], directory: str,
               progress: Callable[[Progress], None] | None = None) -> None:
    """Run a task once more, into a whole store on disk."""
    job = Job(source_of(base, task, files))
    built = job.source.build()
    execute(job, store_sink(directory, job.settings_of(built)), progress=progress, built=built)
