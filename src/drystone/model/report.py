"""`Report`: what one interval tells, whatever the engine. Nothing here feeds back into the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np


class Unsolved(Protocol):
    """A problem that could not be solved, to be kept beside the result."""

    def files(self, stem: str) -> dict[str, bytes]:
        """Contents by file name; the first one is what `drystone bench` replays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Outcome of one interval."""

    numbers: Mapping[str, float] = field(default_factory=dict)  #: the engine's own columns of table `steps`
    counts: Mapping[str, int] = field(default_factory=dict)     #: summed over the run into its totals
    contact_count: int | None = None        #: None: the engine has none
    tie_force: np.ndarray = field(default_factory=lambda: np.zeros(0))  #: (t,) [N], mean over the interval
    is_solved: bool = True                  #: within the engine's own tolerance
    unsolved: Unsolved | None = None        #: the problem, where it is not
