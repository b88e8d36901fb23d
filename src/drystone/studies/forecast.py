"""What runs of a study would take before the first of them is over: by rule of thumb, in words that say so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from drystone.engines.registry import DEFAULT
from drystone.io.yaml_reader import parse_value
from drystone.model.settings import engine_of
from drystone.quantities import read_quantity
from drystone.studies.file.read import Study
from drystone.studies.runs.planned import PlannedRun

#: CPU time of a step, and more of it for each block [s], by engine. Rigid blocks: the stone house (191 blocks) took
#: 3.3 ms a step under 102 pulses at 1 ms and 2.6 ms under 60 records at 2.5 ms.
RULES = {"nscd": (2e-4, 15e-6)}

#: Bytes of a run in the ledger: of words and numbers, of the last state for each block, of one number over time.
ROW_BYTES, STATE_BYTES, NUMBER_BYTES = 4_000, 1_500, 8


@dataclass(frozen=True)
class Forecast:
    """An estimate for some runs.

    Attributes
    ----------
    runs, blocks, steps : how many; steps are those of all runs up to their published ends
    seconds : of one core; None: there is no rule for that engine
    engine : that makes the runs
    bytes : on disk
    """

    runs: int
    blocks: int
    steps: float
    seconds: float | None
    engine: str
    bytes: float

    def lines(self, cores: int) -> list[str]:
        """Hours and disk, with what they hang on."""
        blocks = f"{self.blocks} block{'s' * (self.blocks != 1)}"
        steps = f"{self.runs} runs of {self.steps / max(self.runs, 1):,.0f} steps in the mean, {blocks}"
        disk = f"disk        about {_rough(self.bytes / 1e6)} MB: an estimate"
        if self.seconds is None:
            return [f"hours       not known before the first runs: no rule of thumb for the engine {self.engine!r}",
                    f"            {steps}", disk]
        step, block = RULES[self.engine]
        return [f"hours       about {_rough(self.seconds / 3600.0 / cores)} on {cores} cores: an estimate, within a "
                "factor of 3; less where runs collapse or rest early",
                f"            {steps}, {1e3 * step:g} ms + {1e6 * block:g} us a block each", disk]


def _rough(value: float) -> str:
    """Two digits."""
    return f"{float(f'{value:.2g}'):g}"


def forecast(study: Study, runs: Sequence[PlannedRun]) -> Forecast:
    """What runs of a study would take, if all of them went on to their published ends."""
    built, data = study.base.build(), study.base.data()[0]
    blocks = int((~built.model.is_support).sum())
    engine = engine_of(data.get("analysis")) or DEFAULT
    steps = [_duration(run, data) / _step(run, study.time_step) for run in runs]
    rule = RULES.get(engine)
    seconds = None if rule is None else sum(steps) * (rule[0] + rule[1] * blocks)
    columns = 1 + sum(3 if (one.component, one.axis, one.tie) == (None, None, None) else 1
                      for one in built.model.monitors)
    size = sum(ROW_BYTES + NUMBER_BYTES * columns * min(study.file.keep.rows, count + 1) for count in steps)
    size += len(runs) * (STATE_BYTES * blocks if study.file.keep.checkpoint else 0)
    files = sum(map(len, {**study.base.files, **study.files}.values()))
    return Forecast(len(runs), blocks, sum(steps), seconds, engine, size + files)


def _duration(run: PlannedRun, data: Mapping) -> float:
    """Of a run, to its published end [s]."""
    return read_quantity("duration", _changed(run.overrides, "duration", data.get("duration")), "s", least=0.0)


def _step(run: PlannedRun, otherwise: float) -> float:
    """Time step of a run [s]."""
    return read_quantity("analysis.dt", _changed(run.overrides, "analysis.dt", otherwise), "s", above=0.0)


def _changed(overrides: Iterable[str], key: str, otherwise: object) -> object:
    """Value that a run gives to a key of the model."""
    value = otherwise
    for text in overrides:
        name, _, given = text.partition("=")
        if name.strip() == key:
            value = parse_value(given)
    return value
