"""Parts of a case: runs that have a name, so that a long case can be made piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from drystone.errors import InputError

if TYPE_CHECKING:
    from drystone.validate.case import Case

#: Names of the parts that are to be run; None: all. `only` sets it, in the parent alone: workers get what was chosen.
_chosen: frozenset[str] | None = None


def is_chosen(part: str) -> bool:
    """Whether a part of the case at hand is to be run."""
    return _chosen is None or part in _chosen


def find_parts(case: Case, words: Sequence[str]) -> frozenset[str] | None:
    """Names of the parts of a case that are meant by any of `words`; None, all of them, where nothing is asked for.

    Words mean the part of exactly that name, or else every part whose name has all of them, in any order.
    """
    if not words:
        return None
    if not case.parts:
        raise InputError(f"validate: --only: case {case.name!r} has no parts, got {words[0]!r}")
    found: set[str] = set()
    for asked in words:
        meant = [asked] if asked in case.parts else [p for p in case.parts if _has_all(p, asked.split())]
        if not meant:
            raise InputError(f"validate: --only: no part of case {case.name!r} has the words {asked!r}; "
                             f"there are {'; '.join(case.parts)}")
        found.update(meant)
    return frozenset(found)


def _has_all(part: str, words: Iterable[str]) -> bool:
    return all(word.casefold() in part.casefold() for word in words)


@contextmanager
def only(parts: frozenset[str] | None) -> Iterator[None]:
    """Inside, these parts alone are to be run."""
    global _chosen
    before, _chosen = _chosen, parts
    try:
        yield
    finally:
        _chosen = before
