"""Picture of thrust lines on the structure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.limit.thrust_line import ThrustLine
from drystone.model.model import Model
from drystone.view import style
from drystone.view.camera import choose_camera
from drystone.view.painting import draw_parts, fit_paper
from drystone.view.scene import draw_scale_bar, finish_panel, frame_panels, panel_figure, vary_tones
from drystone.view.solids import Solids

COLOURS = {"least": style.PALETTE[0], "greatest": style.PALETTE[1], "effective": style.PALETTE[2]}


@style.styled
def thrust_figure(model: Model, lines: Sequence[ThrustLine], *, title: str = ""):
    """Lines over pale blocks; joints at which a line is steeper than friction are ringed."""
    from matplotlib.colors import to_rgb
    solids = Solids.of_model(model)
    rest = solids.place(model.initial_position, model.initial_orientation)
    panels, box = frame_panels(solids, [rest], rest)
    camera = choose_camera(np.ptp(box, axis=0))
    limits = fit_paper(panels, camera)
    figure, (axes,) = panel_figure(1, limits)
    base = np.where(solids.is_support[:, None], to_rgb(style.SUPPORT), to_rgb(style.STONE))
    draw_parts(axes, panels[0], camera, vary_tones(base), ghost=True)
    for line in lines:
        paper, colour = camera.project(_in_front(line, rest, camera)), COLOURS[line.kind]
        axes.plot(paper[:, 0], paper[:, 1], color="white", linewidth=3.4, zorder=5, solid_capstyle="round")
        axes.plot(paper[:, 0], paper[:, 1], "-o", color=colour, linewidth=1.6, markersize=2.6, zorder=6,
                  label=f"{line.kind}: thrust {_force(line.thrust)}")
        if len(line.slides):
            axes.plot(paper[line.slides, 0], paper[line.slides, 1], "o", color=colour, markersize=9.0,
                      markerfacecolor="none", zorder=7, label=f"{line.kind}: steeper than friction")
    finish_panel(axes, limits, title)
    draw_scale_bar(axes, panels, camera, limits)
    style.legend_below(figure, [axes], columns=2)
    return figure


def _in_front(line: ThrustLine, parts, camera) -> np.ndarray:
    """(k, 3) the line on the face of its blocks that is seen: inside of them it would look out of place."""
    axis = line.chain.axis if line.chain.axis @ camera.toward >= 0.0 else -line.chain.axis
    own = set(line.chain.blocks)
    front = max(float((part.vertices @ axis).max()) for part in parts if part.block in own)
    return line.point + np.outer(front - line.point @ axis, axis)


def _force(value: float) -> str:
    return f"{1e-3 * value:.4g} kN" if value >= 1e3 else f"{value:.4g} N"
