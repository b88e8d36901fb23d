"""Sub-contacts of an interface taken together: resultant, point of action, opening, slip, damage."""

from __future__ import annotations

import numpy as np

from drystone.engines.dem.joints.law import D_TS, W_C, W_S, W_T
from drystone.engines.dem.mesh.build import Mesh
from drystone.engines.dem.state import DemState
from drystone.engines.dem.subcontacts.find import SubContacts
from drystone.model.tables import TableSpec

_REAL, _COUNT = "<f8", "<i4"

#: Columns as those of rigid blocks; then what only joints that deform have.
INTERFACE_TABLE = TableSpec({
    "block_a": (_COUNT, (), "-"), "block_b": (_COUNT, (), "-"), "area": (_REAL, (), "m2"), "normal": (_REAL, (3,), "-"),
    "force": (_REAL, (3,), "N"), "point": (_REAL, (3,), "m"), "centroid": (_REAL, (3,), "m"),
    "eccentricity_share": (_REAL, (2,), "-"), "opening": (_REAL, (), "m"), "slip_speed": (_REAL, (), "m/s"),
    "joint_slip": (_REAL, (), "m"), "damage": (_REAL, (), "-"), "greatest_damage": (_REAL, (), "-"),
    "dissipated": (_REAL, (), "J")}, ragged=True)


class Interfaces:
    """Rows of table `interfaces`: one for each pair of pieces that meet, planes within blocks too."""

    def __init__(self, mesh: Mesh, contacts: SubContacts) -> None:
        self._contacts, self._of, self._count = contacts, contacts.interface, len(contacts.joint)
        self._blocks = mesh.piece_block[contacts.piece].astype(np.int32)
        self._area = self._sum(contacts.area)
        self._middle = self._sum(contacts.area[:, None] * contacts.place) / self._area[:, None]
        arm = np.einsum("mij,mj->mi", contacts.frame[self._of], contacts.place - self._middle[self._of])
        self._flat = arm[:, 1:]
        half = np.zeros((self._count, 2))
        np.maximum.at(half, self._of, np.abs(self._flat))
        self._half = np.where(half > 0.0, half, 1.0)

    def _sum(self, values: np.ndarray) -> np.ndarray:
        """Sum over the points of each interface."""
        out = np.zeros((self._count, *values.shape[1:]))
        np.add.at(out, self._of, values)
        return out

    def _greatest(self, values: np.ndarray) -> np.ndarray:
        out = np.zeros(self._count)
        np.maximum.at(out, self._of, values)
        return out

    def rows(self, state: DemState) -> dict[str, np.ndarray]:
        """Columns of one frame."""
        contacts, frame = self._contacts, self._contacts.frame
        local = self._sum(-contacts.area[:, None] * state.stress.T)
        pressed = -np.minimum(state.stress[0], 0.0) * contacts.area
        thrust = self._sum(pressed)
        is_loaded = thrust > 0.0
        off = self._sum(pressed[:, None] * self._flat) / np.where(is_loaded, thrust, 1.0)[:, None]
        damage, lost = (state.memory[D_TS], state.memory[[W_T, W_S, W_C]].sum(axis=0)) if len(state.memory) > W_C else (
            np.zeros(contacts.count), np.zeros(contacts.count))
        place = self._middle + np.einsum("ik,ikj->ij", off, frame[:, 1:])
        slip = np.hypot(state.relative[1], state.relative[2])
        return {"block_a": self._blocks[:, 0], "block_b": self._blocks[:, 1], "area": self._area, "normal": frame[:, 0],
                "force": np.einsum("ik,ikj->ij", local, frame), "point": place, "centroid": self._middle,
                "eccentricity_share": np.abs(off) / self._half, "opening": self._greatest(state.relative[0]),
                "slip_speed": self._greatest(self._speed(state)), "joint_slip": self._greatest(slip),
                "damage": self._sum(contacts.area * damage) / self._area, "greatest_damage": self._greatest(damage),
                "dissipated": self._sum(contacts.area * lost)}

    def _speed(self, state: DemState) -> np.ndarray:
        """(m,) [m/s], of b against a along the joint."""
        contacts, velocity = self._contacts, state.velocity.reshape(-1, 3)
        apart = (np.einsum("mc,mci->mi", contacts.weight_b, velocity[contacts.node_b])
                 - np.einsum("mc,mci->mi", contacts.weight_a, velocity[contacts.node_a]))
        local = np.einsum("mij,mj->mi", contacts.frame[self._of], apart)
        return np.hypot(local[:, 1], local[:, 2])
