"""Levels of a measure: from the study file into SI units, and as columns of the table."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from drystone.errors import InputError
from drystone.motion.scaling import MEASURES
from drystone.quantities import read_quantity
from drystone.studies.file.motions import STANDARD_G, StudyMotion, factor_to
from drystone.studies.file.schema import MeasureEntry

IM = "im"


def levels_of(values: Sequence[object], entry: MeasureEntry) -> list[float]:
    """Rising levels in the SI unit of the measure."""
    unit = MEASURES[entry.measure].unit
    levels = [read_quantity(f"levels[{k}]", value, unit, above=0.0) for k, value in enumerate(values)]
    for k, (low, high) in enumerate(itertools.pairwise(levels)):
        if not high > low:
            raise InputError(f"levels must rise, got {values[k]!r} before {values[k + 1]!r}")
    return levels


def im_title(entry: MeasureEntry) -> str:
    """Title of the column of the measure: accelerations are shown in g."""
    unit = MEASURES[entry.measure].unit
    return f"{IM} [{'g' if unit == 'm/s2' else unit}]"


def im_value(entry: MeasureEntry, level: float) -> float:
    """Level as the table shows it."""
    return level / STANDARD_G if MEASURES[entry.measure].unit == "m/s2" else level


def scaling(motion: StudyMotion, entry: MeasureEntry, level: float) -> float:
    """Factor [-] that brings a motion to a level."""
    return factor_to(motion, entry, level)
