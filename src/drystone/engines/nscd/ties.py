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
from typing import NamedTuple

import numpy as np

from drystone.engines.nscd.ledger import TIE_ROW, contact_velocity
from drystone.engines.nscd.rotation import solve3
from drystone.engines.nscd.rows import Rows
from drystone.engines.nscd.scene import Scene
from drystone.engines.nscd.state import NscdState
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.points import cross
from drystone.model.ties import TieSet

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

    rows: Rows
    tie: np.ndarray         #: (r,) number of the tie
    cap: np.ndarray         #: (r,) [N s]; inf: none
    pace: np.ndarray        #: (r,) phi [-]

    @property
    def tied(self) -> np.ndarray:
        """(2 r,) blocks at their ends."""
        return np.concatenate([self.rows.block_a, self.rows.block_b])

    def yielded(self, impulse: np.ndarray, speed: np.ndarray, stiffness: np.ndarray, dt: float) -> np.ndarray:
        """(r,) [m], by how much the ties at their cap lengthen for good; speed : (r,) u [m/s]."""
        at_cap = impulse >= AT_LIMIT * self.cap
        stretch = -dt / self.pace * (speed + self.rows.bias[:, 0])
        force = np.where(at_cap, self.cap, 0.0) / dt
        return np.where(at_cap, np.maximum(stretch - force / stiffness, 0.0), 0.0)


class _Lines(NamedTuple):
    """Ties that act, as lines between their ends."""

    tie: np.ndarray       # (r,)
    a: np.ndarray         # (r,) blocks
    b: np.ndarray
    n: np.ndarray         # (r, 3) from end b to end a
    length: np.ndarray    # (r,) [m]
    arm_a: np.ndarray     # (r, 3) [m]
    arm_b: np.ndarray
    turn_a: np.ndarray    # (r, 3) [m/s], of the arms
    turn_b: np.ndarray
    relative: np.ndarray  # (r, 3) [m/s], of end b against end a
    u_old: np.ndarray     # (r,) [m/s], along n


def make_tie_rows(scene: Scene, laws: TieLaws) -> TieRows | None:
    """Rows of the ties that act; None where none does."""
    ties, state, dt = scene.world.model.ties, scene.state, scene.world.dt
    if not state.tie_intact.any():
        return None
    lines = _find_lines(scene, ties)
    t, count = lines.tie, len(lines.tie)
    if not count:
        return None
    stretch = lines.length - ties.length[t] - state.tie_yielded[t] + laws.offset[t]
    soft = turning = np.zeros(count)
    if scene.world.is_midpoint:
        soft = 1.0 / (1.0 + laws.stiffness[t] * _felt(scene, lines) * dt * dt) ** 2
        turning = _turning(scene, lines)
    pace = 1.0 + 3.0 * soft
    bias, compliance, warm = np.zeros((count, 3)), np.zeros((count, 3)), np.zeros((count, 3))
    bias[:, 0] = -soft * lines.u_old - pace * stretch / dt + (1.0 - soft) * turning
    compliance[:, 0] = pace / (laws.stiffness[t] * dt * dt)
    compliance[:, 1:] = compliance[:, :1]
    warm[:, 0] = state.tie_impulse[t]
    cap, none = laws.limit[t] * dt, np.zeros(count)
    rows = Rows(
        lines.a, lines.b, _frames(lines.n, scene.world.planar_axis), lines.arm_a, lines.arm_b,
        is_used=np.ones(count, bool), bias=bias, friction=none, slides=none, slip_old=none, warm=warm, older=warm,
        carried=np.zeros((count, 3)), push_old=none, push=none, kind=np.full(count, TIE_ROW, np.int64),
        compliance=compliance, crushing=cap if np.isfinite(cap).any() else None)
    return TieRows(rows, t, cap, pace)


