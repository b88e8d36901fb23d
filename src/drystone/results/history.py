"""`History`: numbers over time that know their times, unit and components; to NumPy an array like any other."""

from __future__ import annotations

import numpy as np


class History(np.ndarray):
    """Numbers of a run, one row an instant: (n,) or (n, 3).

    What is computed from it, a part of it too, is a plain array.

    Attributes
    ----------
    time : (n,) [s]
    unit : e.g. "m"
    name : for axes and legends
    """

    time: np.ndarray
    unit: str
    name: str

    def __new__(cls, values: np.ndarray, time: np.ndarray, unit: str, name: str = "") -> History:
        made = np.asarray(values).view(cls)
        made.time, made.unit, made.name = np.asarray(time), unit, name
        return made

    def __array_finalize__(self, source: object) -> None:
        self.time, self.unit, self.name = np.zeros(0), "", ""

    def __array_wrap__(self, array, context=None, return_scalar=False):
        """Results of computations: their times and units are not ours to tell."""
        plain = np.asarray(array)
        return plain[()] if plain.ndim == 0 else plain

    def __getitem__(self, key):
        return np.asarray(self)[key]

    @property
    def x(self) -> History:
        """(n,) along x."""
        return self._component(0)

    @property
    def y(self) -> History:
        """(n,) along y."""
        return self._component(1)

    @property
    def z(self) -> History:
        """(n,) along z."""
        return self._component(2)

    @property
    def norm(self) -> History:
        """(n,) length of the vector; of plain numbers their size."""
        values = np.asarray(self, float)
        size = np.abs(values) if values.ndim == 1 else np.sqrt((values**2).sum(axis=1))
        return History(size, self.time, self.unit, f"|{self.name}|")

    def _component(self, axis: int) -> History:
        values = np.asarray(self)
        if values.ndim != 2 or values.shape[1] != 3:
            raise AttributeError(f"{self.name or 'the history'!r} has no component {'xyz'[axis]!r}: it is one number "
                                 "an instant")
        return History(values[:, axis], self.time, self.unit, f"{self.name}.{'xyz'[axis]}")
