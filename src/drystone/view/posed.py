"""Blocks of a run at one frame as a picture shows them: displacements are magnified where they are small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.analysis.blocks import static_array
from drystone.geometry.rotation import rotate_quaternion, rotation_vector
from drystone.model.shape import RigidParts, Shape
from drystone.view import style
from drystone.view.travel import STILL, Travel

#: From this share of the structure's size on, displacements are seen as they are.
SEEN = 0.035
#: Share of the structure's size that magnified displacements reach at most, and the greatest turn of a block [rad].
SHOWN, TURNED = 0.07, 0.35


@dataclass(frozen=True, slots=True)
class Posed:
    """All blocks at one frame, as drawn."""

    frame: int
    factor: float             #: by which displacements and rotations are multiplied [-]
    shape: Shape
    position: np.ndarray      #: (b, 3) [m], of the picture
    orientation: np.ndarray   #: (b, 4), of the picture
    moved: np.ndarray         #: (b,) [m], true displacements of the centres of mass


def pose_frame(travel: Travel, parts: RigidParts | None, frame: int, factor: float) -> Posed:
    """Blocks at a frame, displacements and rotations magnified by a factor.

    parts : of rigid blocks; None: blocks deform, and their corners are those of the run
    """
    result, frames = travel.result, travel.result.frames
    moved = np.linalg.norm(travel.moved[frame], axis=1)
    position = travel.start + factor * travel.moved[frame]
    orientation, start = frames.orientation[frame], static_array(result, "initial_orientation")
    if factor != 1.0:
        orientation = rotate_quaternion(np.ascontiguousarray(start), factor * _turns(orientation, start))
    shape = result.shape(frame)
    if parts is not None:
        placed = parts.shape(position, orientation)
        shape = Shape(placed.surface, placed.vertex, placed.displacement, placed.velocity, placed.normal,
                      shape.is_active)
    elif factor != 1.0 or travel.ride[frame].any():
        first = result.shapes.start.vertex
        vertex = first + factor * (shape.vertex - travel.ride[frame] - first)
        shape = Shape(shape.surface, vertex, shape.displacement, shape.velocity, shape.surface.area_normals(vertex),
                      shape.is_active)
    return Posed(frame, factor, shape, position, orientation, moved)


def choose_factor(travel: Travel, frames: Sequence[int]) -> float:
    """One factor for all panels of a picture: that of the frame that needs the least; 1 where nothing moves."""
    needed = [factor for frame in frames if (factor := _needed_factor(travel, frame)) is not None]
    return min(needed, default=1.0)


def _needed_factor(travel: Travel, frame: int) -> float | None:
    """1 where motion is seen as it is, else a round factor that shows it; None where nothing moves."""
    reach = float(travel.reach[frame].max(initial=0.0))
    if reach <= STILL * travel.size:
        return None
    if reach >= SEEN * travel.size:
        return 1.0
    cosine = np.abs(np.einsum("bi,bi->b", travel.result.frames.orientation[frame],
                              static_array(travel.result, "initial_orientation")))
    turn = float(travel.turned(cosine).max(initial=0.0))
    most = SHOWN * travel.size / reach if turn == 0.0 else min(SHOWN * travel.size / reach, TURNED / turn)
    return max(1.0, style.nice_length(most))


def factor_words(factor: float) -> str:
    """What is to be said of a factor; nothing of displacements that are drawn as they are."""
    return "" if factor == 1.0 else f"displacements × {factor:g}"


def _turns(orientation: np.ndarray, start: np.ndarray) -> np.ndarray:
    """(b, 3) [rad], world: rotation vectors from the start to orientations (b, 4)."""
    w, v = orientation[:, :1], orientation[:, 1:]
    w0, v0 = start[:, :1], -start[:, 1:]
    product = np.concatenate((w * w0 - (v * v0).sum(axis=1, keepdims=True), w * v0 + w0 * v + np.cross(v, v0)), axis=1)
    return np.ascontiguousarray(rotation_vector(product))
