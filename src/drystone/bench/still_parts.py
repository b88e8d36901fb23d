"""What it saves to solve by itself what stands still: a wall at rest beside a small one whose top course slides off."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from drystone.bench.options import Options
from drystone.bench.regimes import DT
from drystone.bench.row import Row
from drystone.bench.scenes import DENSITY, FRICTION, GRAVITY, GRID, bonded_wall
from drystone.bench.whole_run import compile_steps
from drystone.engines.nscd.coulomb_flow import WILD
from drystone.engines.registry import make_engine
from drystone.geometry.primitives import box_between
from drystone.model.assembly import Assembly
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps

STEPS = 100
PUSH = 0.2          #: [g], rises and falls: what stands still has another answer at every step
SLIDE = 0.8         #: [m/s], of the top course of the small wall
_APART = 60         #: of the walls, in units of the grid


def still_model() -> Model:
    """205 blocks that stand and 33 of which the uppermost slide, on one ground."""
    assembly = Assembly("still", gravity=GRAVITY)
    assembly.material("stone", density=DENSITY)
    assembly.joint("dry", friction=FRICTION)
    small = [tuple((x + _APART, y, z) for x, y, z in box) for box in bonded_wall(5, 6)]
    top = max(upper[2] for _, upper in small)
    for number, (lower, upper) in enumerate([*bonded_wall(20, 10), *small], 1):
        groups = ("sliding",) if lower[0] >= _APART and upper[2] == top else ()
        assembly.add(f"block_{number}", box_between(*(tuple(GRID * c for c in corner) for corner in (lower, upper))),
                     material="stone", groups=groups)
    assembly.add_ground(0.0)
    assembly.velocity("sliding", linear=(SLIDE, 0.0, 0.0))
    saw = [(step * DT, 0.5 + 0.5 * (-1) ** (step // 20)) for step in range(0, 10 * STEPS, 20)]
    assembly.body_acceleration("push", (PUSH * GRAVITY, 0.0, 0.0), history=saw)
    return assembly.build()


def still_rows(options: Options, steps: int = STEPS) -> Iterator[Row]:
    """The same run solved in one and in two parts."""
    model = still_model()
    options.say(f"still: {steps} steps in one ...")
    whole, where_whole = _run(model, steps, split=False)
    options.say(f"still: {steps} steps, what stands still apart ...")
    parts, where = _run(model, steps, split=True)
    apart = float(np.abs(where - where_whole).max())
    for regime, row in (("in one", whole), ("apart", parts)):
        yield Row("still", regime, 238, row[3], "auto", row[0], row[1],
                  more={"steps": steps, "speedup": whole[0] / row[0], "flow_worst": row[2], "difference_m": apart},
                  failed=not row[2] <= WILD)


def _run(model: Model, steps: int, *, split: bool) -> tuple[tuple[float, float, float, int], np.ndarray]:
    """CPU ms a step, iterations, greatest flow residual [-], contacts; and where the blocks are at the end."""
    settings = AnalysisSettings(dt=DT, unsolved="count")
    compile_steps(model, settings)
    engine = make_engine(model, settings, steps * DT, split=split)
    start, worst, iterations = engine.start(), 0.0, 0
    before = time.process_time()
    for taken in take_steps(model, engine, start, steps):
        report = taken.report
        worst, iterations = max(worst, report.flow_residual / (GRAVITY * DT)), iterations + report.iterations
    ms = 1e3 * (time.process_time() - before) / steps
    return (ms, iterations / steps, worst, report.contacts.count), taken.state.position
