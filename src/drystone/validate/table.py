"""Verdicts as a table for people, as JSON for programs, as Markdown for the documentation."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from drystone._version import VERSION
from drystone.validate.case import Case, Row, Value

#: Keys of one object in the JSON list.
JSON_KEYS = ("case", "quantity", "reference", "computed", "error", "tolerance", "ok", "source")
_INTRODUCTION = """\
# Validation

The engine against exact solutions, published results and its own converged runs. Made by drystone {version} with
`drystone validate --markdown docs/validation/README.md`: {summary}.

Rows with a tolerance have a verdict. Rows that are only *reported* show a figure for which no exact value exists
or which the source gives without enough data; their difference is printed and judges nothing. Relative errors
carry a % sign, other errors are in the unit of the quantity. No reference comes from code that the engine uses:
exact rocking solutions come from `drystone.rocking`, an event-driven integration that shares nothing with the time
stepping but the ground motion that both are given.
"""
_HEADINGS = ("quantity", "reference", "computed", "error", "tolerance", "verdict", "source")


def to_json(rows: Iterable[Row]) -> str:
    """List of objects; the unit stands at the end of `quantity`; ok is null where a row is only reported."""
    return json.dumps([_as_object(row) for row in rows], indent=1, ensure_ascii=False)


def _as_object(row: Row) -> dict[str, object]:
    content = {key: _plain(getattr(row, key)) for key in JSON_KEYS}
    content["quantity"] = label(row)
    content["case"] = title(row)
    return content


def _plain(value: object) -> object:
    """JSON has no inf and no nan: they become words."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def title(row: Row) -> str:
    """Name of the case, with the words that chose parts of it."""
    return f"{row.case} (only: {row.part})" if row.part else row.case


def label(row: Row) -> str:
    """Quantity with its unit."""
    return row.quantity if row.unit == "-" else f"{row.quantity} [{row.unit}]"


def verdict(row: Row) -> str:
    """Pass, FAIL, or reported."""
    return "reported" if row.ok is None else "pass" if row.ok else "FAIL"


def number(value: Value) -> str:
    """Five digits, or the word."""
    if value is None:
        return ""
    return value if isinstance(value, str) else f"{value:.5g}"


def _cells(row: Row) -> tuple[str, ...]:
    error = "" if row.error is None else f"{100 * row.error:.2g} %" if "%" in row.rule else f"{row.error:.2g}"
    return label(row), number(row.reference), number(row.computed), error, row.rule, verdict(row), row.source


def rich_table(rows: Sequence[Row]):
    """Table for the terminal."""
    from rich.table import Table

    table = Table(title=title(rows[0]) if rows else "no rows", title_justify="left", title_style="bold", expand=False)
    for heading in _HEADINGS:
        is_number = heading in ("reference", "computed", "error")
        table.add_column(heading, justify="right" if is_number else "left", overflow="fold")
    style = {True: "green", False: "bold red", None: "dim"}
    for row in rows:
        cells = list(_cells(row))
        cells[5] = f"[{style[row.ok]}]{cells[5]}[/]"
        table.add_row(*(cell.replace("[", "\\[") if i != 5 else cell for i, cell in enumerate(cells)))
    return table


def to_markdown(rows: Sequence[Row], cases: Mapping[str, Case]) -> str:
    """A page: how to read it, then one section a case with its description, table and notes."""
    lines = [_INTRODUCTION.format(version=VERSION, summary=summary(rows))]
    for name, own in groupby(rows, key=lambda row: row.case):
        case = cases.get(name)
        own = list(own)
        lines += [f"## {name}", "", *([case.description, ""] if case else [])]
        lines += [f"**Not the whole case:** only its parts called {own[0].part}.", ""] if own[0].part else []
        lines += ["| " + " | ".join(_HEADINGS) + " |", "|---|--:|--:|--:|---|---|---|"]
        lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in _cells(row)) + " |" for row in own]
        lines += ["", *([case.notes, ""] if case and case.notes else [])]
    return "\n".join(lines)


def summary(rows: Sequence[Row]) -> str:
    """One line: how many pass, fail and are only reported."""
    count = {ok: sum(row.ok is ok for row in rows) for ok in (True, False, None)}
    return f"{count[True]} pass, {count[False]} fail, {count[None]} reported"
