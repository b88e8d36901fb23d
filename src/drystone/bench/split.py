"""Where the time of a step goes: broad phase, narrow phase, assemble, factor, solve, rest.

The phases of detection and the parts of a solve run inside single kernels, where there is no clock. So the broad phase
is run once more by itself after each detection; and assembly and factor of each problem are timed by themselves, times
the iterations of the solver. What they cost extra is not counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from drystone.bench.regimes import DT, Plan
from drystone.bench.row import Row
from drystone.bench.tap import Heard, tap
from drystone.engines.registry import make_engine
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps
from drystone.solvers.cone.problem import ContactProblem, ContactSolution
from drystone.solvers.factor.pattern_memory import PatternMemory
from drystone.solvers.lanes.block_jobs import factor_blocks
from drystone.solvers.lanes.contact_jobs import assemble
from drystone.solvers.lanes.scaled_step import scale_problem
from drystone.solvers.splitting.solver import AGAIN

#: Parts of a step, in order.
PARTS = ("broad", "narrow", "assemble", "factor", "solve", "rest")


def split_steps(plan: Plan, steps: int, skip: int = 2) -> dict[str, float]:
    """CPU ms a step of each part, and their sum as `total`, over the last of `steps` steps; `skip` go before."""
    spent = dict.fromkeys((*PARTS, "extra"), 0.0)
    patterns = PatternMemory()

    def seen(whole: float, broad_phase: Callable[[], int] | None) -> None:
        before = time.process_time()
        broad = 0.0 if broad_phase is None else min(whole, _best(broad_phase, repeats=1))
        spent["broad"] += broad
        spent["narrow"] += whole - broad
        spent["extra"] += time.process_time() - before

    def heard(item: Heard) -> None:
        before = time.process_time()
        parts = _time_parts(item.problem, patterns)
        spent["extra"] += time.process_time() - before
        factors = factor_count(item.solution)
        inside = 0.0
        for part, seconds in parts.items():
            share = min(factors * seconds, item.cpu - inside)
            spent[part] += share
            inside += share
        spent["solve"] += item.cpu - inside

    model = plan.model(steps + skip)
    engine = make_engine(model, AnalysisSettings(dt=DT, unsolved="count"), (steps + skip) * DT, on_solve=tap(heard),
                         on_detect=seen)
    marching = take_steps(model, engine, engine.start(), steps + skip)
    for _ in range(skip):
        next(marching)
    spent.update(dict.fromkeys(spent, 0.0))
    before = time.process_time()
    for _ in range(steps):
        next(marching)
    total = time.process_time() - before - spent.pop("extra")
    spent["rest"] = total - sum(spent.values())
    return {part: 1e3 * value / steps for part, value in (spent | {"total": total}).items()}


def factor_count(solution: ContactSolution) -> int:
    """Assemblies and factors of a solve: one an iteration of the interior point, one or two of the splitting."""
    if solution.solver == "splitting":
        return 1 + (solution.iterations > AGAIN)
    return solution.iterations if solution.solver == "interior" else 1


def split_row(plan: Plan, steps: int) -> Row:
    """The split as a row."""
    parts = split_steps(plan, steps)
    return Row(f"{plan.scene.name} split", plan.regime, len(plan.scene.boxes()), ms=parts["total"],
               more={f"{part}_ms": parts[part] for part in PARTS} | {"steps": steps})


def _time_parts(problem: ContactProblem, patterns: PatternMemory) -> dict[str, float]:
    """CPU seconds of one assembly and one factor; nothing without contacts."""
    if problem.contact_count == 0:
        return {}
    step = scale_problem(problem, patterns).step
    return {"assemble": _best(lambda: assemble(step)), "factor": _best(lambda: (assemble(step), factor_blocks(step)))
            - _best(lambda: assemble(step))}


def _best(call: Callable[[], object], repeats: int = 3) -> float:
    times = []
    for _ in range(repeats):
        before = time.process_time()
        call()
        times.append(time.process_time() - before)
    return min(times)
