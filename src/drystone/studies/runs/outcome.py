"""What is known of a run that is over: one row of the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from drystone.results.record import COLLAPSED, FAILED, FINISHED, RESTED, UNDECIDED

#: How a run can end. Undecided: it still moved when its time was up, its extension included. Failed: by an error of its
#: own, as often as is tried.
OUTCOMES = (COLLAPSED, RESTED, FINISHED, UNDECIDED, FAILED)

#: How a run stood at its published end, before any extension.
MOVING = "moving"

#: Number of a row: 1 where the run was over before its published end, 0 where not.
EARLY = "ended early"


@dataclass(frozen=True, slots=True)
class Row:
    """One run that is over.

    Attributes
    ----------
    id : of the run
    outcome : one of OUTCOMES
    message : why
    at_end : collapsed, rested or moving when the motion and the time after it were over; "" where that never came
    end : when it ended [s]
    mode : how it failed; "" where it did not, or nobody can tell
    numbers : extremes of monitors and the like, by column
    cpu : processor time that it took [s]
    """

    id: str
    outcome: str
    message: str = ""
    at_end: str = ""
    end: float = 0.0
    mode: str = ""
    numbers: Mapping[str, float] = field(default_factory=dict)
    cpu: float = 0.0

    @property
    def is_collapse(self) -> bool:
        """Whether it collapsed."""
        return self.outcome == COLLAPSED

    @property
    def is_decided(self) -> bool:
        """Whether it tells something about collapse."""
        return self.outcome in (COLLAPSED, RESTED, FINISHED)


#: Rows by the id of their run.
Rows = Mapping[str, Row]
