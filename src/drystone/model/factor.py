"""`Factor`: a load's multiplier over time, piecewise linear with jumps, integrated exactly."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from drystone.errors import InputError

#: Points (time [s], factor [-]); a time given twice is a jump.
History = Sequence[tuple[float, float]]


def check_pairs(what: str, value: object, *, least: int = 1) -> np.ndarray:
    """(n, 2) finite numbers, times [s] and values; at least one pair, or two."""
    try:
        pairs = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        pairs = np.full(0, np.nan)
    if pairs.ndim != 2 or pairs.shape[0] < least or pairs.shape[1] != 2 or not np.isfinite(pairs).all():
        words = "two or more pairs" if least == 2 else "pairs"
        raise InputError(f"{what} must be {words} of finite numbers (time [s], value), got {value!r}")
    return pairs


def check_history(what: str, history: object) -> tuple[tuple[float, float], ...]:
    """Return `history` as pairs of finite numbers with times that never fall, or say what is wrong."""
    points = check_pairs(what, history)
    falls = np.flatnonzero(np.diff(points[:, 0]) < 0)
    if falls.size:
        raise InputError(f"{what}: times must not fall [s], got {points[falls[0] + 1, 0]:g} after "
                         f"{points[falls[0], 0]:g}")
    return tuple((float(t), float(f)) for t, f in points)


@dataclass(frozen=True, slots=True)
class Factor:
    """Piece i starts at `start[i]` with `value[i]` and has `slope[i]`; the last one never ends."""

    start: tuple[float, ...]  #: [s], rising; the first is -inf
    value: tuple[float, ...]  #: at the start of the piece (anywhere in it for the first)
    slope: tuple[float, ...]  #: [1/s]

    @classmethod
    def constant(cls, value: float = 1.0) -> Factor:
        """The same value at all times."""
        return cls((-np.inf,), (value,), (0.0,))

    @classmethod
    def compose(cls, history: History | None, clock_start: float, windows: Iterable[tuple[float, float]],
                switches: Iterable[tuple[float, float]], initial: float = 1.0) -> Factor:
        """Product of a history (on its own clock), windows in which it acts, and switched multipliers.

        Parameters
        ----------
        history : points on the load's clock; before the first and after the last the value is kept; None = 1
        clock_start : time at which the clock of `history` reads zero [s]
        windows : (from, to) [s]; outside of them the factor is zero
        switches : (time [s], multiplier from then on [-])
        initial : multiplier before the first switch [-]
        """
        windows = list(windows)
        switches = sorted(switches)
        knots = list(history) if history is not None else [(0.0, 1.0)]
        knot_times = [clock_start + t for t, _ in knots]
        times = {t for window in windows for t in window} | {t for t, _ in switches} | set(knot_times)
        edges = sorted(t for t in times if np.isfinite(t))
        bounds = [-np.inf, *edges, np.inf]
        start: list[float] = []
        value: list[float] = []
        slope: list[float] = []
        for lo, hi in pairwise(bounds):
            inside = _inner_point(lo, hi)
            multiplier = initial
            for time, factor in switches:
                if time <= inside:
                    multiplier = factor
            if not any(a <= inside < b for a, b in windows):
                multiplier = 0.0
            i = bisect_right(knot_times, inside)
            if i == 0:
                here, rate = knots[0][1], 0.0
            elif i == len(knots):
                here, rate = knots[-1][1], 0.0
            else:
                rate = (knots[i][1] - knots[i - 1][1]) / (knot_times[i] - knot_times[i - 1])
                here = knots[i - 1][1] + rate * (lo - knot_times[i - 1])
            if value and slope[-1] == multiplier * rate == 0.0 and value[-1] == multiplier * here:
                continue  # nothing changes at this edge
            start.append(lo)
            value.append(multiplier * here)
            slope.append(multiplier * rate)
        return cls(tuple(start), tuple(value), tuple(slope))

    def at(self, time: float) -> float:
        """Factor at `time`; at a jump, the value after it."""
        i = bisect_right(self.start, time) - 1
        return self.value[i] + (self.slope[i] * (time - self.start[i]) if self.slope[i] else 0.0)

    def integral(self, t0: float, t1: float) -> float:
        """Exact integral over [t0, t1] [s]."""
        start, value, slope = self.start, self.value, self.slope
        i = bisect_right(start, t0) - 1
        total, lo = 0.0, t0
        while lo < t1:
            hi = min(start[i + 1], t1) if i + 1 < len(start) else t1
            middle = value[i] + (slope[i] * (0.5 * (lo + hi) - start[i]) if slope[i] else 0.0)
            total += middle * (hi - lo)
            lo, i = hi, i + 1
        return total


def _inner_point(lo: float, hi: float) -> float:
    if lo == -np.inf:
        return hi - 1.0 if np.isfinite(hi) else 0.0
    return lo + 1.0 if hi == np.inf else 0.5 * (lo + hi)
