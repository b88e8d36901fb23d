"""Incremental dynamic analysis: level over the greatest response, one line a record, and the capacities."""

from __future__ import annotations

import math

from drystone.studies.findings.fragility import GroupFit
from drystone.studies.kinds.kind import StudyKind
from drystone.studies.runs.outcome import Row, Rows
from drystone.studies.runs.planned import PlannedRun
from drystone.view import style
from drystone.view.study.parts import columns_of, known_runs, monitor_columns, peak_of, title_of

_LINES = style.PALETTE[0]
#: Standard normal quantiles of the shares of records that are drawn.
_SHARES = {"16 %": -1.0, "50 %": 0.0, "84 %": 1.0}


@style.styled
def ida_curves(kind: StudyKind, rows: Rows, fit: GroupFit, runs: list[PlannedRun], title: str, label: str, unit: str):
    """Picture of one group.

    Parameters
    ----------
    runs : of the group
    title, label : column of the level, and what it is in words
    unit : of the response, in brackets
    """
    figure = style.new_figure(6.4, 4.6)
    axes = figure.subplots()
    pairs = known_runs(runs, rows)
    monitor = response_monitor(kind, [row for _, row in pairs])
    columns = columns_of(monitor, [row for _, row in pairs])
    lines = _lines(pairs, title, columns)
    right = 1.15 * max((x for points, _ in lines for x, _ in points), default=0.0) or 1.0
    _draw_lines(axes, lines, right)
    _draw_capacities(axes, fit, label.partition("[")[2].rstrip("]"))
    axes.set_xlim(0.0, right)
    axes.set_ylim(bottom=0.0)
    style.name_axes(axes, title_of(kind.study, "incremental dynamic analysis", fit.name),
                    f"greatest {monitor or 'response'}{unit}", label)
    style.legend_below(figure, [axes], columns=3)
    return figure


def response_monitor(kind: StudyKind, rows: list[Row]) -> str:
    """The monitor of the severest damage state; without any, the first one; "" where there is none."""
    if kind.study.file.damage:
        return kind.study.file.damage[-1].monitor
    return next(iter(monitor_columns(rows)), "")


def _lines(pairs: list[tuple[PlannedRun, Row]], title: str,
           columns: list[str]) -> list[tuple[list[tuple[float, float]], float | None]]:
    """Of every record: response and level of runs that survive, by level, and the level of the first collapse."""
    by_line: dict[str, list[tuple[PlannedRun, Row]]] = {}
    for run, row in pairs:
        by_line.setdefault(run.line, []).append((run, row))
    found = []
    for own in by_line.values():
        fallen = min((float(run.coords[title]) for run, row in own if row.is_collapse), default=None)
        points = sorted(((peak_of(row, columns) or 0.0, float(run.coords[title])) for run, row in own
                         if row.is_decided and not row.is_collapse), key=lambda point: point[1])
        found.append(([(0.0, 0.0), *points], fallen))
    return found


def _draw_lines(axes, lines, right: float) -> None:
    for k, (points, fallen) in enumerate(lines):
        axes.plot(*zip(*points), color=_LINES, marker="o", markersize=2.2, linewidth=0.8, alpha=0.75,
                  label="a record, runs that survive" if k == 0 else None)
        if fallen is not None:
            axes.plot([points[-1][0], right], [points[-1][1], fallen], color=_LINES, linewidth=0.7, alpha=0.6,
                      linestyle=(0, (3, 2)))
    falls = [fallen for _, fallen in lines if fallen is not None]
    if falls:
        axes.scatter([right] * len(falls), falls, marker="x", s=26.0, color=style.PALETTE[1], linewidth=1.3, zorder=4,
                     clip_on=False, label="its least level that collapses")


def _draw_capacities(axes, group: GroupFit, unit: str) -> None:
    """Levels that 16, 50 and 84 % of records do not survive, of the fit."""
    if group.report is None:
        axes.plot([], [], linestyle="none", label=f"no fit yet: {group.collapses} of {group.runs} runs collapsed")
        return
    fit = group.report.fit
    for share, quantile in _SHARES.items():
        value = fit.thetas[fit.states[-1]] * math.exp(quantile * fit.beta)
        axes.axhline(value, color=style.PALETTE[3], zorder=1, linewidth=1.3 if quantile == 0.0 else 0.9,
                     linestyle="-" if quantile == 0.0 else (0, (5, 3)),
                     label=f"capacity of {share} of records: {value:.3g} {unit}")

