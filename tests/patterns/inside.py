"""How many blocks hold a point; the second opinion on gaps and overlaps that needs no volume."""

from collections.abc import Sequence

import numpy as np

from drystone.geometry.shape import NamedShape


def count_blocks_at(blocks: Sequence[NamedShape], points: np.ndarray) -> np.ndarray:
    """(n,) number of blocks that hold each of the points (n, 3) [m]."""
    found = np.zeros(len(points), dtype=int)
    for block in blocks:
        for part in block.shape.parts:
            found += (points @ part.face_normals.T < part.face_offsets).all(axis=1)
    return found
