"""`TieResult` and `GroundResult`: a cable or rod, and the motion of the ground, of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from drystone.errors import StoreError
from drystone.model.selection import check_known
from drystone.model.tables import GROUND_ACCELERATION, GROUND_DISPLACEMENT, STEPS, TIES, TIME
from drystone.results.history import History

if TYPE_CHECKING:
    from drystone.results.result import RunResult


class TieResult:
    """A tie of a run in the frames in which ties were kept.

    Attributes
    ----------
    name : of the tie
    blocks : the two that it joins
    """

    def __init__(self, result: RunResult, name: str) -> None:
        self._result, names = result, result.names
        check_known(f"run '{result.directory}'", name, names.ties, "tie")
        self.name, self._number = name, names.ties.index(name)
        kept = (result.static.get("ties.block_a"), result.static.get("ties.block_b"))
        ends = [end for end in kept if end is not None]
        self.blocks = tuple(names.blocks[int(end[self._number])] for end in ends) if len(ends) == 2 else ()

    @property
    def time(self) -> np.ndarray:
        """(k,) [s] of the frames in which ties were kept."""
        return self._result.column(TIES, TIME)

    @property
    def force(self) -> History:
        """(k,) [N], tension, mean over the step."""
        return self._history("force")

    @property
    def elongation(self) -> History:
        """(k,) [m], since the start."""
        return self._history("elongation")

    @property
    def yielded(self) -> History:
        """(k,) [m], elongation that stays."""
        return self._history("yielded")

    @property
    def is_intact(self) -> np.ndarray:
        """(k,) bool, False once it is torn."""
        return self._result.column(TIES, "is_intact")[:, self._number]

    def _history(self, column: str) -> History:
        values = self._result.column(TIES, column)[:, self._number]
        return History(values, self.time, self._result.units[TIES][column], f"{self.name} {column}")

    def __repr__(self) -> str:
        ends = f" between {self.blocks[0]!r} and {self.blocks[1]!r}" if self.blocks else ""
        return f"<tie {self.name!r}{ends}>"


class GroundResult:
    """How the ground of a run moved, one row a step, world axes."""

    def __init__(self, result: RunResult) -> None:
        self._result = result

    @property
    def moves(self) -> bool:
        """Whether the run has a motion of its ground."""
        return GROUND_ACCELERATION in self._result.tables[STEPS].columns

    @property
    def time(self) -> np.ndarray:
        """(s,) [s]."""
        return self._result.time

    @property
    def acceleration(self) -> History:
        """(s, 3) [m/s2]."""
        return self._history(GROUND_ACCELERATION)

    @property
    def displacement(self) -> History:
        """(s, 3) [m]."""
        return self._history(GROUND_DISPLACEMENT)

    def _history(self, column: str) -> History:
        if column not in self._result.tables[STEPS].columns:
            raise StoreError(f"run '{self._result.directory}': no motion of its ground was kept")
        return History(self._result.column(STEPS, column), self.time, self._result.units[STEPS][column],
                       column.replace(":", " "))

    def __repr__(self) -> str:
        return f"<ground of '{self._result.directory}': {'moves' if self.moves else 'at rest'}>"
