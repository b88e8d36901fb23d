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


def spread_over_face(mesh: Mesh, block: int, drawn: np.ndarray, force: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Nodes (k,) and their shares (k,) of a pressure on the face of a block in whose middle a point (3,) [m] lies.

    force : (3,) [N], along the normal of the face as it is drawn; the face may be that of several pieces. A node gets a
    third of each triangle at it; of a quad the mean of both ways to cut it in two.
    """
    normal = force / np.linalg.norm(force)
    number, share = [np.zeros(0, np.int64)], [np.zeros(0)]
    for piece in np.flatnonzero(mesh.piece_block == block):
        own, first = mesh.pieces[piece].mesh, int(mesh.node_ptr[piece])
        size = float(np.ptp(own.nodes, axis=0).max())
        for face in own.faces:
            drawn_nodes = mesh.drawn[first:first + len(own.nodes)]
            corner = drawn_nodes[face.cells[0, :3]]
            upward = np.cross(corner[1] - corner[0], corner[2] - corner[0])
            upward /= np.linalg.norm(upward)
            if abs(upward @ normal) < 1.0 - 1e-9 or abs((drawn - corner[0]) @ upward) > 1e-6 * size:
                continue
            for triangle, weight in _triangles(face.cells):
                arm = drawn_nodes[triangle[:, 1:]] - drawn_nodes[triangle[:, :1]]
                area = 0.5 * np.linalg.norm(np.cross(arm[:, 0], arm[:, 1]), axis=1)
                number.append(first + triangle.ravel())
                share.append(np.repeat(weight * area / 3.0, 3))
    total = np.concatenate(share)
    if not len(total):
        return locate(mesh, block, drawn)
    return np.concatenate(number), total / total.sum()


def _triangles(cells: np.ndarray) -> list[tuple[np.ndarray, float]]:
    """Triangles (k, 3) of the cells of a face, and how much of each counts."""
    quads, alone = cells[cells[:, 3] >= 0], cells[cells[:, 3] < 0]
    halves = [(quads[:, list(corners)], 0.5) for corners in ((0, 1, 2), (0, 2, 3), (0, 1, 3), (1, 2, 3))]
    return [(alone[:, :3], 1.0), *halves]


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
