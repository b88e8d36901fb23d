"""A name as a cell of a table."""

from __future__ import annotations

from drystone.names import show_line

#: A spreadsheet takes what begins so for a formula.
_FORMULA = ("=", "+", "-", "@")


def name_cell(name: str) -> str:
    """`name` on one line; an apostrophe before it where a spreadsheet would compute it."""
    shown = show_line(name)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
