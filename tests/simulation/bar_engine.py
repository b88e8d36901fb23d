"""A deformable engine for tests: an upright elastic bar on the ground, as a chain of masses and springs.

Node 0 is fixed. Springs k = E A n / L, masses m = M / n, half of that at both ends. Exact for the chain: frequencies
w_j = 2 sqrt(k/m) sin((2 j - 1) pi / 4 n), modes sin((2 j - 1) pi i / 2 n), sag of the top rho g L^2 / 2 E.
Each interval takes 1,000 explicit sub-steps (velocity Verlet).

A run keeps the corners of the cross-section at every node of the chain, and those of the supports, as its table `nodes`
(src/drystone/results/README.md); its surface is a chain of boxes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from pydantic import Field

from drystone.errors import InputError
from drystone.model.parts import build_parts
from drystone.model.points import Placed
from drystone.model.report import Report
from drystone.model.settings import EngineSettings, Positive
from drystone.model.shape import SURFACE_ARRAYS, RigidParts
from drystone.model.state import State
from drystone.model.tables import STEPS, TableSpec

SUB_STEPS = 1000
SECTION = 4       #: corners of a cross-section
_SIDES = tuple((i, (i + 1) % 4, (i + 1) % 4 + 4, i + 4) for i in range(4))
_BOX = ((3, 2, 1, 0), (4, 5, 6, 7), *_SIDES)     #: faces of the box between two cross-sections


class BarSettings(EngineSettings):
    """How the bar is stepped, what it is made of and how it starts."""

    engine: Literal["bar"]
    young: Positive = Field(description="modulus of elasticity [Pa]")
    springs: int = 8
    damping: float = 0.0   #: [1/s], force over mass and velocity
    sagged: bool = False   #: starts in balance with its weight
    pluck: float = 0.0     #: [m], of the top, in the shape of the first mode


@dataclass(frozen=True, slots=True)
class BarState(State):
    """Displacements and velocities along z of all nodes."""

    displacement: np.ndarray = field(default_factory=lambda: np.zeros(0))  #: (n + 1,) [m]
    velocity: np.ndarray = field(default_factory=lambda: np.zeros(0))      #: (n + 1,) [m/s]


class BarPoints:
    """Points between the nodes of the bar; those of supports stay where they are."""

    def __init__(self, nodes: np.ndarray, moves: np.ndarray, drawn: np.ndarray) -> None:
        """nodes : (n + 1,) [m], heights; moves : (k,) bool; drawn : (k, 3) [m]"""
        self._nodes, self._moves, self._drawn = nodes, moves, drawn

    def at(self, state: BarState) -> Placed:
        """Where they are."""
        place, velocity = self._drawn.copy(), np.zeros(self._drawn.shape)
        height = self._drawn[:, 2]
        place[:, 2] += np.where(self._moves, np.interp(height, self._nodes, state.displacement), 0.0)
        velocity[:, 2] = np.where(self._moves, np.interp(height, self._nodes, state.velocity), 0.0)
        return Placed(place, velocity, np.tile(np.eye(3), (len(place), 1, 1)))


def bar_surface(model, own: int, heights: np.ndarray) -> dict[str, np.ndarray]:
    """Arrays `nodes.drawn` and `surface.*`: a box between any two of the heights (n + 1,) [m] of block `own`, and the
    supports as they are. Nodes are the corners of the sections, from the lowest up, and then those of the supports.
    """
    rigid = RigidParts.of_model(model)
    block, ptr = rigid.surface.part_block, rigid.surface.vertex_ptr
    arm = rigid.arm[rigid.surface.vertex_block == own]
    (x, y, _), (right, back, _) = model.reference_position[own] + (arm.min(axis=0), arm.max(axis=0))
    corner = np.array([(x, y), (right, y), (right, back), (x, back)])
    section = np.column_stack((np.tile(corner, (len(heights), 1)), np.repeat(heights, SECTION)))
    boxes = [np.arange(SECTION * k, SECTION * (k + 2)) for k in range(len(heights) - 1)]
    solids = [(own, section[box], _BOX) for box in boxes]
    solids += [(k, model.reference_position[k] + rigid.arm[ptr[i]:ptr[i + 1]], rigid.surface.part_faces[i])
               for i, k in enumerate(block.tolist()) if k != own]
    parts, rest = build_parts(solids), np.concatenate([np.zeros((0, 3)), *(v for _, v, _ in solids[len(boxes):])])
    node = np.concatenate([*boxes, np.arange(len(rest)) + len(section)])
    return {"nodes.drawn": np.concatenate((section, rest)), "surface.node": node,
            **{f"surface.{name}": getattr(parts, name) for name in SURFACE_ARRAYS}}


class BarEngine:
    """One upright bar."""

    works = ("damping",)

    def __init__(self, model, settings: BarSettings, end_time: float) -> None:
        self.model, self.settings, self.dt = model, settings, settings.dt
        self.own = int(np.argmin(model.is_support))
        if (~model.is_support).sum() != 1:
            raise InputError(f"engine bar: takes one bar, got {int((~model.is_support).sum())} blocks")
        n, vertex = settings.springs, model.parts.vertex[model.parts.vertex_ptr[self.own]:][:8]
        low, high = vertex[:, 2].min(), vertex[:, 2].max()
        area = float(np.prod(np.ptp(vertex[:, :2], axis=0)))
        self.nodes = model.reference_position[self.own, 2] + np.linspace(low, high, n + 1)
        self.stiffness = settings.young * area * n / (high - low)
        self.mass = np.full(n + 1, model.mass[self.own] / n)
        self.mass[[0, -1]] *= 0.5
        self.weight = self.mass * model.gravity[2]
        self.surface = bar_surface(model, self.own, self.nodes)
        self.drawn = self.surface["nodes.drawn"]
        self.tables = {STEPS: TableSpec({"force_ratio": ("<f8", (), "-"), "speed": ("<f8", (), "m/s")}),
                       "nodes": TableSpec({"position": ("<f8", self.drawn.shape, "m"),
                                           "velocity": ("<f8", self.drawn.shape, "m/s")})}

    def start(self) -> BarState:
        n = self.settings.springs
        shape = self.settings.pluck * np.sin(np.pi * np.arange(n + 1) / (2 * n))
        if self.settings.sagged:
            above = np.cumsum(self.weight[::-1])[::-1][1:]
            shape[1:] += np.cumsum(above) / self.stiffness
        state = BarState.start(self.model, len(self.works), displacement=shape, velocity=np.zeros(n + 1))
        return self._with_head(state)

    def restore(self, arrays) -> BarState:
        return BarState.from_arrays(dict(arrays))

    def advance(self, state: BarState) -> tuple[BarState, Report]:
        step, c = self.dt / SUB_STEPS, self.settings.damping
        u, v, lost = state.displacement.copy(), state.velocity.copy(), 0.0
        slow = 1.0 / (1.0 + 0.5 * step * c)
        pull = self._force(u) / self.mass
        pull[0] = 0.0
        for _ in range(SUB_STEPS):
            middle = v + 0.5 * step * (pull - c * v)
            u += step * middle
            pull = self._force(u) / self.mass
            pull[0] = 0.0
            v = slow * (middle + 0.5 * step * pull)
            if c:
                lost += step * c * float(self.mass @ middle**2)
        new = state.with_(time=(state.step + 1) * self.dt, step=state.step + 1, displacement=u, velocity=v,
                          work=state.work - lost)
        force = self._force(u)[1:] - c * self.mass[1:] * v[1:]
        numbers = {"force_ratio": float(np.abs(force).max() / np.abs(self.weight).sum()),
                   "speed": float(np.abs(v).max())}
        return self._with_head(new), Report(numbers=numbers, counts={"sub_steps": SUB_STEPS})

    def apply(self, state: BarState, events) -> BarState:
        return state

    def energies(self, state: BarState) -> dict[str, float]:
        stretch = np.diff(state.displacement)
        return {"kinetic": 0.5 * float(self.mass @ state.velocity**2),
                "potential": -float(self.weight @ (self.nodes + state.displacement)),
                "strain": 0.5 * self.stiffness * float(stretch @ stretch)}

    def points(self, block, drawn) -> BarPoints:
        return BarPoints(self.nodes, ~self.model.is_support[block], drawn)

    def static(self) -> dict[str, np.ndarray]:
        return self.surface

    def rows(self, state: BarState, report, due) -> dict[str, dict[str, object]]:
        rows = {}
        if STEPS in due:
            rows[STEPS] = {"force_ratio": 1.0, "speed": 0.0} if report is None else dict(report.numbers)
        if "nodes" in due:
            rows["nodes"] = {"position": self.drawn + self._on_corners(state.displacement),
                             "velocity": self._on_corners(state.velocity)}
        return rows

    def _on_corners(self, along: np.ndarray) -> np.ndarray:
        """Vectors of all nodes that are kept, from values (n + 1,) along z; supports stand still."""
        out = np.zeros(self.drawn.shape)
        out[:SECTION * len(along), 2] = np.repeat(along, SECTION)
        return out

    def _force(self, u: np.ndarray) -> np.ndarray:
        """(n + 1,) [N], of springs and weight on the nodes."""
        spring = self.stiffness * np.diff(u)
        force = self.weight.copy()
        force[:-1] += spring
        force[1:] -= spring
        return force

    def _with_head(self, state: BarState) -> BarState:
        """The block's pose and twist are those of its centre of mass."""
        position, twist, share = state.position.copy(), state.twist.copy(), self.mass / self.mass.sum()
        position[self.own, 2] = self.model.reference_position[self.own, 2] + share @ state.displacement
        twist[self.own, 2] = share @ state.velocity
        return state.with_(position=position, twist=twist)
