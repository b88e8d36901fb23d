"""Settlement of supports: the mechanism by which a structure follows, and the reactions that go with it.

    minimise -f_dead . v   with G v + g in the cones of admissible motion, g: what the moving supports add

Of all admissible motions the weight chooses the one that lets it sink most. The dual says the same of forces: of all
that balance the dead load, those that do most work against the support's motion, so a support that sinks carries the
least that it can.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from drystone.contact.interface import InterfaceSet
from drystone.errors import InputError, SolveError
from drystone.limit.analysis import REFUSED, scale_twists
from drystone.limit.checks import Checks, judge
from drystone.limit.equilibrium import Equilibrium, build_equilibrium, dead_load
from drystone.limit.live import settlement
from drystone.limit.program import ProgramStatus
from drystone.limit.readable import Readable
from drystone.limit.solve_program import solve_program
from drystone.limit.stability import check_stands, positions
from drystone.limit.strength import make_program, read_answer
from drystone.limit.words import list_blocks
from drystone.model.model import Model
from drystone.model.selection import as_names
from drystone.model.uses import check_uses


@dataclass(frozen=True, slots=True, repr=False)
class SettlementResult(Readable):
    """What a moving support does to the structure."""

    equilibrium: Equilibrium
    label: str
    mechanism: np.ndarray               #: (b, 6) [m/s, rad/s], the support at unit speed
    moving: np.ndarray                  #: blocks that move, fastest first, supports among them
    force: np.ndarray                   #: (c, 3) [N] on block b along n, t1, t2
    reactions: dict[str, np.ndarray]    #: (3,) [N] of every support on the structure
    checks: Checks
    solver: str
    iterations: int
    seconds: float                      #: wall time [s]

    @property
    def interfaces(self) -> InterfaceSet:
        """Resultants of the forces for every pair of blocks."""
        return self.equilibrium.interfaces(self.force)


def settlement_analysis(model: Model, target: str | Sequence[str], direction: str | Sequence[float] | None = None, *,
                        axis: str | Sequence[float] | None = None, about: Sequence[float] | None = None,
                        solver: str = "auto", ignore: Collection[str] = ()) -> SettlementResult:
    """Mechanism and reactions when supports move along `direction`, or turn about a line; see `live.settlement`.

    ignore : properties that may go unread though the answer can be unsafe without them
    """
    start = time.perf_counter()
    check_uses(model, "settlement", ignore)
    moved = settlement(model, target, direction, axis=axis, about=about)
    eq = build_equilibrium(model)
    dead = dead_load(model)
    check_stands(eq, dead)
    program = make_program(eq, dead, moved=moved)
    answer = solve_program(program, solver, positions(eq))
    names = ", ".join(as_names(target))
    if answer.status is ProgramStatus.UNBOUNDED:
        blocks = np.flatnonzero(np.abs(moved).max(axis=1) > 0.0)
        raise InputError(f"settlement: no motion of the blocks lets {list_blocks(model, blocks)} move that way: "
                         "they are wedged between supports")
    if answer.status is not ProgramStatus.SOLVED:
        raise SolveError(f"settlement: {answer.solver} ended with {answer.status.value}")
    found = read_answer(eq, answer)
    twist, force = eq.twists(found.velocity) + moved, found.force
    checks = judge(eq, dead, force, twist, tie_force=found.tie_force)
    if not checks.worst <= REFUSED:
        raise SolveError(f"settlement: the answer of {answer.solver} misses the conditions by {checks.worst:.2g}")
    moving = scale_twists(model, twist)[1]
    wrench = -(eq.block_wrench(force) + eq.tie_wrench(found.tie_force))[:, :3]
    reactions = {model.block_names[i]: wrench[i] for i in np.flatnonzero(model.is_support)}
    way = f"towards {direction}" if direction is not None else f"about {axis}"
    return SettlementResult(eq, f"{names} {way}", twist, moving, force, reactions,
                            checks, answer.solver, answer.iterations, time.perf_counter() - start)
