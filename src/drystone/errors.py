"""Errors that people read: one line that names the thing, the rule and the value.

Every error carries the exit code with which the command line ends, and what it is about as data, so that nobody has to
read it out of the words.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

#: What an error is about: kind and name, ("joint", "bed"), or keys of a model file, ("supports",).
Subject = tuple[object, ...]

#: Characters of a line of a message, at most; what is longer quotes a value that nobody will read to its end.
MOST_OF_LINE = 1000


class DrystoneError(Exception):
    """Anything drystone refuses or cannot do."""

    exit_code = 1

    def __init__(self, message: str = "", *, subject: Subject | None = None) -> None:
        super().__init__("\n".join(map(_shortened, message.split("\n"))) if len(message) > MOST_OF_LINE else message)
        self.subject = subject   #: what it is about; None where that is nothing that has a name
        self.rule = message      #: the words without the label of the thing

    @classmethod
    def of(cls, label: str, rule: str, *, subject: Subject | None = None) -> Self:
        """``label: rule``, kept apart so that who knows a better label can put it there."""
        error = cls(f"{label}: {rule}", subject=subject)
        error.rule = rule
        return error


class InputError(DrystoneError):
    """What the user gave breaks a rule: a value, a key, a file."""

    exit_code = 2


class SolveError(DrystoneError):
    """A step that no solver brought below tolerance, or an infeasible one."""

    exit_code = 3

    def __init__(self, message: str, unsolved: object = None, *, subject: Subject | None = None) -> None:
        super().__init__(message, subject=subject)
        self.unsolved = unsolved   #: the problem of the step, see model/report.py; None if that is not the trouble


class WedgedError(SolveError):
    """A step whose contacts no velocity satisfies."""


class StoreError(DrystoneError):
    """A result on disk that cannot be read, or belongs to another run."""

    exit_code = 2


@contextmanager
def about(*subject: object) -> Iterator[None]:
    """Errors that are raised inside are about `subject`, unless they know better."""
    try:
        yield
    except DrystoneError as error:
        error.subject = error.subject or subject
        raise


def _shortened(line: str) -> str:
    """The line without its middle, where it is too long."""
    half = MOST_OF_LINE // 2 - 3
    return line if len(line) <= MOST_OF_LINE else f"{line[:half]} ... {line[-half:]}"
