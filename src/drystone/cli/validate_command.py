"""`drystone validate`: named cases against exact and published answers."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import typer
from rich.console import Console

from drystone.errors import InputError
from drystone.results.files import write_atomically
from drystone.simulation import pool
from drystone.validate import cases as _registered
from drystone.validate import full_scale, outcome_table
from drystone.validate.case import CASES, Case, Row, find_cases
from drystone.validate.parts import find_parts
from drystone.validate.runner import exit_code, run_cases
from drystone.validate.table import rich_table, summary, to_json, to_markdown

del _registered   # importing it fills the register

TABLE_WIDTH = 190   #: characters


def run_validation(names: list[str], *, show_list: bool = False, as_json: bool = False, markdown: Path | None = None,
                   jobs: int | None = None, keep: Path | None = None, only: Sequence[str] = (),
                   threads: int | None = None) -> None:
    """Run cases, or the parts of them that `only` means, and leave with their exit code."""
    chosen = find_cases(names)
    if show_list:
        _print_list(chosen)
        return
    if keep is not None and keep.exists() and not _can_keep(keep):
        raise InputError(f"validate: --keep must be a new or empty folder, got {str(keep)!r}")
    for case in chosen:
        find_parts(case, only)   # refused before the first one runs
    pool.jobs, full_scale.keep_in, full_scale.threads = jobs, keep, threads
    # a file or a pipe has no width: then wide enough for all columns
    console = Console(width=None if sys.stdout.isatty() else TABLE_WIDTH)
    started: dict[str, float] = {}

    def before(case: Case) -> None:
        started[case.name] = time.monotonic()
        if not as_json:
            console.print(f"{case.name}: about {case.minutes:g} min ...", style="dim", highlight=False)

    def after(case: Case, own: list[Row]) -> None:
        if not as_json:
            console.print(rich_table(own))
            console.print(f"{summary(own)}; {time.monotonic() - started[case.name]:.0f} s\n", highlight=False)

    rows = run_cases(chosen, words=only, before=before, after=after)
    if as_json:
        typer.echo(to_json(rows))
    elif len(chosen) > 1:
        console.print(f"all cases: {summary(rows)}", highlight=False)
    if markdown is not None:
        markdown.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(markdown, to_markdown(rows, CASES).encode())
    code = exit_code(rows)
    if code:
        raise typer.Exit(code)


def _can_keep(folder: Path) -> bool:
    """Whether it is a folder with nothing in it but the table of outcomes, from which a case goes on."""
    return folder.is_dir() and all(path.name == outcome_table.NAME for path in folder.iterdir())


def _print_list(chosen: list[Case]) -> None:
    width, is_alone = max(len(case.name) for case in chosen), len(chosen) == 1
    for case in chosen:
        typer.echo(f"{case.name:<{width}}  {case.minutes:>4g} min  {case.description}")
        for part in case.parts if is_alone else ():
            typer.echo(f"{'':<{width}}  part: {part}")
