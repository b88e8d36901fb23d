"""All that a run refuses before its first step; `drystone check` asks the same."""

from __future__ import annotations

import math
from typing import NamedTuple

from drystone.engines.engine import Engine
from drystone.engines.registry import make_engine
from drystone.errors import InputError
from drystone.model.model import Model
from drystone.model.settings import RunSettings
from drystone.model.state import State
from drystone.model.tables import STEPS
from drystone.model.uses import check_uses
from drystone.simulation.collapse import foundation_level
from drystone.simulation.recorder import Recorder, stated_accuracy
from drystone.simulation.stops import FORCE_RATIO, StopRule, make_stops


class PreparedRun(NamedTuple):
    """What steps a model, where it starts, what is kept and what ends it."""

    model: Model
    engine: Engine
    start: State
    recorder: Recorder
    stops: list[StopRule]
    notes: list[str]   #: what the engine leaves out of the model

    @property
    def accuracy(self) -> str:
        """How exact the engine is asked to be and why; "" where it does not say."""
        return stated_accuracy(self.engine)


def prepare_run(model: Model, settings: RunSettings, duration: float) -> PreparedRun:
    """Everything of a run of `duration` [s] but its steps; refuses settings that do not go together, unknown names and
    overlaps."""
    notes = check_uses(model, settings.analysis.engine, settings.analysis.ignore)
    engine = make_engine(model, settings.analysis, duration + settings.end.extension)
    start = engine.start()
    told = engine.tables[STEPS].columns if STEPS in engine.tables else {}
    if settings.end.force_ratio is not None and FORCE_RATIO not in told:
        raise InputError(f"end.force_ratio: engine {settings.analysis.engine} does not tell the force out of balance; "
                         "use end.rest", subject=("end", "force_ratio"))
    for stage in model.loads.stages:
        if stage.force_ratio is not None and FORCE_RATIO not in told:
            raise InputError(f"stage {stage.name!r}: force_ratio: engine {settings.analysis.engine} does not tell the "
                             "force out of balance", subject=("stage", stage.name))
    return PreparedRun(model, engine, start, Recorder(model, engine, start, foundation_level(model)),
                       make_stops(model, settings, duration), notes)


def check_duration(model: Model, settings: RunSettings | None, duration: float | None) -> float:
    """Length of a run [s], given or that of its stages; refused where a record, an event or the step does not fit."""
    dt, extension = (0.0, 0.0) if settings is None else (settings.analysis.dt, settings.end.extension)
    if duration is None:
        duration = model.loads.duration
    if duration is None:
        raise InputError(f"model {model.name!r}: the duration of the run is missing [s]: give duration or stages")
    if not (math.isfinite(duration) and duration > 0.0):
        raise InputError(f"model {model.name!r}: duration must be finite and > 0 [s], got {duration!r}")
    model.loads.check_duration(duration + extension)
    for event in model.loads.events:
        if event.time >= duration:
            raise InputError(f"event at {event.time:g} s ({event.action} {event.target!r}) must come before the "
                             f"run's end at {duration:g} s", subject=("event", event.time))
    if dt > duration:
        raise InputError(f"analysis.dt must be <= the duration {duration:g} s of the run, got {dt!r}")
    return float(duration)
