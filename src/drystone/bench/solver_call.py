"""Call a solver by its name, on so many threads; and which names there are."""

from __future__ import annotations

from drystone.bench.saved import SavedStep
from drystone.checks import check_choice
from drystone.solvers import solve as solvers
from drystone.solvers.cone.problem import ContactSolution
from drystone.solvers.machine import PatternMemory
from drystone.solvers.solve import SolverMemory

TOLERANCE = 1e-5   #: certified relative error of the velocity that a step must reach [-]


def solver_names() -> tuple[str, ...]:
    """Names that `solve_contact_problem` takes."""
    return solvers.SOLVERS


def check_solver(name: str) -> str:
    """`name`, if there is such a solver."""
    return check_choice("bench: solver", name, solver_names())


def new_memory(threads: int = 1) -> SolverMemory:
    """What a run keeps between its steps."""
    return SolverMemory(PatternMemory(threads))


def call_solver(step: SavedStep, solver: str, memory: SolverMemory) -> ContactSolution:
    """Solve a saved step as the engine would."""
    return solvers.solve_contact_problem(step.problem, solver=solver, tolerance=TOLERANCE, warm=step.warm,
                                         memory=memory)
