"""Morph targets of a glTF scene: how blocks that deform move their corners from frame to frame.

Each frame after the first is a target of its own, and one animation of weights, shared by all blocks, goes through
them: between two frames corners move along straight lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from drystone.export.frames import RunFrames


class MorphTargets:
    """Moves of the corners of blocks since the first chosen frame.

    A corner stands once for every face that it belongs to, face by face, as in the mesh of its block.

    Attributes
    ----------
    blocks : those that move at all; corner_count : of each
    bounds : (n - 1, blocks, 2, 3) float32 [m], least and greatest move in each frame from the second on
    """

    def __init__(self, frames: RunFrames, blocks: Sequence[int]) -> None:
        self._frames, self._base = frames, frames.first_shape.vertex
        self._choose(blocks)
        self.bounds = np.zeros((max(frames.count - 1, 0), len(blocks), 2, 3), np.float32)
        if len(blocks):
            for f, moved in self._moves():
                for side, extreme in enumerate((np.minimum, np.maximum)):
                    self.bounds[f - 1, :, side] = extreme.reduceat(moved, self._ptr[:-1], axis=0)
        is_moving = self.bounds.any(axis=(0, 2, 3))
        self.bounds = self.bounds[:, is_moving]
        self._choose([block for block, moves in zip(blocks, is_moving) if moves])

    def _choose(self, blocks: Sequence[int]) -> None:
        surface = self._frames.surface
        sizes = np.diff(surface.loop_ptr)
        corners = [surface.loop[np.repeat(surface.face_block == block, sizes)] for block in blocks]
        self.blocks, self.corner_count = list(blocks), [len(c) for c in corners]
        self._ptr = np.concatenate(([0], np.cumsum(self.corner_count))).astype(np.int64)
        self._corner = np.concatenate([np.zeros(0, np.int64), *corners])

    @property
    def weights(self) -> np.ndarray:
        """(n * (n - 1),) float32: each frame shows its own target alone, the first none."""
        return np.eye(self._frames.count, dtype=np.float32)[:, 1:].ravel()

    def write(self, out: np.ndarray) -> None:
        """Fill `out` (float32): block after block, frame after frame from the second on, (corners, 3) [m]."""
        if not self.blocks:
            return
        later = self._frames.count - 1
        for f, moved in self._moves():
            for start, stop in zip(self._ptr, self._ptr[1:]):
                area = out[3 * start * later:3 * stop * later].reshape(later, -1, 3)
                area[f - 1] = moved[start:stop]

    def _moves(self) -> Iterator[tuple[int, np.ndarray]]:
        """Numbers of the chosen frames from the second on, and (c, 3) float32 [m] moves of all corners."""
        f = 0
        for slab in self._frames.shapes():
            for vertex in slab.vertex:
                if f:
                    yield f, (vertex - self._base)[self._corner].astype(np.float32)
                f += 1
