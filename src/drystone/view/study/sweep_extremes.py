"""Sweep: least and greatest value of a monitor over the first thing that varies, grouped by the others."""

from __future__ import annotations

from drystone.studies.kinds.kind import StudyKind
from drystone.studies.runs.outcome import Rows
from drystone.view import style
from drystone.view.study.parts import axis_values, by_other_axes, known_runs, looks, set_ticks, title_of


@style.styled
def sweep_extremes(kind: StudyKind, rows: Rows, column: str, unit: str):
    """Picture of one monitor.

    Parameters
    ----------
    column : of the monitor, or of one of its components
    unit : in brackets
    """
    vary = kind.study.file.vary
    along = axis_values(combination[vary[0].name] for combination in kind.combos)
    figure = style.new_figure(6.4, 4.6)
    axes = figure.subplots()
    axes.axhline(0.0, color="#b5b5b5", linewidth=0.7, zorder=1)
    groups = by_other_axes(kind.wanted(rows), vary)
    fallen: list[tuple[float, float]] = []
    for runs, look in zip(groups.values(), looks(list(groups))):
        points = sorted((along.places[run.coords[vary[0].name]], row.numbers[f"{column} least"],
                         row.numbers[f"{column} greatest"], row.is_collapse)
                        for run, row in known_runs(runs, rows) if f"{column} greatest" in row.numbers)
        x, least, greatest, _ = zip(*points) if points else ([], [], [], [])
        axes.plot(x, greatest, color=look.colour, linestyle=look.dashes, marker="^", markersize=3.5, linewidth=1.0,
                  label=look.label)
        axes.plot(x, least, color=look.colour, linestyle=look.dashes, marker="v", markersize=3.5, linewidth=1.0)
        fallen += [(place, end) for place, low, high, fell in points if fell for end in (low, high)]
    for marker, words in (("^", "greatest of all steps"), ("v", "least of all steps")):
        axes.plot([], [], color=style.INK, marker=marker, markersize=3.5, linestyle="none", label=words)
    if fallen:
        axes.scatter(*zip(*fallen), marker="x", s=34.0, color=style.ACCENT, linewidth=1.1, zorder=4, label="collapsed")
    set_ticks(axes, along)
    style.name_axes(axes, title_of(kind.study, column), along.label(vary[0].name), f"{column}{unit}")
    style.legend_below(figure, [axes], columns=3)
    return figure
