"""What an analysis found as plain data, for JSON; numbers that are not finite become null."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict

import numpy as np

from drystone.limit.analysis import LimitResult
from drystone.limit.assessment import Assessment
from drystone.limit.elastic.words import elastic_data
from drystone.limit.nonassociative import NonAssociativeResult
from drystone.limit.pushover import Pushover
from drystone.limit.settling import SettlementResult
from drystone.limit.standing import Standing
from drystone.limit.statics import Margins, StaticsResult
from drystone.limit.thrust_line import ThrustLine
from drystone.limit.tilt import TiltResult
from drystone.model.model import Model


def plain(value: object) -> object:
    """`value` with null for every number that JSON cannot hold, and lists for tuples."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def limit_data(result: LimitResult | NonAssociativeResult) -> dict:
    """Factor, mechanism, forces and checks; an unbounded alpha is null with bounded false."""
    if isinstance(result, NonAssociativeResult):
        return limit_data(result.associative) | {"non_associative": {
            "alpha": result.alpha, "least": result.spread[0], "greatest": result.spread[1],
            "mechanism": _twists(result.associative.model, result.mechanism, result.moving),
            "paths": [asdict(path) for path in result.paths], "seconds": result.seconds}}
    return {"model": result.model.name, "live": result.live.label, "unit": result.live.unit,
            "bounded": result.is_bounded, "alpha": float(result.alpha),
            "mechanism": _twists(result.model, result.mechanism, result.moving),
            "checks": None if result.checks is None else asdict(result.checks),
            "interfaces": interface_data(result) if result.is_bounded else [],
            "ties": dict(zip(result.model.ties.names, result.tie_force.tolist())), "crushing": result.crushing,
            "solver": result.solver, "iterations": result.iterations, "seconds": result.seconds}


def settlement_data(result: SettlementResult) -> dict:
    """Reactions, mechanism, forces and checks."""
    model = result.equilibrium.model
    return {"model": model.name, "settlement": result.label, "reactions": _vectors(result.reactions),
            "mechanism": _twists(model, result.mechanism, result.moving), "checks": asdict(result.checks),
            "interfaces": interface_data(result), "solver": result.solver, "iterations": result.iterations,
            "seconds": result.seconds}


def tilt_data(found: TiltResult) -> dict:
    """Direction, angle [deg] and mechanism."""
    return {"model": found.model.name, "direction": found.direction.tolist(), "angle_deg": math.degrees(found.angle),
            "mechanism": _twists(found.model, found.mechanism, found.moving), "seconds": found.seconds}


def pushover_data(found: Pushover) -> dict:
    """The curve."""
    return {"control": found.control_name, "displacement": found.displacement.tolist(), "alpha": found.alpha.tolist(),
            "balanced": found.balanced.tolist(), "zero_displacement": found.zero_displacement,
            "outcome": found.outcome, "seconds": found.seconds}


def assessment_data(found: Assessment | None) -> dict | None:
    """What codes ask."""
    return None if found is None else asdict(found)


def statics_data(standing: Standing, ranges: Mapping[tuple[str, str], tuple[float, float]],
                 margins: Margins | None) -> dict:
    """Verdict, reactions, forces, ranges of joints [N] and margins; what is unbounded is null."""
    result = standing.statics
    names = result.model.block_names
    data = {"model": result.model.name, "stands": result.stands,
            "moving": {names[i]: result.acceleration[i].tolist() for i in result.moving},
            "elastic": elastic_data(result.model, standing.elastic), "seconds": result.seconds}
    if not result.stands:
        return data
    data |= {"locked_in": [[names[a], names[b]] for a, b in standing.locked],
             "reactions": _vectors(result.reactions),
             "interfaces": [row | {"friction_use": float(use)}
                            for row, use in zip(interface_data(result), result.friction_use)],
             "thrust": [{"blocks": list(pair), "least": low, "greatest": high}
                        for pair, (low, high) in ranges.items()],
             "ties": dict(zip(result.model.ties.names, result.tie_force.tolist())), "checks": asdict(result.checks)}
    if margins is not None:
        data["margins"] = {"friction": margins.friction, "geometric": margins.geometric,
                           "locked_in": [list(pair) for pair in margins.locked]}
    return data


def line_data(result: StaticsResult, lines: Mapping[str, ThrustLine | None]) -> dict:
    """Thrust lines by kind; null where none stays within the joints. Nothing where none was asked for."""
    if not lines:
        return {}
    return {"thrust_lines": {kind: None if line is None else {
        "thrust": line.thrust, "points": line.point.tolist(), "forces": line.force.tolist(),
        "blocks": [result.model.block_names[b] for b in line.chain.blocks], "axis": line.chain.axis.tolist(),
        "friction_use": line.friction_use.tolist(), "eccentricity": line.eccentricity.tolist()}
        for kind, line in lines.items()}}


def interface_data(result) -> list[dict]:
    """Interfaces with blocks, normal force [N], force on block b [N] and point of action [m].

    result : of statics, limit analysis or settlement: anything with `equilibrium` and `interfaces`
    """
    names, found = result.equilibrium.model.block_names, result.interfaces
    return [{"blocks": [names[a], names[b]], "normal": found.frame[i, 0].tolist(),
             "normal_force": float(found.normal_force[i]), "force": found.force[i].tolist(),
             "point": found.action_point[i].tolist()}
            for i, (a, b) in enumerate(zip(found.block_a, found.block_b))]


def _twists(model: Model, twist: np.ndarray, moving: np.ndarray) -> dict[str, list[float]]:
    return {model.block_names[i]: twist[i].tolist() for i in moving}


def _vectors(found: Mapping[str, np.ndarray]) -> dict[str, list[float]]:
    return {name: value.tolist() for name, value in found.items()}
