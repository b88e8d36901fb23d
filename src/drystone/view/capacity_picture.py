"""Picture of a structure that is pushed: force against displacement, the bilinear curve, and a measured one."""

from __future__ import annotations

import numpy as np

from drystone.analysis.capacity import Capacity
from drystone.view import style


@style.styled
def capacity_figure(curve: Capacity, measured: Capacity | None = None, *, title: str = ""):
    """Force [kN] over displacement [mm]; the peak is marked. Beside it the work of each cycle, where there are some."""
    figure = style.new_figure(9.0 if len(curve.cycles) else 6.4, 4.2)
    if len(curve.cycles):
        axes, bars = figure.subplots(1, 2, width_ratios=(2.2, 1.0))
        _draw_cycles(bars, curve.cycles)
    else:
        axes = figure.subplots()
    axes.axhline(0.0, color="#b5b5b5", linewidth=0.7, zorder=1)
    axes.plot(1e3 * curve.displacement, 1e-3 * curve.force, "-", color=style.PALETTE[0], linewidth=1.2, label="run")
    axes.plot(1e3 * curve.peak_displacement, 1e-3 * curve.peak, "o", color=style.PALETTE[0], markersize=4.0)
    corner = np.array((0.0, curve.yield_displacement, curve.ultimate))
    axes.plot(1e3 * corner, 1e-3 * curve.yield_force * np.array((0.0, 1.0, 1.0)), "--", color=style.PALETTE[1],
              linewidth=1.0, label="bilinear, equal energy")
    if measured is not None:
        axes.plot(1e3 * measured.displacement, 1e-3 * measured.force, "-", color=style.PALETTE[2], linewidth=1.0,
                  label="measured")
    axes.set_title(title)
    axes.set_xlabel("displacement  [mm]")
    axes.set_ylabel("force  [kN]")
    style.legend_below(figure, [axes], columns=3)
    return figure


def _draw_cycles(axes, works: np.ndarray) -> None:
    number = np.arange(1, len(works) + 1)
    axes.bar(number, works, width=0.6, color=style.PALETTE[0])
    axes.set_xticks(number)
    axes.set_title("Energy of each cycle")
    axes.set_xlabel("cycle")
    axes.set_ylabel("energy  [J]")
