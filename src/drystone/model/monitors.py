"""`Monitor`: a quantity recorded as a run goes on - where a point is, how fast, how far a block has turned.

Points are body points, given where they are in the drawing (before any initial tilt). Displacements and
rotations are measured from the drawing too: a block that starts tilted by 15 degrees starts with that rotation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from drystone.geometry.rotation import matrix_rotation_vector
from drystone.model.joint_monitors import JOINT_QUANTITIES, joint_value
from drystone.model.points import PointMap, RigidPoints
from drystone.model.state import State

POINT_QUANTITIES = ("displacement", "velocity", "position")
TIE_QUANTITIES = ("force", "elongation")
#: How one point moves against another one at a joint whose normal turns with a block.
GAP_QUANTITIES = ("opening", "slip")
QUANTITIES = (*POINT_QUANTITIES, "rotation", *GAP_QUANTITIES, *TIE_QUANTITIES, *JOINT_QUANTITIES)
COMPONENTS = ("x", "y", "z", "norm")
FRAMES = ("ground", "absolute")

_AT_REST = (np.zeros(3), np.zeros(3))


@dataclass(frozen=True, slots=True)
class Monitor:
    """One watched quantity.

    A point quantity is the mean over `blocks`/`points` minus the mean over the `relative_*` points. A rotation
    is that of the first block (against the first relative block, if any), as a rotation vector [rad]; `norm` is
    its angle.
    An opening is how far point 1 has moved from point 0 along a normal that turns with block 0 [m], a slip how far
    across it. Forces and eccentricity of a joint are those of all interfaces between two blocks in the last step.
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
    joint: tuple[int, int] | None = None       #: numbers of the blocks whose joint it is

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the numbers it gives."""
        if self.component is None and self.axis is None and self.tie is None and self.joint is None:
            return tuple(f"{self.name}.{c}" for c in "xyz")
        return (self.name,)

    @property
    def unit(self) -> str:
        """Unit of the numbers it gives."""
        return {"velocity": "m/s", "rotation": "rad", "force": "N", "normal_force": "N", "shear_force": "N",
                "eccentricity": "-"}.get(self.quantity, "m")


class MonitorSet:
    """All monitors of a model, prepared once and evaluated at every step.

    Points go through the engine's `points`, so that what is watched may lie in a rigid block or in a deformed one.
    """

    def __init__(self, model, points: Callable[[np.ndarray, np.ndarray], PointMap] | None = None,
                 monitors: tuple[Monitor, ...] | None = None) -> None:
        """points : of the engine; None: of rigid blocks. monitors : None: those of the model"""
        self.monitors = tuple(model.monitors if monitors is None else monitors)
        self.columns: tuple[str, ...] = tuple(c for m in self.monitors for c in m.columns)
        self.units: tuple[str, ...] = tuple(m.unit for m in self.monitors for _ in m.columns)
        self._loads, self._ties = model.loads, model.ties
        # the engine's frame moves with the ground for one way of shaking it, and not for the other
        shaken = {motion.by_supports for motion in model.loads.ground_motions}
        frames = {m.frame for m in self.monitors if m.quantity in POINT_QUANTITIES}
        self._add_ground = "absolute" in frames and False in shaken
        self._subtract_ground = "ground" in frames and True in shaken
        chosen = _Chosen()
        self._turned: list[tuple[int, ...]] = [chosen.add(i, m, model) for i, m in enumerate(self.monitors)]
        self._watched = slice(0, len(chosen.block))
        if any(m.tie is not None for m in self.monitors):
            chosen.add_ties(model)
        block, drawn = np.array(chosen.block, dtype=np.intp), np.array(chosen.drawn, dtype=float).reshape(-1, 3)
        make = points or partial(RigidPoints, model.reference_position)
        self._points = make(block, drawn) if len(block) else None
        self._weight = np.zeros((len(self.monitors), self._watched.stop))
        for row, column, weight in chosen.weights:
            self._weight[row, column] = weight
        self._needs_velocity = any(m.quantity == "velocity" for m in self.monitors)
        self._base = self._weight @ drawn[self._watched]
        # an absolute or ground offset acts only where the weights do not cancel (a difference has none)
        self._share = self._weight.sum(axis=1)

    @property
    def of_joints(self) -> tuple[Monitor, ...]:
        """Those that need the forces of joints."""
        return tuple(monitor for monitor in self.monitors if monitor.joint is not None)

    def evaluate(self, state: State, tie_force: np.ndarray | None = None,
                 interfaces: Mapping[str, np.ndarray] | None = None) -> np.ndarray:
        """(k,) values in the order of `columns`, of the last step.

        tie_force : (t,) [N]; None = zero
        interfaces : columns of that table; None: no joint carries anything
        """
        if self._points is None:      # no point is watched
            return np.array([joint_value(m.quantity, m.joint, interfaces)
                             for m in self.of_joints if m.joint is not None])
        values: list[float] = []
        placed = self._points.at(state)
        place = self._weight @ placed.place[self._watched]
        speed = self._weight @ placed.velocity[self._watched] if self._needs_velocity else None
        offsets = self._offsets(self._loads.clock(state)) if self._add_ground or self._subtract_ground else None
        elongation = self._elongation(placed.place)
        for i, monitor in enumerate(self.monitors):
            if monitor.joint is not None:
                values.append(joint_value(monitor.quantity, monitor.joint, interfaces))
                continue
            if monitor.tie is not None:
                force = 0.0 if tie_force is None else float(tie_force[monitor.tie])
                values.append(force if monitor.quantity == "force" else float(elongation[monitor.tie]))
                continue
            turned = placed.rotation[list(self._turned[i])]
            vector = self._vector(i, monitor, place, speed, turned)
            if offsets is not None and monitor.quantity in POINT_QUANTITIES:
                vector = vector + self._share[i] * offsets[monitor.frame][monitor.quantity == "velocity"]
            _append(values, monitor, vector, turned)
        return np.array(values)

    def _elongation(self, place: np.ndarray) -> np.ndarray:
        """(t,) [m], of all ties, whose ends follow the points that monitors watch."""
        ends = place[self._watched.stop:]
        if not len(ends):      # no monitor asks for it
            return np.zeros(0)
        return np.sqrt(((ends[self._ties.count:] - ends[:self._ties.count]) ** 2).sum(axis=1)) - self._ties.length

    def _vector(self, i: int, monitor: Monitor, place, speed, turned: np.ndarray) -> np.ndarray:
        if monitor.quantity == "rotation":
            return matrix_rotation_vector(turned[0] @ turned[1].T if len(turned) > 1 else turned[0])
        if monitor.quantity == "velocity":
            return speed[i]
        return place[i] - self._base[i] if monitor.quantity == "displacement" else place[i]

    def _offsets(self, time: float) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """What to add: the frame's motion for `absolute`, minus that of the moved supports for `ground`."""
        frame = self._loads.ground_frame(time) if self._add_ground else _AT_REST
        moved = self._loads.ground_frame(time, by_supports=True) if self._subtract_ground else _AT_REST
        return {"absolute": frame, "ground": (-moved[0], -moved[1])}


