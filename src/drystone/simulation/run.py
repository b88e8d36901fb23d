"""Run a model: from an Assembly or a Model to a result on disk."""

from __future__ import annotations

import math
import os
import tempfile
import time as clock
import weakref
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from pydantic import ValidationError

from drystone._version import VERSION
from drystone.errors import InputError, SolveError
from drystone.model.assembly import Assembly
from drystone.model.digest import compute_digest
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings, CollapseSettings, OutputSettings, RunSettings
from drystone.model.state import State
from drystone.model.step_warnings import step_warnings
from drystone.results.inputs import RunInputs
from drystone.results.record import COLLAPSED, FINISHED, STOPPED
from drystone.results.result import RunResult, open_result
from drystone.results.writer import RunWriter
from drystone.simulation.events import apply_events
from drystone.simulation.prepare import check_duration, prepare_run
from drystone.simulation.recorder import Recorder
from drystone.simulation.stopping import RunStopped, hold_signals
from drystone.solvers.cone.save import save_warm

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
    contact_count: int
    steps_per_second: float


def make_settings(*, dt: float | None = None, output: dict | None = None, collapse: dict | None = None,
                  **analysis) -> RunSettings:
    """Run settings from keywords, e.g. ``make_settings(dt=1e-3, scheme="euler", output={"every": 10})``."""
    if dt is None:
        raise InputError("run: the time step dt is missing [s]")
    sections = (("analysis", AnalysisSettings, {"dt": dt, **analysis}), ("output", OutputSettings, output or {}),
                ("collapse", CollapseSettings, collapse or {}))
    made = {}
    for name, kind, values in sections:
        try:
            made[name] = kind(**values)
        except ValidationError as error:
            first = error.errors()[0]
            path = ".".join(str(part) for part in (name, *first["loc"]))
            raise InputError(f"{path}: {first['msg'][0].lower() + first['msg'][1:]}, got {first['input']!r}") from None
    return RunSettings(**made)


def run(what: Assembly | Model, *, duration: float | None = None, directory: str | Path | None = None,
        settings: RunSettings | None = None, inputs: RunInputs | None = None, restart: bool = False,
        overwrite: bool = False, progress: Callable[[Progress], None] | None = None, **keywords) -> RunResult:
    """Run a model through time and return its result.

    Parameters
    ----------
    duration : simulated time [s]; by default the sum of the stages
    directory : where the result is kept; by default a temporary directory that goes with the result
    settings : all settings at once; or give them as keywords: dt=1e-3, scheme="midpoint", flow="coulomb", ...,
        output={"every": 10}, collapse={"energy_drop": 0.2}
    restart : continue a run that was stopped or killed
    overwrite : replace the run in `directory`
    progress : called a few times a second
    """
    from drystone.simulation.warmup import compile_for_first_run  # which itself runs models

    model = what.build() if isinstance(what, Assembly) else what
    if settings is None:
        settings = make_settings(**keywords)
    elif keywords:
        raise InputError(f"run: give settings or keywords, not both: {', '.join(keywords)}")
    duration = check_duration(model, settings.analysis.dt, duration)
    inputs = _inputs_of(model, settings, duration, inputs)
    temporary = directory is None
    directory = Path(tempfile.mkdtemp(prefix="drystone-")) / "run" if temporary else Path(directory)
    compile_for_first_run()
    _march(model, settings, duration, inputs, directory, restart, overwrite, progress)
    result = open_result(directory)
    if temporary:
        weakref.finalize(result, _remove_tree, directory.parent)
    return result


def _inputs_of(model: Model, settings: RunSettings, duration: float, given: RunInputs | None) -> RunInputs:
    """What the run is made of, for its hash: the file's content if there is one, settings, and the model's digest.

    The digest covers what a file only names, such as the samples of a record.
    """
    resolved = dict(given.resolved) if given else {"name": model.name, "blocks": list(model.block_names)}
    resolved |= {"run": {"duration": duration, "settings": settings.model_dump(mode="json"),
                         "digest": compute_digest(model)}}
    if given:
        return replace(given, resolved=resolved)
    return RunInputs(text=f"# built by a script with drystone {VERSION}\n", resolved=resolved)


