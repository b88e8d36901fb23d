"""What a step knows before it is solved. `observe` makes a `Scene` once a step; every source of rows reads it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.contact.clip import SHIFT_KIND, VERTEX_A, VERTEX_B
from drystone.contact.contact_set import ContactSet
from drystone.engines.nscd import ledger
from drystone.engines.nscd.memory import Recollection
from drystone.engines.nscd.state import NscdState
from drystone.engines.nscd.world import World


@dataclass(frozen=True, slots=True)
class Pose:
    """Where all blocks are at one instant."""

    position: np.ndarray     #: (b, 3) [m]
    orientation: np.ndarray  #: (b, 4)


@dataclass(frozen=True, slots=True)
class Motion:
    """Where all blocks are at one instant, and how they move."""

    pose: Pose
    twist: np.ndarray        #: (b, 6) [m/s, rad/s]


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is known of a step before it is solved."""

    world: World
    state: NscdState            #: at the start
    free: np.ndarray            #: (b,) bool, moved by the solve
    pose: Pose                  #: on which contacts were found: of the middle or of the start
    rotation: np.ndarray        #: (b, 3, 3) of `pose`
    contacts: ContactSet        #: bonds of pairs that hold in place of their points
    bond: np.ndarray            #: (c,) bond of each point, broken ones included, or -1
    intact: np.ndarray          #: (k,) bool, bonds that may hold
    known: Recollection         #: what the contacts remember
    joint: np.ndarray           #: (c,) number of the joint
    friction: np.ndarray        #: (c,) in force [-]
    compliance: np.ndarray | None  #: (c, 3) [m/s per N s], of the joints; None where all are rigid
    inertia_old: np.ndarray     #: (b, 3, 3) [kg m2], world axes, at the start
    load: np.ndarray            #: (b, 6) impulse of all loads over the step [N s, N m s]
    supports: Motion | None     #: of supports at the end; None where none ever moves
    jumps: np.ndarray | None    #: (b,) instants at which supports change their velocity at once, else nan
    prescribed: np.ndarray      #: (b, 6) twist of supports in the rows

    @property
    def is_soft(self) -> np.ndarray:
        """(c,) bool, joints with a stiffness of their own."""
        return self.world.laws.is_soft(self.joint)

    @property
    def restitution(self) -> np.ndarray:
        """(c,) Newton's coefficient [-]."""
        return self.world.laws.restitution(self.joint)

    @property
    def has_bond(self) -> np.ndarray:
        """(c,) bool, points of bonds, broken ones included."""
        return self.bond >= 0

    @property
    def corner(self) -> np.ndarray:
        """(c,) +1 where the point is a corner of b, -1 of a, else 0."""
        kind = self.contacts.key[:, 1] >> SHIFT_KIND
        return np.where(kind == VERTEX_B, 1.0, np.where(kind == VERTEX_A, -1.0, 0.0))

    def wrench(self, arm_a: np.ndarray, arm_b: np.ndarray, impulse: np.ndarray) -> np.ndarray:
        """(b, 6) of impulses (c, 3) [N s] of the contacts; nothing along directions that a planar model shuts."""
        found = self.contacts
        out = ledger.contact_wrench(found.block_a, found.block_b, found.frame, arm_a, arm_b, impulse, len(self.free))
        out[:, self.world.locked] = 0.0
        return out