def _find_lines(scene: Scene, ties: TieSet) -> _Lines:
    """Ties that are there, that have a direction, and of whose blocks one is free."""
    state, free, twist, position = scene.state, scene.free, scene.state.twist, scene.pose.position
    a, b = ties.block_a, ties.block_b
    acts = state.tie_intact & state.is_active[a] & state.is_active[b] & (free[a] | free[b])
    end_a, end_b = ties.ends(position, scene.rotation)
    length = np.sqrt(((end_b - end_a) ** 2).sum(axis=1))
    t = np.flatnonzero(acts & (length > LEAST_LENGTH * ties.length))
    a, b, n = a[t], b[t], ((end_a - end_b)[t]) / length[t, None]
    arm_a, arm_b = end_a[t] - position[a], end_b[t] - position[b]
    turn_a, turn_b = cross(twist[a, 3:], arm_a), cross(twist[b, 3:], arm_b)
    relative = twist[b, :3] + turn_b - twist[a, :3] - turn_a
    return _Lines(t, a, b, n, length[t], arm_a, arm_b, turn_a, turn_b, relative, (n * relative).sum(axis=1))


def _turning(scene: Scene, lines: _Lines) -> np.ndarray:
    """(r,) [m/s], by which u changes since line and arms turn between the middle and the end of the step."""
    twist, n = scene.state.twist, lines.n
    aside = lines.relative - n * lines.u_old[:, None]
    bend = cross(twist[lines.b, 3:], lines.turn_b) - cross(twist[lines.a, 3:], lines.turn_a)
    return 0.5 * scene.world.dt * ((n * bend).sum(axis=1) - (aside ** 2).sum(axis=1) / lines.length)


def after_ties(new: NscdState, ties: TieSet, laws: TieLaws, acted: TieRows | None, impulse: np.ndarray,
               solved: np.ndarray, dt: float) -> NscdState:
    """State in which ties have yielded and broken.

    Parameters
    ----------
    new : after the step; impulse : (r,) [N s] of the rows that acted; solved : (b, 6) twist of the solve
    """
    if acted is None:
        return new if not new.tie_impulse.any() else replace(new, tie_impulse=np.zeros_like(new.tie_impulse))
    rows, t = acted.rows, acted.tie
    speed = contact_velocity(rows.block_a, rows.block_b, rows.frame, rows.arm_a, rows.arm_b, solved)[:, 0]
    pull, yielded = np.zeros_like(new.tie_impulse), new.tie_yielded.copy()
    pull[t] = impulse
    longer = acted.yielded(impulse, speed, laws.stiffness[t], dt)
    yielded[t] += np.where(laws.is_brittle[t], 0.0, longer)
    elongation = ties.elongation(new.position, quaternion_to_matrix(new.orientation))
    breaks = (laws.is_brittle & (pull >= AT_LIMIT * laws.limit * dt)) | (elongation >= laws.rupture)
    return replace(new, tie_impulse=pull, tie_yielded=yielded, tie_intact=new.tie_intact & ~breaks)


def _felt(scene: Scene, lines: _Lines) -> np.ndarray:
    """(r,) [1/kg], what an impulse along the ties does to the velocity at both their ends."""
    return _felt_at(scene, lines.n, lines.a, lines.arm_a) + _felt_at(scene, lines.n, lines.b, lines.arm_b)


def _felt_at(scene: Scene, n: np.ndarray, block: np.ndarray, arm: np.ndarray) -> np.ndarray:
    inverse_mass = 1.0 / scene.world.mass
    moment = cross(arm, n)
    spin = solve3(np.ascontiguousarray(scene.inertia_old[block]), moment)
    return np.where(scene.free[block], inverse_mass[block] + (moment * spin).sum(axis=1), 0.0)


def _frames(n: np.ndarray, planar_axis: int | None) -> np.ndarray:
    """(r, 3, 3) right-handed frames n, t1, t2; t2 along the axis of a planar model."""
    side = np.zeros_like(n)
    if planar_axis is None:
        side[np.arange(len(n)), np.argmin(np.abs(n), axis=1)] = 1.0
        side -= n * (n * side).sum(axis=1)[:, None]
        side /= np.linalg.norm(side, axis=1)[:, None]
    else:
        side[:, planar_axis] = 1.0
    return np.stack([n, cross(side, n), side], axis=1)
