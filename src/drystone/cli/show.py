"""Words for the terminal, whatever names they hold."""

from __future__ import annotations

import typer

from drystone.names import show_line


def show(text: str, *, err: bool = False) -> None:
    """Print lines; what a terminal would obey instead of showing is escaped, since names may be anybody's."""
    typer.echo("\n".join(map(show_line, text.split("\n"))), err=err)
