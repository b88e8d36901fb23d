"""`plot_run`: all pictures of a run as files."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from drystone.analysis.course import course_of
from drystone.checks import check_choice
from drystone.errors import InputError
from drystone.model.tables import FRAMES, INTERFACES, STEPS
from drystone.results.result import RunResult
from drystone.view.crack_picture import POINTS, cracks_figure
from drystone.view.energies import energies_figure
from drystone.view.exact_rocking import ODE, solve_rocking
from drystone.view.folders import make_folder
from drystone.view.histories import histories_figure
from drystone.view.joint_courses import has_joints
from drystone.view.joints_picture import joints_figure
from drystone.view.monitors import monitors_figure
from drystone.view.overlay import Overlaid, read_overlay
from drystone.view.phase import phase_figure
from drystone.view.pick import frames_at, pick_blocks
from drystone.view.ratio_picture import has_ratio, ratio_figure
from drystone.view.scene import SceneOptions, scene_figure
from drystone.view.solids import Solids
from drystone.view.style import FORMATS, save_figure
from drystone.view.thrust_picture import has_thrust_line, run_thrust_figure

#: Pictures of a run, in the order in which they are drawn.
KINDS = ("scene", "histories", "monitors", "phase", "energies", "thrust", "cracks", "ratio")
#: Pictures that are drawn only where they are asked for by name.
ON_REQUEST = ("joints",)
#: Pictures that need the kept frames.
_OF_FRAMES = ("scene", "histories", "phase", "thrust", "cracks")


@dataclass(frozen=True, slots=True)
class PlotOptions:
    """What pictures of a run show."""

    blocks: tuple[str, ...] = ()              #: or groups, of histories, phase and thrust; (): those that tell most
    times: tuple[float, ...] | None = None    #: of scene and thrust [s]; None: chosen from the run
    scene: SceneOptions = field(default_factory=SceneOptions)   #: colours, forces, view and scale of the blocks
    overlay: Path | None = None               #: CSV file with curves for monitors; `ode`: exact rocking solution


def plot_run(result: RunResult, directory: str | os.PathLike, kinds: Sequence[str] = KINDS,
             blocks: Sequence[str] | str | None = None, times: Sequence[float] | None = None, format: str = "png",
             scene: SceneOptions | None = None, overlay: str | os.PathLike | None = None) -> list[Path]:
    """Draw pictures of a run into `directory`, which is made if need be; returns the files written.

    Parameters
    ----------
    kinds : which of KINDS and ON_REQUEST; by default all of KINDS that the run has: monitors where something was
        monitored, thrust where its blocks are a chain from support to support and forces were kept, cracks and ratio
        where blocks deform
    blocks : names of blocks or groups for histories, phase, thrust and joints; None: those that tell the most
    times : of scene and thrust [s]; None: chosen from the run - peaks, ends of stages, the onset of collapse, the end
    format : png or pdf
    scene : colours, forces, view and scale of the blocks
    overlay : CSV file with curves to lay over the monitors, or "ode": the exact solution of one block that rocks on
        the ground, over monitors, histories and phase portraits

    Everything is checked before anything is drawn, and each file is whole or absent.
    """
    kinds = (kinds,) if isinstance(kinds, str) else tuple(dict.fromkeys(kinds))
    if not kinds:
        raise InputError(f"plot: kinds must be at least one of {', '.join((*KINDS, *ON_REQUEST))}, got none")
    for kind in kinds:
        check_choice("plot: kind", kind, (*KINDS, *ON_REQUEST))
    check_choice("plot: format", format, FORMATS)
    chosen = (blocks,) if isinstance(blocks, str) else tuple(blocks or ())
    options = PlotOptions(chosen, None if times is None else tuple(times), scene or SceneOptions(),
                          None if overlay is None else Path(overlay))
    figures = run_figures(result, kinds, options)
    drawn = {name: draw() for name, draw in figures.items()}      # what a store cannot give is refused here
    folder = make_folder(directory)
    return [save_figure(figure, folder / f"{name}.{format}") for name, figure in drawn.items()]


def run_figures(result: RunResult, kinds: Sequence[str] = KINDS,
                options: PlotOptions | None = None) -> dict[str, Callable]:
    """Name -> function that draws it, of all `kinds` that the run has; what options ask for is checked."""
    options = options or PlotOptions()
    blocks, times = options.blocks or None, options.times
    kinds = _choose(result, tuple(kinds), options.blocks)
    if FRAMES in result.tables:
        frames_at(result, times)
        Solids.of_run(result).hidden(options.scene.hide)
        if blocks is not None:
            pick_blocks(result, blocks)
    overlay = None if options.overlay is None else _overlaid(options.overlay, result)
    course = course_of(result)
    draws: dict[str, Callable] = {
        "scene": lambda: scene_figure(result, times, options.scene, course),
        "histories": lambda: histories_figure(result, blocks, course, overlay),
        "monitors": lambda: monitors_figure(result, overlay, course),
        "phase": lambda: phase_figure(result, blocks, course=course, overlay=overlay),
        "energies": lambda: energies_figure(result, course),
        "thrust": lambda: run_thrust_figure(result, times, options.blocks, options.scene, course),
        "cracks": lambda: cracks_figure(result, times, options.scene, course),
        "ratio": lambda: ratio_figure(result, course),
        "joints": lambda: joints_figure(result, blocks, course)}
    return {kind: draws[kind] for kind in kinds}


def _overlaid(given: Path, result: RunResult) -> Overlaid:
    """Curves of a file, or those that the word `ode` asks for."""
    return solve_rocking(result) if str(given) == ODE else read_overlay(given, result)


def _choose(result: RunResult, kinds: tuple[str, ...], blocks: tuple[str, ...]) -> tuple[str, ...]:
    """Kinds that what was kept can be drawn for; one that was asked for by itself is an error where it cannot."""
    has_steps, has_frames = STEPS in result.tables and result.row_count(STEPS) > 0, FRAMES in result.tables
    possible = {**dict.fromkeys(_OF_FRAMES, has_frames), "energies": has_steps,
                "monitors": has_steps and bool(result.monitors), "cracks": has_frames and POINTS in result.tables,
                "ratio": has_ratio(result), "joints": has_joints(result)}
    missing = [kind for kind in kinds if not possible[kind]]
    drawn = tuple(kind for kind in kinds if possible[kind])
    if missing and (kinds != KINDS or not drawn):
        raise InputError(f"plot: {_why_not(result, missing[0])}")
    if kinds == KINDS and "thrust" in drawn and not has_thrust_line(result, blocks):
        drawn = tuple(kind for kind in drawn if kind != "thrust")
    return drawn


def _why_not(result: RunResult, kind: str) -> str:
    if kind == "monitors" and not result.monitors:
        return "monitors needs something that was monitored, and this run has no monitors"
    if kind == "ratio" or (kind == "cracks" and POINTS not in result.tables):
        return f"{kind} needs blocks that deform: engine {result.engine} does not keep what it shows"
    table = FRAMES if kind in _OF_FRAMES else INTERFACES if kind in ON_REQUEST else STEPS
    return f"{kind} needs the table {table!r}, which this run did not keep (output.{table})"
