"""How `drystone limit` and `drystone statics` give an answer: lines or JSON, a store, pictures."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from drystone.errors import StoreError
from drystone.limit.question import LimitQuestion, StaticsQuestion
from drystone.model.answer import Answer
from drystone.model.settings import RunSettings
from drystone.model.source import BuiltSource, ModelSource
from drystone.results.answer import check_place, write_answer
from drystone.results.inputs import source_inputs
from drystone.results.record import RECORD_NAME

#: What the lines that name pictures begin with.
_LABELS = {"pushover": "curve", "thrust": "lines"}


@dataclass(frozen=True, slots=True)
class AnswerOutput:
    """Where an answer goes."""

    as_json: bool = False
    picture: Path | None = None       #: of mechanism and forces
    draw: bool = True
    directory: Path | None = None     #: of the store; pictures are then drawn by `drystone plot`
    overwrite: bool = False
    animation: Path | None = None     #: where the moving mechanism goes

    def check_place(self) -> None:
        """Refuse a place that is taken, before any work."""
        if self.directory is None:
            return
        if (self.directory / RECORD_NAME).exists() and not self.overwrite:
            raise StoreError(f"'{self.directory}' is there already: use --overwrite to replace it, or -o for another "
                             "place")
        check_place(self.directory, overwrite=self.overwrite)


def also_ignore(question: LimitQuestion | StaticsQuestion,
                settings: RunSettings | None) -> LimitQuestion | StaticsQuestion:
    """The question with what the model file lets go unread for its runs."""
    if settings is None:
        return question
    return replace(question, ignore=(*question.ignore, *settings.analysis.ignore))


def give_answer(answer: Answer, source: ModelSource, built: BuiltSource, output: AnswerOutput) -> None:
    """Keep the answer about a model, print it and draw it."""
    path = Path(source.name)
    if output.directory is not None:
        write_answer(output.directory, answer, source_inputs(source, built.resolved), overwrite=output.overwrite)
    if output.as_json:
        typer.echo(json.dumps(answer.data, indent=1, ensure_ascii=False))
    else:
        typer.echo("\n".join(answer.words))
    _draw(answer, path, output)
    if output.directory is not None:
        typer.echo(f"result      {output.directory}", err=output.as_json)
        typer.echo(f"next        drystone plot {output.directory}", err=output.as_json)


def _draw(answer: Answer, path: Path, output: AnswerOutput) -> None:
    """Pictures beside the model file's name; the main one is not drawn beside JSON unless asked for."""
    wants_all = output.draw and output.directory is None
    wants_main = output.picture is not None or (wants_all and not output.as_json)
    if not (wants_all or (output.draw and wants_main) or output.animation is not None):
        return
    from drystone.view.answers import animate_answer, draw_answer, main_picture, picture_names  # slow to load

    for name in picture_names(answer):
        is_main = name == main_picture(answer)
        if output.draw and (wants_main if is_main else wants_all):
            given = output.picture if is_main else None
            target = draw_answer(answer, name, given or Path(f"{path.stem}_{name}.png"))
            typer.echo(f"{_LABELS.get(name, 'picture'):<12}{target}", err=output.as_json)
    if output.animation is not None and answer.has_picture:
        typer.echo(f"animation   {animate_answer(answer, output.animation)}", err=output.as_json)
