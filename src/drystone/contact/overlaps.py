"""Overlaps of a drawing: which blocks enter each other at the start, and by how much."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from drystone.contact.finder import ContactFinder
from drystone.model.model import Model


class Overlap(NamedTuple):
    """Two blocks that enter each other."""

    block_a: str
    block_b: str
    depth: float   #: [m]


def find_overlaps(model: Model, tolerance: float) -> list[Overlap]:
    """All pairs of blocks that overlap by more than `tolerance` [m] in the initial pose, the deepest first.

    Depths that look alike in three digits are in the order of names.
    """
    found = ContactFinder(model).detect_initial(np.full(model.block_count, 0.5 * tolerance))
    deepest: dict[tuple[str, str], float] = {}
    for pair in np.flatnonzero(found.pair_depth > tolerance):
        names = tuple(model.block_names[model.parts.block[part[pair]]]
                      for part in (found.pair_part_a, found.pair_part_b))
        deepest[names] = max(float(found.pair_depth[pair]), deepest.get(names, 0.0))
    overlaps = [Overlap(*names, depth) for names, depth in deepest.items()]
    return sorted(overlaps, key=lambda o: (-float(f"{o.depth:.3g}"), o.block_a, o.block_b))
