"""A base that is not perfectly plane: a block that rolls over several lines instead of two edges.

Every real base is slightly convex. A rocking block then passes from one edge to the other in several small
impacts; each loses less than the single one of a plane base, and so does their sum. The limit of two
pivots is the plane base of Housner's block.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.checks import check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.solid import ConvexSolid, block_label


def crown_base(solid: ConvexSolid, height: float, pivots: int, axis: Sequence[float] = (1.0, 0.0, 0.0),
               name: str | None = None) -> ConvexSolid:
    """Make the lowest horizontal face convex along `axis`.

    The base reaches from -b to b along the axis. Pivot lines, normal to the axis, lie at equal distances from
    -b to b on a parabola; the innermost two stay at the level of the base, the outermost rise by `height`.
    Plane facets join them: material is only taken away, and the block still stands on its middle facet.

    Parameters
    ----------
    height : rise of the outer edges [m], > 0; for pivots = 2 there is nothing to raise
    pivots : number of lines, even (an odd number would leave the block on a single line)
    axis : horizontal direction along which the base becomes convex (across which the block rocks)
    name : of the block, for messages
    """
    label = block_label(name)
    if isinstance(pivots, bool) or not isinstance(pivots, (int, np.integer)) or pivots < 2 or pivots % 2:
        raise InputError(f"{label}: crown pivots must be an even number >= 2 [-], got {pivots!r}")
    direction = check_vector(f"{label}: crown axis", axis, "-")
    length = float(np.linalg.norm(direction))
    if length == 0.0 or direction[2] != 0.0:
        raise InputError(f"{label}: crown axis must be horizontal and longer than 0 [-], got {axis!r}")
    direction = direction / length

    base = solid.vertices[list(solid.faces[_base_face(solid, label)])]
    level = float(base[:, 2].min())
    top = float(solid.vertices[:, 2].max())
    height = check_number(f"{label}: crown height", height, "m", above=0.0, most=0.5 * (top - level))
    along = base @ direction
    middle, half = 0.5 * (along.max() + along.min()), 0.5 * (along.max() - along.min())
    # distances of the pivots from the middle, 1/(p-1), 3/(p-1), .. 1 times half, and their rise
    share = np.arange(1, pivots, 2) / (pivots - 1)
    rise = height * (share ** 2 - share[0] ** 2) / max(1.0 - share[0] ** 2, 1e-300)
    result = solid
    for i in range(len(share) - 1):
        run, step = half * (share[i + 1] - share[i]), rise[i + 1] - rise[i]
        for side in (1.0, -1.0):
            normal = side * step * direction - run * np.array([0.0, 0.0, 1.0])
            normal /= np.hypot(run, step)
            pivot = (middle + side * half * share[i]) * direction + np.array([0.0, 0.0, level + rise[i]])
            result = result.cut(normal, float(normal @ pivot), name)
    return result


def _base_face(solid: ConvexSolid, label: str) -> int:
    """Number of the lowest horizontal face that looks down."""
    down = np.flatnonzero(solid.face_normals[:, 2] < -1.0 + 1e-12)
    if not len(down):
        raise InputError(f"{label}: has no horizontal base to crown")
    return int(down[0])
