"""Joints with stiffness in scheme midpoint: springs with a gap and with a slider, second order in the step.

With x the deformation along n (the gap) or t (the elastic slip), taken at the pose predicted for the middle of the
step, a row of the cone problem reads as that of a tie,

    u - rho u_old + (1 - rho) s + phi x/dt + phi r/(k dt^2),      phi = 1 + 3 rho,   rho = 1/(1 + k w dt^2)^2

with the stiffness k of the whole interface and the inverse masses w in rho. A joint that is soft against the step (rho
near 1) follows the trapezoidal rule: r is k dt times the mean of the deformations at both ends of the step. A stiff
one (rho near 0) would ring, and is brought to its law within one step instead. At rest x = -r/(k dt) for any rho.

The gap comes from the pose. The elastic slip is remembered; what the slider gives way is taken from it, twice the half
that the row sees at mid-step (rho near 1), or all that it sees (rho near 0). It never exceeds what the pressure at the
end of the step can hold, and starts where the gap closes. Derivation: README.md of this folder.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.engines.nscd import ledger
from drystone.engines.nscd.bonds import Bonds
from drystone.engines.nscd.constraints import CLOSED_BAND, Constraints
from drystone.engines.nscd.rows import PointRows
from drystone.engines.nscd.scene import Scene
from drystone.model.points import cross

FAR_GAP = 1e9         #: stands for the gap of a soft contact where rigid contacts are looked at: it is none [m]
NEAR_CAP = 1e-3       #: below its friction by more than this share a contact sticks for certain
SAME_FRAME = 0.1      #: contact frames that differ by less have turned with the blocks


@dataclass(frozen=True, slots=True)
class Springs:
    """Contacts of a step that are springs; arrays along n, t1, t2."""

    at: np.ndarray         #: (s,) their numbers among the contacts
    is_bond: np.ndarray    #: (s,) bool, holds both ways and does not slide
    stiffness: np.ndarray  #: (s, 3) [N/m]
    rho: np.ndarray        #: (s, 3) [-], 1: soft against the step, 0: stiff
    start: np.ndarray      #: (s, 3) [m], deformation at the start of the step
    middle: np.ndarray     #: (s, 3) [m], predicted for the middle
    bias: np.ndarray       #: (s, 3) [m/s]

    @property
    def pace(self) -> np.ndarray:
        """(s, 3) phi [-]."""
        return 1.0 + 3.0 * self.rho

    def compliance(self, dt: float) -> np.ndarray:
        """(s, 3) [m/s per N s]."""
        return self.pace / (self.stiffness * dt * dt)

    def rows(self, scene: Scene, limits: Constraints) -> PointRows:
        """Rows of the springs, from those of rigid contacts that are far."""
        at, dt = self.at, scene.world.dt
        # the row sees 2/(1 + rho) (phi = 4: twice) of the slider's speed; an elastic slip is none
        slides = scene.known.is_sliding[at] & ~self.is_bond
        slip_old = limits.slip_old[at] * np.where(slides, self.pace[:, 1] / (1.0 + self.rho[:, 1]), 0.0)
        return PointRows(at, self.bias, self.compliance(dt), slip_old,
                         self.middle[:, 0] <= CLOSED_BAND * scene.world.a0 * dt * dt, limits.is_impact[at])

    def after(self, impulse: np.ndarray, velocity: np.ndarray, friction: np.ndarray, dt: float) -> SpringsAfter:
        """What the springs hold after a step that gave impulse (s, 3) [N s] and velocity (s, 3) [m/s]."""
        rho = self.rho[:, 1:]
        normal = self.middle[:, 0] + (1.0 - 0.5 * self.rho[:, 0]) * dt * velocity[:, 0]
        slip = self.middle[:, 1:] + (1.0 - 0.5 * rho) * dt * velocity[:, 1:]
        pushed = np.maximum(impulse[:, 0], 0.0)
        near_cap = ~self.is_bond & (_length(impulse[:, 1:]) >= (1.0 - NEAR_CAP) * friction * pushed)

        # what the slider gave way, as the row saw it at mid-step, and in the whole step
        seen = dt / self.pace[:, 1:] * (velocity + self.bias)[:, 1:] + impulse[:, 1:] / (self.stiffness[:, 1:] * dt)
        plastic = np.where((near_cap & (pushed > 0.0))[:, None], (1.0 + rho) * seen, 0.0)
        slip = slip - plastic
        held = friction * self.stiffness[:, 0] * np.maximum(-normal, 0.0) / self.stiffness[:, 1]
        slip *= np.where(near_cap, np.minimum(1.0, held / np.maximum(_length(slip), 1e-300)), 1.0)[:, None]
        slip -= 0.5 * (1.0 - rho) * dt * velocity[:, 1:]

        end = np.column_stack([self.middle[:, 0] + 0.5 * dt * velocity[:, 0], slip])
        opened = ~self.is_bond & (end[:, 0] > 0.0)
        before, now = (0.5 * self.stiffness * _loaded(x, self.is_bond) ** 2 for x in (self.start, end))
        return SpringsAfter(np.where(opened[:, None], 0.0, slip), _length(plastic) / dt, now, now - before)


@dataclass(frozen=True, slots=True)
class SpringsAfter:
    """Springs at the end of a step."""

    slip: np.ndarray     #: (s, 2) [m], elastic slip
    sliding: np.ndarray  #: (s,) [m/s], mean speed of the sliders in the step
    stored: np.ndarray   #: (s, 3) [J], energy that the springs hold
    taken: np.ndarray    #: (s, 3) [J], what of it the step put into them

    def account(self, work: np.ndarray, is_bond: np.ndarray, booked: float) -> None:
        """Take what is stored out of the work of impacts and friction; bonds keep theirs in their own term.

        The normal part counts from what was booked so far [J]: a joint whose area or whose points change from one step
        to the next holds another energy without a force having moved, and that must not pass for stored.
        """
        tangential = self.taken[~is_bond, 1:].sum()
        change = self.stored[~is_bond].sum() - booked
        work[ledger.ELASTIC] -= change
        work[ledger.IMPACT] += change - tangential
        work[ledger.FRICTION] += tangential


def make_springs(scene: Scene, limits: Constraints, holds: np.ndarray | None) -> Springs | None:
    """Springs of the contacts of joints with stiffness; None where there are none. holds : (c,) bool, bonds"""
    at = np.flatnonzero(scene.is_soft)
    if not len(at):
        return None
    contacts, twist, dt = scene.contacts, scene.state.twist, scene.world.dt
    a, b, frame = contacts.block_a[at], contacts.block_b[at], contacts.frame[at]
    arms = limits.arm_a[at], limits.arm_b[at]
    u = ledger.contact_velocity(a, b, frame, *arms, twist)
    is_bond = np.zeros(len(at), bool) if holds is None else holds[at]
    middle = _deformation(scene, at, is_bond)
    start, dry = middle - 0.5 * dt * u, ~is_bond
    start[dry, 1:] = _slip_at_start(start[dry, 0], middle[dry, 1:], u[dry], dt)
    middle[dry, 1:] = start[dry, 1:] + 0.5 * dt * u[dry, 1:]
    stiffness = scene.world.laws.point_stiffness(scene.joint, contacts)[at]
    rho = _softness(scene, at, stiffness)
    turning = _turning(frame, scene.corner[at], twist[a], twist[b], *arms, u, dt)
    bias = (1.0 - rho) * turning - rho * u + (1.0 + 3.0 * rho) * middle / dt
    return Springs(at, is_bond, stiffness, rho, start, middle, bias)


def _deformation(scene: Scene, at: np.ndarray, is_bond: np.ndarray) -> np.ndarray:
    """(s, 3) [m], gap or stretch at mid-step, and elastic slip at the start or stretch at mid-step."""
    found, known = scene.contacts, scene.known
    slip = transport_slip(known.slip[at], known.rows[at], scene.state.memory.frame, found.frame[at])
    out = np.column_stack([known.gap[at], slip])
    if is_bond.any():
        out[is_bond] = Bonds.stretch(found.frame[at], found.point_a[at], found.point_b[at])[is_bond]
    return out


def _softness(scene: Scene, at: np.ndarray, stiffness: np.ndarray) -> np.ndarray:
    """(s, 3) rho [-], by the stiffness of the whole interface and the masses beside it."""
    contacts, dt = scene.contacts, scene.world.dt
    inverse_mass = np.where(scene.free, 1.0 / scene.world.mass, 0.0)
    pair, pairs = contacts.pair[at], len(contacts.pair_area)
    whole = np.column_stack([np.bincount(pair, stiffness[:, i], pairs) for i in range(3)])
    felt = (inverse_mass[contacts.block_a[at]] + inverse_mass[contacts.block_b[at]])[:, None]
    return 1.0 / (1.0 + whole[pair] * felt * dt * dt) ** 2


def transport_slip(slip: np.ndarray, rows: np.ndarray, frame_old: np.ndarray, frame: np.ndarray) -> np.ndarray:
    """(s, 2) [m], elastic slip (s, 2) of the memory's rows (s,) along t1, t2 of the frames (s, 3, 3) of now.

    A frame that turned with its blocks keeps the components; where detection chose other axes they are projected.
    frame_old : (m, 3, 3), of the memory
    """
    known = rows >= 0
    if not known.any():
        return slip
    before = frame_old[np.where(known, rows, 0)]
    other = known & (np.abs(before - frame).max(axis=(1, 2)) > SAME_FRAME)
    if not other.any():
        return slip
    world = np.einsum("ct,ctk->ck", slip[other], before[other, 1:])
    slip = slip.copy()
    slip[other] = np.einsum("ctk,ck->ct", frame[other, 1:], world)
    return slip


def _slip_at_start(gap: np.ndarray, slip: np.ndarray, u: np.ndarray, dt: float) -> np.ndarray:
    """(s, 2) [m]: that of the memory where the contact is closed; where it closes within the step, what makes the
    slip begin at that instant. gap : (s,) at the start; u : (s, 3) at the start"""
    until = np.clip(gap / np.where(u[:, 0] < 0.0, -u[:, 0], np.inf), 0.0, dt)
    return np.where((gap > 0.0)[:, None], -until[:, None] * u[:, 1:], slip)


def _turning(frame, corner, twist_a, twist_b, arm_a, arm_b, u, dt) -> np.ndarray:
    """(s, 3) [m/s], turn of frame and arms between the middle and the end of the step: s of the README."""
    wa, wb = twist_a[:, 3:], twist_b[:, 3:]
    turns = 0.5 * ((1.0 + corner)[:, None] * wa + (1.0 - corner)[:, None] * wb)
    relative = np.einsum("cij,ci->cj", frame, u)
    turn = cross(wb, cross(wb, arm_b)) - cross(wa, cross(wa, arm_a)) - 2.0 * cross(turns, relative)
    return 0.5 * dt * np.einsum("cij,cj->ci", frame, turn)


def _loaded(deformation: np.ndarray, is_bond: np.ndarray) -> np.ndarray:
    """(s, 3) [m], what stores energy: nothing across an open gap."""
    closed = is_bond | (deformation[:, 0] < 0.0)
    return np.where(closed[:, None], deformation, 0.0)


def _length(pair: np.ndarray) -> np.ndarray:
    return np.hypot(pair[:, 0], pair[:, 1])
