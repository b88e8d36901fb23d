"""How near the steps of a run came to Coulomb's law, and how much of its energy lies outside of what was asked for.

A step is *in motion* if the root mean square speed of the free blocks, by mass, is above REST_SPEED g dt at its start
or its end; one that misses what was asked for counts in any case. The energy that a step *turns over* is |change of the
kinetic energy| + |work of friction| + |work of impacts|, from the columns of table `steps`. Where only every n-th step
is kept, a row stands for the n steps before it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.model.static import ACCURACY
from drystone.model.tables import STEP, STEPS
from drystone.results.result import RunResult

REST_SPEED = 1e-2      #: in units of gravity times step
HIGH = 90.0            #: percentile that is told beside the median
FAR = 3.0              #: a residual more than so many times what was asked for is far from it
TURNED = ("kinetic", "friction", "impact")


@dataclass(frozen=True, slots=True)
class LawFigures:
    """Residuals are speeds in units of gravity times step; of steps in motion, or of all where nothing moves."""

    asked: float           #: greatest residual that a step may have [-]
    moving: int            #: kept steps in motion
    outside: int           #: those among them that miss what was asked for, residual or momentum
    median: float          #: residual [-]
    high: float            #: residual, 90th percentile [-]
    worst: float           #: greatest residual [-]
    worst_time: float      #: when [s]
    rigid_median: float    #: residual as if rigid joints gave nothing [-]
    rigid_high: float      #: the same, 90th percentile [-]
    energy_outside: float  #: share of the energy turned over that steps outside carry [-]
    energy_far: float      #: ... that steps carry which miss it by more than FAR times [-]
    is_graded: bool        #: by the law itself; else the change of the slip from one convex problem to the next
    is_thinned: bool       #: not every step is kept


def stated_accuracy(result: RunResult) -> str:
    """How exact the engine of a run was asked to be and why; "" where the run does not tell."""
    return _text(result, ACCURACY)


def accuracy_level(result: RunResult) -> str:
    """study, standard or exact; "" where convex problems are certified instead, or the run does not tell."""
    return _text(result, "accuracy_level")


def read_law(result: RunResult) -> LawFigures | None:
    """Figures of a run; None where its law is another one, no step is kept, or the run is older than these columns."""
    columns = result.tables[STEPS].columns if STEPS in result.tables else {}
    if "asked_flow" not in result.static or "flow_converged" not in columns or result.row_count(STEPS) < 2:
        return None
    unit = float(result.static["speed_unit"])
    outside = ~result.column(STEPS, "flow_converged").astype(bool)[1:]
    moving = outside | _in_motion(result, unit)
    counted = moving if moving.any() else np.ones_like(moving)
    time = result.time[1:][counted]
    flow, rigid = (result.column(STEPS, name)[1:][counted] / unit for name in ("flow_residual", "rigid_residual"))
    at = int(np.argmax(flow))
    asked = float(result.static["asked_flow"])
    far = outside & ~(result.column(STEPS, "flow_residual")[1:] <= FAR * asked)
    return LawFigures(
        asked=asked / unit, moving=int(moving.sum()), outside=int(outside.sum()),
        median=float(np.median(flow)), high=_high(flow), worst=float(flow[at]),
        worst_time=float(time[at]), rigid_median=float(np.median(rigid)), rigid_high=_high(rigid),
        energy_outside=_share(turned_over(result), outside), energy_far=_share(turned_over(result), far),
        is_graded=accuracy_level(result) != "",
        is_thinned=bool((np.diff(result.column(STEPS, STEP)) > 1).any()))


def turned_over(result: RunResult) -> np.ndarray:
    """(s - 1,) [J], energy that each step turns over."""
    return sum((np.abs(np.diff(result.energy(name))) for name in TURNED), start=np.zeros(1))


def _in_motion(result: RunResult, unit: float) -> np.ndarray:
    """(s - 1,) bool; unit : gravity times step [m/s]"""
    mass = float(result.static["mass"][~result.static["is_support"].astype(bool)].sum())
    moves = result.energy("kinetic") > 0.5 * mass * (REST_SPEED * unit) ** 2
    return moves[1:] | moves[:-1]


def _high(residual: np.ndarray) -> float:
    """90th percentile, one of the values: some may be infinite."""
    return float(np.percentile(residual, HIGH, method="higher"))


def _share(energy: np.ndarray, chosen: np.ndarray) -> float:
    """Share of the chosen steps in a sum of energies [-]; 0 where there is none."""
    whole = float(energy.sum())
    return float(energy[chosen].sum()) / whole if whole > 0.0 else 0.0


def _text(result: RunResult, name: str) -> str:
    return str(result.static[name].item()) if name in result.static else ""
