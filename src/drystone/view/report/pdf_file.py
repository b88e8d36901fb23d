"""A report as PDF, set by typst, an extra. All that anybody wrote reaches it as data, never as markup."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from drystone.errors import InputError
from drystone.names import show_line
from drystone.view.report.content import Command, Items, Picture, Piece, Report, Table, Text

#: The only markup there is: texts of the report come as strings of JSON, which typst sets as they are.
_TEMPLATE = """
#let report = json("report.json")
#set document(title: report.title)
#set page(paper: "a4", margin: 2cm, numbering: "1 / 1")
#set text(size: 9.5pt)
#set par(justify: false)
#show heading.where(level: 1): set text(size: 17pt)
#show heading.where(level: 2): set block(above: 1.4em, below: 0.7em)
#heading(level: 1, report.title)
#text(size: 11pt, report.verdict)
#for label in report.labels { block(text(fill: gray, label)) }
#for section in report.sections {
  heading(level: 2, section.title)
  for piece in section.pieces {
    if piece.kind == "text" { par(text(piece.text)) }
    else if piece.kind == "items" { list(..piece.items.map(item => text(fill: if piece.warning { rgb("#b3261e") }
      else { black }, item))) }
    else if piece.kind == "command" { block(fill: luma(245), inset: 6pt, width: 100%, raw(piece.text)) }
    else if piece.kind == "picture" { figure(image(piece.file, width: 100%), caption: text(piece.caption),
      numbering: none) }
    else if piece.kind == "table" {
      block(above: 1em, below: 0.5em, strong(piece.title))
      set text(size: 8pt)
      table(columns: piece.columns, stroke: 0.3pt + luma(200), inset: 3pt,
        ..piece.head.map(cell => strong(cell)), ..piece.cells.map(cell => text(cell)))
    }
  }
}
"""


def pdf_bytes(report: Report) -> bytes:
    """The whole file; InputError where typst is missing."""
    typst = require_typst()
    with tempfile.TemporaryDirectory(prefix="drystone-report-") as folder:
        place = Path(folder)
        (place / "report.json").write_text(json.dumps(_data(report, place), ensure_ascii=False), encoding="utf-8")
        (place / "report.typ").write_text(_TEMPLATE, encoding="utf-8")
        return typst.compile(str(place / "report.typ"), root=str(place))


def require_typst():
    """The module, or one line that says how to get it."""
    try:
        import typst
    except ImportError:
        raise InputError("report: PDF needs typst, which is missing: pip install 'drystone[pdf]', or write HTML "
                         "without --pdf") from None
    return typst


def _data(report: Report, place: Path) -> dict:
    """The report in the types of JSON; pictures go into files beside it, under names of ours."""
    given = (("Project", report.labels.project), ("Author", report.labels.author))
    labels = [*(f"{name}: {value}" for name, value in given if value), *report.labels.note.splitlines()]
    sections = [{"title": section.title, "pieces": [_piece(piece, place) for piece in section.pieces]}
                for section in report.sections]
    return {"title": show_line(report.title), "verdict": show_line(report.verdict),
            "labels": [show_line(label) for label in labels], "sections": sections}


def _piece(piece: Piece, place: Path) -> dict:
    match piece:
        case Text(text):
            return {"kind": "text", "text": show_line(text)}
        case Items(items, is_warning):
            return {"kind": "items", "items": [show_line(item) for item in items], "warning": is_warning}
        case Table():
            cells = [show_line(cell) for row in piece.rows for cell in row]
            head = [show_line(cell) for cell in piece.head] if any(piece.head) else []
            return {"kind": "table", "title": show_line(piece.title), "columns": len(piece.head), "head": head,
                    "cells": cells}
        case Picture(caption, png):
            file = place / f"picture_{len(list(place.glob('*.png')))}.png"
            file.write_bytes(png)
            return {"kind": "picture", "file": file.name, "caption": show_line(caption)}
        case Command(text):
            return {"kind": "command", "text": "\n".join(show_line(line) for line in text.splitlines())}
    raise TypeError(f"no piece of a report: {type(piece).__name__}")
