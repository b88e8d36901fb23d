"""Rules that end a run: its duration, collapse, rest, forces in balance, the limit of an extension."""

from __future__ import annotations

import math
from typing import NamedTuple, Protocol

import numpy as np

from drystone.errors import InputError
from drystone.model.model import Model
from drystone.model.report import Report
from drystone.model.settings import CollapseSettings, RestSettings, RunSettings
from drystone.model.state import State
from drystone.results.record import COLLAPSED, FINISHED, RESTED, UNDECIDED
from drystone.simulation.collapse import CollapseWatch

FORCE_RATIO = "force_ratio"   #: number of a report: force out of balance over forces that act [-]
ROUNDING = 1e-6               #: share of an interval by which times may be off


class Ending(NamedTuple):
    """How a run ends."""

    status: str
    message: str = ""


class StopRule(Protocol):
    """Looks at each state and says whether the run ends there."""

    def ending(self, state: State, report: Report) -> Ending | None:
        """How it ends, or None."""


class Steps:
    """A number of intervals, whatever the clock says: for tests and benchmarks."""

    def __init__(self, count: int) -> None:
        self.count = count

    def ending(self, state: State, report: Report) -> Ending | None:
        """At the last one."""
        return Ending(FINISHED) if state.step >= self.count else None


class Duration:
    """The clock of the loads reaches `end` [s]; a run that had to come to rest by then is undecided."""

    def __init__(self, model: Model, dt: float, end: float, waits: bool = False) -> None:
        self._loads, self._dt, self._end, self._waits = model.loads, dt, end, waits
        self._count = max(1, math.ceil(end / dt - ROUNDING))   # by count, so that no sum of steps decides

    def ending(self, state: State, report: Report) -> Ending | None:
        """At the first state that is not before the end."""
        shift = self._loads.clock(state) - state.time
        left = self._count - state.step if shift == 0.0 else \
            math.ceil((self._end - state.time - shift) / self._dt - ROUNDING)
        if left > 0:
            return None
        return Ending(UNDECIDED, f"still moving at {state.time:.6g} s") if self._waits else Ending(FINISHED)


class Collapse:
    """The structure has collapsed. Where that does not end the run, the first reason is in `noted`."""

    def __init__(self, model: Model, settings: CollapseSettings) -> None:
        self._watch, self._stops = CollapseWatch(model, settings), settings.stop
        self.noted: str | None = None

    def ending(self, state: State, report: Report) -> Ending | None:
        """With its reason."""
        if self.noted is not None:
            return None
        reason = self._watch.reason(state)
        if reason is None:
            return None
        words = f"{reason} at {state.time:.6g} s"
        if self._stops:
            return Ending(COLLAPSED, words)
        self.noted = words
        return None


class Rest:
    """Nothing has moved faster than a given speed for a given time."""

    def __init__(self, model: Model, settings: RestSettings, after: float) -> None:
        self._settings, self._after = settings, after
        self._radius = np.zeros(model.block_count)
        np.maximum.at(self._radius, model.parts.block, model.parts.part_radius)
        self._since: float | None = None

    def ending(self, state: State, report: Report) -> Ending | None:
        """At the end of the time for which it has to hold."""
        free = state.is_active & ~state.is_support
        speed = np.linalg.norm(state.twist[free, :3], axis=1)
        speed += self._radius[free] * np.linalg.norm(state.twist[free, 3:], axis=1)
        if speed.max(initial=0.0) > self._settings.speed:
            self._since = None
            return None
        self._since = state.time if self._since is None else self._since
        held = state.time - max(self._since, self._after)
        if held < self._settings.hold * (1.0 - ROUNDING):
            return None
        return Ending(RESTED, f"at rest from {self._since:.6g} s on")


class Balanced:
    """The greatest force out of balance is small beside the forces that act."""

    def __init__(self, ratio: float) -> None:
        self._ratio = ratio

    def ending(self, state: State, report: Report) -> Ending | None:
        """As soon as it is."""
        if FORCE_RATIO not in report.numbers:
            raise InputError("end.force_ratio: this engine does not tell the force out of balance; use end.rest")
        if report.numbers[FORCE_RATIO] > self._ratio:
            return None
        return Ending(RESTED, f"forces balance to {report.numbers[FORCE_RATIO]:.2g} at {state.time:.6g} s")


def make_stops(model: Model, settings: RunSettings, duration: float) -> list[StopRule]:
    """Rules of a run of `duration` [s], in the order in which they are asked."""
    end = settings.end
    rules: list[StopRule] = [Collapse(model, settings.collapse)]
    if end.rest is not None:
        rules.append(Rest(model, end.rest, duration if end.rest.after is None else end.rest.after))
    if end.force_ratio is not None:
        rules.append(Balanced(end.force_ratio))
    if end.extension and model.loads.stages:
        raise InputError("end.extension goes with duration, not with stages: make the last stage longer")
    return [*rules, Duration(model, settings.analysis.dt, duration + end.extension, end.waits)]
