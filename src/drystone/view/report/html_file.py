"""A report as one HTML file that asks nobody for anything: no script, no link, pictures inside, styles by hash."""

from __future__ import annotations

import base64
import hashlib
from html import escape

from drystone.names import show_line
from drystone.view.report.content import Command, Items, Picture, Piece, Report, Section, Table, Text

_STYLE = """
body { font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; color: #2b2b2b; background: #fff; margin: 0 auto;
  max-width: 62rem; padding: 1.5rem 1.2rem 4rem; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; padding-bottom: .2rem;
  border-bottom: 1px solid #d8c6a4; } h3 { font-size: .95rem; margin: 1.2rem 0 .3rem; }
p { margin: .4rem 0; } ul { margin: .3rem 0 .6rem; padding-left: 1.3rem; } .verdict { font-size: 1.1rem; }
.labels { color: #6b6b6b; margin-bottom: 1rem; } .note { white-space: pre-wrap; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .87rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid #e9e4da;
  overflow-wrap: anywhere; } td:first-child { overflow-wrap: normal; min-width: 5rem; }
th { font-weight: 600; color: #555; white-space: nowrap; }
figure { margin: 1rem 0 1.6rem; } img { max-width: 100%; height: auto; } figcaption { font-size: .87rem; color: #555; }
pre { background: #f5f2ec; padding: .7rem .9rem; overflow-x: auto; font-size: .85rem; }
ul.warning { background: #fdf1ef; border-left: 3px solid #b3261e; padding: .5rem 1rem .5rem 2rem; }
@media print { body { max-width: none; padding: 0; font-size: 11px; } figure, table { break-inside: avoid; } }
"""


def html_text(report: Report) -> str:
    """The whole file."""
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    title = _line(report.title)
    return "\n".join([
        "<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">', f"<title>{title} - drystone report</title>",
        f"<style>{_STYLE}</style>", "</head>", "<body>", f"<h1>{title}</h1>",
        f'<p class="verdict">{_line(report.verdict)}</p>', *_labels(report),
        *(line for section in report.sections for line in _section(section)), "</body>", "</html>", ""])


def _labels(report: Report) -> list[str]:
    labels = report.labels
    given = (("Project", labels.project), ("Author", labels.author))
    known = [f"{name}: {_line(value)}" for name, value in given if value]
    out = [f'<p class="labels">{" &middot; ".join(known)}</p>'] if known else []
    return [*out, f'<p class="note">{_lines(labels.note)}</p>'] if labels.note else out


def _section(section: Section) -> list[str]:
    inside = [line for piece in section.pieces for line in _piece(piece)]
    return ["<section>", f"<h2>{_line(section.title)}</h2>", *inside, "</section>"]


def _piece(piece: Piece) -> list[str]:
    match piece:
        case Text(text):
            return [f"<p>{_line(text)}</p>"]
        case Items(items, is_warning):
            kind = ' class="warning"' if is_warning else ""
            return [f"<ul{kind}>", *(f"<li>{_line(item)}</li>" for item in items), "</ul>"]
        case Table():
            return _table(piece)
        case Picture(caption, png):
            data = base64.b64encode(png).decode()
            return [f'<figure><img alt="{_line(caption)}" src="data:image/png;base64,{data}">',
                    f"<figcaption>{_line(caption)}</figcaption></figure>"]
        case Command(text):
            return [f"<pre>{_lines(text)}</pre>"]
    raise TypeError(f"no piece of a report: {type(piece).__name__}")


def _table(table: Table) -> list[str]:
    head = "".join(f"<th>{_line(cell)}</th>" for cell in table.head)
    rows = ["<tr>" + "".join(f"<td>{_line(cell)}</td>" for cell in row) + "</tr>" for row in table.rows]
    heads = [f"<tr>{head}</tr>"] if any(table.head) else []
    return [f"<h3>{_line(table.title)}</h3>", '<div class="scroll"><table>', *heads, *rows, "</table></div>"]


def _line(text: str) -> str:
    """Words of anybody in one line, nothing of them markup."""
    return escape(show_line(text), quote=True)


def _lines(text: str) -> str:
    """The same, with its line breaks."""
    return "\n".join(_line(line) for line in text.splitlines())
