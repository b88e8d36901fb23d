"""Phase portrait: angle of a block against its angular velocity."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.analysis.blocks import as_axis
from drystone.analysis.course import Course
from drystone.analysis.peaks import rocking_angle, rocking_rate
from drystone.errors import InputError
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.overlay import Overlaid
from drystone.view.pick import MOST_LINES, pick_blocks, pick_rocking
from drystone.view.timeline import OTHER


@style.styled
def phase_figure(result: RunResult, blocks: Sequence[str] | str | None = None,
                 axis: str | Sequence[float] | None = None, course: Course | None = None,
                 overlay: Overlaid | None = None):
    """Rotation about a horizontal axis against its rate, one panel a block; start and end are marked.

    Parameters
    ----------
    blocks : names of blocks or groups; None: the one that moved most
    axis : "x", "y", "z" or a vector; None: x or y, about which each block turned more
    course : of the run; None: the onset of collapse is not marked
    overlay : curves from elsewhere, drawn dashed where they tell how one of the blocks moves
    """
    names = pick_blocks(result, blocks, most=1)
    if len(names) > MOST_LINES:
        raise InputError(f"phase: blocks must be <= {MOST_LINES} in one picture, got {len(names)}")
    columns = min(len(names), 3)
    rows = -(-len(names) // columns)
    figure = style.new_figure((5.6, 8.0, 10.0)[columns - 1], 0.5 + (4.2, 3.7, 3.2)[columns - 1] * rows)
    grid = figure.subplots(rows, columns, squeeze=False).ravel()
    for axes, name in zip(grid, names):
        about = pick_rocking(result, name) if axis is None else as_axis("phase: axis", axis)
        angle = np.degrees(rocking_angle(result, name, about))
        rate = np.degrees(rocking_rate(result, name, about))
        axes.axhline(0.0, color="#b5b5b5", linewidth=0.7, zorder=1)
        axes.axvline(0.0, color="#b5b5b5", linewidth=0.7, zorder=1)
        other = None if overlay is None or overlay.block is None or overlay.block.name != name else overlay.block
        axes.plot(angle, rate, color=style.PALETTE[0], linewidth=1.0, label=None if other is None else "this run")
        if overlay is not None and other is not None:
            axes.plot(np.degrees(other.rotation @ about), np.degrees(other.angular_velocity @ about),
                      label=style.plain(overlay.name), **OTHER)
        onset = None if course is None else course.onset
        if onset is not None and onset < result.frames.time[-1]:
            at = int(np.searchsorted(result.frames.time, onset))
            axes.plot(angle[at], rate[at], "D", color=style.ACCENT, markersize=4.5,
                      label=f"collapse begins, {onset:.3g} s")
        if len(angle):
            axes.plot(angle[0], rate[0], "o", color=style.PALETTE[0], markersize=4.5, label="start")
            axes.plot(angle[-1], rate[-1], "s", color=style.PALETTE[1], markersize=4.5, label="end")
        title = f"{style.plain(name)}, about {_axis_name(about)}"
        axes.set_title(style.shorten(figure, title, figure.get_size_inches()[0] / columns - 0.9))
        axes.set_xlabel(r"angle $\theta$  [deg]")
        axes.set_ylabel(r"angular velocity $\dot\theta$  [deg/s]")
    for axes in grid[len(names):]:
        axes.set_axis_off()
    style.legend_below(figure, grid[:1])
    return figure


def _axis_name(axis: np.ndarray) -> str:
    for name, unit in zip("xyz", np.eye(3)):
        if np.allclose(axis, unit):
            return name
    return "(" + ", ".join(f"{a:.3g}" for a in axis) + ")"
