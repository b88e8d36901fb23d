"""Meshes made elsewhere: tetrahedra of a rule given to the blocks that hold them, and checked to be these blocks.

A tetrahedron belongs to the block of its rule that contains its middle. Of one block's tetrahedra it is asked that none
is flat or inside out, that two of them that share a face lie on either side of it, and that faces of one alone lie in
the block's faces, look outwards and have their areas. The tetrahedra then cover the block once: their number over a
point changes only where one crosses a face of one alone, and these are the surface of the block.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from drystone.engines.dem.mesh.piece import FaceCells, PieceMesh
from drystone.errors import InputError

#: Share of a block's size by which nodes may lie off its faces, and of an area or volume by which sums may differ.
OFF = 1e-6

#: Faces of a right-handed tetrahedron, counter-clockwise from outside.
_FACES = np.array(((1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1)))


class Hull(NamedTuple):
    """A convex solid [m]."""

    vertices: np.ndarray               #: (v, 3)
    faces: Sequence[Sequence[int]]     #: corners, counter-clockwise from outside
    normals: np.ndarray                #: (f, 3) unit, outward

    @property
    def size(self) -> float:
        """Longest edge of its box [m]."""
        return float(np.ptp(self.vertices, axis=0).max())

    @property
    def offsets(self) -> np.ndarray:
        """(f,) [m], of the planes of its faces along their normals."""
        return np.array([normal @ self.vertices[face[0]] for normal, face in zip(self.normals, self.faces)])

    def areas(self) -> np.ndarray:
        """(f,) [m2]"""
        out = []
        for face in self.faces:
            arm = self.vertices[list(face)[1:]] - self.vertices[face[0]]
            out.append(0.5 * float(np.linalg.norm(np.cross(arm[:-1], arm[1:]).sum(axis=0))))
        return np.array(out)

    def volume(self) -> float:
        """[m3]"""
        arm = self.vertices.mean(axis=0)
        return float((self.areas() * (self.offsets - self.normals @ arm)).sum() / 3.0)


def share_out(nodes: np.ndarray, tets: np.ndarray, hulls: dict[str, Hull]) -> dict[str, np.ndarray]:
    """Numbers of the tetrahedra of each block, by its name; refuses those that lie in none."""
    middle = nodes[tets].mean(axis=1)
    owner = np.full(len(tets), -1)
    for k, hull in enumerate(hulls.values()):
        inside = (middle @ hull.normals.T <= hull.offsets + OFF * hull.size).all(axis=1)
        owner[inside & (owner < 0)] = k
    lost = np.flatnonzero(owner < 0)
    if len(lost):
        raise InputError(f"analysis.mesh: tetrahedron {lost[0]} of {len(tets)} lies in none of the blocks of its rule, "
                         f"its middle is at {np.round(middle[lost[0]], 6).tolist()} m", subject=("analysis", "mesh"))
    return {name: np.flatnonzero(owner == k) for k, name in enumerate(hulls)}


def given_mesh(name: str, hull: Hull, nodes: np.ndarray, tets: np.ndarray, own: np.ndarray) -> PieceMesh:
    """The mesh of one block from its tetrahedra `own`, checked; messages count tetrahedra and nodes as they were given.
    """
    if not len(own):
        raise _refuse(name, "its rule of analysis.mesh has no tetrahedron in it")
    PieceMesh(nodes, tets[own], np.ones(len(own)), ()).check(name, own)
    triangle, of = _boundary(name, tets[own], own)
    face = _on_faces(name, hull, nodes, tets, triangle, of)
    area = _areas(nodes, triangle, hull.normals[face])
    for k, wanted in enumerate(hull.areas()):
        found = float(area[face == k].sum())
        if abs(found - wanted) > OFF * wanted:
            raise _refuse(name, f"the tetrahedra at its face {k} (outward {np.round(hull.normals[k], 3).tolist()}) "
                                f"must cover {wanted:.6g} m2, they cover {found:.6g} m2")
    volume = float(PieceMesh(nodes, tets[own], np.ones(len(own)), ()).volumes().sum())
    if abs(volume - hull.volume()) > 10.0 * OFF * hull.volume():
        raise _refuse(name, f"its tetrahedra must fill {hull.volume():.6g} m3, they have {volume:.6g} m3")
    used, number = np.unique(tets[own], return_inverse=True)
    place = np.full(len(nodes), -1)
    place[used] = np.arange(len(used))
    surface = tuple(FaceCells(np.array(hull.normals[k], float), np.column_stack((
        place[triangle[face == k]], np.full(int((face == k).sum()), -1)))) for k in range(len(hull.faces)))
    return PieceMesh(nodes[used], number.reshape(-1, 4).astype(np.int64), np.ones(len(own)), surface)


def _refuse(name: str, words: str) -> InputError:
    return InputError(f"block {name!r}: {words}", subject=("block", name))


def _boundary(name: str, tets: np.ndarray, number: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Faces (k, 3) of one tetrahedron alone, outward, and its number (k,); refuses tetrahedra that cross."""
    triangle, of = tets[:, _FACES].reshape(-1, 3), np.repeat(number, 4)
    key, place, count = np.unique(np.sort(triangle, axis=1), axis=0, return_inverse=True, return_counts=True)
    place = place.ravel()
    if count.max() > 2:
        shared = of[place == int(np.argmax(count))]
        raise _refuse(name, f"tetrahedra {', '.join(map(str, shared))} cross: all of them have the face of nodes "
                            f"{key[int(np.argmax(count))].tolist()}")
    order = np.argsort(triangle, axis=1)
    turns = (order[:, 1] - order[:, 0]) % 3 == 1                # in the cycle of its sorted nodes, or against it
    same = np.flatnonzero((count == 2) & (np.abs(np.bincount(place, np.where(turns, 1.0, -1.0))) > 1.0))
    if len(same):
        first, second = of[place == same[0]]
        raise _refuse(name, f"tetrahedra {first} and {second} cross: both lie on the same side of the face of nodes "
                            f"{key[same[0]].tolist()}")
    alone = count[place] == 1
    return triangle[alone], of[alone]


def _on_faces(name: str, hull: Hull, nodes: np.ndarray, tets: np.ndarray, triangle: np.ndarray,
              of: np.ndarray) -> np.ndarray:
    """(k,) face of the block on which each outer triangle lies."""
    off = np.abs(nodes[triangle] @ hull.normals.T - hull.offsets).max(axis=1)          # (k, f)
    face = off.argmin(axis=1)
    worst = off[np.arange(len(face)), face]
    if worst.max() > OFF * hull.size:
        k = int(worst.argmax())
        raise _refuse(name, f"tetrahedron {of[k]} (nodes {tets[of[k]].tolist()}) has no neighbour at its face of nodes "
                            f"{triangle[k].tolist()}, which lies {worst[k]:.3g} m off the faces of the block: "
                            "tetrahedra must fill the block and meet node to node")
    return face


def _areas(nodes: np.ndarray, triangle: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """(k,) [m2], along the outward normals: negative where a triangle looks inwards."""
    arm = nodes[triangle[:, 1:]] - nodes[triangle[:, :1]]
    return 0.5 * np.einsum("ki,ki->k", np.cross(arm[:, 0], arm[:, 1]), normal)
