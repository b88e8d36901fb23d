"""Fragility of all groups of a study in one picture: curves, and shares of collapse sized by runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.export.fragility import curve_range
from drystone.studies.findings.fragility import GroupFit
from drystone.studies.findings.groups import group_words, grouped
from drystone.studies.fragility.observed import observed_shares
from drystone.studies.kinds.kind import StudyKind
from drystone.studies.runs.outcome import Rows
from drystone.view import style
from drystone.view.study.parts import Look, looks, title_of

#: Of a curve.
_POINTS = 300


@dataclass(frozen=True)
class Shares:
    """Shares of collapse by level."""

    im: np.ndarray       #: (m,) in the unit of the table
    share: np.ndarray    #: (m,)
    runs: np.ndarray     #: (m,) decided runs behind each


def stripe_shares(kind: StudyKind, rows: Rows, title: str) -> dict[str, Shares]:
    """Shares of decided runs that collapsed, by group in words; title : column of the level"""
    found = {}
    groups = grouped((run for run in kind.wanted(rows) if run.id in rows), kind.study.file.vary)
    for group, runs in groups.items():
        pairs = [(float(run.coords[title]), rows[run.id]) for run in runs if rows[run.id].is_decided]
        levels = sorted({level for level, _ in pairs})
        cells = [[row.is_collapse for own, row in pairs if own == level] for level in levels]
        found[group_words(group)] = Shares(np.array(levels), np.array([np.mean(cell) for cell in cells]),
                                           np.array([len(cell) for cell in cells]))
    return found


@style.styled
def fragility_overlay(kind: StudyKind, fits: Sequence[GroupFit], shares: dict[str, Shares], label: str,
                      state: str = "collapse"):
    """Picture of all groups.

    Parameters
    ----------
    shares : of groups by name, where the study has stripes; others take those of their fit
    label : of the axis of intensity
    state : whose probability it is
    """
    figure = style.new_figure(6.4, 4.6)
    axes = figure.subplots()
    top = 0.0
    shares = {fit.name: shares.get(fit.name) or _shares_of_fit(fit) for fit in fits}
    most = max((int(own.runs.max(initial=0)) for own in shares.values()), default=0)
    for fit, look in zip(fits, looks([fit.name for fit in fits])):
        top = max(top, _draw_one(axes, fit, shares[fit.name], most, look))
    axes.scatter([], [], s=30.0, facecolor="white", edgecolor=style.INK, linewidth=1.0,
                 label="share of runs, sized by their number")
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlim(0.0, top or 1.0)
    style.name_axes(axes, title_of(kind.study, "fragility"), label, f"probability of {state}")
    style.legend_below(figure, [axes], columns=2)
    return figure


def _shares_of_fit(fit: GroupFit) -> Shares:
    if fit.report is None:
        return Shares(np.zeros(0), np.zeros(0), np.zeros(0, int))
    seen = observed_shares(fit.report.fit, len(fit.report.fit.states) - 1)
    return Shares(seen.im, seen.share, seen.runs)


def _draw_one(axes, fit: GroupFit, shares: Shares, most: int, look: Look) -> float:
    """Curve and shares of one group; most : runs behind the largest marker. Returns how far to the right they go."""
    top, words = 0.0, f"{fit.collapses} of {fit.runs} runs collapsed, no fit"
    if fit.report is not None:
        top = _draw_curve(axes, fit, look)
    else:
        axes.plot([], [], color=look.colour, linestyle=look.dashes,
                  label=None if look.label is None else f"{look.label}: {words}")
    if len(shares.im):
        axes.scatter(shares.im, shares.share, s=12.0 + 60.0 * shares.runs / most, marker=look.marker,
                     facecolor="white", edgecolor=look.colour, linewidth=1.0, zorder=3, clip_on=False)
        top = max(top, 1.05 * float(shares.im[-1]))
    return top


def _draw_curve(axes, group: GroupFit, look: Look) -> float:
    """Solid within the range of the data, thin outside; returns how far to the right it is worth looking."""
    fit = group.report.fit
    ends, (low, high) = curve_range(fit)[[0, -1]], fit.data_range
    im = np.union1d(np.geomspace(*ends, _POINTS), (low, high))
    state = fit.states[-1]
    share, inside = fit.probability(im, state), (im >= low) & (im <= high)
    unit = "" if fit.table.unit == "-" else f" {fit.table.unit}"
    words = f"median {fit.thetas[state]:.3g}{unit}, dispersion {fit.beta:.3g}"
    axes.plot(im, share, color=look.colour, linestyle=look.dashes, linewidth=0.6, alpha=0.7)
    axes.plot(im[inside], share[inside], color=look.colour, linestyle=look.dashes,
              label=None if look.label is None else f"{look.label}: {words}")
    return min(float(im[-1]), 1.5 * max(high, fit.thetas[state]))
