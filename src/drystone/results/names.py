"""`Names`: blocks, groups and ties of a result as text; and `Blocks`, which completes their names in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from drystone.errors import StoreError
from drystone.model.selection import Selection, suggest

if TYPE_CHECKING:
    from drystone.results.base import Result


def as_text(array: np.ndarray) -> np.ndarray:
    """Bytes of a store as text; everything else as it is. What is no UTF-8 is replaced: a store may be anybody's."""
    return np.char.decode(array, "utf-8", "replace") if array.dtype.kind == "S" else array


@dataclass(frozen=True)
class Names:
    """What blocks and ties of a result are called."""

    where: str                           #: the result, for errors
    blocks: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]  #: of each block
    ties: tuple[str, ...]

    @classmethod
    def of(cls, result: Result) -> Names:
        """From the arrays that do not change."""
        static, where = result.static, f"{'run' if result.kind == 'run' else 'result'} '{result.directory}'"
        if "block_names" not in static:
            raise StoreError(f"{where}: the array 'block_names' is missing")
        blocks = tuple(map(str, static["block_names"].tolist()))
        groups = tuple(tuple(text.split(",")) if text else () for text in map(
            str, static.get("block_groups", np.full(len(blocks), "")).tolist()))
        return cls(where, blocks, groups, tuple(map(str, static.get("tie_names", np.zeros(0, "U1")).tolist())))

    @cached_property
    def selection(self) -> Selection:
        """By name or by group."""
        return Selection(self.blocks, self.groups)

    def block(self, name: str) -> int:
        """Number of a block; InputError suggests the nearest name."""
        return self.selection.block(self.where, name)


class Blocks(Mapping):
    """Blocks of a result by name; ``result.blocks["<tab>`` completes names in a notebook."""

    def __init__(self, names: tuple[str, ...], make: Callable) -> None:
        self._names, self._make = names, make

    def __getitem__(self, name: str):
        if name not in self._names:
            raise KeyError(f"no block is called {name!r}{suggest(str(name), self._names)}")
        return self._make(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._names)

    def __repr__(self) -> str:
        shown = ", ".join(self._names[:5])
        return f"<{len(self._names)}: {shown}{', ...' if len(self._names) > 5 else ''}>"
