"""The acceleration at which limit analysis says that a structure moves, and that at which the engine moves it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np

from drystone.limit.analysis import limit_analysis
from drystone.limit.live import acceleration
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings
from drystone.model.state import State
from drystone.motion import Constant
from drystone.validate.case import Row, case, within_absolute
from drystone.validate.limit_models import arch, block, spandrel, stone_house
from drystone.validate.scenes import ferris_wall
from drystone.validate.tolerances import GRAVITY, LIMIT_DYNAMICS_G
from drystone.validate.track import follow

DT = 2e-3            #: [s]
WATCHED = 0.03       #: [s], what rests by then rests for good: nothing changes any more
MOVED = 1e-7         #: [m]; an excess of a tenth of a load step moves blocks farther
MOST_STEPS = 5       #: load steps that are tried on each side
#: Models by name, and where the ground's acceleration pushes the blocks.
STRUCTURES: dict[str, tuple[Callable[..., Model], str]] = {
    "block 0.5 x 2 m": (lambda motion=None: block(0.5, 2.0, friction=0.7, planar=True, motion=motion), "-x"),
    "wall with a window, 46 blocks": (ferris_wall, "-x"),
    "arch of 7 voussoirs": (lambda motion=None: arch(10.0, 1.5, 150.0, 7, motion=motion), "-x"),
    "wall with an arch, 201 blocks": (lambda motion=None: spandrel(trim=False, planar=True, motion=motion), "-x"),
    "house, 191 blocks in space": (lambda motion=None: stone_house(motion=motion), "-y"),
}
DESCRIPTION = (
    "Five structures at rest under a constant acceleration of the ground, raised in load steps of 0.002 g: the middle "
    "of the step in which the engine starts to move, against the associative limit analysis of the same model.")
NOTES = (
    "Both see the same contact points and the same friction. The engine starts from rest at every load step and is "
    "watched for 0.03 s; it is asked just below the limit and just above, and farther only if it disagrees.")
SOURCE = "limit analysis, associative"


def moves(build: Callable[..., Model], level: float) -> bool:
    """Whether the engine moves a block under `level` [g]."""
    model = build(motion=Constant(level * GRAVITY))
    start = model.initial_position

    def probe(state: State) -> tuple[float]:
        return (float(np.abs(state.position - start).max()),)

    return follow(model, AnalysisSettings(dt=DT), WATCHED, probe, lambda time, values: values[0] > MOVED).stopped


def first_motion(build: Callable[..., Model], limit: float) -> float:
    """Middle of the load step [g] in which it starts to move; nan if that is not within a few steps of the limit."""
    step = LIMIT_DYNAMICS_G
    number = math.floor(limit / step) + 1
    if moves(build, number * step):
        for k in range(number - 1, number - 1 - MOST_STEPS, -1):
            if not moves(build, k * step):
                return (k + 0.5) * step
        return math.nan
    for k in range(number + 1, number + 1 + MOST_STEPS):
        if moves(build, k * step):
            return (k - 0.5) * step
    return math.nan


@case("limit-vs-dynamics", DESCRIPTION, minutes=2.0, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    for name, (build, towards) in STRUCTURES.items():
        model = build()
        limit = limit_analysis(model, acceleration(model, towards)).alpha
        found = first_motion(build, limit)
        yield within_absolute(f"{name}, motion starts", limit, found, LIMIT_DYNAMICS_G, SOURCE, "g")
