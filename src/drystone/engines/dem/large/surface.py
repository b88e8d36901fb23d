"""Faces of all pieces as arrays: what looking for contacts reads."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from drystone.engines.dem.mesh.build import Mesh
from drystone.model.model import Model


class Surface(NamedTuple):
    """Faces, one piece after the other, with their cells."""

    face_ptr: np.ndarray    #: (p + 1,) int64, faces of each piece
    normal: np.ndarray      #: (f, 3) outward, at the start
    cell_ptr: np.ndarray    #: (f + 1,) int64, cells of each face
    cell: np.ndarray        #: (c, 4) int64, nodes counter-clockwise from outside; triangles have -1 in the last place
    cell_size: np.ndarray   #: (c,) int64, 3 or 4
    edge: np.ndarray        #: (p,) [m], root of the smallest cell of a piece


def build_surface(mesh: Mesh) -> Surface:
    """Of all pieces; edges of supports count as infinite, for nothing is small because a plate is cut finely."""
    normal, cells, face_ptr, cell_ptr, edge = [], [], [0], [0], []
    for k, piece in enumerate(mesh.pieces):
        least = np.inf
        for face in piece.mesh.faces:
            own = face.cells.astype(np.int64)
            corner = piece.mesh.nodes[np.where(own >= 0, own, own[:, :1])]
            across = np.cross(corner[:, 2] - corner[:, 0], corner[:, 3] - corner[:, 1])
            of_triangle = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
            across = np.where(own[:, 3:] < 0, of_triangle, across)
            least = min(least, 0.5 * float(np.linalg.norm(across, axis=1).min()))
            normal.append(face.normal)
            cells.append(np.where(own >= 0, own + mesh.node_ptr[k], -1))
            cell_ptr.append(cell_ptr[-1] + len(own))
        face_ptr.append(len(normal))
        edge.append(np.sqrt(least) if k < mesh.elastic_pieces else np.inf)
    cell = np.ascontiguousarray(np.concatenate(cells))
    return Surface(np.array(face_ptr, np.int64), np.ascontiguousarray(normal, float), np.array(cell_ptr, np.int64),
                   cell, np.where(cell[:, 3] < 0, 3, 4).astype(np.int64), np.array(edge))


def joints_between(model: Model, mesh: Mesh, pairs: np.ndarray) -> np.ndarray:
    """(k,) int64, law between the pieces of pairs (k, 2); -1 for none."""
    a, b = mesh.piece_block[pairs[:, 0]], mesh.piece_block[pairs[:, 1]]
    table = np.asarray(model.joint_table)[np.asarray(model.joint_class)[a], np.asarray(model.joint_class)[b]]
    inside = np.array([piece.joint for piece in mesh.pieces], np.int64)[pairs[:, 0]]
    fixed = np.asarray(model.is_support)
    joint = np.where(a == b, inside, table)
    return np.where(fixed[a] & fixed[b], -1, joint).astype(np.int64)
