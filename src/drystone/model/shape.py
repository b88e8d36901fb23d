"""Shapes: where the corners of all parts are at an instant, and the faces between them.

Whoever draws or exports blocks reads a `Shape`; that rigid blocks make one from their poses, and that other engines may
make it from nodes of their own (`results/shape.py`), is known here and there only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drystone.geometry.placing import place_vertices, turn_normals
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.model import Model

#: Arrays of `Parts` that make a surface, as a run keeps them too (`parts.<name>`).
SURFACE_ARRAYS = ("block", "vertex_ptr", "face_ptr", "face_vertex_ptr", "face_vertex")


@dataclass(frozen=True)
class Surface:
    """Faces of all parts of all blocks; constant, so that all shapes of a run share it."""

    part_block: np.ndarray   #: (p,) int64, block of each part
    vertex_ptr: np.ndarray   #: (p + 1,) int64, vertices of part i are vertex_ptr[i]:vertex_ptr[i + 1]
    face_ptr: np.ndarray     #: (p + 1,) int64, and its faces face_ptr[i]:face_ptr[i + 1]
    loop_ptr: np.ndarray     #: (n + 1,) int64, corners of face f are loop[loop_ptr[f]:loop_ptr[f + 1]]
    loop: np.ndarray         #: (k,) int64, numbers of vertices, counter-clockwise seen from outside

    @classmethod
    def of_arrays(cls, array: Callable[[str], np.ndarray]) -> Surface:
        """From `array(name)` for each of SURFACE_ARRAYS."""
        return cls(*(np.array(array(name), np.int64) for name in SURFACE_ARRAYS))

    @cached_property
    def vertex_block(self) -> np.ndarray:
        """(v,) int64, block of each vertex."""
        return np.repeat(self.part_block, np.diff(self.vertex_ptr))

    @cached_property
    def face_block(self) -> np.ndarray:
        """(n,) int64, block of each face."""
        return np.repeat(self.part_block, np.diff(self.face_ptr))

    @cached_property
    def part_faces(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Loops of each face of each part, in numbers that begin with 0 at the first vertex of the part."""
        loop, ends = self.loop.tolist(), self.loop_ptr.tolist()
        return tuple(tuple(tuple(v - first for v in loop[ends[f]:ends[f + 1]]) for f in range(f0, f1))
                     for first, f0, f1 in zip(self.vertex_ptr.tolist(), self.face_ptr.tolist(),
                                              self.face_ptr[1:].tolist()))

    def area_normals(self, vertex: np.ndarray) -> np.ndarray:
        """(..., n, 3) unit outward normals of faces by their area vectors, zero without area; vertex (..., v, 3)."""
        if not len(self.loop):
            return np.zeros((*vertex.shape[:-2], 0, 3))
        following = np.arange(1, len(self.loop) + 1)
        following[self.loop_ptr[1:] - 1] = self.loop_ptr[:-1]
        point = vertex[..., self.loop, :]
        arm = point - vertex[..., np.repeat(self.loop[self.loop_ptr[:-1]], np.diff(self.loop_ptr)), :]
        area = np.add.reduceat(np.cross(arm, arm[..., following, :]), self.loop_ptr[:-1], axis=-2)
        length = np.linalg.norm(area, axis=-1, keepdims=True)
        return area / np.where(length > 0.0, length, 1.0)


@dataclass(frozen=True, slots=True)
class Shape:
    """All parts of a structure at one instant, in the world."""

    surface: Surface          #: which vertices make faces, parts and blocks
    vertex: np.ndarray        #: (v, 3) [m]
    displacement: np.ndarray  #: (v, 3) [m], from the drawing
    velocity: np.ndarray      #: (v, 3) [m/s]
    normal: np.ndarray        #: (n, 3) unit, outward, of the faces
    is_active: np.ndarray     #: (b,) bool, False once a block is removed


@dataclass(frozen=True)
class RigidParts:
    """Parts that move with their blocks as rigid bodies: the one place where poses become vertices."""

    surface: Surface
    arm: np.ndarray           #: (v, 3) [m], vertices from the centres of mass, in the frames of their blocks
    face_normal: np.ndarray   #: (n, 3) unit, outward, in the frames of their blocks
    drawn: np.ndarray         #: (b, 3) [m], centres of mass in the drawing, where block frames lie as the world's

    @classmethod
    def of_arrays(cls, array: Callable[[str], np.ndarray], drawn: np.ndarray) -> RigidParts:
        """From `array(name)` for SURFACE_ARRAYS, vertex and face_normal; drawn (b, 3) [m]."""
        return cls(Surface.of_arrays(array), np.array(array("vertex"), float), np.array(array("face_normal"), float),
                   np.array(drawn, float))

    @classmethod
    def of_model(cls, model: Model) -> RigidParts:
        """From a model before it runs."""
        return cls.of_arrays(lambda name: getattr(model.parts, name), model.reference_position)

    def place(self, position: np.ndarray, orientation: np.ndarray,
              twist: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Vertices (f, v, 3) [m], displacements from the drawing [m] and velocities [m/s] in f frames; position
        (f, b, 3) [m], orientation (f, b, 4), twist (f, b, 6) [m/s, rad/s].
        """
        vertex, moved, speed = (np.empty((len(position), *self.arm.shape)) for _ in range(3))
        place_vertices(self.arm, self.surface.vertex_block, quaternion_to_matrix(orientation),
                       np.array(position, float), np.array(twist, float), self.drawn, vertex, moved, speed)
        return vertex, moved, speed

    def normals(self, orientation: np.ndarray) -> np.ndarray:
        """(f, n, 3) unit normals of the faces in the world; orientation (f, b, 4)."""
        out = np.empty((len(orientation), *self.face_normal.shape))
        turn_normals(self.face_normal, self.surface.face_block, quaternion_to_matrix(orientation), out)
        return out

    def shape(self, position: np.ndarray, orientation: np.ndarray) -> Shape:
        """All blocks at rest in one pose: position (b, 3) [m], orientation (b, 4)."""
        vertex, moved, speed = self.place(position[None], orientation[None], np.zeros((1, len(position), 6)))
        return Shape(self.surface, vertex[0], moved[0], speed[0], self.normals(orientation[None])[0],
                     np.ones(len(position), bool))
