"""Contacts found in one configuration: geometry only, no force, no law."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

#: Values of `ContactSet.pair_status`.
SEPARATE = 0      #: apart, touching, or overlapping by less than 0.04 of the smaller part's width
OVERLAP = 1       #: overlapping by more than that
DEEP_OVERLAP = 2  #: overlapping by more than 0.2 of the smaller part's width


@dataclass(frozen=True, slots=True)
class ContactSet:
    """Contact points, grouped by pair of parts, pairs sorted by (part a, part b), a < b.

    A pair is listed only if it has at least one point. All vectors are in the world frame.
    """

    # pairs
    pair_part_a: np.ndarray   #: (p,) int32
    pair_part_b: np.ndarray   #: (p,) int32
    pair_ptr: np.ndarray      #: (p+1,) int64, points of pair i are pair_ptr[i]:pair_ptr[i+1]
    pair_status: np.ndarray   #: (p,) int8, SEPARATE, OVERLAP or DEEP_OVERLAP
    pair_area: np.ndarray     #: (p,) [m2], area of the overlap of the facing faces, normal to the direction
    pair_depth: np.ndarray    #: (p,) [m], greatest penetration of the pair, >= 0
    # points
    pair: np.ndarray          #: (c,) int32, pair of each point
    block_a: np.ndarray       #: (c,) int32
    block_b: np.ndarray       #: (c,) int32
    frame: np.ndarray         #: (c, 3, 3) rows n, t1, t2; right-handed; n points from a to b
    point_a: np.ndarray       #: (c, 3) [m], antagonist point on block a
    point_b: np.ndarray       #: (c, 3) [m], antagonist point on block b; point_b = point_a + gap n
    gap: np.ndarray           #: (c,) [m]; < 0 when overlapping
    key: np.ndarray           #: (c, 2) int64, pair (part_a << 32 | part_b) and feature; stable between steps
    # broad phase, for the report
    candidate_count: int      #: pairs that passed the broad phase
    area: np.ndarray = field(default_factory=lambda: np.zeros(0))  #: (c,) [m2], share of each point; (0,): those of
    #: a pair share alike

    @property
    def count(self) -> int:
        """Number of contact points."""
        return len(self.gap)

    @property
    def has_areas(self) -> bool:
        """Whether the points have areas of their own."""
        return len(self.area) > 0

    def shares(self) -> np.ndarray:
        """(c,) [m2], area that each point stands for."""
        if self.has_areas:
            return self.area
        return (self.pair_area / np.maximum(np.diff(self.pair_ptr), 1))[self.pair]

    def select(self, keep: np.ndarray) -> ContactSet:
        """The points where `keep` (c,) bool is true; pairs that lose all of theirs are no longer listed."""
        count = np.bincount(self.pair[keep], minlength=len(self.pair_part_a))
        left = count > 0
        number = np.cumsum(left) - 1
        pairs = {name: getattr(self, name)[left] for name in ("pair_part_a", "pair_part_b", "pair_status", "pair_area",
                                                              "pair_depth")}
        points = {name: getattr(self, name)[keep] for name in ("block_a", "block_b", "frame", "point_a", "point_b",
                                                               "gap", "key", *(["area"] if self.has_areas else []))}
        return replace(self, **pairs, **points, pair=number[self.pair[keep]].astype(np.int32),
                       pair_ptr=np.concatenate([[0], np.cumsum(count[left])]))
