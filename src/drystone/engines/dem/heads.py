"""Pose and twist of each block as a whole, from its nodes: what monitors, frames and rules that end a run read."""

from __future__ import annotations

import numpy as np

from drystone.engines.dem.world import Structure
from drystone.geometry.rotation import rotate_quaternion
from drystone.model.model import Model


class Heads:
    """Mass-weighted mean motion: centre of mass, and the turn that keeps the angular momentum."""

    def __init__(self, model: Model, structure: Structure) -> None:
        mesh = structure.mesh
        count, self._model = mesh.elastic_nodes, model
        self._count, self._bodies = count, structure.bodies
        self._block = mesh.node_block[:count]
        self._mass = structure.true_mass
        self._arm = mesh.node[:count] - model.initial_position[self._block]
        self._free = np.flatnonzero(~model.is_support)
        inertia = np.zeros((model.block_count, 3, 3))
        square = np.einsum("ni,ni->n", self._arm, self._arm)
        part = self._mass[:, None, None] * (square[:, None, None] * np.eye(3) - self._arm[:, :,
                                                                                          None] * self._arm[:, None])
        np.add.at(inertia, self._block, part)
        self._inverse = np.zeros_like(inertia)
        self._inverse[self._free] = np.linalg.inv(inertia[self._free])
        self._total = np.bincount(self._block, self._mass, model.block_count)

    def _mean(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Mean (b, 3) and turn (b, 3) of vectors (3 n,) at the nodes."""
        own = values.reshape(-1, 3)[:self._count] * self._mass[:, None]
        count = self._model.block_count
        total = np.where(self._total > 0.0, self._total, 1.0)
        mean = np.stack([np.bincount(self._block, own[:, k], count) for k in range(3)], axis=1) / total[:, None]
        moment = np.cross(self._arm, own)
        moment = np.stack([np.bincount(self._block, moment[:, k], count) for k in range(3)], axis=1)
        return mean, np.einsum("bij,bj->bi", self._inverse, moment)

    def of(self, displacement: np.ndarray, velocity: np.ndarray, body_place: np.ndarray,
           body_rate: np.ndarray) -> dict[str, np.ndarray]:
        """Position (b, 3), orientation (b, 4) and twist (b, 6).

        body_place, body_rate : (r, 6), displacement and rotation of rigid bodies, and their rates
        """
        moved, turned = self._mean(displacement)
        speed, spin = self._mean(velocity)
        blocks = self._bodies.block
        moved[blocks], turned[blocks] = body_place[:, :3], body_place[:, 3:]
        speed[blocks], spin[blocks] = body_rate[:, :3], body_rate[:, 3:]
        orientation = rotate_quaternion(self._model.initial_orientation, turned)
        return {"position": self._model.initial_position + moved, "orientation": orientation,
                "twist": np.concatenate((speed, spin), axis=1)}
