"""One impact in no time: Newton's restitution, Coulomb's friction, and never more energy than before.

With v the twists before, u = G v, and D = G H^-1 G^T, impulses r change the energy of the blocks, as seen from the
supports, by

    f(r) = r . u + 1/2 r . D r.

Newton's law asks for u_n + D r >= -e u_n where contacts approach. With friction, or with different e, it can gain
energy: f > 0. The same impact without restitution cannot, f <= -1/2 r . D r: it is a convex problem whose
friction shift is not negative. Cones are convex, so any mean of the two answers obeys friction; the one nearest to
Newton's with f = 0 is taken, a quadratic equation. It lowers the restitution of the whole island.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.engines.nscd import ledger
from drystone.solvers.cone.problem import ContactProblem, SolveStatus
from drystone.solvers.coulomb_shift import Iterate, iterate_shift
from drystone.solvers.solve import SolverMemory, solve_contact_problem

FLOW_ROUNDS = 30          #: most solves until the friction shift agrees with the slip
FLOW_AGREES = 1e-6        #: it does within this share of the fastest approach [-]
TOLERANCE = 1e-9          #: certified relative error that the solver is asked for [-]


@dataclass(frozen=True, slots=True)
class Impact:
    """Blocks that meet at one instant."""

    inertia: np.ndarray       #: (b, 6, 6)
    twist: np.ndarray         #: (b, 6) before
    prescribed: np.ndarray    #: (b,) bool
    block_a: np.ndarray       #: (c,)
    block_b: np.ndarray       #: (c,)
    frame: np.ndarray         #: (c, 3, 3)
    arm_a: np.ndarray         #: (c, 3) [m]
    arm_b: np.ndarray         #: (c, 3) [m]
    friction: np.ndarray      #: (c,)
    restitution: np.ndarray   #: (c,) 0 where the approach is not to be turned round
    position: np.ndarray      #: (b, 3) [m]
    planar_axis: int | None = None
    locked: np.ndarray | None = None      #: (6,) bool
    cohesion: np.ndarray | None = None    #: (c,) [N s], of bonds
    tension: np.ndarray | None = None     #: (c,) [N s]
    is_associative: bool = False
    speed_scale: float = 1.0              #: [m/s]

    def velocity(self, twist: np.ndarray) -> np.ndarray:
        """(c, 3) of b against a in the contact frames."""
        return ledger.contact_velocity(self.block_a, self.block_b, self.frame, self.arm_a, self.arm_b, twist)

    def change(self, impulse: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(b, 6) wrench of the impulses on each free block, and by how much it changes its twist."""
        wrench = ledger.contact_wrench(self.block_a, self.block_b, self.frame, self.arm_a, self.arm_b, impulse,
                                       len(self.twist))
        wrench[self.prescribed] = 0.0
        if self.locked is not None:
            wrench[:, self.locked] = 0.0
        return wrench, np.linalg.solve(self.inertia, wrench[:, :, None])[:, :, 0]


def solve_impact(impact: Impact) -> np.ndarray:
    """(c, 3) impulses [N s]: Newton's and Coulomb's, or what is nearest to them without a gain of energy."""
    before = impact.velocity(impact.twist)
    newton = _solve(impact, before, impact.restitution)
    if newton is not None and energy_gain(impact, before, newton) <= 0.0:
        return newton
    none = np.zeros_like(before)
    dead = _solve(impact, before, np.zeros_like(impact.restitution))
    dead = none if dead is None else _without_gain(impact, before, none, dead)
    return dead if newton is None else _without_gain(impact, before, dead, newton)


def energy_gain(impact: Impact, before: np.ndarray, impulse: np.ndarray) -> float:
    """f(r) [J]. before : (c, 3) velocities u before the impact."""
    wrench, twist = impact.change(impulse)
    return float((impulse * before).sum() + 0.5 * (wrench * twist).sum())


def _without_gain(impact: Impact, before: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """The point nearest to `end` on the way there from `start`, where f <= 0, at which f <= 0 still holds."""
    step = end - start
    at_start = min(energy_gain(impact, before, start), 0.0)
    wrench, twist = impact.change(step)
    square = 0.5 * float((wrench * twist).sum())
    slope = float((step * before).sum() + (impact.change(start)[0] * twist).sum())
    if at_start + slope + square <= 0.0 or square <= 0.0:
        return end if at_start + slope + square <= 0.0 else start
    share = (-slope + np.sqrt(max(slope * slope - 4.0 * square * at_start, 0.0))) / (2.0 * square)
    return start + min(max(share, 0.0), 1.0) * step


def _solve(impact: Impact, before: np.ndarray, restitution: np.ndarray) -> np.ndarray | None:
    """Impulses of Newton's law with Coulomb's friction, its shift by Aitken's relaxation, as in a step.

    None if no velocity satisfies both: in a corner of steep friction nothing can leave both faces at once.
    """
    slides = np.zeros_like(impact.friction) if impact.is_associative else impact.friction.copy()
    if impact.cohesion is not None:
        slides[(impact.cohesion > 0.0) | (impact.tension > 0.0)] = 0.0
    target = restitution * np.minimum(before[:, 0], 0.0)
    agrees = FLOW_AGREES * float(np.abs(before).max(initial=0.0))
    shift = slides * np.hypot(before[:, 1], before[:, 2])
    memory, warm = SolverMemory(), np.zeros_like(before)

    def solve(shift: np.ndarray) -> Iterate[np.ndarray] | None:
        nonlocal warm
        bias = np.zeros_like(before)
        bias[:, 0] = target + shift
        solution = solve_contact_problem(_problem(impact, bias), tolerance=TOLERANCE, warm=(impact.twist, warm),
                                         memory=memory)
        if solution.status not in (SolveStatus.SOLVED, SolveStatus.INACCURATE):
            return None
        warm, slip = solution.impulse, impact.velocity(solution.twist)
        return Iterate(warm, slides * np.hypot(slip[:, 1], slip[:, 2]), warm[:, 0] > 0.0)

    return iterate_shift(solve, shift, FLOW_ROUNDS, agrees)[0]


def _problem(impact: Impact, bias: np.ndarray) -> ContactProblem:
    return ContactProblem(
        inertia=impact.inertia, free_twist=impact.twist, prescribed=impact.prescribed, block_a=impact.block_a,
        block_b=impact.block_b, frame=impact.frame, arm_a=impact.arm_a, arm_b=impact.arm_b, bias=bias,
        friction=impact.friction, planar_axis=impact.planar_axis, position=impact.position, cohesion=impact.cohesion,
        tension=impact.tension, speed_scale=impact.speed_scale)
