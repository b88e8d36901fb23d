"""Failure domains of all combinations: collapses of both directions and their convex hulls."""

from __future__ import annotations

import math
from collections.abc import Sequence

from drystone.studies.findings.capacity import ASSOCIATIVE, NON_ASSOCIATIVE
from drystone.studies.findings.domain import FALLEN, DomainFinding
from drystone.studies.findings.groups import group_words
from drystone.studies.kinds.failure_domain import FailureDomain
from drystone.view import style
from drystone.view.study.domain_markers import set_domain_axes
from drystone.view.study.parts import Look, looks, title_of

#: Markers of collapses: a triangle that points where the pulse goes first.
_SIGNS = {"+": ">", "-": "<"}


@style.styled
def domain_hulls(kind: FailureDomain, findings: Sequence[DomainFinding]):
    """Picture of all combinations; works on whatever is known."""
    figure = style.new_figure(6.4, 4.8)
    axes = figure.subplots()
    names = [group_words(finding.combination) or "hull" for finding in findings]
    for finding, look in zip(findings, looks(names, "combinations")):
        _draw_one(axes, finding, look)
        _draw_least(axes, finding, look)
    _explain(axes, kind, findings)
    words = "hull of collapses in both directions" if len(kind.entry.directions) > 1 else "hull of collapses"
    set_domain_axes(axes, kind, findings[0], title_of(kind.study, words))
    style.legend_below(figure, [axes], columns=3)
    return figure


def _draw_one(axes, finding: DomainFinding, look: Look) -> None:
    if len(finding.hull) >= 3:
        axes.fill(*finding.hull.T, facecolor=look.colour, alpha=0.10, linewidth=0.0, zorder=1)
    if len(finding.hull):
        x, y = (list(column) for column in finding.hull.T)
        axes.plot([*x, x[0]], [*y, y[0]], color=look.colour, linestyle=look.dashes, zorder=2, label=look.label)
    else:
        axes.plot([], [], color=look.colour, linestyle=look.dashes, label=f"{look.label or ''}: no collapse yet")
    for direction in finding.directions:
        points = [(time, amplitude) for amplitude, letters in zip(finding.amplitudes, direction.letters)
                  for time, letter in zip(finding.times, letters) if letter == FALLEN]
        points += [(time, high) for time, _, high in direction.boundary if high is not None]
        if points:
            axes.scatter(*zip(*dict.fromkeys(points)), s=14.0, marker=_SIGNS[direction.direction],
                         facecolor="none", edgecolor=look.colour, linewidth=0.7, zorder=3, clip_on=False)


def _draw_least(axes, finding: DomainFinding, look: Look) -> None:
    """The lesser capacity of both signs: that at which the hull of both directions should end."""
    for flow, dashes in ((ASSOCIATIVE, (0, (6, 3))), (NON_ASSOCIATIVE, (0, (2, 2)))):
        values = [finding.capacities.get(f"{sign} {flow}", math.nan) for sign in "+-"]
        if all(map(math.isfinite, values)):
            axes.axhline(min(values), color=look.colour, linestyle=dashes, linewidth=0.9, zorder=1)


def _explain(axes, kind: FailureDomain, findings: Sequence[DomainFinding]) -> None:
    """Legend of what all combinations share."""
    for sign in kind.entry.directions:
        axes.scatter([], [], s=14.0, marker=_SIGNS[sign], facecolor="none", edgecolor=style.INK, linewidth=0.7,
                     label=f"collapse, direction {sign}")
    if any(finding.capacities for finding in findings):
        for flow, dashes in ((ASSOCIATIVE, (0, (6, 3))), (NON_ASSOCIATIVE, (0, (2, 2)))):
            axes.plot([], [], color=style.INK, linestyle=dashes, linewidth=0.9, label=f"least capacity, {flow}")
