"""How a command ends: exit codes, one line on stderr, a traceback only when asked for."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import tempfile
import traceback
from collections.abc import Callable

import typer

from drystone.cli.signals import Ended, Stage, exit_code
from drystone.errors import DrystoneError
from drystone.names import show_line
from drystone.notices import forget

UNEXPECTED = 1
REFUSED = 2   #: also where the system refuses: no space, no permission, a read-only disk


class Options:
    """Options that stand before the command."""

    debug = False


def guarded(command: Callable) -> Callable:
    """Wrap a command: errors that people can mend become one line, others a file with the traceback."""

    @functools.wraps(command)
    def wrapped(*args, **kwargs):
        Stage.has_begun = True
        forget()
        try:
            return command(*args, **kwargs)
        except (typer.Exit, typer.Abort):
            raise
        except DrystoneError as error:
            _show_traceback()
            _complain(str(error))
            code = error.exit_code
        except KeyboardInterrupt as stop:
            _complain(str(stop) or "interrupted")
            code = _code_of(stop)
        except BrokenPipeError:   # the reader of a pipe has gone, e.g. `drystone schema | head`
            code = UNEXPECTED
        except OSError as error:
            _show_traceback()
            _complain(_describe(error))
            code = REFUSED
        except Exception as error:
            _show_traceback()
            if not Options.debug:
                _complain(f"unexpected {type(error).__name__}: {' '.join(str(error).split())} "
                          f"(traceback in {_keep_traceback()}; or use drystone --debug)")
            code = UNEXPECTED
        _drop_output()
        raise typer.Exit(code) from None

    return wrapped


def _code_of(stop: KeyboardInterrupt) -> int:
    """Exit code after Ctrl-C or another signal; a run that was stopped names it as its cause."""
    ended = stop if isinstance(stop, Ended) else stop.__cause__
    return exit_code(ended.number) if isinstance(ended, Ended) else exit_code()


def _describe(error: OSError) -> str:
    """What the system refused, and where."""
    reason = error.strerror or str(error)
    if error.filename is None:
        return f"cannot go on: {reason}"
    return f"cannot use '{os.fsdecode(error.filename)}': {reason}"


def _complain(text: str) -> None:
    """One line on stderr; where the terminal has gone, nobody hears it."""
    line = "; ".join(" ".join(part.split()) for part in text.splitlines())
    with contextlib.suppress(OSError):
        typer.echo(f"drystone: {show_line(line)}", err=True)


def _show_traceback() -> None:
    if Options.debug:
        traceback.print_exc()


def _drop_output() -> None:
    """Where output cannot be written, do not try again at the end of the process, which would complain of that too.

    What a failed write left in a buffer would make Python end with its own code, 120.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _keep_traceback() -> str:
    try:
        with tempfile.NamedTemporaryFile("w", prefix="drystone-traceback-", suffix=".txt", delete=False,
                                         encoding="utf-8") as file:
            file.write(traceback.format_exc())
    except OSError as error:
        return f"no file: {error.strerror or error}"
    return file.name
