"""Joint laws as arrays over contacts: friction now, restitution, compliance."""

from __future__ import annotations

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.errors import InputError
from drystone.model.model import Model

#: Least area of a contact with stiffness, in units of the square of the smaller part's least width. An edge or a corner
#: has no area, yet what stands on it crushes a strip and sinks no further.
LEAST_AREA = 0.1

#: Speed at which what it carries closes a joint with many points, in units of a0 dt; the penetration ends at five times
#: this times a0 dt^2. Much less would drown in what the iteration of Coulomb's rule leaves.
SPREADING = 0.05


class JointLaws:
    """Properties of joints, looked up for the contacts of a step."""

    def __init__(self, model: Model, scheme: str) -> None:
        joints = model.joints
        self._class = model.joint_class
        self._table = model.joint_table
        self._width = model.parts.part_size
        self._least_count = 4 if model.planar_axis is None else 2   # corners of a face: an edge has half of them
        self._friction = np.array([j.friction for j in joints], float)
        self._sliding = np.array([j.friction if j.friction_sliding is None else j.friction_sliding
                                  for j in joints], float)
        self._slip_speed = np.array([j.slip_speed or 0.0 for j in joints], float)
        self._restitution = np.array([j.restitution for j in joints], float)
        self.has_restitution = bool(self._restitution.any())
        self._points = np.array([j.points or 0 for j in joints], np.int64)
        self.has_points = bool(self._points.any())
        self.has_strength = any(j.has_strength for j in joints)
        stiffness = [(j.normal_stiffness or np.inf, j.shear_stiffness or np.inf) for j in joints]
        self._stiffness = np.array([(normal, shear, shear) for normal, shear in stiffness], float)
        self.has_sliding_friction = bool((self._sliding != self._friction).any())
        self.has_compliance = bool(np.isfinite(self._stiffness).any())
        for joint in joints:
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

    def is_soft(self, joint: np.ndarray) -> np.ndarray:
        """(c,) bool, joints with a stiffness of their own."""
        return np.isfinite(self._stiffness[joint, 0])

    def point_stiffness(self, joint: np.ndarray, contacts: ContactSet) -> np.ndarray:
        """(c, 3) [N/m] along n, t1, t2: stiffness times the point's share of the interface; inf where rigid."""
        return self._stiffness[joint] * _counted_area(contacts, self._width, self._least_count)[:, None]

    def restitution(self, joint: np.ndarray) -> np.ndarray:
        """(c,) Newton's coefficient."""
        return self._restitution[joint]

    def compliance(self, joint: np.ndarray, contacts: ContactSet, dt: float, mass: np.ndarray, last: np.ndarray,
                   a0: float) -> np.ndarray | None:
        """(c, 3) E = 1/(dt^2 K) [m/s per N s], or None where all joints are rigid.

        K is the stiffness times the point's share of the interface, which counts for `LEAST_AREA` at least. Rigid
        joints with many points get a little, by which pressure spreads over them as in plane sections; it goes by the
        lighter block, mass (b,) [kg], or by what the joint carried in the last step (c,) [N s] if that is more.
        """
        out = None
        if self.has_compliance:
            area = _counted_area(contacts, self._width, self._least_count)
            out = 1.0 / (dt * dt * self._stiffness[joint] * area[:, None])
        if self.has_points and contacts.has_areas:
            many = (self._points[joint] > 0) & (contacts.area > 0.0)
            if many.any():
                out = np.zeros((contacts.count, 3)) if out is None else out
                lighter = np.minimum(mass[contacts.block_a], mass[contacts.block_b])
                carried = np.bincount(contacts.pair, last, len(contacts.pair_area))[contacts.pair] / (a0 * dt)
                spread = (SPREADING * contacts.pair_area[contacts.pair]
                          / (np.maximum(contacts.area, 1e-300) * np.maximum(lighter, carried)))
                out[:, 0] = np.where(many, np.maximum(out[:, 0], spread), out[:, 0])
        return out


def _counted_area(contacts: ContactSet, width: np.ndarray, least_count: int) -> np.ndarray:
    """(c,) [m2], share of each point in its interface, which counts for `LEAST_AREA` at least.

    width : least width of each part [m]; least_count : points that share what an edge or a corner counts for
    """
    smaller = np.minimum(width[contacts.pair_part_a], width[contacts.pair_part_b])
    counted = np.maximum(contacts.pair_area, LEAST_AREA * smaller**2)
    has_area = contacts.pair_area > 0.0
    number = np.diff(contacts.pair_ptr)
    alike = 1.0 / np.where(has_area, number, np.maximum(number, least_count))
    if not contacts.has_areas:
        return (counted * alike)[contacts.pair]
    own = contacts.area / np.where(has_area, contacts.pair_area, 1.0)[contacts.pair]
    return counted[contacts.pair] * np.where(own > 0.0, own, alike[contacts.pair])
