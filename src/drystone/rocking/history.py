"""What came out of one rocking run."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.integrate import OdeSolution

from drystone.errors import InputError
from drystone.rocking.block import RockingBlock


@dataclass(frozen=True, slots=True)
class Phase:
    """One stretch of the run without impact: `solution` gives (theta, omega); None = at rest."""

    start: float                  #: [s]
    end: float                    #: [s]
    solution: OdeSolution | None


@dataclass(frozen=True, slots=True)
class RockingHistory:
    """Events and path of a rocking block. Positive theta: the top has moved towards +x."""

    block: RockingBlock
    restitution: float            #: [-] ratio of angular speeds at impacts that was used
    status: str                   #: "rest", "rocking", "overturned" or "safe", see below
    end_time: float               #: [s] the path is known from 0 to here
    impact_time: np.ndarray       #: (i,) [s]
    omega_before: np.ndarray      #: (i,) [rad/s], signed
    omega_after: np.ndarray       #: (i,) [rad/s], signed
    peak_time: np.ndarray         #: (k,) [s], maxima of |theta| between impacts, a start from rest not counted
    peak_angle: np.ndarray        #: (k,) [rad], signed
    max_angle: float              #: [rad] greatest |theta| of the run; pi/2 if overturned
    uplift_time: float | None     #: [s] when the block first left its base; None = never
    overturn_time: float | None   #: [s] when |theta| reached pi/2; None = not, or decided before
    rest_time: float | None       #: [s] when the last motion died out; None = still moving, or never moved
    phases: tuple[Phase, ...]

    # "rest": on its base at the end; bounces below settings.rest_angle were cut off there, and rest_time is
    #         the sum of the series of bounces that was left out.
    # "rocking": time was up. "overturned": reached pi/2 or, with until_decided, must.
    # "safe": with until_decided only: the ground is still and the energy no longer suffices.

    @property
    def is_overturned(self) -> bool:
        """Whether the block overturned."""
        return self.status == "overturned"

    def sample(self, t: float | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Angle [rad] and angular velocity [rad/s] at times `t` [s]; at an impact those after it."""
        times = np.asarray(t, dtype=float)
        if times.size and (times.min() < 0.0 or times.max() > self.end_time):
            wrong = times.min() if times.min() < 0.0 else times.max()
            raise InputError(f"rocking history: time must be within 0 and {self.end_time:g} [s], "
                             f"got {float(wrong)!r}")
        theta, omega = np.zeros(times.shape), np.zeros(times.shape)
        starts = np.array([phase.start for phase in self.phases])
        which = np.searchsorted(starts, times, side="right") - 1
        for k in np.unique(which):
            if self.phases[k].solution is not None:
                here = which == k
                theta[here], omega[here] = self.phases[k].solution(times[here])
        return theta, omega

    def max_ratio(self) -> float:
        """Greatest |theta| / alpha [-]; inf if overturned."""
        return math.inf if self.is_overturned else self.max_angle / self.block.alpha
