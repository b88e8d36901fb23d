"""Signals that end a command: Ctrl-C, and SIGTERM and SIGHUP as Ctrl-C. Loads nothing: it is there before all else."""

from __future__ import annotations

import os
import signal
import sys

#: What is said of each. Windows has no SIGHUP.
_WORDS = {"SIGINT": "interrupted", "SIGTERM": "ended by SIGTERM", "SIGHUP": "ended by SIGHUP"}

#: Where exceptions get lost: modules half loaded, finalisers of the compiler. While these are at work, nothing of ours
#: is half-written.
_STARTING = ("importlib", "numba", "llvmlite")


class Ended(KeyboardInterrupt):
    """A signal has asked the command to end."""

    def __init__(self, number: int) -> None:
        super().__init__(_WORDS[signal.Signals(number).name])
        self.number = number


class Stage:
    """How far the command is."""

    has_begun = False   #: before, nothing is there that would have to be cleaned up


def exit_code(number: int = signal.SIGINT) -> int:
    """Exit code of a command that a signal has ended, as shells have it: 130 for Ctrl-C."""
    return 128 + number


def take_signals() -> None:
    """Have signals end the command in good order; those that are ignored (nohup, jobs in the background) stay so."""
    for name in _WORDS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _end)


def _end(number: int, frame: object) -> None:
    ended = Ended(number)
    if Stage.has_begun and not _is_starting(frame):
        raise ended
    try:
        os.write(sys.__stderr__.fileno(), f"drystone: {ended}\n".encode())
    except (OSError, ValueError, AttributeError):
        pass   # the terminal has gone
    os._exit(exit_code(number))


def _is_starting(frame: object) -> bool:
    """Whether modules are being loaded or kernels compiled: then we leave at once."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").split(".", 1)[0] in _STARTING:
            return True
        frame = frame.f_back
    return False
