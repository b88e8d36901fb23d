"""All that the solve of a step needs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.engines.nscd.restitution import Rebound
from drystone.engines.nscd.rows import Rows
from drystone.engines.nscd.scene import Scene


@dataclass(frozen=True, slots=True)
class StepData:
    """All that the solve of one step needs."""

    scene: Scene
    rows: Rows                    #: of all sources, those that take part
    impulse: np.ndarray           #: (b, 6), of loads and carried contacts
    rebound: Rebound | None = None  #: blocks that an impact with restitution has turned round already

    def stood_still(self, free: np.ndarray) -> bool:
        """Whether the free blocks (b,) bool moved with the supports before the step."""
        return np.array_equal(self.scene.state.twist[free], self.scene.prescribed[free])
