"""Problems of FCLIB under both laws: by the certified bound, and as FCLIB does by the natural map of Coulomb's law."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np

from drystone.bench.coulomb_solvers import (
    COULOMB_SOLVERS,
    COULOMB_TOLERANCE,
    MOST_SOLVES,
    SHIFT_TOLERANCE,
    CoulombSolver,
    grade_coulomb,
    solve_by_shift,
)
from drystone.bench.measure import certified_error, free_blocks
from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.bench.saved import SavedStep
from drystone.bench.solver_call import TOLERANCE, call_solver, new_memory, solver_names
from drystone.errors import InputError
from drystone.solvers.clarabel_solver import solve_local_cone
from drystone.solvers.cone.fclib import load_fclib
from drystone.solvers.cone.local_problem import LocalProblem, fclib_error
from drystone.solvers.cone.problem import ContactProblem, FlowLaw
from drystone.solvers.coulomb_shift import Iterate, iterate_shift
from drystone.solvers.first_order.local_gauss_seidel import solve_coulomb_sweeps

#: Error by FCLIB's measure above which an answer is not one of Coulomb's law [-].
ACCEPTED = 1e-4

T = TypeVar("T")


def fclib_rows(path: Path, options: Options) -> list[Row]:
    """A row a law and solver; for a problem without blocks those of them that need none.

    `error` is the certified bound of the associative answer, or FCLIB's measure of Coulomb's law; `fclib`, `flow` and
    `momentum` say of both what they are worth under Coulomb's law.
    """
    problem = load_fclib(path)
    if isinstance(problem, LocalProblem):
        return _local_rows(path, problem, options)
    chosen = options.solvers if options.solvers != ("auto",) else tuple(n for n in solver_names() if n != "auto")
    rows = [_associative_row(path.name, problem, name, options) for name in chosen]
    by_shift = [CoulombSolver(name, lambda p, name=name: solve_by_shift(p, name, options.threads)) for name in chosen]
    others = [item for item in COULOMB_SOLVERS.values() if item.name != "shift" and item.takes(problem)]
    return rows + [coulomb_row(path.name, problem, item, options) for item in by_shift + others]


def _timed(solve: Callable[[], T]) -> tuple[T, float]:
    """What `solve` gives and its CPU time [ms], the second time: the first compiles."""
    solve()
    before = time.process_time()
    found = solve()
    return found, 1e3 * (time.process_time() - before)


def _coulomb_columns(problem: ContactProblem, solution) -> tuple[dict[str, object], float]:
    """What Coulomb's law says of an answer, and the referee's error [-]."""
    grade = grade_coulomb(problem, solution.twist, solution.impulse)
    return {"fclib": grade.fclib, "flow": grade.residuals.flow, "momentum": grade.residuals.momentum}, grade.error


def _associative_row(name: str, problem: ContactProblem, solver: str, options: Options) -> Row:
    """The convex answer of one solver."""
    options.say(f"{name}: {solver} ...")
    asked = replace(problem, law=FlowLaw.ASSOCIATIVE)
    solution, ms = _timed(lambda: call_solver(SavedStep(asked, None), solver, new_memory(options.threads)))
    error = certified_error(asked, solution)
    return Row(name, asked.law.value, free_blocks(problem), problem.contact_count, solver, ms, solution.iterations,
               error, more=_coulomb_columns(problem, solution)[0], failed=not error <= TOLERANCE)


def coulomb_row(name: str, problem: ContactProblem, solver: CoulombSolver, options: Options) -> Row:
    """Coulomb's law by one solver of the table; `iterations` counts what that solver counts.

    `error` is FCLIB's measure; of joints that FCLIB does not know the referee's.
    """
    options.say(f"{name}: Coulomb by {solver.name} ...")
    solution, ms = _timed(lambda: solver.solve(problem))
    more, error = _coulomb_columns(problem, solution)
    error, most = (error, COULOMB_TOLERANCE) if more["fclib"] is None else (more["fclib"], ACCEPTED)
    return Row(name, problem.law.value, free_blocks(problem), problem.contact_count, solver.name, ms,
               solution.iterations, error, more=more, failed=not error <= most)


def _local_rows(path: Path, local: LocalProblem, options: Options) -> list[Row]:
    """Without blocks there is neither a certified bound nor a mass: FCLIB's measure alone."""
    asked = [name for name in options.solvers if name not in ("auto", "clarabel")]
    if asked:
        raise InputError(f"bench: {str(path)!r} is a local problem (W, q) without blocks; it is solved by clarabel "
                         f"and by sweeps, got solver {asked[0]!r}")
    rows = []
    for law, solver, solve in ((FlowLaw.ASSOCIATIVE, "clarabel", lambda: (solve_local_cone(local), 1)),
                               (FlowLaw.COULOMB, "clarabel", lambda: _local_shift(local)),
                               (FlowLaw.COULOMB, "sweeps", lambda: solve_coulomb_sweeps(local))):
        options.say(f"{path.name}: {law} by {solver} ...")
        (impulse, count), ms = _timed(solve)
        error = fclib_error(local, impulse)
        rows.append(Row(path.name, law.value, None, local.contact_count, solver, ms, count,
                        error if law is FlowLaw.COULOMB else None, more={"fclib": error},
                        failed=law is FlowLaw.COULOMB and not error <= ACCEPTED))
    return rows


def _local_shift(local: LocalProblem) -> tuple[np.ndarray, int]:
    """Impulses (c, 3) [N s] with the friction shift iterated, and the number of solves."""
    scale = float(np.abs(local.start).max(initial=0.0)) or 1.0

    def solve(shift: np.ndarray) -> Iterate[np.ndarray]:
        start = local.start.copy()
        start[:, 0] += shift
        impulse = solve_local_cone(replace(local, start=start))
        speed = local.speed(impulse)
        return Iterate(impulse, local.friction * np.hypot(speed[:, 1], speed[:, 2]), impulse[:, 0] > 0.0)

    impulse, _, count = iterate_shift(solve, np.zeros(local.contact_count), MOST_SOLVES, SHIFT_TOLERANCE * scale)
    return impulse, count
