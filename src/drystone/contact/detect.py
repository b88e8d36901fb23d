"""Contacts of all blocks in one configuration."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from drystone.contact.broad import find_pairs, update_world
from drystone.contact.contact_set import ContactSet
from drystone.contact.narrow import collide_pairs
from drystone.contact.shape import make_found, make_scratch, make_shape, make_world
from drystone.errors import InputError
from drystone.kernels import inner_kernel, kernel
from drystone.model.model import PartGeometry

#: Told after each detection: its CPU time [s], and a function that runs its broad phase once more by itself and
#: returns the number of candidates; None where there was none, because nothing had moved or the pairs were given.
OnDetect = Callable[[float, Callable[[], int] | None], None]


class Detector:
    """Finds contacts again and again for the same parts; computes anew only what moved.

    A pair of blocks whose poses and margins are the same bits as in the last call keeps its contacts; if all are,
    the last `ContactSet` itself is returned: its arrays must not be written to. The answer never depends on what was
    asked before, only the time that it takes.

    Parameters
    ----------
    parts : convex parts of all blocks
    planar_axis : None, or the axis (0 x, 1 y) normal to the plane of a planar model: t2 then lies along it
    on_detect : None, or who is told what each call took
    """

    def __init__(self, parts: PartGeometry, planar_axis: int | None = None, *,
                 on_detect: OnDetect | None = None) -> None:
        if planar_axis not in (None, 0, 1):
            raise InputError(f"detector: planar_axis must be none, 0 or 1, got {planar_axis!r}")
        self._on_detect = on_detect
        self._shape = make_shape(parts)
        self._world = make_world(self._shape)
        part_count = len(parts.block)
        self._block_count = int(parts.block.max(initial=-1)) + 1
        self._axis = 1 if planar_axis == 0 else 0
        pair_count = 16 * part_count + 16
        self._found = make_found(pair_count, 8 * pair_count)  # being written
        self._last = make_found(pair_count, 8 * pair_count)   # answer of the last call
        self._scratch = make_scratch(self._shape, 128)
        self.forget()

    def forget(self) -> None:
        """Compute everything anew in the next call."""
        self._last_count = 0
        self._last_bits = np.empty((0, 8), np.int64)  # of poses and margins
        self._question = self._answer = None

    def detect(self, position: np.ndarray, orientation: np.ndarray, is_support: np.ndarray, is_active: np.ndarray,
               distance: float | np.ndarray, pairs: np.ndarray | None = None) -> ContactSet:
        """Contacts for these poses; see `detect_contacts`.

        Parameters
        ----------
        pairs : (k, 2) int64, pairs of parts to look at instead of those of the broad phase, a < b, sorted
        """
        if self._on_detect is None:
            return self._detect(position, orientation, is_support, is_active, distance, pairs)
        before, last = time.process_time(), self._answer
        found = self._detect(position, orientation, is_support, is_active, distance, pairs)
        seconds = time.process_time() - before
        is_new = pairs is None and found is not last
        self._on_detect(seconds, self._broad_phase(is_support, is_active) if is_new else None)
        return found

    def _detect(self, position, orientation, is_support, is_active, distance, pairs) -> ContactSet:
        block_count = len(position)
        margin_count = block_count if np.ndim(distance) == 0 else len(distance)
        if block_count < self._block_count or margin_count != block_count:
            raise InputError(f"detector: poses and distances must be given for {self._block_count} blocks, "
                             f"got {block_count} and {margin_count}")
        pose = np.empty((block_count, 8))
        pose[:, :3], pose[:, 3:7] = position, orientation
        pose[:, 7] = 0.5 * distance if np.ndim(distance) == 0 else distance
        question = (pose.tobytes(), is_support.tobytes(), is_active.tobytes())
        if pairs is None and question == self._question:
            return self._answer
        last_bits, last_count = self._last_bits, self._last_count
        self.forget()  # should this call be interrupted, the next one starts from nothing
        given = -1 if pairs is None else len(pairs)
        if pairs is not None:
            self._make_room(given, 0)
            self._found.candidate[:given, :2] = pairs
        counts = self._fill(pose, is_support, is_active, given, last_bits, last_count)
        contacts = self._unpack(*counts)
        self._found, self._last = self._last, self._found
        self._last_bits, self._last_count = pose.view(np.int64), counts[0]
        if pairs is None:
            self._question, self._answer = question, contacts
        return contacts

    def _broad_phase(self, is_support: np.ndarray, is_active: np.ndarray) -> Callable[[], int]:
        """The broad phase of the last detection by itself, into a buffer of its own."""
        candidates = self._last.candidate.copy()
        return lambda: find_pairs(self._shape.block, self._world.box, is_support, is_active, candidates)

    def _fill(self, pose, is_support, is_active, given, last_bits, last_count) -> tuple[int, int, int]:
        """Fill `self._found`, with more room where it needs it: numbers of candidates, pairs and points."""
        is_moved = np.empty(len(pose), bool)
        while True:
            candidate_count, pair_count, point_count = detect_into(
                self._shape, self._world, pose, pose.view(np.int64), last_bits, is_moved, is_support, is_active,
                self._axis, given, self._scratch, self._found, self._last, last_count)
            if point_count >= 0:
                return candidate_count, pair_count, point_count
            if candidate_count > len(self._found.candidate):
                self._make_room(candidate_count + candidate_count // 4, 0)
            else:
                self._make_room(0, 2 * len(self._found.label))
                self._scratch = make_scratch(self._shape, 2 * len(self._scratch.key))

    def _make_room(self, pair_count: int, point_count: int) -> None:
        """Make the buffers to be written at least so large; candidates are kept."""
        old = self._found
        pair_count, point_count = max(pair_count, len(old.candidate)), max(point_count, len(old.label))
        if pair_count > len(old.candidate) or point_count > len(old.label):
            self._found = make_found(pair_count, max(point_count, 8 * pair_count))
            self._found.candidate[:len(old.candidate)] = old.candidate

    def _unpack(self, candidate_count: int, pair_count: int, point_count: int) -> ContactSet:
        """The answer as arrays of its own, what points of a pair share repeated for each."""
        (part_a, part_b, start, status, area, depth, pair, block_a, block_b, frame, point_a, point_b, gap,
         key) = unpack(self._found, self._shape.block, pair_count, point_count)
        return ContactSet(part_a, part_b, start, status, area, depth, pair, block_a, block_b, frame, point_a, point_b,
                          gap, key, candidate_count)


@kernel
def unpack(found, block, pair_count, point_count):
    """Arrays of a `ContactSet`, in its order, from the first rows of `found`."""
    part_a, part_b = np.empty(pair_count, np.int32), np.empty(pair_count, np.int32)
    start, status = np.empty(pair_count + 1, np.int64), np.empty(pair_count, np.int8)
    area, depth = np.empty(pair_count), np.empty(pair_count)
    pair, block_a, block_b = (np.empty(point_count, np.int32), np.empty(point_count, np.int32),
                              np.empty(point_count, np.int32))
    frame, gap, key = np.empty((point_count, 3, 3)), np.empty(point_count), np.empty((point_count, 2), np.int64)
    point_a, point_b = np.empty((point_count, 3)), np.empty((point_count, 3))
    for p in range(pair_count):
        part_a[p], part_b[p], status[p] = found.pair[p, 0], found.pair[p, 1], found.pair[p, 3]
        area[p], depth[p] = found.pair_value[p, 9], found.pair_value[p, 10]
    for p in range(pair_count + 1):
        start[p] = found.pair[p, 2]
    for c in range(point_count):
        p = found.label[c, 2]
        pair[c], block_a[c], block_b[c] = p, block[part_a[p]], block[part_b[p]]
        key[c, 0], key[c, 1], gap[c] = found.label[c, 0], found.label[c, 1], found.point[c, 0]
        for k in range(3):
            point_a[c, k], point_b[c, k] = found.point[c, 1 + k], found.point[c, 4 + k]
            for i in range(3):
                frame[c, k, i] = found.pair_value[p, 3 * k + i]
    return part_a, part_b, start, status, area, depth, pair, block_a, block_b, frame, point_a, point_b, gap, key


@kernel
def detect_into(shape, world, pose, bits, last_bits, is_moved, is_support, is_active, axis, given, scratch, found,
                last, last_count):
    """Both phases in one call; (candidates, pairs, points), points -1 where a buffer is too small."""
    mark_moved(bits, last_bits, is_moved)
    update_world(shape, pose, is_moved, world)
    candidate_count = given
    if given < 0:
        candidate_count = find_pairs(shape.block, world.box, is_support, is_active, found.candidate)
        if candidate_count > found.candidate.shape[0]:
            return candidate_count, 0, -1
    pair_count, point_count = collide_pairs(shape, world, pose, is_moved, candidate_count, axis, scratch, found, last,
                                            last_count)
    return candidate_count, pair_count, point_count


@inner_kernel
def mark_moved(bits, last_bits, is_moved):
    """Set `is_moved` of the blocks whose pose or margin differs in any bit from the last; of all, if there is none."""
    for b in range(bits.shape[0]):
        is_moved[b] = last_bits.shape[0] != bits.shape[0]
        if not is_moved[b]:
            for k in range(8):
                if bits[b, k] != last_bits[b, k]:
                    is_moved[b] = True


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
