"""Where points of a block are between the nodes of its mesh."""

from __future__ import annotations

import numpy as np

from drystone.engines.dem.mesh.build import Mesh
from drystone.engines.dem.state import DemState
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.points import Placed


def locate(mesh: Mesh, block: int, drawn: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Nodes (4,) and weights (4,) of a point (3,) [m] of the drawing, in the tetrahedron that holds it.

    A point outside of the block, by rounding or on purpose, goes with the nearest tetrahedron.
    """
    best = None
    for piece in np.flatnonzero(mesh.piece_block == block):
        first, tets = int(mesh.node_ptr[piece]), mesh.pieces[piece].mesh.tets
        corner = mesh.drawn[first + tets]
        inner = np.linalg.solve((corner[:, 1:] - corner[:, :1]).transpose(0, 2, 1),
                                np.broadcast_to(drawn, (len(tets), 3))[:, :, None] - corner[:, 0][:, :, None])[:, :, 0]
        share = np.column_stack((1.0 - inner.sum(axis=1), inner))
        least = np.round(share.min(axis=1), 9)
        k = int(np.argmax(least))
        if best is None or least[k] > best[0]:
            best = least[k], first + tets[k], share[k]
    return best[1], best[2]


class DemPoints:
    """Chosen points; the rotation at a point is that of its block as a whole."""

    def __init__(self, mesh: Mesh, block: np.ndarray, drawn: np.ndarray) -> None:
        """block : (k,); drawn : (k, 3) [m], in the drawing"""
        self._block = np.asarray(block, np.intp)
        found = [locate(mesh, int(b), point) for b, point in zip(self._block, np.asarray(drawn, float).reshape(-1, 3))]
        self._node = np.array([node for node, _ in found], np.int64).reshape(-1, 4)
        self._weight = np.array([weight for _, weight in found]).reshape(-1, 4)
        self._start = np.einsum("kc,kci->ki", self._weight, mesh.node[self._node])

    def at(self, state: DemState) -> Placed:
        """Where the points are."""
        moved, speed = (np.einsum("kc,kci->ki", self._weight, values.reshape(-1, 3)[self._node])
                        for values in (state.displacement, state.velocity))
        return Placed(self._start + moved, speed, quaternion_to_matrix(state.orientation[self._block]))
