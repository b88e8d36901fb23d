"""`DemState`: what changes in a run of blocks that deform, beside the motion of each block as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from drystone.model.state import State


def _none() -> np.ndarray:
    return np.zeros(0)


@dataclass(frozen=True, slots=True)
class DemState(State):
    """Motion of nodes and bodies, memory of the joints, and the sums at its time."""

    displacement: np.ndarray = field(default_factory=_none)   #: (3 n,) [m], of nodes from the start
    velocity: np.ndarray = field(default_factory=_none)       #: (3 n,) [m/s], half an inner step earlier
    force: np.ndarray = field(default_factory=_none)          #: (3 n,) [N], of blocks and joints on the nodes
    relative: np.ndarray = field(default_factory=_none)       #: (3, m) [m], across the joints
    stress: np.ndarray = field(default_factory=_none)         #: (3, m) [Pa], tension positive
    memory: np.ndarray = field(default_factory=_none)         #: (c, m), of the joint laws
    touched: np.ndarray = field(default_factory=_none)        #: (m,) int64, 1 once a point left its elastic range
    since: np.ndarray = field(default_factory=_none)          #: (m,) [s], when it did; NaN before
    offset: np.ndarray = field(default_factory=_none)         #: (r, 3) [m], of guided bodies
    body_velocity: np.ndarray = field(default_factory=_none)  #: (r, 3) [m/s]
    book: np.ndarray = field(default_factory=_none)           #: (BOOKS,) [J], works but for their open halves
    sums: np.ndarray = field(default_factory=_none)           #: (SUMS,), see stepping/integrate.py
