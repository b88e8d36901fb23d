"""The time loop: the only one. It advances any engine from state to state until a rule ends the run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from drystone.engines.engine import Engine
from drystone.errors import SolveError
from drystone.model.model import Model
from drystone.model.report import Report
from drystone.model.state import State
from drystone.simulation.stops import FORCE_RATIO, ROUNDING, Ending, Steps, StopRule


class Taken(NamedTuple):
    """One interval that was taken."""

    state: State           #: at its end
    report: Report
    ending: Ending | None  #: how the run ends here, or None


def march(model: Model, engine: Engine, state: State, stops: Sequence[StopRule]) -> Iterator[Taken]:
    """Advance `state` interval by interval; events act at the start of theirs. The last one has an ending."""
    loads, ending = model.loads, None
    while ending is None:
        time_new = (state.step + 1) * engine.dt
        events = loads.events_in(loads.clock(state), loads.clock(state, time_new))
        if events:
            state = engine.apply(state, events)
        state, report = engine.advance(state)
        _check_sane(model, state)
        state = _enter_stage(model, state, report, ROUNDING * engine.dt)
        ending = next((found for rule in stops if (found := rule.ending(state, report)) is not None), None)
        yield Taken(state, report, ending)


def take_steps(model: Model, engine: Engine, state: State, count: int) -> Iterator[Taken]:
    """Advance by `count` intervals: for tests and benchmarks."""
    return march(model, engine, state, [Steps(state.step + count)])


def _enter_stage(model: Model, state: State, report: Report, slack: float) -> State:
    """State in the stage that its clock has reached, or that its forces in balance begin.

    slack : [s], within which times are equal: sums of durations and of steps differ
    """
    stages = model.loads.stages
    while state.stage + 1 < len(stages):
        stage, following = stages[state.stage], stages[state.stage + 1]
        if model.loads.clock(state) >= stage.stop - slack:
            ahead = stage.start - state.stage_start     # of the clock before the run's time; kept
            state = replace(state, stage=state.stage + 1, stage_start=following.start - ahead)
        elif (stage.force_ratio is not None and state.time - state.stage_start >= stage.after - slack
                and report.numbers[FORCE_RATIO] <= stage.force_ratio):
            return replace(state, stage=state.stage + 1, stage_start=state.time)
        else:
            break
    return state


def _check_sane(model: Model, state: State) -> None:
    """A pose that is no number must never reach a result."""
    if not (np.isfinite(state.position).all() and np.isfinite(state.twist).all()):
        sound = np.isfinite(state.position).all(axis=1) & np.isfinite(state.twist).all(axis=1)
        raise SolveError(f"step {state.step} (t = {state.time:.6g} s): the motion of block "
                         f"{model.block_names[int(np.argmin(sound))]!r} is not finite")
