"""Histories: displacements and rotations of blocks, and everything that was monitored."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.analysis.blocks import block_history
from drystone.errors import InputError
from drystone.model.tables import MONITOR, STEPS
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.pick import MOST_LINES, pick_blocks

#: Components below this share of the largest are not drawn: a wall that moves in its plane has no y panel.
_NOTHING = 1e-4
_QUANTITY = {"m": "length", "m/s": "velocity", "rad": "rotation"}


@style.styled
def histories_figure(result: RunResult, blocks: Sequence[str] | str | None = None):
    """Displacement (left) and rotation (right) of blocks along and about x, y and z, from the drawing.

    Parameters
    ----------
    blocks : names of blocks or groups; None: the four that moved most
    """
    histories = [block_history(result, name) for name in pick_blocks(result, blocks)]
    if len(histories) > MOST_LINES:
        raise InputError(f"histories: blocks must be <= {MOST_LINES} in one picture, got {len(histories)}")
    factor, unit = style.length_unit([h.displacement for h in histories])
    columns = [([factor * h.displacement for h in histories], unit, "u", "Displacement of the mass centre"),
               ([np.degrees(h.rotation) for h in histories], "deg", "r", "Rotation")]
    rows = [_components(values) for values, *_ in columns]
    count = max(len(r) for r in rows)
    figure = style.new_figure(9.0, 1.0 + 1.75 * count)
    grid = figure.subplots(count, 2, squeeze=False)
    for column, ((values, label, symbol, title), axes_of) in enumerate(zip(columns, rows)):
        for row in range(count):
            axes = grid[row, column]
            if row >= len(axes_of):
                axes.set_axis_off()
                continue
            for k, (history, value) in enumerate(zip(histories, values)):
                axes.plot(history.time, value[:, axes_of[row]], color=_colour(k), label=history.name)
            _level_axis(axes, [v[:, axes_of[row]] for v in values])
            # columns of different length: every panel names its time, or the short column would leave a gap
            is_lowest = row == len(axes_of) - 1 or len(rows[0]) != len(rows[1])
            style.finish_axes(axes, f"${symbol}_{'xyz'[axes_of[row]]}$  [{label}]", bottom=is_lowest)
        grid[0, column].set_title(title)
    style.legend_below(figure, grid.ravel())
    return figure


@style.styled
def monitors_figure(result: RunResult):
    """Every monitor of a run, one panel each, components together; None where nothing was monitored."""
    groups = _monitor_groups(result)
    if not groups:
        return None
    columns = 1 if len(groups) < 4 else 2
    rows = -(-len(groups) // columns)
    figure = style.new_figure(9.0, 0.6 + 1.9 * rows)
    grid = figure.subplots(rows, columns, squeeze=False)
    time, units = result.time, result.units[STEPS]
    for i, (axes, (name, members)) in enumerate(zip(grid.T.ravel(), groups.items())):
        unit = units[MONITOR + members[0]]
        values = [result.monitor(member) for member in members]
        factor, shown = _shown_unit(unit, values)
        for k, (member, value) in enumerate(zip(members, values)):
            label = member.removeprefix(name).removeprefix(".") or None
            axes.plot(time, factor * value, color=_colour(k), label=label)
        _level_axis(axes, [factor * v for v in values])
        axes.set_title(name)
        is_lowest = i % rows == rows - 1 or i == len(groups) - 1
        style.finish_axes(axes, f"{_QUANTITY.get(unit, 'value')}  [{shown}]", bottom=is_lowest)
        if len(members) > 1:
            axes.legend(loc="best", ncols=len(members))
    for axes in grid.T.ravel()[len(groups):]:
        axes.set_axis_off()
    return figure


def _monitor_groups(result: RunResult) -> dict[str, list[str]]:
    """Monitor -> its columns: `roof.x`, `roof.y`, `roof.z` are one monitor, `roof`."""
    names = result.monitors
    groups: dict[str, list[str]] = {}
    for name in names:
        stem, dot, component = name.rpartition(".")
        whole = stem if dot and component in "xyz" and f"{stem}.x" in names else name
        groups.setdefault(whole, []).append(name)
    return groups


def _shown_unit(unit: str, values: list[np.ndarray]) -> tuple[float, str]:
    """Factor and unit on paper: lengths in mm or m, angles in degrees."""
    if unit == "m":
        return style.length_unit(values)
    return (180.0 / np.pi, "deg") if unit == "rad" else (1.0, unit)


def _components(values: list[np.ndarray]) -> list[int]:
    """Components (0 x, 1 y, 2 z) in which something happens; x alone where nothing does."""
    size = np.max([np.abs(v).max(axis=0, initial=0.0) for v in values], axis=0)
    return [int(i) for i in np.flatnonzero(size > _NOTHING * size.max())] or [0]


def _level_axis(axes, values: list[np.ndarray]) -> None:
    """A zero line; and no zooming into rounding where nothing happens."""
    axes.axhline(0.0, color="#b5b5b5", linewidth=0.7, zorder=1)
    if max(float(np.abs(v).max(initial=0.0)) for v in values) < 1e-9:
        axes.set_ylim(-1.0, 1.0)


def _colour(k: int) -> str:
    return style.PALETTE[k % len(style.PALETTE)]
