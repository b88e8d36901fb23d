"""Time a solver, and Clarabel beside it, on consecutive saved steps."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from drystone.bench.clarabel_time import time_clarabel
from drystone.bench.failures import keep_failure
from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.bench.saved import SavedStep
from drystone.bench.solver_call import TOLERANCE, call_solver, new_memory
from drystone.solvers.cone.problem import ContactProblem, SolveStatus
from drystone.solvers.cone.residuals import judge

#: Blocks above which a sequence beside Clarabel is solved once, and Clarabel sees one problem of it: that takes
#: minutes as it is.
LARGE = 2000


@dataclass(frozen=True, slots=True)
class Measured:
    """A solver on a sequence of steps, solved one after the other as a run does: what it keeps between steps counts."""

    ms: float             #: CPU time a step, each step at its best [ms]
    iterations: float     #: mean
    error: float          #: greatest certified relative error of the velocity [-]
    unsolved: tuple[int, ...] = ()   #: numbers of the steps above tolerance


def free_blocks(problem: ContactProblem) -> int:
    """Number of blocks that can move."""
    return int(np.count_nonzero(~problem.prescribed))


def measure_solver(steps: Sequence[SavedStep], solver: str, *, repeats: int = 3, threads: int = 1) -> Measured:
    """Best of `repeats` passes through the sequence; the first step is solved once before, so that all is compiled."""
    call_solver(steps[0], solver, new_memory(threads))
    best = np.full(len(steps), math.inf)
    for _ in range(repeats):
        solutions, memory = [], new_memory(threads)
        for number, step in enumerate(steps):
            before = time.process_time()
            solutions.append(call_solver(step, solver, memory))
            best[number] = min(best[number], time.process_time() - before)
    errors = [certified_error(step.problem, solution) for step, solution in zip(steps, solutions)]
    unsolved = tuple(number for number, (solution, error) in enumerate(zip(solutions, errors))
                     if not (solution.status is SolveStatus.SOLVED and error <= TOLERANCE))
    return Measured(1e3 * float(best.mean()), float(np.mean([s.iterations for s in solutions])),
                    float(np.max(errors)), unsolved)


def certified_error(problem: ContactProblem, solution) -> float:
    """By the judge that no solver owns; nan and inf stay what they are."""
    return judge(problem, solution.twist, solution.impulse).velocity_bound


def measure_steps(name: str, regime: str | None, steps: Sequence[SavedStep], options: Options, *,
                  clarabel: bool = True, keep_failures: bool = True, repeats: int = 3) -> list[Row]:
    """A row for each solver asked for, and Clarabel's time in all of them."""
    blocks = free_blocks(steps[0].problem)
    large = blocks > LARGE
    repeats = 1 if large and clarabel else repeats    # where sizes are compared, all are measured alike
    label = name if regime is None else f"{name} {regime}"
    other = None
    if clarabel:
        options.say(f"{label}: Clarabel on {1 if large else len(steps)} of {len(steps)} steps ...")
        other = time_clarabel(steps[-1:] if large else steps, repeats=min(repeats, 2))
    contacts = round(float(np.mean([step.problem.contact_count for step in steps])))
    rows = []
    for solver in options.solvers:
        options.say(f"{label}: {solver} on {len(steps)} steps ...")
        # the row of Clarabel is what the ratios are taken to, and that was measured just now
        own = solver == "clarabel" and other is not None
        found = (Measured(other.ms, other.iterations, other.error) if own
                 else measure_solver(steps, solver, repeats=repeats, threads=options.threads))
        more: dict[str, object] = {"steps": len(steps)}
        if other is not None:
            more |= {"clarabel_error": other.error, "clarabel_tolerance": other.tolerance}
        if keep_failures:
            for number in found.unsolved:
                more["saved"] = keep_failure(steps[number], f"{label}-{solver}", options.failed_folder)
        row = Row(name, regime, blocks, contacts, solver, found.ms, found.iterations, found.error, more=more,
                  failed=bool(found.unsolved) or not found.error <= TOLERANCE)
        if other is not None:
            row = replace(row, clarabel_ms=other.ms, ratio=other.ms / max(found.ms, 1e-9))
        rows.append(row)
    return rows
