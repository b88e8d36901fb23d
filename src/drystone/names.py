"""Names and other words that people give: which are taken, and how any text is shown. Loads nothing."""

from __future__ import annotations

import re

from drystone.errors import InputError

#: What a terminal, an editor or a table obeys instead of showing it: control characters, ends of lines, and marks that
#: turn the order of what follows (bidirectional text); and halves of characters, which no file can hold.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

_LONGEST_SHOWN = 200   #: characters of a refused name


def show_line(text: str) -> str:
    """`text` with control characters written out, e.g. ``\\x1b`` or ``\\n``: safe to print, and one line."""
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def check_name(what: str, name: object) -> str:
    """Return `name` if it can be printed everywhere: text with something in it and without control characters."""
    if not isinstance(name, str) or not name:
        raise InputError(f"{what} must have a name, got {name!r}")
    if _CONTROLS.search(name):
        raise InputError(f"{what} must have a name without control characters, got {repr(name)[:_LONGEST_SHOWN]}")
    return name
