"""How a command ends: exit codes, one line on stderr, a traceback only when asked for."""

from __future__ import annotations

import functools
import os
import sys
import tempfile
import traceback
from collections.abc import Callable

import typer

from drystone.errors import DrystoneError

INTERRUPTED = 130   #: exit code after Ctrl-C, as shells have it
UNEXPECTED = 1


class Options:
    """Options that stand before the command."""

    debug = False


def guarded(command: Callable) -> Callable:
    """Wrap a command: errors that people can mend become one line, others a file with the traceback."""

    @functools.wraps(command)
    def wrapped(*args, **kwargs):
        try:
            return command(*args, **kwargs)
        except (typer.Exit, typer.Abort):
            raise
        except DrystoneError as error:
            if Options.debug:
                traceback.print_exc()
            _complain("; ".join(" ".join(line.split()) for line in str(error).splitlines()))
            raise typer.Exit(error.exit_code) from None
        except KeyboardInterrupt:
            _complain("interrupted")
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:   # the reader of a pipe has gone, e.g. `drystone schema | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(UNEXPECTED) from None
        except Exception as error:
            if Options.debug:
                traceback.print_exc()
                raise typer.Exit(UNEXPECTED) from None
            _complain(f"unexpected {type(error).__name__}: {' '.join(str(error).split())} "
                      f"(traceback in {_keep_traceback()}; or use drystone --debug)")
            raise typer.Exit(UNEXPECTED) from None

    return wrapped


def _complain(line: str) -> None:
    typer.echo(f"drystone: {line}", err=True)


def _keep_traceback() -> str:
    with tempfile.NamedTemporaryFile("w", prefix="drystone-traceback-", suffix=".txt", delete=False,
                                     encoding="utf-8") as file:
        file.write(traceback.format_exc())
    return file.name
