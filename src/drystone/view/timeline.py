"""What all histories share: the ground, stages, events and collapse on one time axis; panels that fill their sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from drystone.analysis.course import Course, Ground
from drystone.view import style

#: Components below this share of the largest are not drawn: a wall that moves in its plane has no y panel.
NOTHING = 1e-2
#: Room behind a collapse that ends the run, as a share of the time axis.
_AFTER = 0.02
_BAND = "#f1efe9"
#: Look of curves from elsewhere, over those of the run.
OTHER = {"linestyle": (0, (4, 4)), "color": style.INK, "linewidth": 1.1, "zorder": 3.0}
#: Width that labels and numbers beside a panel take at most [inch].
_LABELS = 1.1


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel of a sheet of histories."""

    label: str                          #: quantity and unit
    draw: Callable[[object], None]      #: puts lines onto axes
    title: str = ""


def lay_out(panels: Sequence[Panel], course: Course, *, height: float = 1.9, legend: bool = True):
    """Figure of panels over one time axis: one column for up to three, else two; an odd last one fills its row."""
    columns = 1 if len(panels) <= 3 else 2
    rows = -(-len(panels) // columns)
    figure = style.new_figure(9.0, 0.9 + height * rows)
    grid = figure.add_gridspec(rows, columns)
    axes_list, shared = [], None
    for k, panel in enumerate(panels):
        row, column = divmod(k, columns)
        is_wide = columns == 2 and k == len(panels) - 1 and column == 0
        axes = figure.add_subplot(grid[row, :] if is_wide else grid[row, column], sharex=shared)
        shared = shared or axes
        panel.draw(axes)
        room = 9.0 / (1 if is_wide else columns) - _LABELS
        axes.set_title(style.shorten(figure, style.plain(panel.title), room))
        style.finish_axes(axes, panel.label, bottom=row == rows - 1)
        axes_list.append(axes)
    if len(panels) % columns:            # the last panel is wider: those above it need numbers of their own
        for axes in axes_list[-1 - columns:-1]:
            axes.tick_params(labelbottom=True)
    for k, axes in enumerate(axes_list):
        mark_course(axes, course, names=k < columns)
    if legend:
        style.legend_below(figure, axes_list)
    return figure


def mark_course(axes, course: Course, *, names: bool) -> None:
    """Stages as bands, events and collapse as upright lines; names : write the names of stages above the panel."""
    for k, stage in enumerate(course.stages):
        if k % 2 == 0:
            axes.axvspan(stage.start, stage.stop, color=_BAND, zorder=0, linewidth=0.0)
        if names and len(course.stages) > 1:
            axes.annotate(style.plain(stage.name), (0.5 * (stage.start + stage.stop), 1.0),
                          xycoords=("data", "axes fraction"), xytext=(0, -2), textcoords="offset points", ha="center",
                          va="top", fontsize=7.0, color=style.MUTED)
    for k, event in enumerate(course.events):
        axes.axvline(event.time, color=style.MUTED, linewidth=0.9, linestyle=(0, (4, 2)), zorder=1.5,
                     label="event" + (f": {style.plain(event.words)}" if len(course.events) == 1 else "s")
                     if k == 0 else None)
    if course.onset is not None:
        axes.axvline(course.onset, color="black", linewidth=1.0, linestyle=":", zorder=1.6,
                     label=f"collapse begins, {course.onset:.3g} s")
    if course.collapse is not None:
        axes.axvline(course.collapse, color="black", linewidth=1.1, linestyle=(0, (5, 2)), zorder=1.6,
                     label=f"collapse, {course.collapse:.3g} s")
        low, high = axes.get_xlim()
        if course.collapse > high - _AFTER * (high - low):     # it would lie on the frame
            axes.set_xlim(low, course.collapse + _AFTER * (high - low))


def ground_panels(ground: Ground | None) -> list[Panel]:
    """Acceleration and displacement of the ground, as they went in; none where it stands."""
    if ground is None or not (np.abs(ground.acceleration).max(initial=0.0) > 0.0
                              or np.abs(ground.displacement).max(initial=0.0) > 0.0):
        return []
    factor, unit = style.length_unit([ground.displacement])
    return [_ground_panel(ground.time, ground.acceleration, "ground acceleration", "m/s²"),
            _ground_panel(ground.time, factor * ground.displacement, "ground displacement", unit)]


def _ground_panel(time: np.ndarray, values: np.ndarray, quantity: str, unit: str) -> Panel:
    shown = components([values])

    def draw(axes) -> None:
        for k, axis in enumerate(shown):
            axes.plot(time, values[:, axis], color=style.INK if k == 0 else style.PALETTE[(3, 5)[k - 1]], linewidth=0.9,
                      label=f"ground, {'xyz'[axis]}" if len(shown) > 1 else None)
        level_axis(axes, [values])

    along = f" along {'xyz'[shown[0]]}" if len(shown) == 1 else ""
    return Panel(f"{quantity}\n{along.strip()}  [{unit}]" if along else f"{quantity}  [{unit}]", draw)


def components(values: Sequence[np.ndarray]) -> list[int]:
    """Components (0 x, 1 y, 2 z) in which something happens; x alone where nothing does."""
    size = np.max([np.abs(v).max(axis=0, initial=0.0) for v in values], axis=0)
    return [int(i) for i in np.flatnonzero(size > NOTHING * size.max())] or [0]


def level_axis(axes, values: Sequence[np.ndarray]) -> None:
    """A zero line; and no zooming into rounding where nothing happens."""
    axes.axhline(0.0, color="#b5b5b5", linewidth=0.7, zorder=1)
    if max((float(np.abs(v[np.isfinite(v)]).max(initial=0.0)) for v in values), default=0.0) < 1e-9:
        axes.set_ylim(-1.0, 1.0)


def colour(k: int) -> str:
    """Of the k-th line."""
    return style.PALETTE[k % len(style.PALETTE)]
