"""Points that are meant to be one: drawings repeat a corner in every face, with the rounding of their format."""

from __future__ import annotations

import numpy as np

from drystone.geometry.mesh import close_pairs

#: Up to so many points all distances are looked at; a search tree costs more.
FEW = 300


def weld_points(points: np.ndarray, distance: float) -> np.ndarray:
    """Number of the welded point (n,) of every point (n, 3), counted in the order of first appearance.

    Points not further apart than `distance` [m] along any axis become one, also by way of others.
    """
    count = len(points)
    if count <= FEW:
        return _number(_join(count, np.array(close_pairs(points, distance), dtype=np.int64).reshape(-1, 2)))
    from scipy.spatial import cKDTree  # only for large meshes

    # what is equal to the last bit goes first: a mesh of triangles names each corner six times
    single, inverse = np.unique(np.ascontiguousarray(points) + 0.0, axis=0, return_inverse=True)
    pairs = cKDTree(single).query_pairs(distance, p=np.inf, output_type="ndarray")
    return _number(_join(len(single), pairs)[inverse.reshape(-1)])


def _join(count: int, pairs: np.ndarray) -> np.ndarray:
    """Component (count,) of each item, items of a pair being together."""
    if not len(pairs):
        return np.arange(count)
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    links = coo_array((np.ones(len(pairs), bool), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    return connected_components(links, directed=False)[1]


def _number(labels: np.ndarray) -> np.ndarray:
    """The same partition, numbered by first appearance."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse.reshape(-1)]
