"""`drystone limit`: load factor, forces and mechanism of a model file."""

from __future__ import annotations

from pathlib import Path

from drystone.cli.answers import AnswerOutput, give_answer
from drystone.cli.progress import PoseWords
from drystone.errors import InputError
from drystone.limit.question import LimitQuestion, answer_limit
from drystone.model.file import read_model


def run_limit(path: Path, overrides: list[str], question: LimitQuestion, output: AnswerOutput) -> None:
    """Analyse a model file and say what was found."""
    if output.animation is not None and output.animation.suffix != ".gif":
        raise InputError(f"--animation must be a .gif file, got {str(output.animation)!r}")
    output.check_place()
    assembly, _, resolved = read_model(path, overrides)
    answer = answer_limit(assembly.build(), question, PoseWords())
    give_answer(answer, path, resolved, output)


def read_direction_option(text: str | None) -> str | list[float] | None:
    """+x, -y, or three numbers with commas between them."""
    if text is None or "," not in text:
        return text
    try:
        return [float(word) for word in text.split(",")]
    except ValueError:
        raise InputError(f"--direction must be +x, -x, +y, -y, +z, -z or three numbers x,y,z, got {text!r}") from None
