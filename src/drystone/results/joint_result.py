"""`JointResult`: what goes on between two blocks of a run, read by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from drystone.errors import InputError
from drystone.results.history import History

if TYPE_CHECKING:
    from drystone.results.result import RunResult

_LISTED = 6   #: neighbours named in an error


class JointResult:
    """The joint between blocks `a` and `b` in the frames whose interfaces were kept.

    The force acts on `b`, the normal points from `a` to `b`: the other order gives the opposite of both. Where blocks
    meet in several interfaces, forces and areas are their sums. In frames in which they do not touch, forces and areas
    are zero and places are not a number.
    """

    def __init__(self, result: RunResult, a: str, b: str) -> None:
        first, second = result.names.block(a), result.names.block(b)
        if first == second:
            raise InputError(f"run '{result.directory}': a joint is between two blocks, got {a!r} twice")
        self.a, self.b, self._table = a, b, result.interface_rows
        self._unit = result.units["interfaces"]
        self._rows = self._table.between(first, second)
        if not len(self._rows):
            touched = [result.names.blocks[i] for i in self._table.neighbours(first)]
            words = ", ".join(map(repr, touched[:_LISTED])) + (" ..." if len(touched) > _LISTED else "")
            raise InputError(f"run '{result.directory}': blocks {a!r} and {b!r} touch in none of the kept frames; "
                             f"{a!r} touches {words or 'nothing'}")
        self._sign = np.where(self._table.block_b[self._rows] == second, 1.0, -1.0)

    @property
    def time(self) -> np.ndarray:
        """(k,) [s] of the frames whose interfaces were kept."""
        return self._table.time

    @property
    def is_touching(self) -> np.ndarray:
        """(k,) bool."""
        return np.bincount(self._frame, minlength=len(self.time)) > 0

    @property
    def force(self) -> History:
        """(k, 3) [N], of `a` on `b`, world axes."""
        return self._history(self._sum(self._force), "force")

    @property
    def normal_force(self) -> History:
        """(k,) [N], along the normal, compression positive."""
        return self._history(self._sum(self._along), "normal force", "force")

    @property
    def shear_force(self) -> History:
        """(k,) [N], size of the force in the plane of the joint; of several interfaces the sum of sizes."""
        flat = self._force - self._along[:, None] * self._normal
        return self._history(self._sum(np.sqrt((flat**2).sum(axis=1))), "shear force", "force")

    @property
    def thrust(self) -> History:
        """(k,) [N], size of the horizontal part of the force."""
        force = self._sum(self._force)
        return self._history(np.hypot(force[:, 0], force[:, 1]), "thrust", "force")

    @property
    def area(self) -> History:
        """(k,) [m2] in contact."""
        return self._history(self._sum(self._column("area")), "area")

    @property
    def normal(self) -> History:
        """(k, 3) unit, from `a` to `b`; the mean by area of several interfaces."""
        mean = self._sum(self._normal * np.maximum(self._column("area"), 1e-300)[:, None])
        length = np.sqrt((mean**2).sum(axis=1))
        return self._history(np.where(length > 0.0, 1.0, np.nan)[:, None] * mean
                             / np.where(length > 0.0, length, 1.0)[:, None], "normal")

    @property
    def point(self) -> History:
        """(k, 3) [m], where the force acts; of several interfaces the mean by normal force."""
        weight = np.maximum(self._along, 0.0)
        weight = np.where(self._sum(weight)[self._frame] > 0.0, weight, 1.0)
        total = self._sum(weight)
        return self._history(self._sum(self._column("point") * weight[:, None])
                             / np.where(total > 0.0, total, np.nan)[:, None], "point")

    @property
    def opening(self) -> History:
        """(k,) [m], greatest gap at the points that still touch or nearly do."""
        return self._history(self._greatest(self._column("opening")), "opening")

    @property
    def slip_speed(self) -> History:
        """(k,) [m/s], greatest at any point."""
        return self._history(self._greatest(self._column("slip_speed")), "slip speed", "slip_speed")

    def column(self, name: str) -> History:
        """(k, ...) another column of table "interfaces", where the blocks meet in one interface; nan where in none."""
        if name not in self._table.columns:
            raise InputError(f"joint {self.a!r}, {self.b!r}: no column {name!r}; there are "
                             f"{', '.join(self._table.columns)}")
        if len(np.unique(self._frame)) != len(self._frame):
            raise InputError(f"joint {self.a!r}, {self.b!r}: the blocks meet in several interfaces; "
                             f"result.table('interfaces') has {name!r} of each")
        values = self._column(name)
        out = np.full((len(self.time), *values.shape[1:]), np.nan)
        out[self._frame] = values
        return self._history(out, name)

    # -- inside --------------------------------------------------------------------------------------

    @property
    def _frame(self) -> np.ndarray:
        return self._table.frame[self._rows]

    @property
    def _force(self) -> np.ndarray:
        return self._sign[:, None] * self._column("force")

    @property
    def _normal(self) -> np.ndarray:
        return self._sign[:, None] * self._column("normal")

    @property
    def _along(self) -> np.ndarray:
        return np.einsum("ni,ni->n", self._column("force"), self._column("normal"))

    def _column(self, name: str) -> np.ndarray:
        return self._table[name][self._rows]

    def _sum(self, values: np.ndarray) -> np.ndarray:
        out = np.zeros((len(self.time), *values.shape[1:]))
        np.add.at(out, self._frame, values)
        return out

    def _greatest(self, values: np.ndarray) -> np.ndarray:
        out = np.full(len(self.time), -np.inf)
        np.maximum.at(out, self._frame, values)
        return np.where(self.is_touching, out, np.nan)

    def _history(self, values: np.ndarray, what: str, column: str | None = None) -> History:
        return History(values, self.time, self._unit.get(column or what, "-"), f"{self.a} on {self.b}: {what}")

    def __repr__(self) -> str:
        return (f"<joint of {self.a!r} and {self.b!r}: touching in {int(self.is_touching.sum())} of {len(self.time)} "
                "frames>")
