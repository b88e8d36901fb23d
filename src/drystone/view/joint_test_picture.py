"""Picture of a joint test: stress over displacement, the way in the plane of stresses, damage, and the inputs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.model.joint import Joint
from drystone.studies.joint_test.drive import Trace
from drystone.view import style

#: Lines of inputs that fit beside the curves.
MOST_LINES = 34


@style.styled
def joint_test_figure(joint: Joint, traces: Sequence[Trace], inputs: Sequence[str]):
    """Normal and shear stress over their displacements, where they move; damage over the whole way; the inputs.

    Parameters
    ----------
    traces : of one joint
    inputs : lines that say what the joint states
    """
    colours = {trace.name: style.PALETTE[k % len(style.PALETTE)] for k, trace in enumerate(traces)}
    normal = [trace for trace in traces if np.ptp(trace.u[:, 0]) > 0.0]
    # a hundred times more pressure than tension would leave nothing to see of one of them
    moved = {"opening": [trace for trace in normal if trace.u[:, 0].max() > 0.01 * np.ptp(trace.u[:, 0])],
             "closing": [trace for trace in normal if trace.u[:, 0].max() <= 0.01 * np.ptp(trace.u[:, 0])],
             "slip": [trace for trace in traces if np.ptp(trace.u[:, 1]) > 0.0]}
    moved |= {"stresses": moved["slip"], "damage": list(traces) if "d_ts" in traces[0].state else []}
    panels = [kind for kind, shown in moved.items() if shown]
    rows = -(-len(panels) // 2)
    figure = style.new_figure(10.5, 3.2 * rows + 0.4)
    grid = figure.add_gridspec(rows, 3, width_ratios=(1.0, 1.0, 0.75))
    for k, kind in enumerate(panels):
        is_alone = k == len(panels) - 1 and k % 2 == 0      # in its row: it takes the whole of it
        columns = slice(0, 2) if is_alone else k % 2
        _DRAW[kind](figure.add_subplot(grid[k // 2, columns]), moved[kind], colours, joint)
    drawn = list(figure.axes)
    text = figure.add_subplot(grid[:, 2])
    text.axis("off")
    lines = [line.removeprefix("            ") for line in inputs]
    if len(lines) > MOST_LINES:
        lines[MOST_LINES - 1:] = [f"... and {len(lines) - MOST_LINES + 1} more"]
    text.text(0.0, 1.0, "\n".join(style.plain(line) for line in lines), va="top", fontsize=7.0, linespacing=1.5,
              transform=text.transAxes)
    style.legend_below(figure, drawn, columns=2)
    return figure


def _normal(axes, traces: Sequence[Trace], colours: dict[str, str], joint: Joint) -> None:
    for trace in traces:
        axes.plot(1e3 * trace.u[:, 0], 1e-6 * trace.stress[:, 0], color=colours[trace.name],
                  label=style.plain(trace.name))
    _label(axes, "normal stress over opening", "opening  [mm]", "sigma  [MPa]")


def _shear(axes, traces: Sequence[Trace], colours: dict[str, str], joint: Joint) -> None:
    for trace in traces:
        axes.plot(1e3 * trace.u[:, 1], 1e-6 * trace.stress[:, 1], color=colours[trace.name],
                  label=style.plain(trace.name))
    _label(axes, "shear stress over slip", "slip  [mm]", "tau  [MPa]")


def _stresses(axes, traces: Sequence[Trace], colours: dict[str, str], joint: Joint) -> None:
    """The ways beside the surfaces of the joint before any damage."""
    low = min(float(trace.stress[:, 0].min()) for trace in traces)
    sigma = np.linspace(1.2 * low, joint.tension, 200)
    edge = np.maximum(joint.cohesion - sigma * joint.friction, 0.0)
    for sign in (1.0, -1.0):
        axes.plot(1e-6 * sigma, sign * 1e-6 * edge, color=style.MUTED, linewidth=0.8, linestyle="--")
    for trace in traces:
        axes.plot(1e-6 * trace.stress[:, 0], 1e-6 * trace.stress[:, 1], color=colours[trace.name])
    _label(axes, "stresses; dashed: before damage", "sigma  [MPa]", "tau  [MPa]")


def _damage(axes, traces: Sequence[Trace], colours: dict[str, str], joint: Joint) -> None:
    for trace in traces:
        way = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(trace.u, axis=0), axis=1))))
        for key, line in (("d_ts", "-"), ("d_t", "--"), ("d_s", ":")):
            axes.plot(1e3 * way, trace.state[key], line, color=colours[trace.name], linewidth=1.0)
    axes.set_ylim(-0.03, 1.03)
    _label(axes, "damage; dashed by opening, dotted by sliding", "whole way  [mm]", "damage  [-]")


_DRAW = {"opening": _normal, "closing": _normal, "slip": _shear, "stresses": _stresses, "damage": _damage}


def _label(axes, title: str, x: str, y: str) -> None:
    axes.set_title(title)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
