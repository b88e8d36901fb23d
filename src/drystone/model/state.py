"""`State`: everything that changes during a run, and all that a restart needs.

The head below is common to all engines; each engine's own state is a subclass with further fields.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Self

import numpy as np


@dataclass(frozen=True, slots=True)
class State:
    """Pose, twist and work at one instant."""

    time: float               #: [s]
    step: int                 #: number of intervals taken
    position: np.ndarray      #: (b, 3) [m], centre of mass, world
    orientation: np.ndarray   #: (b, 4) unit quaternion (w, x, y, z), block frame to world
    twist: np.ndarray         #: (b, 6) [m/s, rad/s], world
    is_active: np.ndarray     #: (b,) bool, False once an event removed the block
    is_support: np.ndarray    #: (b,) bool, motion prescribed
    work: np.ndarray = field(default_factory=lambda: np.zeros(0))  #: (w,) [J] since the start, in the engine's order
    stage: int = 0            #: number of the stage under way
    stage_start: float = 0.0  #: [s], when it began

    @classmethod
    def start(cls, model, work_count: int = 0, **own) -> Self:
        """Initial state of `model`; own : fields of the engine."""
        return cls(0.0, 0, model.initial_position.copy(), model.initial_orientation.copy(),
                   model.initial_twist.copy(), np.ones(model.block_count, bool), model.is_support.copy(),
                   np.zeros(work_count), **own)

    def to_arrays(self) -> dict[str, np.ndarray]:
        """Flat dictionary of arrays, for a checkpoint; `from_arrays` gives the same bits back."""
        arrays: dict[str, np.ndarray] = {}
        for f in fields(self):
            value = getattr(self, f.name)
            if is_dataclass(value):
                arrays |= {f"{f.name}.{g.name}": getattr(value, g.name) for g in fields(value)}
            else:
                arrays[f.name] = np.asarray(value)
        return arrays

    @classmethod
    def from_arrays(cls, arrays: dict[str, np.ndarray], **own) -> Self:
        """State from what `to_arrays` gave; own : fields that the engine has put together itself.

        What an older run did not keep stands as it is at the start.
        """
        given = {f.name: arrays[f.name] for f in fields(cls) if f.name in arrays}
        given = {name: value.item() if np.ndim(value) == 0 else value for name, value in given.items()}
        return cls(**(given | own))

    def with_(self, **changes) -> Self:
        """A copy with some fields replaced."""
        return replace(self, **changes)
