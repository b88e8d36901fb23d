"""`LargeState`: what changes where blocks may go anywhere."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from drystone.engines.dem.large.met import Met
from drystone.engines.dem.state import DemState


def _none() -> np.ndarray:
    return np.zeros(0)


@dataclass(frozen=True, slots=True)
class LargeState(DemState):
    """Beside the rest: frames of the pieces, contacts, and the step that they allow."""

    met: Met = field(default_factory=Met)
    turn: np.ndarray = field(default_factory=_none)    #: (p, 4), of pieces from the start; of supports not used
    seen: np.ndarray = field(default_factory=_none)    #: (n, 3) [m], nodes when contacts were looked for
    rated: np.ndarray = field(default_factory=_none)   #: (n,) [N/m], of joints at nodes, for which `largest` holds
    largest: float = 0.0      #: [s], largest stable inner step
    inner_step: float = 0.0   #: [s], of the last inner step
