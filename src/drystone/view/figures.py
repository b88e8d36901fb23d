"""`plot_run`: all pictures of a run as files."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from drystone.checks import check_choice
from drystone.errors import InputError
from drystone.model.tables import FRAMES, STEPS
from drystone.results.result import RunResult
from drystone.view.energies import energies_figure
from drystone.view.histories import histories_figure, monitors_figure
from drystone.view.phase import phase_figure
from drystone.view.pick import frames_at, pick_blocks
from drystone.view.scene import SceneOptions, scene_figure
from drystone.view.style import FORMATS, save_figure

KINDS = ("histories", "phase", "energies", "scene")


def plot_run(result: RunResult, directory: str | os.PathLike, kinds: Sequence[str] = KINDS,
             blocks: Sequence[str] | str | None = None, times: Sequence[float] | None = None,
             format: str = "png", scene: SceneOptions | None = None) -> list[Path]:
    """Draw pictures of a run into `directory`, which is made if need be; returns the files written.

    Parameters
    ----------
    kinds : histories (histories.*, and monitors.* where something was monitored), phase, energies, scene
    blocks : names of blocks or groups for histories and phase; None: those that moved most
    times : of the panels of the scene [s]; None: start, end and two between them
    format : png or pdf
    scene : colours, forces and view of the scene

    Everything is checked before anything is drawn, and each file is whole or absent.
    """
    kinds = (kinds,) if isinstance(kinds, str) else tuple(dict.fromkeys(kinds))
    if not kinds:
        raise InputError(f"plot: kinds must be at least one of {', '.join(KINDS)}, got none")
    for kind in kinds:
        check_choice("plot: kind", kind, KINDS)
    check_choice("plot: format", format, FORMATS)
    kinds = _choose(result, kinds)
    if FRAMES in result.tables:
        frames_at(result, times)
        if blocks is not None:
            pick_blocks(result, blocks)
    figures: dict[str, Callable] = {}
    for kind in kinds:
        if kind == "histories":
            if FRAMES in result.tables:
                figures["histories"] = lambda: histories_figure(result, blocks)
            if result.monitors and result.row_count(STEPS):
                figures["monitors"] = lambda: monitors_figure(result)
        elif kind == "phase":
            figures["phase"] = lambda: phase_figure(result, blocks)
        elif kind == "energies":
            figures["energies"] = lambda: energies_figure(result)
        else:
            figures["scene"] = lambda: scene_figure(result, times, scene)
    folder = make_folder(directory)
    return [save_figure(draw(), folder / f"{name}.{format}") for name, draw in figures.items()]


def _choose(result: RunResult, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Kinds that what was kept can be drawn for; one that was asked for by itself is an error where it cannot."""
    has_steps, has_frames = result.row_count(STEPS) > 0, FRAMES in result.tables
    possible = {"energies": has_steps, "phase": has_frames, "scene": has_frames,
                "histories": has_frames or (has_steps and bool(result.monitors))}
    drawn = tuple(kind for kind in kinds if possible[kind])
    missing = [kind for kind in kinds if not possible[kind]]
    if missing and (kinds != KINDS or not drawn):
        table, key = (STEPS, "steps") if missing[0] == "energies" else (FRAMES, "frames")
        raise InputError(f"plot: {missing[0]} needs the table {table!r}, which this run did not keep (output.{key})")
    return drawn


def make_folder(directory: str | os.PathLike) -> Path:
    """`directory`, made if need be; InputError where that is not possible."""
    folder = Path(directory)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"plot: cannot make the folder '{folder}': {error.strerror or error}") from error
    return folder
