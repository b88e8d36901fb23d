"""`drystone plot`: pictures of a run or of an answer."""

from __future__ import annotations

from pathlib import Path

import typer

from drystone.checks import check_choice
from drystone.errors import InputError
from drystone.results.answer import AnswerResult
from drystone.results.result import open_result


def draw_run(directory: Path, kinds: list[str], blocks: list[str], at: str | None, output: Path | None,
             format: str) -> None:
    """Draw the run or the answer in `directory` and say where the pictures are."""
    check_choice("plot: --format", format, ("png", "pdf"))
    times = parse_times(at)
    result = open_result(directory)
    target = output or directory / "pictures"
    if isinstance(result, AnswerResult):
        if blocks or times is not None:
            raise InputError(f"plot: --block and --at are for runs; '{directory}' holds an answer of kind "
                             f"{result.kind!r}, without time")
        from drystone.view.answers import plot_answer  # slow to load: after all that may be refused
        paths = plot_answer(result, target, kinds, format)
    else:
        from drystone.view.figures import KINDS, plot_run
        paths = plot_run(result, target, kinds or KINDS, blocks or None, times, format)
    for path in paths:
        typer.echo(str(path))


def parse_times(text: str | None) -> list[float] | None:
    """Times [s] of a list such as `0.5,1,2`."""
    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise InputError(f"plot: --at must be times [s] with commas between them, got {text!r}") from None
