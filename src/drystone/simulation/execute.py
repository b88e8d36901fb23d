"""Run a built model into a sink: prepare, march, keep, end."""

from __future__ import annotations

import json
import math
import time as clock
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from drystone.errors import SolveError
from drystone.model.model import Model
from drystone.model.report import Report, Unsolved
from drystone.model.settings import RunSettings
from drystone.model.state import State
from drystone.model.step_warnings import step_warnings
from drystone.results.inputs import RunInputs
from drystone.results.record import COLLAPSED, STOPPED
from drystone.simulation.march import march
from drystone.simulation.prepare import PreparedRun, prepare_run
from drystone.simulation.sink import OpenSink, Sink
from drystone.simulation.stopping import RunStopped, hold_signals
from drystone.simulation.stops import Collapse, Ending

#: Longest wall time between two checkpoints [s]: a step of a large model takes seconds.
CHECKPOINT_SECONDS = 60.0

#: Wall time between two reports of progress [s].
PROGRESS_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is."""

    time: float         #: simulated [s]
    duration: float     #: [s]
    step: int
    step_count: int
    contact_count: int | None   #: None: the engine has none
    steps_per_second: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended."""

    status: str
    message: str
    totals: dict = field(default_factory=dict)   #: a few numbers about the whole run


def execute_model(model: Model, settings: RunSettings, duration: float, inputs: RunInputs, open_sink: OpenSink,
                  progress: Callable[[Progress], None] | None = None) -> Outcome:
    """March `model` for `duration` [s] into the sink; nothing is opened unless the engine accepts the model."""
    prepared = prepare_run(model, settings, duration)
    recorder = prepared.recorder
    totals: dict = {"steps": 0}
    totals |= {"notes": prepared.notes} if prepared.notes else {}
    totals |= {"warnings": words} if (words := step_warnings(model, settings.analysis.load_step, duration)) else {}
    with (hold_signals() as stop_if_asked,
          open_sink(inputs, recorder.tables(), recorder.static()) as sink):
        run = _Run(prepared, sink, totals, _Ticker(progress, duration + settings.end.extension, settings.analysis.dt))
        return run.go(stop_if_asked)


class _Run:
    """A run under way: its last complete state, and what it has counted so far."""

    def __init__(self, prepared: PreparedRun, sink: Sink, totals: dict, ticker: _Ticker) -> None:
        self.prepared, self.sink, self.totals, self.ticker = prepared, sink, totals, ticker
        self.state = prepared.start
        self._ending: Ending | None = None
        self._counts: dict[str, int | str] = {}     # since the very start, over all restarts
        self._spent = 0.0                           # [s], wall time of what went before a restart
        self._saved = clock.monotonic()

    def go(self, stop_if_asked: Callable[[], None]) -> Outcome:
        """From the start or a checkpoint to the end."""
        engine, sink = self.prepared.engine, self.sink
        if sink.restart is None:
            self.prepared.recorder.write(sink, self.state, None)
        else:
            self._resume(sink.restart.arrays)
            if self._ending is not None:         # only its last words were missing
                return self._finish(self._ending)
        self.ticker.start(self.state.step)
        try:
            stop_if_asked()
            for state, report, ending in march(self.prepared.model, engine, self.state, self.prepared.stops):
                self._take(state, report, ending)
                if ending is not None:
                    return self._finish(ending)
                stop_if_asked()
        except SolveError as error:
            if error.unsolved is None:
                raise
            path = self._keep(error.unsolved, self.state.step + 1)
            if not path:
                raise
            raise SolveError(f"{error}; the problem is saved, replay it with: drystone bench {path}") from None
        except KeyboardInterrupt as stop:
            state, words = self.state, str(stop) or "interrupted"
            sink.checkpoint(self._arrays(), state.step, state.time)
            sink.finish(STOPPED, f"{words} at {state.time:.6g} s", self.totals)
            raise RunStopped(words, state.step, state.time) from stop
        raise AssertionError("unreachable: a march ends with an ending")

    def _take(self, state: State, report: Report, ending: Ending | None) -> None:
        """Keep one interval. The state counts only with all its rows: it is what a stop keeps."""
        self.prepared.recorder.write(self.sink, state, report, ending is not None)
        self.state, self._ending = state, ending
        self.totals |= {"steps": state.step, "time": state.time}
        for name, count in report.counts.items():
            self._counts[name] = self._counts.get(name, 0) + count
        if report.unsolved is not None and "unsolved_problem" not in self._counts:
            self._counts["unsolved_problem"] = self._keep(report.unsolved, state.step)
        self.totals |= {name: value for name, value in self._counts.items() if value != ""}
        waited = clock.monotonic() - self._saved >= CHECKPOINT_SECONDS
        if self.sink.wants_checkpoint(state.step, ending is not None, waited):
            self.sink.checkpoint(self._arrays(), state.step, state.time)
            self._saved = clock.monotonic()
        self.ticker.tick(state, report, ending is not None)

    def _arrays(self) -> dict[str, np.ndarray]:
        """All that the run needs to go on: its state, what its rules remember, and how it ended if it did."""
        arrays = self.state.to_arrays()
        for rule in self.prepared.stops:
            arrays |= rule.remember()
        arrays["counts"] = np.array(json.dumps(self._counts | {"wall_seconds": self._wall()}))
        return arrays if self._ending is None else arrays | {"ending": np.array(self._ending)}

    def _resume(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Take back what `_arrays` gave."""
        self.state = self.prepared.engine.restore(arrays)
        for rule in self.prepared.stops:
            rule.recall(arrays)
        if "counts" in arrays:
            self._counts = json.loads(str(arrays["counts"]))
            self._spent = self._counts.pop("wall_seconds")
        self.totals |= self._counts | {"steps": self.state.step, "time": self.state.time}
        if "ending" in arrays:
            self._ending = Ending(*arrays["ending"].tolist())

    def _wall(self) -> float:
        """Wall time of the run so far [s]."""
        return round(self._spent + self.ticker.elapsed, 3)

    def _keep(self, unsolved: Unsolved, step: int) -> str:
        """Keep a problem that could not be solved; returns the name of its first file."""
        kept = [self.sink.keep(name, content) for name, content in unsolved.files(f"unsolved_step_{step}").items()]
        return kept[0]

    def _finish(self, ending: Ending) -> Outcome:
        self.totals["wall_seconds"] = self._wall()
        noted = next((rule.noted for rule in self.prepared.stops if isinstance(rule, Collapse) and rule.noted), None)
        if noted is not None:                        # it collapsed, and was told to go on
            ending = Ending(COLLAPSED, noted)
        self.sink.finish(ending.status, ending.message, self.totals)
        return Outcome(ending.status, ending.message, self.totals)


class _Ticker:
    """Calls `progress` a few times a second."""

    def __init__(self, progress, duration: float, dt: float) -> None:
        self._progress, self._duration, self._count = progress, duration, max(1, math.ceil(duration / dt - 1e-6))
        self.start(0)

    def start(self, step: int) -> None:
        """The run begins after `step`."""
        self._first, self._start = step, clock.monotonic()
        self._next = self._start

    @property
    def elapsed(self) -> float:
        """Wall time since the start [s]."""
        return clock.monotonic() - self._start

    def tick(self, state: State, report: Report, is_last: bool) -> None:
        """Tell how far it is, if that is due."""
        now = clock.monotonic()
        if self._progress is None or (now < self._next and not is_last):
            return
        self._next = now + PROGRESS_SECONDS
        rate = (state.step - self._first) / max(now - self._start, 1e-9)
        self._progress(Progress(state.time, self._duration, state.step, self._count, report.contact_count, rate))
