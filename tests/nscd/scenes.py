"""Small scenes that several tests of the rigid-block engine share."""

from __future__ import annotations

import math

import numpy as np

from drystone import patterns
from drystone.engines.nscd.engine import NscdEngine, compute_energies
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps

G = 9.81


def block_on_ground(size=(0.6, 0.6, 2.0), friction=2.0, **joint) -> Assembly:
    """One block standing on the ground."""
    scene = Assembly("block", gravity=G)
    scene.material("stone", density=1800.0)
    scene.joint("dry", friction=friction, **joint)
    scene.add("block", box(size, center=(0.0, 0.0, size[2] / 2)), material="stone")
    scene.add_ground(level=0.0)
    return scene


def tilted_block(angle_deg=15.0, size=(0.6, 0.6, 2.0), friction=2.0) -> Assembly:
    """A block tilted about its right edge, ready to rock."""
    scene = block_on_ground(size, friction)
    scene.tilt("block", angle_deg=angle_deg, axis="y", about=(size[0] / 2, 0.0, 0.0))
    return scene


def incline(angle: float, friction: float) -> Assembly:
    """A block on level ground under a gravity that leans by `angle` [rad]: an incline without oblique geometry."""
    scene = Assembly("incline", gravity=(G * math.sin(angle), 0.0, -G * math.cos(angle)))
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=friction)
    scene.add("block", box((1.0, 1.0, 0.5), center=(0.0, 0.0, 0.25)), material="stone")
    scene.add("floor", box((40.0, 4.0, 0.5), center=(15.0, 0.0, -0.25)), material="stone")
    scene.support("floor")
    return scene


def wall(courses=20, bond="running") -> Assembly:
    """Dry wall of ten blocks a course, 0.4 x 0.2 x 0.2 m each, friction 0.6."""
    scene = Assembly("wall", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.6)
    make = patterns.running_bond if bond == "running" else patterns.stack_bond
    scene.add_pattern(make(length=4.0, courses=courses, block=(0.4, 0.2), thickness=0.2), material="stone")
    scene.add_ground(level=0.0)
    return scene


def energies(model, state, level: float = 0.0) -> tuple[float, float]:
    """Kinetic energy, and potential energy above `level` [m] [J]."""
    free = state.is_active & ~state.is_support
    found = compute_energies(model, state)
    return found["kinetic"], found["potential"] + float(model.gravity[2] * model.mass[free].sum() * level)


class March:
    """Steps an engine and keeps its states and reports."""

    def __init__(self, scene: Assembly, dt: float, keep=True, **settings) -> None:
        self.model = scene.build()
        self.engine = NscdEngine(self.model, AnalysisSettings(dt=dt, **settings), np.inf)
        self.state = self.engine.start()
        self.states, self.reports, self.keep = [self.state], [], keep
        self.dt = dt

    def go(self, count: int) -> March:
        """Take `count` steps."""
        for taken in take_steps(self.model, self.engine, self.state, count) if count else ():
            self.state, report = taken.state, taken.report
            if self.keep:
                self.states.append(self.state)
                self.reports.append(report)
        return self

    def block(self, name: str = "block") -> int:
        return self.model.block_index(name)

    def path(self, name: str = "block") -> np.ndarray:
        """(n, 3) positions of a block."""
        return np.array([state.position[self.block(name)] for state in self.states])

    def speeds(self, name: str = "block") -> np.ndarray:
        """(n, 6) twists of a block."""
        return np.array([state.twist[self.block(name)] for state in self.states])
