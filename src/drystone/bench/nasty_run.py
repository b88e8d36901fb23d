"""Hundreds of nasty problems, each with a time limit: what each solver says, and whether it is true, under both laws.

The solver runs in a process of its own, because compiled code cannot be interrupted: a problem that takes too long
ends with its process, and the next one gets a new one.
"""

from __future__ import annotations

import importlib
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import Any

import numpy as np

from drystone.bench.coulomb_solvers import COULOMB_SOLVERS, COULOMB_TOLERANCE, grade_coulomb
from drystone.bench.failures import keep_failure
from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.bench.saved import SavedStep
from drystone.bench.solver_call import TOLERANCE, call_solver, new_memory
from drystone.errors import InputError
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, FlowLaw, SolveStatus

SEEDS = 500
TIME_LIMIT = 20.0          #: of one problem [s]
FIRST_LIMIT = 300.0        #: of the first one of a process, which may have to compile [s]
FACTORY = "drystone.bench.nasty:nasty_problem"   #: seed -> ContactProblem

#: Greatest error of what may be called solved, by law [-].
TOLERANCES = {FlowLaw.ASSOCIATIVE: TOLERANCE, FlowLaw.COULOMB: COULOMB_TOLERANCE}

#: Status of a problem that is beyond what a solver can be asked.
NOT_ASKED = "not_asked"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One problem."""

    seed: int
    status: str           #: of the solver; or "timeout", "crashed", "raised", NOT_ASKED
    error: float          #: certified, or of Coulomb's law (`CoulombGrade.error`) [-]; nan where there is no answer
    has_nan: bool         #: in twist or impulse
    ms: float             #: CPU time [ms]
    iterations: int = 0
    blocks: int = 0
    contacts: int = 0
    law: FlowLaw = FlowLaw.ASSOCIATIVE
    flow: float | None = None    #: of Coulomb's law at the worst contact, over speed_scale [-]
    fclib: float | None = None   #: FCLIB's measure; None where it has none

    @property
    def failed(self) -> bool:
        """No honest status: an answer that is not a number, none at all, or SOLVED above tolerance."""
        if self.status == SolveStatus.SOLVED and not self.error <= TOLERANCES[self.law]:
            return True
        return self.has_nan or self.status not in (*SolveStatus, NOT_ASKED)


def find_factory(name: str) -> Callable[[int], ContactProblem]:
    """Function from "module:function"."""
    module, _, function = name.partition(":")
    try:
        return getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError):
        raise InputError(f"bench: nasty problems must come from {name}, got no such function") from None


def judge_seed(seed: int, factory: str, solver: str, law: FlowLaw = FlowLaw.ASSOCIATIVE) -> Verdict:
    """Make the problem of `seed` under `law` and solve it, here and now; Coulomb's by one of COULOMB_SOLVERS."""
    problem = replace(find_factory(factory)(seed), law=law)
    about = {"blocks": problem.block_count, "contacts": problem.contact_count, "law": law}
    if law is FlowLaw.COULOMB and not COULOMB_SOLVERS[solver].takes(problem):
        return Verdict(seed, NOT_ASKED, float("nan"), False, 0.0, **about)
    before = time.process_time()
    try:
        solution = _solve(problem, solver)
    except Exception:      # whatever it is, it is a failure of this problem
        return Verdict(seed, "raised", float("nan"), False, 1e3 * (time.process_time() - before), **about)
    about["ms"] = 1e3 * (time.process_time() - before)
    about["has_nan"] = not (np.isfinite(solution.twist).all() and np.isfinite(solution.impulse).all())
    return Verdict(seed, str(solution.status), iterations=solution.iterations, **_grade(problem, solution), **about)


def _solve(problem: ContactProblem, solver: str) -> ContactSolution:
    if problem.law is FlowLaw.COULOMB:
        return COULOMB_SOLVERS[solver].solve(problem)
    return call_solver(SavedStep(problem, None), solver, new_memory())


