"""Scaling to a measure: one factor for all components of a record."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from drystone.checks import check_choice
from drystone.errors import InputError
from drystone.motion import measures
from drystone.motion.record import Record
from drystone.motion.spectrum import DAMPING
from drystone.motion.table import Table
from drystone.quantities import read_quantity


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of intensity that a record can be scaled to."""

    unit: str
    meaning: str
    compute: Callable[..., float]       #: of a table, and of what `needs` names
    needs: tuple[str, ...] = ()         #: period, periods, damping
    power: int = 1                      #: with which it grows when the acceleration does


MEASURES: dict[str, Measure] = {
    "pga": Measure("m/s2", "peak ground acceleration", measures.pga),
    "pgv": Measure("m/s", "peak ground velocity", measures.pgv),
    "pgd": Measure("m", "peak ground displacement", measures.pgd),
    "arias": Measure("m/s", "Arias intensity", measures.arias, power=2),
    "cav": Measure("m/s", "cumulative absolute velocity", measures.cav),
    "sa": Measure("m/s2", "spectral acceleration at `period`", measures.sa, ("period", "damping")),
    "sa_avg": Measure("m/s2", "geometric mean of spectral accelerations at `periods`", measures.sa_avg,
                      ("periods", "damping")),
    "housner": Measure("m", "Housner intensity", measures.housner, ("damping",)),
}

#: How the measures of two horizontal components become one.
COMBINATIONS: dict[str, Callable[[Sequence[float]], float]] = {
    "larger": max,
    "smaller": min,
    "geometric_mean": lambda values: math.prod(values) ** (1.0 / len(values)),
}

_OPTIONS = ("period", "periods", "damping", "of")


def scale_factor(tables: Sequence[Table], target: Mapping[str, object], what: str = "scale_to") -> float:
    """Factor [-] that brings components to a target.

    Parameters
    ----------
    tables : components that are measured: one, or the two horizontal ones
    target : one of MEASURES with its value (a number in its unit, or with a unit written out), and what it needs:
        `period` [s], `periods` [s], `damping` [-] (0.05 if not given); with two components `of`, one of COMBINATIONS

    >>> table = Table([0.0, 1.0, 2.0], [0.0, 2.0, 0.0])
    >>> scale_factor([table], {"pga": "0.5 g"})
    2.4516625
    """
    name, measure = _measure_of(what, target)
    options = _options(what, name, measure, target)
    wanted = read_quantity(f"{what}: {name}", target[name], measure.unit, above=0.0)
    values = [measure.compute(table, **options) for table in tables]
    how = target.get("of")
    if len(values) > 1 and how is None:
        raise InputError(f"{what}: of must say which of the components {name} is meant for, one of "
                         f"{', '.join(COMBINATIONS)}, got none")
    if how is not None:
        check_choice(f"{what}: of", how, tuple(COMBINATIONS))
    value = values[0] if len(values) == 1 else COMBINATIONS[str(how)](values)
    if not value > 0.0:
        raise InputError(f"{what}: {name} of the record must be > 0 [{measure.unit}], got {value!r}")
    return (wanted / value) ** (1.0 / measure.power)


def scale_record(record: Record, target: Mapping[str, object]) -> Record:
    """All components times the factor that brings the horizontal ones (all, where none is) to a target."""
    measured = record.horizontals or record.components
    if len(measured) > 2:
        raise InputError(f"scale_to: record {record.name!r} must have one or two horizontal components, "
                         f"got {len(measured)}: {', '.join(c.name for c in measured)}")
    return record.scaled(scale_factor([c.motion for c in measured], target))


def _measure_of(what: str, target: Mapping[str, object]) -> tuple[str, Measure]:
    if not isinstance(target, Mapping):
        raise InputError(f"{what} must be a mapping such as pga: 0.35 g, got {target!r}")
    for key in target:
        if key not in MEASURES and key not in _OPTIONS:
            raise InputError(f"{what}: key must be one of {', '.join((*MEASURES, *_OPTIONS))}, got {key!r}")
    given = [name for name in MEASURES if target.get(name) is not None]
    if len(given) != 1:
        raise InputError(f"{what} needs exactly one of {', '.join(MEASURES)}; got {' and '.join(given) or 'none'}")
    return given[0], MEASURES[given[0]]


def _options(what: str, name: str, measure: Measure, target: Mapping[str, object]) -> dict[str, object]:
    for key in ("period", "periods", "damping"):
        if target.get(key) is not None and key not in measure.needs:
            raise InputError(f"{what}: {key} does not go with {name}")
    options: dict[str, object] = {}
    if "period" in measure.needs:
        options["period"] = read_quantity(f"{what}: period", target.get("period"), "s", least=0.0)
    if "periods" in measure.needs:
        periods = target.get("periods")
        if not isinstance(periods, (list, tuple)) or not periods:
            raise InputError(f"{what}: periods must be a list of periods [s], got {periods!r}")
        options["periods"] = [read_quantity(f"{what}: periods", period, "s", above=0.0) for period in periods]
    if "damping" in measure.needs:
        damping = target.get("damping")
        options["damping"] = read_quantity(f"{what}: damping", DAMPING if damping is None else damping, "-",
                                           least=0.0, below=1.0)
    return options
