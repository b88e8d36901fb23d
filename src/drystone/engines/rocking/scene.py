"""Reads a model of one box on the ground as the rocking problem, or says why it is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from drystone.engines.rocking.shaking import Shaking
from drystone.errors import InputError
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.joint import Joint
from drystone.model.model import Model
from drystone.model.monitors import rotation_vector
from drystone.model.settings import OVERLAP_TOLERANCE
from drystone.motion.motion import Motion
from drystone.rocking import RockingBlock

UP = np.array((0.0, 0.0, 1.0))
#: What directions (sine of an angle) and lengths (share of the block's) may be off by.
SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Scene:
    """One box that can rock in one vertical plane."""

    block: int               #: number of the block
    name: str
    mass: float              #: [kg]
    shape: RockingBlock      #: width along `along`
    along: np.ndarray        #: (3,) unit, horizontal: where the top goes for a positive angle, world
    centre: np.ndarray       #: (3,) [m], centre of mass on the base, world
    theta: float             #: [rad], at the start
    omega: float             #: [rad/s], at the start
    ground: Shaking | None   #: acceleration of the ground towards `along`
    joint: Joint             #: between block and ground

    @property
    def axis(self) -> np.ndarray:
        """(3,) unit, about which a positive angle turns, right-handed."""
        return np.cross(UP, self.along)

    @property
    def corner_inertia(self) -> float:
        """About a bottom edge [kg m2]."""
        return 4.0 / 3.0 * self.mass * self.shape.R**2

    def pivot(self, side: float) -> np.ndarray:
        """(3,) [m]: middle of the bottom edge on which the block stands; side : +1 towards `along`, -1."""
        return self.centre + side * 0.5 * self.shape.width * self.along - 0.5 * self.shape.height * UP

    def pose(self, theta: float, omega: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Centre of mass (3,) [m], orientation (4,) and twist (6,) at an angle [rad] and its rate [rad/s]."""
        axis, pivot = self.axis, self.pivot(np.sign(theta) or np.sign(omega) or 1.0)
        orientation = np.concatenate(((np.cos(0.5 * theta),), np.sin(0.5 * theta) * axis))
        arm = self.centre - pivot
        turned = arm if theta == 0.0 else quaternion_to_matrix(orientation) @ arm
        position = self.centre if theta == 0.0 else pivot + turned
        return position, orientation, omega * np.concatenate((np.cross(axis, turned), axis))


class Box(NamedTuple):
    """A rectangular block with its base level."""

    name: str
    sides: np.ndarray   #: (2, 3) unit, horizontal normals of its faces, drawing
    half: np.ndarray    #: (3,) [m], half of its size along both sides and z


def read_scene(model: Model) -> Scene:
    """The rocking problem in `model`; one line says why it is none."""
    block, support = _one_on_one(model)
    _check_forces(model)
    box = _read_box(model, block)
    _check_bed(model, block, support, box)
    side = _find_side(model, block, box)
    along = box.sides[side]
    shape = RockingBlock(2.0 * float(box.half[side]), 2.0 * float(box.half[2]), -float(model.gravity[2]))
    axis = np.cross(UP, along)
    turned = rotation_vector(quaternion_to_matrix(model.initial_orientation[block]))
    items = [(item.active, float(np.sign(item.direction @ along))) for item in model.loads.ground_motions
             if item.direction.any()]
    scene = Scene(block, box.name, float(model.mass[block]), shape, along, model.reference_position[block],
                  float(turned @ axis), float(model.initial_twist[block, 3:] @ axis),
                  Shaking(items) if items else None, _read_joint(model, block, support))
    _check_start(model, scene)
    return scene


def refuse(words: str) -> InputError:
    """The error of this engine."""
    return InputError(f"engine rocking: {words}")


# --- blocks and what acts on them -----------------------------------------------------------------

def _one_on_one(model: Model) -> tuple[int, int]:
    """Numbers of the block and of its support."""
    for what, chosen in (("free block", ~model.is_support), ("support", model.is_support)):
        numbers = np.flatnonzero(chosen)
        if len(numbers) != 1:
            raise refuse(f"takes one block on one support, got {len(numbers)} {what}s")
    return int(np.flatnonzero(~model.is_support)[0]), int(np.flatnonzero(model.is_support)[0])


