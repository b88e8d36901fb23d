"""Names of blocks and groups: look-up, and the nearest name for a typing mistake."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from drystone.errors import InputError
from drystone.names import check_name


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that `name` resembles most, if any does."""
    near = get_close_matches(str(name), [str(k) for k in known], n=1, cutoff=0.6)
    return near[0] if near else None


def suggest(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` for the nearest known name, or nothing."""
    near = nearest(name, known)
    return f"; did you mean {near!r}?" if near else ""


def check_known(what: str, name: object, known: Iterable[str], kind: str) -> str:
    """Return `name` if it is known, or say so and suggest the nearest: what: no kind is called 'name'."""
    known = list(known)
    if name not in known:
        raise InputError(f"{what}: no {kind} is called {name!r}{suggest(str(name), known)}")
    return name  # type: ignore[return-value]


def check_new(kind: str, name: str, known: Iterable[str]) -> None:
    """Refuse a name that is taken or that cannot be printed."""
    check_name(kind, name)
    if name in known:
        raise InputError(f"{kind} {name!r} is given twice")


def as_names(names: str | Sequence[str]) -> tuple[str, ...]:
    """One name or several, as a tuple."""
    return (names,) if isinstance(names, str) else tuple(names)


class Selection:
    """Blocks by name or by group; a block's name goes first."""

    def __init__(self, block_names: Sequence[str], block_groups: Sequence[Sequence[str]]) -> None:
        self.index = {name: i for i, name in enumerate(block_names)}
        self.groups: dict[str, list[int]] = {}
        for i, groups in enumerate(block_groups):
            for group in groups:
                self.groups.setdefault(group, []).append(i)

    @property
    def names(self) -> list[str]:
        """All block and group names."""
        return [*self.groups, *self.index]

    def blocks(self, what: str, names: str | Sequence[str]) -> list[int]:
        """Numbers of the blocks named, by themselves or by group, in order and each once."""
        found: dict[int, None] = {}
        for name in as_names(names):
            check_known(what, name, self.names, "block or group")
            members = [self.index[name]] if name in self.index else self.groups[name]
            found.update(dict.fromkeys(members))
        return list(found)

    def block(self, what: str, name: str) -> int:
        """Number of the one block called `name`."""
        return self.index[check_known(what, name, self.index, "block")]
