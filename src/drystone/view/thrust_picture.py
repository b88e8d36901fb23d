"""Pictures of thrust lines in elevation: seen along the plane of their chain, a line that is inside looks inside."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.analysis.course import Course
from drystone.errors import InputError
from drystone.limit.thrust_line import ThrustLine
from drystone.model.model import Model
from drystone.model.tables import INTERFACES
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.block_colours import stone_colours
from drystone.view.camera import Camera, camera_along
from drystone.view.painting import Overlay, draw_parts, fit_paper
from drystone.view.panels import draw_scale_bar, finish_panel, frame_panels, legend_of_panels, panel_figure
from drystone.view.run_thrust import run_chain, run_line
from drystone.view.scene import Scene, SceneOptions, prepare_scene
from drystone.view.solids import Solids
from drystone.view.tie_lines import TieLines, model_ties

COLOURS = {"least": style.PALETTE[0], "greatest": style.PALETTE[1], "effective": style.PALETTE[2]}


@style.styled
def thrust_figure(model: Model, lines: Sequence[ThrustLine], *, title: str = ""):
    """Lines over pale blocks; joints at which a line is steeper than friction are ringed."""
    solids = Solids.of_model(model)
    rest = solids.place(model.initial_position, model.initial_orientation)
    panels, _ = frame_panels(solids, [rest], rest)
    camera = camera_along(lines[0].chain.axis)
    limits = fit_paper(panels, camera, [_ends(line) for line in lines])
    figure, (axes,) = panel_figure(1, limits)
    draw_parts(axes, panels[0], camera, stone_colours(solids), ghost=True)
    ties = model_ties(solids.ties, model.initial_position, model.initial_orientation)
    ties.draw(axes, camera)
    for line in lines:
        _draw_line(axes, line, camera, f"{line.kind}: thrust {write_force(line.thrust)}")
    finish_panel(axes, limits, style.plain(title))
    draw_scale_bar(axes, panels, camera, limits)
    legend_of_panels(figure, [*axes.get_legend_handles_labels()[0], *TieLines.handles([ties])])
    return figure


@style.styled
def run_thrust_figure(result: RunResult, times: Sequence[float] | None = None, blocks: Sequence[str] = (),
                      options: SceneOptions | None = None, course: Course | None = None):
    """Line of the forces in the joints at frames of a run, in elevation, over the blocks as they are then.

    Frames at which the blocks are no chain any more, or no forces are kept, are left out unless they are asked for.
    """
    options = options or SceneOptions()
    scene = prepare_scene(result, times, options, course)
    solids = scene.solids
    if times is None:
        moments = [moment for moment in scene.moments if _has_chain(result, solids, moment.frame, blocks)]
        scene = Scene(result, moments or scene.moments[:1], options, scene.travel)
    lines = [run_line(result, solids, posed, blocks) for posed in scene.posed]
    camera = options.camera or camera_along(lines[0].chain.axis)
    limits = fit_paper(scene.panels, camera, [_ends(line) for line in lines])
    figure, axes_list = panel_figure(len(lines), limits, title_lines=2)
    for k, (axes, line) in enumerate(zip(axes_list, lines)):
        draw_parts(axes, scene.panels[k], camera, stone_colours(solids), ghost=True)
        scene.ties[k].draw(axes, camera)
        _draw_line(axes, line, camera, "line of thrust" if k == 0 else None)
        first, second = (*scene.title(k).split("\n"), "")[:2]
        note = f"horizontal thrust {write_force(line.thrust)}"
        finish_panel(axes, limits, f"{first}\n{'; '.join(word for word in (second, note) if word)}")
    draw_scale_bar(axes_list[0], scene.panels, camera, limits)
    legend_of_panels(figure, [*axes_list[0].get_legend_handles_labels()[0], *TieLines.handles(scene.ties)])
    return figure


def has_thrust_line(result: RunResult, blocks: Sequence[str] = ()) -> bool:
    """Whether any kept frame of a run can have a line: forces are kept, and blocks are a chain at the first of them."""
    if INTERFACES not in result.tables or not result.row_count(INTERFACES):
        return False
    kept = np.flatnonzero(np.isin(result.shapes.step, result.column(INTERFACES, "step")))
    return len(kept) > 0 and _has_chain(result, Solids.of_run(result), int(kept[0]), blocks)


def _has_chain(result: RunResult, solids: Solids, frame: int, blocks: Sequence[str]) -> bool:
    try:
        run_chain(result, solids, frame, blocks)
    except InputError:
        return False
    return True


def _draw_line(axes, line: ThrustLine, camera: Camera, label: str | None) -> None:
    paper, colour = camera.project(line.point), COLOURS[line.kind]
    axes.plot(paper[:, 0], paper[:, 1], color="white", linewidth=3.4, zorder=5, solid_capstyle="round")
    axes.plot(paper[:, 0], paper[:, 1], "-o", color=colour, linewidth=1.6, markersize=2.6, zorder=6, label=label)
    if len(line.slides):
        axes.plot(paper[line.slides, 0], paper[line.slides, 1], "o", color=colour, markersize=9.0,
                  markerfacecolor="none", zorder=7, label=f"{line.kind}: steeper than friction")


def _ends(line: ThrustLine) -> Overlay:
    return Overlay(segments=np.stack((line.point[:-1], line.point[1:]), axis=1))


def write_force(value: float) -> str:
    """A force [N] in N or kN."""
    return f"{1e-3 * value:.4g} kN" if value >= 1e3 else f"{value:.4g} N"
