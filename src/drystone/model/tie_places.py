"""Where ties are, for pictures and tables: their ends, whatever their law."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from drystone.geometry.rotation import quaternion_to_matrix

#: Arrays that a store keeps as `ties.<name>`: blocks, and points in the frames of these blocks [m].
_SHAPES = {"block_a": (), "block_b": (), "point_a": (3,), "point_b": (3,)}


@dataclass(frozen=True, slots=True)
class TiePlaces:
    """Ends of all ties."""

    names: tuple[str, ...] = ()
    block_a: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))   #: (t,)
    block_b: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))   #: (t,)
    point_a: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))        #: (t, 3) [m], frame of block a
    point_b: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))        #: (t, 3) [m], frame of block b

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, np.ndarray], blocks: int) -> TiePlaces:
        """From what `static_arrays` gave for a model of `blocks` blocks; none where a store is older than these arrays,
        or what it has does not fit."""
        names = tuple(text.decode(errors="replace") if isinstance(text, bytes) else str(text)
                      for text in arrays.get("tie_names", np.zeros(0)).tolist())
        found = {name: arrays[f"ties.{name}"] for name in _SHAPES if f"ties.{name}" in arrays}
        if not names or len(found) < len(_SHAPES) or any(array.shape != (len(names), *_SHAPES[name])
                                                         for name, array in found.items()):
            return cls()
        numbers = np.concatenate((found["block_a"], found["block_b"]))
        if numbers.dtype.kind not in "iu" or numbers.min() < 0 or numbers.max() >= blocks:
            return cls()
        return cls(names, **found)

    @property
    def count(self) -> int:
        """Number of ties."""
        return len(self.names)

    def ends(self, position: np.ndarray, orientation: np.ndarray) -> np.ndarray:
        """(t, 2, 3) [m]: both ends of each tie for a pose (b, 3) [m], (b, 4)."""
        rotation = quaternion_to_matrix(orientation)
        return np.stack([position[block] + np.einsum("tij,tj->ti", rotation[block], point)
                         for block, point in ((self.block_a, self.point_a), (self.block_b, self.point_b))], axis=1)
