"""Words of what is old or doubtful: a key or an option that has a better successor still works, and says so once; so
does a drawing that was most likely meant otherwise.

One line on the error stream, ``drystone: notice: ...``, once a process; a command begins anew (`forget`).
"""

from __future__ import annotations

import sys

from drystone.names import show_line

_said: set[str] = set()


def notice(text: str) -> None:
    """Say one line, unless it was said before."""
    if text not in _said:
        _said.add(text)
        print(f"drystone: notice: {show_line(text)}", file=sys.stderr, flush=True)


def old_option(option: str, now: str) -> None:
    """An option of the command line that still works, and what to give instead."""
    notice(f"{option} is old: give {now}")


def forget() -> None:
    """Whatever was said may be said again: a new command begins."""
    _said.clear()
