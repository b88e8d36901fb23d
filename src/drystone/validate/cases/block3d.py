"""A square prism under one sine pulse at 44 degrees: rocks about corners and edges, comes to rest or falls."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.analysis.peaks import find_peaks
from drystone.model.settings import AnalysisSettings
from drystone.motion import OneSine
from drystone.simulation.pool import map_runs
from drystone.validate.case import Row, case, reported, same_word, within_absolute
from drystone.validate.scenes import rocking_block
from drystone.validate.tolerances import BLOCK3D_OUTCOME, BLOCK3D_PEAK_S, BLOCK3D_PEAKS
from drystone.validate.track import Track, energy_of, follow

STEPS = (1e-3, 2.5e-4)      #: [s]
DURATION = {8.0: 8.0, 9.5: 3.5}   #: [s]; the weaker pulse leaves it wobbling for 7 s
FALLEN = -0.2               #: [m], the centre of mass, 1 m high at first, has lost 20 %
LEAST_PEAK = 5e-3           #: [m]; the maxima meant are 16 to 69 mm, between them it hops by 1 mm at impacts
WINDOW = 0.1                #: [s], maxima nearer to each other count once
PUBLISHED = "Nodargi and Bisegna 2024, section 4.2 (rounded to 0.05 s)"


def outcome_and_peaks(item: tuple[float, float]) -> tuple[str, list[float]]:
    """Outcome, and times [s] of the peaks of the potential energy, for an amplitude [m/s2] and a step [s]."""
    amplitude, dt = item
    model = rocking_block(0.6, 2.0, friction=2.0, motion=OneSine(amplitude, 0.25), direction_deg=44.0)
    track = follow(model, AnalysisSettings(dt=dt), DURATION[amplitude], energy_of(model),
                  lambda time, values: values[0] < FALLEN)
    peaks = find_peaks(track.time, track.values[:, 0], least=LEAST_PEAK, window=WINDOW)
    return _outcome(track), peaks.time.tolist()


def _outcome(track: Track) -> str:
    if track.stopped:
        return "collapses"
    # at rest: what is left over the last 0.2 s could lift it by less than a micrometre, and it stands upright
    last = track.values[track.time > track.time[-1] - 0.2]
    energy = np.abs(last[:, 0]) + last[:, 1]
    return "comes to rest" if energy.max() < 1e-6 else "still moves"


DESCRIPTION = (
    "A prism of 0.6 x 0.6 x 2.0 m, friction 2, under one full sine of ground acceleration (half period "
    "0.25 s) at 44 degrees from x: 8 m/s2 rocks and comes to rest, 9.5 m/s2 overturns. Times of the "
    "maxima of the potential energy; beyond the third they are reported, since the motion is sensitive."
)
NOTES = (
    "The source prints the times rounded to 0.05 s. Two choices were made after a first run: maxima below 5 mm "
    "are left out (at 9.5 m/s2 there is one of 1.3 mm at 0.45 s, an impact between two large swings of 16 to 69 "
    "mm, which the source does not list), and the run with 8 m/s2 lasts 8 s, since the prism still wobbles by 1 "
    "to 5 mm at 5 s and stands from about 7 s on. From the fourth peak on the motion is sensitive: with "
    "associative friction peaks 4 and 5 come at 1.752 and 2.095 s (dt 2.5e-4), euler gives 1.744, 1.743 and 1.749 "
    "s for the fourth at steps of 0.4, 0.2 and 0.1 ms, and the sixth differs between the two steps of the table."
)


@case("block3d", DESCRIPTION, minutes=1.0, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    items = [(amplitude, dt) for dt in reversed(STEPS) for amplitude in BLOCK3D_PEAKS]
    results = dict(zip(items, map_runs(outcome_and_peaks, items)))
    for amplitude, published in BLOCK3D_PEAKS.items():
        for dt in STEPS:
            what = f"{amplitude:g} m/s2, dt {dt:g}"
            outcome, times = results[amplitude, dt]
            yield same_word(f"{what}, outcome", BLOCK3D_OUTCOME[amplitude], outcome, PUBLISHED)
            for number, reference in enumerate(published):
                name = f"{what}, potential-energy peak {number + 1}"
                time = times[number] if number < len(times) else float("nan")
                if number < 3:
                    yield within_absolute(name, reference, time, BLOCK3D_PEAK_S, PUBLISHED, "s")
                else:
                    yield reported(name, reference, time, PUBLISHED, "s")
