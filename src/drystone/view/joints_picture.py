"""What joints carry over time: normal and shear force, opening, slip, and how near the force is to an edge."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.analysis.course import Course, course_of, ground_of
from drystone.errors import InputError
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.joint_courses import joint_courses
from drystone.view.monitors import shown_unit
from drystone.view.pick import MOST_LINES
from drystone.view.timeline import Panel, colour, ground_panels, lay_out, level_axis

#: Greatest eccentricity that is shown, by the half length of the joint.
_FARTHEST = 1.3


@style.styled
def joints_figure(result: RunResult, blocks: Sequence[str] | str | None = None, course: Course | None = None):
    """One panel a quantity, one line a joint, below the ground's acceleration.

    Parameters
    ----------
    blocks : of one name all its joints, of several those between two of them; None: the four that opened most
    """
    found = joint_courses(result, blocks)
    if len(found.names) > MOST_LINES:
        raise InputError(f"joints: must be <= {MOST_LINES} in one picture, got {len(found.names)}: name two blocks, "
                         "--block A --block B, for the joint between them")
    names = [style.plain(name) for name in found.names]
    panels = ground_panels(ground_of(result))[:1]
    for label, unit, values in (("normal force", "N", found.across), ("shear force", "N", found.along),
                                ("opening", "m", found.opening), ("slip", "m", found.slip)):
        if values is not None:
            factor, shown = shown_unit(unit, [np.nan_to_num(values)])
            panels.append(_panel(f"{label}  [{shown}]", found.time, factor * values, names))
    if found.share is not None:
        panels.append(_panel("eccentricity by\nhalf length  [-]", found.time, found.share, names, edge=True))
    return lay_out(panels, course or course_of(result))


def _panel(label: str, time: np.ndarray, values: np.ndarray, names: list[str], *, edge: bool = False) -> Panel:
    """edge : mark 1, where the force is at the edge; an edge that alone still touches has larger ones, left out"""
    def draw(axes) -> None:
        if edge:
            axes.axhline(1.0, color=style.MUTED, linewidth=0.8, linestyle=(0, (4, 2)), label="force at the edge")
        for k, name in enumerate(names):
            axes.plot(time, values[:, k], color=colour(k), linewidth=1.1, label=name)
        level_axis(axes, [values])
        if edge:
            axes.set_ylim(-0.05, _FARTHEST)

    return Panel(label, draw)
