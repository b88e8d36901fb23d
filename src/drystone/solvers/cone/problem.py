"""One time step's convex cone problem and its answer, common to every solver.

    minimise  1/2 (v - v*)^T H (v - v*)    over the twists v of the free blocks
    subject to  u = G v,   (u_n + d_n, u_t + d_t) + E r  in  { s_n >= mu |s_t| }   at every contact

with multipliers r (impulses): H (v - v*) = G^T r, |r_t| <= mu r_n. Contact rows are (n, t1, t2); u is the
velocity of block b against block a at the contact point. Symbols: README.md of this folder.

Joints that hold more or less than dry friction have other sets of impulses,

    |r_t| <= mu r_n + cohesion,    -tension <= r_n <= crushing,

and the velocity then satisfies what is dual to them: r gives up the greatest power that the set allows against s. A
tie, a cable or a strut is such a row without friction: r_n between -tension and crushing along the line of its
anchors, which need not be one point.

That is the associative law: joints that slide open by mu |s_t|. Coulomb's law, `FlowLaw.COULOMB`, has the same sets of
impulses and the same s, with a bias d that holds no friction shift, and lets joints slide without opening:

    r_n in [low, crushing]:   s_n = 0 strictly inside, s_n >= 0 at the lower end, s_n <= 0 at the upper end
    |r_t| <= mu r_n + cohesion:   s_t = -lambda r_t, lambda >= 0, and lambda > 0 only where |r_t| is at its limit

with low = -tension, but not below the tip of the cone, -cohesion / mu, where mu > 0. Rows without friction are the same
under both laws. Coulomb's is no minimum of anything: its answers need be neither unique nor there at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np


class SolveStatus(StrEnum):
    """How a solve ended."""

    SOLVED = "solved"          #: the certified velocity error is within tolerance
    INACCURATE = "inaccurate"  #: best iterate, above tolerance
    INFEASIBLE = "infeasible"  #: no velocity satisfies the constraints (a block wedged between supports)
    FAILED = "failed"          #: numerical breakdown


class FlowLaw(StrEnum):
    """How joints that slide move: top of this file."""

    ASSOCIATIVE = "associative"  #: they open by mu |s_t|; the convex problem
    COULOMB = "coulomb"          #: they do not open


@dataclass(frozen=True, slots=True)
class ContactProblem:
    """Data of one step. Blocks are those of the model; prescribed ones keep their free twist."""

    inertia: np.ndarray      #: (b, 6, 6) symmetric, [kg, kg m2]; H of each block, world frame
    free_twist: np.ndarray   #: (b, 6) v* [m/s, rad/s]; of prescribed blocks: their twist
    prescribed: np.ndarray   #: (b,) bool
    block_a: np.ndarray      #: (c,) int32; contacts sorted by (block_a, block_b)
    block_b: np.ndarray      #: (c,) int32
    frame: np.ndarray        #: (c, 3, 3) rows n, t1, t2, world; n from a to b
    arm_a: np.ndarray        #: (c, 3) [m], from the centre of a to the contact point
    arm_b: np.ndarray        #: (c, 3) [m]
    bias: np.ndarray         #: (c, 3) d [m/s] along n, t1, t2
    friction: np.ndarray     #: (c,) mu [-]
    compliance: np.ndarray | None = None  #: (c, 3) E >= 0 [m/s per N s] along n, t1, t2
    planar_axis: int | None = None        #: None, or the axis normal to the plane: only two translations and
    #: the rotation about it are free, and t2 lies along it
    position: np.ndarray | None = None    #: (b, 3) [m], where the blocks stood at the start: orders elimination
    cohesion: np.ndarray | None = None    #: (c,) >= 0 [N s], shear held without pressure; zero where mu is
    tension: np.ndarray | None = None     #: (c,) >= 0 [N s], pull held; beyond cohesion / mu it cannot act if mu > 0
    crushing: np.ndarray | None = None    #: (c,) >= -tension [N s], greatest pressure; inf: none
    speed_scale: float = 1.0              #: [m/s], gravity times step: the speed below which nothing matters
    law: FlowLaw = FlowLaw.ASSOCIATIVE    #: what is asked for; `judge` and the convex solvers know the associative one

    @property
    def contact_count(self) -> int:
        return len(self.friction)

    @property
    def block_count(self) -> int:
        return len(self.free_twist)


@dataclass(frozen=True, slots=True)
class Residuals:
    """What `residuals.judge` found; each number by its own formula, none from the solver."""

    momentum: float         #: |H(v - v*) - G^T r| in the H^-1 norm over the reference norm [-]
    gap_violation: float    #: greatest mu |s_t| - s_n over contacts, 0 if none [m/s]
    cone_violation: float   #: greatest |r_t| - mu r_n over contacts, relative to the greatest r_n [-]
    complementarity: float  #: sum of |s . r| [J]
    velocity_bound: float   #: certified bound on |v - v_exact|_H over the reference norm [-]


@dataclass(frozen=True, slots=True)
class CoulombResiduals:
    """What `coulomb_residuals.judge_coulomb` found; speeds are over speed_scale, and all numbers are 0 at an answer."""

    flow: float            #: Coulomb's law at the worst contact, for the impulses and the twist that they cause [-]
    flow_share: float      #: the same, root mean square over the contacts [-]
    worst_contact: int     #: where `flow` is; -1 if no contact counts
    flow_at_twist: float   #: the law at the worst contact, for the impulses and the twist as given [-]
    momentum: float        #: |v - v* - H^-1 G^T r|_H over speed_scale sqrt(M) [-]
    cone_violation: float  #: greatest change that made an impulse admissible, as the speed it is worth there [-]
    power: float           #: energy that joints give to the motion and may not, over M speed_scale^2 [-]
    penetration: float     #: greatest -s_n of the twist as given, where pressure could still grow [-]

    @property
    def worst(self) -> float:
        """Greatest of flow, momentum and cone violation: the answer is one of Coulomb's law if this is small [-]."""
        return max(self.flow, self.momentum, self.cone_violation)


@dataclass(frozen=True, slots=True)
class ContactSolution:
    """Answer of a solver."""

    twist: np.ndarray      #: (b, 6) v [m/s, rad/s]
    impulse: np.ndarray    #: (c, 3) r [N s] along n, t1, t2, on block b (on a the opposite)
    status: SolveStatus
    iterations: int
    solver: str
    residuals: Residuals | None = field(default=None)
    coulomb: CoulombResiduals | None = field(default=None)   #: of an answer to a problem with Coulomb's law
