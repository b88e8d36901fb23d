"""Rows of the contact points of a step: dry ones, with bonds and springs among them, impacts at their instants.

Points share islands, instants and impacts, so they are constrained together; bonds and springs then write the rows of
their own points. Which of them hold differs from solve to solve of a step in which bonds break.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from drystone.engines.nscd import constraints, ledger
from drystone.engines.nscd.bonds import Bonds, Held, find_bonded
from drystone.engines.nscd.constraints import Constraints
from drystone.engines.nscd.lending import lend_beside
from drystone.engines.nscd.restitution import Rebound, find_rebound
from drystone.engines.nscd.rows import Rows
from drystone.engines.nscd.scene import Scene
from drystone.engines.nscd.soft_contacts import FAR_GAP, Springs, make_springs
from drystone.engines.nscd.supports import take_jumps


@dataclass(frozen=True, slots=True)
class ContactRows:
    """Rows of the contact points for one solve, and what becomes of them after it."""

    rows: Rows
    limits: Constraints       #: closed contacts, impacts and instants
    held: Held | None         #: bonds that hold
    springs: Springs | None   #: joints with stiffness in scheme midpoint
    rebound: Rebound | None   #: blocks that an impact with restitution turns round
    carried: np.ndarray       #: (b, 6) of the impulses that contacts carried until an impact


def make_contact_rows(scene: Scene, bonds: Bonds | None, held: Held | None, tied: np.ndarray | None) -> ContactRows:
    """Rows of the points with these bonds that hold.

    tied : blocks of the ties that act, None where none does
    """
    laws = scene.world.laws
    bonded = find_bonded(scene, bonds, held)
    limits = constrain(scene, scene.known.gap if bonded is None else bonded.gap(scene.known.gap))
    compliance, lent, springs = scene.compliance, None, None
    if bonded is not None or tied is not None or scene.world.has_springs:
        compliance = np.zeros((scene.contacts.count, 3)) if compliance is None else compliance.copy()
    if bonded is not None:
        bonded.rows(limits, compliance).put_into(limits, compliance)
    if scene.world.has_springs:
        springs = make_springs(scene, limits, None if bonded is None else bonded.holds)
    if springs is not None:
        springs.rows(scene, limits).put_into(limits, compliance)
    if tied is not None:
        is_rigid = ~scene.is_soft if bonded is None else ~scene.is_soft & ~bonded.on_spring
        lent = lend_beside(scene, tied, is_rigid, compliance)
    if scene.jumps is not None:
        limits = take_jumps(scene, limits)
    rebound = find_rebound(scene, held, limits) if laws.has_restitution else None
    limits = _cap_push(scene, limits if rebound is None else rebound.limits)
    return ContactRows(_rows(scene, limits, compliance, lent, held), limits, held, springs, rebound,
                       scene.wrench(limits.arm_a, limits.arm_b, limits.carried))


def constrain(scene: Scene, gap: np.ndarray) -> Constraints:
    """Constraints of all contacts as if none were a bond or a spring; gap : (c,) [m]"""
    found, world = scene.contacts, scene.world
    where = found.block_a, found.block_b, found.frame, found.point_a, found.point_b
    if not world.is_midpoint:
        return _at_position_level(scene, gap, where)
    lag = 0.0 if world.settings.flow_rule == "associative" else 1.0
    has_history = scene.known.has_history
    if world.has_springs:      # springs have no impacts and lose nothing at those of others
        soft = scene.is_soft
        gap, has_history = np.where(soft, FAR_GAP, gap), has_history & ~soft
    return Constraints(*constraints.impact_resolving(
        *where, gap, scene.corner, scene.pose.position, scene.state.twist, scene.free, scene.friction, scene.known.age,
        scene.known.last, scene.known.older, has_history, scene.known.push, world.dt, world.a0, lag))


def _at_position_level(scene: Scene, gap: np.ndarray, where: tuple) -> Constraints:
    dt, count = scene.world.dt, scene.contacts.count
    closed, arm_a, arm_b, bias, slip, push = constraints.position_level(
        *where, gap, scene.pose.position, scene.state.twist, dt, scene.world.a0)
    if scene.compliance is not None:
        soft = scene.compliance[:, 0] > 0.0
        bias[soft, 0] = gap[soft] / dt             # the penetration is the spring's own
        bias[soft, 1:] = scene.known.slip[soft] / dt
        push[soft] = 0.0
    none = np.zeros(count, bool)
    return Constraints(~none, closed, none, arm_a, arm_b, bias, slip, np.zeros((count, 3)),
                       np.full(len(scene.free), 0.5), push)


def _cap_push(scene: Scene, limits: Constraints) -> Constraints:
    """Pushing out of penetrations gives back no more than what sinking in and impacts have taken."""
    work = scene.state.work
    taken = -(work[ledger.IMPACT] + work[ledger.RECOVERY])
    return constraints.cap_push(limits, scene.known.last[:, 0], max(taken, scene.world.energy_rounding),
                                constraints.PUSH_FLOOR * scene.world.speed)


def _rows(scene: Scene, limits: Constraints, compliance: np.ndarray | None, lent: np.ndarray | None,
          held: Held | None) -> Rows:
    """The constraints as rows."""
    found, known = scene.contacts, scene.known
    kind = np.full(found.count, ledger.CONTACT_ROW, np.int64)
    if compliance is not None:
        kind[compliance[:, 0] > 0.0] = ledger.SOFT_ROW
    rows = Rows(
        found.block_a, found.block_b, found.frame, limits.arm_a, limits.arm_b, limits.is_used, limits.bias,
        scene.friction, slides=np.ones(found.count), slip_old=limits.slip_old, warm=known.last, older=known.older,
        carried=limits.carried, push_old=known.push, push=limits.push, kind=kind, compliance=compliance, lent=lent)
    if held is None:
        return rows
    kind[held.holds] = ledger.BOND_ROW
    return replace(rows, slides=np.where(held.holds, 0.0, 1.0), cohesion=held.cohesion, tension=held.tension)
