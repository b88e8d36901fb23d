"""Convex parts of blocks for a picture, split from a shape, and the crop of supports that are too large for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from drystone.analysis.blocks import block_groups, block_names, static_array
from drystone.geometry.clip import clip
from drystone.model.model import Model
from drystone.model.selection import Selection
from drystone.model.shape import RigidParts, Shape
from drystone.model.tie_places import TiePlaces
from drystone.model.ties import TieSet
from drystone.results.result import RunResult


@dataclass(frozen=True, slots=True)
class Part:
    """One convex polyhedron."""

    block: int                            #: to which it belongs
    vertices: np.ndarray                  #: (v, 3) [m]
    faces: tuple[tuple[int, ...], ...]    #: vertex numbers, counter-clockwise seen from outside
    normals: np.ndarray                   #: (f, 3) unit, outward


@dataclass(frozen=True, slots=True)
class Solids:
    """What a picture needs of all blocks beside their shapes."""

    names: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    is_support: np.ndarray           #: (b,) bool
    rigid: RigidParts | None         #: of a model, whose shapes are those of poses; a run has shapes of its own
    ties: TiePlaces = field(default_factory=TiePlaces)

    @classmethod
    def of_run(cls, result: RunResult) -> Solids:
        """From the arrays that a run keeps."""
        return cls(block_names(result), block_groups(result), static_array(result, "is_support").astype(bool), None,
                   TiePlaces.of_arrays(result.static, len(block_names(result))))

    @classmethod
    def of_model(cls, model: Model) -> Solids:
        """From a model before it runs."""
        return cls(model.block_names, model.block_groups, model.is_support.astype(bool), RigidParts.of_model(model),
                   places_of(model.ties))

    def place(self, position: np.ndarray, orientation: np.ndarray) -> list[Part]:
        """Parts of a model in the world; position (b, 3) [m], orientation (b, 4)."""
        return split_parts(self.rigid.shape(position, orientation))

    def hidden(self, names: Sequence[str]) -> np.ndarray:
        """(b,) bool: blocks of these names or groups, which a picture leaves out; InputError for an unknown name."""
        out = np.zeros(len(self.names), bool)
        if names:
            out[Selection(self.names, self.groups).blocks("hide", list(names))] = True
        return out

    def extent(self, parts: Sequence[Part]) -> float:
        """Greatest extent of the parts that are no support, or of all if there are no others [m]."""
        own = [part for part in parts if not self.is_support[part.block]] or parts
        return float(np.ptp(bounding_box(own), axis=0).max())


def places_of(ties: TieSet | TiePlaces) -> TiePlaces:
    """Ends of the ties of a model, fresh or from a store."""
    return ties if isinstance(ties, TiePlaces) else TiePlaces(ties.names, ties.block_a, ties.block_b, ties.point_a,
                                                              ties.point_b)


def split_parts(shape: Shape, shown: np.ndarray | None = None) -> list[Part]:
    """Parts of a shape, those of blocks in `shown` (b,) bool; None: without those that are removed."""
    surface, shown = shape.surface, shape.is_active if shown is None else shown
    vertex_ptr, face_ptr = surface.vertex_ptr.tolist(), surface.face_ptr.tolist()
    return [Part(block, shape.vertex[vertex_ptr[i]:vertex_ptr[i + 1]], surface.part_faces[i],
                 shape.normal[face_ptr[i]:face_ptr[i + 1]])
            for i, block in enumerate(surface.part_block.tolist()) if shown[block]]


def block_boxes(shape: Shape, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper corners (b, 3) [m] of the boxes of `count` blocks."""
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    np.minimum.at(low, shape.surface.vertex_block, shape.vertex)
    np.maximum.at(high, shape.surface.vertex_block, shape.vertex)
    return low, high


def bounding_box(parts: Sequence[Part]) -> np.ndarray:
    """(2, 3) [m] lower and upper corner; zeros where there is no part."""
    if not parts:
        return np.zeros((2, 3))
    return np.array([np.min([p.vertices.min(axis=0) for p in parts], axis=0),
                     np.max([p.vertices.max(axis=0) for p in parts], axis=0)])


def crop_part(part: Part, box: np.ndarray) -> Part | None:
    """The part of a convex polyhedron inside `box` (2, 3) [m]; None where nothing is."""
    vertices, faces = part.vertices, part.faces
    for axis in range(3):
        for side, sign in ((1, 1.0), (0, -1.0)):
            cut = clip(vertices, faces, sign * np.eye(3)[axis], sign * float(box[side, axis]))
            if cut is None or not cut[1]:
                return None
            vertices, faces = cut
    return part if vertices is part.vertices else Part(part.block, vertices, faces, _normals(vertices, faces))


def _normals(vertices: np.ndarray, faces: Sequence[Sequence[int]]) -> np.ndarray:
    """Outward unit normals (f, 3) by the area vectors."""
    out = np.empty((len(faces), 3))
    for i, face in enumerate(faces):
        arms = vertices[list(face[1:])] - vertices[face[0]]
        out[i] = np.cross(arms[:-1], arms[1:]).sum(axis=0)
    return out / np.linalg.norm(out, axis=1)[:, None]
