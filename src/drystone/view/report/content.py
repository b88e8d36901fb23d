"""What a report says: sections of paragraphs, lists, tables, pictures and commands. No format is known here."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list; is_warning : shown as such."""

    items: tuple[str, ...]
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts below a head."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG picture."""

    caption: str
    png: bytes


@dataclass(frozen=True, slots=True)
class Command:
    """Lines to type."""

    text: str


Piece = Text | Items | Table | Picture | Command


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report."""

    title: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Labels:
    """What its author says of a report; plain text, never markup."""

    project: str = ""
    author: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """All of it."""

    title: str
    verdict: str                    #: one line: what was found
    labels: Labels = field(default_factory=Labels)
    sections: tuple[Section, ...] = ()


def write_value(value: object) -> str:
    """A value of a model file for a table."""
    if value is None or value == [] or value == {}:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return f"{value:.6g}" if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {write_value(item)}" for key, item in value.items() if item is not None)
    if isinstance(value, Sequence) and not isinstance(value, str):
        is_flat = all(isinstance(item, (int, float)) for item in value)
        shown = [write_value(item) for item in value[:_MOST_ITEMS]]
        more = f" ... ({len(value)} in all)" if len(value) > _MOST_ITEMS else ""
        return f"({', '.join(shown)}{more})" if is_flat else "; ".join(shown) + more
    return str(value)


#: Items of a list that a cell shows.
_MOST_ITEMS = 12


def table_of(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> list[Piece]:
    """A table, or nothing where it has no rows; columns without any value are left out."""
    texts = [tuple(write_value(cell) for cell in row) for row in rows]
    kept = [k for k in range(len(head)) if any(row[k] != "-" for row in texts)]
    if not texts or not kept:
        return []
    return [Table(title, tuple(head[k] for k in kept), tuple(tuple(row[k] for k in kept) for row in texts))]
