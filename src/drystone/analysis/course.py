"""What happened when: stages and events of a run, the instant of its collapse, and how its ground moved."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from drystone.analysis.failure import FailureMode, failure_of
from drystone.errors import StoreError
from drystone.model.tables import GROUND_ACCELERATION, GROUND_DISPLACEMENT, STEPS
from drystone.results.record import COLLAPSED
from drystone.results.result import RunResult

_ACTIONS = ("remove", "release", "cut", "load", "start")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stage, as far as the run came."""

    name: str
    start: float   #: [s]
    stop: float    #: [s]


@dataclass(frozen=True, slots=True)
class Instant:
    """An event."""

    time: float   #: [s]
    words: str


@dataclass(frozen=True, slots=True)
class Ground:
    """How the ground moved, all its motions together, scaled as they went in."""

    time: np.ndarray           #: (s,) [s]
    acceleration: np.ndarray   #: (s, 3) [m/s2], world
    displacement: np.ndarray   #: (s, 3) [m], world


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a run."""

    stages: tuple[Stretch, ...]
    events: tuple[Instant, ...]
    collapse: float | None           #: [s], when the rule of collapse was met
    failure: FailureMode | None      #: of a run that collapsed

    @property
    def onset(self) -> float | None:
        """[s], when the part that failed first left its place."""
        return None if self.failure is None else self.failure.onset


def course_of(result: RunResult) -> Course:
    """Stages, events and collapse of a run on disk; what is not known of it is left out."""
    resolved, end = result.inputs.resolved, _end(result)
    has_failed = result.status == COLLAPSED
    try:
        stages, events = _stages(resolved.get("stages"), end), _events(resolved.get("events"), end)
    except (AttributeError, KeyError, TypeError, ValueError) as error:      # a store may be anybody's
        raise StoreError(f"run '{result.directory}': stages or events of its inputs are damaged: "
                         f"{type(error).__name__} {error}") from error
    return Course(stages, events, _collapse(result, end) if has_failed else None,
                  failure_of(result) if has_failed else None)


def ground_of(result: RunResult) -> Ground | None:
    """How the ground moved; None where it did not, or the run did not keep it."""
    columns = result.tables[STEPS].columns if STEPS in result.tables else {}
    if any(name not in columns or columns[name].row_shape != (3,)
           for name in (GROUND_ACCELERATION, GROUND_DISPLACEMENT)) or not result.row_count(STEPS):
        return None
    return Ground(result.time, result.column(STEPS, GROUND_ACCELERATION), result.column(STEPS, GROUND_DISPLACEMENT))


def _end(result: RunResult) -> float:
    time = result.time if STEPS in result.tables else np.zeros(0)
    last = float(time[-1]) if len(time) else 0.0
    return float(result.totals.get("time", last))


def _collapse(result: RunResult, end: float) -> float:
    """A run that was told to go on says in its message when it collapsed."""
    found = re.search(r" at ([-+.\deE]+) s$", result.message)
    try:
        return float(found.group(1)) if found else end
    except ValueError:
        return end


def _stages(given: object, end: float) -> tuple[Stretch, ...]:
    out, start = [], 0.0
    for stage in given if isinstance(given, list) else ():
        if start >= end:
            break
        stop = start + float(stage["duration"])
        out.append(Stretch(str(stage["name"]), start, min(stop, end)))
        start = stop
    return tuple(out)


def _events(given: object, end: float) -> tuple[Instant, ...]:
    events = [Instant(float(event["time"]), event_words(event)) for event in (given if isinstance(given, list) else ())]
    return tuple(sorted((event for event in events if event.time <= end), key=lambda event: event.time))


def event_words(event: Mapping) -> str:
    """An event of a model file in words: `cut rod`, `load push x 2`."""
    action = next((key for key in _ACTIONS if event.get(key) is not None), None)
    if action is None:
        return "event"
    target = event[action]
    words = f"{action} {', '.join(map(str, target)) if isinstance(target, list) else target}"
    return words if event.get("factor") is None else f"{words} x {event['factor']:g}"
