"""Live loads: what grows with the multiplier alpha while the dead load stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.checks import AXES, check_direction, check_vector
from drystone.errors import InputError
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.limit.equilibrium import add_point_forces
from drystone.model.loads import BodyLoad, PointLoads
from drystone.model.model import Model
from drystone.model.selection import Selection, as_names


@dataclass(frozen=True, slots=True)
class LiveLoad:
    """Forces at alpha = 1. Live loads are added with +."""

    wrench: np.ndarray            #: (b, 6) [N, N m], about the centres of mass, world
    label: str                    #: what it is, in words
    unit: str = "-"               #: of alpha
    taken: tuple[str, ...] = ()   #: loads of the model that are live, hence not dead

    def __add__(self, other: LiveLoad) -> LiveLoad:
        unit = self.unit if self.unit == other.unit else "-"
        return LiveLoad(self.wrench + other.wrench, f"{self.label} and {other.label}", unit, self.taken + other.taken)


def read_direction(what: str, direction: str | Sequence[float]) -> np.ndarray:
    """Unit vector from a vector or from +x, -x, +y, -y, +z, -z (a letter alone is positive)."""
    if isinstance(direction, str):
        letter = direction.removeprefix("+").removeprefix("-")
        if letter not in AXES:
            raise InputError(f"{what} must be one of +x, -x, +y, -y, +z, -z or three numbers, got {direction!r}")
        return np.array(AXES[letter]) * (-1.0 if direction.startswith("-") else 1.0) + 0.0
    return check_direction(what, direction)


def acceleration(model: Model, direction: str | Sequence[float], target: str | Sequence[str] = ()) -> LiveLoad:
    """Forces mass times gravity along `direction` on all blocks, or on those named; alpha is in g.

    The direction is that in which the forces push, the opposite of the ground's acceleration.
    """
    unit = _in_plane(model, "live load: direction", read_direction("live load: direction", direction))
    gravity = float(np.linalg.norm(model.gravity))
    if gravity == 0.0:
        raise InputError("live load: an acceleration in g needs gravity, which is zero; use body_force")
    shown = "(" + ", ".join(f"{x:.4g}" for x in unit + 0.0) + ")"
    label = f"acceleration towards {direction if isinstance(direction, str) else shown}"
    return LiveLoad(_field(model, gravity * unit, target), label + _of(target), "g")


def body_force(model: Model, vector: Sequence[float], target: str | Sequence[str] = ()) -> LiveLoad:
    """Forces mass times `vector` (3,) [m/s2] on all blocks, or on those named."""
    field = _in_plane(model, "live load: body force", check_vector("live load: body force", vector, "m/s2"))
    return LiveLoad(_field(model, field, target), "body force" + _of(target))


def point_force(model: Model, block: str, point: Sequence[float], force: Sequence[float]) -> LiveLoad:
    """Force (3,) [N] on the point of a block that is at `point` [m] in the drawing."""
    what = "live load: point force"
    number = _selection(model).block(what, block)
    vector = _in_plane(model, what, check_vector(f"{what}: force", force, "N"))
    rotation = quaternion_to_matrix(model.initial_orientation[number][None])[0]
    arm = rotation @ (check_vector(f"{what}: point", point, "m") - model.reference_position[number])
    wrench = np.zeros((model.block_count, 6))
    add_point_forces(wrench, np.array([number]), arm[None], vector[None])
    return LiveLoad(wrench, f"point force on {block!r}")


def named_load(model: Model, *names: str) -> LiveLoad:
    """Loads of the model file by name, at factor 1; they are then no part of the dead load."""
    loads: dict[str, BodyLoad | PointLoads] = {load.name: load for load in model.loads.body_loads}
    loads |= {load.name: load for load in model.loads.point_loads}
    wrench = np.zeros((model.block_count, 6))
    rotation = quaternion_to_matrix(model.initial_orientation)
    for name in names:
        if name not in loads:
            known = ", ".join(loads) or "none"
            raise InputError(f"live load: no load of the model is called {name!r}; there are: {known}")
        load = loads[name]
        if isinstance(load, BodyLoad):
            wrench[:, :3] += load.weight[:, None] * load.acceleration
        else:
            arm = np.einsum("kij,kj->ki", rotation[load.block], load.point)
            add_point_forces(wrench, load.block, arm, load.force)
    return LiveLoad(wrench, f"load{'s' if len(names) > 1 else ''} {', '.join(names)}", "-", tuple(names))


def settlement(model: Model, target: str | Sequence[str], direction: str | Sequence[float] | None = None, *,
               axis: str | Sequence[float] | None = None, about: Sequence[float] | None = None) -> np.ndarray:
    """(b, 6) unit twist of supports: 1 m/s along `direction`, or 1 rad/s about the line through `about` [m]."""
    what = "settlement"
    if (direction is None) == (axis is None) or (axis is None) != (about is None):
        raise InputError(f"{what} needs either direction, or axis and about")
    blocks = _selection(model).blocks(what, target)
    for block in blocks:
        if not model.is_support[block]:
            raise InputError(f"{what}: block {model.block_names[block]!r} is no support")
    twist = np.zeros((model.block_count, 6))
    if direction is not None:
        twist[blocks, :3] = _in_plane(model, f"{what}: direction", read_direction(f"{what}: direction", direction))
        return twist
    unit = read_direction(f"{what}: axis", () if axis is None else axis)
    arm = model.initial_position[blocks] - check_vector(f"{what}: about", about, "m")
    twist[blocks, :3], twist[blocks, 3:] = np.cross(unit, arm), unit
    return twist


def _selection(model: Model) -> Selection:
    return Selection(model.block_names, model.block_groups)


def _field(model: Model, vector: np.ndarray, target: str | Sequence[str]) -> np.ndarray:
    wrench = np.zeros((model.block_count, 6))
    names = as_names(target)
    chosen = _selection(model).blocks("live load", names) if names else slice(None)
    wrench[chosen, :3] = model.mass[chosen, None] * vector
    wrench[model.is_support] = 0.0
    return wrench


def _in_plane(model: Model, what: str, vector: np.ndarray) -> np.ndarray:
    axis = model.planar_axis
    if axis is not None and abs(vector[axis]) > 1e-12 * np.abs(vector).max(initial=0.0):
        raise InputError(f"{what} must lie in the plane of the model, got {[float(x) for x in vector]!r}")
    return vector


def _of(target: str | Sequence[str]) -> str:
    names = as_names(target)
    return f" of {', '.join(names)}" if names else ""