def _check_forces(model: Model) -> None:
    """Gravity and a ground that shakes, and nothing else."""
    loads, g = model.loads, model.gravity
    if g[2] >= 0.0 or g[0] != 0.0 or g[1] != 0.0:
        raise refuse(f"gravity must point along -z, got {g.tolist()}")
    for load in (*loads.point_loads, *loads.body_loads):
        raise refuse(f"takes no loads, got load {load.name!r}")
    if model.ties.count:
        raise refuse(f"takes no ties, got tie {model.ties.names[0]!r}")
    for event in loads.events:
        if event.blocks:
            raise refuse(f"takes no events, got {event.action} {event.target!r} at {event.time:g} s")
    for item in (*loads.support_motions, *(item for item in loads.ground_motions if item.by_supports)):
        raise refuse(f"motion {item.active.name!r} moves the support, which must stand still; let it act by inertia")
    for item in loads.ground_motions:
        if not isinstance(item.active.motion, Motion):
            raise refuse(f"motion {item.active.name!r} must tell its breaks, got {item.active.motion!r}")


def _read_joint(model: Model, block: int, support: int) -> Joint:
    """Joint between the two. It bounces by its own rule, on a rigid and dry bed."""
    number = int(model.joint_table[model.joint_class[block], model.joint_class[support]])
    joint = model.joints[number]
    if joint.restitution > 0.0:
        raise refuse(f"joint {joint.name!r} has restitution {joint.restitution:g} of the speed of points, which is not "
                     "used: give analysis.restitution of the angular speed, or none for Housner's")
    if joint.normal_stiffness is not None:
        raise refuse(f"joint {joint.name!r} must be rigid, got normal_stiffness {joint.normal_stiffness:g} Pa/m")
    if joint.has_strength:
        raise refuse(f"joint {joint.name!r} must be dry, got cohesion {joint.cohesion:g} Pa")
    return joint


# --- geometry -------------------------------------------------------------------------------------

def _vertices(model: Model, block: int) -> np.ndarray:
    """(n, 3) [m], of all parts of a block, in its frame."""
    parts = model.parts
    return np.concatenate([parts.vertex[parts.vertex_ptr[p]:parts.vertex_ptr[p + 1]]
                           for p in np.flatnonzero(parts.block == block)])


def _read_box(model: Model, block: int) -> Box:
    """Sides and size of a block that is a box with level base and evenly spread mass."""
    parts, name = model.parts, model.block_names[block]
    own = np.flatnonzero(parts.block == block)
    normals = parts.face_normal[parts.face_ptr[own[0]]:parts.face_ptr[own[0] + 1]]
    level = normals[np.abs(normals[:, 2]) < SLACK]
    if len(own) != 1 or len(normals) != 6 or len(level) != 4:
        raise refuse(f"block {name!r} must be a rectangular box with a level base")
    first = max(level, key=lambda n: (round(n[0], 6), round(n[1], 6)))     # the one that points most along x
    sides = np.array((first, np.cross(UP, first)))
    axes = np.vstack((sides, UP))
    if np.abs(np.abs(normals @ axes.T).max(axis=1) - 1.0).max() > SLACK:
        raise refuse(f"block {name!r} must be a rectangular box with a level base")
    place = _vertices(model, block) @ axes.T
    half = np.abs(place).max(axis=0)
    square = half**2
    even = model.mass[block] / 3.0 * np.diag(square.sum() - square)
    inertia = axes @ model.inertia[block] @ axes.T
    if np.abs(np.abs(place) - half).max() > SLACK * half.max() or np.abs(inertia - even).max() > SLACK * even.max():
        raise refuse(f"the mass of block {name!r} must be spread evenly")
    return Box(name, sides, half)


