"""Spectra along what varies: the least level that overturns with its bracket, or the peak of a monitor."""

from __future__ import annotations

import numpy as np

from drystone.studies.kinds.ida import Spectrum
from drystone.studies.kinds.search import bracket
from drystone.studies.runs.outcome import Row, Rows
from drystone.studies.runs.planned import PlannedRun
from drystone.view import style
from drystone.view.study.parts import (
    AxisValues,
    Look,
    axis_values,
    by_other_axes,
    columns_of,
    known_runs,
    looks,
    peak_of,
    set_ticks,
    title_of,
)


@style.styled
def overturning_spectrum(kind: Spectrum, rows: Rows):
    """Least level that overturns over the first thing that varies, one line a combination of the others."""
    vary = kind.study.file.vary
    along = axis_values(combination[vary[0].name] for combination in kind.combos)
    figure = style.new_figure(6.4, 4.6)
    axes = figure.subplots()
    groups = by_other_axes(kind.wanted(rows), vary)
    for runs, look in zip(groups.values(), looks(list(groups))):
        _draw_brackets(axes, _brackets(kind, runs, rows, along), look)
    axes.set_ylim(bottom=0.0)
    set_ticks(axes, along)
    style.name_axes(axes, title_of(kind.study, "overturning spectrum"), along.label(vary[0].name),
                    f"least level that collapses{f'  [{kind.unit}]' if kind.unit else ''}")
    style.legend_below(figure, [axes], columns=3)
    return figure


def _brackets(kind: Spectrum, runs: list[PlannedRun], rows: Rows, along: AxisValues):
    """Place, greatest level that is survived and least that is not, of every line that has one of them."""
    lines: dict[str, list[tuple[PlannedRun, Row]]] = {}
    for run, row in known_runs(runs, rows):
        lines.setdefault(run.line, []).append((run, row))
    found = []
    for own in lines.values():
        low, high = bracket([float(run.coords[kind.title]) for run, _ in own],
                            [row if row.is_decided else None for _, row in own])
        found.append((along.places[own[0][0].coords[kind.study.file.vary[0].name]], low, high))
    return sorted(found, key=lambda place: place[0])


def _draw_brackets(axes, found, look: Look) -> None:
    closed = [(x, low or 0.0, high) for x, low, high in found if high is not None]
    label = look.label
    if closed:
        x, low, high = map(np.array, zip(*closed))
        middle = 0.5 * (low + high)
        axes.errorbar(x, middle, yerr=(middle - low, high - middle), color=look.colour, linestyle=look.dashes,
                      marker=look.marker, markersize=3.5, linewidth=1.0, capsize=2.5, elinewidth=0.8, label=label)
        label = None
    above = [(x, low) for x, low, high in found if high is None and low is not None]
    if above:
        axes.scatter(*zip(*above), marker=r"$\uparrow$", s=60.0, color=look.colour, zorder=3,
                     label=label or f"{look.label or 'others'}: survives the highest level run")


@style.styled
def rocking_spectrum(kind: Spectrum, rows: Rows, unit: str):
    """Greatest size of a monitor over the first thing that varies; collapses at the upper edge."""
    vary, monitor = kind.study.file.vary, kind.study.file.spectrum.monitor
    along = axis_values(combination[vary[0].name] for combination in kind.combos)
    figure = style.new_figure(6.4, 4.6)
    axes = figure.subplots()
    groups = by_other_axes(kind.wanted(rows), vary)
    falls: list[tuple[float, Look]] = []
    for runs, look in zip(groups.values(), looks(list(groups))):
        pairs = known_runs(runs, rows)
        columns = columns_of(monitor, [row for _, row in pairs])
        points = sorted((along.places[run.coords[vary[0].name]], peak_of(row, columns)) for run, row in pairs
                        if not row.is_collapse and peak_of(row, columns) is not None)
        axes.plot(*(zip(*points) if points else ([], [])), color=look.colour, linestyle=look.dashes, marker=look.marker,
                  markersize=3.5, linewidth=1.0, clip_on=not points, zorder=3, label=look.label)
        falls += [(along.places[run.coords[vary[0].name]], look) for run, row in pairs if row.is_collapse]
    axes.set_ylim(bottom=0.0)
    _draw_falls(axes, falls)
    set_ticks(axes, along)
    style.name_axes(axes, title_of(kind.study, "rocking spectrum"), along.label(vary[0].name),
                    f"greatest {monitor}{unit}")
    style.legend_below(figure, [axes], columns=3)
    return figure


def _draw_falls(axes, falls: list[tuple[float, Look]]) -> None:
    """Crosses at the upper edge, those of different groups beside each other in height."""
    top = 1.06 * axes.get_ylim()[1]
    axes.set_ylim(top=top)
    order = {look.colour: k for k, look in enumerate(dict.fromkeys(look for _, look in falls))}
    for k, (x, look) in enumerate(falls):
        axes.scatter([x], [top * (1.0 - 0.03 * (order[look.colour] % 4))], marker="x", s=26.0, color=look.colour,
                     zorder=3, clip_on=False, label="collapsed, at the upper edge" if k == 0 else None)
