"""Limit analysis: the greatest multiplier of the live load, the forces that carry it and the mechanism that ends it."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, field, replace

import numpy as np

from drystone.checks import check_choice, check_number
from drystone.contact.finder import block_reach
from drystone.contact.interface import InterfaceSet
from drystone.errors import InputError, SolveError
from drystone.extremes import SOLVED, ranked
from drystone.limit.checks import Checks, judge
from drystone.limit.crushing import MAX_ROUNDS, MISSED, find_sides, join_cuts, pair_strengths
from drystone.limit.equilibrium import Equilibrium, build_equilibrium, dead_load
from drystone.limit.live import LiveLoad
from drystone.limit.program import ProgramAnswer, ProgramStatus
from drystone.limit.readable import Readable
from drystone.limit.solve_program import solve_program
from drystone.limit.stability import check_stands, positions
from drystone.limit.strength import Cuts, make_program, read_answer
from drystone.model.model import Model
from drystone.model.uses import check_uses

SOLVERS = ("auto", "highs", "clarabel", "condensed")
#: An answer whose residuals are above this is none.
REFUSED = 1e-3
#: Blocks slower than this share of the fastest one do not take part in a mechanism.
AT_REST = 1e-3


@dataclass(frozen=True, slots=True, repr=False)
class LimitResult(Readable):
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
    tie_force: np.ndarray = field(default_factory=lambda: np.zeros(0))   #: (t,) [N]
    crushing: float | None = None   #: least compressive strength of the joints [Pa]; None: they do not crush

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


def limit_analysis(model: Model, live: LiveLoad, *, solver: str = "auto", crushing: float | None = None,
                   ignore: Collection[str] = ()) -> LimitResult:
    """Greatest alpha such that dead + alpha live is balanced within the friction cones, and the mechanism beyond.

    Parameters
    ----------
    model : as built; dead load is gravity and the loads that act from the start
    live : forces at alpha = 1, see `drystone.limit.live`
    solver : auto (HiGHS in plane, Clarabel in space, our own condensed method for large models), or one of them
    crushing : compressive strength of all joints [Pa]; None: each joint's own `compression`
    ignore : properties that may go unread though the answer can be unsafe without them, see `drystone.model.uses`
    """
    start = time.perf_counter()
    check_choice("solver", solver, SOLVERS)
    if crushing is not None:
        check_number("crushing", crushing, "Pa", above=0.0)
        model = replace(model, joints=tuple(replace(joint, compression=float(crushing)) for joint in model.joints))
    check_uses(model, "limit", ignore)
    eq = build_equilibrium(model)
    dead = dead_load(model, live.taken)
    check_live(model, live)
    check_stands(eq, dead)
    if np.isfinite(pair_strengths(eq)).any():
        return _limit_with_crushing(eq, dead, live, solver, start)
    answer = solve_program(make_program(eq, dead, live.wrench), solver, positions(eq))
    return make_result(eq, dead, live, answer, time.perf_counter() - start)


def _limit_with_crushing(eq: Equilibrium, dead: np.ndarray, live: LiveLoad, solver: str,
                         start: float) -> LimitResult:
    """Add tangents of the joints' strength until no force lies beyond it."""
    sides, cuts, pressure = find_sides(eq), None, float(pair_strengths(eq).min())
    rounds = 0
    for _ in range(MAX_ROUNDS):
        answer = solve_program(make_program(eq, dead, live.wrench, cuts=cuts), solver, positions(eq))
        rounds += answer.iterations
        if answer.status is ProgramStatus.NO_EQUILIBRIUM:
            raise InputError(f"model {eq.model.name!r}: joints of {pressure:g} Pa crush under dead load alone")
        unbounded = answer.status is ProgramStatus.UNBOUNDED
        if not unbounded and answer.status is not ProgramStatus.SOLVED:
            raise SolveError(f"limit: {answer.solver} ended with {answer.status.value} while joints crush")
        # a load that only presses has no limit until all joints have one
        normal = 0.5 * sides.strength if unbounded else read_answer(eq, answer, cuts).force[:, 0]
        missed, thrust = (np.full(len(normal), np.inf), 2.0 * normal) if unbounded else sides.missed(normal)
        side = np.flatnonzero(missed > MISSED)
        if not len(side) or (unbounded and cuts is not None):
            return make_result(eq, dead, live, replace(answer, iterations=rounds), time.perf_counter() - start,
                               cuts=cuts, crushing=pressure)
        cuts = join_cuts(cuts, sides.tangents(side, np.minimum(thrust[side], 2.0 * sides.strength[side])))
    raise SolveError(f"limit: joints of {pressure:g} Pa still crush after {MAX_ROUNDS} rounds")


def check_live(model: Model, live: LiveLoad) -> None:
    """Refuse a live load that does nothing."""
    if not np.abs(live.wrench[~model.is_support]).max(initial=0.0) > 0.0:
        raise InputError(f"model {model.name!r}: no live load: {live.label} puts no force on any block that can move")


def make_result(eq: Equilibrium, dead: np.ndarray, live: LiveLoad, answer: ProgramAnswer, seconds: float, *,
                cuts: Cuts | None = None, crushing: float | None = None) -> LimitResult:
    """Answer in SI units, judged; one that is far off is an error."""
    if answer.status is ProgramStatus.UNBOUNDED:
        nothing = np.zeros((eq.contacts.count, 3)), np.zeros((eq.model.block_count, 6)), np.zeros(0, int)
        return LimitResult(eq, live, np.inf, *nothing, None, answer.solver, answer.iterations, seconds)
    if answer.status is not ProgramStatus.SOLVED:
        raise SolveError(f"limit: {answer.solver} ended with {answer.status.value}")
    found = read_answer(eq, answer, cuts)
    mechanism, moving = scale_mechanism(eq, found.velocity)
    live_power = answer.alpha * float((live.wrench * mechanism).sum())
    speed = _rate(eq.twists(found.velocity), mechanism)
    checks = judge(eq, dead + answer.alpha * live.wrench, found.force, mechanism, live_power=live_power,
                   tie_force=found.tie_force, crushing=(speed * found.crushing, speed * found.crushing_loss))
    if not checks.worst <= REFUSED:
        raise SolveError(f"limit: the answer of {answer.solver} misses the conditions by {checks.worst:.2g}")
    return LimitResult(eq, live, answer.alpha + 0.0, found.force, mechanism, moving, checks, answer.solver,
                       answer.iterations, seconds, found.tie_force, crushing)


def _rate(before: np.ndarray, after: np.ndarray) -> float:
    """Number by which twists were scaled."""
    size = float(np.abs(before).max(initial=0.0))
    return float(np.abs(after).max(initial=0.0)) / size if size > 0.0 else 1.0


def scale_mechanism(eq: Equilibrium, velocity: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Twists (b, 6) of the unknowns (n,), scaled by `scale_twists`."""
    return scale_twists(eq.model, eq.twists(velocity))


def scale_twists(model: Model, twist: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Twists (b, 6) with the fastest corner at about 1 m/s, and the blocks that move, fastest first."""
    speed = np.linalg.norm(twist[:, :3], axis=1) + block_reach(model) * np.linalg.norm(twist[:, 3:], axis=1)
    fastest = float(speed.max(initial=0.0))
    if fastest > 0.0:
        twist, speed = twist / fastest, speed / fastest
    order = ranked(speed, model.block_names, accuracy=SOLVED, scale=1.0)
    return twist, order[speed[order] > AT_REST]