def _march(model, settings, duration, inputs, directory, restart, overwrite, progress) -> None:
    """The time loop, from the first step or from a checkpoint to the end."""
    engine, start, recorder, watch, notes = prepare_run(model, settings)   # refuses before anything is written
    dt = settings.analysis.dt
    step_count = max(1, math.ceil(duration / dt - 1e-6))
    with (hold_signals() as stop_if_asked,
          _open_writer(recorder, directory, inputs, restart, overwrite) as writer):
        recorder.begin(writer, start)
        state = start if writer.restart is None else State.from_arrays(writer.restart.arrays)
        ticker = _Ticker(progress, duration, step_count, state.step)
        totals = {"steps": 0, "solves": 0, "unsolved": 0, "flow_unsettled": 0}
        totals |= {"warnings": warnings} if (warnings := step_warnings(model, dt, duration)) else {}
        totals |= {"notes": notes} if notes else {}
        reason, saved = None, clock.monotonic()
        try:
            while state.step < step_count and reason is None:
                stop_if_asked()
                time_new = (state.step + 1) * dt
                new = apply_events(model, state, model.loads.events_in(state.time, time_new))
                new, report = engine.step(new, time_new)
                new = replace(new, work=new.work + report.work)
                _check_sane(model, new)
                reason = watch.reason(new)
                is_last = new.step == step_count or reason is not None
                recorder.write(writer, new, report, dt, is_last)
                state = new   # only with all its rows: this is what a stop keeps
                _count(totals, report)
                if not report.is_solved and totals["unsolved"] == 1:
                    totals["unsolved_problem"] = _keep_problem(engine.unsolved, directory, state.step)
                is_due = clock.monotonic() - saved >= CHECKPOINT_SECONDS
                if state.step % settings.output.checkpoint_every == 0 or is_last or is_due:
                    writer.checkpoint(state.to_arrays(), state.step, state.time)
                    saved = clock.monotonic()
                ticker.tick(state, report)
                if reason is not None and not settings.collapse.stop:
                    totals.setdefault("collapse", f"{reason} at {state.time:.6g} s")
                    reason = None
        except SolveError as error:
            if error.unsolved is None:
                raise
            path = _keep_problem(error.unsolved, directory, state.step + 1)
            raise SolveError(f"{error}; the problem is saved, replay it with: drystone bench {path}") from None
        except KeyboardInterrupt as stop:
            writer.checkpoint(state.to_arrays(), state.step, state.time)
            words = str(stop) or "interrupted"
            writer.finish(STOPPED, f"{words} at {state.time:.6g} s", totals)
            raise RunStopped(words, state.step, state.time) from stop
        totals |= {"wall_seconds": round(ticker.elapsed, 3)}
        if reason or "collapse" in totals:
            writer.finish(COLLAPSED, totals.get("collapse") or f"{reason} at {state.time:.6g} s", totals)
        else:
            writer.finish(FINISHED, "", totals)


def _open_writer(recorder: Recorder, directory: Path, inputs: RunInputs, restart: bool, overwrite: bool) -> RunWriter:
    """The store of a new run, or of one that goes on."""
    if restart:
        return RunWriter.resume(directory, inputs)
    return RunWriter.create(directory, inputs, recorder.tables(), static=recorder.static(), overwrite=overwrite)


def _count(totals: dict, report) -> None:
    totals["steps"] += 1
    totals["solves"] += report.solve_count
    totals["unsolved"] += not report.is_solved
    totals["flow_unsettled"] += not report.flow_converged


def _keep_problem(unsolved, directory: Path, step: int) -> str:
    """Save a cone problem that could not be solved in the run's directory; returns the file."""
    problem, warm = unsolved
    name = f"unsolved_step_{step}.npz"
    with tempfile.TemporaryDirectory(prefix=".unsolved-", dir=directory) as folder:   # whole or absent; follows no link
        problem.save(Path(folder) / name)
        save_warm(Path(folder) / name, warm)
        for path in Path(folder).iterdir():
            os.replace(path, Path(directory) / path.name)
    return str(Path(directory) / name)


def _check_sane(model: Model, state: State) -> None:
    """A pose that is no number must never reach the store."""
    if not (np.isfinite(state.position).all() and np.isfinite(state.twist).all()):
        block = int(np.argmax(~(np.isfinite(state.position).all(axis=1) & np.isfinite(state.twist).all(axis=1))))
        raise SolveError(f"step {state.step} (t = {state.time:.6g} s): the motion of block "
                         f"{model.block_names[block]!r} is not finite")


def _remove_tree(directory: Path) -> None:
    import shutil
    shutil.rmtree(directory, ignore_errors=True)


class _Ticker:
    """Calls `progress` a few times a second."""

    def __init__(self, progress, duration: float, step_count: int, first_step: int) -> None:
        self._progress, self._duration, self._step_count, self._first = progress, duration, step_count, first_step
        self._start = clock.monotonic()
        self._next = self._start

    @property
    def elapsed(self) -> float:
        """Wall time since the start [s]."""
        return clock.monotonic() - self._start

    def tick(self, state: State, report) -> None:
        now = clock.monotonic()
        if self._progress is None or (now < self._next and state.step < self._step_count):
            return
        self._next = now + PROGRESS_SECONDS
        rate = (state.step - self._first) / max(now - self._start, 1e-9)
        self._progress(Progress(state.time, self._duration, state.step, self._step_count, report.contacts.count, rate))
