"""Measures of ground motions and response spectra against closed forms and an independent solution."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from drystone.motion import (
    STANDARD_GRAVITY,
    Table,
    arias,
    cav,
    housner,
    kanai_tajimi,
    pga,
    pgd,
    pgv,
    response_spectrum,
    sa,
    sa_avg,
    significant_duration,
)
from drystone.validate.case import Row, case, within_relative, worst_relative
from drystone.validate.search import bisect_threshold
from drystone.validate.tolerances import MOTION_CHORD, MOTION_PEAK, MOTION_SOLUTION, MOTION_STEADY

AMPLITUDE, PERIOD, CYCLES = 2.0, 0.5, 8     #: of the sine: [m/s2], [s], [-]
STEP = 1e-3                                  #: [s], sampling of all motions but the kick and the quake
KICK = 0.5                                   #: [m/s], velocity that the kick gives
DESCRIPTION = (
    "Measures of intensity and response spectra. Eight cycles of a sine have PGV, PGD, Arias intensity, cumulative "
    "absolute velocity and significant duration in closed form; oscillators have theirs under a kick, a rectangular "
    "and a half-sine pulse and under harmonic shaking. Under a synthetic quake all spectra at 30 periods and three "
    "dampings are compared with SciPy's solution of the same oscillators (scipy.signal.lsim) at the same instants.")
NOTES = (
    "A sine that is sampled every millisecond is made of chords, whose integrals are short of the sine's by up to "
    "(w dt)^2 / 6, 2.6e-5 here. Peaks of a spectrum are looked for at instants, not between them: 200 a period in the "
    "free vibration after the end, which miss at most (pi / 200)^2 / 2, 1.2e-4. SciPy integrates straight lines "
    "between samples exactly, as we do.")


@case("motion-measures", DESCRIPTION, minutes=0.1, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    yield from _sine()
    yield from _kick()
    yield from _pulses()
    yield from _harmonic()
    yield _quake()


def _sampled(length: float, course) -> Table:
    times = STEP * np.arange(round(length / STEP) + 1)
    return Table(times, course(times), "zero")


def _sine() -> Iterable[Row]:
    """Integrals of a sin(w t) over whole cycles."""
    length, w = CYCLES * PERIOD, 2.0 * math.pi / PERIOD
    table = _sampled(length, lambda t: AMPLITUDE * np.sin(w * t))
    source = "integrals of a sin(w t)"

    def share(t: float) -> float:
        return (t - math.sin(2.0 * w * t) / (2.0 * w)) / length

    times = [bisect_threshold(lambda t, s=s: share(t) >= s, 0.0, length, 1e-9) for s in (0.05, 0.95)]
    for name, exact, found, unit in (
            ("PGA", AMPLITUDE, pga(table), "m/s2"), ("PGV", 2.0 * AMPLITUDE / w, pgv(table), "m/s"),
            ("PGD", AMPLITUDE / w * length, pgd(table), "m"),
            ("Arias intensity", math.pi * AMPLITUDE**2 * length / (4.0 * STANDARD_GRAVITY), arias(table), "m/s"),
            ("CAV", 2.0 * AMPLITUDE * length / math.pi, cav(table), "m/s"),
            ("D5-95", times[1] - times[0], significant_duration(table), "s")):
        yield within_relative(f"eight cycles of a sine, {name}", exact, found, MOTION_CHORD, source, unit)


def _kick() -> Iterable[Row]:
    """After an impulse v an undamped oscillator swings by v T / (2 pi), whatever its period: PSV = v."""
    width = 1e-4
    table = Table([0.0, width, 2.0 * width], [0.0, KICK / width, 0.0], "zero")
    source = "free vibration after an impulse"
    periods = (0.2, 0.5, 1.0, 2.0)
    yield within_relative("kick, undamped, Sa(1 s)", 2.0 * math.pi * KICK, sa(table, 1.0, 0.0), MOTION_PEAK, source,
                          "m/s2")
    mean = 2.0 * math.pi * KICK / math.prod(periods) ** 0.25
    yield within_relative("kick, undamped, Sa_avg of four periods", mean, sa_avg(table, periods, 0.0), MOTION_PEAK,
                          source, "m/s2")
    yield within_relative("kick, undamped, Housner intensity", 2.4 * KICK, housner(table, 0.0), MOTION_PEAK, source,
                          "m")


def _pulses() -> Iterable[Row]:
    """Shock spectra: greatest force over that of the peak acceleration, undamped, T = 1 s."""
    for length, exact in ((0.2, 2.0 * math.sin(0.2 * math.pi)), (0.8, 2.0)):
        table = _sampled(length, lambda t: np.full(t.size, AMPLITUDE))
        yield within_relative(f"rectangular pulse of {length:g} T, undamped, Sa over PGA", exact,
                              sa(table, 1.0, 0.0) / AMPLITUDE, MOTION_PEAK, "step response")
    for length, exact in ((0.25, 4.0 * math.cos(0.25 * math.pi) / 3.0), (1.0, math.sqrt(3.0))):
        table = _sampled(length, lambda t, d=length: AMPLITUDE * np.sin(math.pi * t / d))
        yield within_relative(f"half sine of {length:g} T, undamped, Sa over PGA", exact,
                              sa(table, 1.0, 0.0) / AMPLITUDE, MOTION_PEAK, "shock spectrum of a half sine")


def _harmonic() -> Iterable[Row]:
    """Steady state under a sin(w t) that swells and fades slowly."""
    for ratio, damping in ((0.5, 0.05), (1.0, 0.05), (1.0, 0.2), (2.0, 0.2)):
        w = 2.0 * math.pi * ratio
        table = _sampled(200.0, lambda t, w=w: AMPLITUDE * np.sin(w * t)
                         * np.sin(0.5 * math.pi * np.minimum(np.minimum(t, 200.0 - t) / 80.0, 1.0)) ** 2)
        exact = AMPLITUDE / math.hypot(1.0 - ratio**2, 2.0 * damping * ratio)
        yield within_relative(f"harmonic at {ratio:g} times the oscillator's frequency, damping {damping:g}, Sa(1 s)",
                              exact, sa(table, 1.0, damping), MOTION_STEADY, "steady state", "m/s2")


def _quake() -> Row:
    """Sd, Sv and Sa against SciPy."""
    quake = kanai_tajimi(1, 20.0, 0.01, 2.5, 0.6, 3.0, rise=2.0, strong=8.0, decay=1.0, low=0.3)
    times = 0.01 * np.arange(4001)              # twice as long: what follows the end is still samples, for both
    table = Table(times, np.concatenate((quake.accelerations[:-1], np.zeros(2001))), "zero")
    worst = 0.0
    for damping in (0.02, 0.05, 0.2):
        periods = np.geomspace(0.2, 5.0, 30)
        spectrum = response_spectrum(table, periods, damping)
        for k, period in enumerate(periods):
            found = (spectrum.sd[k], spectrum.sv[k], spectrum.sa[k])
            worst = max(worst, *(abs(a / b - 1.0) for a, b in zip(found, _independent(table, period, damping))))
    return worst_relative("synthetic quake, Sd, Sv and Sa, worst of 30 periods and 3 dampings", worst, MOTION_SOLUTION,
                          "scipy.signal.lsim")


def _independent(table: Table, period: float, damping: float) -> tuple[float, float, float]:
    from scipy.signal import lsim
    w = 2.0 * math.pi / period
    system = ([[0.0, 1.0], [-w * w, -2.0 * damping * w]], [[0.0], [-1.0]], np.eye(2), np.zeros((2, 1)))
    _, y, _ = lsim(system, table.accelerations, table.times)
    force = 2.0 * damping * w * y[:, 1] + w * w * y[:, 0]
    return float(np.abs(y[:, 0]).max()), float(np.abs(y[:, 1]).max()), float(np.abs(force).max())
