"""What is kept of a run: which tables there are, and how a state becomes rows. The same for every engine."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from drystone.engines.engine import Engine
from drystone.errors import InputError
from drystone.model.model import Model
from drystone.model.monitors import MonitorSet
from drystone.model.report import Report
from drystone.model.state import State
from drystone.model.static import ACCURACY, static_arrays
from drystone.model.tables import (
    ENERGY,
    FRAMES,
    GROUND_ACCELERATION,
    GROUND_DISPLACEMENT,
    INTERFACES,
    MONITOR,
    STEPS,
    TableSpec,
)
from drystone.simulation.sink import Sink

_REAL = "<f8"


def stated_accuracy(engine: Engine) -> str:
    """How exact an engine is asked to be and why; "" where it does not say."""
    return getattr(engine, "accuracy", "")


class Recorder:
    """Writes states and reports of a run into its sink."""

    def __init__(self, model: Model, engine: Engine, start: State, level: float) -> None:
        """start : initial state; level : height from which potential energy counts [m]"""
        self.model, self.engine, self.level = model, engine, level
        self.monitors = MonitorSet(model, engine.points)
        if self.monitors.of_joints and INTERFACES not in engine.tables:
            name = self.monitors.of_joints[0].name
            raise InputError(f"monitor {name!r}: this engine knows no forces of joints", subject=("monitor", name))
        self._stored = tuple(engine.energies(start))
        self._start_energy = sum(self._energies(start).values())

    def tables(self) -> dict[str, TableSpec]:
        """Tables of the run: steps and frames, which all engines have, and the engine's own."""
        own = dict(self.engine.tables)
        energy = {ENERGY + name: (_REAL, (), "J") for name in (*self._stored, *self.engine.works, "balance")}
        watched = {MONITOR + name: (_REAL, (), unit) for name, unit in zip(self.monitors.columns, self.monitors.units)}
        ground = {} if not self.model.loads.ground_motions else {
            GROUND_ACCELERATION: (_REAL, (3,), "m/s2"), GROUND_DISPLACEMENT: (_REAL, (3,), "m")}
        added = own.pop(STEPS).columns if STEPS in own else {}
        blocks = self.model.block_count
        frames = TableSpec({"position": (_REAL, (blocks, 3), "m"), "orientation": (_REAL, (blocks, 4), "-"),
                            "twist": (_REAL, (blocks, 6), "m/s, rad/s"), "is_active": ("bool", (blocks,), "-")})
        return {STEPS: TableSpec(energy | watched | ground | dict(added)), FRAMES: frames} | own

    def static(self) -> dict[str, np.ndarray]:
        """What does not change: names, geometry, masses; how exact the engine is asked to be, in words."""
        words = {ACCURACY: np.array(accuracy.encode())} if (accuracy := stated_accuracy(self.engine)) else {}
        level = {"foundation_level": np.array(self.level)}
        return static_arrays(self.model) | level | words | self.engine.static()

    def write(self, sink: Sink, state: State, report: Report | None, is_last: bool = False) -> None:
        """Rows of all tables that are due; report None: the initial state."""
        due = frozenset(name for name in sink.tables if sink.wants(name, state.step, is_last))
        if not due:
            return
        watches_joints = STEPS in due and bool(self.monitors.of_joints)
        rows = self.engine.rows(state, report, due | {INTERFACES} if watches_joints else due)
        joints = rows.get(INTERFACES) if INTERFACES in due else rows.pop(INTERFACES, None)
        if STEPS in due:
            rows[STEPS] = self._step(sink, state, report, joints) | rows.get(STEPS, {})
        if FRAMES in due:
            rows[FRAMES] = {"position": state.position, "orientation": state.orientation, "twist": state.twist,
                            "is_active": state.is_active}
        for name, columns in rows.items():
            sink.append(name, step=state.step, time=state.time, **columns)

    def _energies(self, state: State) -> dict[str, float]:
        """What is stored [J]; potential energy counts from the foundation."""
        stored = self.engine.energies(state)
        if "potential" in stored:
            free = state.is_active & ~state.is_support
            stored["potential"] += float(self.model.gravity[2] * self.model.mass[free].sum() * self.level)
        return stored

    def _step(self, sink: Sink, state: State, report: Report | None,
              joints: Mapping[str, np.ndarray] | None) -> dict[str, float]:
        stored = self._energies(state)
        works = dict(zip(self.engine.works, state.work))
        for name in ("recovery", "elastic"):
            if name in works and ENERGY + name not in sink.tables[STEPS].columns:
                works["impact"] += works.pop(name)       # a run begun before this term had its own column
        tie_force = self.model.ties.prestress if report is None else report.tie_force
        watched = self.monitors.evaluate(state, tie_force, joints)
        balance = sum(stored.values()) - self._start_energy - state.work.sum()
        values = {ENERGY + name: value for name, value in (stored | works | {"balance": balance}).items()}
        values |= {MONITOR + name: value for name, value in zip(self.monitors.columns, watched)}
        if GROUND_ACCELERATION in sink.tables[STEPS].columns:       # a run begun before it was kept goes on without
            course = self.model.loads.ground_course(self.model.loads.clock(state))
            values |= dict(zip((GROUND_ACCELERATION, GROUND_DISPLACEMENT), course))
        return values
