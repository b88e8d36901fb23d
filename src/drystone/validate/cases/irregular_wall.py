"""Wall of a thousand irregular stones: built quickly, and it stands."""

from __future__ import annotations

import time as clock
from collections.abc import Iterable

import numpy as np

from drystone.analysis.blocks import static_array
from drystone.model.assembly import Assembly
from drystone.patterns import masonry_wall
from drystone.validate.case import Row, at_most, case, reported
from drystone.validate.full_scale import MISSED, OWN, RunFigures, map_structures, residual_rows, run_structure, store_of
from drystone.validate.parts import is_chosen
from drystone.validate.scenes import DENSITY
from drystone.validate.tolerances import GRAVITY

DT, DURATION = 1e-3, 1.0            #: [s]
LENGTH, HEIGHT, THICKNESS = 16.0, 7.0, 0.5   #: [m]
STONE = (0.4, 0.25)                 #: [m], length and height of a mean stone
VARIATION, COURSES = 0.4, 0.3       #: relative variation of lengths and of course heights
SEEDS = (1, 2, 3)
STONES = 1000
BUILD_S = 2.0                       #: [s], from parameters to a checked model
DRIFT = 1e-9                        #: [m]


def build(seed: int) -> Assembly:
    """The wall with openings for a door and two windows."""
    a = Assembly("irregular-wall", gravity=GRAVITY)
    a.material("stone", density=DENSITY)
    a.joint("dry", friction=0.6)
    a.add_pattern(masonry_wall(LENGTH, HEIGHT, THICKNESS, STONE, length_variation=VARIATION, height_variation=COURSES,
                               openings=((2.0, 3.2, 0.0, 2.2), (6.0, 7.0, 3.5, 5.0), (9.5, 10.5, 3.5, 5.0)), seed=seed),
                  material="stone")
    a.add_ground(0.0)
    return a


def simulate(item: tuple[int, str | None]) -> tuple[int, float, float, RunFigures]:
    """Number of stones, time to build [s], drift [m] and figures of the run of one seed."""
    seed, directory = item
    build(seed)                                  # imports are no part of it
    start = clock.perf_counter()
    model = build(seed).build()
    seconds = clock.perf_counter() - start
    result, health = run_structure(model, dt=DT, duration=DURATION, directory=directory)
    moved = result.frames.position[-1] - static_array(result, "reference_position")
    return int((~model.is_support).sum()), seconds, float(np.linalg.norm(moved, axis=1).max()), health


DESCRIPTION = (
    "Wall of 16 x 7 x 0.5 m with a door and two windows, laid of a thousand stones whose lengths vary by 40 % and "
    "whose courses by 30 %, for three seeds: it is built within two seconds and stands for one second under its own "
    "weight without moving."
)


@case("irregular-wall", DESCRIPTION, minutes=3.0, parts=(f"seed {seed}" for seed in SEEDS))
def rows() -> Iterable[Row]:
    """Rows of the case."""
    items = [(seed, store_of(f"irregular-wall-{seed}")) for seed in SEEDS if is_chosen(f"seed {seed}")]
    for (seed, _), (stones, seconds, drift, health) in zip(items, map_structures(simulate, items)):
        what = f"seed {seed}"
        yield reported(f"{what}, stones", STONES, stones, "what is asked for")
        yield at_most(f"{what}, time to build", BUILD_S, seconds, "what is asked for", "s")
        yield at_most(f"{what}, greatest displacement after 1 s", DRIFT, drift, "it stands", "m")
        yield at_most(f"{what}, {MISSED}, of {health.steps}", 0, health.missed, health.asked)
        yield from residual_rows(what, health)
        yield reported(f"{what}, CPU time of a step", None, health.cpu_seconds / max(health.steps, 1), OWN, "s")
