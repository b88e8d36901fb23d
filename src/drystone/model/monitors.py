"""`Monitor`: a quantity recorded at every step - where a point is, how fast, how far a block has turned.

Points are body points, given where they are in the drawing (before any initial tilt). Displacements and
rotations are measured from the drawing too: a block that starts tilted by 15 degrees starts with that rotation.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.geometry.rotation import matrix_rotation_vector

POINT_QUANTITIES = ("displacement", "velocity", "position")
TIE_QUANTITIES = ("force", "elongation")
QUANTITIES = (*POINT_QUANTITIES, "rotation", "opening", *TIE_QUANTITIES)
COMPONENTS = ("x", "y", "z", "norm")
FRAMES = ("ground", "absolute")

_AT_REST = (np.zeros(3), np.zeros(3))


@dataclass(frozen=True, slots=True)
class Monitor:
    """One watched quantity.

    A point quantity is the mean over `blocks`/`points` minus the mean over the `relative_*` points. A rotation
    is that of the first block (against the first relative block, if any), as a rotation vector [rad]; `norm` is
    its angle.
    An opening is how far point 1 has moved from point 0 along a normal that turns with block 0 [m].
    The force of a tie [N] is the mean over the step, its elongation [m] is counted from the start.
    """

    name: str
    quantity: str                       #: one of QUANTITIES
    blocks: tuple[int, ...]
    points: np.ndarray                  #: (k, 3) [m], drawing coordinates; one a block
    relative_blocks: tuple[int, ...] = ()
    relative_points: np.ndarray | None = None  #: (r, 3) [m]
    component: str | None = None        #: x, y, z, norm; None = all three
    axis: np.ndarray | None = None      #: (3,) unit: component along it, or normal of an opening
    frame: str = "ground"               #: ground: seen by who stands on it; absolute: seen from afar
    tie: int | None = None              #: number of the tie whose force or elongation it is

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the numbers it gives."""
        if self.component is None and self.axis is None and self.tie is None:
            return tuple(f"{self.name}.{c}" for c in "xyz")
        return (self.name,)

    @property
    def unit(self) -> str:
        """Unit of the numbers it gives."""
        return {"velocity": "m/s", "rotation": "rad", "force": "N"}.get(self.quantity, "m")


