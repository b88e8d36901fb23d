"""How far the blocks of a run have gone at each kept frame, as a picture shows it: since the start, beside a ground
that carries all of them along."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from drystone.analysis.blocks import is_active, static_array
from drystone.analysis.rest import block_radius
from drystone.results.result import RunResult

#: What moves less than this share of the structure's size stands still.
STILL = 1e-6
#: What ends within this share of its greatest displacement has come back.
CAME_BACK = 0.5


class Travel:
    """Displacements of a run's blocks since its start.

    Attributes
    ----------
    ride : (f, 3) [m], translation that all supports share: of a ground that is moved
    moved : (f, b, 3) [m], of the centres of mass less the ride; where blocks deform, the mean of their corners
    is_free : (b,) bool
    """

    def __init__(self, result: RunResult) -> None:
        self.result, shapes = result, result.shapes
        self.is_free = ~static_array(result, "is_support").astype(bool)
        self.start = static_array(result, "initial_position")
        count = len(shapes.time)
        since = result.frames.position[:count] - self.start
        own = since[:, ~self.is_free]
        slack = 1e-9 * max(1.0, float(np.abs(own).max(initial=0.0)))
        is_shared = own.shape[1] > 0 and float(np.ptp(own, axis=1).max(initial=0.0)) <= slack
        self.ride = own[:, 0] if is_shared else np.zeros((count, 3))
        self._far: np.ndarray | None = None      # (f, b) [m] of the corners, where blocks deform
        if shapes.is_rigid:
            self.moved = since - self.ride[:, None]
        else:
            self.moved, self._far = _corner_motions(result, self.ride)

    @cached_property
    def reach(self) -> np.ndarray:
        """(f, b) [m]: how far any point of a block may have gone; 0 for blocks that are removed. Supports count where
        they move on their own."""
        if self._far is not None:
            return np.where(is_active(self.result)[:len(self.moved)], self._far, 0.0)
        frames = self.result.frames
        cosine = np.abs(np.einsum("fbi,bi->fb", frames.orientation[:len(self.moved)],
                                  static_array(self.result, "initial_orientation")))
        far = np.linalg.norm(self.moved, axis=2) + self.turned(cosine) * block_radius(self.result)
        return np.where(is_active(self.result)[:len(self.moved)], far, 0.0)

    @staticmethod
    def turned(cosine: np.ndarray) -> np.ndarray:
        """Angles [rad] from the cosines of half of them."""
        return 2.0 * np.arccos(np.clip(cosine, 0.0, 1.0))

    @cached_property
    def size(self) -> float:
        """Greatest extent of the free blocks at the start [m]."""
        start = self.result.shapes.start
        own = self.is_free[start.surface.vertex_block]
        points = start.vertex[own] if own.any() else start.vertex
        return float(np.ptp(points, axis=0).max())

    @cached_property
    def stands_still(self) -> bool:
        """Whether nothing moves that can be seen at any scale."""
        return float(self.reach.max(initial=0.0)) <= STILL * max(self.size, 1e-300)

    def direction(self, blocks: np.ndarray | None = None) -> np.ndarray | None:
        """(3,) unit, horizontal: which way blocks (b,) bool, by default all that are free, went most; None where they
        did not, or went up and down only.

        Its sense is that of most of them, by mass and squares, at the end; of what has come back by then, when they
        were farthest off.
        """
        chosen = self.is_free if blocks is None else blocks
        mass = static_array(self.result, "mass")[chosen]
        moved = self.moved[:, chosen]
        spread = np.einsum("b,fbi,fbj->ij", mass, moved, moved)
        if self.stands_still or np.trace(spread[:2, :2]) <= 1e-4 * np.trace(spread):
            return None
        main = np.append(np.linalg.eigh(spread[:2, :2])[1][:, 1], 0.0)
        along = moved @ main
        far = np.abs(along).max(axis=1)
        told = along[-1] if far[-1] >= CAME_BACK * far.max() else along[int(np.argmax(np.square(along) @ mass))]
        return main * (1.0 if float((told * np.abs(told)) @ mass) >= 0.0 else -1.0)

    def share_along(self, axis: int) -> float:
        """Share of all motion of free blocks that goes along an axis, by squares of displacements [-]."""
        squares = np.square(self.moved[:, self.is_free]).sum(axis=(0, 1))
        return float(squares[axis] / squares.sum()) if squares.sum() > 0.0 else 0.0


def _corner_motions(result: RunResult, ride: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean (f, b, 3) and greatest (f, b) displacement [m] of the corners of each block, less the ride (f, 3) [m]."""
    shapes = result.shapes
    owner, first = shapes.surface.vertex_block, shapes.start.vertex
    count = len(static_array(result, "mass"))
    corners = np.maximum(np.bincount(owner, minlength=count), 1)
    mean, far, frame = np.zeros((shapes.count, count, 3)), np.zeros((shapes.count, count)), 0
    for slab in shapes.slabs(np.arange(shapes.count)):
        for vertex in slab.vertex:
            moved = vertex - first - ride[frame]
            mean[frame] = np.stack([np.bincount(owner, moved[:, k], count) / corners for k in range(3)], axis=1)
            np.maximum.at(far[frame], owner, np.linalg.norm(moved, axis=1))
            frame += 1
    return mean, far
