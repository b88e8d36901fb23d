"""`Engine`: what every time-stepping engine serves, and all that the time loop knows of it.

An engine is made as ``Class(model, settings, end_time)`` (`registry.make_engine`) and holds no state between intervals:
all of it is in `State`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from drystone.model.loads import Event
from drystone.model.points import PointMap
from drystone.model.report import Report
from drystone.model.state import State
from drystone.model.tables import TableSpec


class Engine(Protocol):
    """One way to ask a model how it moves."""

    dt: float                          #: [s], length of an interval
    works: tuple[str, ...]             #: names of `State.work`, in order; each adds energy where it is positive
    tables: Mapping[str, TableSpec]    #: its own; `steps` holds what it adds to that table, all others are its alone
    accuracy: str                      #: how exact its answers are asked to be and why, in words; may be left out

    def start(self) -> State:
        """Initial state; refuses, by name, what the model lacks for this engine."""

    def restore(self, arrays: Mapping[str, np.ndarray]) -> State:
        """State from the arrays of a checkpoint, bit for bit."""

    def advance(self, state: State) -> tuple[State, Report]:
        """One interval, which ends at (state.step + 1) dt; its work is booked in the state.

        Rules that end a run read two numbers of the report by name: `force_ratio`, and `speed` of the fastest point,
        which an engine of rigid blocks may leave out (simulation/stops.py).
        """

    def apply(self, state: State, events: tuple[Event, ...]) -> State:
        """State after blocks were removed, supports released, ties cut; their energy is booked."""

    def energies(self, state: State) -> dict[str, float]:
        """What is stored now [J]: kinetic, potential against the origin, and what else this engine stores."""

    def points(self, block: np.ndarray, drawn: np.ndarray) -> PointMap:
        """Points of blocks (k,), given where they are in the drawing (k, 3) [m]."""

    def static(self) -> dict[str, np.ndarray]:
        """Arrays that do not change and that the engine's own tables need to be read."""

    def rows(self, state: State, report: Report | None, due: frozenset[str]) -> dict[str, dict[str, object]]:
        """Columns by table, of its own tables that are due; report None at the start of a run."""
