"""Surface of the convex hull of points, as consistently oriented triangles."""

from __future__ import annotations

import numpy as np

from drystone.errors import InputError
from drystone.geometry.mesh import check_vertices, close_pairs, length_tolerance


def hull_triangles(points: object, label: str, tolerance: float) -> tuple[np.ndarray, list[tuple[int, ...]]]:
    """Corners (v, 3) of the hull in the given order and its triangles, counter-clockwise from outside.

    Of points that coincide within the tolerance the first is kept.
    """
    from scipy.spatial import ConvexHull, QhullError  # slow to import, and boxes and prisms need no hull

    given = check_vertices(points, label)
    near = 0.1 * length_tolerance(given, tolerance)
    doubles = {j for _, j in close_pairs(given, near)}
    kept = given[[i for i in range(len(given)) if i not in doubles]]
    try:
        hull = ConvexHull(kept - kept.mean(axis=0))   # Qhull's tolerances grow with the coordinates
    except QhullError:
        raise InputError.of(label, f"volume must be > 0 [m3], but the {len(given)} points are flat") from None
    used = np.unique(hull.simplices)
    number = np.full(len(kept), -1)
    number[used] = np.arange(len(used))
    triangles = _orient(number[hull.simplices], hull.neighbors, kept[used])
    return kept[used], triangles


def _orient(simplices: np.ndarray, neighbours: np.ndarray, points: np.ndarray) -> list[tuple[int, ...]]:
    """Turn all triangles outwards.

    The largest one is turned by its normal, the others by their neighbours: slivers, which Qhull makes when
    it triangulates a plane face, have no normal worth the name.
    """
    corner = points[simplices]
    normals = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    largest = int(np.argmax(np.sum(normals ** 2, axis=1)))
    inside = points.mean(axis=0)
    out: list[tuple[int, ...] | None] = [None] * len(simplices)
    first = tuple(int(k) for k in simplices[largest])
    outwards = normals[largest] @ (corner[largest, 0] - inside) > 0.0
    out[largest] = first if outwards else first[::-1]
    waiting = [largest]
    while waiting:
        here = waiting.pop()
        a, b, c = out[here]  # type: ignore[misc]
        edges = {(a, b), (b, c), (c, a)}
        for other in neighbours[here]:
            if out[other] is None:
                x, y, z = (int(k) for k in simplices[other])
                same = edges & {(x, y), (y, z), (z, x)}
                out[other] = (z, y, x) if same else (x, y, z)
                waiting.append(int(other))
    return out  # type: ignore[return-value]
