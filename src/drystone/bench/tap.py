"""One solve as the engine asked for it: what `on_solve` of an engine is told, under one name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from drystone.engines.nscd.cone_step import OnSolve
from drystone.solvers.cone.problem import ContactProblem, ContactSolution


@dataclass(frozen=True, slots=True)
class Heard:
    """A cone problem of a step, and what the solver made of it."""

    problem: ContactProblem
    warm: tuple[np.ndarray, np.ndarray]   #: twist (b, 6) and impulse (c, 3)
    solution: ContactSolution
    cpu: float                            #: [s]


def tap(listen: Callable[[Heard], None]) -> OnSolve:
    """`listen` as the `on_solve` of an engine."""
    return lambda problem, warm, solution, cpu: listen(Heard(problem, warm, solution, cpu))
