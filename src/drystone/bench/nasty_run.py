"""Hundreds of nasty problems, each with a time limit: what each solver says, and whether it is true.

The solver runs in a process of its own, because compiled code cannot be interrupted: a problem that takes too long
ends with its process, and the next one gets a new one.
"""

from __future__ import annotations

import importlib
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

import numpy as np

from drystone.bench.failures import keep_failure
from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.bench.saved import SavedStep
from drystone.bench.solver_call import TOLERANCE, call_solver, new_memory
from drystone.errors import InputError
from drystone.solvers.cone.problem import ContactProblem, SolveStatus

SEEDS = 500
TIME_LIMIT = 20.0          #: of one problem [s]
FIRST_LIMIT = 300.0        #: of the first one of a process, which may have to compile [s]
FACTORY = "drystone.bench.nasty:nasty_problem"   #: seed -> ContactProblem


@dataclass(frozen=True, slots=True)
class Verdict:
    """One problem."""

    seed: int
    status: str           #: of the solver; or "timeout", "raised"
    error: float          #: certified [-]; nan where there is no answer
    has_nan: bool         #: in twist or impulse
    ms: float             #: CPU time [ms]
    iterations: int = 0
    blocks: int = 0
    contacts: int = 0

    @property
    def failed(self) -> bool:
        """No honest status: an answer that is not a number, none at all, or SOLVED above tolerance."""
        if self.status == SolveStatus.SOLVED and not self.error <= TOLERANCE:
            return True
        return self.has_nan or self.status not in tuple(SolveStatus)


def find_factory(name: str) -> Callable[[int], ContactProblem]:
    """Function from "module:function"."""
    module, _, function = name.partition(":")
    try:
        return getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError):
        raise InputError(f"bench: nasty problems must come from {name}, got no such function") from None


def judge_seed(seed: int, factory: str, solver: str) -> Verdict:
    """Make the problem of `seed` and solve it, here and now."""
    problem = find_factory(factory)(seed)
    size = {"blocks": problem.block_count, "contacts": problem.contact_count}
    before = time.process_time()
    try:
        solution = call_solver(SavedStep(problem, None), solver, new_memory())
    except Exception:      # whatever it is, it is a failure of this problem
        return Verdict(seed, "raised", float("nan"), False, 1e3 * (time.process_time() - before), **size)
    ms = 1e3 * (time.process_time() - before)
    has_nan = not (np.isfinite(solution.twist).all() and np.isfinite(solution.impulse).all())
    error = solution.residuals.velocity_bound if solution.residuals else float("nan")
    return Verdict(seed, str(solution.status), error, has_nan, ms, solution.iterations, **size)


def _work(pipe: Any, factory: str, solver: str) -> None:
    while (seed := pipe.recv()) is not None:
        pipe.send(judge_seed(seed, factory, solver))


class _Worker:
    """A process that judges seeds, replaced when one takes too long or kills it."""

    def __init__(self, factory: str, solver: str) -> None:
        self._arguments = factory, solver
        self._process = None

    def judge(self, seed: int, limit: float) -> Verdict:
        if self._process is None:
            self._start()
            limit += FIRST_LIMIT
        lost = "timeout"
        self._pipe.send(seed)
        try:
            if self._pipe.poll(limit):
                return self._pipe.recv()
        except EOFError:
            lost = "crashed"
        self._end()
        return Verdict(seed, lost, float("nan"), False, 1e3 * limit)

    def _start(self) -> None:
        context = get_context("spawn")      # threads and compiled code of the parent do not survive a fork
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_work, args=(other, *self._arguments), daemon=True)
        self._process.start()
        other.close()

    def _end(self) -> None:
        self._process.kill()
        self._process.join()
        self._process = None

    def close(self) -> None:
        if self._process is not None:
            self._pipe.send(None)
            self._process.join(5.0)
            if self._process.is_alive():
                self._end()


def judge_seeds(seeds: Iterable[int], solver: str = "auto", *, factory: str = FACTORY, limit: float = TIME_LIMIT,
                say: Callable[[str], None] = lambda text: None) -> list[Verdict]:
    """Verdict of every seed, in order."""
    find_factory(factory)
    worker, found = _Worker(factory, solver), []
    try:
        for seed in seeds:
            found.append(worker.judge(seed, limit))
            if len(found) % 50 == 0:
                say(f"nasty {solver}: {len(found)} problems, {sum(v.failed for v in found)} failures")
    finally:
        worker.close()
    return found


def nasty_rows(options: Options, seeds: Iterable[int] = range(SEEDS), *, factory: str = FACTORY,
               limit: float = TIME_LIMIT) -> list[Row]:
    """A row a solver: how often each status, the greatest error of what was called solved, and which seeds failed."""
    rows = []
    seeds = list(seeds)
    for solver in options.solvers:
        found = judge_seeds(seeds, solver, factory=factory, limit=limit, say=options.say)
        bad = [verdict for verdict in found if verdict.failed]
        count = Counter(verdict.status for verdict in found)
        solved = [verdict.error for verdict in found if verdict.status == SolveStatus.SOLVED]
        more: dict[str, object] = {"problems": len(found), "failures": len(bad),
                                   "nan": sum(verdict.has_nan for verdict in found)}
        more |= {f"{status}_count": number for status, number in sorted(count.items())}
        if bad:
            more["failed_seeds"] = ", ".join(str(verdict.seed) for verdict in bad)
            for verdict in bad:
                step = SavedStep(find_factory(factory)(verdict.seed), None)
                more["saved"] = keep_failure(step, f"nasty-{solver}-seed-{verdict.seed}", options.failed_folder)
        rows.append(Row("nasty", None, max(v.blocks for v in found), max(v.contacts for v in found), solver,
                        float(np.mean([v.ms for v in found])), float(np.mean([v.iterations for v in found])),
                        max(solved, default=None), more=more, failed=bool(bad)))
    return rows
