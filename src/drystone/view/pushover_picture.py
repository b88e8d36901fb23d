"""Picture of a pushover: the curve alpha(d) and the structure where alpha is zero."""

from __future__ import annotations

import numpy as np

from drystone.limit.pushover import Pushover
from drystone.view import style


@style.styled
def pushover_figure(pushover: Pushover, *, title: str = "", capacity: float | None = None):
    """Multiplier against the displacement of the control block.

    Parameters
    ----------
    pushover : or what a store keeps of it, with the same names
    capacity : displacement of the control block that a code allows [m]; drawn as a line
    """
    figure = style.new_figure(6.4, 4.2)
    axes = figure.subplots()
    factor, unit = style.length_unit([pushover.displacement])
    moved = factor * pushover.displacement
    last = int(np.flatnonzero(pushover.balanced)[-1]) + 1
    axes.axhline(0.0, color="#b5b5b5", linewidth=0.7, zorder=1)
    axes.plot(moved[:last], pushover.alpha[:last], "-o", color=style.PALETTE[0], markersize=3.0,
              label="forces balance the displaced blocks")
    if last < len(moved):
        axes.plot(moved[last - 1:], pushover.alpha[last - 1:], "--o", color=style.PALETTE[1], markersize=3.0,
                  markerfacecolor="white", label="by virtual work: other joints should open")
    if capacity is not None:
        axes.axvline(factor * capacity, color=style.PALETTE[2], linewidth=1.0, label="displacement capacity")
    axes.set_title(style.shorten(figure, style.plain(title), 5.4))
    axes.set_xlabel(style.shorten(figure, f"displacement of {style.plain(pushover.control_name)}  [{unit}]", 5.4, 9.0))
    axes.set_ylabel(r"multiplier $\alpha$" + ("  [g]" if pushover.unit == "g" else ""))
    axes.set_xlim(left=0.0)
    style.legend_below(figure, [axes], columns=2)
    return figure
