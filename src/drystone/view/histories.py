"""Histories of blocks: the ground, and displacements and rotations of those that moved most."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.analysis.blocks import block_history
from drystone.analysis.course import Course, course_of, ground_of
from drystone.errors import InputError
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.pick import MOST_LINES, pick_blocks
from drystone.view.timeline import Panel, colour, components, ground_panels, lay_out, level_axis


@style.styled
def histories_figure(result: RunResult, blocks: Sequence[str] | str | None = None, course: Course | None = None):
    """The ground's acceleration and displacement, then displacements of mass centres and rotations of blocks along and
    about those of x, y and z in which something happens, from the drawing.

    Parameters
    ----------
    blocks : names of blocks or groups; None: the four that moved most
    course : of the run, where it is known already
    """
    histories = [block_history(result, name) for name in pick_blocks(result, blocks)]
    if len(histories) > MOST_LINES:
        raise InputError(f"histories: blocks must be <= {MOST_LINES} in one picture, got {len(histories)}")
    factor, unit = style.length_unit([h.displacement for h in histories])
    names, time = [style.plain(h.name) for h in histories], histories[0].time
    moved = [factor * h.displacement for h in histories]
    turned = [np.degrees(h.rotation) for h in histories]
    panels = ground_panels(ground_of(result))
    panels += [_panel(f"displacement\nalong {'xyz'[k]}  [{unit}]", time, [v[:, k] for v in moved], names)
               for k in components(moved)]
    panels += [_panel(f"rotation\nabout {'xyz'[k]}  [deg]", time, [v[:, k] for v in turned], names)
               for k in components(turned)]
    return lay_out(panels, course or course_of(result))


def _panel(label: str, time: np.ndarray, values: list[np.ndarray], names: list[str]) -> Panel:
    def draw(axes) -> None:
        for k, (value, name) in enumerate(zip(values, names)):
            axes.plot(time, value, color=colour(k), label=name)
        level_axis(axes, values)

    return Panel(label, draw)
