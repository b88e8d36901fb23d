"""What the rocking equation needs of a ground motion, whatever it is given as."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

import numpy as np

from drystone.errors import InputError
from drystone.motion.motion import Motion


class Ground:
    """Acceleration with its smooth stretches. Takes None (still), a `Motion`, or any callable a(t) [m/s2].

    Of a callable nothing more is known: it should be smooth, and it counts as endless.
    """

    def __init__(self, ground: Motion | Callable[[float], float] | None) -> None:
        self.acceleration: Callable[[float], Any] = lambda t: 0.0
        self.breaks: list[float] = []           #: [s] increasing, where a smooth stretch ends
        self.jumps: dict[float, float] = {}     #: velocity jumps [m/s] by their time [s]
        self.peak = 0.0                         #: [m/s2] bound of the acceleration
        self.end = 0.0                          #: [s] still from here on
        if isinstance(ground, Motion):
            self.acceleration = ground.acceleration
            self.jumps = dict(ground.velocity_jumps)
            self.breaks = sorted({*ground.breaks, *self.jumps})
            self.peak, self.end = ground.peak, ground.duration
        elif callable(ground):
            self.acceleration = ground
            self.peak = self.end = math.inf
        elif ground is not None:
            raise InputError(f"rocking: ground must be a motion, a function of time or None, got {ground!r}")

    def stretch_end(self, t: float, duration: float) -> float:
        """End of the smooth stretch that begins at or contains `t` [s]."""
        after = bisect_right(self.breaks, t)
        return min(self.breaks[after], duration) if after < len(self.breaks) else duration

    def within(self, start: float, end: float) -> Callable[[float], float]:
        """The acceleration on one smooth stretch, so that its ends take the values from inside."""
        if start >= self.end:
            return lambda t: 0.0
        low, high, acceleration = np.nextafter(start, end), np.nextafter(end, start), self.acceleration
        return lambda t: float(acceleration(float(min(max(t, low), high))))

    def first_above(self, level: float, start: float, end: float, step: float) -> float | None:
        """First time in a smooth stretch at which |acceleration| exceeds `level` [m/s2]; None if never."""
        if self.peak <= level or start >= self.end or start >= end:
            return None
        acceleration = self.within(start, end)

        def excess(t: float) -> float:
            return abs(acceleration(t)) - level

        if excess(start) > 0.0:
            return start
        times = np.linspace(start, end, max(9, 1 + math.ceil((end - start) / step)))
        values = np.array([excess(float(t)) for t in times])
        for k in range(1, times.size):
            if values[k] > 0.0:
                return _last_step(excess, float(times[k - 1]), float(times[k]))
            is_crest = 0 < k < times.size - 1 and values[k - 1] <= values[k] >= values[k + 1]
            if is_crest and values[k] > -0.05 * level:   # a crest between samples may just exceed the level
                top = _crest(excess, float(times[k - 1]), float(times[k + 1]))
                if excess(top) > 0.0:
                    return _last_step(excess, float(times[k - 1]), top)
        return None


def _last_step(f: Callable[[float], float], low: float, high: float) -> float:
    """Bisect to the first float with f > 0; a root finder could stop on the wrong side."""
    while True:
        middle = 0.5 * (low + high)
        if not low < middle < high:
            return high
        if f(middle) > 0.0:
            high = middle
        else:
            low = middle


def _crest(f: Callable[[float], float], low: float, high: float) -> float:
    """Place of the greatest value of a one-humped function, by golden section."""
    ratio = 0.5 * (math.sqrt(5.0) - 1.0)
    for _ in range(60):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (left, high) if f(left) < f(right) else (low, right)
    return 0.5 * (low + high)
