"""`drystone limit`: load factor, forces and mechanism of a model file."""

from __future__ import annotations

from pathlib import Path

from drystone.checks import check_number
from drystone.cli.answers import AnswerOutput, also_ignore, give_answer
from drystone.cli.progress import PoseWords
from drystone.errors import InputError
from drystone.limit.question import LimitQuestion, answer_limit
from drystone.model.source import ModelSource
from drystone.model.uses import check_uses
from drystone.notices import old_option


def run_limit(path: Path, overrides: list[str], question: LimitQuestion, output: AnswerOutput) -> None:
    """Analyse a model file and say what was found."""
    if output.animation is not None and output.animation.suffix != ".gif":
        raise InputError(f"--animation must be a .gif file, got {str(output.animation)!r}")
    if question.crushing is not None:
        check_number("crushing", question.crushing, "Pa", above=0.0)
        old_option("--crushing", "joints the property compression, e.g. --set joints.NAME.compression=5e6")
    output.check_place()
    source = ModelSource.read(path, overrides)
    built = source.build()
    question = also_ignore(question, built.settings)
    with built.assembly.placing():            # what is wrong with the question is in no line of the file
        check_uses(built.model, question.analysis, question.ignore)
    give_answer(answer_limit(built.model, question, PoseWords()), source, built, output)


def read_direction_option(text: str | None) -> str | list[float] | None:
    """+x, -y, or three numbers with commas between them."""
    if text is None or "," not in text:
        return text
    try:
        return [float(word) for word in text.split(",")]
    except ValueError:
        raise InputError(f"--direction must be +x, -x, +y, -y, +z, -z or three numbers x,y,z, got {text!r}") from None
