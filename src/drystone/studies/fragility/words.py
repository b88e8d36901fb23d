"""What was found, in words for people."""

from __future__ import annotations

import numpy as np

from drystone.studies.fragility.cloud import regression
from drystone.studies.fragility.fit import FragilityFit
from drystone.studies.fragility.modes import sum_gap
from drystone.studies.fragility.report import Report
from drystone.studies.fragility.split import Split
from drystone.studies.fragility.tables import Capacities, Cloud, Runs, Stripes

_KIND = {"profile": "profile likelihood", "wald": "Wald"}
_CLEAR = 0.05     #: p-values below it are called a trend


def fit_lines(fit: FragilityFit) -> list[str]:
    """Theta, beta, their intervals and what they are."""
    unit = "" if fit.table.unit == "-" else f" {fit.table.unit}"
    lines = [f"data        {data_words(fit)}",
             f"im          {fit.table.im_name}, {fit.data_range[0]:g} .. {fit.data_range[1]:g}{unit}; outside of it "
             "curves are extrapolated"]
    if isinstance(fit.table, Cloud):
        a, b, sigma = regression(fit)
        lines.append(f"regression  ln {fit.table.edp_name} = {a:.4g} + {b:.4g} ln im, sigma {sigma:.4g}, "
                     "collapses censored")
    for name, theta in fit.thetas.items():
        meaning = "median capacity" if len(fit.states) == 1 else f"median of {name} or worse"
        lines += [f"theta       {theta:.4g}{unit}, {meaning}", *_interval_lines(fit, "theta", name)]
    lines += [f"beta        {fit.beta:.4g}, standard deviation of ln capacity"
              + (", the same for all states" if len(fit.states) > 1 else ""), *_interval_lines(fit, "beta", None)]
    if fit.bootstrap is not None and fit.bootstrap.lost:
        lines.append(f"            {fit.bootstrap.lost} of {fit.bootstrap.drawn} drawn data sets had no maximum and "
                     "are left out")
    goodness = fit.goodness()
    if goodness is not None:
        lines.append(f"goodness    deviance {goodness[0]:.3g} with {goodness[1]} degrees of freedom, "
                     f"p = {goodness[2]:.2g}")
    return lines


def data_words(fit: FragilityFit) -> str:
    """What the table holds, in one line."""
    table = fit.table
    if isinstance(table, Stripes):
        return f"{table.im.size} stripes, {int(table.runs.sum())} runs, {int(table.failures.sum())} collapses"
    if isinstance(table, Capacities):
        return f"{table.im.size} records, {int(table.censored.sum())} of them censored: no collapse up to their im"
    if isinstance(table, Cloud):
        return (f"{table.im.size} runs of a cloud, {int(table.collapsed.sum())} collapses; limit {table.edp_name} = "
                f"{table.limit:g}")
    assert isinstance(table, Runs)
    counts = np.bincount(table.state, minlength=len(table.states) + 1)
    if len(table.states) == 1:
        return f"{table.im.size} runs, {counts[1]} collapses"
    return f"{table.im.size} runs: {counts[0]} none, " + ", ".join(f"{n} {s}" for n, s in zip(counts[1:], table.states))


def report_lines(report: Report) -> list[str]:
    """The fit, and all that stands beside it."""
    fit = report.fit
    lines = [*fit_lines(fit), *_undecided_lines(report), *_mode_lines(report), *_split_lines(report)]
    lines += [*_measure_lines(report), *_separate_lines(report), *_rate_lines(report)]
    return lines + [f"note        {note}" for note in report.notes]


def _interval_lines(fit: FragilityFit, name: str, state: str | None) -> list[str]:
    lines, drawn = [], fit.bootstrap
    words_of = dict(_KIND) if drawn is None else {"bootstrap": f"bootstrap, {drawn.drawn} drawn ({drawn.kind}), "
                                                               f"seed {drawn.seed}", **_KIND}
    for kind in fit.interval_kinds:
        low, high = fit.interval(name, kind, state)
        words = words_of[kind]
        lines.append(f"            {100 * fit.level:g} % {low:.4g} .. {high:.4g}, {words}")
    return lines


