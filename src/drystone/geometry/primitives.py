"""Simple shapes: boxes, hulls, prisms and compounds of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.checks import check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.shape import Shape
from drystone.geometry.solid import ConvexSolid

# corner k of a box is upper along x, y, z where bit 0, 1, 2 of k is set
_BOX_FACES = ((0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6))


def box_between(lower: Sequence[float] | np.ndarray, upper: Sequence[float] | np.ndarray) -> Shape:
    """Upright box between two corners [m]; its vertices have exactly these coordinates.

    Faces in the order -x, +x, -y, +y, -z, +z.
    """
    low = check_vector("box: lower corner", lower, "m")
    high = check_vector("box: upper corner", upper, "m")
    if not (high > low).all():
        raise InputError(f"box: upper corner must be > the lower one {low.tolist()} [m], got {high.tolist()}")
    ends = np.array([low, high])
    vertices = np.array([(ends[k & 1, 0], ends[k >> 1 & 1, 1], ends[k >> 2, 2]) for k in range(8)])
    return Shape(ConvexSolid(vertices, _BOX_FACES))


def box(size: Sequence[float], center: Sequence[float] = (0.0, 0.0, 0.0)) -> Shape:
    """Upright box of `size` (3,) [m] about `center` (3,) [m]."""
    sizes = check_vector("box: size", size, "m")
    if not (sizes > 0.0).all():
        raise InputError(f"box: size must be > 0 [m], got {size!r}")
    middle = check_vector("box: center", center, "m")
    return box_between(middle - 0.5 * sizes, middle + 0.5 * sizes)


def hull(points: object, name: str | None = None) -> Shape:
    """Convex hull of `points` (n, 3) [m]; messages call the block `name`."""
    return Shape(ConvexSolid.hull(points, name))


def prism(polygon_xz: object, y0: float, y1: float, name: str | None = None) -> Shape:
    """Prism over a convex polygon.

    Parameters
    ----------
    polygon_xz : (n, 2) [m], corners (x, z) in order, either way round
    y0, y1 : ends of the prism along y [m], y0 < y1
    name : of the block, for messages

    The first n vertices lie at y0 and the next n at y1, in counter-clockwise order of the x-z drawing (x to
    the right, z up).
    """
    label = "prism" if name is None else f"block {name!r}: prism"
    try:
        corners = np.array(polygon_xz, dtype=float)
    except (TypeError, ValueError):
        corners = np.zeros(0)
    if corners.ndim != 2 or corners.shape[1] != 2 or len(corners) < 3:
        raise InputError(f"{label}: polygon must be 3 or more rows (x, z) [m], got {polygon_xz!r}")
    y0 = check_number(f"{label}: y0", y0, "m")
    y1 = check_number(f"{label}: y1", y1, "m", above=y0)
    arm = corners[1:] - corners[0]
    if np.sum(arm[:-1, 0] * arm[1:, 1] - arm[:-1, 1] * arm[1:, 0]) < 0.0:
        corners = corners[::-1]
    n = len(corners)
    vertices = np.array([(x, y, z) for y in (y0, y1) for x, z in corners])
    sides = [((i + 1) % n, i, i + n, (i + 1) % n + n) for i in range(n)]
    faces = [tuple(range(n)), tuple(range(2 * n - 1, n - 1, -1)), *sides]
    return Shape(ConvexSolid.from_faces(vertices, faces, name=name or "prism"))


def compound(*shapes: Shape | ConvexSolid) -> Shape:
    """One rigid shape of the parts of several shapes, which should touch and must not overlap."""
    if not shapes:
        raise InputError("compound: needs at least 1 shape, got 0")
    return Shape(tuple(part for shape in shapes for part in _parts(shape)))


def _parts(shape: Shape | ConvexSolid) -> tuple[ConvexSolid, ...]:
    return (shape,) if isinstance(shape, ConvexSolid) else shape.parts