class MonitorSet:
    """All monitors of a model, prepared once and evaluated at every step."""

    def __init__(self, model, monitors: tuple[Monitor, ...] | None = None) -> None:
        self.monitors = tuple(model.monitors if monitors is None else monitors)
        self.columns: tuple[str, ...] = tuple(c for m in self.monitors for c in m.columns)
        self.units: tuple[str, ...] = tuple(m.unit for m in self.monitors for _ in m.columns)
        self._loads = model.loads
        self._ties = model.ties
        # the engine's frame moves with the ground for one way of shaking it, and not for the other
        shaken = {motion.by_supports for motion in model.loads.ground_motions}
        frames = {m.frame for m in self.monitors if m.quantity in POINT_QUANTITIES}
        self._add_ground = "absolute" in frames and False in shaken
        self._subtract_ground = "ground" in frames and True in shaken
        block: list[int] = []
        drawn: list[np.ndarray] = []
        rows: list[tuple[int, float]] = []   # of each point: monitor and weight
        for i, monitor in enumerate(self.monitors):
            if monitor.quantity == "rotation" or monitor.tie is not None:
                continue
            sets = [(monitor.blocks, monitor.points, 1.0)]
            if monitor.relative_points is not None:
                sets.append((monitor.relative_blocks, monitor.relative_points, -1.0))
            if monitor.quantity == "opening":
                sets = [(monitor.blocks[:1], monitor.points[:1], -1.0),
                        (monitor.blocks[1:], monitor.points[1:], 1.0)]
            for blocks, points, sign in sets:
                block += blocks
                drawn += list(points)
                rows += [(i, sign / len(blocks))] * len(blocks)
        self._block = np.array(block, dtype=np.intp)
        self._drawn = np.array(drawn, dtype=float).reshape(-1, 3)
        self._arm = (self._drawn - model.reference_position[self._block])[:, :, None]
        self._weight = np.zeros((len(self.monitors), len(block)))
        for column, (row, weight) in enumerate(rows):
            self._weight[row, column] = weight
        self._needs_velocity = any(m.quantity == "velocity" for m in self.monitors)
        self._base = self._weight @ self._drawn
        # an absolute or ground offset acts only where the weights do not cancel (a difference has none)
        self._share = self._weight.sum(axis=1)

    def evaluate(self, time: float, position: np.ndarray, rotation: np.ndarray, twist: np.ndarray,
                 tie_force: np.ndarray | None = None) -> np.ndarray:
        """(k,) values in the order of `columns`.

        Parameters
        ----------
        time : [s]
        position : (b, 3) [m]; rotation : (b, 3, 3) block frame to world; twist : (b, 6)
        tie_force : (t,) [N], of the last step, or at the start; None = zero
        """
        if not self.monitors:
            return np.zeros(0)
        values: list[float] = []
        place = speed = None
        if len(self._block):
            arm = (rotation[self._block] @ self._arm)[:, :, 0]
            place = self._weight @ (position[self._block] + arm)
            if self._needs_velocity:
                moving = twist[self._block]
                speed = self._weight @ (moving[:, :3] + _cross(moving[:, 3:], arm))
        offsets = self._offsets(time) if self._add_ground or self._subtract_ground else None
        elongation = self._ties.elongation(position, rotation) if self._ties.count else None
        for i, monitor in enumerate(self.monitors):
            if monitor.tie is not None:
                force = 0.0 if tie_force is None else float(tie_force[monitor.tie])
                values.append(force if monitor.quantity == "force" else float(elongation[monitor.tie]))
                continue
            vector = self._vector(i, monitor, place, speed, rotation)
            if offsets is not None and monitor.quantity in POINT_QUANTITIES:
                vector = vector + self._share[i] * offsets[monitor.frame][monitor.quantity == "velocity"]
            _append(values, monitor, vector, rotation)
        return np.array(values)

    def _vector(self, i: int, monitor: Monitor, place, speed, rotation) -> np.ndarray:
        if monitor.quantity == "rotation":
            turned = rotation[monitor.blocks[0]]
            if monitor.relative_blocks:
                turned = turned @ rotation[monitor.relative_blocks[0]].T
            return matrix_rotation_vector(turned)
        if monitor.quantity == "velocity":
            return speed[i]
        return place[i] - self._base[i] if monitor.quantity == "displacement" else place[i]

    def _offsets(self, time: float) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """What to add: the frame's motion for `absolute`, minus that of the moved supports for `ground`."""
        frame = self._loads.ground_frame(time) if self._add_ground else _AT_REST
        moved = self._loads.ground_frame(time, by_supports=True) if self._subtract_ground else _AT_REST
        return {"absolute": frame, "ground": (-moved[0], -moved[1])}


def evaluate_monitors(monitors, model, position, rotation, twist, time: float = 0.0) -> dict[str, float]:
    """Values by column name, for a single pose; a run prepares a `MonitorSet` instead."""
    prepared = MonitorSet(model, tuple(monitors))
    return dict(zip(prepared.columns, prepared.evaluate(time, position, rotation, twist).tolist()))


def _append(values: list[float], monitor: Monitor, vector: np.ndarray, rotation: np.ndarray) -> None:
    if monitor.quantity == "opening":
        values.append(float((rotation[monitor.blocks[0]] @ monitor.axis) @ vector
                            - monitor.axis @ (monitor.points[1] - monitor.points[0])))
    elif monitor.axis is not None:
        values.append(float(monitor.axis @ vector))
    elif monitor.component is None:
        values.extend(vector.tolist())
    elif monitor.component == "norm":
        x, y, z = vector.tolist()
        values.append((x * x + y * y + z * z) ** 0.5)
    else:
        values.append(float(vector["xyz".index(monitor.component)]))


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Row-wise cross product; np.cross costs three times as much on few rows."""
    out = np.empty_like(a)
    out[:, 0] = a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1]
    out[:, 1] = a[:, 2] * b[:, 0] - a[:, 0] * b[:, 2]
    out[:, 2] = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return out
