"""Seeded synthetic motion of a point source: spectrum of Brune, phases of noise (Boore's stochastic method)."""

from __future__ import annotations

import math

import numpy as np

from drystone.checks import check_count, check_number
from drystone.motion.correction import correct_baseline
from drystone.motion.kanai_tajimi import check_sampling
from drystone.motion.table import Table

#: Mean radiation, free surface, share of one of two horizontal components [-].
_RADIATION, _SURFACE, _SHARE = 0.55, 2.0, 1.0 / math.sqrt(2.0)
#: Of the window: share of its length at which it is greatest, and what is left of it at the end (Saragoni and Hart).
_EPSILON, _ETA = 0.2, 0.05
#: Path duration a distance [s/m]: 0.05 s/km.
_PATH = 0.05e-3


def brune_spectrum(frequencies: np.ndarray, magnitude: float, distance: float, stress_drop: float, velocity: float,
                   density: float, quality: float, quality_power: float, kappa: float) -> np.ndarray:
    """Fourier amplitudes of the acceleration [m/s] at `frequencies` [Hz]; parameters as those of `point_source`."""
    moment = 10.0 ** (1.5 * magnitude + 9.05)                               # [N m]
    corner = corner_frequency(magnitude, stress_drop, velocity)
    source = (2.0 * np.pi * frequencies) ** 2 * moment / (1.0 + (frequencies / corner) ** 2)
    constant = _RADIATION * _SURFACE * _SHARE / (4.0 * np.pi * density * velocity**3 * distance)
    q = quality * np.maximum(frequencies, 1e-6) ** quality_power
    return constant * source * np.exp(-np.pi * frequencies * (distance / (q * velocity) + kappa))


def corner_frequency(magnitude: float, stress_drop: float, velocity: float) -> float:
    """Brune's corner frequency 0.49 velocity (stress_drop / moment)^(1/3) [Hz]."""
    return 0.49 * velocity * (stress_drop / 10.0 ** (1.5 * magnitude + 9.05)) ** (1.0 / 3.0)


def point_source(seed: int, dt: float, magnitude: float, distance: float, stress_drop: float, velocity: float,
                 density: float, quality: float, quality_power: float, kappa: float,
                 after: str | None = None) -> Table:
    """One horizontal component of a quake that is a point: Brune's spectrum with the phases of windowed noise.

    Amplitudes: omega-square source with one corner, spreading 1 / distance (meant up to some 70 km), attenuation
    exp(-pi f distance / (Q velocity)) with Q = quality f^quality_power, and exp(-pi kappa f) of the site; no
    amplification by soil. Duration: 1 / corner + 0.05 s a km, in the window of Saragoni and Hart, then as long again.
    Last, the mean is taken off, so that the ground ends at rest. The same seed gives the same bits on one machine.

    Parameters
    ----------
    seed : whole number >= 0; which of the motions
    dt : sampling step [s]
    magnitude : moment magnitude [-]
    distance : from the source [m]
    stress_drop : of the source [Pa]; 5e6 to 15e6 are usual
    velocity : of shear waves at the source [m/s]
    density : of rock at the source [kg/m3]
    quality : Q at 1 Hz [-]
    quality_power : with which Q grows with frequency [-]
    kappa : attenuation of the site [s]; 0.04 is soft rock
    after : "zero": the ground rests after the motion; None: a longer run is an error
    """
    what = "motion point_source"
    seed = check_count(f"{what}: seed", seed, least=0)
    magnitude = check_number(f"{what}: magnitude", magnitude, "-", least=0.0, most=10.0)
    values = {name: check_number(f"{what}: {name}", value, unit, above=0.0) for name, value, unit in (
        ("distance", distance, "m"), ("stress_drop", stress_drop, "Pa"), ("velocity", velocity, "m/s"),
        ("density", density, "kg/m3"), ("quality", quality, "-"))}
    values |= {"quality_power": check_number(f"{what}: quality_power", quality_power, "-", least=0.0, most=1.0),
               "kappa": check_number(f"{what}: kappa", kappa, "s", least=0.0)}
    length = 1.0 / corner_frequency(magnitude, stress_drop, velocity) + _PATH * values["distance"]
    dt, count = check_sampling(what, dt, 2.0 * length)
    times = dt * np.arange(count)
    noise = np.random.default_rng(seed).standard_normal(count) * window(times / length)
    spectrum = np.fft.rfft(noise, 2 * count)
    spectrum /= math.sqrt(float(np.mean(np.abs(spectrum) ** 2)))
    target = brune_spectrum(np.fft.rfftfreq(2 * count, dt), magnitude, **values)
    accelerations = np.fft.irfft(spectrum * target, 2 * count)[:count] / dt
    return correct_baseline(Table(times, accelerations, after), "mean")


def window(share: np.ndarray) -> np.ndarray:
    """Saragoni and Hart: greatest value 1 at a fifth of the length, 5 % at its end; `share` of the length [-]."""
    b = -_EPSILON * math.log(_ETA) / (1.0 + _EPSILON * (math.log(_EPSILON) - 1.0))
    c = b / _EPSILON
    a = (math.e / _EPSILON) ** b
    return a * share**b * np.exp(-c * share)
