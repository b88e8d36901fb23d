"""Motion given by samples, linear in between; recorded motions become tables."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from drystone.checks import check_choice
from drystone.errors import InputError
from drystone.motion.formula import FormulaMotion
from drystone.motion.motion import Number

#: Times this small a share of the duration after the end are rounding, not a wish to know what comes after.
_ROUNDING = 1e-9


def _samples(what: str, values: object, unit: str) -> np.ndarray:
    try:
        array = np.array(values, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"motion table: {what} must be numbers [{unit}], got {values!r}") from None
    if array.ndim != 1:
        raise InputError(f"motion table: {what} must be one row of numbers [{unit}], got shape {array.shape}")
    bad = np.flatnonzero(~np.isfinite(array))
    if bad.size:
        raise InputError(f"motion table: {what}[{bad[0]}] must be finite [{unit}], got {float(array[bad[0]])!r}")
    array.setflags(write=False)
    return array


@dataclass(frozen=True, eq=False)
class Table(FormulaMotion):
    """Samples of acceleration, linear between them, zero before the first.

    Attributes
    ----------
    times : (n,) increasing, the first >= 0 [s]; steps may differ
    accelerations : (n,) [m/s2]
    after : "zero" = no acceleration after the last sample; None = asking for later times is an error
    """

    times: np.ndarray
    accelerations: np.ndarray
    after: str | None = None
    _v: np.ndarray = field(init=False, repr=False)  #: (n,) integral of the acceleration up to each sample [m/s]
    _x: np.ndarray = field(init=False, repr=False)  #: (n,) integral of _v [m]

    _has_closed_end = True

    def __post_init__(self) -> None:
        t = _samples("times", self.times, "s")
        a = _samples("accelerations", self.accelerations, "m/s2")
        if self.after is not None:
            check_choice("motion table: after", self.after, ("zero",))
        if t.size != a.size:
            raise InputError(f"motion table: times and accelerations must be as many, got {t.size} and {a.size}")
        if t.size < 2:
            raise InputError(f"motion table: times must be at least 2, got {t.size}")
        if t[0] < 0.0:
            raise InputError(f"motion table: times[0] must be >= 0 [s], got {float(t[0])!r}")
        step = np.diff(t)
        bad = np.flatnonzero(step <= 0.0)
        if bad.size:
            k = int(bad[0]) + 1
            raise InputError(f"motion table: times[{k}] must be greater than the one before "
                             f"{float(t[k - 1])!r} [s], got {float(t[k])!r}")
        v = np.concatenate(([0.0], np.cumsum(0.5 * step * (a[:-1] + a[1:]))))
        x = np.concatenate(([0.0], np.cumsum(step * v[:-1] + step**2 / 6.0 * (2.0 * a[:-1] + a[1:]))))
        for name, array in (("times", t), ("accelerations", a), ("_v", v), ("_x", x)):
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    @property
    def duration(self) -> float:
        return float(self.times[-1])

    @property
    def peak(self) -> float:
        return float(np.abs(self.accelerations).max())

    @property
    def sampling_step(self) -> float:
        return float(np.median(np.diff(self.times)))     # jumps may be drawn as short ramps

    @property
    def breaks(self) -> tuple[float, ...]:
        return tuple(self.times.tolist())

    def _check_time(self, t: Number) -> None:
        if self.after is None:
            last = float(np.max(t, initial=-np.inf))
            if last > self.duration * (1.0 + _ROUNDING):
                raise InputError(f"motion table: time must be <= {self.duration:g} [s], where the samples end, "
                                 f"unless after is zero, got {last!r}")

    def _acceleration(self, t: Number) -> Number:
        return np.interp(t, self.times, self.accelerations, left=0.0)

    def _piece(self, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Interval number of `t`, and `t` no earlier than the first sample."""
        late = np.maximum(t, self.times[0])
        return np.clip(np.searchsorted(self.times, late, side="right") - 1, 0, self.times.size - 2), late

    def _within(self, piece: np.ndarray, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Velocity gained and drift from a to b, both inside one interval."""
        t, acc = self.times, self.accelerations
        slope = (acc[piece + 1] - acc[piece]) / (t[piece + 1] - t[piece])
        at_a, at_b = acc[piece] + slope * (a - t[piece]), acc[piece] + slope * (b - t[piece])
        h = b - a
        return 0.5 * h * (at_a + at_b), h * h / 6.0 * (2.0 * at_a + at_b)

    def _between(self, a: Number, b: Number) -> tuple[np.ndarray, np.ndarray]:
        """Velocity gained and drift from a to b: rest of the first interval, whole ones, start of the last."""
        a, b = np.broadcast_arrays(np.asarray(a, dtype=float), np.asarray(b, dtype=float))
        piece_a, a_late = self._piece(a)
        piece_b, b_late = self._piece(b)
        node_a, node_b = piece_a + (piece_b > piece_a), piece_b + (piece_a > piece_b)
        t_a, t_b = self.times[node_a], self.times[node_b]
        v1, d1 = self._within(piece_a, a_late, t_a)
        v2, whole = self._v[node_b] - self._v[node_a], t_b - t_a
        d2 = self._x[node_b] - self._x[node_a] - self._v[node_a] * whole
        v3, d3 = self._within(piece_b, t_b, b_late)
        one_v, one_d = self._within(piece_a, a_late, b_late)
        same = piece_a == piece_b
        velocity = np.where(same, one_v, v1 + v2 + v3)
        drift = np.where(same, one_d, d1 + d2 + d3 + v1 * whole + (v1 + v2) * (b_late - t_b))
        return velocity, drift + velocity * (b - b_late)

    def _velocity_between(self, a: Number, b: Number) -> Number:
        return self._between(a, b)[0]

    def _drift(self, a: Number, b: Number) -> Number:
        return self._between(a, b)[1]
