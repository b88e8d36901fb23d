"""Do ties end at their blocks? An end in the air would pull a block by a lever that nobody drew.

An end inside a block or on its surface is right. One that lies outside by up to a tenth of the block's greatest extent,
as a bracket or an anchor plate does, is warned of; one that is farther away is an error. A support is any fixed point:
its ends are only warned of.
"""

from __future__ import annotations

import numpy as np

from drystone.errors import InputError
from drystone.model.model import Model

#: Share of the block's greatest extent: within the first an end lies on the block, beyond the second it is refused.
ON, FAR = 1e-6, 0.1


def check_anchorages(model: Model) -> None:
    """Refuse ties whose ends lie far outside of blocks that can move."""
    for tie, block, distance, size in _ends_outside(model):
        if distance > FAR * size and not model.is_support[block]:
            raise InputError(f"tie {tie!r}: its end must lie at block {model.block_names[block]!r}, at most "
                             f"{FAR * size:.3g} m outside (a tenth of its size), got {distance:.3g} m",
                             subject=("tie", tie))


def anchorage_warnings(model: Model) -> list[str]:
    """One line for each end of a tie that lies outside of its block."""
    return [f"tie {tie!r}: its end lies {distance:.3g} m outside of "
            f"{'support' if model.is_support[block] else 'block'} {model.block_names[block]!r}"
            for tie, block, distance, _ in _ends_outside(model)]


def _ends_outside(model: Model) -> list[tuple[str, int, float, float]]:
    """Tie, block, distance [m] and greatest extent of the block [m] of every end that is not in or on its block."""
    ties, found = model.ties, []
    for name, *ends in zip(ties.names, zip(ties.block_a, ties.point_a), zip(ties.block_b, ties.point_b)):
        for block, point in ends:
            distance, size = _distance_outside(model, int(block), point)
            if distance > ON * size:
                found.append((name, int(block), distance, size))
    return found


def _distance_outside(model: Model, block: int, point: np.ndarray) -> tuple[float, float]:
    """How far a point (3,) of the block's frame lies beyond a face of its nearest part, and the block's extent [m]."""
    parts = model.parts
    distances, corners = [], []
    for part in np.flatnonzero(parts.block == block):
        faces = slice(parts.face_ptr[part], parts.face_ptr[part + 1])
        first = parts.vertex[parts.face_vertex[parts.face_vertex_ptr[:-1][faces]]]
        distances.append(float(((point - first) * parts.face_normal[faces]).sum(axis=1).max()))
        corners.append(parts.vertex[parts.vertex_ptr[part]:parts.vertex_ptr[part + 1]])
    return max(min(distances), 0.0), float(np.ptp(np.concatenate(corners), axis=0).max())
