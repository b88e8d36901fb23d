"""Blocks as they stand at the start of a run: sizes, who touches whom, and how they move against their supports.

Made from the arrays that do not change during a run (`model.static.static_arrays`), so that a result on disk and a run
in memory are read alike. It hangs on the structure alone and serves all runs of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drystone.analysis.joints import Joints, joints_between
from drystone.extremes import natural_key
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.shape import RigidParts, Shape
from drystone.model.static import StaticModel
from drystone.model.tables import FRAMES
from drystone.results.result import RunResult

#: Blocks touch where their boxes, grown by this share of the smaller block's size, meet: mortar may be drawn as a gap.
TOUCH_SHARE = 0.05


@dataclass(frozen=True)
class Layout:
    """Blocks at the start of a run, in the world."""

    names: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    mass: np.ndarray          #: (b,) [kg]
    is_support: np.ndarray    #: (b,) bool
    position: np.ndarray      #: (b, 3) [m], centres of mass
    orientation: np.ndarray   #: (b, 4) unit quaternions (w, x, y, z)
    parts: RigidParts

    @classmethod
    def of_static(cls, static: Mapping[str, np.ndarray], where: str = "run") -> Layout:
        """From what `static_arrays` gave; `where` names the run in an error."""
        model = StaticModel.from_arrays(static, where)
        parts = RigidParts.of_arrays(lambda name: getattr(model.parts, name), model.reference_position)
        return cls(model.block_names, model.block_groups, np.asarray(static["mass"], float), model.is_support,
                   np.asarray(model.initial_position, float), np.asarray(model.initial_orientation, float), parts)

    @cached_property
    def start(self) -> Shape:
        """Corners and faces of all parts."""
        return self.parts.shape(self.position, self.orientation)

    @property
    def corner_block(self) -> np.ndarray:
        """(v,) int64, block of each corner."""
        return self.parts.surface.vertex_block

    @cached_property
    def box(self) -> np.ndarray:
        """(2, b, 3) [m], lower and upper corners of the blocks' boxes."""
        out = np.stack([np.full(self.position.shape, np.inf), np.full(self.position.shape, -np.inf)])
        np.minimum.at(out[0], self.corner_block, self.start.vertex)
        np.maximum.at(out[1], self.corner_block, self.start.vertex)
        return out

    @cached_property
    def size(self) -> np.ndarray:
        """(b,) [m], edge of the cube that has the volume of the block."""
        surface, arm = self.parts.surface, self.parts.arm
        following = np.arange(1, len(surface.loop) + 1)
        following[surface.loop_ptr[1:] - 1] = surface.loop_ptr[:-1]
        first = np.repeat(surface.loop[surface.loop_ptr[:-1]], np.diff(surface.loop_ptr))
        corner, after = arm[surface.loop], arm[surface.loop[following]]
        sixth = np.einsum("ki,ki->k", arm[first], np.cross(corner, after)) / 6.0   # tetrahedra from the block's origin
        owner = np.repeat(surface.face_block, np.diff(surface.loop_ptr))
        return np.cbrt(np.abs(np.bincount(owner, sixth, minlength=len(self.names))))

    @cached_property
    def touching(self) -> np.ndarray:
        """(k, 2) int64, pairs of blocks that touch, the lower number first; not pairs of supports."""
        low, high = self.box
        reach = TOUCH_SHARE * self.size
        order = np.argsort(low[:, 0], kind="stable")
        rising = low[order, 0]
        # of two blocks that meet, the later one along x begins before the earlier one ends
        stop = np.searchsorted(rising, high[order, 0] + reach[order], side="right")
        count = np.maximum(stop - np.arange(len(order)) - 1, 0)
        first = np.repeat(np.arange(len(order)), count)
        second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(count) - count, count)
        a, b = order[first], order[second]
        room = np.minimum(reach[a], reach[b])[:, None]
        meets = ((low[a] <= high[b] + room) & (low[b] <= high[a] + room)).all(axis=1)
        meets &= ~(self.is_support[a] & self.is_support[b])
        pairs = np.sort(np.column_stack((a[meets], b[meets])), axis=1)
        return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]

    @cached_property
    def joints(self) -> Joints:
        """Where faces of free blocks and supports touch."""
        return joints_between(self.touching, self.start, self.position, self.orientation)

    @cached_property
    def own_support(self) -> np.ndarray:
        """(b,) int64, support whose box is nearest to each block, of equal ones the first by name; -1: none."""
        nearest, own = np.full(len(self.names), np.inf), np.full(len(self.names), -1)
        low, high = self.box
        slack = 1e-9 * float(np.ptp(self.box.reshape(-1, 3), axis=0).max())
        for s in sorted(np.flatnonzero(self.is_support).tolist(), key=lambda i: natural_key(self.names[i])):
            apart = np.linalg.norm(np.maximum(0.0, np.maximum(low[s] - high, low - high[s])), axis=1)
            is_nearer = apart < nearest - slack
            nearest[is_nearer], own[is_nearer] = apart[is_nearer], s
        return own

    def components(self, chosen: np.ndarray) -> np.ndarray:
        """(b,) int64, number of the connected part of each of the `chosen` (b,) bool blocks; -1 for the others.

        Blocks are connected by those that touch them at the start; supports connect nothing.
        """
        from scipy.sparse import coo_matrix  # slow to import
        from scipy.sparse.csgraph import connected_components

        chosen = chosen & ~self.is_support
        a, b = self.touching[chosen[self.touching].all(axis=1)].T
        graph = coo_matrix((np.ones(len(a), bool), (a, b)), shape=(len(chosen),) * 2)
        return np.where(chosen, connected_components(graph, directed=False)[1], -1)

    def against_supports(self, points: np.ndarray, owner: np.ndarray, position: np.ndarray,
                         orientation: np.ndarray) -> np.ndarray:
        """(n, k, 3) [m]: points of blocks as one who stands on their supports sees them.

        Each block is seen from the support nearest to it, turned and shifted back to where that support was at the
        start: what rides with its support does not move.

        Parameters
        ----------
        points : (n, k, 3) [m], world
        owner : (k,) block of each point
        position, orientation : (n, b, 3) [m], (n, b, 4), poses at the same n instants
        """
        out, own = np.array(points, float), self.own_support[owner]
        for s in np.unique(own[own >= 0]).tolist():
            is_still = (position[:, s] == self.position[s]).all() and (orientation[:, s] == self.orientation[s]).all()
            if not is_still:
                turn = quaternion_to_matrix(self.orientation[s]) @ np.swapaxes(
                    quaternion_to_matrix(orientation[:, s]), -1, -2)
                seen = out[:, own == s] - position[:, s, None]
                out[:, own == s] = self.position[s] + np.einsum("nij,nkj->nki", turn, seen)
        return out

    def displacement(self, position: np.ndarray, orientation: np.ndarray) -> np.ndarray:
        """(n, b, 3) [m]: of the centres of mass since the start, against the supports; poses (n, b, 3), (n, b, 4)."""
        return self.against_supports(position, np.arange(len(self.names)), position, orientation) - self.position

    def mean_displacement(self, part: np.ndarray, position: np.ndarray, orientation: np.ndarray) -> np.ndarray:
        """(n, 3) [m]: of the centre of mass of the blocks `part` (b,) bool, as `displacement`."""
        share = self.mass[part] / self.mass[part].sum()
        return np.einsum("b,nbi->ni", share, self.displacement(position, orientation)[:, part])

    def corners(self, position: np.ndarray, orientation: np.ndarray) -> np.ndarray:
        """(v, 3) [m]: corners against the supports; pose (b, 3), (b, 4)."""
        placed = self.parts.shape(position, orientation).vertex
        return self.against_supports(placed[None], self.corner_block, position[None], orientation[None])[0]

    def rotations(self, orientation: np.ndarray) -> np.ndarray:
        """(b, 3, 3): orientations (b, 4) of all blocks as seen from their supports."""
        out, own = quaternion_to_matrix(orientation), self.own_support
        back = quaternion_to_matrix(self.orientation) @ np.swapaxes(out, -1, -2)
        return np.where((own >= 0)[:, None, None], back[own] @ out, out)


def layout_of(result: RunResult) -> Layout | None:
    """Layout of a run on disk; None where it kept no frames."""
    if FRAMES not in result.tables or not result.row_count(FRAMES):
        return None
    result.shapes.check_parts()      # a store may be anybody's
    return Layout.of_static(result.static, f"run '{result.directory}'")
