"""Joints of the drawing through a run: how far each has opened and how far its blocks have slid.

Interfaces of the store tell what touches at an instant; corners that are further apart than the contact distance are
no longer among them. Here the corners of every joint of the drawing are followed with both blocks instead, so a hinge
that gapes by centimetres and a course that has slid are both read from the kept poses.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.analysis.blocks import static_array
from drystone.geometry.polygon import clip_convex, polygon_area
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.shape import Shape
from drystone.model.tables import INTERFACES
from drystone.results.result import RunResult

#: Faces whose planes are further apart than this at the start make no joint [m].
TOUCHING = 1e-4
#: Overlaps below this share of the smaller face are slivers.
SLIVER = 1e-6
#: Corners of a joint whose gaps differ by less are equally near: which one has the least is up to rounding [m].
SAME_GAP = 1e-6


@dataclass(frozen=True, slots=True)
class Joints:
    """Where blocks touch in the drawing: corners of the common polygon, fixed in both blocks."""

    block_a: np.ndarray   #: (j,) int64
    block_b: np.ndarray   #: (j,) int64
    normal: np.ndarray    #: (j, 3) unit, from a to b, in the frame of block a
    area: np.ndarray      #: (j,) [m2]
    ptr: np.ndarray       #: (j + 1,) int64, corners of joint k are ptr[k] : ptr[k + 1]
    point_a: np.ndarray   #: (p, 3) [m], in the frame of block a
    point_b: np.ndarray   #: (p, 3) [m], in the frame of block b

    @property
    def count(self) -> int:
        """Number of joints."""
        return len(self.block_a)


@dataclass(frozen=True, slots=True)
class JointMovements:
    """What became of the joints at one instant."""

    opening: np.ndarray   #: (j,) [m], greatest distance of its corners along the normal
    least_gap: np.ndarray  #: (j,) [m], the least one: about 0 where the blocks still touch
    slip: np.ndarray      #: (j,) [m], sliding since the start at the corner with the least gap, the greatest of several

    def is_hinge(self, least: float, touching: float) -> np.ndarray:
        """(j,) bool: open by `least` [m] or more at one side, still closed to `touching` [m] at another."""
        return (self.opening >= least) & (np.abs(self.least_gap) <= touching)


def find_joints(result: RunResult) -> Joints:
    """Joints of the drawing between blocks that touched when interfaces were first kept."""
    touching = result.rows(INTERFACES, 0)
    pairs = np.column_stack((touching["block_a"], touching["block_b"]))
    return joints_between(pairs, result.shapes.start, static_array(result, "initial_position"),
                          static_array(result, "initial_orientation"))


def joints_between(pairs: np.ndarray, start: Shape, position: np.ndarray, orientation: np.ndarray) -> Joints:
    """Joints of the pairs (k, 2) of blocks whose faces touch at the start; position (b, 3) [m], orientation (b, 4)."""
    faces = _Faces(start, position, orientation)
    block_a, block_b, normal, area, corners = [], [], [], [], []
    for a, b in pairs:
        for direction, polygon, size in faces.common(int(a), int(b)):
            block_a.append(int(a))
            block_b.append(int(b))
            normal.append(faces.rotation[a].T @ direction)
            area.append(size)
            corners.append(polygon)
    counts = [len(c) for c in corners]
    points = np.concatenate(corners) if corners else np.zeros((0, 3))
    owner_a, owner_b = np.repeat(block_a, counts).astype(int), np.repeat(block_b, counts).astype(int)
    return Joints(np.array(block_a, int), np.array(block_b, int), np.reshape(normal, (-1, 3)), np.array(area, float),
                  np.concatenate(([0], np.cumsum(counts, dtype=int))), faces.to_local(owner_a, points),
                  faces.to_local(owner_b, points))


def joint_movements(joints: Joints, position: np.ndarray, orientation: np.ndarray) -> JointMovements:
    """Openings and slips for poses (b, 3) [m] and (b, 4), e.g. of one frame of a result."""
    if not joints.count:
        return JointMovements(np.zeros(0), np.zeros(0), np.zeros(0))
    gap, slip = _corner_movements(joints, position, orientation)
    first, counts = joints.ptr[:-1], np.diff(joints.ptr)
    least = np.minimum.reduceat(gap, first)
    is_near = gap <= np.repeat(least, counts) + SAME_GAP
    return JointMovements(np.maximum.reduceat(gap, first), least,
                          np.maximum.reduceat(np.where(is_near, slip, 0.0), first))


def corner_gaps(joints: Joints, position: np.ndarray, orientation: np.ndarray) -> np.ndarray:
    """(p,) [m]: distance of both blocks along the normal at every corner of every joint; poses (b, 3) [m], (b, 4)."""
    return _corner_movements(joints, position, orientation)[0]


def _corner_movements(joints: Joints, position: np.ndarray,
                      orientation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gap and slip (p,) [m] at every corner."""
    rotation = quaternion_to_matrix(orientation)
    counts = np.diff(joints.ptr)
    a, b = np.repeat(joints.block_a, counts), np.repeat(joints.block_b, counts)
    normal = np.einsum("pij,pj->pi", rotation[a], np.repeat(joints.normal, counts, axis=0))
    relative = (place_points(joints.point_b, b, position, orientation)
                - place_points(joints.point_a, a, position, orientation))
    gap = np.einsum("pi,pi->p", relative, normal)
    return gap, np.linalg.norm(relative - gap[:, None] * normal, axis=1)


