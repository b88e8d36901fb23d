"""Two threads against one on the largest building: same bits, less time on the wall clock."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from drystone.bench.measure import free_blocks
from drystone.bench.options import Options
from drystone.bench.regimes import plan
from drystone.bench.row import Row
from drystone.bench.saved import SavedStep, saved_steps
from drystone.bench.solver_call import call_solver, new_memory


def thread_rows(options: Options, name: str = "building", counts: tuple[int, int] = (1, 2),
                repeats: int = 2) -> Iterator[Row]:
    """The last saved step of each regime on so many threads; `speedup` and `same_bits` are against the first count."""
    for regime in ("quiet", "violent"):
        step = saved_steps(plan(name, regime), options.folder, fresh=options.fresh, say=options.say)[-1]
        alone = None
        for count in counts:
            options.say(f"{name} {regime}: {count} threads ...")
            wall, cpu, solution = _solve(step, options.solvers[0], count, repeats)
            alone = alone or (wall, solution)
            same = all(np.array_equal(getattr(solution, part), getattr(alone[1], part))
                       for part in ("twist", "impulse"))
            yield Row(f"{name} threads", regime, free_blocks(step.problem), step.problem.contact_count,
                      options.solvers[0], 1e3 * cpu, float(solution.iterations), solution.residuals.velocity_bound,
                      more={"threads": count, "wall_ms": 1e3 * wall, "speedup": alone[0] / wall, "same_bits": same},
                      failed=not same)


def _solve(step: SavedStep, solver: str, threads: int, repeats: int):
    """Best wall and CPU time [s], and the answer."""
    solution = call_solver(step, solver, new_memory(threads))
    best = (np.inf, np.inf)
    for _ in range(repeats):
        wall, cpu = time.perf_counter(), time.process_time()
        solution = call_solver(step, solver, new_memory(threads))
        best = min(best, (time.perf_counter() - wall, time.process_time() - cpu))
    return *best, solution
