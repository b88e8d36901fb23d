"""Contacts of all blocks in one configuration."""

from __future__ import annotations

import numpy as np

from drystone.contact.broad import find_pairs, update_world
from drystone.contact.contact_set import ContactSet
from drystone.contact.narrow import collide_pairs
from drystone.contact.shape import make_found, make_scratch, make_shape, make_world
from drystone.errors import InputError
from drystone.kernels import kernel
from drystone.model.model import PartGeometry


class Detector:
    """Finds contacts again and again for the same parts; keeps the buffers between calls.

    Parameters
    ----------
    parts : convex parts of all blocks
    planar_axis : None, or the axis (0 x, 1 y) normal to the plane of a planar model: t2 then lies along it
    """

    def __init__(self, parts: PartGeometry, planar_axis: int | None = None) -> None:
        if planar_axis not in (None, 0, 1):
            raise InputError(f"detector: planar_axis must be none, 0 or 1, got {planar_axis!r}")
        self._shape = make_shape(parts)
        self._world = make_world(self._shape)
        part_count = len(parts.block)
        self._block_count = int(parts.block.max(initial=-1)) + 1
        self._axis = 1 if planar_axis == 0 else 0
        self._pairs = np.zeros((16 * part_count + 16, 2), np.int64)
        self._found = make_found(len(self._pairs), 8 * len(self._pairs))
        self._scratch = make_scratch(self._shape, 128)

    def detect(self, position: np.ndarray, orientation: np.ndarray, is_support: np.ndarray, is_active: np.ndarray,
               distance: float | np.ndarray, pairs: np.ndarray | None = None) -> ContactSet:
        """Contacts for these poses; see `detect_contacts`.

        Parameters
        ----------
        pairs : (k, 2) int64, pairs of parts to look at instead of those of the broad phase, a < b, sorted
        """
        if np.ndim(distance) == 0:
            margin = np.full(len(position), 0.5 * distance)
        else:
            margin = np.ascontiguousarray(distance, float)
        if len(position) < self._block_count or len(margin) != len(position):
            raise InputError(f"detector: poses and distances must be given for {self._block_count} blocks, "
                             f"got {len(position)} and {len(margin)}")
        given = -1 if pairs is None else len(pairs)
        if pairs is not None:
            self._grow(given, len(self._found.gap))
            self._pairs[:given] = pairs
        while True:
            candidate_count, pair_count, point_count = detect_into(
                self._shape, self._world, position, orientation, is_support, is_active, margin, self._axis,
                self._pairs, given, self._scratch, self._found)
            if point_count >= 0:
                return self._copy(candidate_count, pair_count, point_count)
            if candidate_count > len(self._pairs):
                self._grow(candidate_count + candidate_count // 4, len(self._found.gap))
            else:
                self._grow(len(self._pairs), 2 * len(self._found.gap))
                self._scratch = make_scratch(self._shape, 2 * len(self._scratch.key))

    def _grow(self, pair_count: int, point_count: int) -> None:
        if pair_count > len(self._pairs):
            self._pairs = np.zeros((pair_count, 2), np.int64)
        self._found = make_found(len(self._pairs), max(point_count, 8 * len(self._pairs)))

    def _copy(self, candidate_count: int, pair_count: int, point_count: int) -> ContactSet:
        found, p, c = self._found, pair_count, point_count
        return ContactSet(
            found.pair_part_a[:p].copy(), found.pair_part_b[:p].copy(), found.pair_ptr[:p + 1].copy(),
            found.pair_status[:p].copy(), found.pair_area[:p].copy(), found.pair_depth[:p].copy(),
            found.pair[:c].copy(), found.block_a[:c].copy(), found.block_b[:c].copy(), found.frame[:c].copy(),
            found.point_a[:c].copy(), found.point_b[:c].copy(), found.gap[:c].copy(), found.key[:c].copy(),
            candidate_count)


@kernel
def detect_into(shape, world, position, orientation, is_support, is_active, margin, axis, pairs, given, scratch,
                found):
    """Both phases in one call; (candidates, pairs, points), points -1 where a buffer is too small."""
    update_world(shape, position, orientation, margin, world)
    candidate_count = given
    if given < 0:
        candidate_count = find_pairs(shape.block, world.box, is_support, is_active, pairs)
        if candidate_count > pairs.shape[0]:
            return candidate_count, 0, -1
    pair_count, point_count = collide_pairs(shape, world, margin, pairs, candidate_count, axis, scratch, found)
    return candidate_count, pair_count, point_count


def detect_contacts(parts: PartGeometry, position: np.ndarray, orientation: np.ndarray, is_support: np.ndarray,
                    is_active: np.ndarray, distance: float | np.ndarray,
                    planar_axis: int | None = None) -> ContactSet:
    """Contact points of all blocks in one configuration.

    Parameters
    ----------
    parts : convex parts of all blocks
    position : (b, 3) [m], centres of mass, world
    orientation : (b, 4) unit quaternions (w, x, y, z), block frame to world
    is_support : (b,) bool; two supports make no contact
    is_active : (b,) bool; blocks that an event removed make none
    distance : [m], a number: points up to this gap are kept; or (b,): the distance of a pair is the sum of
        those of its blocks, so that each may follow its own speed
    planar_axis : None, or the axis normal to the plane of a planar model: t2 lies along it
    """
    return Detector(parts, planar_axis).detect(position, orientation, is_support, is_active, distance)
