"""`RockingEngine`: one block on the ground, exactly, behind the interface of all engines."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from drystone.engines.rocking.path import Path
from drystone.engines.rocking.scene import read_scene, refuse
from drystone.engines.rocking.state import RockingState
from drystone.model.loads import Event
from drystone.model.model import Model
from drystone.model.points import RigidPoints
from drystone.model.report import Report
from drystone.model.settings import RockingSettings
from drystone.model.tables import STEPS, TableSpec
from drystone.rocking import RockingSettings as Accuracy

#: Roundings of the friction that is needed [-].
_ROUNDING = 1e-9


class RockingEngine:
    """Samples the exact motion of one block. The path of the whole run is known before its first interval."""

    works = ("loads", "impact")

    def __init__(self, model: Model, settings: RockingSettings, end_time: float) -> None:
        """end_time : [s], of the run; the path is followed two intervals further, for a last one that is cut"""
        self.model, self.dt = model, settings.dt
        self.accuracy = f"integrated to {settings.rtol:g} relative, {settings.atol:g} rad absolute, between impacts"
        self.scene = read_scene(model)
        self.path = Path(self.scene, end_time + 2.0 * settings.dt, settings.restitution,
                         Accuracy(settings.rtol, settings.atol, settings.rest_angle, settings.scan_step))
        self.needed = self.path.needed_friction()
        self.tables = {STEPS: TableSpec({"theta": ("<f8", (), "rad"), "omega": ("<f8", (), "rad/s"),
                                         "impacts": ("<i4", (), "-"), "last_impact": ("<f8", (), "s")})}

    def start(self) -> RockingState:
        """Initial state; refused where the block would slide or lift off, for this solution knows neither."""
        scene, needed = self.scene, self.needed
        if not np.isfinite(needed.friction):
            raise refuse(f"block {scene.name!r} would lift off the ground at {needed.time:.4g} s, which the rocking "
                         "equation does not know", "block", scene.name)
        if scene.joint.friction < needed.friction * (1.0 - _ROUNDING):
            raise refuse(f"block {scene.name!r} would slide at {needed.time:.4g} s: friction of joint "
                         f"{scene.joint.name!r} must be >= {math.ceil(1e4 * needed.friction) / 1e4:g} [-], "
                         f"got {scene.joint.friction!r}", "joint", scene.joint.name)
        return RockingState.start(self.model, len(self.works), theta=scene.theta, omega=scene.omega)

    def restore(self, arrays: Mapping[str, np.ndarray]) -> RockingState:
        """State of a checkpoint."""
        return RockingState.from_arrays(dict(arrays))

    def advance(self, state: RockingState) -> tuple[RockingState, Report]:
        """The motion one interval later."""
        path, time = self.path, (state.step + 1) * self.dt
        theta, omega = path.at(time)
        impacts = path.impacts(state.time, time)
        last = float(path.history.impact_time[impacts[-1]]) if len(impacts) else state.last_impact
        done = np.array((path.ground_work(state.time, time), path.impact_work(state.time, time)))
        position, orientation, twist = state.position.copy(), state.orientation.copy(), state.twist.copy()
        own = self.scene.block
        position[own], orientation[own], twist[own] = self.scene.pose(theta, omega)
        new = state.with_(time=time, step=state.step + 1, position=position, orientation=orientation, twist=twist,
                          work=state.work + done, theta=theta, omega=omega, last_impact=last,
                          impact_count=state.impact_count + len(impacts))
        return new, Report(counts={"impacts": len(impacts)})

    def apply(self, state: RockingState, events: tuple[Event, ...]) -> RockingState:
        """Events that this engine takes change loads only, which the path knows already."""
        return state

    def energies(self, state: RockingState) -> dict[str, float]:
        """Kinetic energy of the turn about the edge, and potential energy against the origin [J]."""
        weight = -self.model.gravity * self.scene.mass
        return {"kinetic": 0.5 * self.scene.corner_inertia * state.omega**2,
                "potential": float(weight @ state.position[self.scene.block])}

    def points(self, block: np.ndarray, drawn: np.ndarray) -> RigidPoints:
        """Points (k, 3) [m] of the drawing that move with their blocks (k,)."""
        return RigidPoints(self.model.reference_position, block, drawn)

    def static(self) -> dict[str, np.ndarray]:
        """Friction that the block needs not to slide [-]."""
        return {"friction_needed": np.array(self.needed.friction)}

    def rows(self, state: RockingState, report: Report | None, due: frozenset[str]) -> dict[str, dict[str, object]]:
        """Columns by table."""
        if STEPS not in due:
            return {}
        return {STEPS: {"theta": state.theta, "omega": state.omega, "impacts": state.impact_count,
                        "last_impact": state.last_impact}}


#: What the registry of engines looks for.
ENGINE = RockingEngine
