"""Fits of fragility as tables: estimates with their intervals, and points of the curves; CSV or Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.special import ndtr, ndtri

from drystone.errors import InputError
from drystone.export.cells import name_cell
from drystone.results.files import write_atomically
from drystone.studies.fragility.fit import FragilityFit
from drystone.studies.fragility.report import Report

_POINTS = 61
_NODES = 15
_MOST_WORK = 15_000   #: intensities of the table times points of a band
ESTIMATES = ("about", "name", "quantity", "value", "low", "high", "interval", "level", "unit")
ENDINGS = (".csv", ".parquet")

#: A cell: words, a number, or nothing.
Cell = str | float | None


def check_place(path: Path, option: str, overwrite: bool, endings: Sequence[str]) -> None:
    """Refuse what cannot be written, before any work."""
    if path.suffix.lower() not in endings:
        raise InputError(f"fit: {option} must end in {' or '.join(endings)}, got '{path.name}'")
    if path.suffix.lower() == ".parquet" and find_spec("pyarrow") is None:
        raise InputError(f"fit: {option} '{path.name}' needs pyarrow, which is not installed: "
                         "pip install 'drystone[parquet]'")
    if not path.parent.is_dir():
        raise InputError(f"fit: {option}: there is no directory '{path.parent}'")
    if path.exists() and not overwrite:
        raise InputError(f"fit: {option} '{path}' is there already: use --overwrite to replace it")


def estimate_rows(report: Report) -> list[tuple[Cell, ...]]:
    """Rows of the columns ESTIMATES: one an estimate and kind of interval."""
    fit = report.fit
    rows = [row for state in fit.states for row in _interval_rows(fit, "theta", "fit", state, state)]
    rows += _interval_rows(fit, "beta", "fit", "", None)
    rows.append(_row("fit", "", "log-likelihood", fit.log_likelihood))
    rows += [_row("fit", "", f"coefficient {k}", c, unit="-") for k, c in enumerate(fit.coefficients)]
    rows += [_row("fit", "", f"standard error of coefficient {k}", s) for k, s in
             enumerate(np.sqrt(np.diag(fit.covariance)))]
    for part in report.modes:
        rows.append(_row("mode", part.mode, "collapses", part.collapses))
        if part.fit is not None:
            rows += _interval_rows(part.fit, "theta", "mode", part.mode, None)
            rows += _interval_rows(part.fit, "beta", "mode", part.mode, None)
    for name, split in (("model", report.samples), ("numerics", report.repeats)):
        if split is not None:
            rows += [_row("dispersion", name, f"{part} groups by {split.group}", getattr(split, part))
                     for part in ("between", "within")]
            rows.append(_row("dispersion", name, "total", split.total))
    for item in report.measures:
        if item.fit is not None:
            rows += _interval_rows(item.fit, "beta", "measure", item.name, None)
            rows += [_row("measure", item.name, f"p-value of a trend with {t.column}", t.p_value) for t in item.trends]
    if report.rate is not None:
        rate = report.rate
        rows.append(("rate", "", "annual rate", rate.rate, *rate.interval, "wald", rate.level, "1/year"))
        rows += [_row("rate", "", words, share) for words, share in
                 (("share from below the hazard curve", rate.below), ("share from beyond the hazard curve", rate.above),
                  ("share from outside of the data", rate.outside_data))]
    return rows


def curve_columns(fit: FragilityFit) -> dict[str, list[Cell]]:
    """Points of every curve over the range of the data and beyond, with bands."""
    im = curve_range(fit)
    low, high = fit.data_range
    unit = fit.table.unit
    names = ("state", f"im [{unit}]", "probability [-]", "in range of data [-]")
    columns: dict[str, list[Cell]] = {name: [] for name in names}
    for state in fit.states:
        columns["state"] += [name_cell(state)] * im.size
        columns[f"im [{unit}]"] += im.tolist()
        columns["probability [-]"] += fit.probability(im, state).tolist()
        columns["in range of data [-]"] += [float(low <= value <= high) for value in im]
        for kind in fit.interval_kinds:
            for end, values in zip(("low", "high"), curve_band(fit, im, kind, state)):
                columns.setdefault(f"{kind} {end} [-]", []).extend(values.tolist())
    return columns


def curve_range(fit: FragilityFit) -> np.ndarray:
    """Intensities (m,) at which curves are drawn: the data, and where shares go from 0.1 % to 99.9 %."""
    least, most = (fit.thetas[fit.states[k]] * np.exp(side * 3.09 * fit.beta) for k, side in ((0, -1.0), (-1, 1.0)))
    low, high = fit.data_range
    least, most = max(least, low / 5.0), min(most, high * 5.0)
    return np.geomspace(min(least, low), max(most, high), _POINTS)


def curve_band(fit: FragilityFit, im: np.ndarray, kind: str, state: str) -> np.ndarray:
    """(2, m) band at intensities (m,), growing; of long tables a cubic, in the probit index, through fewer points."""
    if len(fit.fitted.im) * im.size <= _MOST_WORK:
        return fit.band(im, kind, state)
    nodes = np.geomspace(im[0], im[-1], _NODES)
    with np.errstate(invalid="ignore"):
        index = ndtri(fit.band(nodes, kind, state))
    ends = [ndtr(CubicSpline(np.log(nodes), row)(np.log(im))) if np.isfinite(row).all() else
            np.interp(im, nodes, ndtr(row)) for row in index]
    return np.array(ends)


def write_columns(path: Path, columns: dict[str, list[Cell]]) -> Path:
    """Write a table as CSV or Parquet, by the ending of `path`; whole or absent."""
    if path.suffix.lower() == ".parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq
        buffer = io.BytesIO()
        pq.write_table(pa.table(columns), buffer)
        write_atomically(path, buffer.getvalue())
        return path
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in zip(*columns.values()))
    write_atomically(path, text.getvalue().encode("utf-8"))
    return path


def estimate_columns(report: Report) -> dict[str, list[Cell]]:
    """`estimate_rows` by column."""
    rows = estimate_rows(report)
    return {name: [row[k] for row in rows] for k, name in enumerate(ESTIMATES)}


def _interval_rows(fit: FragilityFit, quantity: str, about: str, name: str,
                   state: str | None) -> list[tuple[Cell, ...]]:
    value = fit.beta if quantity == "beta" else fit.theta if state is None else fit.thetas[state]
    unit = "-" if quantity == "beta" else fit.table.unit
    return [(about, name_cell(name), quantity, value, *fit.interval(quantity, kind, state), kind, fit.level, unit)
            for kind in fit.interval_kinds]


def _row(about: str, name: str, quantity: str, value: float, unit: str = "-") -> tuple[Cell, ...]:
    return about, name_cell(name), quantity, float(value), None, None, "", None, unit


def _cell(value: Cell) -> str:
    return "" if value is None else value if isinstance(value, str) else f"{value:.10g}"
