"""What is done to a record before it is used, in this order: baseline, taper, filter, sampling."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from drystone.checks import check_count, check_number
from drystone.errors import InputError
from drystone.motion.correction import correct_baseline
from drystone.motion.table import Table
from drystone.quantities import read_quantity

#: Samples this share of a step beside their place are evenly spaced: files round their times.
EVEN = 0.02
#: Sampling steps are turned into ratios of whole numbers up to this.
_MOST_RATIO = 1000


@dataclass(frozen=True, slots=True)
class Processing:
    """Options of `process`.

    Attributes
    ----------
    baseline : None, "mean", "linear" or "polynomial" (then of `degree`)
    taper : cosine at either end [s]; 0 = none
    filter : None, or low, high [Hz] and order of a Butterworth filter
    resample : new sampling step [s]; None = as it is
    """

    baseline: str | None = None
    degree: int | None = None
    taper: float = 0.0
    filter: Mapping[str, object] | None = None
    resample: float | None = None


def process(table: Table, options: Processing) -> Table:
    """The table after baseline correction, taper, filter and change of the sampling step."""
    if options.baseline is not None or options.degree is not None:
        table = correct_baseline(table, options.baseline, options.degree)
    if options.taper:
        table = taper(table, options.taper)
    if options.filter is not None:
        table = butterworth(table, **read_filter(options.filter))
    return table if options.resample is None else resample(table, options.resample)


def read_filter(options: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of `butterworth` from a mapping; frequencies may carry their unit."""
    if not isinstance(options, Mapping):
        raise InputError(f"filter must be a mapping of low, high and order, got {options!r}")
    for name in options:
        if name not in ("low", "high", "order"):
            raise InputError(f"filter: key must be one of low, high, order, got {name!r}")
    values = {name: read_quantity(f"filter: {name}", options[name], "Hz") for name in ("low", "high")
              if options.get(name) is not None}
    if "order" not in options:
        raise InputError("filter: order must be given, a whole number (2 or 4 are usual), got none")
    return values | {"order": options["order"]}


def butterworth(table: Table, low: float | None = None, high: float | None = None, *, order: int) -> Table:
    """Butterworth filter, forwards and backwards: no shift of phase, attenuation twice that of `order`.

    Parameters
    ----------
    low : longer periods than 1 / low go [Hz]; None: they stay
    high : shorter ones than 1 / high go [Hz]; None: they stay
    order : of one pass; at a corner the amplitude is halved

    The record is lengthened by zeros before and after while it is filtered, for 1.5 order / low [s] (Boore 2005), and
    cut to its length again. Where it is cut the filtered ground moves: without the velocity that it has there the
    displacement would drift. So it gets that velocity smoothly, over 1 / low at the start, and comes to rest over as
    long at the end (over a tenth of the record at most).
    """
    from scipy.signal import butter, sosfiltfilt
    order = check_count("filter: order", order, most=12)
    dt = check_even("filter", table)
    top = 0.5 / dt
    corners = []
    for name, value in (("low", low), ("high", high)):
        if value is not None:
            corners.append(check_number(f"filter: {name}", value, "Hz", above=0.0, below=top))
    if not corners:
        raise InputError("filter: low or high must be given [Hz], got neither")
    if len(corners) == 2 and corners[0] >= corners[1]:
        raise InputError(f"filter: low must be below high [Hz], got {corners[0]:g} and {corners[1]:g}")
    kind = "bandpass" if len(corners) == 2 else "highpass" if high is None else "lowpass"
    sections = butter(order, corners if len(corners) == 2 else corners[0], kind, fs=1.0 / dt, output="sos")
    pad = math.ceil(1.5 * order / corners[0] / dt)
    most = 50 * table.times.size + 100_000
    if pad > most:
        raise InputError(f"filter: low must be above {1.5 * order / (most * dt):.3g} [Hz] for a record of "
                         f"{table.duration:g} s, got {corners[0]:g}")
    long = np.concatenate((np.zeros(pad), table.accelerations, np.zeros(pad)))
    filtered = sosfiltfilt(sections, long, padtype=None)
    values = filtered[pad:pad + table.times.size]
    if low is not None:
        velocity = np.concatenate(([0.0], np.cumsum(0.5 * dt * (filtered[1:] + filtered[:-1]))))
        length = min(1.0 / low, 0.1 * (table.duration - float(table.times[0])))
        values = values + velocity[pad] * _bump(table.times - table.times[0], length) \
            - velocity[pad + table.times.size - 1] * _bump(table.times[-1] - table.times, length)
    return Table(table.times, values, table.after)


def _bump(times: np.ndarray, length: float) -> np.ndarray:
    """(n,) [1/s] zero, then up and down like a squared sine within `length` [s], with the integral 1 of its samples."""
    values = np.where(times <= length, np.sin(np.pi * np.minimum(times / length, 1.0)) ** 2, 0.0)
    area = float(np.sum(0.5 * np.abs(np.diff(times)) * (values[1:] + values[:-1])))
    return values / area if area > 0.0 else values


def taper(table: Table, length: float) -> Table:
    """Cosine from zero to one over `length` [s] at the start, and back at the end."""
    length = check_number("taper", length, "s", above=0.0, most=0.5 * (table.duration - float(table.times[0])))
    from_start = (table.times - table.times[0]) / length
    from_end = (table.times[-1] - table.times) / length
    share = np.clip(np.minimum(from_start, from_end), 0.0, 1.0)
    return Table(table.times, table.accelerations * 0.5 * (1.0 - np.cos(np.pi * share)), table.after)


def resample(table: Table, dt: float) -> Table:
    """The same motion at another step [s], band-limited: by its Fourier series, so that nothing is folded back.

    Zeros are put after the record meanwhile, as the series repeats itself. What a longer step cannot carry goes.
    """
    from scipy.signal import resample as fourier
    dt = check_number("resample: dt", dt, "s", above=0.0)
    old = check_even("resample", table)
    ratio = Fraction(dt / old).limit_denominator(_MOST_RATIO)      # new step over old one
    if ratio == 0 or abs(float(ratio) * old - dt) > 1e-9 * dt or ratio.numerator > _MOST_RATIO:
        raise InputError(f"resample: dt must be a simple ratio of the record's step {old:g} [s], got {dt:g}")
    count = table.times.size
    padded = -(-int(1.2 * count + 64) // ratio.numerator) * ratio.numerator
    new_count = padded * ratio.denominator // ratio.numerator
    if new_count > 50_000_000:
        raise InputError(f"resample: dt must give at most 5e7 samples, got {dt:g} [s]")
    values = fourier(np.concatenate((table.accelerations, np.zeros(padded - count))), new_count)
    kept = int((count - 1) * old / dt * (1.0 + 1e-12)) + 1
    return Table(table.times[0] + dt * np.arange(kept), values[:kept], table.after)


def check_even(what: str, table: Table) -> float:
    """Sampling step [s] of a table that has one."""
    steps = np.diff(table.times)
    dt = float((table.times[-1] - table.times[0]) / steps.size)
    if np.abs(table.times - table.times[0] - dt * np.arange(table.times.size)).max() > EVEN * dt:
        raise InputError(f"{what}: samples must be evenly spaced in time, got steps from {steps.min():g} "
                         f"to {steps.max():g} s")
    return dt
