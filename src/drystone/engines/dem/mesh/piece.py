"""`PieceMesh`: one convex piece of a block cut into tetrahedra, with the cells of its faces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.errors import InputError

#: Least volume of a tetrahedron, as a share of the mean one, that is not called flat.
LEAST_VOLUME = 1e-9


@dataclass(frozen=True, slots=True)
class FaceCells:
    """One plane face of a piece as polygons between its nodes."""

    normal: np.ndarray   #: (3,) unit, outward
    cells: np.ndarray    #: (c, 4) int64, nodes counter-clockwise from outside; -1 in the last place of triangles


@dataclass(frozen=True, slots=True)
class PieceMesh:
    """Nodes and tetrahedra of one piece. Tetrahedra of two splittings share the volume: each counts half."""

    nodes: np.ndarray               #: (n, 3) [m]
    tets: np.ndarray                #: (t, 4) int64, right-handed
    share: np.ndarray               #: (t,) [-], part of the volume of a tetrahedron that counts
    faces: tuple[FaceCells, ...]

    def volumes(self) -> np.ndarray:
        """(t,) [m3], of the tetrahedra, negative where one is inside out."""
        arm = self.nodes[self.tets[:, 1:]] - self.nodes[self.tets[:, :1]]
        return np.linalg.det(arm) / 6.0

    def check(self, block: str, number: np.ndarray | None = None) -> PieceMesh:
        """The mesh itself; refuses tetrahedra that are flat or inside out. number : (t,) how messages count them"""
        volume = self.volumes()
        least = LEAST_VOLUME * np.abs(volume).mean()
        if not (volume > least).all():
            worst = int(np.argmin(volume))
            called = worst if number is None else number[worst]
            raise InputError(f"block {block!r}: tetrahedron {called} (nodes {self.tets[worst].tolist()}) must have a "
                             f"volume "
                             f"> {least:.3g} [m3], got {volume[worst]:.3g}: it is "
                             f"{'inverted' if volume[worst] < -least else 'flat'}", subject=("block", block))
        return self

    def moved(self, rotation: np.ndarray, shift: np.ndarray) -> PieceMesh:
        """The piece turned (3, 3) and shifted (3,) [m]."""
        faces = tuple(FaceCells(rotation @ face.normal, face.cells) for face in self.faces)
        return PieceMesh(self.nodes @ rotation.T + shift, self.tets, self.share, faces)
