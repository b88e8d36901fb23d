"""A 0.2 x 1.0 m block with the theta method: when it starts to rock, what overturns it, how it rocks freely."""

from __future__ import annotations

import math
from collections.abc import Iterable

from drystone.analysis.peaks import find_zero_crossings, peak_angles
from drystone.model.settings import AnalysisSettings
from drystone.motion import Constant, Harmonic, Rectangular
from drystone.rocking import RockingBlock, rock
from drystone.validate.case import Row, case, reported, within_absolute, within_relative
from drystone.validate.march import march, tilt_of
from drystone.validate.overturning import Toppling
from drystone.validate.pool import map_runs
from drystone.validate.scenes import rocking_block
from drystone.validate.search import bisect_threshold
from drystone.validate.tolerances import (
    GRAVITY,
    PORTIOLI_G,
    PORTIOLI_INITIATION,
    PORTIOLI_PERIOD,
    PORTIOLI_RECTANGULAR,
    PORTIOLI_RESTITUTION,
    PORTIOLI_SINE,
    PORTIOLI_SINE_PUBLISHED,
)

WIDTH, HEIGHT, FRICTION = 0.2, 1.0, 0.7
DT = 2e-3                       #: [s], as published
START = 0.01                    #: [rad], free rocking
WIDTH_G = 5e-5                  #: [g], width of the last interval of a bisection
SCHEMES = {
    "theta 0.7": {"scheme": "theta", "theta": 0.7},
    "theta 1": {"scheme": "theta", "theta": 1.0},
    "default": {"scheme": "midpoint"},
}
PUBLISHED = "Portioli, Cascini and Landolfo 2017"
ODE = "event-driven ODE (drystone.rocking)"
HOUSNER = ODE + ", Housner restitution"


def threshold(item: tuple[str, str]) -> float:
    """Threshold [g] of one kind (initiation, rectangular, sine) with one scheme."""
    kind, scheme = item
    block = Toppling(WIDTH, HEIGHT, FRICTION, planar=True, settings=AnalysisSettings(dt=DT, **SCHEMES[scheme]))
    if kind == "initiation":
        return bisect_threshold(lambda a: block.starts(Constant(a * GRAVITY), 0.2), 0.15, 0.25, WIDTH_G)
    if kind == "rectangular":
        return bisect_threshold(lambda a: block.overturns(Rectangular(a * GRAVITY, 1.0)), 0.19, 0.22, WIDTH_G)
    return bisect_threshold(lambda a: block.overturns(Harmonic(a * GRAVITY, 1.0, cycles=1.0)), 0.22, 0.25, WIDTH_G)


def free_rocking(scheme: str) -> tuple[float, float]:
    """First period [s] and angular restitution at the first impact [-] of free rocking."""
    model = rocking_block(WIDTH, HEIGHT, friction=FRICTION, tilt_deg=math.degrees(START), planar=True)
    track = march(model, AnalysisSettings(dt=DT, **SCHEMES[scheme]), 1.0, tilt_of(0))
    angle = track.values[:, 0]
    peaks = peak_angles(track.time, angle, least=1e-7)
    impacts = find_zero_crossings(track.time, angle, least=1e-7, method="extrapolated").time
    if len(impacts) < 2 or peaks.count < 2:
        return float("nan"), float("nan")
    alpha = math.atan2(WIDTH, HEIGHT)
    rise = [math.cos(alpha - peak) - math.cos(alpha) for peak in (START, peaks.height[0])]
    return float(peaks.time[1]), math.sqrt(rise[1] / rise[0])


def exact_period(restitution: float | None) -> float:
    """From the release to the next peak on the same side [s]."""
    history = rock(RockingBlock(WIDTH, HEIGHT, GRAVITY), duration=2.0, theta0=START, restitution=restitution)
    return float(history.peak_time[1])


DESCRIPTION = (
    "A planar block of 0.2 x 1.0 m, friction 0.7, dt 2 ms, with the theta method of the source (0.7), its "
    "limit 1 (backward Euler) and the default scheme: acceleration at which it starts to rock, amplitudes "
    "that overturn it (rectangular pulse of 1 s, one sine of 1 s), period of free rocking from 0.01 rad."
)


@case("portioli-block", DESCRIPTION, minutes=2.0)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    kinds = ("sine", "rectangular", "initiation")
    items = [(kind, scheme) for kind in kinds for scheme in SCHEMES]
    found = dict(zip(items, map_runs(threshold, items)))
    for scheme in SCHEMES:
        yield within_absolute(f"{scheme}, rocking starts", PORTIOLI_INITIATION, found["initiation", scheme], PORTIOLI_G,
                              "statics: width / height", "g")
        yield within_absolute(f"{scheme}, rectangular 1 s overturns", PORTIOLI_RECTANGULAR,
                              found["rectangular", scheme], PORTIOLI_G, "energy integral and " + ODE, "g")
        sine = found["sine", scheme]
        yield within_absolute(f"{scheme}, one sine of 1 s overturns", PORTIOLI_SINE, sine, PORTIOLI_G, HOUSNER, "g")
        yield within_absolute(f"{scheme}, one sine of 1 s overturns", PORTIOLI_SINE_PUBLISHED, sine, PORTIOLI_G,
                              PUBLISHED, "g")
    for scheme in SCHEMES:
        period, restitution = free_rocking(scheme)
        name = f"{scheme}, first period of free rocking from 0.01 rad"
        if scheme == "theta 0.7":
            yield within_relative(name, exact_period(None), period, PORTIOLI_PERIOD, HOUSNER, "s")
            yield reported(name, exact_period(PORTIOLI_RESTITUTION), period, ODE + ", restitution 0.925", "s")
        else:
            yield reported(name, exact_period(None), period, HOUSNER, "s")
        yield reported(f"{scheme}, angular restitution at the first impact", PORTIOLI_RESTITUTION, restitution,
                       PUBLISHED)