def _undecided_lines(report: Report) -> list[str]:
    count = report.fit.table.undecided.size
    if not count:
        return []
    line = f"undecided   {count} runs left out"
    if report.bounds is not None:
        worst, best = report.bounds
        line += (f"; had all collapsed: theta {worst.theta:.4g}, beta {worst.beta:.4g}; had none: theta "
                 f"{best.theta:.4g}, beta {best.beta:.4g}")
    return [line]


def _mode_lines(report: Report) -> list[str]:
    lines = []
    for part in report.modes:
        found = (f"no curve: {part.reason}" if part.fit is None else
                 f"theta {part.fit.theta:.4g}, beta {part.fit.beta:.4g}")
        if part.shares is not None:
            ends = part.shares(np.array(report.fit.data_range))[part.shares.modes.index(part.mode)]
            found = f"{100 * ends[0]:.0f} to {100 * ends[1]:.0f} % of all as im grows; lognormal on its own: {found}"
        lines.append(f"mode        {part.mode}: {part.collapses} collapses, {found}")
    if len(report.modes) > 1:
        lines.append("            in the range of the data the sum of the lognormal ones is within "
                     f"{sum_gap(report.fit, report.modes):.2g} of the curve of all collapses")
    return lines


def _split_lines(report: Report) -> list[str]:
    lines = []
    for split, outer, inner in ((report.samples, "model", "record to record"),
                                (report.repeats, "record to record", "numerics")):
        if split is not None:
            lines.append(f"dispersion  {outer} {split.between:.4g}, {inner} {_within(split)}, total {split.total:.4g} "
                         f"({split.groups} groups by {split.group}, p = {split.p_value:.2g})")
    return lines


def _within(split: Split) -> str:
    return f"{'at most ' if split.at_bound else ''}{split.within:.4g}"


def _measure_lines(report: Report) -> list[str]:
    lines = []
    for item in report.measures:
        if item.fit is None:
            lines.append(f"measure     {item.name}: no curve: {item.reason}")
            continue
        trends = [trend for trend in item.trends if np.isfinite(trend.p_value)]
        clear = [f"{t.column} ({'more' if t.coefficient > 0 else 'fewer'} collapses, p = {t.p_value:.2g})"
                 for t in trends if t.p_value < _CLEAR]
        quiet = [f"{t.column} (p = {t.p_value:.2g})" for t in trends if t.p_value >= _CLEAR]
        words = f"trend of residuals with {', '.join(clear)}" if clear else ""
        words += ("; " if clear and quiet else "") + (f"none with {', '.join(quiet)}" if quiet else "")
        lines.append(f"measure     {item.name}: beta {item.fit.beta:.4g}, log-likelihood {item.fit.log_likelihood:.2f}"
                     + (f"; {words}" if words else ""))
    return lines


def _separate_lines(report: Report) -> list[str]:
    if report.separate is None or report.separate.collapse is None:
        return []
    collapse, demand = report.separate.collapse, report.separate.demand
    return [f"separate    collapses apart: theta {collapse.theta:.4g}, beta {collapse.beta:.4g}; demands of others: "
            f"theta {demand.theta:.4g}, beta {demand.beta:.4g}"]


def _rate_lines(report: Report) -> list[str]:
    rate = report.rate
    if rate is None:
        return []
    return [f"rate        {rate.rate:.4g} collapses a year, {100 * rate.level:g} % {rate.interval[0]:.4g} .. "
            f"{rate.interval[1]:.4g} (Wald, of the curve alone); {100 * rate.probability(50.0):.3g} % in 50 years",
            f"            hazard given from im {rate.hazard_range[0]:g} to {rate.hazard_range[1]:g}; extrapolated "
            f"below {100 * rate.below:.2g} %, above {100 * rate.above:.2g} % of the rate",
            f"            {100 * rate.outside_data:.2g} % of the rate comes from im outside of the table"]
