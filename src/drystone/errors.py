"""Errors that people read: one line that names the thing, the rule and the value.

Every error carries the exit code with which the command line ends.
"""


class DrystoneError(Exception):
    """Anything drystone refuses or cannot do."""

    exit_code = 1


class InputError(DrystoneError):
    """What the user gave breaks a rule: a value, a key, a file."""

    exit_code = 2


class SolveError(DrystoneError):
    """A step that no solver brought below tolerance, or an infeasible one."""

    exit_code = 3

    def __init__(self, message: str, unsolved: object = None) -> None:
        super().__init__(message)
        self.unsolved = unsolved   #: the step's cone problem and its start, for a file; None if that is not the trouble


class StoreError(DrystoneError):
    """A result on disk that cannot be read, or belongs to another run."""

    exit_code = 2
