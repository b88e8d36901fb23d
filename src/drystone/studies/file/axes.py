"""Values of what varies: lists, ranges, draws; and all their combinations."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
from scipy.special import ndtri

from drystone.checks import show
from drystone.errors import InputError
from drystone.quantities import convert, split_quantity
from drystone.studies.file.schema import RangeEntry, SamplesEntry, VaryEntry
from drystone.studies.marginals import Marginal

#: One combination: value by name, in the order of the file.
Combination = dict[str, object]


def spaced(entry: RangeEntry) -> list[object]:
    """Values of a range; with a unit written out where the ends have one."""
    first, last, unit = _ends(entry)
    if entry.count == 1 and first != last:
        raise InputError(f"range: count must be >= 2 where first and last differ [-], got {entry.count}")
    if entry.spacing == "log" and not (first > 0.0 and last > 0.0):
        raise InputError(f"range: first and last must be > 0 for spacing: log, got {first:g} and {last:g}")
    make = np.geomspace if entry.spacing == "log" else np.linspace
    numbers = [float(f"{value:.12g}") for value in make(first, last, entry.count)]     # 0.3, not 0.30000000000000004
    return numbers if unit is None else [f"{number!r} {unit}" for number in numbers]


def spaced_in(entry: RangeEntry, unit: str) -> list[float]:
    """Values of a range in `unit`."""
    return [convert(value, unit) if isinstance(value, str) else float(value) for value in spaced(entry)]


def _ends(entry: RangeEntry) -> tuple[float, float, str | None]:
    ends = []
    for name in ("first", "last"):
        value = getattr(entry, name)
        found = split_quantity(value) if isinstance(value, str) else (value, None)
        if found is None or isinstance(value, bool) or not math.isfinite(found[0]):
            raise InputError(f"range: {name} must be a number, with a unit or without, got {show(value)}")
        ends.append(found)
    (first, unit_first), (last, unit_last) = ends
    if unit_first != unit_last:
        raise InputError(f"range: first and last must have the same unit, got {show(entry.first)} and "
                         f"{show(entry.last)}")
    return float(first), float(last), unit_first


def is_drawn(entry: VaryEntry) -> bool:
    """Whether its values are drawn."""
    return entry.distribution is not None


def values_of(entry: VaryEntry) -> list[object]:
    """Values of an axis that is not drawn."""
    values = spaced(entry.range) if entry.range is not None else list(entry.values)
    for k, value in enumerate(values):
        if value in values[:k]:
            raise InputError(f"values must differ, got {show(value)} twice: it would vary nothing")
    return values


def combinations(vary: Sequence[VaryEntry], samples: SamplesEntry | None) -> Iterator[Combination]:
    """Every value of one axis with every value of the others; draws of all drawn ones go together, as `sample`."""
    fixed = [(entry.name, values_of(entry)) for entry in vary if not is_drawn(entry)]
    draws = [{}] if samples is None else draw([entry for entry in vary if is_drawn(entry)], samples)
    for values in itertools.product(*(values for _, values in fixed)):
        for sample in draws:
            yield dict(zip((name for name, _ in fixed), values)) | sample


def draw(entries: Sequence[VaryEntry], samples: SamplesEntry) -> list[Combination]:
    """One combination a sample, with its number. Axes are drawn apart, by their names, so that a new one moves no
    other."""
    columns = {entry.name: _draw_one(entry, samples) for entry in entries}
    return [{"sample": k} | {name: values[k] for name, values in columns.items()} for k in range(samples.count)]


def _draw_one(entry: VaryEntry, samples: SamplesEntry) -> list[float]:
    marginal = Marginal.of_data("distribution", entry.distribution)
    generator = np.random.default_rng([samples.seed, *entry.name.encode()])
    shares = generator.random(samples.count)
    if samples.method == "latin_hypercube":
        shares = (generator.permutation(samples.count) + shares) / samples.count
    return [float(f"{value:.12g}") for value in marginal.quantile(ndtri(shares))]
