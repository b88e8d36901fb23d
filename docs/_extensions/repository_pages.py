"""Pages that read well both in the repository and on the site.

- A link to a file that a page of the site includes goes to that page; a link to any other file or folder outside `docs`
  becomes its path in the repository, since the site does not hold it.
- A line `@rest` in a toctree stands for all pages of `docs` that no other toctree names.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from pygments.lexers.special import TextLexer

_LINK = re.compile(r"(?<!!)\[(?P<text>[^\]\n]*)\]\((?P<target>[^)#\s:]+)(?P<anchor>#[^)\s]*)?\)")
_INCLUDE = re.compile(r"^```\{include\} (?P<path>\S+)$", re.MULTILINE)
_TOCTREE = re.compile(r"^```\{toctree\}\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_LEFT_OUT = ("_extensions", "_static", "gallery")


def pages_of(docs: Path) -> list[Path]:
    """All pages that are written by hand."""
    return sorted(path for path in docs.rglob("*.md") if path.relative_to(docs).parts[0] not in _LEFT_OUT)


def shown_files(docs: Path) -> dict[Path, Path]:
    """Files outside `docs` that a page includes, and the page; the folder of the gallery, and its page."""
    shown = {(page.parent / match["path"]).resolve(): page
             for page in pages_of(docs) for match in _INCLUDE.finditer(page.read_text(encoding="utf-8"))}
    return {docs.parent / "examples" / "gallery": docs / "gallery" / "index.rst", **shown}


def named_pages(docs: Path) -> set[Path]:
    """Pages that some toctree names."""
    named = {docs / "index.md"}
    for page in pages_of(docs):
        for tree in _TOCTREE.finditer(page.read_text(encoding="utf-8")):
            for line in tree["body"].splitlines():
                if line and line[0] not in ":@":
                    named.add((page.parent / f"{line.removesuffix('.md')}.md").resolve())
    return named


def relink(text: str, folder: Path, docs: Path, shown: dict[Path, Path], start: Path) -> str:
    """The text of a page in `folder`, or of a file that is shown on one there and whose links start at `start`."""
    def replace(match: re.Match) -> str:
        path = (start / match["target"]).resolve()
        if path in shown:
            return f"[{match['text']}]({os.path.relpath(shown[path], folder)})"
        if path.is_relative_to(docs):
            return f"[{match['text']}]({os.path.relpath(path, folder)}{match['anchor'] or ''})"
        if not path.exists():
            return match[0]                      # told as a broken link
        inside = path.relative_to(docs.parent).as_posix()
        return match["text"] if inside in match["text"] else f"{match['text']} (`{inside}` in the repository)"
    return _LINK.sub(replace, text)


def read_source(app, docname: str, source: list[str]) -> None:
    """Event `source-read`: links and `@rest` of a page."""
    docs = Path(app.srcdir)
    page = docs / f"{docname}.md"
    if not page.is_file():
        return
    source[0] = relink(source[0], page.parent, docs, shown_files(docs), page.parent)
    if "\n@rest\n" in source[0]:
        rest = [os.path.relpath(path, page.parent) for path in pages_of(docs) if path not in named_pages(docs)]
        source[0] = source[0].replace("\n@rest\n", "\n" + "".join(f"{name}\n" for name in rest), 1)


def read_included(app, path, docname: str, content: list[str]) -> None:
    """Event `include-read`: links of a file that a page includes start at that file."""
    docs = Path(app.srcdir)
    start = (docs / path).resolve().parent
    content[0] = relink(content[0], (docs / docname).parent, docs, shown_files(docs), start)


def setup(app) -> dict[str, object]:
    """Entry point of Sphinx."""
    app.connect("source-read", read_source)
    app.connect("include-read", read_included)
    app.add_lexer("csv", TextLexer)              # tables need no colours
    return {"version": "1", "parallel_read_safe": True}
