"""Errors that people read: one line that names the thing, the rule and the value.

Every error carries the exit code with which the command line ends.
"""


#: Characters of a line of a message, at most; what is longer quotes a value that nobody will read to its end.
MOST_OF_LINE = 1000


class DrystoneError(Exception):
    """Anything drystone refuses or cannot do."""

    exit_code = 1

    def __init__(self, message: str = "") -> None:
        super().__init__("\n".join(map(_shortened, message.split("\n"))) if len(message) > MOST_OF_LINE else message)


class InputError(DrystoneError):
    """What the user gave breaks a rule: a value, a key, a file."""

    exit_code = 2


class SolveError(DrystoneError):
    """A step that no solver brought below tolerance, or an infeasible one."""

    exit_code = 3

    def __init__(self, message: str, unsolved: object = None) -> None:
        super().__init__(message)
        self.unsolved = unsolved   #: the problem of the step, see model/report.py; None if that is not the trouble


class StoreError(DrystoneError):
    """A result on disk that cannot be read, or belongs to another run."""

    exit_code = 2


def _shortened(line: str) -> str:
    """The line without its middle, where it is too long."""
    half = MOST_OF_LINE // 2 - 3
    return line if len(line) <= MOST_OF_LINE else f"{line[:half]} ... {line[-half:]}"
