"""`Crew`: who carries out runs, as a study sees it, and what it hears from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from drystone.errors import DrystoneError
from drystone.studies.runs.carry_out import Task
from drystone.studies.runs.outcome import Row


class CrewGone(DrystoneError):
    """Nobody is left to make the runs; what is over is kept, and the study goes on when it is started again."""


@dataclass(frozen=True, slots=True)
class Done:
    """A run is over."""

    row: Row
    blob: bytes
    machine: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Erred:
    """A run ended by an error of its own."""

    id: str
    error: str


@dataclass(frozen=True, slots=True)
class Lost:
    """Whoever had a run is gone; that is no fault of the run unless it happens to it again and again.

    is_charged : it was being made; those that only waited there are handed back and count nothing
    """

    id: str
    words: str
    is_charged: bool = True


Event = Done | Erred | Lost


class Crew(Protocol):
    """Carries out runs side by side."""

    width: int    #: how many at once

    def room(self) -> int:
        """How many more it takes now."""

    def submit(self, task: Task) -> None:
        """Take a run."""

    def wait(self, seconds: float) -> Sequence[Event]:
        """What has happened; after `seconds` at the latest [s]."""

    def activity(self) -> list[str]:
        """What each is doing now, in words."""

    def close(self) -> None:
        """Send all home; runs under way are given up."""
