"""Rules that end a run: its duration, collapse, rest, forces in balance, the limit of an extension."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from drystone.errors import InputError
from drystone.model.model import Model
from drystone.model.report import Report
from drystone.model.settings import CollapseSettings, RestSettings, RunSettings
from drystone.model.state import State
from drystone.results.record import COLLAPSED, FINISHED, RESTED, UNDECIDED
from drystone.simulation.collapse import CollapseWatch

FORCE_RATIO = "force_ratio"   #: number of a report: force out of balance over forces that act [-]
SPEED = "speed"               #: number of a report: of the fastest point [m/s]; left out where blocks are rigid
ROUNDING = 1e-6               #: share of an interval by which times may be off


class Ending(NamedTuple):
    """How a run ends."""

    status: str
    message: str = ""


class StopRule:
    """Looks at each state and says whether the run ends there. What it remembers goes into checkpoints."""

    def ending(self, state: State, report: Report) -> Ending | None:
        """How it ends, or None."""
        raise NotImplementedError

    def remember(self) -> dict[str, np.ndarray]:
        """What it knows of earlier states, by name."""
        return {}

    def recall(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Take back what `remember` gave; a checkpoint of an older run may lack it."""


class Steps(StopRule):
    """A number of intervals, whatever the clock says: for tests and benchmarks."""

    def __init__(self, count: int) -> None:
        self.count = count

    def ending(self, state: State, report: Report) -> Ending | None:
        """At the last one."""
        return Ending(FINISHED) if state.step >= self.count else None


class Duration(StopRule):
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
        if not self._waits:
            return Ending(FINISHED)
        return Ending(UNDECIDED, f"not at rest for long enough at {state.time:.6g} s")


class Collapse(StopRule):
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

    def remember(self) -> dict[str, np.ndarray]:
        """The reason, where the run goes on."""
        return {} if self.noted is None else {"collapse.noted": np.array(self.noted)}

    def recall(self, arrays: Mapping[str, np.ndarray]) -> None:
        """It stays the first one."""
        self.noted = str(arrays["collapse.noted"]) if "collapse.noted" in arrays else None


class Rest(StopRule):
    """Nothing has moved faster than a given speed for a given time."""

    def __init__(self, model: Model, settings: RestSettings, after: float) -> None:
        self._settings, self._after = settings, after
        self._radius = np.zeros(model.block_count)
        np.maximum.at(self._radius, model.parts.block, model.parts.part_radius)
        self._since: float | None = None

    def ending(self, state: State, report: Report) -> Ending | None:
        """As soon as it has held long enough, but not before the time from which it counts."""
        if self._speed(state, report) > self._settings.speed:
            self._since = None
            return None
        self._since = state.time if self._since is None else self._since
        is_early = state.time < self._after * (1.0 - ROUNDING)
        if is_early or state.time - self._since < self._settings.hold * (1.0 - ROUNDING):
            return None
        return Ending(RESTED, f"at rest from {self._since:.6g} s on")

    def remember(self) -> dict[str, np.ndarray]:
        """Since when nothing moves."""
        return {} if self._since is None else {"rest.since": np.array(self._since)}

    def recall(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Nothing has moved since then."""
        self._since = float(arrays["rest.since"]) if "rest.since" in arrays else None

    def _speed(self, state: State, report: Report) -> float:
        """Of the fastest point [m/s], as the engine tells it or a bound for rigid blocks."""
        if SPEED in report.numbers:
            return report.numbers[SPEED]
        free = state.is_active & ~state.is_support
        speed = np.linalg.norm(state.twist[free, :3], axis=1)
        speed += self._radius[free] * np.linalg.norm(state.twist[free, 3:], axis=1)
        return float(speed.max(initial=0.0))


class Balanced(StopRule):
    """The greatest force out of balance is small beside the forces that act."""

    def __init__(self, ratio: float) -> None:
        self._ratio = ratio

    def ending(self, state: State, report: Report) -> Ending | None:
        """As soon as it is."""
        if report.numbers[FORCE_RATIO] > self._ratio:
            return None
        return Ending(RESTED, f"forces balance to {report.numbers[FORCE_RATIO]:.2g} at {state.time:.6g} s")


def make_stops(model: Model, settings: RunSettings, duration: float) -> list[StopRule]:
    """Rules of a run of `duration` [s], in the order in which they are asked."""
    end = settings.end
    rules: list[StopRule] = [Collapse(model, settings.collapse)]
    if end.rest is not None:
        after = duration if end.rest.after is None else end.rest.after
        last = duration + end.extension
        for key, value in (("after", after), ("hold", end.rest.hold)):
            if value > last * (1.0 + ROUNDING):
                raise InputError(f"end.rest.{key} must be <= {last:g} s, at which the run ends, got {value:g}",
                                 subject=("end", "rest", key))
        rules.append(Rest(model, end.rest, after))
    if end.force_ratio is not None:
        rules.append(Balanced(end.force_ratio))
    if end.extension and model.loads.stages:
        raise InputError("end.extension goes with duration, not with stages: make the last stage longer")
    return [*rules, Duration(model, settings.analysis.dt, duration + end.extension, end.waits)]
