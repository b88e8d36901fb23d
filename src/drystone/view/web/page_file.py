"""The page itself: its vendored files, the rules that it lays on the browser, and the page as one file of its own.

The rules (Content-Security-Policy) forbid everything by default: no other host, no inline script but the one whose hash
is named, and in a file no request at all.
"""

from __future__ import annotations

import base64
import hashlib
import html
import os
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from drystone.errors import InputError
from drystone.results.files import write_atomically
from drystone.view.web.heads import to_json
from drystone.view.web.scene import Scene

#: Files that the server gives out beside the page, and their types.
ASSETS = {"page.js": "text/javascript; charset=utf-8", "page.css": "text/css; charset=utf-8"}

#: Greatest page that is written as one file [bytes]: browsers hold its text in memory, twice.
MOST_BYTES = 400_000_000

_COMMON = "base-uri 'none'; form-action 'none'; img-src 'self' data:"
SERVED_RULES = (f"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; {_COMMON}; "
                "frame-ancestors 'none'")


@cache
def asset(name: str) -> bytes:
    """A vendored file of the page."""
    file = resources.files("drystone.view.web") / "page" / name
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise InputError(f"view: the file {name!r} of the page is missing from this installation") from None


def served_page() -> bytes:
    """The page as the server gives it."""
    links = '<link rel="stylesheet" href="page.css">', '<script src="page.js" defer></script>'
    return _fill("", links[0], "", links[1])


def write_page(scenes: Mapping[str, Scene], path: str | os.PathLike, *, overwrite: bool = False,
               more: Mapping[str, Scene] | None = None) -> Path:
    """Write the page with all parts of its scenes as one file that needs no server and asks no host for anything.

    Parameters
    ----------
    scenes : by the ids that the page knows them by
    more : scenes that the page can open from those, by id
    """
    path = Path(path)
    if path.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"view: --html must name a file .html, got '{path}'")
    if path.exists() and not overwrite:
        raise InputError(f"view: '{path}' is there already; --overwrite replaces it")
    content = whole_page(scenes, more)
    if len(content) > MOST_BYTES:
        raise InputError(f"view: the page has {len(content) / 1e6:.0f} MB, --html writes {MOST_BYTES / 1e6:.0f} at "
                         "most: choose fewer frames with --every")
    write_atomically(path, content)
    return path


def whole_page(scenes: Mapping[str, Scene], more: Mapping[str, Scene] | None = None) -> bytes:
    """The content of that file."""
    style, script = asset("page.css").decode(), asset("page.js").decode()
    rules = (f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; connect-src 'none'; "
             f"{_COMMON}")
    blocks = [_data("application/json", "runs", to_json(list(scenes)))]
    for name, scene in {**scenes, **(more or {})}.items():
        blocks.append(_data("application/json", f"{name}/head", to_json(scene.head())))
        blocks += [_data("application/octet-stream", f"{name}/{part}", base64.b64encode(scene.part(part)).decode())
                   for part in scene.part_names()]
    return _fill(f'<meta http-equiv="Content-Security-Policy" content="{html.escape(rules)}">',
                 f"<style>{style}</style>", "\n".join(blocks), f"<script>{script}</script>")


def _fill(rules: str, style: str, data: str, script: str) -> bytes:
    text = asset("index.html").decode()
    for mark, content in (("rules", rules), ("style", style), ("data", data), ("script", script)):
        before, found, after = text.partition(f"<!--{mark}-->")
        if not found:
            raise InputError(f"view: the page of this installation has no place for its {mark}")
        text = before + content + after
    return text.encode()


def _data(kind: str, name: str, text: str) -> str:
    """A block of data that no browser runs; a name with </script> in it cannot end the block."""
    return f'<script type="{kind}" id="{html.escape(name)}">{_inert(text)}</script>'


def _inert(text: str) -> str:
    return text.replace("<", "\\u003c")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def check_assets(names: Sequence[str] = ("index.html", *ASSETS)) -> None:
    """Refuse an installation without the page before anything is opened; and one that could not be put into a file."""
    for name in names:
        asset(name)
    for name, end in (("page.js", b"</script"), ("page.css", b"</style")):
        if end in asset(name).lower():
            raise InputError(f"view: the file {name!r} of the page holds {end.decode()!r}, which would end it early")
