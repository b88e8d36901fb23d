"""Friction without dilatancy: a sequence of limit analyses with given shear strengths.

Each problem is associative in a set of forces with a flat side: |r_t| <= mu N, r_n >= 0, with N the normal forces of
the one before, so that sliding lifts nothing. Where N and r_n agree, forces obey Coulomb's law and the mechanism slides
without dilatancy. The multiplier found is one of possibly many: non-associative problems have no unique answer, and
this one is neither the least nor the greatest by proof. So starts are varied and their spread is reported.

After M. Gilbert, C. Casapulla and H. M. Ahmed, *Limit analysis of masonry block structures with non-associative
frictional joints using linear programming*, 2006.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, field, replace

import numpy as np

from drystone.checks import check_count, check_number
from drystone.limit.analysis import LimitResult, limit_analysis, scale_mechanism
from drystone.limit.checks import Checks, judge
from drystone.limit.equilibrium import check_dry, dead_load
from drystone.limit.live import LiveLoad
from drystone.limit.program import ConeProgram, ProgramStatus
from drystone.limit.solve_program import solve_program
from drystone.limit.stability import find_first_motion
from drystone.limit.strength import make_program, read_answer
from drystone.model.model import Model
from drystone.model.uses import check_uses, only_read

#: Share of the new normal forces in the mean with the old ones.
RELAXATION = 0.6
#: Shear strengths keep this share of the mean normal force: a contact that lost all could never regain any.
FLOOR = 1e-6


@dataclass(frozen=True, slots=True)
class Path:
    """One sequence of problems."""

    start: str                     #: where its first normal forces came from
    alphas: tuple[float, ...]      #: multiplier of every problem that was solved
    converged: bool                #: whether multiplier and friction settled
    outcome: str                   #: in words: converged, or why not
    friction_error: float          #: greatest |r_t| beyond mu r_n at the end, over the greatest normal force


@dataclass(frozen=True, slots=True)
class NonAssociativeResult:
    """Both values, the way to the second, and how it depends on the start."""

    associative: LimitResult
    alpha: float               #: least converged multiplier over the starts; nan if none converged
    force: np.ndarray          #: (c, 3) [N]
    mechanism: np.ndarray      #: (b, 6) as in LimitResult
    moving: np.ndarray
    checks: Checks | None      #: against the shear strengths of the last problem
    paths: tuple[Path, ...] = field(default_factory=tuple)
    seconds: float = 0.0

    @property
    def converged(self) -> tuple[float, ...]:
        """Last multipliers of the paths that converged."""
        return tuple(path.alphas[-1] for path in self.paths if path.converged)

    @property
    def spread(self) -> tuple[float, float]:
        """Least and greatest multiplier over the starts that converged; nan if there are none."""
        return (min(self.converged), max(self.converged)) if self.converged else (np.nan, np.nan)


def non_associative_analysis(model: Model, live: LiveLoad, *, starts: int = 4, tolerance: float = 1e-4,
                             max_rounds: int = 100, seed: int = 0, solver: str = "auto",
                             ignore: Collection[str] = ()) -> NonAssociativeResult:
    """Associative limit, then the sequence without dilatancy from several starts.

    Parameters
    ----------
    starts : first the normal forces of the associative limit, then those of the dead load, then random changes of the
        first by factors between 1/2 and 2
    tolerance : relative change of the multiplier, and excess of friction, that count as settled [-]
    max_rounds : problems of one path
    seed : of the random starts
    ignore : properties that may go unread though the answer can be unsafe without them
    """
    check_count("non-associative: starts", starts)
    check_count("non-associative: max_rounds", max_rounds, least=2)
    check_number("non-associative: tolerance", tolerance, "-", above=0.0)
    check_uses(model, "non-associative", ignore)
    model = only_read(model, "non-associative")
    begin = time.perf_counter()
    check_dry(model, "non-associative", "which the sequence does not know; use the associative flow")
    first = limit_analysis(model, live, solver=solver)
    if not first.is_bounded:
        return NonAssociativeResult(first, np.inf, first.force, first.mechanism, first.moving, None,
                                    seconds=time.perf_counter() - begin)
    eq = first.equilibrium
    dead = dead_load(model, live.taken)
    program = make_program(eq, dead, live.wrench)
    paths, best = [], None
    for name, normal in _starts(first, dead, starts, np.random.default_rng(seed)):
        more = np.zeros(program.contact_count - len(normal))   # ties have no shear
        path, answer, limit = _follow(program, name, np.append(normal, more) / eq.force, tolerance, max_rounds, solver)
        paths.append(path)
        if path.converged and (best is None or path.alphas[-1] < best[0].alpha):
            best = answer, limit
    seconds = time.perf_counter() - begin
    if best is None:
        return NonAssociativeResult(first, np.nan, np.zeros_like(first.force), np.zeros_like(first.mechanism),
                                    np.zeros(0, int), None, tuple(paths), seconds)
    answer, limit = best
    found = read_answer(eq, answer)
    mechanism, moving = scale_mechanism(eq, found.velocity)
    checks = judge(eq, dead + answer.alpha * live.wrench, found.force, mechanism, tie_force=found.tie_force,
                   shear_limit=limit[:eq.contacts.count] * eq.force,
                   live_power=answer.alpha * float((live.wrench * mechanism).sum()))
    return NonAssociativeResult(first, answer.alpha, found.force, mechanism, moving, checks, tuple(paths),
                                time.perf_counter() - begin)


def _starts(first: LimitResult, dead: np.ndarray, count: int, rng: np.random.Generator):
    """Names and normal forces (c,) [N] to start from."""
    normal = np.maximum(first.force[:, 0], 0.0)
    yield "associative limit", normal
    if count > 1:
        yield "dead load", np.maximum(find_first_motion(first.equilibrium, dead).force[:, 0], 0.0)
    for number in range(1, count - 1):
        yield f"random {number}", normal * np.exp2(rng.uniform(-1.0, 1.0, len(normal)))


def _follow(program: ConeProgram, name: str, normal: np.ndarray, tolerance: float, max_rounds: int, solver: str):
    """Path from the normal forces (c,), the last answer and its shear strengths, in units of the force."""
    least = FLOOR * max(float(normal.mean()), 1e-12)
    alphas: list[float] = []
    excess, answer, limit = np.inf, None, None
    for _ in range(max_rounds):
        limit = program.friction * np.maximum(normal, least)
        answer = solve_program(replace(program, shear_limit=limit), solver)
        if answer.status is not ProgramStatus.SOLVED:   # the strengths may be too small for the dead load
            word = f"did not converge: {answer.status.value} with the strengths of round {len(alphas) + 1}"
            return Path(name, tuple(alphas), False, word, excess), answer, limit
        alphas.append(answer.alpha)
        found = np.maximum(answer.force[:, 0], 0.0)
        shear = np.linalg.norm(answer.force[:, 1:], axis=1)
        excess = float((shear - program.friction * found).max(initial=0.0)) / max(float(found.max(initial=0.0)), 1e-12)
        change = abs(alphas[-1] - alphas[-2]) / max(abs(alphas[-1]), 1e-12) if len(alphas) > 1 else np.inf
        if change < tolerance and excess < 10.0 * tolerance:
            return Path(name, tuple(alphas), True, "converged", excess), answer, limit
        normal = RELAXATION * found + (1.0 - RELAXATION) * normal
    return Path(name, tuple(alphas), False, "did not converge: still changing", excess), answer, limit
