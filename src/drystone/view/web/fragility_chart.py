"""Fragility in the page: the curve of a group with its band, the shares of its runs, and every run as a point.

A run either collapsed or did not, so runs of one intensity are piled up: those that collapsed hang from 1, the others
stand on 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

import numpy as np

from drystone.export.fragility import curve_band, curve_range
from drystone.studies.findings.fragility import VARIANT, GroupFit, fit_groups
from drystone.studies.findings.groups import grouped
from drystone.studies.fragility.observed import observed_shares
from drystone.studies.runs.planned import PlannedRun
from drystone.studies.study import StudyResult
from drystone.view import style
from drystone.view.web.chart import Axis, Chart, ChartLine

#: Height of one run in a pile, and of a whole pile, at most.
_STEP, _PILE = 0.035, 0.42


def group_runs(result: StudyResult) -> list[tuple[GroupFit, list[PlannedRun]]]:
    """Groups with their fits, without a bootstrap, and with their runs; runs that repeat others aside."""
    kind, rows = result.kind, result.rows
    known = (run for run in kind.wanted(rows) if run.id in rows and VARIANT not in run.coords)
    runs = grouped(known, kind.study.file.vary)
    return [(fit, runs[fit.group]) for fit in fit_groups(kind, rows, bootstrap=0) if fit.group in runs]


def fragility_charts(result: StudyResult, numbers: Mapping[str, int], level: Callable[[PlannedRun], float],
                     axis: tuple[str, str]) -> Iterator[Chart]:
    """One chart a group; level : intensity of a run; axis : its name and unit"""
    for fit, runs in group_runs(result):
        im = {run.id: level(run) for run in runs}
        chart = Chart(f"fragility {fit.name}", f"Fragility{', ' + fit.name if fit.name else ''}",
                      Axis(*axis, 0.0, _far(fit, im)),
                      Axis("probability" if _has_states(fit) else "probability of collapse", "-", -0.03, 1.03))
        chart.points = _piles(result, runs, im, numbers)
        chart.lines = _curves(fit, chart.x.high)
        chart.note = "Runs hang from 1 where they collapsed, and stand on 0 where they did not." + (
            "" if fit.report is not None else f" No fit: {fit.note}.")
        yield chart


def _has_states(fit: GroupFit) -> bool:
    return fit.report is not None and len(fit.report.fit.states) > 1


def _far(fit: GroupFit, im: Mapping[str, float]) -> float:
    top = 1.08 * max(im.values(), default=1.0)
    return top if fit.report is None else max(top, 1.3 * max(fit.report.fit.thetas.values()))


def _piles(result: StudyResult, runs: list[PlannedRun], im: Mapping[str, float],
           numbers: Mapping[str, int]) -> list[tuple[int, float, float]]:
    sizes = Counter((im[run.id], result.rows[run.id].is_collapse) for run in runs)
    step = min(_STEP, _PILE / max(sizes.values(), default=1))
    found, taken = [], Counter()
    for run in runs:
        place = im[run.id], result.rows[run.id].is_collapse
        height = step * taken[place]
        taken[place] += 1
        found.append((numbers[run.id], place[0], 1.0 - height if place[1] else height))
    return found


def _curves(fit: GroupFit, right: float) -> list[ChartLine]:
    if fit.report is None:
        return []
    found, lines = fit.report.fit, []
    im = curve_range(found)
    im = im[im <= right]
    for j, state in enumerate(found.states):
        colour = style.PALETTE[j % len(style.PALETTE)]
        low, high = curve_band(found, im, "profile", state)
        band = [*zip(im, low), *zip(im[::-1], np.asarray(high)[::-1])]
        lines.append(ChartLine(f"{100 * found.level:g} % band" if j == 0 else "", band, colour, "", 0.0, True))
        unit = "" if found.table.unit == "-" else f" {found.table.unit}"
        lines.append(ChartLine(f"{state}: median {found.thetas[state]:.3g}{unit}, dispersion {found.beta:.3g}",
                               list(zip(im, found.probability(im, state))), colour))
        seen = observed_shares(found, j)
        for k, (x, share) in enumerate(zip(seen.im, seen.share)):    # a short bar at each share
            half = 0.012 * right
            lines.append(ChartLine(seen.words if j == 0 and k == 0 else "", [(x - half, share), (x + half, share)],
                                   colour, "", 3.0))
    return lines
