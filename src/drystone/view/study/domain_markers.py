"""Failure domain of one direction: every pulse by what came of it, the traced boundary, islands, capacities."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from drystone.studies.findings.capacity import ASSOCIATIVE, NON_ASSOCIATIVE, is_of
from drystone.studies.findings.domain import (
    ERROR,
    FALLEN,
    OPEN,
    SAFE,
    STILL,
    DirectionFinding,
    DomainFinding,
    letter_of,
)
from drystone.studies.findings.groups import group_words
from drystone.studies.kinds.failure_domain import AMPLITUDE, DIRECTION, TIME, FailureDomain
from drystone.studies.runs.outcome import Rows
from drystone.view import style
from drystone.view.study.parts import known_runs, title_of

_BLUE, _ORANGE, _OCHRE = style.PALETTE[0], style.PALETTE[1], style.PALETTE[5]

#: Look of every outcome: shape and filling tell them apart without colour.
_LOOKS = {
    FALLEN: ("collapsed", {"marker": "s", "facecolor": _ORANGE, "edgecolor": _ORANGE, "s": 26.0}),
    SAFE: ("moved, came to rest", {"marker": "o", "facecolor": "white", "edgecolor": _BLUE, "s": 26.0}),
    STILL: ("never moved", {"marker": ".", "facecolor": style.MUTED, "edgecolor": style.MUTED, "s": 14.0}),
    OPEN: ("undecided: still moving", {"marker": "^", "facecolor": "white", "edgecolor": _OCHRE, "s": 30.0}),
    ERROR: ("failed by an error", {"marker": "x", "color": style.INK, "s": 28.0}),
}
#: Rings around islands by the beginning of their verdict.
_RINGS = {"real": "-", "not real": ":", "hangs on the step": "--", "its edge hangs on the step": "-."}


@style.styled
def domain_markers(kind: FailureDomain, rows: Rows, finding: DomainFinding, direction: DirectionFinding):
    """Picture of one direction of one combination; works on whatever is known."""
    figure = style.new_figure(6.4, 4.8)
    axes = figure.subplots()
    _draw_boundary(axes, direction, top=float(finding.amplitudes[-1]))
    _draw_points(axes, kind, rows, finding, direction.direction)
    _draw_islands(axes, direction)
    draw_capacities(axes, finding, direction.direction)
    title = title_of(kind.study, f"direction {direction.direction}", group_words(finding.combination))
    set_domain_axes(axes, kind, finding, title)
    style.legend_below(figure, [axes], columns=3)
    return figure


def set_domain_axes(axes, kind: FailureDomain, finding: DomainFinding, title: str) -> None:
    """Title, labels, and limits that show the whole grid whatever is known of it."""
    width = float(finding.times[-1])
    axes.set_xlim(0.0, width + 0.05 * width)
    axes.set_ylim(0.0, 1.08 * float(finding.amplitudes[-1]))
    style.name_axes(axes, title, f"{kind.entry.time_key.replace('_', ' ')}  [s]", "amplitude  [g]")


def _draw_points(axes, kind: FailureDomain, rows: Rows, finding: DomainFinding, sign: str) -> None:
    found: dict[str, list[tuple[float, float]]] = {letter: [] for letter in _LOOKS}
    for run, row in known_runs(kind.wanted(rows), rows):
        if run.coords[DIRECTION] == sign and is_of(run.coords, finding.combination):
            found[letter_of(row)].append((float(run.coords[TIME]), float(run.coords[AMPLITUDE])))
    for letter, (label, look) in _LOOKS.items():
        if found[letter]:
            times, amplitudes = zip(*dict.fromkeys(found[letter]))
            axes.scatter(times, amplitudes, linewidth=1.0, zorder=3, clip_on=False, label=label, **look)


def _draw_boundary(axes, direction: DirectionFinding, top: float) -> None:
    """Line through the middle of brackets, with the brackets; an arrow where all amplitudes are survived."""
    known = [(t, low or 0.0, high) for t, low, high in direction.boundary if high is not None]
    if known:
        times, low, high = map(np.array, zip(*known))
        middle = 0.5 * (low + high)
        axes.errorbar(times, middle, yerr=(middle - low, high - middle), color=style.INK, linewidth=1.0, capsize=2.5,
                      elinewidth=0.8, zorder=2, label="boundary, between the runs around it")
    above = [t for t, low, high in direction.boundary if high is None and low is not None]
    for k, time in enumerate(above):
        axes.annotate("", (time, 1.07 * top), (time, 1.02 * top), zorder=2, annotation_clip=False,
                      arrowprops={"arrowstyle": "->", "color": style.INK, "linewidth": 0.9})
        if k == 0:
            axes.plot([], [], linestyle="none", marker=r"$\uparrow$", color=style.INK,
                      label="boundary above the highest run decided")


def _draw_islands(axes, direction: DirectionFinding) -> None:
    """A ring around each island, its verdict in the legend."""
    by_verdict: dict[str, list] = {}
    for island in direction.islands:
        by_verdict.setdefault(island.verdict, []).append(island)
    for verdict, islands in by_verdict.items():
        ring = next((dash for words, dash in _RINGS.items() if verdict.startswith(words)), (0, (1, 3)))
        axes.scatter([i.half_period for i in islands], [i.amplitude for i in islands], s=110.0, facecolor="none",
                     edgecolor=style.PALETTE[3], linestyle=ring, linewidth=1.2, zorder=4, clip_on=False,
                     label=f"island, {style.plain(verdict.partition(':')[0])}")


def draw_capacities(axes, finding: DomainFinding, sign: str | Sequence[str], colour: str = style.PALETTE[2]) -> None:
    """Dashed lines: the greatest accelerations that the structure as drawn can take."""
    drawn = ((ASSOCIATIVE, (0, (6, 3))), (NON_ASSOCIATIVE, (0, (2, 2))))
    for flow, dashes in drawn:
        value = finding.capacities.get(f"{sign} {flow}", math.nan)
        if math.isfinite(value):
            axes.axhline(value, color=colour, linestyle=dashes, linewidth=1.1, zorder=1,
                         label=f"capacity {sign}, {flow}: {value:.3g} g")
    other = "-" if sign == "+" else "+"
    value = finding.capacities.get(f"{other} {NON_ASSOCIATIVE}", math.nan)
    if math.isfinite(value) and not math.isclose(value, finding.capacities.get(f"{sign} {NON_ASSOCIATIVE}", math.nan),
                                                 rel_tol=1e-3):
        axes.axhline(value, color=style.MUTED, linestyle=(0, (2, 4)), linewidth=0.9, zorder=1,
                     label=f"capacity {other}, {NON_ASSOCIATIVE}: {value:.3g} g")
