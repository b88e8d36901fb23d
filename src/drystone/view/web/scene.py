"""A result as the page sees it: a head in the types of JSON, and parts by name. One class for each kind of result.

A new kind of result gets a class with the methods of `Scene` and a row in `open_scene`; the page shows by its `kind`.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from drystone.errors import DrystoneError, InputError
from drystone.model.answer import ANSWERS
from drystone.names import show_line
from drystone.results.base import Result
from drystone.results.files import one_line
from drystone.results.record import RUN
from drystone.view import style
from drystone.view.solids import Solids

#: Number of the form of heads and parts; the page refuses another.
FORM = 1


class Scene(Protocol):
    """What the server and the file ask for. Parts that a page needs from the start: `solids`, `plots`."""

    def head(self) -> dict:
        """All that is no array."""

    def state(self) -> dict:
        """How far a run is; cheap, asked every few seconds."""

    def part_names(self) -> Sequence[str]:
        """Names that `part` knows now."""

    def part(self, name: str) -> bytes:
        """One part, see `container.py`."""


def open_scene(result: Result, every: int = 1) -> Scene:
    """The scene of a result; every : of the kept frames of a run, every n-th."""
    if result.kind == RUN:
        from drystone.view.web.run_scene import RunScene
        return RunScene(result, every)
    if result.kind in ANSWERS:
        from drystone.view.web.answer_scene import AnswerScene
        return AnswerScene(result)
    raise InputError(f"view: '{result.directory}' is a result of kind {result.kind!r}, which has no page yet")


def common_head(result: Result, solids: Solids, title: str) -> dict:
    """What heads of all kinds have."""
    names, members, main = find_groups(solids)
    return {
        "form": FORM, "kind": result.kind, "title": show_line(title), "directory": show_line(result.directory.name),
        "status": result.status, "message": show_line(result.message), "version": show_line(result.version),
        "created": show_line(result.created), "hash": show_line(result.hash),
        "names": [show_line(name) for name in solids.names],
        "group_names": [show_line(name) for name in names], "members": [own.tolist() for own in members],
        "group": main.tolist(),
        "is_support": [bool(value) for value in solids.is_support],
        "colours": {"stone": style.STONE, "support": style.SUPPORT, "faces": list(style.FACE_PALETTE),
                    "lines": list(style.PALETTE), "accent": style.ACCENT},
    }


def find_groups(solids: Solids) -> tuple[list[str], list[np.ndarray], np.ndarray]:
    """Names of groups of blocks that are no supports, who belongs to each, and (b,) which one colours a block.

    That is its largest group; one that has all blocks tells nothing and is taken only where a block has no other. -1:
    supports, and blocks without a group.
    """
    free = np.flatnonzero(~solids.is_support)
    found: dict[str, list[int]] = {}
    for i in free.tolist():
        for name in solids.groups[i]:
            found.setdefault(name, []).append(i)
    names = sorted(found, key=lambda name: (-len(found[name]), name))
    rank = {name: (len(found[name]) < len(free), len(found[name])) for name in names}
    main = np.full(len(solids.names), -1)
    for i in free.tolist():
        if solids.groups[i]:
            main[i] = names.index(max(solids.groups[i], key=lambda name: (*rank[name], name)))
    return names, [np.array(found[name], np.int64) for name in names], main


def reason(error: Exception) -> str:
    """One line for people who look at a result that cannot be read."""
    if isinstance(error, DrystoneError):
        return show_line(" ".join(str(error).split()))
    if isinstance(error, (OSError, zlib.error)):
        return show_line(f"the result cannot be read: {one_line(error)}")
    words = " ".join(str(error).split())
    return show_line(f"the result cannot be read, it may be damaged: {type(error).__name__} {words}")
