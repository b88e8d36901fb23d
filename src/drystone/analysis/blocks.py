"""How blocks of a run moved: displacements and rotations, drift, and which way a structure fell.

All of it is read from the frames that the run kept. Displacements and rotations are measured from the
drawing, as monitors do, so a block that starts tilted by 15 degrees starts with that rotation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.checks import check_vector
from drystone.errors import InputError
from drystone.geometry.rotation import rotation_vector
from drystone.geometry.unwrap import unwrap_rotation
from drystone.model.selection import Selection
from drystone.model.tables import FRAMES
from drystone.results.result import RunResult
from drystone.results.static import static_array

_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


@dataclass(frozen=True, slots=True)
class BlockHistory:
    """Motion of one block."""

    name: str
    time: np.ndarray              #: (f,) [s]
    displacement: np.ndarray      #: (f, 3) [m], of the centre of mass, from the drawing
    rotation: np.ndarray          #: (f, 3) [rad], rotation vector from the drawing, without jumps
    velocity: np.ndarray          #: (f, 3) [m/s], of the centre of mass
    angular_velocity: np.ndarray  #: (f, 3) [rad/s], world


def block_names(result: RunResult) -> tuple[str, ...]:
    """Names of all blocks of a run, supports too."""
    return _texts(result, "block_names")


def block_groups(result: RunResult) -> tuple[tuple[str, ...], ...]:
    """Groups of each block."""
    return tuple(tuple(text.split(",")) if text else () for text in _texts(result, "block_groups"))


def find_blocks(result: RunResult, names: str | Sequence[str]) -> list[int]:
    """Numbers of blocks by name or group; InputError suggests the nearest name for one that is not there."""
    what = f"run '{result.directory}'"
    return Selection(block_names(result), block_groups(result)).blocks(what, names)


def block_history(result: RunResult, block: str) -> BlockHistory:
    """Displacement, rotation and their rates of the block called `block`, at every kept frame."""
    i, frames = one_block(result, block), result.frames
    rotation = unwrap_rotation(rotation_vector(frames.orientation[:, i]))
    moved = frames.position[:, i] - static_array(result, "reference_position")[i]
    return BlockHistory(block, frames.time, moved, rotation, frames.twist[:, i, :3], frames.twist[:, i, 3:])


def drift(result: RunResult, upper: str, lower: str, axis: str | Sequence[float] = "x") -> np.ndarray:
    """(f,) [-]: how far block `upper` moved against block `lower` along `axis`, by their difference in
    height.

    The height is that between the centres of mass in the drawing; a support may be the lower block.
    """
    direction = as_axis("drift: axis", axis)
    i, j = one_block(result, upper), one_block(result, lower)
    drawn = static_array(result, "reference_position")
    height = float(drawn[i, 2] - drawn[j, 2])
    if height <= 0.0:
        raise InputError(f"drift: block {upper!r} must be drawn above block {lower!r} [m], got {height!r}")
    position = result.frames.position
    return ((position[:, i] - drawn[i]) - (position[:, j] - drawn[j])) @ direction / height


def mean_displacement(result: RunResult) -> np.ndarray:
    """(f, 3) [m]: mean displacement, weighted by mass, of the blocks that are no supports and still there."""
    counted = ~static_array(result, "is_support").astype(bool) & is_active(result).all(axis=0)
    mass = np.where(counted, static_array(result, "mass"), 0.0)
    if mass.sum() <= 0.0:
        raise InputError(f"run '{result.directory}': no block is free to move")
    moved = result.frames.position - static_array(result, "reference_position")
    return np.einsum("b,fbi->fi", mass / mass.sum(), moved)


def fall_side(result: RunResult, axis: str | Sequence[float] = "x", *, least: float) -> int:
    """Which way a structure fell: +1 or -1 along `axis`, or 0: its mean moved by `least` [m] or less."""
    direction = as_axis("fall_side: axis", axis)
    moved = mean_displacement(result)
    along = float(moved[-1] @ direction) if len(moved) else 0.0
    return 0 if abs(along) <= least else int(np.sign(along))


def is_active(result: RunResult) -> np.ndarray:
    """(f, b) bool: False once an event removed the block."""
    position = result.frames.position
    if "is_active" in result.tables[FRAMES].columns:
        return result.column(FRAMES, "is_active")
    return np.ones(position.shape[:2], bool)


def as_axis(what: str, axis: str | Sequence[float] | np.ndarray) -> np.ndarray:
    """(3,) unit vector from "x", "y", "z" or three numbers."""
    if isinstance(axis, str):
        if axis not in _AXES:
            raise InputError(f"{what} must be x, y, z or a vector, got {axis!r}")
        return np.array(_AXES[axis])
    direction = check_vector(what, axis, "-")
    length = float(np.linalg.norm(direction))
    if length == 0.0:
        raise InputError(f"{what} must have a length > 0 [-], got {axis!r}")
    return direction / length


def one_block(result: RunResult, name: str) -> int:
    """Number of the block called `name`; InputError suggests the nearest name."""
    return Selection(block_names(result), ()).block(f"run '{result.directory}'", name)


def _texts(result: RunResult, name: str) -> tuple[str, ...]:
    return tuple(t.decode() if isinstance(t, bytes) else str(t) for t in static_array(result, name).tolist())
