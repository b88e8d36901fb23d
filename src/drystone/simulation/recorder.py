"""What is kept of a run: which tables there are, and how a step becomes rows."""

from __future__ import annotations

import numpy as np

from drystone.contact.interface import InterfaceSet, compute_interfaces
from drystone.engines.nscd import ledger
from drystone.engines.nscd.report import StepReport
from drystone.engines.nscd.rotation import world_inertia
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.model import Model
from drystone.model.monitors import MonitorSet
from drystone.model.settings import OutputSettings
from drystone.model.state import State
from drystone.model.static import static_arrays
from drystone.results.tables import ENERGY, FRAMES, INTERFACES, MONITOR, STEPS, TIES, TableSpec
from drystone.results.writer import RunWriter

_REAL, _COUNT = "<f8", "<i4"
_SOLVER_COLUMNS = {
    "contacts": (_COUNT, (), "-"), "closed": (_COUNT, (), "-"), "impacts": (_COUNT, (), "-"),
    "solves": (_COUNT, (), "-"), "iterations": (_COUNT, (), "-"), "settled": (_COUNT, (), "-"),
    "broken_bonds": (_COUNT, (), "-"), "is_solved": ("bool", (), "-"),
    "velocity_bound": (_REAL, (), "-"), "flow_residual": (_REAL, (), "m/s"),
}
_INTERFACE_COLUMNS = {
    "block_a": (_COUNT, (), "-"), "block_b": (_COUNT, (), "-"), "area": (_REAL, (), "m2"),
    "normal": (_REAL, (3,), "-"), "force": (_REAL, (3,), "N"), "point": (_REAL, (3,), "m"),
    "centroid": (_REAL, (3,), "m"), "eccentricity_share": (_REAL, (2,), "-"),
    "opening": (_REAL, (), "m"), "slip_speed": (_REAL, (), "m/s"), "bonded_share": (_REAL, (), "-"),
}


def energies(model: Model, state: State, level: float) -> tuple[float, float]:
    """Kinetic energy, and potential energy above `level` [m], of the blocks that are there and not supports [J]."""
    free = state.is_active & ~state.is_support
    inertia = world_inertia(model.inertia, quaternion_to_matrix(state.orientation))
    kinetic = float(ledger.kinetic_energy(model.mass, inertia, state.twist, free).sum())
    potential = float(ledger.potential_energy(model.mass, model.gravity, state.position, free).sum())
    return kinetic, potential + float(model.gravity[2] * model.mass[free].sum() * level)


