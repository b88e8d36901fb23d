"""`Job`: one run as plain data, and `execute`, which carries it out into any sink.

    job = Job(ModelSource.read("wall.yaml"))
    execute(job, store_sink("runs/wall", settings))
    sink = MemorySink()
    execute(job.with_("motions[pulse].parameters.amplitude=3"), sink.open)
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from drystone.errors import InputError
from drystone.model.settings import RunSettings
from drystone.model.source import BuiltSource, ModelSource
from drystone.results.inputs import source_inputs
from drystone.simulation.execute import Outcome, Progress, execute_model
from drystone.simulation.prepare import check_duration
from drystone.simulation.run import run_inputs
from drystone.simulation.sink import OpenSink


@dataclass(frozen=True, slots=True)
class Job:
    """One run: JSON, never a pickle."""

    source: ModelSource

    def with_(self, *overrides: str) -> Job:
        """The same run with further `key=value` changes."""
        return replace(self, source=self.source.with_(*overrides))

    def settings_of(self, built: BuiltSource) -> RunSettings:
        """Settings of the run; a file that has none cannot be run."""
        if built.settings is None:
            raise InputError(f"{self.source.name}: analysis is missing: give at least the time step, "
                             "analysis: {dt: 1e-3}")
        return built.settings

    def to_json(self) -> str:
        """As text."""
        return json.dumps({"kind": "run", "model": self.source.to_data()})

    @classmethod
    def from_json(cls, text: str) -> Job:
        """From what `to_json` gave."""
        try:
            content = json.loads(text)
            if content.get("kind") != "run":
                raise InputError(f"job: kind must be run, got {content.get('kind')!r}")
            return cls(ModelSource.from_data(content["model"]))
        except (ValueError, AttributeError, KeyError, TypeError) as error:
            raise InputError(f"job: is no job of drystone: {type(error).__name__} {error}") from None


def execute(job: Job, open_sink: OpenSink, *, progress: Callable[[Progress], None] | None = None,
            built: BuiltSource | None = None) -> Outcome:
    """Carry out a job.

    Parameters
    ----------
    open_sink : called with inputs, tables and static arrays once the engine has accepted the model: what is refused
        leaves nothing behind
    built : what `job.source.build()` gave, where the caller has needed it already
    """
    built = built or job.source.build()
    settings = job.settings_of(built)
    with built.assembly.placing():
        duration = check_duration(built.model, settings, built.assembly.duration)
        inputs = run_inputs(built.model, settings, duration, source_inputs(job.source, built.resolved))
        return execute_model(built.model, settings, duration, inputs, open_sink, progress)
