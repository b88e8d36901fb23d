"""How near to real time a wall with an arch of 201 blocks runs: joints that give, three steps."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence

import numpy as np

from drystone.bench.coulomb_steps import GRAVITY, residuals
from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.engines.registry import make_engine
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings
from drystone.motion import GroundDisplacementSine
from drystone.simulation.march import take_steps
from drystone.validate.structures import spandrel_wall

STIFFNESS = 5e8                  #: of the joints, normal and tangential [Pa/m]
STEPS = (1e-3, 5e-3, 2e-2)       #: [s]
PEAK, FREQUENCY = 0.2 * GRAVITY, 1.0   #: of the ground, in plane [m/s2], [Hz]
DURATION = 2.0                   #: simulated [s]


def arch_model() -> Model:
    """The wall on ground that moves as a sine, from rest with a jump of its velocity."""
    motion = GroundDisplacementSine(PEAK / (2.0 * math.pi * FREQUENCY) ** 2, FREQUENCY)
    return spandrel_wall(motion, (1.0, 0.0, 0.0), layout="C stepped", applied="supports", stiffness=STIFFNESS)


def realtime_rows(options: Options, steps: Sequence[float] = STEPS, duration: float = DURATION) -> Iterator[Row]:
    """A row a step: `realtime` is simulated time over wall time, `realtime_cpu` over CPU time."""
    model = arch_model()
    for dt in steps:
        options.say(f"realtime: {duration:g} s at {1e3 * dt:g} ms ...")
        yield realtime_row(model, dt, max(1, round(duration / dt)), options)


def realtime_row(model: Model, dt: float, count: int, options: Options) -> Row:
    """`count` steps of `model` on both clocks, from rest."""
    settings = AnalysisSettings(dt=dt, unsolved="count", solver=options.solvers[0], threads=options.threads)
    engine = make_engine(model, settings, count * dt)
    next(take_steps(model, engine, engine.start(), 1))      # what is compiled or read is not on the clock
    marching, reports = take_steps(model, engine, engine.start(), count), []
    wall, cpu = time.perf_counter(), time.process_time()
    for taken in marching:
        reports.append(taken.report)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    graded = residuals(reports, GRAVITY * dt)
    return Row("spandrel wall", f"{1e3 * dt:g} ms", int(np.count_nonzero(~model.is_support)),
               round(float(np.mean([report.contacts.count for report in reports]))), options.solvers[0],
               1e3 * cpu / count, float(np.mean([report.iterations for report in reports])),
               more={"steps": count, "simulated_s": count * dt, "wall_s": wall, "realtime": count * dt / wall,
                     "realtime_cpu": count * dt / max(cpu, 1e-9), "flow": graded["flow"],
                     "flow_90": graded["flow_90"]})
