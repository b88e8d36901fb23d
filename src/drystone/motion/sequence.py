"""Several motions one after the other with rest between them: a mainshock and its aftershocks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.motion.modified import Delayed
from drystone.motion.motion import Motion, Number
from drystone.motion.table import Table


@dataclass(frozen=True)
class Sequence(Motion):
    """Motions one after the other, with `rest` [s] between the end of one and the start of the next.

    A motion that ends with a velocity leaves the ground moving with it: correct the baseline of records ("mean" ends at
    rest).

    Attributes
    ----------
    motions : two or more motions, each with an end
    rest : time without acceleration between two of them [s]
    """

    motions: tuple[Motion, ...]
    rest: float
    _parts: tuple[Motion, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rest = check_number("motion sequence: rest", self.rest, "s", least=0.0)
        if not isinstance(self.motions, (list, tuple)) or len(self.motions) < 2:
            raise InputError(f"motion sequence: motions must be two or more, got {self.motions!r}")
        start, parts = 0.0, []
        for k, motion in enumerate(self.motions):
            if not isinstance(motion, Motion):
                raise InputError(f"motion sequence: motions[{k}] must be a motion, got {motion!r}")
            if not np.isfinite(motion.duration):
                raise InputError(f"motion sequence: motions[{k}] must have an end, got one without")
            parts.append(Delayed(_resting(motion), start))
            start += motion.duration + rest
        object.__setattr__(self, "motions", tuple(self.motions))
        object.__setattr__(self, "_parts", tuple(parts))

    @property
    def after(self) -> str | None:
        """What follows the last motion: as that says."""
        last = self.motions[-1]
        while hasattr(last, "motion"):
            last = last.motion
        return getattr(last, "after", "zero")

    @property
    def duration(self) -> float:
        return self._parts[-1].duration

    @property
    def peak(self) -> float:
        return max(part.peak for part in self._parts)

    @property
    def breaks(self) -> tuple[float, ...]:
        return tuple(sorted({t for part in self._parts for t in part.breaks}))

    @property
    def initial_velocity(self) -> float:
        return self._parts[0].initial_velocity

    @property
    def velocity_jumps(self) -> tuple[tuple[float, float], ...]:
        return tuple(jump for part in self._parts for jump in part.velocity_jumps)

    @property
    def shortest_period(self) -> float:
        return min(part.shortest_period for part in self._parts)

    @property
    def sampling_step(self) -> float | None:
        steps = [part.sampling_step for part in self._parts if part.sampling_step is not None]
        return min(steps, default=None)

    def acceleration(self, t: Number) -> Number:
        return sum(part.acceleration(t) for part in self._parts)

    def velocity(self, t: Number) -> Number:
        return sum(part.velocity(t) for part in self._parts)

    def displacement(self, t: Number) -> Number:
        return sum(part.displacement(t) for part in self._parts)

    def velocity_increment(self, t0: Number, t1: Number) -> Number:
        return sum(part.velocity_increment(t0, t1) for part in self._parts)

    def displacement_increment(self, t0: Number, t1: Number) -> Number:
        return sum(part.displacement_increment(t0, t1) for part in self._parts)


def _resting(motion: Motion) -> Motion:
    """The motion, which may be asked after its end."""
    if isinstance(motion, Table) and motion.after is None:
        return Table(motion.times, motion.accelerations, "zero")
    if not hasattr(motion, "motion"):
        return motion
    within: Any = motion            # a motion changed by another class, a dataclass
    return replace(within, motion=_resting(within.motion))
