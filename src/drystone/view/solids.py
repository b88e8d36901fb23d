"""Convex parts of blocks, placed in the world for a picture, and the crop of supports that are too large for
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.analysis.blocks import block_groups, block_names, static_array
from drystone.geometry.clip import clip
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.model import Model
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
    """What a picture needs of all blocks."""

    names: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    is_support: np.ndarray           #: (b,) bool
    parts: tuple[Part, ...]          #: in the frames of their blocks

    @classmethod
    def of_run(cls, result: RunResult) -> Solids:
        """From the arrays that a run keeps."""
        arrays = {name: static_array(result, f"parts.{name}") for name in _PART_ARRAYS}
        return cls(block_names(result), block_groups(result), static_array(result, "is_support").astype(bool),
                   _split_parts(arrays))

    @classmethod
    def of_model(cls, model: Model) -> Solids:
        """From a model before it runs."""
        arrays = {name: getattr(model.parts, name) for name in _PART_ARRAYS}
        return cls(model.block_names, model.block_groups, model.is_support.astype(bool), _split_parts(arrays))

    def place(self, position: np.ndarray, orientation: np.ndarray,
              shown: np.ndarray | None = None) -> list[Part]:
        """Parts in the world; position (b, 3) [m], orientation (b, 4), shown (b,) bool leaves others out."""
        rotation = quaternion_to_matrix(orientation)
        return [Part(p.block, p.vertices @ rotation[p.block].T + position[p.block], p.faces,
                     p.normals @ rotation[p.block].T)
                for p in self.parts if shown is None or shown[p.block]]


_PART_ARRAYS = ("block", "vertex", "vertex_ptr", "face_normal", "face_ptr", "face_vertex", "face_vertex_ptr")


def _split_parts(arrays: dict[str, np.ndarray]) -> tuple[Part, ...]:
    """Parts from flat arrays."""
    parts = []
    for i, block in enumerate(arrays["block"]):
        first = int(arrays["vertex_ptr"][i])
        f0, f1 = int(arrays["face_ptr"][i]), int(arrays["face_ptr"][i + 1])
        loops = [arrays["face_vertex"][arrays["face_vertex_ptr"][f]:arrays["face_vertex_ptr"][f + 1]] - first
                 for f in range(f0, f1)]
        parts.append(Part(int(block), arrays["vertex"][first:int(arrays["vertex_ptr"][i + 1])],
                          tuple(tuple(int(k) for k in loop) for loop in loops), arrays["face_normal"][f0:f1]))
    return tuple(parts)


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