class _Chosen:
    """Points that monitors need, and with which weight each counts."""

    def __init__(self) -> None:
        self.block: list[int] = []
        self.drawn: list[np.ndarray] = []
        self.weights: list[tuple[int, int, float]] = []   # monitor, point, weight

    def add(self, row: int, monitor: Monitor, model) -> tuple[int, ...]:
        """Points of the monitor number `row`; returns those whose rotation it needs."""
        if monitor.tie is not None or monitor.joint is not None:
            return ()
        first = len(self.block)
        if monitor.quantity == "rotation":
            blocks = (*monitor.blocks[:1], *monitor.relative_blocks[:1])
            self._append(blocks, model.reference_position[list(blocks)])
            return tuple(range(first, len(self.block)))
        sets = [(monitor.blocks, monitor.points, 1.0)]
        if monitor.relative_points is not None:
            sets.append((monitor.relative_blocks, monitor.relative_points, -1.0))
        if monitor.quantity in GAP_QUANTITIES:
            sets = [(monitor.blocks[:1], monitor.points[:1], -1.0), (monitor.blocks[1:], monitor.points[1:], 1.0)]
        for blocks, points, sign in sets:
            self.weights += [(row, len(self.block) + k, sign / len(blocks)) for k in range(len(blocks))]
            self._append(blocks, points)
        return (first,) if monitor.quantity in GAP_QUANTITIES else ()

    def add_ties(self, model) -> None:
        """Both ends of all ties, first those on blocks a."""
        ties, centre = model.ties, model.reference_position
        self._append(ties.block_a, centre[ties.block_a] + ties.point_a)
        self._append(ties.block_b, centre[ties.block_b] + ties.point_b)

    def _append(self, blocks, points) -> None:
        self.block += [int(b) for b in blocks]
        self.drawn += list(points)


def evaluate_monitors(monitors, model, state: State) -> dict[str, float]:
    """Values by column name, for a single state; a run prepares a `MonitorSet` instead."""
    prepared = MonitorSet(model, monitors=tuple(monitors))
    return dict(zip(prepared.columns, prepared.evaluate(state).tolist()))


def _append(values: list[float], monitor: Monitor, vector: np.ndarray, turned: np.ndarray) -> None:
    if monitor.quantity == "opening":
        values.append(float((turned[0] @ monitor.axis) @ vector
                            - monitor.axis @ (monitor.points[1] - monitor.points[0])))
    elif monitor.quantity == "slip":
        normal = turned[0] @ monitor.axis
        moved = vector - turned[0] @ (monitor.points[1] - monitor.points[0])
        values.append(float(np.linalg.norm(moved - (normal @ moved) * normal)))
    elif monitor.axis is not None:
        values.append(float(monitor.axis @ vector))
    elif monitor.component is None:
        values.extend(vector.tolist())
    elif monitor.component == "norm":
        x, y, z = vector.tolist()
        values.append((x * x + y * y + z * z) ** 0.5)
    else:
        values.append(float(vector["xyz".index(monitor.component)]))
