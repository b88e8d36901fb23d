"""What the rigid-block engine keeps of a run: columns of its steps, interfaces, ties."""

from __future__ import annotations

import numpy as np

from drystone.contact.interface import InterfaceSet, compute_interfaces
from drystone.engines.nscd.report import StepReport
from drystone.engines.nscd.state import NscdState
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.model import Model
from drystone.model.tables import INTERFACES, STEPS, TIES, TableSpec

_REAL, _COUNT = "<f8", "<i4"
_STEP_COLUMNS = {
    "contacts": (_COUNT, (), "-"), "closed": (_COUNT, (), "-"), "impacts": (_COUNT, (), "-"),
    "solves": (_COUNT, (), "-"), "iterations": (_COUNT, (), "-"), "settled": (_COUNT, (), "-"),
    "broken_bonds": (_COUNT, (), "-"), "is_solved": ("bool", (), "-"),
    "velocity_bound": (_REAL, (), "-"), "flow_residual": (_REAL, (), "m/s"),
    "rigid_residual": (_REAL, (), "m/s"), "momentum": (_REAL, (), "-"), "flow_converged": ("bool", (), "-"),
}
_AT_START = dict.fromkeys(_STEP_COLUMNS, 0) | {"is_solved": True, "flow_converged": True}
_INTERFACE_COLUMNS = {
    "block_a": (_COUNT, (), "-"), "block_b": (_COUNT, (), "-"), "area": (_REAL, (), "m2"),
    "normal": (_REAL, (3,), "-"), "force": (_REAL, (3,), "N"), "point": (_REAL, (3,), "m"),
    "centroid": (_REAL, (3,), "m"), "eccentricity_share": (_REAL, (2,), "-"),
    "opening": (_REAL, (), "m"), "slip_speed": (_REAL, (), "m/s"), "bonded_share": (_REAL, (), "-"),
}


def engine_tables(model: Model) -> dict[str, TableSpec]:
    """Tables of the engine, and what it adds to `steps`."""
    tables = {STEPS: TableSpec(_STEP_COLUMNS), INTERFACES: TableSpec(_INTERFACE_COLUMNS, ragged=True)}
    if model.ties.count:
        ties = (model.ties.count,)
        tables[TIES] = TableSpec({"force": (_REAL, ties, "N"), "elongation": (_REAL, ties, "m"),
                                  "yielded": (_REAL, ties, "m"), "is_intact": ("bool", ties, "-")})
    return tables


def engine_rows(model: Model, state: NscdState, report: StepReport | None, dt: float,
                due: frozenset[str]) -> dict[str, dict[str, object]]:
    """Rows of the tables that are due; before the first step (report None) there are no forces to tell."""
    rows: dict[str, dict[str, object]] = {}
    if STEPS in due:
        rows[STEPS] = dict(_AT_START if report is None else report.numbers)
    if report is None:
        return rows
    if TIES in due and model.ties.count:
        rows[TIES] = _tie_row(model, state, report)
    if INTERFACES in due:
        rows[INTERFACES] = _interface_rows(report, dt)
    return rows


def _tie_row(model: Model, state: NscdState, report: StepReport) -> dict[str, object]:
    elongation = model.ties.elongation(state.position, quaternion_to_matrix(state.orientation))
    return {"force": report.tie_force, "elongation": elongation, "yielded": state.tie_yielded,
            "is_intact": state.tie_intact}


def _interface_rows(report: StepReport, dt: float) -> dict[str, object]:
    found = compute_interfaces(report.contacts, report.impulse, dt, report.velocity)
    return {"block_a": found.block_a, "block_b": found.block_b, "area": found.area, "normal": found.frame[:, 0],
            "force": found.force, "point": found.action_point, "centroid": found.centroid,
            "eccentricity_share": found.eccentricity_share, "opening": found.opening, "slip_speed": found.slip_speed,
            "bonded_share": bonded_share(report, found)}


def bonded_share(report: StepReport, interfaces: InterfaceSet) -> np.ndarray:
    """(i,) share of the area of each interface that still holds by strength; 0 for dry ones."""
    area = report.contacts.shares()
    total = np.bincount(interfaces.interface, area, interfaces.count)
    bonded = np.bincount(interfaces.interface, np.where(report.bonded, area, 0.0), interfaces.count)
    return np.where(total > 0.0, bonded / np.where(total > 0.0, total, 1.0), 0.0)