class Recorder:
    """Writes states and reports of a run into its store."""

    def __init__(self, model: Model, output: OutputSettings, level: float) -> None:
        self.model, self.output, self.level = model, output, level
        self.monitors = MonitorSet(model)
        self._start_energy: float | None = None

    def tables(self) -> dict[str, TableSpec]:
        """Tables of the store."""
        energy = {ENERGY + name: (_REAL, (), "J") for name in (*ledger.STATES, *ledger.WORKS, "balance")}
        watched = {MONITOR + name: (_REAL, (), unit) for name, unit in zip(self.monitors.columns, self.monitors.units)}
        blocks = self.model.block_count
        tables = {
            STEPS: TableSpec(energy | watched | _SOLVER_COLUMNS),
            FRAMES: TableSpec({"position": (_REAL, (blocks, 3), "m"), "orientation": (_REAL, (blocks, 4), "-"),
                               "twist": (_REAL, (blocks, 6), "m/s, rad/s"), "is_active": ("bool", (blocks,), "-")}),
        }
        if self.output.contacts:
            tables[INTERFACES] = TableSpec(_INTERFACE_COLUMNS, ragged=True)
        if self.model.ties.count:
            ties = (self.model.ties.count,)
            tables[TIES] = TableSpec({"force": (_REAL, ties, "N"), "elongation": (_REAL, ties, "m"),
                                      "yielded": (_REAL, ties, "m"), "is_intact": ("bool", ties, "-")})
        return tables

    def static(self) -> dict[str, np.ndarray]:
        """What does not change: names, geometry, masses."""
        return static_arrays(self.model) | {"foundation_level": np.array(self.level)}

    def begin(self, writer: RunWriter, start: State) -> None:
        """Fix the energy from which the balance counts, and write the initial frame of a new run."""
        kinetic, potential = energies(self.model, start, self.level)
        self._start_energy = kinetic + potential
        if writer.restart is None:
            self._write_step(writer, start, None, kinetic, potential)
            self._write_frame(writer, start)

    def write(self, writer: RunWriter, state: State, report: StepReport, dt: float, is_last: bool) -> None:
        """Row of the step; every n-th step, and the last, also poses and interface forces."""
        kinetic, potential = energies(self.model, state, self.level)
        self._write_step(writer, state, report, kinetic, potential)
        if is_last or state.step % self.output.every == 0:
            self._write_frame(writer, state)
            if self.model.ties.count:
                self._write_ties(writer, state, report)
            if self.output.contacts:
                self._write_interfaces(writer, state, report, dt)

    def _write_step(self, writer, state, report, kinetic, potential) -> None:
        rotation = quaternion_to_matrix(state.orientation)
        tie_force = self.model.ties.prestress if report is None else report.tie_force
        watched = self.monitors.evaluate(state.time, state.position, rotation, state.twist, tie_force)
        balance = kinetic + potential - self._start_energy - state.work.sum()
        values = {ENERGY + "kinetic": kinetic, ENERGY + "potential": potential, ENERGY + "balance": balance}
        works = dict(zip(ledger.WORKS, state.work))
        for name in ("recovery", "elastic"):
            if ENERGY + name not in writer.columns(STEPS):    # a run begun before this term had its own column
                works["impact"] += works.pop(name)
        values |= {ENERGY + name: value for name, value in works.items()}
        values |= {MONITOR + name: value for name, value in zip(self.monitors.columns, watched)}
        if report is None:
            solver = dict.fromkeys(_SOLVER_COLUMNS, 0) | {"is_solved": True}
        else:
            solver = {"contacts": report.contacts.count, "closed": report.closed_count, "impacts": report.impact_count,
                      "solves": report.solve_count, "iterations": report.iterations, "settled": report.settled_count,
                      "broken_bonds": report.broken_count, "is_solved": report.is_solved,
                      "velocity_bound": report.velocity_bound, "flow_residual": report.flow_residual}
        writer.append(STEPS, step=state.step, time=state.time, **values, **solver)

    def _write_frame(self, writer: RunWriter, state: State) -> None:
        writer.append(FRAMES, step=state.step, time=state.time, position=state.position, orientation=state.orientation,
                      twist=state.twist, is_active=state.is_active)

    def _write_interfaces(self, writer: RunWriter, state: State, report: StepReport, dt: float) -> None:
        found = compute_interfaces(report.contacts, report.impulse, dt, report.velocity)
        writer.append(INTERFACES, step=state.step, time=state.time,
                      block_a=found.block_a, block_b=found.block_b, area=found.area, normal=found.frame[:, 0],
                      force=found.force, point=found.action_point, centroid=found.centroid,
                      eccentricity_share=found.eccentricity_share, opening=found.opening, slip_speed=found.slip_speed,
                      bonded_share=bonded_share(report, found))

    def _write_ties(self, writer: RunWriter, state: State, report: StepReport) -> None:
        elongation = self.model.ties.elongation(state.position, quaternion_to_matrix(state.orientation))
        writer.append(TIES, step=state.step, time=state.time, force=report.tie_force, elongation=elongation,
                      yielded=state.tie_yielded, is_intact=state.tie_intact)


def bonded_share(report: StepReport, interfaces: InterfaceSet) -> np.ndarray:
    """(i,) share of the area of each interface that still holds by strength; 0 for dry ones."""
    area = report.contacts.shares()
    total = np.bincount(interfaces.interface, area, interfaces.count)
    bonded = np.bincount(interfaces.interface, np.where(report.bonded, area, 0.0), interfaces.count)
    return np.where(total > 0.0, bonded / np.where(total > 0.0, total, 1.0), 0.0)
