"""Cracks of blocks that deform: sub-contacts as points that go with the nodes beside them, edges between them, and in
parts `cracks-K` how far each has opened and worn."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy.spatial import Delaunay, KDTree, QhullError

from drystone.errors import StoreError

#: Arrays of the store that tell where sub-contacts are, with the shape of one row.
NEEDED = {"points.place": (3,), "points.frame": (3, 3), "points.blocks": (2,), "points.interface": ()}
#: Two places are one along an axis where they differ by less than this share of the interface.
_SAME = 1e-6


def crack_arrays(static: Mapping[str, np.ndarray], node_place: np.ndarray, node_block: np.ndarray, block_count: int,
                 where: str) -> dict[str, np.ndarray]:
    """Arrays for part `solids`; empty where a run has no sub-contacts.

    crack_node (m, 2): nodes of the page on either side of each sub-contact, -1 where a side has none; crack_edge
    (e, 2): pairs of sub-contacts that lie side by side in one interface.

    Parameters
    ----------
    node_place : (k, 3) [m], nodes of the page in the drawing; node_block : (k,)
    where : what an error names
    """
    if any(name not in static for name in NEEDED):
        return {}
    count = len(static["points.place"])
    for name, shape in NEEDED.items():
        if static[name].shape != (count, *shape):
            raise StoreError(f"{where}: {name!r} must have shape {(count, *shape)}, got {static[name].shape}")
    blocks = static["points.blocks"]
    if count and not (0 <= blocks.min() and blocks.max() < block_count):
        raise StoreError(f"{where}: a sub-contact must lie between two of {block_count} blocks")
    place = np.asarray(static["points.place"], float)
    return {"crack_node": _nearest(place, blocks, node_place, node_block).astype("<i4"),
            "crack_edge": _edges(place, np.asarray(static["points.frame"], float),
                                 static["points.interface"]).astype("<u4")}


def _nearest(place: np.ndarray, blocks: np.ndarray, node_place: np.ndarray, node_block: np.ndarray) -> np.ndarray:
    """(m, 2) the node of each side that is nearest in the drawing."""
    found = np.full((len(place), 2), -1)
    for block in np.unique(blocks):
        own = np.flatnonzero(node_block == block)
        if not len(own):
            continue
        tree = KDTree(node_place[own])
        for side in (0, 1):
            rows = np.flatnonzero(blocks[:, side] == block)
            if len(rows):
                found[rows, side] = own[tree.query(place[rows])[1]]
    return found


def _edges(place: np.ndarray, frame: np.ndarray, interface: np.ndarray) -> np.ndarray:
    """(e, 2), interface by interface."""
    order = np.argsort(interface, kind="stable")
    starts = np.flatnonzero(np.diff(interface[order], prepend=-1)) if len(order) else []
    pieces = [np.zeros((0, 2), np.int64)]
    for rows in np.split(order, starts[1:]) if len(order) else ():
        flat = (place[rows] - place[rows[0]]) @ frame[rows[0], 1:].T
        pieces.append(rows[_flat_edges(flat)])
    return np.concatenate(pieces)


def _flat_edges(flat: np.ndarray) -> np.ndarray:
    """Edges between points (n, 2) of a plane: of a grid its lines, of others those of triangles."""
    size = float(np.ptp(flat, axis=0).max(initial=0.0)) or 1.0
    key = np.rint(flat / (_SAME * size)).astype(np.int64)
    found = []
    for axis in (0, 1):
        order = np.lexsort((key[:, axis], key[:, 1 - axis]))
        along = key[order, 1 - axis]
        pairs = np.column_stack((order[:-1], order[1:]))
        found.append(pairs[(along[:-1] == along[1:]) & (np.diff(key[order, axis]) > 0)])
    edges = np.concatenate(found)
    if len(edges) >= len(flat) or len(flat) < 3 or (np.ptp(key, axis=0) == 0).any():      # a grid, or a row
        return edges
    try:
        corners = Delaunay(flat).simplices
    except QhullError:                                  # all on one line, askew
        order = np.lexsort(flat.T)
        return np.column_stack((order[:-1], order[1:]))
    sides = np.sort(np.concatenate((corners[:, :2], corners[:, 1:], corners[:, ::2])), axis=1)
    return np.unique(sides, axis=0)


def crack_course(frame: np.ndarray, relative: np.ndarray, damage: np.ndarray) -> dict[str, np.ndarray]:
    """Arrays of a part: frame (f,) numbers of the page; opening (f, m) [mm], worn (f, m) of 255.

    relative : (f, 3, m) [m], across (> 0 opens) and along; damage : (f, m)
    """
    opening = 1e3 * np.nan_to_num(relative[:, 0]).clip(0.0, 60.0)
    return {"frame": frame.astype("<u4"), "opening": opening.astype("<f2"),
            "worn": np.rint(255.0 * np.nan_to_num(damage).clip(0.0, 1.0)).astype("|u1")}
