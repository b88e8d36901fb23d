"""Interfaces of all kept frames as one list of rows: which belong to a pair of blocks, and which to one block."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from drystone.model.tables import INTERFACES, PTR, TIME

if TYPE_CHECKING:
    from drystone.results.result import RunResult


class InterfaceRows:
    """Table "interfaces" of a run as it stood when this was made; columns are read when they are asked for.

    Attributes
    ----------
    time : (k,) [s] of the frames
    frame : (n,) int64, frame of each row
    block_a, block_b : (n,) int64
    """

    def __init__(self, result: RunResult) -> None:
        self._result = result
        self._columns: dict[str, np.ndarray] = {}
        self.time, ptr = result.column(INTERFACES, TIME), result.column(INTERFACES, PTR)
        self.frame = np.repeat(np.arange(len(self.time)), np.diff(ptr))
        self.block_a, self.block_b = (self[name].astype(np.int64) for name in ("block_a", "block_b"))

    def __getitem__(self, column: str) -> np.ndarray:
        """A column of all rows."""
        if column not in self._columns:
            self._columns[column] = self._result.column(INTERFACES, column)
        return self._columns[column]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Names of all columns that the engine keeps."""
        return tuple(self._result.tables[INTERFACES].columns)

    def between(self, a: int, b: int) -> np.ndarray:
        """Numbers of the rows of a pair of blocks, whichever of them is block a."""
        return np.flatnonzero((self.block_a == a) & (self.block_b == b) | (self.block_a == b) & (self.block_b == a))

    def neighbours(self, block: int) -> list[int]:
        """Blocks that touch a block in any frame, in the order of the model."""
        touching = np.concatenate((self.block_b[self.block_a == block], self.block_a[self.block_b == block]))
        return np.unique(touching).tolist()

    def contact_force(self, block: int) -> np.ndarray:
        """(k, 3) [N]: sum of all forces on a block; forces of rows act on their block b."""
        force, total = self["force"], np.zeros((len(self.time), 3))
        for side, sign in ((self.block_b, 1.0), (self.block_a, -1.0)):
            np.add.at(total, self.frame[side == block], sign * force[side == block])
        return total
