"""Columns of drums."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from drystone.checks import check_block_count, check_count, check_number, check_vector
from drystone.geometry.primitives import box_between
from drystone.geometry.shape import NamedShape, Shape
from drystone.geometry.solid import ConvexSolid

#: Sides of a drum, at most: contact detection looks at each.
MOST_SIDES = 1000


def column(radius: float, height: float, drums: int, *, top_radius: float | None = None, sides: int = 16,
           base: Sequence[float] | None = None, capital: Sequence[float] | None = None,
           origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Upright column of equal drums, each a prism over a regular polygon, on a square base and under a capital.

    With n sides the polygon has the area n/2 sin(2 pi/n) R^2; a drum from radius R to r and of height h has the
    volume n/6 sin(2 pi/n) h (R^2 + R r + r^2). One side faces +x.

    Parameters
    ----------
    radius : of the circle about the polygon at the foot of the shaft [m]
    height : of the shaft without base and capital [m]
    drums : number of drums
    top_radius : at the top of the shaft, less or more than `radius` [m]; None: no taper
    sides : of the polygon, 3 or more
    base : side and height of a square block below the shaft [m]; None: no base
    capital : side and height of a square block on the shaft [m]; None: no capital
    origin : middle of the underside of the whole [m]

    Returns
    -------
    Blocks "base", "drum_1", ... from the lowest up, "capital"; all in group "column", drums in "shaft".
    """
    radius = check_number("column: radius", radius, "m", above=0.0)
    top_radius = radius if top_radius is None else check_number("column: top_radius", top_radius, "m", above=0.0)
    height = check_number("column: height", height, "m", above=0.0)
    drums, sides = check_count("column: drums", drums), check_count("column: sides", sides, 3, MOST_SIDES)
    check_block_count("column", drums)
    x, y, z = (float(c) for c in check_vector("column: origin", origin, "m"))
    blocks = []
    foot = z
    if base is not None:
        side, foot = _slab_size("base", base, z)
        blocks.append(NamedShape("base", _slab(side, x, y, z, foot), ("column",)))
    rings = [_ring(radius + (top_radius - radius) * k / drums, sides, x, y, foot + height * k / drums)
             for k in range(drums + 1)]
    faces = _drum_faces(sides)
    for k in range(drums):
        shape = Shape(ConvexSolid(np.concatenate((rings[k], rings[k + 1])), faces))
        blocks.append(NamedShape(f"drum_{k + 1}", shape, ("column", "shaft")))
    if capital is not None:
        bottom = float(rings[-1][0, 2])
        side, top = _slab_size("capital", capital, bottom)
        blocks.append(NamedShape("capital", _slab(side, x, y, bottom, top), ("column",)))
    return blocks


def _ring(radius: float, sides: int, x: float, y: float, z: float) -> np.ndarray:
    """Corners (n, 3) [m] of a horizontal polygon, counter-clockwise from above, half a side off the x axis."""
    angles = [math.pi * (2 * k + 1) / sides for k in range(sides)]
    return np.array([(x + radius * math.cos(a), y + radius * math.sin(a), z) for a in angles])


def _drum_faces(sides: int) -> tuple[tuple[int, ...], ...]:
    """Underside, top and sides of a drum whose lower ring comes first."""
    around = [(k, (k + 1) % sides, sides + (k + 1) % sides, sides + k) for k in range(sides)]
    return tuple(range(sides))[::-1], tuple(range(sides, 2 * sides)), *around


def _slab_size(what: str, size: Sequence[float], bottom: float) -> tuple[float, float]:
    """Side, and height of the upper face [m]."""
    side, height = check_vector(f"column: {what} (side, height)", size, "m", size=2).tolist()
    return (check_number(f"column: {what} side", side, "m", above=0.0),
            bottom + check_number(f"column: {what} height", height, "m", above=0.0))


def _slab(side: float, x: float, y: float, bottom: float, top: float) -> Shape:
    return box_between((x - 0.5 * side, y - 0.5 * side, bottom), (x + 0.5 * side, y + 0.5 * side, top))
