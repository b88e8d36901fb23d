"""Histories of blocks: the ground, and displacements and rotations of those that moved most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.analysis.blocks import BlockHistory, block_history
from drystone.analysis.course import Course, course_of, ground_of
from drystone.errors import InputError
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.overlay import Overlaid
from drystone.view.pick import MOST_LINES, pick_blocks
from drystone.view.timeline import OTHER, Panel, colour, components, ground_panels, lay_out, level_axis


@style.styled
def histories_figure(result: RunResult, blocks: Sequence[str] | str | None = None, course: Course | None = None,
                     overlay: Overlaid | None = None):
    """The ground's acceleration and displacement, then displacements of mass centres and rotations of blocks along and
    about those of x, y and z in which something happens, from the drawing.

    Parameters
    ----------
    blocks : names of blocks or groups; None: the four that moved most
    course : of the run, where it is known already
    overlay : curves from elsewhere, drawn dashed where they tell how one of the blocks moves
    """
    histories = [block_history(result, name) for name in pick_blocks(result, blocks)]
    if len(histories) > MOST_LINES:
        raise InputError(f"histories: blocks must be <= {MOST_LINES} in one picture, got {len(histories)}")
    lines = [_Line(style.plain(h.name), h) for h in histories]
    if overlay is not None and overlay.block is not None and overlay.block.name in [h.name for h in histories]:
        lines.append(_Line(style.plain(overlay.name), overlay.block, is_other=True))
    factor, unit = style.length_unit([h.displacement for h in histories])
    moved = [factor * line.history.displacement for line in lines]
    turned = [np.degrees(line.history.rotation) for line in lines]
    panels = ground_panels(ground_of(result))
    panels += [_panel(f"displacement\nalong {'xyz'[k]}  [{unit}]", lines, [v[:, k] for v in moved])
               for k in components(moved)]
    panels += [_panel(f"rotation\nabout {'xyz'[k]}  [deg]", lines, [v[:, k] for v in turned])
               for k in (components(turned) if any(v.any() for v in turned) else [])]
    return lay_out(panels, course or course_of(result))


@dataclass(frozen=True, slots=True)
class _Line:
    """What a line shows."""

    label: str
    history: BlockHistory
    is_other: bool = False     #: from elsewhere


def _panel(label: str, lines: Sequence[_Line], values: list[np.ndarray]) -> Panel:
    def draw(axes) -> None:
        for k, (line, value) in enumerate(zip(lines, values)):
            look = OTHER if line.is_other else {"color": colour(k)}
            axes.plot(line.history.time, value, label=line.label, **look)
        level_axis(axes, values)

    return Panel(label, draw)
