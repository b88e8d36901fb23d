"""All that a run refuses before its first step; `drystone check` asks the same."""

from __future__ import annotations

import math
from typing import NamedTuple

from drystone.engines.nscd.engine import NscdEngine
from drystone.errors import InputError
from drystone.model.model import Model
from drystone.model.settings import NscdSettings, RunSettings
from drystone.model.state import State
from drystone.model.uses import check_uses
from drystone.simulation.collapse import CollapseWatch, foundation_level
from drystone.simulation.recorder import Recorder


class PreparedRun(NamedTuple):
    """What steps a model, where it starts, what is kept and when it counts as collapsed."""

    engine: NscdEngine
    start: State
    recorder: Recorder
    watch: CollapseWatch
    notes: list[str]   #: what the engine leaves out of the model


def prepare_run(model: Model, settings: RunSettings) -> PreparedRun:
    """Everything of a run but its steps; refuses settings that do not go together, unknown names and overlaps."""
    notes = check_uses(model, settings.analysis.engine, settings.analysis.ignore)
    if not isinstance(settings.analysis, NscdSettings):
        raise InputError(f"analysis.engine: {settings.analysis.engine} cannot run models yet",
                         subject=("analysis", "engine"))
    engine = NscdEngine(model, settings.analysis)
    return PreparedRun(engine, engine.start(), Recorder(model, settings.output, foundation_level(model)),
                       CollapseWatch(model, settings.collapse), notes)


def check_duration(model: Model, dt: float, duration: float | None) -> float:
    """Length of a run [s], given or that of its stages; refused where a record, an event or the step does not fit.

    dt : time step [s]
    """
    if duration is None:
        duration = model.loads.duration
    if duration is None:
        raise InputError(f"model {model.name!r}: the duration of the run is missing [s]: give duration or stages")
    if not (math.isfinite(duration) and duration > 0.0):
        raise InputError(f"model {model.name!r}: duration must be finite and > 0 [s], got {duration!r}")
    model.loads.check_duration(duration)
    for event in model.loads.events:
        if event.time >= duration:
            raise InputError(f"event at {event.time:g} s ({event.action} {event.target!r}) must come before the "
                             f"run's end at {duration:g} s", subject=("event", event.time))
    if dt > duration:
        raise InputError(f"analysis.dt must be <= the duration {duration:g} s of the run, got {dt!r}")
    return float(duration)
