"""`NscdEngine`: rigid blocks by non-smooth contact dynamics, behind the interface of all engines.

The step itself is in `stepper.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from drystone.engines.nscd import ledger
from drystone.engines.nscd.asked import asked_arrays, describe_asked
from drystone.engines.nscd.events import apply_events
from drystone.engines.nscd.report import StepReport
from drystone.engines.nscd.rotation import world_inertia
from drystone.engines.nscd.state import ContactMemory, NscdState
from drystone.engines.nscd.stepper import Stepper
from drystone.engines.nscd.tables import engine_rows, engine_tables
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.loads import Event
from drystone.model.model import Model
from drystone.model.points import RigidPoints
from drystone.model.settings import AnalysisSettings


class NscdEngine:
    """Rigid blocks, stepped through time. An interval is one step."""

    works = ledger.WORKS

    def __init__(self, model: Model, settings: AnalysisSettings, end_time: float, **hooks) -> None:
        """end_time : [s], of the run; this engine has no use for it. hooks : on_solve, on_detect, split of `Stepper`"""
        self.model, self.settings, self.dt = model, settings, settings.dt
        self.stepper = Stepper(model, settings, **hooks)
        self.tables = engine_tables(model)
        self.accuracy = describe_asked(self.stepper.world)

    def start(self) -> NscdState:
        """Initial state; overlaps of the drawing above tolerance are refused."""
        return self.stepper.start()

    def restore(self, arrays: Mapping[str, np.ndarray]) -> NscdState:
        """State of a checkpoint; older ones knew fewer work terms."""
        work = np.concatenate([arrays["work"], np.zeros(ledger.COUNT - len(arrays["work"]))])
        return NscdState.from_arrays(dict(arrays), work=work, memory=ContactMemory.from_arrays(dict(arrays)))

    def advance(self, state: NscdState) -> tuple[NscdState, StepReport]:
        """One step."""
        new, report = self.stepper.step(state, (state.step + 1) * self.dt)
        return replace(new, work=new.work + report.work), report

    def apply(self, state: NscdState, events: tuple[Event, ...]) -> NscdState:
        """State after events; what removed blocks take along is booked."""
        return apply_events(self.model, state, events)

    def energies(self, state: NscdState) -> dict[str, float]:
        """Kinetic and potential energy of the blocks that are there and no supports [J]."""
        return compute_energies(self.model, state)

    def points(self, block: np.ndarray, drawn: np.ndarray) -> RigidPoints:
        """Points (k, 3) [m] of the drawing that move with their blocks (k,)."""
        return RigidPoints(self.model.reference_position, block, drawn)

    def static(self) -> dict[str, np.ndarray]:
        """What the residuals of table `steps` are compared with."""
        return asked_arrays(self.stepper.world)

    def rows(self, state: NscdState, report: StepReport | None, due: frozenset[str]) -> dict[str, dict[str, object]]:
        """Columns by table."""
        return engine_rows(self.model, state, report, self.dt, due)


def compute_energies(model: Model, state: NscdState) -> dict[str, float]:
    """Kinetic energy, and potential energy against the origin, of the blocks that are there and no supports [J]."""
    free = state.is_active & ~state.is_support
    inertia = world_inertia(model.inertia, quaternion_to_matrix(state.orientation))
    return {"kinetic": float(ledger.kinetic_energy(model.mass, inertia, state.twist, free).sum()),
            "potential": float(ledger.potential_energy(model.mass, model.gravity, state.position, free).sum())}


#: What the registry of engines looks for.
ENGINE = NscdEngine
