"""Peaks and zero crossings of sampled histories, between the samples; for rocking blocks: impacts and peak
angles.

Arrays go in, arrays come out; only `rocking_angle` and `rocking_rate` read a run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.analysis.blocks import as_axis, one_block
from drystone.checks import check_choice, check_number
from drystone.errors import InputError
from drystone.extremes import ranked
from drystone.results.result import RunResult

#: How a crossing is placed between two samples.
METHODS = ("linear", "extrapolated")


@dataclass(frozen=True, slots=True)
class Peaks:
    """Local maxima of a history."""

    time: np.ndarray    #: (k,) [s], rising
    height: np.ndarray  #: (k,) unit of the history

    @property
    def count(self) -> int:
        """Number of peaks."""
        return len(self.time)


@dataclass(frozen=True, slots=True)
class Crossings:
    """Where a history changes its sign."""

    time: np.ndarray       #: (k,) [s], rising
    direction: np.ndarray  #: (k,) int, +1 from negative to positive, -1 the other way
    before: np.ndarray     #: (k,) int, number of the last sample on the old side
    after: np.ndarray      #: (k,) int, number of the first sample on the new side

    @property
    def count(self) -> int:
        """Number of crossings."""
        return len(self.time)


def find_peaks(time: np.ndarray, value: np.ndarray, *, least: float | None = None,
               window: float | None = None) -> Peaks:
    """Local maxima, with time and height from the parabola through the highest sample and its neighbours.

    The first and the last sample are never peaks, because what lies beyond them is not known. A flat top
    counts once, at its middle. For minima give -value, for both |value|.

    Parameters
    ----------
    time : (n,) [s], rising; the step may vary
    value : (n,)
    least : peaks lower than this are left out, unit of `value`; None keeps all
    window : of peaks nearer to each other than this the highest stays [s]; None keeps all
    """
    time, value = check_history("find_peaks", time, value)
    if least is not None:
        least = check_number("find_peaks: least", least, "unit of value")
    if window is not None:
        window = check_number("find_peaks: window", window, "s", least=0.0)
    found = [_refine(time, value, first, last) for first, last in _flat_tops(value)]
    if least is not None:
        found = [peak for peak in found if peak[1] >= least]
    if window:
        found = _keep_highest(found, window)
    table = np.array(found, dtype=float).reshape(-1, 2)
    return Peaks(table[:, 0], table[:, 1])


def find_zero_crossings(time: np.ndarray, value: np.ndarray, *, least: float = 0.0,
                        method: str = "linear") -> Crossings:
    """Changes of sign, with their time between the samples.

    Samples with |value| <= least have no side of their own: a history that touches zero and turns back, or
    that trembles at rest, does not cross it. Where samples without a side lie between the two sides, the
    crossing is looked for between the samples that have one.

    Parameters
    ----------
    time : (n,) [s], rising
    value : (n,)
    least : half width of the band around zero that counts as zero, unit of `value`
    method : "linear": straight line between the samples on both sides of zero. "extrapolated": parabola
        through the last three samples of the old side, continued to zero: exact to third order in the step
        even where the velocity jumps at the crossing, as at an impact; linear where there are not three
        samples.
    """
    time, value = check_history("find_zero_crossings", time, value)
    least = check_number("find_zero_crossings: least", least, "unit of value", least=0.0)
    check_choice("find_zero_crossings: method", method, METHODS)
    sided = np.flatnonzero(np.abs(value) > least)
    positive = value[sided] > 0.0
    turns = np.flatnonzero(positive[1:] != positive[:-1])
    before, after = sided[turns], sided[turns + 1]
    direction = np.where(positive[turns + 1], 1, -1)
    times = np.array([_zero_between(time, value, i, j) for i, j in zip(before, after)], dtype=float)
    if method == "extrapolated":
        starts = np.concatenate(([0], after[:-1]))  # samples before these belong to an older side
        times = np.array([_extrapolate(time, value, s, i, j, t)
                          for s, i, j, t in zip(starts, before, after, times)], dtype=float)
    return Crossings(times, direction, before, after)


def rocking_angle(result: RunResult, block: str, axis: str | Sequence[float] | np.ndarray = "y") -> np.ndarray:
    """(f,) [rad]: signed rotation of a block about an axis from the drawing, right-handed, without jumps.

    It is the part of the rotation about `axis` (swing-twist); for a block that rocks in the plane normal to
    the axis, all of it. The times are `result.frames.time`.

    Parameters
    ----------
    axis : "x", "y", "z" or a vector
    """
    direction = as_axis("rocking_angle: axis", axis)
    q = result.frames.orientation[:, one_block(result, block)]
    if not len(q):
        return np.zeros(0)
    angle = np.unwrap(2.0 * np.arctan2(q[:, 1:] @ direction, q[:, 0]))
    return angle - 2.0 * np.pi * np.round(angle[0] / (2.0 * np.pi))


def rocking_rate(result: RunResult, block: str, axis: str | Sequence[float] | np.ndarray = "y") -> np.ndarray:
    """(f,) [rad/s]: angular velocity of a block about an axis, right-handed."""
    direction = as_axis("rocking_rate: axis", axis)
    return result.frames.twist[:, one_block(result, block), 3:] @ direction


def impact_times(time: np.ndarray, angle: np.ndarray, *, least: float = 0.0,
                 method: str = "linear") -> np.ndarray:
    """(k,) [s]: instants at which a rocking block passes its upright position; see `find_zero_crossings`."""
    return find_zero_crossings(time, angle, least=least, method=method).time


def peak_angles(time: np.ndarray, angle: np.ndarray, *, least: float = 0.0) -> Peaks:
    """Greatest |angle| after each impact, interpolated.

    There is one peak an impact, but none after the last one if the history ends before the block turns back.

    Parameters
    ----------
    time : (n,) [s], rising
    angle : (n,) [rad], signed rotation, zero when upright
    least : as in `find_zero_crossings` [rad]
    """
    time, angle = check_history("peak_angles", time, angle)
    crossings = find_zero_crossings(time, angle, least=least)
    size = np.abs(angle)
    ends = np.append(crossings.before[1:], len(angle) - 1)
    found = []
    for first, last in zip(crossings.after, ends):
        top = first + int(np.argmax(size[first:last + 1]))
        flat = top
        while flat < last and size[flat + 1] == size[top]:
            flat += 1
        if flat == len(angle) - 1:
            continue  # still rising, or standing still, when the history ends
        found.append(_refine(time, size, top, flat))
    table = np.array(found, dtype=float).reshape(-1, 2)
    return Peaks(table[:, 0], table[:, 1])


def check_history(what: str, time: object, value: object) -> tuple[np.ndarray, np.ndarray]:
    """Time and value as float arrays of one length, finite, with rising time; or say what is wrong."""
    time, value = np.asarray(time, dtype=float), np.asarray(value, dtype=float)
    if time.ndim != 1 or time.shape != value.shape:
        raise InputError(f"{what}: time and value must be two rows of one length, "
                         f"got shapes {time.shape} and {value.shape}")
    if not (np.isfinite(time).all() and np.isfinite(value).all()):
        raise InputError(f"{what}: time and value must be finite, got {_first_bad(time, value)}")
    if (np.diff(time) <= 0.0).any():
        at = int(np.argmax(np.diff(time) <= 0.0))
        raise InputError(f"{what}: time must rise [s], "
                         f"got {float(time[at])!r} and then {float(time[at + 1])!r}")
    return time, value


def _first_bad(time: np.ndarray, value: np.ndarray) -> str:
    at = int(np.argmax(~(np.isfinite(time) & np.isfinite(value))))
    return f"time {float(time[at])!r}, value {float(value[at])!r} at sample {at}"


def _flat_tops(value: np.ndarray) -> list[tuple[int, int]]:
    """First and last sample of every maximum: higher than the sample before it and the one after it."""
    if len(value) < 3:
        return []
    starts = np.flatnonzero(np.concatenate(([True], value[1:] != value[:-1])))
    levels = value[starts]
    ends = np.append(starts[1:], len(value)) - 1
    inner = np.flatnonzero((levels[1:-1] > levels[:-2]) & (levels[1:-1] > levels[2:])) + 1
    return [(int(starts[i]), int(ends[i])) for i in inner]


def _refine(time: np.ndarray, value: np.ndarray, first: int, last: int) -> tuple[float, float]:
    """Vertex of the parabola through a maximum and its neighbours; the middle of a long flat top."""
    if last - first > 1 or first == 0:
        return 0.5 * float(time[first] + time[last]), float(value[first])
    mid = first
    h0, h1 = time[mid] - time[mid - 1], time[mid + 1] - time[mid]
    s0, s1 = (value[mid] - value[mid - 1]) / h0, (value[mid + 1] - value[mid]) / h1
    bend = (s1 - s0) / (h0 + h1)                       # half the second derivative, < 0
    slope = (s0 * h1 + s1 * h0) / (h0 + h1)            # at the middle sample
    if bend >= 0.0:                                    # the neighbour beyond an impact may be higher
        return float(time[mid]), float(value[mid])
    shift = float(np.clip(-0.5 * slope / bend, -h0, h1))
    return float(time[mid] + shift), float(value[mid] + slope * shift + bend * shift * shift)


def _keep_highest(found: list[tuple[float, float]], window: float) -> list[tuple[float, float]]:
    """From the highest down, each peak silences those within the window."""
    kept: list[tuple[float, float]] = []
    for i in ranked([value for _, value in found]):      # of equal ones the earlier one first
        peak = found[i]
        if all(abs(peak[0] - other[0]) >= window for other in kept):
            kept.append(peak)
    return sorted(kept)


def _zero_between(time: np.ndarray, value: np.ndarray, i: int, j: int) -> float:
    """Zero between the samples i and j, which have different signs; the samples between them are small."""
    while j - i > 1:  # narrow down on the first change among the small samples
        k = i + 1
        if value[k] == 0.0:
            zeros = k
            while value[zeros + 1] == 0.0:
                zeros += 1
            if value[zeros + 1] * value[i] < 0.0:
                return 0.5 * float(time[k] + time[zeros])
            i = zeros + 1
        elif value[k] * value[i] < 0.0:
            j = k
        else:
            i = k
    share = value[i] / (value[i] - value[j])
    return float(time[i] + share * (time[j] - time[i]))


def _extrapolate(time: np.ndarray, value: np.ndarray, start: int, i: int, j: int, linear: float) -> float:
    """Zero between samples i and j of the parabola through i-2, i-1, i; `linear` where it has none."""
    if i - start < 2:
        return linear
    h0, h1 = time[i - 1] - time[i - 2], time[i] - time[i - 1]
    s0, s1 = (value[i - 1] - value[i - 2]) / h0, (value[i] - value[i - 1]) / h1
    c = (s1 - s0) / (h0 + h1)                          # a + b t + c t^2, t from sample i
    a, b = value[i], s1 + c * h1
    under = b * b - 4.0 * a * c
    if under < 0.0:
        return linear
    q = -0.5 * (b + np.copysign(np.sqrt(under), b))   # stable form of the roots
    roots = [r for r in ((a / q) if q else np.inf, (q / c) if c else np.inf) if 0.0 <= r <= time[j] - time[i]]
    return float(time[i] + min(roots)) if roots else linear
