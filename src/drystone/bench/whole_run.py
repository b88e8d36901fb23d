"""Whole runs without a store: the dry wall that must stand still for 2 s, and the wall that is shaken."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from drystone.bench.options import Options
from drystone.bench.regimes import DT, PLANS
from drystone.bench.row import Row
from drystone.bench.scenes import GRAVITY, SCENES, build
from drystone.engines.registry import make_engine
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps

HELD_STEPS = 2000      #: 2 s
VIOLENT_STEPS = 200
MOST_DRIFT = 1e-9      #: of a wall that stands still [m]


@dataclass(frozen=True, slots=True)
class Run:
    """A run on the clock, from its first step on; compiling is not in it."""

    cpu: float            #: [s]
    steps: int
    drift: float          #: greatest displacement of a centre of mass from the start [m]
    contacts: int         #: of the last step
    iterations: float     #: mean of the steps
    flow: float           #: greatest residual of Coulomb's law, over gravity times step [-]
    unsettled: int        #: steps farther from the law than was asked for


def compile_steps(model: Model, settings: AnalysisSettings) -> None:
    """Take one step of `model`, so that no compiling is on a clock that starts afterwards."""
    engine = make_engine(model, settings, DT)
    next(take_steps(model, engine, engine.start(), 1))


def run(model: Model, steps: int, solver: str = "auto") -> Run:
    """`steps` steps of `model` from its initial state."""
    settings = AnalysisSettings(dt=DT, unsolved="count", solver=solver)
    compile_steps(model, settings)
    engine = make_engine(model, settings, steps * DT)
    start = engine.start()
    flow, iterations, unsettled = 0.0, 0, 0
    before = time.process_time()
    for taken in take_steps(model, engine, start, steps):
        report = taken.report
        flow = float(np.maximum(flow, report.flow_residual))
        iterations += report.iterations
        unsettled += not report.flow_converged
    cpu = time.process_time() - before
    moved = np.linalg.norm(taken.state.position - model.initial_position, axis=1)[~model.is_support]
    return Run(cpu, steps, float(moved.max()), report.contacts.count, iterations / steps,
               flow / (GRAVITY * DT), unsettled)


def held_row(options: Options, steps: int = HELD_STEPS, scene: str = "dry-wall") -> Row:
    """The dry wall under its own weight."""
    options.say(f"{scene}: {steps} steps under gravity ...")
    found = run(build(SCENES[scene]), steps, options.solvers[0])
    return _row(scene, "held", found, options, failed=not found.drift < MOST_DRIFT or bool(found.unsettled))


def violent_row(options: Options, steps: int = VIOLENT_STEPS, scene: str = "wall") -> Row:
    """The wall shaken by 0.8 g that reverses."""
    options.say(f"{scene}: {steps} violent steps ...")
    return _row(f"{scene} run", "violent", run(PLANS[f"{scene}-violent"].model(steps), steps, options.solvers[0]),
                options, failed=False)


def _row(name: str, regime: str, found: Run, options: Options, *, failed: bool) -> Row:
    blocks = len(SCENES[name.split()[0]].boxes())
    return Row(name, regime, blocks, found.contacts, options.solvers[0], 1e3 * found.cpu / found.steps,
               found.iterations,
               more={"steps": found.steps, "steps_per_s": found.steps / max(found.cpu, 1e-9), "drift_m": found.drift,
                     "flow_worst": found.flow, "unsettled": found.unsettled},
               failed=failed or not np.isfinite(found.flow))
