"""Impact times and peak angles of a simulated rocking block against the event-driven solution."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from drystone.analysis.peaks import find_zero_crossings, peak_angles
from drystone.model.settings import AnalysisSettings
from drystone.motion.motion import Motion
from drystone.rocking import RockingBlock, RockingHistory, rock
from drystone.validate.scenes import rocking_block
from drystone.validate.tolerances import GRAVITY
from drystone.validate.track import SignChanges, follow, tilt_of

IMPACTS, PEAKS = 6, 5


@dataclass(frozen=True, slots=True)
class RockingRun:
    """A run of one upright block and how to step it; what worker processes get."""

    width: float                        #: [m]
    height: float                       #: [m]
    friction: float
    dt: float                           #: [s]
    scheme: str
    tilt_deg: float = 0.0
    motion: Motion | None = None

    def reference(self, duration: float, restitution: float | None = None) -> RockingHistory:
        """The exact motion."""
        block = RockingBlock(self.width, self.height, GRAVITY)
        return rock(block, duration=duration, theta0=float(np.radians(self.tilt_deg)), ground=self.motion,
                    restitution=restitution)

    def settings(self) -> AnalysisSettings:
        """As the engine takes them."""
        return AnalysisSettings(dt=self.dt, scheme=self.scheme)


@dataclass(frozen=True, slots=True)
class RockingErrors:
    """Signed relative errors of one run [-]."""

    times: np.ndarray   #: (6,)
    peaks: np.ndarray   #: (5,)

    @property
    def worst_time(self) -> float:
        """Greatest error of an impact time."""
        return float(np.abs(self.times).max())

    @property
    def worst_peak(self) -> float:
        """Greatest error of a peak angle."""
        return float(np.abs(self.peaks).max())


def rocking_errors(run: RockingRun) -> RockingErrors:
    """Errors of the first six impact times and of the five peaks between them.

    An impact is the zero of the angle, reached with the motion before it (the speed jumps there, so a straight line
    across it would add an error of its own). A run that has not impacted as often as it must counts as 100 % wrong.
    """
    reference = run.reference(20.0)
    exact_times = reference.impact_time[:IMPACTS]
    peak_time, peak_angle = reference.peak_time, np.abs(reference.peak_angle)
    exact_peaks = np.array([peak_angle[(peak_time > a) & (peak_time < b)].max() for a, b in pairwise(exact_times)])
    time, angle = simulate(run, 1.3 * float(exact_times[-1]))
    crossings = find_zero_crossings(time, angle, method="extrapolated").time
    heights = peak_angles(time, angle).height
    if len(crossings) < IMPACTS or len(heights) < PEAKS:
        return RockingErrors(np.ones(IMPACTS), np.ones(PEAKS))
    return RockingErrors(crossings[:IMPACTS] / exact_times - 1.0, heights[:PEAKS] / exact_peaks - 1.0)


def simulate(run: RockingRun, duration: float) -> tuple[np.ndarray, np.ndarray]:
    """Times [s] and angles [rad] until just after the sixth impact, at most for `duration` [s]."""
    model = rocking_block(run.width, run.height, friction=run.friction, tilt_deg=run.tilt_deg, motion=run.motion)
    track = follow(model, run.settings(), duration, tilt_of(0), SignChanges(IMPACTS))
    return track.time, track.values[:, 0]


def mean_error(results: list[RockingErrors]) -> float:
    """Mean absolute error of all times and peaks of several runs."""
    return float(np.mean([np.abs(np.concatenate((r.times, r.peaks))) for r in results]))
