"""Call a solver by its name, on so many threads; and which names there are."""

from __future__ import annotations

import inspect

from drystone.bench.saved import SavedStep
from drystone.checks import check_choice
from drystone.errors import InputError
from drystone.solvers import solve as solvers
from drystone.solvers.problem import ContactSolution

TOLERANCE = 1e-5   #: certified relative error of the velocity that a step must reach [-]


def solver_names() -> tuple[str, ...]:
    """Names that `solve_contact_problem` takes."""
    return tuple(getattr(solvers, "SOLVERS", ("auto", "interior", "clarabel")))


def check_solver(name: str) -> str:
    """`name`, if there is such a solver."""
    return check_choice("bench: solver", name, solver_names())


def takes_threads() -> bool:
    """True where solvers can run on several threads."""
    return "threads" in inspect.signature(solvers.solve_contact_problem).parameters


def check_threads(threads: int) -> int:
    """`threads`, if the solvers can run on so many."""
    if threads > 1 and not takes_threads():
        raise InputError(f"bench: threads must be 1, the solvers of this version use no more, got {threads}")
    return threads


def call_solver(step: SavedStep, solver: str, threads: int = 1) -> ContactSolution:
    """Solve a saved step as the engine would."""
    extra = {"threads": threads} if takes_threads() else {}
    return solvers.solve_contact_problem(step.problem, solver=solver, tolerance=TOLERANCE, warm=step.warm, **extra)
