"""`drystone render`: pictures of the blocks at given times, and films."""

from __future__ import annotations

from pathlib import Path

import typer

from drystone.cli.plot_command import SceneWishes, find_times, parse_instants
from drystone.errors import InputError
from drystone.results.answer import AnswerResult
from drystone.results.result import open_result


def render_result(directory: Path, wishes: SceneWishes, film: Path | None, frames: int | None, fps: float,
                  start: float | None, until: float | None, width: int, output: Path | None) -> None:
    """Draw pictures, or a film where one is asked for, and say where they are."""
    from drystone.view.film import FilmOptions, check_film, chosen_frames, film_run, render_run
    from drystone.view.pick import frames_at
    wanted, options = parse_instants(wishes.at, "render"), wishes.options()
    how = FilmOptions(frames, fps, start, until, width)
    if film is not None:
        check_film(film)
    result = open_result(directory)
    if isinstance(result, AnswerResult):
        _film_answer(result, film, how, wishes)
        return
    times = find_times(result, wanted)
    frames_at(result, times)                     # all that may be refused, before anything is written
    if film is not None:
        chosen_frames(result.shapes.time, how)
    if film is None or times is not None:
        for path in render_run(result, output or directory / "pictures", times, options):
            typer.echo(str(path))
    if film is not None:
        typer.echo(str(film_run(result, film, how, options)))


def _film_answer(result: AnswerResult, film: Path | None, how, wishes: SceneWishes) -> None:
    if wishes.given:
        raise InputError(f"render: {wishes.given[0]} is for runs; '{result.directory}' holds an answer of kind "
                         f"{result.kind!r}, without time")
    if film is None:
        raise InputError(f"render: an answer has no time: give --film FILE, or use drystone plot {result.directory}")
    from drystone.view.answers import film_answer
    typer.echo(str(film_answer(result.answer, film, how)))
