"""A slender wall under a rectangular pulse: peak rotation, and the duration that overturns it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.model.settings import AnalysisSettings
from drystone.motion import Rectangular
from drystone.simulation.pool import map_runs
from drystone.validate.case import Row, at_least, case, reported, same_word, within_absolute, within_relative
from drystone.validate.overturning import Toppling
from drystone.validate.rocking_errors import RockingRun, mean_error, rocking_errors, simulate
from drystone.validate.search import bisect_threshold
from drystone.validate.tolerances import DEFAULT_GAIN, GRAVITY, WALL_CRITICAL_DURATION, WALL_DURATION_S, WALL_PEAK

WIDTH, HEIGHT, FRICTION = 0.5, 3.5, 0.6
AMPLITUDE = 0.20 * GRAVITY                     #: [m/s2]
DURATIONS = np.linspace(0.145, 0.155, 8)       #: [s], for the comparison of schemes
DT = 1e-3
ODE = "event-driven ODE (drystone.rocking), Housner restitution"


def _run(duration: float, scheme: str) -> RockingRun:
    return RockingRun(WIDTH, HEIGHT, FRICTION, DT, scheme, motion=Rectangular(AMPLITUDE, float(duration)))


def overturns(duration: float) -> bool:
    """Whether a pulse of `duration` [s] overturns the wall, in 3D with the default scheme."""
    toppling = Toppling(WIDTH, HEIGHT, FRICTION, planar=False, settings=AnalysisSettings(dt=DT))
    return toppling.overturns(Rectangular(AMPLITUDE, duration))


DESCRIPTION = (
    "A wall of 0.5 x 3.5 m, friction 0.6, under a rectangular ground pulse of 0.20 g (Gagliardo and "
    "others 2021): 0.15 s rocks it, 0.62 s overturns it. Peak rotation and critical duration at dt 1e-3; "
    "the two schemes compared over eight durations around 0.15 s."
)


@case("wall-pulse", DESCRIPTION, minutes=2.0)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    run = _run(0.15, "midpoint")
    exact = run.reference(2.5)
    _, angle = simulate(run, 1.6)
    yield within_relative("0.15 s, peak rotation", exact.max_angle, float(np.abs(angle).max()), WALL_PEAK, ODE, "rad")
    critical = bisect_threshold(overturns, 0.55, 0.68, 2e-4)
    yield within_absolute("critical duration", WALL_CRITICAL_DURATION, critical, WALL_DURATION_S, ODE, "s")
    yield same_word("0.62 s, outcome", "overturns", "overturns" if overturns(0.62) else "stands",
                    "Gagliardo and others 2021, figure 2b")
    runs = [_run(duration, scheme) for scheme in ("midpoint", "euler") for duration in DURATIONS]
    results = map_runs(rocking_errors, runs)
    default, euler = results[:len(DURATIONS)], results[len(DURATIONS):]
    for scheme, own in (("default", default), ("euler", euler)):
        worst_time, worst_peak = max(r.worst_time for r in own), max(r.worst_peak for r in own)
        yield reported(f"{scheme}, six impact times, worst of 8 durations", 0.0, 100 * worst_time, ODE, "%")
        yield reported(f"{scheme}, five peaks, worst of 8 durations", 0.0, 100 * worst_peak, ODE, "%")
    yield at_least("mean error of euler over that of the default, dt 1e-3", DEFAULT_GAIN,
                   mean_error(euler) / mean_error(default), ODE)
