"""Ties in a step: a row of the cone problem without friction that pulls and never pushes.

The normal of the row points from end b to end a, so that a pull is a positive impulse r, at most cap = limit dt, and
the velocity u along it is the rate of shortening. With the stretch s, the elongation that makes force, and the inverse
mass w that the tie feels, the row reads

    u + beta u_old - phi s/dt + phi r/(k dt^2) >= 0,      phi = 1 + 3 rho,   beta = -rho,   rho = 1/(1 + k w dt^2)^2

Scheme midpoint takes s at the middle of the step. A tie that is soft against the step (rho near 1) then follows
the trapezoidal rule and keeps its energy; a stiff one (rho near 0) would ring, and is brought to its law within one
step instead. Schemes euler and theta take s at the start and rho = 0, the implicit rule.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from drystone.engines.nscd.ledger import contact_velocity
from drystone.engines.nscd.rotation import solve3
from drystone.engines.nscd.state import NscdState
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.ties import TieSet
from drystone.solvers.cone.problem import ContactProblem

AT_LIMIT = 1.0 - 1e-9    #: share of its limit at which a tie yields or breaks
LEAST_LENGTH = 1e-9      #: below this a tie has no direction and does not act, in units of its length at the start


@dataclass(frozen=True, slots=True)
class TieLaws:
    """Laws of all ties as arrays."""

    stiffness: np.ndarray   #: (t,) [N/m]; inf: inextensible
    offset: np.ndarray      #: (t,) [m], stretch of the prestress
    limit: np.ndarray       #: (t,) [N], at which it yields or breaks; inf: none
    is_brittle: np.ndarray  #: (t,) bool, breaks at its limit
    rupture: np.ndarray     #: (t,) [m], elongation at which it breaks; inf: none


def make_tie_laws(ties: TieSet) -> TieLaws:
    """Arrays of `ties`."""
    laws = ties.ties
    stiffness = np.array([np.inf if t.stiffness is None else t.stiffness for t in laws])
    limit = [t.yield_force if t.rupture_force is None else t.rupture_force for t in laws]
    return TieLaws(
        stiffness, ties.prestress / stiffness,
        np.array([np.inf if value is None else value for value in limit]),
        np.array([t.rupture_force is not None for t in laws]),
        np.array([np.inf if t.rupture_elongation is None else t.rupture_elongation for t in laws]))


@dataclass(frozen=True, slots=True)
class TieRows:
    """Rows of the ties that act in a step."""

    tie: np.ndarray         #: (r,) number of the tie
    block_a: np.ndarray     #: (r,) int32
    block_b: np.ndarray     #: (r,) int32
    frame: np.ndarray       #: (r, 3, 3) rows n, t1, t2; n from end b to end a
    arm_a: np.ndarray       #: (r, 3) [m], from the centre of block a to its end
    arm_b: np.ndarray       #: (r, 3) [m]
    bias: np.ndarray        #: (r, 3) [m/s]
    compliance: np.ndarray  #: (r, 3) [m/s per N s]
    cap: np.ndarray         #: (r,) [N s]; inf: none
    warm: np.ndarray        #: (r, 3) [N s], of the last step
    pace: np.ndarray        #: (r,) phi [-]

    def add_to(self, problem: ContactProblem) -> ContactProblem:
        """`problem` with these rows after its contacts."""
        count, rows = problem.contact_count, len(self.tie)

        def both(of_contacts, of_ties):
            return np.concatenate([of_contacts, of_ties])

        none = np.zeros(rows)
        compliance = np.zeros((count, 3)) if problem.compliance is None else problem.compliance
        return replace(
            problem, block_a=both(problem.block_a, self.block_a), block_b=both(problem.block_b, self.block_b),
            frame=both(problem.frame, self.frame), arm_a=both(problem.arm_a, self.arm_a),
            arm_b=both(problem.arm_b, self.arm_b), bias=both(problem.bias, self.bias),
            friction=both(problem.friction, none), compliance=both(compliance, self.compliance),
            cohesion=None if problem.cohesion is None else both(problem.cohesion, none),
            tension=None if problem.tension is None else both(problem.tension, none),
            crushing=both(np.full(count, np.inf), self.cap) if np.isfinite(self.cap).any() else None)

    def yielded(self, impulse: np.ndarray, speed: np.ndarray, stiffness: np.ndarray, dt: float) -> np.ndarray:
        """(r,) [m], by how much the ties at their cap lengthen for good; speed : (r,) u [m/s]."""
        at_cap = impulse >= AT_LIMIT * self.cap
        stretch = -dt / self.pace * (speed + self.bias[:, 0])
        force = np.where(at_cap, self.cap, 0.0) / dt
        return np.where(at_cap, np.maximum(stretch - force / stiffness, 0.0), 0.0)


def make_tie_rows(ties: TieSet, laws: TieLaws, acts: np.ndarray, yielded: np.ndarray, warm: np.ndarray,
                  position: np.ndarray, rotation: np.ndarray, twist: np.ndarray, inverse_mass: np.ndarray,
                  inertia: np.ndarray, free: np.ndarray, dt: float, planar_axis: int | None,
                  is_midpoint: bool) -> TieRows | None:
    """Rows of the ties that act (t,) bool; None where none does.

    Parameters
    ----------
    yielded : (t,) [m]; warm : (t,) [N s]; position, rotation : pose of the middle or the start of the step
    twist : (b, 6) at the start; inverse_mass : (b,); inertia : (b, 3, 3) world; free : (b,) bool
    """
    end_a, end_b = ties.ends(position, rotation)
    length = np.sqrt(((end_b - end_a) ** 2).sum(axis=1))
    t = np.flatnonzero(acts & (length > LEAST_LENGTH * ties.length))
    if not len(t):
        return None
    a, b, n = ties.block_a[t], ties.block_b[t], ((end_a - end_b)[t]) / length[t, None]
    arm_a, arm_b = end_a[t] - position[a], end_b[t] - position[b]
    turn_a, turn_b = np.cross(twist[a, 3:], arm_a), np.cross(twist[b, 3:], arm_b)
    relative = twist[b, :3] + turn_b - twist[a, :3] - turn_a
    u_old = (n * relative).sum(axis=1)
    stretch = length[t] - ties.length[t] - yielded[t] + laws.offset[t]
    soft = np.zeros(len(t))
    turning = np.zeros(len(t))
    if is_midpoint:
        felt = _felt(n, a, arm_a, inverse_mass, inertia, free) + _felt(n, b, arm_b, inverse_mass, inertia, free)
        soft = 1.0 / (1.0 + laws.stiffness[t] * felt * dt * dt) ** 2
        # line and arms turn between the middle and the end of the step
        aside = relative - n * u_old[:, None]
        turning = 0.5 * dt * ((n * (np.cross(twist[b, 3:], turn_b) - np.cross(twist[a, 3:], turn_a))).sum(axis=1)
                              - (aside ** 2).sum(axis=1) / length[t])
    pace = 1.0 + 3.0 * soft
    bias, compliance, impulse = np.zeros((len(t), 3)), np.zeros((len(t), 3)), np.zeros((len(t), 3))
    bias[:, 0] = -soft * u_old - pace * stretch / dt + (1.0 - soft) * turning
    compliance[:, 0] = pace / (laws.stiffness[t] * dt * dt)
    compliance[:, 1:] = compliance[:, :1]
    impulse[:, 0] = warm[t]
    return TieRows(t, a, b, _frames(n, planar_axis), arm_a, arm_b, bias, compliance, laws.limit[t] * dt, impulse, pace)


def after_ties(new: NscdState, ties: TieSet, laws: TieLaws, rows: TieRows | None, impulse: np.ndarray,
               solved: np.ndarray, dt: float) -> NscdState:
    """State in which ties have yielded and broken.

    Parameters
    ----------
    new : after the step; impulse : (r,) [N s] of the rows; solved : (b, 6) twist of the solve
    """
    if rows is None:
        return new if not new.tie_impulse.any() else replace(new, tie_impulse=np.zeros_like(new.tie_impulse))
    speed = contact_velocity(rows.block_a, rows.block_b, rows.frame, rows.arm_a, rows.arm_b, solved)[:, 0]
    pull, yielded = np.zeros_like(new.tie_impulse), new.tie_yielded.copy()
    pull[rows.tie] = impulse
    longer = rows.yielded(impulse, speed, laws.stiffness[rows.tie], dt)
    yielded[rows.tie] += np.where(laws.is_brittle[rows.tie], 0.0, longer)
    elongation = ties.elongation(new.position, quaternion_to_matrix(new.orientation))
    breaks = (laws.is_brittle & (pull >= AT_LIMIT * laws.limit * dt)) | (elongation >= laws.rupture)
    return replace(new, tie_impulse=pull, tie_yielded=yielded, tie_intact=new.tie_intact & ~breaks)


def _felt(n: np.ndarray, block: np.ndarray, arm: np.ndarray, inverse_mass: np.ndarray, inertia: np.ndarray,
          free: np.ndarray) -> np.ndarray:
    """(r,) [1/kg], what an impulse along n at `arm` does to the velocity there."""
    moment = np.cross(arm, n)
    spin = solve3(np.ascontiguousarray(inertia[block]), moment)
    return np.where(free[block], inverse_mass[block] + (moment * spin).sum(axis=1), 0.0)


def _frames(n: np.ndarray, planar_axis: int | None) -> np.ndarray:
    """(r, 3, 3) right-handed frames n, t1, t2; t2 along the axis of a planar model."""
    side = np.zeros_like(n)
    if planar_axis is None:
        side[np.arange(len(n)), np.argmin(np.abs(n), axis=1)] = 1.0
        side -= n * (n * side).sum(axis=1)[:, None]
        side /= np.linalg.norm(side, axis=1)[:, None]
    else:
        side[:, planar_axis] = 1.0
    return np.stack([n, np.cross(side, n), side], axis=1)
