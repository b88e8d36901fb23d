"""Pose and twist of each block as a whole where blocks may turn by any angle."""

from __future__ import annotations

import numpy as np

from drystone.engines.dem.heads import Heads
from drystone.engines.dem.large.turning import fit_turn
from drystone.engines.dem.world import Structure
from drystone.geometry.rotation import quaternion_to_matrix, rotate_quaternion
from drystone.kernels import bare_kernel
from drystone.model.model import Model


class LargeHeads(Heads):
    """Centre of mass, the turn nearest to the nodes, and the spin that has their angular momentum."""

    def __init__(self, model: Model, structure: Structure) -> None:
        super().__init__(model, structure)
        self._node = structure.mesh.node[:self._count]
        turned = quaternion_to_matrix(model.initial_orientation)[self._block]
        self._home = np.einsum("nji,nj->ni", turned, self._arm)         # in the frame of the block
        inertia = np.zeros((model.block_count, 3, 3))
        square = np.einsum("ni,ni->n", self._home, self._home)
        part = square[:, None, None] * np.eye(3) - self._home[:, :, None] * self._home[:, None]
        np.add.at(inertia, self._block, self._mass[:, None, None] * part)
        self._at_home = np.zeros_like(inertia)
        self._at_home[self._free] = np.linalg.inv(inertia[self._free])

    def _sums(self, values: np.ndarray) -> np.ndarray:
        """(b, k), sums over the nodes of each block of (n, k)."""
        count = self._model.block_count
        return np.stack([np.bincount(self._block, column, count) for column in values.T], axis=1)

    def placed(self, displacement: np.ndarray, velocity: np.ndarray, body_place: np.ndarray, body_rate: np.ndarray,
               orientation: np.ndarray) -> dict[str, np.ndarray]:
        """As `of`; orientation : (b, 4) a little earlier."""
        moved, speed = displacement.reshape(-1, 3)[:self._count], velocity.reshape(-1, 3)[:self._count]
        mass, whole = self._mass[:, None], np.where(self._total > 0.0, self._total, 1.0)[:, None]
        centre = self._model.initial_position + self._sums(mass * moved) / whole
        rate = self._sums(mass * speed) / whole
        arm = self._node + moved - centre[self._block]
        covariance = self._sums((mass[:, :, None] * self._home[:, :, None] * arm[:, None]).reshape(-1, 9))
        turn = orientation.copy()
        fit_all(covariance, self._free, turn, np.empty((len(turn), 9)))
        rotation = quaternion_to_matrix(turn)
        moment = self._sums(np.cross(arm, mass * (speed - rate[self._block])))
        spin = np.einsum("bij,bjk,blk,bl->bi", rotation, self._at_home, rotation, moment)
        blocks = self._bodies.block
        centre[blocks] = self._model.initial_position[blocks] + body_place[:, :3]
        turn[blocks] = rotate_quaternion(self._model.initial_orientation[blocks],
                                         np.ascontiguousarray(body_place[:, 3:]))
        rate[blocks], spin[blocks] = body_rate[:, :3], body_rate[:, 3:]
        return {"position": centre, "orientation": turn, "twist": np.concatenate((rate, spin), axis=1)}


@bare_kernel
def fit_all(covariance, blocks, turn, rotation):
    """Turn of each of the blocks to the nearest one of its matrix."""
    for k in range(blocks.shape[0]):
        b = blocks[k]
        c = covariance[b]
        fit_turn(c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], turn, b, rotation)
