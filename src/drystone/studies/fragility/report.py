"""All that a table can say, in one go: what `drystone fit` prints and a study keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from drystone.errors import InputError
from drystone.studies.fragility.cloud import SeparateCollapse, separate_collapse
from drystone.studies.fragility.fit import FragilityFit, fit_fragility
from drystone.studies.fragility.hazard import CollapseRate, Hazard, collapse_rate
from drystone.studies.fragility.measures import MeasureFit, compare_measures
from drystone.studies.fragility.modes import ModeFit, fit_modes
from drystone.studies.fragility.split import Split, split_dispersion
from drystone.studies.fragility.tables import Capacities, Cloud, Runs, Table


@dataclass(frozen=True, eq=False)
class Report:
    """A fit with what its table says beyond it; empty or None where the table has no such columns."""

    fit: FragilityFit
    bounds: tuple[FragilityFit, FragilityFit] | None   #: if all undecided runs had collapsed, if none had
    modes: list[ModeFit]
    samples: Split | None              #: between samples of the model, within: records
    repeats: Split | None              #: between records, within: repeated runs, i.e. numerics
    measures: list[MeasureFit]
    separate: SeparateCollapse | None
    rate: CollapseRate | None
    notes: tuple[str, ...]             #: what was asked of the table and could not be told


def make_report(table: Table, *, level: float = 0.95, bootstrap: int = 0, seed: int | None = None,
                hazard: Hazard | None = None) -> Report:
    """Fit a table and whatever its columns allow; parameters as in `fit_fragility`."""
    fit = fit_fragility(table, level=level, bootstrap=bootstrap, seed=seed)
    notes = _dependence(table)

    def tried(function, *arguments):
        try:
            return function(*arguments)
        except InputError as error:
            notes.append(str(error).removeprefix("fit: "))
            return None

    per_row = isinstance(table, Runs | Capacities)
    labels = table.labels if per_row else {}
    samples = tried(split_dispersion, table, "sample", labels["sample"]) if "sample" in labels else None
    repeats = tried(split_dispersion, table, "record", record_and_sample(labels)) \
        if {"variant", "record"} <= set(labels) else None
    has_others = bool(table.measures or table.covariates)
    return Report(
        fit, _undecided_bounds(table, level), (tried(fit_modes, table, level) or []) if "mode" in labels else [],
        samples, repeats, compare_measures(table, level) if has_others else [],
        tried(separate_collapse, table, level) if isinstance(table, Cloud) else None,
        collapse_rate(fit, hazard) if hazard is not None else None, tuple(notes))


def _dependence(table: Table) -> list[str]:
    """Said where one record is run at several intensities: its outcomes are no independent trials."""
    if not (isinstance(table, Runs) and "record" in table.labels):
        return []
    record = np.unique(np.asarray(table.labels["record"]), return_inverse=True)[1]
    pairs = np.unique(np.column_stack((record, table.im)), axis=0)[:, 0]
    repeated = int((np.bincount(pairs.astype(int)) > 1).sum())
    return [f"{repeated} records are run at several im: profile and Wald intervals take runs as independent and are "
            "too narrow; a bootstrap draws records"] if repeated else []


def record_and_sample(labels: Mapping[str, np.ndarray]) -> np.ndarray:
    """Groups of runs that differ by numerics alone."""
    if "sample" not in labels:
        return np.asarray(labels["record"])
    return np.array([f"{record}\n{sample}" for record, sample in zip(labels["record"], labels["sample"])])


def _undecided_bounds(table: Table, level: float) -> tuple[FragilityFit, FragilityFit] | None:
    if not (isinstance(table, Runs) and table.undecided.size):
        return None
    im = np.concatenate((table.im, table.undecided))
    found = []
    for state in (len(table.states), 0):
        all_states = np.concatenate((table.state, np.full(table.undecided.size, state)))
        try:
            found.append(fit_fragility(replace(table, im=im, state=all_states, labels={}, measures={}, covariates={},
                                               undecided=np.zeros(0)), level=level))
        except InputError:
            return None
    return found[0], found[1]
