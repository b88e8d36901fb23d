"""What acts on nodes and bodies in an interval: weight, loads, the ground's acceleration; how supports move."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from drystone.engines.dem.points import locate, spread_over_face
from drystone.engines.dem.world import Structure
from drystone.model.model import Model

#: Times within an interval at which the motion of supports is looked at; straight in between.
SAMPLES = 8


class IntervalLoads(NamedTuple):
    """Loads of one interval: straight from their values at its start to those at its end."""

    start: np.ndarray        #: (3 e,) [N], on nodes
    end: np.ndarray          #: (3 e,) [N]
    body_start: np.ndarray   #: (r, 3) [N], on rigid bodies
    body_end: np.ndarray     #: (r, 3) [N]


class NodeLoads:
    """The program of a model's loads, spread over nodes and bodies."""

    def __init__(self, model: Model, structure: Structure) -> None:
        self._loads, bodies, mesh = model.loads, structure.bodies, structure.mesh
        self._count = mesh.elastic_nodes
        self._mass, self._body_mass = structure.true_mass, model.mass[bodies.block]
        self._gravity = model.gravity
        self._body_of = {int(b): r for r, b in enumerate(bodies.block)}
        self._bodies, self._block = bodies.block, mesh.node_block[:self._count]
        self.weight = (self._mass[:, None] * model.gravity).ravel()     #: (3 e,) [N]
        self._patterns = [(load.factor, *self._spread(model, structure, load)) for load in self._loads.point_loads]
        for load in self._loads.body_loads:
            share = np.divide(load.weight, model.mass, out=np.zeros_like(load.weight), where=model.mass > 0.0)
            nodes = (self._mass * share[self._block])[:, None] * load.acceleration
            body = load.weight[self._bodies][:, None] * load.acceleration
            self._patterns.append((load.factor, nodes.ravel(), body))

    def _spread(self, model: Model, structure: Structure, load) -> tuple[np.ndarray, np.ndarray]:
        """Forces of point loads on nodes (3 e,) and bodies (r, 3) [N]."""
        nodes, body = np.zeros((self._count, 3)), np.zeros((len(self._bodies), 3))
        for block, point, force in zip(load.block, load.point, load.force):
            if int(block) in self._body_of:
                body[self._body_of[int(block)]] += force
                continue
            drawn = model.reference_position[block] + point
            number, share = spread_over_face(structure.mesh, int(block), drawn, force) if load.is_pressure else \
                locate(structure.mesh, int(block), drawn)
            np.add.at(nodes, number, share[:, None] * force)
        return nodes.ravel(), body

    def over(self, t0: float, t1: float) -> IntervalLoads:
        """Loads between two times [s] of the loads' clock; the ground's acceleration is its mean over them."""
        start = self.weight.copy()
        body_start = self._body_mass[:, None] * self._gravity
        if self._loads.ground_motions:
            shaking = self._loads.ground_velocity_increment(t0, t1) / (t1 - t0)
            start -= (self._mass[:, None] * shaking).ravel()
            body_start = body_start - self._body_mass[:, None] * shaking
        end, body_end = start.copy(), body_start.copy()
        slack = 1e-9 * (t1 - t0)       # at a jump: what acts within the interval
        for factor, nodes, body in self._patterns:
            a, b = factor.at(t0 + slack), factor.at(t1 - slack)
            start += a * nodes
            end += b * nodes
            body_start = body_start + a * body
            body_end = body_end + b * body
        return IntervalLoads(start, end, body_start, body_end)

    def path(self, t0: float, t1: float) -> np.ndarray:
        """(SAMPLES + 1, r, 6) [m, rad], displacement and rotation of bodies from the start at even times."""
        out = np.zeros((SAMPLES + 1, len(self._bodies), 6))
        if self._loads.moves_supports:
            for k, time in enumerate(np.linspace(t0, t1, SAMPLES + 1)):
                moved, turned, _ = self._loads.support_motion(float(time))
                out[k, :, :3], out[k, :, 3:] = moved[self._bodies], turned[self._bodies]
        return out
