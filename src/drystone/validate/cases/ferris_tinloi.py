"""A wall with a window: the acceleration at which it starts to move, and the drift that a pulse leaves."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.model.settings import AnalysisSettings
from drystone.model.state import State
from drystone.motion import Constant, Rectangular
from drystone.simulation.pool import map_runs
from drystone.validate.case import Row, case, reported, within_absolute
from drystone.validate.scenes import ferris_wall
from drystone.validate.search import bisect_threshold
from drystone.validate.tolerances import FERRIS_G, FERRIS_INITIATION, FERRIS_PUBLISHED, GRAVITY
from drystone.validate.track import follow

DT = 2e-3                #: [s], as published
WATCHED = 0.05           #: [s], a wall that has not moved by then rests for good: nothing changes any more
MOVED = 1e-9             #: [m]
WIDTH_G = 1e-4           #: [g], width of the last interval of the bisection
PULSE = (0.41, 1.1)      #: [g], [s]
RUN = 2.5                #: [s], pulse and what follows
FALLS = 0.4              #: [m], a block that has moved by its own length has lost its seat
FLOWS = ("associative", "coulomb")
LIMIT = "associative limit analysis (linear programming, own check of the published layout)"
PUBLISHED = "Portioli, Cascini and Landolfo 2017"


def _settings(flow: str) -> AnalysisSettings:
    return AnalysisSettings(dt=DT, scheme="theta", theta=0.7, flow=flow)


def _farthest(start: np.ndarray):
    """Greatest displacement of a centre of mass [m]."""

    def probe(state: State) -> tuple[float]:
        return (float(np.abs(state.position - start).max()),)

    return probe


def initiation(flow: str) -> float:
    """Constant acceleration [g] at which the wall starts to move."""

    def moves(factor: float) -> bool:
        model = ferris_wall(Constant(factor * GRAVITY))
        return follow(model, _settings(flow), WATCHED, _farthest(model.initial_position),
                     lambda time, values: values[0] > MOVED).stopped

    return bisect_threshold(moves, 0.35, 0.45, WIDTH_G)


def drift(flow: str) -> str:
    """What a pulse leaves, in words: how far the farthest block has moved when it ends and when the wall rests."""
    model = ferris_wall(Rectangular(PULSE[0] * GRAVITY, PULSE[1]))
    track = follow(model, _settings(flow), RUN, _farthest(model.initial_position),
                  lambda time, values: values[0] > FALLS)
    if track.stopped:
        return f"falls: moved by {FALLS:g} m at {track.time[-1]:.2f} s"
    at_end = float(np.interp(PULSE[1], track.time, track.values[:, 0]))
    return f"{1e3 * at_end:.3g} mm when the pulse ends, {1e3 * track.values[-1, 0]:.3g} mm at {RUN:g} s"


DESCRIPTION = (
    "In-plane wall of 46 blocks with a window, friction 0.65, theta 0.7 and dt 2 ms as published. Below "
    "the associative limit load rest is a solution under either flow rule, above it there is no "
    "equilibrium at all: motion starts there. The published 0.387 g is reported, not met; so is the drift "
    "that 0.41 g for 1.1 s leaves."
)
NOTES = (
    "Below 0.4037 g a wall at rest stays at rest, so the published 0.387 is not met by a rigid model that starts "
    "from rest. Under 0.41 g part of the wall accelerates faster than the excess over 0.4037 g alone would "
    "suggest and moves by the length of a block before the pulse ends. A likely reason, not tested, is that "
    "joints which slide do so with little dilatancy, so that the lower non-associative limit (0.356) is what "
    "resists."
)


@case("ferris-tinloi-3", DESCRIPTION, minutes=4.0, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    for flow, found in zip(FLOWS, map_runs(initiation, FLOWS)):
        yield within_absolute(f"{flow}, motion starts", FERRIS_INITIATION, found, FERRIS_G, LIMIT, "g")
        yield reported(f"{flow}, motion starts", FERRIS_PUBLISHED, found, PUBLISHED, "g")
    for flow, text in zip(FLOWS, map_runs(drift, FLOWS)):
        yield reported(f"{flow}, drift after {PULSE[0]:g} g for {PULSE[1]:g} s", "residual drift (at 0.387 g)", text,
                       PUBLISHED + " (no number)")
