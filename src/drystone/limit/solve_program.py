"""Which solver answers a `ConeProgram`."""

from __future__ import annotations

import numpy as np

from drystone.errors import InputError
from drystone.limit.condensed import solve_condensed
from drystone.limit.conic import solve_clarabel
from drystone.limit.highs import solve_highs
from drystone.limit.program import ConeProgram, ProgramAnswer, ProgramStatus

#: Unknowns from which the condensed method is quicker in space, and Clarabel in plane: 500 and 333 blocks.
LARGE, LARGE_IN_PLANE = 3000, 1000


def solve_program(program: ConeProgram, solver: str = "auto", positions: np.ndarray | None = None) -> ProgramAnswer:
    """Solve by HiGHS in plane, by Clarabel in space, large ones by our own condensed method; see README.md.

    Parameters
    ----------
    solver : auto, highs, clarabel or condensed
    positions : (n / 6, 3) of the blocks, by which the condensed method orders its elimination
    """
    if solver == "auto":
        solver = choose_solver(program, positions)
    elif solver == "highs" and not program.is_linear:
        raise InputError("solver highs solves planar models only")
    elif solver == "condensed" and not can_condense(program, positions):
        raise InputError("solver condensed solves models in space with associative friction only")
    if solver == "highs":
        return solve_highs(program)
    if solver == "condensed":
        answer = solve_condensed(program, positions)
        if answer.status is not ProgramStatus.FAILED:
            return answer
    answer = solve_clarabel(program)
    if answer.status is ProgramStatus.FAILED and solver == "clarabel" and can_condense(program, positions):
        other = solve_condensed(program, positions)
        return answer if other.status is ProgramStatus.FAILED else other
    return answer


def choose_solver(program: ConeProgram, positions: np.ndarray | None) -> str:
    """The quickest solver that can do it."""
    if program.is_linear and program.matrix.shape[1] <= LARGE_IN_PLANE:
        return "highs"
    is_large = program.matrix.shape[1] >= LARGE
    return "condensed" if is_large and can_condense(program, positions) else "clarabel"


def can_condense(program: ConeProgram, positions: np.ndarray | None) -> bool:
    """Whether the condensed method knows problems of this kind."""
    return (program.axis_count == 3 and program.shear_limit is None and positions is not None
            and program.matrix.shape[1] == 6 * len(positions))   # no unknowns but those of blocks
