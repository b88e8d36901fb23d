"""Problems of FCLIB, graded as FCLIB does: by the natural map of Coulomb's law."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from drystone.bench.measure import free_blocks
from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.bench.saved import SavedStep
from drystone.bench.solver_call import call_solver, new_memory, solver_names
from drystone.errors import InputError
from drystone.solvers.clarabel_solver import solve_local_cone
from drystone.solvers.cone.fclib import load_fclib
from drystone.solvers.cone.local_problem import LocalProblem, fclib_error, to_local
from drystone.solvers.cone.problem import ContactProblem, SolveStatus
from drystone.solvers.coulomb_shift import Iterate, iterate_shift
from drystone.solvers.first_order.local_gauss_seidel import solve_coulomb_sweeps

#: Error by FCLIB's measure above which an answer is not one of Coulomb's law [-].
ACCEPTED = 1e-4

#: Convex solves with which Coulomb's law is sought, and the change of the shift that ends them, relative to the
#: greatest relative velocity without impulses.
MOST_SOLVES, SHIFT_TOLERANCE = 30, 1e-7

#: The row of the method that needs no blocks and no convex problem.
SWEEPS = "sweeps on W"


def fclib_rows(path: Path, options: Options) -> list[Row]:
    """A row a solver; for a problem without blocks those of them that need none.

    Our solvers answer the associative law; `associative` is what that answer is worth under Coulomb's. `error` is that
    of the answer with the friction shift iterated.
    """
    problem = load_fclib(path)
    if isinstance(problem, LocalProblem):
        asked = [name for name in options.solvers if name not in ("auto", "clarabel")]
        if asked:
            raise InputError(f"bench: {str(path)!r} is a local problem (W, q) without blocks; it is solved by clarabel "
                             f"and by {SWEEPS}, got solver {asked[0]!r}")
        local, blocks, chosen = problem, None, ("clarabel",)
        methods = {"clarabel": lambda shift: _solve_without_blocks(local, shift)}
    else:
        local, blocks = to_local(problem), free_blocks(problem)
        chosen = options.solvers if options.solvers != ("auto",) else tuple(n for n in solver_names() if n != "auto")
        methods = {name: _with_blocks(problem, name, options) for name in chosen}
    rows = [_convex_row(path.name, local, blocks, name, methods[name], options) for name in chosen]
    return [*rows, _sweeps_row(path.name, local, blocks, options)]


def _row(name: str, local: LocalProblem, blocks: int | None, solver: str, seconds: float, count: int,
         error: float, associative: float | None) -> Row:
    return Row(name, "Coulomb", blocks, local.contact_count, solver, 1e3 * seconds, count, error,
               more={"associative": associative},
               failed=not error <= ACCEPTED)


def _convex_row(name: str, local: LocalProblem, blocks: int | None, solver: str,
                method: Callable[[np.ndarray], np.ndarray], options: Options) -> Row:
    """Coulomb's law by convex solves of one solver, graded at its best; `iterations` counts the solves."""
    options.say(f"{name}: {solver} ...")
    scale = float(np.abs(local.start).max(initial=0.0)) or 1.0
    method(np.zeros(local.contact_count))      # compiles
    errors: list[float] = []

    def solve(shift: np.ndarray) -> Iterate[None]:
        impulse = method(shift)
        speed = local.speed(impulse)
        errors.append(fclib_error(local, impulse))
        return Iterate(None, local.friction * np.hypot(speed[:, 1], speed[:, 2]), impulse[:, 0] > 0.0)

    before = time.process_time()
    _, _, count = iterate_shift(solve, np.zeros(local.contact_count), MOST_SOLVES, SHIFT_TOLERANCE * scale)
    return _row(name, local, blocks, solver, time.process_time() - before, count, min(errors), associative=errors[0])


def _sweeps_row(name: str, local: LocalProblem, blocks: int | None, options: Options) -> Row:
    """Coulomb's law itself, contact by contact; `iterations` counts sweeps."""
    options.say(f"{name}: {SWEEPS} ...")
    solve_coulomb_sweeps(local, max_iterations=2)      # compiles
    before = time.process_time()
    impulse, count = solve_coulomb_sweeps(local)
    return _row(name, local, blocks, SWEEPS, time.process_time() - before, count, fclib_error(local, impulse),
                associative=None)


def _with_blocks(problem: ContactProblem, solver: str, options: Options) -> Callable[[np.ndarray], np.ndarray]:
    memory, warm = new_memory(options.threads), None

    def solve(shift: np.ndarray) -> np.ndarray:
        nonlocal warm
        bias = problem.bias.copy()
        bias[:, 0] += shift
        shifted = replace(problem, bias=bias)
        solution = call_solver(SavedStep(shifted, warm), solver, memory)
        if solution.status is not SolveStatus.SOLVED:  # some solvers get stuck at the answer to a near problem
            solution = call_solver(SavedStep(shifted, None), solver, memory)
        warm = (solution.twist, solution.impulse)
        return solution.impulse

    return solve


def _solve_without_blocks(local: LocalProblem, shift: np.ndarray) -> np.ndarray:
    start = local.start.copy()
    start[:, 0] += shift
    return solve_local_cone(replace(local, start=start))
