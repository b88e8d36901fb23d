"""What joints and ties carry beside dry friction, put into the one programme of this package.

    |r_t| <= mu r_n + c     read from the tip of its cone: z = r + (c / mu, 0, 0) is a dry force
    w . r_n + b >= 0        a cut: one more unknown y, one more force q >= 0 that balances it: w . r_n - q + b = 0
    0 <= q <= limit         a tie: one more contact without friction, its limit is a cut

So solvers know nothing of strength. The multiplier y of a cut is the speed at which it gives way, b its price. Cuts are
tensile strength, limits of ties and, in `crushing.py`, compressive strength.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sp

from drystone.limit.equilibrium import Equilibrium
from drystone.limit.program import ConeProgram, ProgramAnswer


@dataclass(frozen=True, slots=True)
class Cuts:
    """Linear limits of normal forces: weight . r_n + bound >= 0 [N]. m of them, c contact points."""

    weight: sp.csr_array   #: (m, c)
    bound: np.ndarray      #: (m,) [N]


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer in SI units, without what strength added to the programme."""

    force: np.ndarray      #: (c, 3) [N] on block b along n, t1, t2
    tie_force: np.ndarray  #: (t,) [N]
    velocity: np.ndarray   #: (n,) of the unknowns of the blocks
    crushing: np.ndarray   #: (c,) speed at which the cuts give way at each point, in units of the velocity
    crushing_loss: float   #: power that they take [N times the same]


def make_program(eq: Equilibrium, dead: np.ndarray, live: np.ndarray | None = None, *,
                 moved: np.ndarray | None = None, offset: np.ndarray | None = None,
                 inertia: sp.csc_array | None = None, compliance: np.ndarray | None = None,
                 tie_compliance: np.ndarray | None = None, cuts: Cuts | None = None) -> ConeProgram:
    """The programme of loads (b, 6) [N, N m] with all that joints and ties carry.

    Parameters
    ----------
    moved : (b, 6) [m/s, rad/s] of supports that move
    offset : (c, k) instead: what is added to the velocities of the points
    inertia, compliance, tie_compliance : (n, n), (c, k), (t,), as in `ConeProgram`
    cuts : beside those of tensile strength and ties
    """
    axes, count = eq.axis_count, eq.contacts.count
    if moved is not None:
        offset = eq.point_velocity(moved)
    plain = ConeProgram(eq.matrix, eq.friction, eq.load_vector(dead), None if live is None else eq.load_vector(live),
                        offset=offset, inertia=inertia, compliance=compliance)
    if not eq.has_strength and cuts is None:
        return plain
    tip = np.where(eq.cohesion > 0.0, eq.cohesion / np.where(eq.friction > 0.0, eq.friction, 1.0), 0.0) / eq.force
    shift = np.zeros((count, axes))
    shift[:, 0] = tip
    plain = replace(plain, dead=plain.dead - plain.matrix.T @ shift.ravel())
    if compliance is not None:
        before = np.zeros((count, axes)) if offset is None else offset
        plain = replace(plain, offset=before - compliance * shift)
    ties = eq.tie_matrix.shape[0]
    if ties:
        plain = _with_ties(plain, eq, moved, tie_compliance)
    weight, bound = _own_cuts(eq)
    if cuts is not None:
        weight = sp.vstack([weight, sp.hstack([cuts.weight, sp.csr_array((len(cuts.bound), ties))])], format="csr")
        bound = np.append(bound, cuts.bound / eq.force)
    return _with_cuts(plain, weight, bound - weight @ np.append(tip, np.zeros(ties)))


def read_answer(eq: Equilibrium, answer: ProgramAnswer, cuts: Cuts | None = None) -> Reading:
    """What a solver found, in SI units."""
    count, ties, n = eq.contacts.count, eq.tie_matrix.shape[0], eq.matrix.shape[1]
    scaled = answer.force[:count].copy()
    scaled[:, 0] -= np.where(eq.cohesion > 0.0, eq.cohesion / np.where(eq.friction > 0.0, eq.friction, 1.0),
                             0.0) / eq.force
    crushing, loss = np.zeros(count), 0.0
    if cuts is not None:
        gives = answer.velocity[len(answer.velocity) - len(cuts.bound):]
        crushing, loss = cuts.weight.T @ gives, -float(cuts.bound @ gives)
    return Reading(eq.contact_force(scaled), eq.force * answer.force[count:count + ties, 0], answer.velocity[:n],
                   crushing, loss)


def _own_cuts(eq: Equilibrium) -> tuple[sp.csr_array, np.ndarray]:
    """Weights (m, c + t) and bounds (m,) of tensile strengths below the tip of the cone, and of the ties' limits."""
    count, ties = eq.contacts.count, eq.tie_matrix.shape[0]
    weak = np.flatnonzero((eq.cohesion > 0.0) & (eq.tension * eq.friction < eq.cohesion * (1.0 - 1e-9)))
    bounded = np.flatnonzero(np.isfinite(eq.tie_limit))
    column = np.append(weak, count + bounded)
    value = np.append(np.ones(len(weak)), -np.ones(len(bounded)))
    weight = sp.csr_array((value, (np.arange(len(column)), column)), (len(column), count + ties))
    return weight, np.append(eq.tension[weak], eq.tie_limit[bounded]) / eq.force


def _with_ties(program: ConeProgram, eq: Equilibrium, moved: np.ndarray | None,
               compliance: np.ndarray | None) -> ConeProgram:
    """One more contact without friction for each tie."""
    axes, ties = eq.axis_count, eq.tie_matrix.shape[0]
    first = np.zeros((axes, 1))
    first[0] = 1.0
    rows = sp.csc_array(sp.kron(eq.tie_matrix, first))
    offset, soft = program.offset, program.compliance
    if offset is not None:
        more = np.zeros((ties, axes))
        if moved is not None:
            more[:, 0] = -eq.tie_stretch(moved)
        if compliance is not None:
            more[:, 0] -= compliance * eq.model.ties.prestress / eq.force
        offset = np.vstack([offset, more])
    if soft is not None:
        more = np.zeros((ties, axes))
        more[:, 0] = 1.0 if compliance is None else compliance
        soft = np.vstack([soft, more])
    return replace(program, matrix=sp.vstack([program.matrix, rows], format="csc"), offset=offset, compliance=soft,
                   friction=np.append(program.friction, np.zeros(ties)))


def _with_cuts(program: ConeProgram, weight: sp.csr_array, bound: np.ndarray) -> ConeProgram:
    """One more unknown and one more force for each cut (m, c), bounds (m,) in units of the force."""
    more, axes = len(bound), program.axis_count
    if not more:
        return program
    first = np.zeros((axes, 1))
    first[0] = 1.0
    across = sp.kron(weight.T, first)
    slack = sp.kron(-sp.eye_array(more), first)
    empty = np.zeros((more, axes))
    return replace(
        program, matrix=sp.block_array([[program.matrix, across], [None, slack]], format="csc"),
        friction=np.append(program.friction, np.zeros(more)), dead=np.append(program.dead, bound),
        live=None if program.live is None else np.append(program.live, np.zeros(more)),
        offset=None if program.offset is None else np.vstack([program.offset, empty]),
        compliance=None if program.compliance is None else np.vstack([program.compliance, empty]),
        inertia=None if program.inertia is None else sp.block_diag([program.inertia, sp.csc_array((more, more))],
                                                                   format="csc"))
