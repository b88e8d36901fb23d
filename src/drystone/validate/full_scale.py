"""Runs of whole structures: kept in a store, judged from it, and timed."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from drystone.analysis.energy import balance_error, largest_term
from drystone.analysis.law import LawFigures, read_law
from drystone.analysis.rest import greatest_speed
from drystone.model.model import Model
from drystone.results.result import RunResult
from drystone.simulation.pool import map_runs
from drystone.simulation.run import run
from drystone.simulation.warmup import compile_for_first_run
from drystone.validate.case import Row, at_most, reported

#: Folder that keeps the stores of these runs, and with them problems that no solver solved; None: they go at the end.
keep_in: Path | None = None
#: Threads of the solver in each of these runs; None: as many as the case says. Bits do not depend on it.
threads: int | None = None

LEDGER = 1e-10       #: share of the greatest term by which the sum of all energies and works may be off
CREATED = 0.02       #: share of the dissipated energy that steps may add
FRAME_SECONDS = 0.01   #: [s] between kept poses

ERRORS = ("integration", "inertia", "rotation", "solver")   #: terms of the ledger that a right step has none of
OWN = "this program"
MISSED = "steps that miss what was asked for"


@dataclass(frozen=True, slots=True)
class RunFigures:
    """What every run of a structure tells about itself."""

    steps: int
    cpu_seconds: float      #: of the run, without compiling [s]
    unsolved: int           #: steps whose answer has not the status solved
    tolerance: float        #: that convex problems are certified to [-]
    law: LawFigures | None  #: how near to Coulomb's law steps came; None: the flow rule is another one
    balance: float          #: greatest error of the energy balance by the greatest term [-]
    created: float          #: energy that steps have added, by what was dissipated [-]: see `created_energy`
    booked: float           #: the ledger's terms `integration` and `recovery`, by what was dissipated [-]
    top_speed: float        #: [m/s], of any point of a block, at the kept poses

    @property
    def missed(self) -> int:
        """Steps that miss what was asked for: Coulomb's law, or the certified error of convex problems."""
        return self.unsolved if self.law is None else self.law.outside

    @property
    def asked(self) -> str:
        """What was asked for."""
        return f"certified error <= {self.tolerance:g}" if self.law is None else (
            f"residual of Coulomb's law <= {self.law.asked:g} g dt")


def store_of(name: str) -> str | None:
    """Where the run called `name` is kept; None: nowhere. Asked in the parent: workers do not know `keep_in`."""
    plain = name.replace("/", "-per-").replace(",", "").replace(" ", "-")
    return None if keep_in is None else str(keep_in / plain)


@dataclass(frozen=True, slots=True)
class _WithThreads:
    """A function that can be sent to a worker, which does not know `threads`."""

    function: Callable[[Any], Any]
    threads: int | None

    def __call__(self, item: Any) -> Any:
        global threads
        threads = self.threads
        return self.function(item)


