"""`drystone statics`: does a model stand under its dead load, and with which forces."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from drystone.cli.answers import AnswerOutput, also_ignore, give_answer
from drystone.cli.progress import MarginWords
from drystone.errors import InputError
from drystone.limit.question import StaticsQuestion, answer_statics
from drystone.model.source import ModelSource
from drystone.model.uses import check_uses


def run_statics(path: Path, overrides: list[str], question: StaticsQuestion, output: AnswerOutput) -> None:
    """Analyse a model file and say what was found; a structure that falls is a result, not an error."""
    output.check_place()
    source = ModelSource.read(path, overrides)
    built = source.build()
    question = also_ignore(question, built.settings)
    if built.settings is not None:   # what a run takes as touching
        question = replace(question, overlap_tolerance=built.settings.analysis.touching)
    with built.assembly.placing():   # what is wrong with the question is in no line of the file
        check_uses(built.model, question.analysis, question.ignore)
    give_answer(answer_statics(built.model, question, MarginWords()), source, built, output)


def read_pair(text: str) -> tuple[str, str]:
    """Two names with a comma between them."""
    names = tuple(word.strip() for word in text.split(","))
    if len(names) != 2 or not all(names):
        raise InputError(f"--thrust must be two blocks with a comma between them, got {text!r}")
    return names
