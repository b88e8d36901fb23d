"""Line and area loads, shared out as forces on the blocks that carry them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from drystone.errors import InputError
from drystone.geometry.shape import Shape
from drystone.geometry.solid import ConvexSolid

#: Share of a line's length within which a point counts as lying on a block [-].
_TOLERANCE = 1e-6


def line_forces(what: str, shapes: Sequence[Shape], start: np.ndarray, end: np.ndarray,
                force_per_length: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Forces of a uniform line load on the blocks that the line touches.

    Every stretch of the line is carried by the blocks that it lies in or on, in equal shares; its force acts in
    its middle.

    Returns
    -------
    carrier (k,) number in `shapes`, point (k, 3) [m], force (k, 3) [N]
    """
    along = end - start
    length = float(np.linalg.norm(along))
    if length == 0.0:
        raise InputError(f"{what}: start and end must differ [m], got {start.tolist()} twice")
    near = _TOLERANCE * length
    spans = []  # (from, to, carrier) in shares of the line
    for i, shape in enumerate(shapes):
        for part in shape.parts:
            span = _clip_line(part, start, along, near)
            if span is not None:
                spans.append((*span, i))
    knots = sorted({0.0, 1.0, *(s[0] for s in spans), *(s[1] for s in spans)})
    carrier, point, force, bare = [], [], [], 0.0
    for lo, hi in pairwise(knots):
        middle = 0.5 * (lo + hi)
        here = sorted({i for a, b, i in spans if a <= middle <= b})
        if not here and hi - lo > 2 * _TOLERANCE:
            bare += hi - lo
        for i in here:
            carrier.append(i)
            point.append(start + middle * along)
            force.append(force_per_length * (length * (hi - lo) / len(here)))
    if bare > 0.0:
        raise InputError(f"{what}: the line must lie on its blocks, but {bare * length:g} of its {length:g} m do not")
    return np.array(carrier), np.array(point), np.array(force)


def _clip_line(part: ConvexSolid, start: np.ndarray, along: np.ndarray,
               near: float) -> tuple[float, float] | None:
    """Shares of the line between which it lies within `near` of a convex part."""
    lo, hi = 0.0, 1.0
    room = part.face_offsets - part.face_normals @ start
    speed = part.face_normals @ along
    for r, s in zip(room, speed):
        if abs(s) <= near:  # parallel to the face: on it counts
            if r < -near:
                return None
        elif s > 0.0:
            hi = min(hi, r / s)
        else:
            lo = max(lo, r / s)
    return (lo, hi) if hi - lo > _TOLERANCE else None


def area_forces(what: str, shapes: Sequence[Shape], normal: np.ndarray,
                pressure: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Forces of a pressure on every face whose outward normal is `normal` (within 1e-6); at the face's centroid.

    Returns
    -------
    carrier (k,) number in `shapes`, point (k, 3) [m], force (k, 3) [N]
    """
    carrier, point, force = [], [], []
    for i, shape in enumerate(shapes):
        for part in shape.parts:
            for k in np.flatnonzero(part.face_normals @ normal > 1.0 - 5e-13):
                carrier.append(i)
                point.append(_polygon_centroid(part.vertices[list(part.faces[k])]))
                force.append(-pressure * part.face_areas[k] * normal)
    if not carrier:
        shown = ", ".join(f"{x:g}" for x in normal)
        raise InputError(f"{what}: no face of its blocks has the outward normal ({shown})")
    return np.array(carrier), np.array(point), np.array(force)


def _polygon_centroid(corners: np.ndarray) -> np.ndarray:
    """Centroid of a plane convex polygon (n, 3) [m]."""
    arms = corners[1:] - corners[0]
    areas = np.linalg.norm(np.cross(arms[:-1], arms[1:]), axis=1)
    return corners[0] + areas @ (arms[:-1] + arms[1:]) / (3.0 * areas.sum())
