"""Whole steps by Coulomb's law on the clock, while a structure is in motion, and what the referee says of them.

It runs in this checkout and, read as a script, in one of an earlier commit: it asks of drystone only what both have.

    python - SCENE... [--solver NAME] [--threads N] < coulomb_steps.py

prints a JSON list of rows. No clock is read inside a step: on some machines that costs a millisecond or more.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from drystone.bench.regimes import DT, PLANS
from drystone.engines.nscd.ledger import WORKS
from drystone.engines.registry import make_engine
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings
from drystone.motion import OneSine
from drystone.simulation.march import take_steps
from drystone.validate.structures import church_building, stone_house

GRAVITY = 9.81               #: [m/s2]
MOST_SOLVER_WORK = 0.01      #: share of the energy put in that the error of the solver may be [-]


@dataclass(frozen=True, slots=True)
class Shaken:
    """A structure, what shakes it, and which of its steps are on the clock."""

    name: str
    model: Callable[[int], Model]   #: of so many steps
    dt: float                       #: [s]
    first: int                      #: number of the first step on the clock, from 1; those before only lead there
    count: int                      #: steps on the clock


def _violent(name: str, first: int, count: int) -> Shaken:
    """A structure of the benchmarks under 0.8 g that reverses."""
    return Shaken(name, lambda steps: PLANS[f"{name}-violent"].model(steps), DT, first, count)


def _house(steps: int) -> Model:
    return stone_house(OneSine(0.8 * GRAVITY, 0.4))


def _church(steps: int) -> Model:
    return church_building(OneSine(GRAVITY, 0.4))


#: By name. Of the house 0.25 to 0.75 s of a pulse of 0.8 s, of the church ten steps from 0.12 s on.
SHAKEN = {item.name: item for item in (
    _violent("wall", 61, 140), _violent("two-leaf", 31, 20), _violent("building", 21, 8),
    Shaken("house", _house, 2.5e-3, 101, 200), Shaken("church", _church, 2e-3, 61, 10))}


def measure_shaken(item: Shaken, solver: str = "auto", threads: int = 1) -> dict[str, Any]:
    """The row of a structure as plain data; what the reports of an earlier commit do not tell is None."""
    steps = item.first + item.count - 1
    model = item.model(steps)
    settings = AnalysisSettings(dt=item.dt, unsolved="count", solver=solver, threads=threads)
    engine = make_engine(model, settings, steps * item.dt)
    marching, reports = take_steps(model, engine, engine.start(), steps), []
    for _ in range(item.first - 1):
        reports.append(next(marching).report)
    cpu, clock = time.process_time(), time.perf_counter()
    for taken in marching:
        reports.append(taken.report)
    cpu, clock = time.process_time() - cpu, time.perf_counter() - clock
    return _row(item, model, reports, 1e3 * cpu / item.count, 1e3 * clock / item.count) | {"solver": solver,
                                                                                          "threads": threads}


def _row(item: Shaken, model: Model, reports: list[Any], ms: float, wall_ms: float) -> dict[str, Any]:
    clocked = reports[item.first - 1:]
    share = solver_share(np.array([report.work for report in reports]))
    asked = [report.solver for report in clocked]
    return {"problem": f"{item.name} steps", "regime": "coulomb", "blocks": int(np.count_nonzero(~model.is_support)),
            "contacts": round(float(np.mean([report.contacts.count for report in clocked]))), "ms": ms,
            "wall_ms": wall_ms, "iterations": float(np.mean([report.iterations for report in clocked])),
            **residuals(clocked, GRAVITY * item.dt), "solver_share": share,
            "unsettled": sum(not report.flow_converged for report in clocked),
            "splitting": asked.count("splitting"), "steps": item.count, "from_step": item.first,
            "failed": not share <= MOST_SOLVER_WORK}


def residuals(reports: list[Any], speed: float) -> dict[str, float | None]:
    """Median and 90th percentile of the referee's residuals of Coulomb's law; speeds in units of `speed` [m/s].

    Reports without `momentum` are of commits whose flow residual was the change of a shift: no grade.
    """
    out: dict[str, float | None] = {}
    for key, name, unit in (("flow", "flow_residual", speed), ("rigid", "rigid_residual", speed),
                            ("momentum", "momentum", 1.0)):
        is_graded = bool(reports) and all(hasattr(report, "momentum") for report in reports)
        found = [getattr(report, name) / unit for report in reports] if is_graded else []
        out[key] = float(np.median(found)) if found else None
        out[f"{key}_90"] = float(np.quantile(found, 0.9)) if found else None
    return out


def solver_share(work: np.ndarray) -> float:
    """Greatest error of the solver in the ledger over the greatest energy that loads and supports have put in [-].

    work : (s, terms) [J], of all steps from the start, in the order of WORKS
    """
    total = np.cumsum(work, axis=0)
    given = (total[:, WORKS.index("loads")] + total[:, WORKS.index("supports")]).max(initial=0.0)
    error = np.abs(total[:, WORKS.index("solver")]).max(initial=0.0)
    return float(error / given) if given > 0.0 else float("inf") if error > 0.0 else 0.0


def main(words: list[str]) -> None:
    """Measure the structures named in `words` and print their rows. keep, fresh : for other benchmarks"""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="+", choices=SHAKEN)
    parser.add_argument("--solver", action="append")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--fresh", action="store_true")
    asked = parser.parse_args(words)
    print(json.dumps([measure_shaken(SHAKEN[name], solver, asked.threads)
                      for name in asked.names for solver in asked.solver or ["auto"]]))


if __name__ == "__main__":
    main(sys.argv[1:])