def place_points(point: np.ndarray, block: np.ndarray, position: np.ndarray, orientation: np.ndarray) -> np.ndarray:
    """(p, 3) [m], world: points (p, 3) [m] in the frames of their blocks (p,), for a pose (b, 3) [m], (b, 4)."""
    return position[block] + np.einsum("pij,pj->pi", quaternion_to_matrix(orientation)[block], point)


def carry_points(point: np.ndarray, block: np.ndarray, start: tuple[np.ndarray, np.ndarray],
                 end: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """(p, 3) [m], world: where points (p, 3) [m] of the world go that move along with blocks (p,) from one pose,
    position (b, 3) [m] and orientation (b, 4), to another."""
    local = np.einsum("pji,pj->pi", quaternion_to_matrix(start[1])[block], point - start[0][block])
    return place_points(local, block, *end)


class _Faces:
    """Faces of all blocks as they stand at the start."""

    def __init__(self, start: Shape, position: np.ndarray, orientation: np.ndarray) -> None:
        self.position, self.rotation, surface = position, quaternion_to_matrix(orientation), start.surface
        self._polygons: dict[int, list[np.ndarray]] = {}
        self._normals: dict[int, list[np.ndarray]] = {}
        for f, block in enumerate(surface.face_block.tolist()):
            loop = surface.loop[surface.loop_ptr[f]:surface.loop_ptr[f + 1]]
            self._polygons.setdefault(block, []).append(start.vertex[loop])
            self._normals.setdefault(block, []).append(start.normal[f])

    def common(self, a: int, b: int):
        """For every pair of touching faces: normal from a to b, corners (n, 3) [m] and area [m2] of their overlap."""
        cosine = np.array(self._normals[a]) @ np.array(self._normals[b]).T
        for i, j in np.argwhere(cosine < -1.0 + 1e-6):
            normal, first, second = self._normals[a][i], self._polygons[a][i], self._polygons[b][j]
            if abs(float(normal @ (second[0] - first[0]))) > TOUCHING:
                continue
            axes = _plane_axes(normal)
            flat_a, flat_b = (first - first[0]) @ axes.T, ((second - first[0]) @ axes.T)[::-1]
            overlap = clip_convex(flat_a, flat_b)
            size = polygon_area(overlap)
            if size > SLIVER * min(polygon_area(flat_a), polygon_area(flat_b)):
                yield normal, first[0] + overlap @ axes, size

    def to_local(self, block: np.ndarray, points: np.ndarray) -> np.ndarray:
        """World points (p, 3) at the start in the frames of their blocks (p,)."""
        return np.einsum("pji,pj->pi", self.rotation[block], points - self.position[block])


def _plane_axes(normal: np.ndarray) -> np.ndarray:
    """(2, 3) unit vectors, right-handed with the normal."""
    first = np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))])
    first /= np.linalg.norm(first)
    return np.array([first, np.cross(normal, first)])
