"""A ground displacement as a program reads it from a file of samples: joined by straight lines."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from drystone.motion.motion import Motion, Number


@dataclass(frozen=True)
class SampledDisplacementSine(Motion):
    """amplitude sin(2 pi frequency t) at multiples of `step`, straight lines between: the velocity jumps at each.

    Between the jumps there is no acceleration. The ground must be moved by its supports: a program that only sums
    accelerations would see nothing.

    Attributes
    ----------
    amplitude : of the displacement [m], signed
    frequency : [Hz]
    step : between samples [s]
    duration : up to which there are samples [s]; the last velocity stays
    """

    amplitude: float
    frequency: float
    step: float
    duration: float

    @property
    def peak(self) -> float:
        return 0.0

    @property
    def breaks(self) -> tuple[float, ...]:
        return tuple((self.step * np.arange(self._count)).tolist())

    @property
    def initial_velocity(self) -> float:
        return float(self.velocity(0.0))

    @property
    def velocity_jumps(self) -> tuple[tuple[float, float], ...]:
        slopes = self._slope(np.arange(self._count))
        return tuple(zip(self.breaks, np.diff(slopes, prepend=0.0).tolist()))

    @property
    def _count(self) -> int:
        return math.ceil(self.duration / self.step - 1e-9)

    def _sample(self, k: Number) -> Number:
        return self.amplitude * np.sin(2.0 * math.pi * self.frequency * self.step * k)

    def _slope(self, k: Number) -> Number:
        return (self._sample(k + 1) - self._sample(k)) / self.step

    def _piece(self, t: Number) -> Number:
        # a sample's own instant belongs to the line that follows, whatever its last bit
        return np.clip(np.floor(np.asarray(t) / self.step + 1e-9), 0, self._count - 1)

    def acceleration(self, t: Number) -> Number:
        return _plain(np.zeros_like(np.asarray(t, dtype=float)))

    def velocity(self, t: Number) -> Number:
        return _plain(np.where(np.asarray(t) < 0.0, 0.0, self._slope(self._piece(t))))

    def displacement(self, t: Number) -> Number:
        k = self._piece(t)
        return _plain(np.where(np.asarray(t) < 0.0, 0.0, self._sample(k) + self._slope(k) * (t - self.step * k)))

    def velocity_increment(self, t0: Number, t1: Number) -> Number:
        return self.velocity(t1) - self.velocity(t0)

    def displacement_increment(self, t0: Number, t1: Number) -> Number:
        return self.displacement(t1) - self.displacement(t0)


def _plain(value: np.ndarray) -> Number:
    return float(value) if value.ndim == 0 else value