def map_structures(function: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    """`map_runs` for functions that call `run_structure`."""
    return map_runs(_WithThreads(function, threads), items)


def run_structure(model: Model, *, dt: float, duration: float, directory: str | None = None, stop: bool = False,
                  **analysis) -> tuple[RunResult, RunFigures]:
    """Run a model and measure it; steps that no solver solved are counted, not errors.

    Parameters
    ----------
    dt, duration : [s]
    directory : of the store; None: a temporary one that goes with the result
    stop : end at collapse (a fifth of the potential energy lost)
    analysis : further settings of the engine
    """
    compile_for_first_run()
    if threads is not None:
        analysis["threads"] = threads
    start = clock.process_time()
    result = run(model, dt=dt, duration=duration, directory=directory, overwrite=True, unsolved="count",
                 output={"frames": max(1, round(FRAME_SECONDS / dt))}, collapse={"stop": stop}, **analysis)
    seconds = clock.process_time() - start
    return result, measure(result, seconds)


def measure(result: RunResult, cpu_seconds: float) -> RunFigures:
    """Figures of a run from its store."""
    lost = -(result.energy("friction") + result.energy("impact")).min(initial=0.0)
    scale = max(lost, 1e-12 * largest_term(result), np.finfo(float).tiny)
    return RunFigures(
        steps=int(result.totals["steps"]), cpu_seconds=cpu_seconds, unsolved=int(result.totals["unsolved"]),
        tolerance=float(result.static["tolerance"]), law=read_law(result), balance=balance_error(result),
        created=created_energy(result) / scale, booked=booked_energy(result) / scale,
        top_speed=float(greatest_speed(result).max()))


def created_energy(result: RunResult) -> float:
    """Energy [J] that no load and no support has given: the greater of two sums.

    1. The greatest value of the terms that a right step has none of: integration, inertia, rotation, solver.
    2. All rises, step by step, of these terms with friction, impacts and pushes out of penetrations: of the mechanical
       energy, that of springs included, by more than what loads and supports did. Each step counts net over all blocks,
       so what one block gains may hide behind what another loses in the same step; what one step gains, a later one
       does not make up for.
    """
    error = sum(result.energy(name) for name in ERRORS)
    taken = error + sum(result.energy(name) for name in ("friction", "impact", "recovery"))
    return float(max(error.max(initial=0.0), np.maximum(np.diff(taken), 0.0).sum()))


def booked_energy(result: RunResult) -> float:
    """What the ledger itself calls energy added by the stepping, at the end [J]: `integration` and `recovery`.

    In the default scheme `integration` is none of it by definition (see `engines/nscd/ledger.py`).
    """
    return float(result.energy("integration")[-1] + result.energy("recovery")[-1])


def health_rows(what: str, figures: RunFigures, *, fastest: float,
                published_step: float | None = None) -> Iterable[Row]:
    """No blow-up, the energies add up, how many steps miss what was asked for, and how long it took.

    Parameters
    ----------
    what : put before each quantity
    fastest : greatest speed [m/s] that the structure can reach by itself
    published_step : CPU time of a step in the source [s]
    """
    yield at_most(f"{what}, greatest speed of any point", fastest, figures.top_speed, "fall and ground motion", "m/s")
    yield at_most(f"{what}, energy balance, error over greatest term", LEDGER, figures.balance, "conservation")
    yield at_most(f"{what}, energy added by the stepping, over dissipated", CREATED, figures.created, "conservation")
    yield from law_rows(what, figures)
    yield reported(f"{what}, CPU time of a step", published_step, figures.cpu_seconds / max(figures.steps, 1),
                   OWN if published_step is None else "Nodargi and Bisegna 2024, table 2 (other machine)", "s")


def law_rows(what: str, figures: RunFigures) -> Iterable[Row]:
    """How many steps miss what was asked for, by how much, and how much of the energy they carry."""
    yield reported(f"{what}, {MISSED}, of {figures.steps}", None, figures.missed, figures.asked)
    yield from residual_rows(what, figures)


def residual_rows(what: str, figures: RunFigures) -> Iterable[Row]:
    """How near to Coulomb's law steps came; nothing where the flow rule is another one."""
    law = figures.law
    if law is not None:
        for name, value in (("median", law.median), ("90th percentile", law.high), ("worst", law.worst)):
            yield reported(f"{what}, residual of Coulomb's law, {name}", None, value, OWN, "g dt")
        yield reported(f"{what}, share of the energy turned over in these steps", None, law.energy_outside, OWN)


def history_at(result: RunResult, monitor: str, times: Iterable[float]) -> list[float]:
    """Values of a monitor at some times [s], between steps on a straight line; nan after the run's end."""
    time, values = result.time, result.monitor(monitor)
    return [float(np.interp(t, time, values)) if t <= time[-1] + 1e-9 else float("nan") for t in times]


def energy_drop(result: RunResult) -> np.ndarray:
    """(s,) share of the potential energy above the foundation that is lost at each step."""
    potential = result.energy("potential")
    return 1.0 - potential / potential[0]


def first_time(result: RunResult, happened: np.ndarray) -> float:
    """Time [s] of the first step at which something has happened; nan: never."""
    steps = np.flatnonzero(happened)
    return float(result.time[steps[0]]) if len(steps) else float("nan")
