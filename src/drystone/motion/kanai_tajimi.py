"""Seeded synthetic motion: white noise under an envelope, filtered by a soil layer (Kanai and Tajimi)."""

from __future__ import annotations

import numpy as np

from drystone.checks import check_count, check_number
from drystone.errors import InputError
from drystone.motion.correction import correct_baseline, scale_to_pga
from drystone.motion.table import Table

#: Most samples of a synthetic motion.
MOST_SAMPLES = 2_000_000


def kanai_tajimi(seed: int, duration: float, dt: float, frequency: float, damping: float, pga: float, *,
                 rise: float, strong: float, decay: float, low: float, after: str | None = None) -> Table:
    """White noise under an envelope, through the filter of Kanai and Tajimi, with the long periods taken off.

    The envelope rises as (t / rise)^2, is 1 for `strong` seconds, then falls as exp(-decay t). Filters (Clough and
    Penzien): the absolute acceleration of an oscillator of `frequency` and `damping`, then the relative acceleration of
    one of frequency `low` and damping 0.6, without which displacements would grow without bound. Last, the mean is
    taken off, so that the ground ends at rest, and the peak is set. The same seed gives the same bits on one machine.

    Parameters
    ----------
    seed : whole number >= 0; which of the motions
    duration : of the motion [s]
    dt : sampling step [s]
    frequency : of the soil layer [Hz]; 2.5 is firm ground, 1 is soft
    damping : of the soil layer [-]; 0.6 is firm ground, 0.2 is soft
    pga : peak acceleration [m/s2]
    rise : length of the rise [s]
    strong : length of the strong phase [s]
    decay : rate of the fall [1/s]
    low : frequency below which the motion fades [Hz]
    after : "zero": the ground rests after the motion; None: a longer run is an error
    """
    what = "motion kanai_tajimi"
    seed = check_count(f"{what}: seed", seed, least=0)
    dt, count = check_sampling(what, dt, duration)
    frequency = check_number(f"{what}: frequency", frequency, "Hz", above=0.0, below=0.5 / dt)
    damping = check_number(f"{what}: damping", damping, "-", above=0.0)
    low = check_number(f"{what}: low", low, "Hz", above=0.0, below=frequency)
    rise = check_number(f"{what}: rise", rise, "s", above=0.0)
    strong = check_number(f"{what}: strong", strong, "s", least=0.0)
    decay = check_number(f"{what}: decay", decay, "1/s", above=0.0)
    times = dt * np.arange(count)
    fall = np.exp(-decay * np.maximum(times - rise - strong, 0.0))
    noise = np.random.default_rng(seed).standard_normal(count) * np.minimum(times / rise, 1.0) ** 2 * fall
    shape = np.fft.rfftfreq(2 * count, dt)      # twice as long: the series repeats itself
    r, q = shape / frequency, shape / low
    soil = (1.0 + 2.0j * damping * r) / (1.0 - r * r + 2.0j * damping * r)
    rock = -q * q / (1.0 - q * q + 1.2j * q)
    values = np.fft.irfft(np.fft.rfft(noise, 2 * count) * soil * rock, 2 * count)[:count]
    return scale_to_pga(correct_baseline(Table(times, values, after), "mean"), pga)


def check_sampling(what: str, dt: float, duration: float) -> tuple[float, int]:
    """Step [s] and count of samples of a synthetic motion."""
    dt = check_number(f"{what}: dt", dt, "s", above=0.0)
    duration = check_number(f"{what}: duration", duration, "s", above=0.0)
    if not 8 * dt <= duration <= MOST_SAMPLES * dt:
        raise InputError(f"{what}: duration must be from 8 to {MOST_SAMPLES} times dt {dt:g} [s], got {duration:g}")
    return dt, round(duration / dt) + 1
