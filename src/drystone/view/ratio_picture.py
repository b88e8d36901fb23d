"""How near to rest a run of blocks that deform was: forces out of balance, the fastest node, points that yielded."""

from __future__ import annotations

import numpy as np

from drystone.analysis.course import Course, course_of
from drystone.model.tables import STEPS
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.timeline import Panel, lay_out

#: Columns of table `steps` that an engine of blocks that deform keeps.
GREATEST, MEAN, SPEED, YIELDED = "force_ratio", "mean_force_ratio", "speed", "yielded_points"
#: Below this mean ratio a loading passes as one at rest (docs/dem.md) [-].
AT_REST = 5e-4


def has_ratio(result: RunResult) -> bool:
    """Whether the run kept what is drawn."""
    return STEPS in result.tables and result.row_count(STEPS) > 0 and MEAN in result.tables[STEPS].columns


@style.styled
def ratio_figure(result: RunResult, course: Course | None = None):
    """Greatest and mean ratio of forces out of balance, on a logarithmic scale; speed; yielded points."""
    time = result.time

    def ratios(axes) -> None:
        for name, words, number in ((GREATEST, "greatest over the nodes", 1), (MEAN, "mean: sums over all nodes", 0)):
            values = result.column(STEPS, name)
            axes.plot(time, np.where(values > 0.0, values, np.nan), color=style.PALETTE[number], label=words,
                      linewidth=1.0)
        axes.axhline(AT_REST, color=style.MUTED, linewidth=0.8, linestyle="--", label=f"{AT_REST:g}: at rest below it")
        axes.set_yscale("log")

    def speed(axes) -> None:
        axes.plot(time, 1e3 * result.column(STEPS, SPEED), color=style.PALETTE[2], linewidth=0.9)

    def yielded(axes) -> None:
        axes.plot(time, result.column(STEPS, YIELDED), color=style.PALETTE[3], linewidth=1.2)

    panels = [Panel("force out of balance\nover those acting  [-]", ratios, "Force ratio"),
              Panel("fastest node  [mm/s]", speed), Panel("points that left their\nelastic range  [-]", yielded)]
    return lay_out(panels, course or course_of(result))
