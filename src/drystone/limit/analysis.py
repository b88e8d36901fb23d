"""Limit analysis: the greatest multiplier of the live load, the forces that carry it and the mechanism that ends it."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from drystone.checks import check_choice
from drystone.contact.interface import InterfaceSet
from drystone.errors import InputError, SolveError
from drystone.limit.checks import Checks, judge
from drystone.limit.equilibrium import Equilibrium, block_reach, build_equilibrium, dead_load
from drystone.limit.live import LiveLoad
from drystone.limit.program import ConeProgram, ProgramAnswer, ProgramStatus, solve_program
from drystone.limit.stability import check_stands, positions
from drystone.model.model import Model

SOLVERS = ("auto", "highs", "clarabel", "condensed")
#: An answer whose residuals are above this is none.
REFUSED = 1e-3
#: Blocks slower than this share of the fastest one do not take part in a mechanism.
AT_REST = 1e-3


@dataclass(frozen=True, slots=True)
class LimitResult:
    """Answer of limit analysis with associative friction."""

    equilibrium: Equilibrium
    live: LiveLoad
    alpha: float             #: greatest multiplier; inf: the live load has no limit
    force: np.ndarray        #: (c, 3) [N] on block b along n, t1, t2 at the limit; zero where there is none
    mechanism: np.ndarray    #: (b, 6) [m/s, rad/s] twists, the fastest corner at about 1 m/s; zero where there is none
    moving: np.ndarray       #: blocks that take part in it, fastest first
    checks: Checks | None    #: of the answer; None where alpha is unbounded
    solver: str
    iterations: int
    seconds: float           #: wall time from contacts to answer [s]

    @property
    def model(self) -> Model:
        """What was analysed."""
        return self.equilibrium.model

    @property
    def is_bounded(self) -> bool:
        """Whether there is a greatest multiplier."""
        return bool(np.isfinite(self.alpha))

    @property
    def interfaces(self) -> InterfaceSet:
        """Resultants of the forces for every pair of blocks."""
        return self.equilibrium.interfaces(self.force)


def limit_analysis(model: Model, live: LiveLoad, *, solver: str = "auto") -> LimitResult:
    """Greatest alpha such that dead + alpha live is balanced within the friction cones, and the mechanism beyond.

    Parameters
    ----------
    model : as built; dead load is gravity and the loads that act from the start
    live : forces at alpha = 1, see `drystone.limit.live`
    solver : auto (HiGHS in plane, Clarabel in space, our own condensed method for large models), or one of them
    """
    start = time.perf_counter()
    check_choice("solver", solver, SOLVERS)
    eq = build_equilibrium(model)
    dead = dead_load(model, live.taken)
    check_live(model, live)
    check_stands(eq, dead)
    program = ConeProgram(eq.matrix, eq.friction, eq.load_vector(dead), eq.load_vector(live.wrench))
    answer = solve_program(program, solver, positions(eq))
    return make_result(eq, dead, live, answer, time.perf_counter() - start)


def check_live(model: Model, live: LiveLoad) -> None:
    """Refuse a live load that does nothing."""
    if not np.abs(live.wrench[~model.is_support]).max(initial=0.0) > 0.0:
        raise InputError(f"model {model.name!r}: no live load: {live.label} puts no force on any block that can move")


def make_result(eq: Equilibrium, dead: np.ndarray, live: LiveLoad, answer: ProgramAnswer,
                seconds: float) -> LimitResult:
    """Answer in SI units, judged; one that is far off is an error."""
    if answer.status is ProgramStatus.UNBOUNDED:
        nothing = np.zeros((eq.contacts.count, 3)), np.zeros((eq.model.block_count, 6)), np.zeros(0, int)
        return LimitResult(eq, live, np.inf, *nothing, None, answer.solver, answer.iterations, seconds)
    if answer.status is not ProgramStatus.SOLVED:
        raise SolveError(f"limit: {answer.solver} ended with {answer.status.value}")
    force = eq.contact_force(answer.force)
    mechanism, moving = scale_mechanism(eq, answer.velocity)
    live_power = answer.alpha * float((live.wrench * mechanism).sum())
    checks = judge(eq, dead + answer.alpha * live.wrench, force, mechanism, live_power=live_power)
    if not checks.worst <= REFUSED:
        raise SolveError(f"limit: the answer of {answer.solver} misses the conditions by {checks.worst:.2g}")
    return LimitResult(eq, live, answer.alpha + 0.0, force, mechanism, moving, checks, answer.solver, answer.iterations,
                       seconds)


def scale_mechanism(eq: Equilibrium, velocity: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Twists (b, 6) of the unknowns (n,), scaled by `scale_twists`."""
    return scale_twists(eq.model, eq.twists(velocity))


def scale_twists(model: Model, twist: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Twists (b, 6) with the fastest corner at about 1 m/s, and the blocks that move, fastest first."""
    speed = np.linalg.norm(twist[:, :3], axis=1) + block_reach(model) * np.linalg.norm(twist[:, 3:], axis=1)
    fastest = float(speed.max(initial=0.0))
    if fastest > 0.0:
        twist, speed = twist / fastest, speed / fastest
    order = np.argsort(-speed, kind="stable")
    return twist, order[speed[order] > AT_REST]
