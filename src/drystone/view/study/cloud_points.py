"""Cloud analysis: demand over intensity in logarithms, the regression, and who collapsed."""

from __future__ import annotations

import numpy as np

from drystone.studies.file.schema import DamageEntry
from drystone.studies.findings.fragility import GroupFit
from drystone.studies.fragility.cloud import regression
from drystone.studies.kinds.kind import StudyKind
from drystone.studies.runs.outcome import Rows
from drystone.studies.runs.planned import PlannedRun
from drystone.studies.table import demand
from drystone.view import style
from drystone.view.study.parts import known_runs, title_of

#: Demands below this share of the limit are none: they have no place among logarithms.
_NOTHING = 1e-6


@style.styled
def cloud_points(kind: StudyKind, rows: Rows, fit: GroupFit, runs: list[PlannedRun], unit: str):
    """Picture of one group; unit : of the demand, in brackets"""
    entry = kind.study.file.damage[-1]
    figure = style.new_figure(6.4, 4.6)
    axes = figure.subplots()
    points = [(float(run.measures["pga [g]"]), demand(row.numbers, entry), row.is_collapse)
              for run, row in known_runs(runs, rows) if row.is_decided]
    im, edp = (np.array([point[k] for point in points], float) for k in (0, 1))
    fallen = np.array([point[2] for point in points], bool)
    moved = ~fallen & (edp > _NOTHING * entry.above)
    low, high = _limits(edp[moved], entry)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(low, high)
    _draw_points(axes, im, edp, fallen, moved, (low, high))
    axes.axhline(entry.above, color=style.PALETTE[3], linestyle=(0, (5, 3)), linewidth=1.0, zorder=1,
                 label=f"{style.plain(entry.name)}: above {entry.above:g}")
    _draw_regression(axes, fit, im)
    _plain_ticks(axes)
    style.name_axes(axes, title_of(kind.study, "cloud", fit.name), "PGA  [g]", f"greatest {entry.monitor}{unit}")
    style.legend_below(figure, [axes], columns=2)
    return figure


def _plain_ticks(axes) -> None:
    """Numbers, not powers of ten, along intensities, which seldom span a decade."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator
    axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_locator(NullLocator())


def _limits(edp: np.ndarray, entry: DamageEntry) -> tuple[float, float]:
    """Of the axis of demand [its unit]: all demands and the limit, with room for what has no place."""
    values = np.array([*edp, entry.above])
    return float(values.min()) / 2.5, float(values.max()) * 2.5


def _draw_points(axes, im: np.ndarray, edp: np.ndarray, fallen: np.ndarray, moved: np.ndarray,
                 limits: tuple[float, float]) -> None:
    low, high = limits
    still = ~fallen & ~moved
    if moved.any():
        axes.scatter(im[moved], edp[moved], s=22.0, facecolor="white", edgecolor=style.PALETTE[0], linewidth=1.0,
                     zorder=3, label="a record")
    if fallen.any():
        axes.scatter(im[fallen], np.full(fallen.sum(), high), s=28.0, marker="x", color=style.PALETTE[1], zorder=3,
                     clip_on=False, label="collapsed, at the upper edge")
    if still.any():
        axes.scatter(im[still], np.full(still.sum(), low), s=22.0, marker="v", color=style.MUTED, zorder=3,
                     clip_on=False, label="did not move, at the lower edge")


def _draw_regression(axes, group: GroupFit, im: np.ndarray) -> None:
    if group.report is None or not len(im):
        axes.plot([], [], linestyle="none", label=f"no fit yet: {group.runs} runs")
        return
    a, b, sigma = regression(group.report.fit)
    along = np.geomspace(im.min(), im.max(), 50) if im.min() < im.max() else im
    line = np.exp(a) * along**b
    axes.plot(along, line, color=style.PALETTE[2], zorder=2,
              label=f"{np.exp(a):.3g} im^{b:.3g}, collapses as censored")
    axes.fill_between(along, line * np.exp(-sigma), line * np.exp(sigma), color=style.PALETTE[2], alpha=0.15,
                      linewidth=0.0, zorder=1, label=f"dispersion of demand {sigma:.3g}")
