"""Free rocking of a 0.6 x 2.0 m block from about 15 degrees: impact times, peaks and orders of convergence."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.analysis.order import fit_order
from drystone.simulation.pool import map_runs
from drystone.validate.case import Row, at_least, case, in_range, reported, worst_relative
from drystone.validate.rocking_errors import RockingErrors, RockingRun, mean_error, rocking_errors
from drystone.validate.tolerances import DEFAULT_GAIN, DEFAULT_ORDER, EULER_ORDER, HOUSNER_PEAKS, HOUSNER_TIMES

ANGLES_DEG = np.linspace(14.5, 15.5, 8)      #: eight, so that no lucky phase passes
STEPS = (1e-3, 5e-4, 1e-4)                   #: [s], at which the default scheme is judged
ORDER_STEPS = (4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4)  #: [s]
ODE = "event-driven ODE (drystone.rocking), Housner restitution"


def _run(angle: float, dt: float, scheme: str) -> RockingRun:
    return RockingRun(width=0.6, height=2.0, friction=2.0, dt=dt, scheme=scheme, tilt_deg=float(angle))


DESCRIPTION = (
    "Free rocking of a 3D block, 0.6 x 2.0 m, friction 2, released from rest at eight angles between 14.5 "
    "and 15.5 degrees (Housner 1963; Nodargi and Bisegna 2024, section 4.1). The first six impact times "
    "and the five peak angles between them, worst of all eight runs."
)
NOTES = (
    "An impact time is the zero of the angle, reached with the motion before it: the angular speed jumps there, "
    "so a straight line across the step of the impact would add an error of its own. The orders are fitted to the "
    "mean error of all times and peaks."
)


@case("housner", DESCRIPTION, minutes=8.0, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    wanted = [("midpoint", dt) for dt in sorted({*STEPS, *ORDER_STEPS})] + [("euler", dt) for dt in sorted(ORDER_STEPS)]
    runs = [_run(angle, dt, scheme) for scheme, dt in wanted for angle in ANGLES_DEG]
    results = map_runs(rocking_errors, runs)
    count = len(ANGLES_DEG)
    found = {key: results[i * count:(i + 1) * count] for i, key in enumerate(wanted)}
    for dt in STEPS:
        yield from _judge(dt, found["midpoint", dt])
    euler = _mean_errors([found["euler", dt] for dt in ORDER_STEPS])
    default = _mean_errors([found["midpoint", dt] for dt in ORDER_STEPS])
    span = f"over dt {ORDER_STEPS[0]:g} .. {ORDER_STEPS[-1]:g} s and 8 angles"
    yield in_range(f"fitted order of euler, mean error {span}", *EULER_ORDER, fit_order(ORDER_STEPS, euler).order,
                   "theory: first order")
    yield at_least(f"fitted order of the default, mean error {span}", DEFAULT_ORDER,
                   fit_order(ORDER_STEPS, default).order, "required; theory: second order")
    at = ORDER_STEPS.index(1e-3)
    yield at_least("mean error of euler over that of the default, dt 1e-3", DEFAULT_GAIN, euler[at] / default[at], ODE)
    worst_t, worst_p = _worst(found["euler", 1e-3])
    yield reported("euler dt 1e-3, impact times, worst", 0.0, 100 * worst_t, ODE, "%")
    yield reported("euler dt 1e-3, peak angles, worst", 0.0, 100 * worst_p, ODE, "%")


def _judge(dt: float, results: list[RockingErrors]) -> Iterable[Row]:
    """Verdicts with the tolerance of this step, or of the next larger one that has a tolerance."""
    worst_t, worst_p = _worst(results)
    limit = min(step for step in HOUSNER_TIMES if step >= dt)
    yield worst_relative(f"default dt {dt:g}, impact times 1-6, worst of 8 angles", worst_t, HOUSNER_TIMES[limit], ODE)
    yield worst_relative(f"default dt {dt:g}, peak angles 1-5, worst of 8 angles", worst_p, HOUSNER_PEAKS[limit], ODE)


def _worst(results: list[RockingErrors]) -> tuple[float, float]:
    return max(r.worst_time for r in results), max(r.worst_peak for r in results)


def _mean_errors(by_step: list[list[RockingErrors]]) -> list[float]:
    """Mean absolute error of all times and peaks, for each step."""
    return [mean_error(results) for results in by_step]
