"""What the rocking engine keeps beside the head of `State`."""

from __future__ import annotations

import math
from dataclasses import dataclass

from drystone.model.state import State


@dataclass(frozen=True, slots=True)
class RockingState(State):
    """State of a block that rocks."""

    theta: float = 0.0             #: [rad], positive towards `Scene.along`
    omega: float = 0.0             #: [rad/s]
    last_impact: float = math.nan  #: [s], time of the last impact so far; nan: none yet
    impact_count: int = 0          #: impacts since the start
