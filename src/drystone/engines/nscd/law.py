"""Joint laws as arrays over contacts: friction now, restitution, compliance."""

from __future__ import annotations

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.errors import InputError
from drystone.model.model import Model

#: Least area of a contact with stiffness, in units of the square of the smaller part's least width. An edge or a corner
#: has no area, yet what stands on it crushes a strip and sinks no further.
LEAST_AREA = 0.1


class JointLaws:
    """Properties of joints, looked up for the contacts of a step."""

    def __init__(self, model: Model, scheme: str) -> None:
        joints = model.joints
        self._class = model.joint_class
        self._table = model.joint_table
        self._width = model.parts.part_size
        self._friction = np.array([j.friction for j in joints], float)
        self._sliding = np.array([j.friction if j.friction_sliding is None else j.friction_sliding
                                  for j in joints], float)
        self._slip_speed = np.array([j.slip_speed or 0.0 for j in joints], float)
        self._restitution = np.array([j.restitution for j in joints], float)
        stiffness = [(j.normal_stiffness or np.inf, j.shear_stiffness or np.inf) for j in joints]
        self._stiffness = np.array([(normal, shear, shear) for normal, shear in stiffness], float)
        self.has_sliding_friction = bool((self._sliding != self._friction).any())
        self.has_compliance = bool(np.isfinite(self._stiffness).any())
        for joint in joints:
            if joint.normal_stiffness is not None and scheme == "midpoint":
                raise InputError(f"joint {joint.name!r}: stiffness needs scheme euler or theta, got midpoint")
            if joint.restitution > 0.0 and scheme != "midpoint":
                raise InputError(f"joint {joint.name!r}: restitution {joint.restitution:g} needs scheme midpoint, "
                                 f"got {scheme}")

    def joint_of(self, contacts: ContactSet) -> np.ndarray:
        """(c,) number of the joint of each contact."""
        return self._table[self._class[contacts.block_a], self._class[contacts.block_b]]

    def friction(self, joint: np.ndarray, is_sliding: np.ndarray, slip_speed: np.ndarray) -> np.ndarray:
        """(c,) coefficient in force, from the slip of the last step."""
        rest = self._friction[joint]
        if not self.has_sliding_friction:
            return rest
        sliding, decay = self._sliding[joint], self._slip_speed[joint]
        gradual = sliding + (rest - sliding) * np.exp(-slip_speed / np.where(decay > 0.0, decay, 1.0))
        return np.where(is_sliding, np.where(decay > 0.0, gradual, sliding), rest)

    def restitution(self, joint: np.ndarray) -> np.ndarray:
        """(c,) Newton's coefficient."""
        return self._restitution[joint]

    def compliance(self, joint: np.ndarray, contacts: ContactSet, dt: float) -> np.ndarray | None:
        """(c, 3) E = 1/(dt^2 K) [m/s per N s], or None where all joints are rigid.

        K is the stiffness times the point's share of the interface, which counts for `LEAST_AREA` at least.
        """
        if not self.has_compliance:
            return None
        count = np.maximum(np.diff(contacts.pair_ptr), 4)
        width = np.minimum(self._width[contacts.pair_part_a], self._width[contacts.pair_part_b])
        area = (np.maximum(contacts.pair_area, LEAST_AREA * width**2) / count)[contacts.pair]
        return 1.0 / (dt * dt * self._stiffness[joint] * area[:, None])
