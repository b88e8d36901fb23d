"""A 0.2 x 1.0 m block with the theta method: when it starts to rock, what overturns it, how it rocks freely."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from drystone.analysis.peaks import find_zero_crossings, peak_angles
from drystone.model.settings import AnalysisSettings
from drystone.motion import Constant, Harmonic, Rectangular
from drystone.rocking import RockingBlock, quarter_time, rock
from drystone.simulation.pool import map_runs
from drystone.validate.case import (
    Row,
    case,
    reported,
    spread_holds,
    within_absolute,
    within_relative,
    worst_relative,
)
from drystone.validate.overturning import Toppling
from drystone.validate.scenes import rocking_block
from drystone.validate.search import bisect_threshold
from drystone.validate.tolerances import (
    GRAVITY,
    PORTIOLI_G,
    PORTIOLI_INITIATION,
    PORTIOLI_PERIOD,
    PORTIOLI_QP,
    PORTIOLI_RECTANGULAR,
    PORTIOLI_RESTITUTION,
    PORTIOLI_SINE,
    PORTIOLI_SINE_PUBLISHED,
)
from drystone.validate.track import follow, tilt_of
from drystone.validate.two_contacts import TwoContactBlock

WIDTH, HEIGHT, FRICTION = 0.2, 1.0, 0.7
DT = 2e-3                       #: [s], as published
START = 0.01                    #: [rad], free rocking
RELEASES, RELEASE_COUNT = (0.0095, 0.0105), 21   #: [rad], over which the restitution spreads
SWINGS = 5                      #: between impacts, whose periods are judged
WIDTH_G = 5e-5                  #: [g], width of the last interval of a bisection
SCHEMES = {
    "theta 0.7": {"scheme": "theta", "theta": 0.7},
    "theta 1": {"scheme": "theta", "theta": 1.0},
    "default": {"scheme": "midpoint"},
}
PUBLISHED = "Portioli, Cascini and Landolfo 2017"
ODE = "event-driven ODE (drystone.rocking)"
TWO_CONTACTS = "quadratic programme of two contacts (validate/two_contacts.py)"
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


@dataclass(frozen=True, slots=True)
class FreeRocking:
    """What one run of free rocking shows."""

    quarter: float         #: [s], from the release to the first impact
    swing_error: float     #: [-], worst relative error of the time between impacts, for the peak between them
    cycle: float           #: [s], from the release to the next peak on the same side, two impacts later
    restitution: float     #: [-], ratio of angular speeds over the first impact


def free_rocking(scheme: str, release: float = START) -> FreeRocking:
    """Free rocking from `release` [rad]."""
    model = rocking_block(WIDTH, HEIGHT, friction=FRICTION, tilt_deg=math.degrees(release), planar=True)
    track = follow(model, AnalysisSettings(dt=DT, **SCHEMES[scheme]), 1.0, tilt_of(0))
    return read_rocking(track.time, track.values[:, 0], release)


def two_contact_rocking(theta: float, release: float = START) -> FreeRocking:
    """The same by the programme of two contacts, which shares no code with the engine."""
    block = TwoContactBlock(WIDTH, HEIGHT, FRICTION, theta, DT, GRAVITY)
    return read_rocking(*block.rock(release, 1.0), release)


def read_rocking(time: np.ndarray, angle: np.ndarray, release: float) -> FreeRocking:
    """Figures of a history of angles [rad].

    The period of a rocking block depends on its amplitude, and the amplitude on what impacts take away. So the two are
    measured apart: the time of each swing against the exact one of its own peak, and the restitution.
    """
    impacts = find_zero_crossings(time, angle, least=1e-7, method="extrapolated").time
    peaks = peak_angles(time, angle, least=1e-7)
    block = RockingBlock(WIDTH, HEIGHT, GRAVITY)
    exact = np.array([2.0 * quarter_time(block, float(peak)) for peak in peaks.height[:SWINGS]])
    errors = np.diff(impacts)[:SWINGS] / exact - 1.0
    rise = [math.cos(block.alpha - peak) - math.cos(block.alpha) for peak in (release, float(peaks.height[0]))]
    return FreeRocking(float(impacts[0]), float(np.abs(errors).max()), float(peaks.time[1]),
                       math.sqrt(rise[1] / rise[0]))


def both_ways(release: float) -> tuple[FreeRocking, FreeRocking]:
    """Free rocking with theta 0.7 from `release` [rad], by the engine and by two contacts."""
    return free_rocking("theta 0.7", release), two_contact_rocking(0.7, release)


def exact_cycle(restitution: float | None) -> float:
    """From the release to the next peak on the same side [s]."""
    history = rock(RockingBlock(WIDTH, HEIGHT, GRAVITY), duration=2.0, theta0=START, restitution=restitution)
    return float(history.peak_time[1])


DESCRIPTION = (
    "A planar block of 0.2 x 1.0 m, friction 0.7, dt 2 ms, with the theta method of the source (0.7), its "
    "limit 1 (backward Euler) and the default scheme: acceleration at which it starts to rock, amplitudes "
    "that overturn it (rectangular pulse of 1 s, one sine of 1 s), free rocking from 0.01 rad, judged against the same "
    "method written down a second time."
)
NOTES = (
    "The source solves one quadratic programme of two corner contacts a step, theta 0.7, dt 2 ms. The same programme "
    "is written down once more for this case, without a line of the engine, and solved by trying all active sets "
    "(validate/two_contacts.py): quarter, first cycle and restitution of the engine from 0.01 rad must be its to "
    "1e-4. The restitution that such a step leaves depends on where within it the impact falls: over 21 releases "
    "between 0.0095 and 0.0105 rad it lies between 0.886 and 0.929, and the published 0.925 must lie within. At one "
    "of these releases, 0.0101 rad, engine and programme differ by 1.5e-4 (the impact falls on the end of a step to "
    "1e-7 rad, so the smallest difference counts), at the others by some 1e-6; the worst of all is reported. The "
    "method loses more at an impact than angular momentum demands (Housner: 0.942), so its first cycle is 4.5 % short "
    "of the exact one. That loss belongs to the method and falls in proportion to dt: 2.0 % at 1 ms, 1.1 % at 0.5 ms, "
    "0.2 % at 0.1 ms. The default scheme at 2 ms is 0.02 % short. The period depends on the amplitude, and the "
    "amplitude on what impacts take away, so each swing is judged at the amplitude that it has."
)


@case("portioli-block", DESCRIPTION, minutes=4.0, notes=NOTES)
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
    exact = float(rock(RockingBlock(WIDTH, HEIGHT, GRAVITY), duration=1.0, theta0=START).impact_time[0])
    for scheme in SCHEMES:
        found = free_rocking(scheme)
        yield within_relative(f"{scheme}, period at 0.01 rad, four times release to impact", 4.0 * exact,
                              4.0 * found.quarter, PORTIOLI_PERIOD, ODE, "s")
        yield worst_relative(f"{scheme}, periods of swings 1-{SWINGS}, each at its own peak", found.swing_error,
                             PORTIOLI_PERIOD, "energy integral (drystone.rocking)")
        yield reported(f"{scheme}, angular restitution at the first impact",
                       RockingBlock(WIDTH, HEIGHT, GRAVITY).housner_restitution, found.restitution, "Housner")
        name = f"{scheme}, first cycle with its two impacts"
        yield reported(name, exact_cycle(None), found.cycle, HOUSNER, "s")
        yield reported(name, exact_cycle(PORTIOLI_RESTITUTION), found.cycle, ODE + ", restitution 0.925", "s")
    yield from method_rows()


def method_rows() -> Iterable[Row]:
    """The published method: the engine's theta 0.7 against two contacts, and the published restitution."""
    releases = np.linspace(*RELEASES, RELEASE_COUNT)
    pairs = map_runs(both_ways, [float(release) for release in releases])
    engine, reference = pairs[int(np.argmin(np.abs(releases - START)))]
    for what, key, unit in (("release to first impact", "quarter", "s"), ("first cycle with its two impacts", "cycle",
                            "s"), ("angular restitution at the first impact", "restitution", "-")):
        yield within_relative(f"theta 0.7, {what}", getattr(reference, key), getattr(engine, key), PORTIOLI_QP,
                              TWO_CONTACTS, unit)
    worst = max(abs(getattr(a, key) / getattr(b, key) - 1.0) for a, b in pairs for key in ("cycle", "restitution"))
    where = f"over {RELEASE_COUNT} releases {RELEASES[0]:g} .. {RELEASES[1]:g} rad"
    yield reported(f"theta 0.7, worst difference of cycle and restitution {where}, relative", 0.0, worst, TWO_CONTACTS)
    yield spread_holds(f"theta 0.7, angular restitution {where}", PORTIOLI_RESTITUTION,
                       [a.restitution for a, _ in pairs], PUBLISHED)
