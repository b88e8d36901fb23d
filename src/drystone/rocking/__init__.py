"""Rocking of a single rectangular block: reference solutions that know nothing of the engines."""

from drystone.rocking.block import RockingBlock
from drystone.rocking.closed_form import impact_speed, peak_after_impact, quarter_time, slender_quarter_time
from drystone.rocking.history import RockingHistory
from drystone.rocking.ode import RockingSettings, rock
from drystone.rocking.overturning import (
    OverturningLimit,
    overturning_amplitude,
    overturning_duration,
    overturns,
)
from drystone.rocking.spectrum import RockingSpectrum, rocking_spectrum

__all__ = [
    "OverturningLimit",
    "RockingBlock",
    "RockingHistory",
    "RockingSettings",
    "RockingSpectrum",
    "impact_speed",
    "overturning_amplitude",
    "overturning_duration",
    "overturns",
    "peak_after_impact",
    "quarter_time",
    "rock",
    "rocking_spectrum",
    "slender_quarter_time",
]
