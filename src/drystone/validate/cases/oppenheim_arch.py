"""Circular arch of seven voussoirs under a biphasic pulse: collapses to the left after several impacts."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.analysis.peaks import find_peaks
from drystone.model.settings import AnalysisSettings
from drystone.motion import Biphasic
from drystone.simulation.pool import map_runs
from drystone.validate.case import Row, at_least, case, reported, same_word, within_absolute
from drystone.validate.scenes import oppenheim_arch
from drystone.validate.tolerances import ARCH_COLLAPSE_S, ARCH_OUTCOME, ARCH_PEAK_S, ARCH_PEAKS, GRAVITY
from drystone.validate.track import Track, energy_of, follow

DT, FINE = 1e-3, 1e-4     #: [s]
DURATION = 4.0            #: [s]
COMPARED = 2.0            #: [s], schemes are compared up to here: later the arch falls
DROP = 0.2                #: share of the potential energy above the springings that counts as collapse
LEAST_PEAK = 5e-3         #: [m], lower maxima of the mean height are trembling
WINDOW = 0.1              #: [s]
PUBLISHED = "Nodargi and Bisegna 2024, section 4.3"


def arch_track(item: tuple[str, float]) -> Track:
    """Energies per weight and mean displacement along x, with scheme and step [s]."""
    scheme, dt = item
    model = oppenheim_arch(Biphasic(1.11 * GRAVITY, 0.30, -0.555 * GRAVITY, 0.60))
    free = ~model.is_support
    mass = model.mass[free]
    springing = 9.25 * np.sin(np.radians(15.0))   # inner end of the springing joints, the lowest corner
    height = float(mass @ model.initial_position[free, 2]) / mass.sum() - springing
    return follow(model, AnalysisSettings(dt=dt, scheme=scheme), DURATION, energy_of(model),
                 lambda time, values: values[0] < -DROP * height)


def _outcome(track: Track) -> str:
    if not track.stopped:
        return "stands"
    return "collapses to the left" if track.values[-1, 2] < 0.0 else "collapses to the right"


def _distance(track: Track, reference: Track) -> float:
    """Root mean square difference of the potential energies up to `COMPARED`, over the greatest rise."""
    at = np.arange(0.0, COMPARED, 1e-3)
    own = np.interp(at, track.time, track.values[:, 0])
    other = np.interp(at, reference.time, reference.values[:, 0])
    return float(np.sqrt(np.mean((own - other) ** 2)) / other.max())


DESCRIPTION = (
    "Arch of seven voussoirs, mid radius 10 m, thickness 1.5 m, 150 degrees, friction 2, with the mass of "
    "curved voussoirs. Ground acceleration 1.11 g to the left for 0.30 s, then 0.555 g to the right for "
    "0.60 s. Times of the maxima of the potential energy; the default scheme and euler against a "
    "converged run."
)
NOTES = (
    "Collapse is counted when the potential energy above the springings has fallen by 20 %, which is later than "
    "the incipient collapse that the source shows. The converged run is one of the default scheme; euler at the "
    "same small step is given beside it to show that both tend to the same motion."
)


@case("oppenheim-arch", DESCRIPTION, minutes=5.0, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    items = [("midpoint", FINE), ("euler", FINE), ("midpoint", DT), ("euler", DT)]
    tracks = dict(zip(items, map_runs(arch_track, items)))
    for dt in (DT, FINE):
        yield from _compare(dt, tracks["midpoint", dt])
    converged = tracks["midpoint", FINE]
    default, euler = (_distance(tracks[scheme, DT], converged) for scheme in ("midpoint", "euler"))
    source = f"default scheme at dt {FINE:g}"
    what = f"rms difference of the potential energy up to {COMPARED:g} s"
    yield reported(f"default dt {DT:g}, {what}", 0.0, 100 * default, source, "%")
    yield reported(f"euler dt {DT:g}, {what}", 0.0, 100 * euler, source, "%")
    yield reported(f"euler dt {FINE:g}, {what}", 0.0, 100 * _distance(tracks["euler", FINE], converged), source, "%")
    yield at_least(f"error of euler over that of the default, dt {DT:g}", 1.0, euler / default, source)


def _compare(dt: float, track: Track) -> Iterable[Row]:
    what = f"default dt {dt:g}"
    times = find_peaks(track.time, track.values[:, 0], least=LEAST_PEAK, window=WINDOW).time
    yield same_word(f"{what}, outcome", ARCH_OUTCOME, _outcome(track), PUBLISHED)
    for number, reference in enumerate(ARCH_PEAKS):
        time = float(times[number]) if number < len(times) else float("nan")
        name = f"{what}, potential-energy peak {number + 1}"
        if number < 3:
            yield within_absolute(name, reference, time, ARCH_PEAK_S, PUBLISHED, "s")
        else:
            yield reported(name, reference, time, PUBLISHED, "s")
    yield reported(f"{what}, potential energy fallen by {100 * DROP:g} %", ARCH_COLLAPSE_S, float(track.time[-1]),
                   PUBLISHED + ": incipient collapse (text: 2.7 s)", "s")