def _check_bed(model: Model, block: int, support: int, box: Box) -> None:
    """The whole base lies on a level face of the support, and nothing of the support stands above it."""
    parts, own = model.parts, model.block_names[support]
    still = np.array_equal(model.initial_orientation[support], (1.0, 0.0, 0.0, 0.0)) and np.array_equal(
        model.initial_position[support], model.reference_position[support])
    if not still:
        raise refuse(f"support {own!r} must stand as it is drawn, got a tilted one")
    top = model.reference_position[support, 2] + _vertices(model, support)[:, 2].max()
    base = model.reference_position[block, 2] - box.half[2]
    if abs(top - base) > OVERLAP_TOLERANCE:
        raise refuse(f"block {box.name!r} must be drawn standing on the top of {own!r} at {top:g} m, got its base at "
                     f"{base:g} m")
    corners = np.array([model.reference_position[block] + a * box.half[0] * box.sides[0]
                        + b * box.half[1] * box.sides[1] for a in (-1, 1) for b in (-1, 1)])
    for part in np.flatnonzero(parts.block == support):
        for face in range(parts.face_ptr[part], parts.face_ptr[part + 1]):
            numbers = parts.face_vertex[parts.face_vertex_ptr[face]:parts.face_vertex_ptr[face + 1]]
            polygon = parts.vertex[numbers] + model.reference_position[support]
            if parts.face_normal[face, 2] > 1.0 - SLACK and np.abs(polygon[:, 2] - top).max() < OVERLAP_TOLERANCE \
                    and _holds(polygon, corners):
                return
    raise refuse(f"the whole base of block {box.name!r} must lie on one level face of {own!r}")


def _holds(polygon: np.ndarray, points: np.ndarray) -> bool:
    """Whether a convex polygon (n, 3), counter-clockwise from above, holds all points (k, 3) in plan."""
    edge = np.roll(polygon, -1, axis=0) - polygon
    to = points[:, None] - polygon
    return bool((edge[:, 0] * to[..., 1] - edge[:, 1] * to[..., 0] >= -OVERLAP_TOLERANCE).all())


# --- the plane of the motion and the start ----------------------------------------------------------

def _find_side(model: Model, block: int, box: Box) -> int:
    """Number of the side along which the ground shakes and the block turns."""
    found: dict[int, str] = {}
    turned = rotation_vector(quaternion_to_matrix(model.initial_orientation[block]))
    asked = [(f"motion {item.active.name!r} shakes", item.direction) for item in model.loads.ground_motions]
    asked += [(f"block {box.name!r} starts turned", np.cross(turned, UP) + turned[2] * UP),
              (f"block {box.name!r} starts turning", np.cross(model.initial_twist[block, 3:], UP)
               + model.initial_twist[block, 5] * UP)]
    for words, vector in asked:
        length = float(np.linalg.norm(vector))
        if length < 1e-12:
            continue
        share = np.abs(box.sides @ vector) / length
        if share.max() < 1.0 - 0.5 * SLACK**2 - 1e-12:
            raise refuse(f"{words} along {np.round(vector / length, 6).tolist()}, which must be horizontal and normal "
                         f"to a side of block {box.name!r}")
        found.setdefault(int(share.argmax()), words)
    if len(found) > 1:
        raise refuse(f"the block rocks in one plane only, but {' and '.join(found.values())} in different ones")
    side = next(iter(found), int(box.half[1] < box.half[0]))
    if model.planar_axis is not None and abs(box.sides[side][model.planar_axis]) > SLACK:
        raise refuse(f"{next(iter(found.values()), 'the block rocks')} out of the plane of the planar model")
    return side


def _check_start(model: Model, scene: Scene) -> None:
    """The block starts on its base or on one bottom edge, about which it turns."""
    if abs(scene.theta) >= 0.5 * np.pi:
        raise refuse(f"block {scene.name!r} must start at less than 90 degrees, got {np.degrees(scene.theta):g}")
    position, _, twist = scene.pose(scene.theta, scene.omega)
    off = float(np.linalg.norm(model.initial_position[scene.block] - position))
    if off > SLACK * scene.shape.R:
        raise refuse(f"block {scene.name!r} must start on its base, or tilted about one of its bottom edges; it is "
                     f"{off:.3g} m away from that")
    given = model.initial_twist[scene.block]
    if np.abs(given - twist)[:3].max() > SLACK * max(abs(scene.omega) * scene.shape.R, SLACK):
        raise refuse(f"block {scene.name!r} must start turning about its bottom edge: with that angular velocity its "
                     f"centre moves at {(np.round(twist[:3], 9) + 0.0).tolist()} m/s, got {given[:3].tolist()}")
