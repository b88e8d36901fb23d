"""All measures of one component together, for tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.motion import measures
from drystone.motion.pulse import find_pulse
from drystone.motion.readers.channel import STANDARD_GRAVITY
from drystone.motion.record import Component
from drystone.motion.spectrum import DAMPING, response_spectrum

#: Periods of Sa_avg where nobody says otherwise [s].
AVERAGE_PERIODS = tuple(round(0.2 * k, 1) for k in range(1, 11))


def measure_component(component: Component, periods: Sequence[float], damping: float = DAMPING,
                      alpha_deg: float | None = None) -> dict:
    """Measures by name, in SI units; `sa` by period.

    Parameters
    ----------
    periods : of Sa [s]
    damping : of spectra [-]
    alpha_deg : slenderness of a block [deg]; with it also the demand of rocking, PGA over 9.80665 m/s2 tan alpha
    """
    table = component.motion
    is_moving = bool(table.accelerations.any())
    pulse = find_pulse(table)
    spectrum = response_spectrum(table, periods, damping)
    found = {
        "component": component.name, "azimuth_deg": component.azimuth_deg, "is_vertical": component.is_vertical,
        "samples": int(table.times.size), "dt": table.sampling_step, "duration": table.duration,
        "pga": measures.pga(table), "pgv": measures.pgv(table), "pgd": measures.pgd(table),
        "end_velocity": float(table.velocity(table.duration)),
        "arias": measures.arias(table), "cav": measures.cav(table),
        "d5_95": measures.significant_duration(table) if is_moving else 0.0,
        "housner": measures.housner(table, damping), "damping": damping,
        "sa": {f"{period:g}": float(value) for period, value in zip(spectrum.periods, spectrum.psa)},
        "sa_avg": measures.sa_avg(table, AVERAGE_PERIODS, damping),
        "pulse": None if pulse is None else {
            "indicator": pulse.indicator, "period": pulse.period, "time": pulse.time, "is_early": pulse.is_early,
            "is_pulse": bool(pulse.is_pulse)},
    }
    if alpha_deg is not None:
        found["rocking_demand"] = measures.rocking_demand(table, alpha_deg, STANDARD_GRAVITY)
    return found


def spectrum_periods(count: int = 200) -> np.ndarray:
    """Periods of a picture of a spectrum [s]: 0.02 to 10."""
    return np.geomspace(0.02, 10.0, count)
