"""Edges of a block, cut or rounded: sharp edges carry no force in real masonry.

Every edge between faces with unit normals v1, v2 gets planes with normals between them. A plane is given by
its offset o(d) = o_edge - c d, o_edge being that of the plane through the edge with the same normal: linear
in the trim distance or fillet radius d, so the greatest d that leaves all faces is a linear program.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.checks import check_count, check_number
from drystone.errors import InputError
from drystone.geometry.solid import ConvexSolid, block_label

#: Least turn of the normals across an edge that makes it a corner [deg]; facets of a curved face turn less.
LEAST_CORNER_DEG = 1.0


def trim_edges(solid: ConvexSolid, distance: float, name: str | None = None,
               least_corner_deg: float = LEAST_CORNER_DEG, *, faces_may_vanish: bool = False) -> ConvexSolid:
    """Cut every edge by a plane with normal v1 + v2 at `distance` [m] below the edge.

    Along each face of a right-angled edge this removes sqrt(2) `distance`; where the normals turn by a only, it
    removes `distance` / sin(a/2).

    Parameters
    ----------
    name : of the block, for messages
    least_corner_deg : edges across which the normals turn by less [deg] stay as they are
    faces_may_vanish : take the cuts literally: a ledge shorter than what they remove is gone. Otherwise it is an error
    """
    planes = [(middle, offset, 1.0) for middle, offset, _, _ in _corners(solid, least_corner_deg)]
    what = f"{block_label(name)}: trim distance"
    if faces_may_vanish:
        distance = check_number(what, distance, "m", above=0.0)
        for middle, offset, _ in planes:
            solid = solid.cut(middle, offset - distance, name)
        return solid
    return _cut_all(solid, planes, distance, what, name)


def fillet_edges(solid: ConvexSolid, radius: float, segments: int, name: str | None = None,
                 least_corner_deg: float = LEAST_CORNER_DEG) -> ConvexSolid:
    """Round every edge by `segments` planes tangent to a cylinder of `radius` [m] that touches both faces.

    The normals of the planes turn from v1 to v2 in equal steps; where edges meet, the cylinders simply
    intersect. One segment trims the edge at radius (1 / cos(a/2) - 1), a the turn of the normals.

    Parameters
    ----------
    name, least_corner_deg : as for `trim_edges`
    """
    segments = check_count(f"{block_label(name)}: fillet segments", segments, most=100)
    planes = []
    for middle, _, (v1, v2), point in _corners(solid, least_corner_deg):
        turn = math.atan2(float(np.linalg.norm(np.cross(v1, v2))), float(v1 @ v2))
        across = (v2 - v1) / np.linalg.norm(v2 - v1)
        for k in range(1, segments + 1):
            # normals on both sides of the middle one, equal steps of turn / (segments + 1)
            angle = turn * (k / (segments + 1) - 0.5)
            normal = math.cos(angle) * middle + math.sin(angle) * across
            planes.append((normal, float(normal @ point), math.cos(angle) / math.cos(0.5 * turn) - 1.0))
    return _cut_all(solid, planes, radius, f"{block_label(name)}: fillet radius", name)


def _corners(solid: ConvexSolid, least_corner_deg: float):
    """For every real corner edge: normal and offset of its middle plane, the face normals, a point on it."""
    least = check_number("least_corner_deg", least_corner_deg, "deg", least=0.0, most=180.0)
    for (i, j), (a, b) in zip(solid.edge_faces, solid.edges):
        v1, v2 = solid.face_normals[i], solid.face_normals[j]
        if math.atan2(float(np.linalg.norm(np.cross(v1, v2))), float(v1 @ v2)) < math.radians(least):
            continue
        middle = (v1 + v2) / np.linalg.norm(v1 + v2)
        point = 0.5 * (solid.vertices[a] + solid.vertices[b])
        yield middle, float(middle @ point), (v1, v2), point


def _cut_all(solid: ConvexSolid, planes: list, value: float, what: str, name: str | None) -> ConvexSolid:
    """Cut by all planes; every face of `solid` must keep some area."""
    value = check_number(what, value, "m", above=0.0)
    result = solid
    try:
        for normal, offset, slope in planes:
            result = result.cut(normal, offset - slope * value, name)
        remains = (solid.face_normals @ result.face_normals.T).max(axis=1) > 1.0 - 1e-12
    except InputError:
        remains = np.zeros(1, dtype=bool)
    if not remains.all():
        most = _greatest_value(solid, planes)
        raise InputError(f"{what} must be < {most:.4g} [m] so that every face remains, got {value!r}")
    return result


def _greatest_value(solid: ConvexSolid, planes: list) -> float:
    """Greatest distance or radius [m] at which no face has vanished yet: one linear program a face."""
    from scipy.optimize import linprog  # only needed for this message, and slow to import

    count = len(solid.faces)
    below = np.zeros((count + len(planes), 4))
    below[:count, :3] = solid.face_normals
    below[count:, :3] = [normal for normal, _, _ in planes]
    below[count:, 3] = [slope for _, _, slope in planes]
    centre = solid.centroid                                    # coordinates from here: well scaled
    right = np.concatenate((solid.face_offsets, [offset for _, offset, _ in planes])) - below[:, :3] @ centre
    bounds = [(None, None)] * 3 + [(0.0, None)]
    return min(float(linprog([0.0, 0.0, 0.0, -1.0], A_ub=below, b_ub=right, A_eq=below[i:i + 1],
                             b_eq=right[i:i + 1], bounds=bounds).x[3]) for i in range(count))