def _grade(problem: ContactProblem, solution: ContactSolution) -> dict[str, float | None]:
    """What the referee of the law says of an answer; nothing about none."""
    if problem.law is FlowLaw.ASSOCIATIVE:
        return {"error": solution.residuals.velocity_bound if solution.residuals else float("nan")}
    if solution.status in (SolveStatus.INFEASIBLE, SolveStatus.FAILED):
        return {"error": float("nan")}
    grade = grade_coulomb(problem, solution.twist, solution.impulse)
    return {"error": grade.error, "flow": grade.residuals.flow, "fclib": grade.fclib}


def _work(pipe: Any, factory: str, solver: str, law: FlowLaw) -> None:
    while (seed := pipe.recv()) is not None:
        pipe.send(judge_seed(seed, factory, solver, law))


class _Worker:
    """A process that judges seeds, replaced when one takes too long or kills it."""

    def __init__(self, factory: str, solver: str, law: FlowLaw) -> None:
        self._arguments, self._law = (factory, solver, law), law
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
        return Verdict(seed, lost, float("nan"), False, 1e3 * limit, law=self._law)

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


def judge_seeds(seeds: Iterable[int], solver: str = "auto", law: FlowLaw = FlowLaw.ASSOCIATIVE, *,
                factory: str = FACTORY, limit: float = TIME_LIMIT,
                say: Callable[[str], None] = lambda text: None) -> list[Verdict]:
    """Verdict of every seed, in order."""
    find_factory(factory)
    worker, found = _Worker(factory, solver, law), []
    try:
        for seed in seeds:
            found.append(worker.judge(seed, limit))
            if len(found) % 50 == 0:
                say(f"nasty {law} {solver}: {len(found)} problems, {sum(v.failed for v in found)} failures")
    finally:
        worker.close()
    return found


def nasty_rows(options: Options, seeds: Iterable[int] = range(SEEDS), *, factory: str = FACTORY,
               limit: float = TIME_LIMIT) -> Iterable[Row]:
    """A row a law and solver; Coulomb's law by all solvers that take it, unless convex ones are asked for by name."""
    seeds = list(seeds)
    asked = [(FlowLaw.ASSOCIATIVE, solver) for solver in options.solvers]
    if options.solvers == ("auto",):
        asked += [(FlowLaw.COULOMB, solver) for solver in COULOMB_SOLVERS]
    for law, solver in asked:
        found = judge_seeds(seeds, solver, law, factory=factory, limit=limit, say=options.say)
        yield _row(found, law, solver, factory, options)


def _row(found: list[Verdict], law: FlowLaw, solver: str, factory: str, options: Options) -> Row:
    """How often each status, the greatest error of what was called solved, and which seeds failed."""
    bad = [verdict for verdict in found if verdict.failed]
    solved = [verdict.error for verdict in found if verdict.status == SolveStatus.SOLVED]
    count = Counter(verdict.status for verdict in found)
    more: dict[str, object] = {"problems": len(found), "failures": len(bad),
                               "nan": sum(verdict.has_nan for verdict in found)}
    more |= {f"{status}_count": number for status, number in sorted(count.items())}
    for name in ("flow", "fclib"):
        values = [getattr(verdict, name) for verdict in found if getattr(verdict, name) is not None]
        if values:
            more[f"{name}_median"] = float(np.median(values))
    if bad:
        more["failed_seeds"] = ", ".join(str(verdict.seed) for verdict in bad)
        for verdict in bad:
            step = SavedStep(replace(find_factory(factory)(verdict.seed), law=law), None)
            more["saved"] = keep_failure(step, f"nasty-{law}-{solver}-seed-{verdict.seed}", options.failed_folder)
    asked = [verdict for verdict in found if verdict.status != NOT_ASKED] or found
    return Row("nasty", law.value, max(v.blocks for v in found), max(v.contacts for v in found), solver,
               float(np.mean([v.ms for v in asked])), float(np.mean([v.iterations for v in asked])),
               max(solved, default=None), more=more, failed=bool(bad))
