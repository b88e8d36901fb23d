"""What fits are made from: stripes, single runs, capacities of records, clouds. No file is read here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError

#: Columns of words that a table of runs or records may have.
LABELS = ("record", "mode", "sample", "variant")


def _row_name(row: int) -> str:
    return f"fit: row {row + 1}"


@dataclass(frozen=True, kw_only=True)
class Table:
    """Common to all tables; r rows.

    A run that was still moving at its end is neither safe nor collapsed: it is no row, only its intensity is kept.
    """

    im: np.ndarray                                     #: (r,) > 0 [unit]
    im_name: str = "im"
    unit: str = "-"
    labels: Mapping[str, np.ndarray] = field(default_factory=dict)      #: (r,) words: record, mode, sample, variant
    measures: Mapping[str, np.ndarray] = field(default_factory=dict)    #: (r,) > 0: other intensity measures
    covariates: Mapping[str, np.ndarray] = field(default_factory=dict)  #: (r,) > 0: duration, magnitude, ...
    undecided: np.ndarray = field(default_factory=lambda: np.zeros(0))  #: (u,) im of runs left out, see below
    where: Callable[[int], str] = _row_name            #: how messages call a row

    noun = "runs"

    def __post_init__(self) -> None:
        object.__setattr__(self, "im", _positive(self, "im", self.im, self.unit))
        if not self.im.size:
            raise InputError("fit: table must have at least one row, got none")
        object.__setattr__(self, "undecided", np.array(self.undecided, float))
        for group in ("measures", "covariates"):
            checked = {name: _positive(self, name, values, "-") for name, values in getattr(self, group).items()}
            object.__setattr__(self, group, checked)
        for name, values in self.labels.items():
            _as_many(self, name, np.asarray(values))

    @property
    def x(self) -> np.ndarray:
        """(r,) ln im."""
        return np.log(self.im)

    def counts(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Capacities (r,) known to be below im, above it, exactly there. Demands of a cloud are no capacities."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Stripes(Table):
    """Per intensity: how many of the runs failed."""

    failures: np.ndarray   #: (r,) whole numbers from 0 to runs
    runs: np.ndarray       #: (r,) whole numbers >= 1

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "runs", _whole(self, "runs", self.runs, least=1))
        object.__setattr__(self, "failures", _whole(self, "failures", self.failures, least=0))
        for row in np.flatnonzero(self.failures > self.runs)[:1]:
            raise InputError(f"{self.where(row)}: failures must be <= runs, got {self.failures[row]:g} of "
                             f"{self.runs[row]:g}")

    def counts(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Capacities (r,) known to be below im, above it, exactly there."""
        return self.failures, self.runs - self.failures, np.zeros_like(self.runs)


@dataclass(frozen=True, kw_only=True)
class Runs(Table):
    """Per run: in which state it ended, 0 = no damage; with one state, whether it collapsed."""

    state: np.ndarray                          #: (r,) whole numbers from 0 to the number of states
    states: tuple[str, ...] = ("collapse",)    #: names of states 1, 2, ..., from light to severe

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "state", _whole(self, "state", self.state, least=0, most=len(self.states)).astype(int))

    def counts(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Of the severest state."""
        failed = (self.state == len(self.states)).astype(float)
        return failed, 1.0 - failed, np.zeros_like(failed)


@dataclass(frozen=True, kw_only=True)
class Capacities(Table):
    """Per record: the intensity at which it collapses, or up to which it was scaled without collapse (censored)."""

    censored: np.ndarray   #: (r,) bool

    noun = "records"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "censored", _whole(self, "censored", self.censored, least=0, most=1) > 0)

    def counts(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Capacities (r,) known to be below im, above it, exactly there."""
        return np.zeros(len(self.im)), self.censored.astype(float), 1.0 - self.censored


@dataclass(frozen=True, kw_only=True)
class Cloud(Table):
    """Per run: a demand (EDP), or a collapse, of which no demand is known."""

    edp: np.ndarray         #: (r,) > 0; not read where the run collapsed
    collapsed: np.ndarray   #: (r,) bool
    limit: float            #: demand at which the state of the fragility begins, > 0, in the unit of edp
    edp_name: str = "edp"

    def __post_init__(self) -> None:
        super().__post_init__()
        collapsed = _whole(self, "collapsed", self.collapsed, least=0, most=1) > 0
        object.__setattr__(self, "collapsed", collapsed)
        edp = np.where(collapsed, 1.0, np.asarray(self.edp, float))
        object.__setattr__(self, "edp", np.where(collapsed, np.nan, _positive(self, self.edp_name, edp, "-")))
        check_number("fit: limit", self.limit, "-", above=0.0)


def _as_many(table: Table, name: str, values: np.ndarray) -> None:
    if values.shape != np.shape(table.im):
        raise InputError(f"fit: {name} must have one value a row, {np.size(table.im)}, got shape {values.shape}")


def _positive(table: Table, name: str, values: object, unit: str) -> np.ndarray:
    try:
        array = np.array(values, float)
    except (TypeError, ValueError):
        raise InputError(f"fit: {name} must be numbers, got {type(values).__name__}") from None
    if array.ndim != 1:
        raise InputError(f"fit: {name} must be one row of numbers, got shape {array.shape}")
    if name != "im":
        _as_many(table, name, array)
    for row in np.flatnonzero(~(np.isfinite(array) & (array > 0.0)))[:1]:
        check_number(f"{table.where(int(row))}: {name}", float(array[row]), unit, above=0.0)
    return array


def _whole(table: Table, name: str, values: object, least: int, most: int | None = None) -> np.ndarray:
    array = np.array(values, float)
    _as_many(table, name, array)
    good = np.isfinite(array) & (array == np.floor(array)) & (array >= least)
    good = good if most is None else good & (array <= most)
    for row in np.flatnonzero(~good)[:1]:
        rule = f">= {least}" if most is None else f"from {least} to {most}"
        raise InputError(f"{table.where(int(row))}: {name} must be a whole number {rule} [-], got {array[row]:g}")
    return array
