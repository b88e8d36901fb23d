"""A wall in running bond over a gap under its own weight: what falls, and does an arch form in the rest?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from drystone.errors import InputError
from drystone.limit.statics import friction_reserve
from drystone.validate.case import Row, case, reported, same_word
from drystone.validate.full_scale import OWN, RunFigures, run_structure, store_of
from drystone.validate.over_gap import Fall, describe_fallen, read_fall
from drystone.validate.pool import map_runs
from drystone.validate.structures import GAP_WIDTH, wall_over_gap
from drystone.validate.tolerances import ARCH_OVER_GAP

PUBLISHED = "Beatini, Royer-Carfagni and Tasora 2017, section 3.2"
PART = "a triangle"
ROUGH = 1.5      #: friction with which every one of these walls stands
NARROW = 4.86    #: [m], nine blocks: a gap that half a block a course closes below the top of the wall


@dataclass(frozen=True, slots=True)
class GapRun:
    """One wall, and how it is stepped."""

    name: str
    block: float               #: [m], length of a block
    stiffness: float | None    #: [Pa/m]
    dt: float                  #: [s]
    duration: float            #: [s]
    is_judged: bool = False
    course: float = 0.5        #: [m], height of a block
    gap: float = GAP_WIDTH     #: [m]
    scheme: str = ""           #: "": the default for rigid joints; for others euler and associative, as in the source

    @property
    def chosen_scheme(self) -> str:
        """As the engine takes it."""
        return self.scheme or ("midpoint" if self.stiffness is None else "euler")


LONG = 16.2 / 14    #: [m], of the blocks that are judged: of those tried it needs the least friction
RUNS = (
    GapRun("blocks of 1.157 x 0.5 m, rigid joints", LONG, None, 2e-3, 0.8, True),
    GapRun("blocks of 1.157 x 0.5 m, joints of 1e9 Pa/m", LONG, 1e9, 1e-3, 1.5, True),
    GapRun("blocks of 1.157 x 0.5 m, joints of 1e9 Pa/m, default scheme", LONG, 1e9, 1e-3, 1.5, scheme="midpoint"),
    GapRun("blocks of 1.157 x 0.5 m, joints of 5e8 Pa/m", LONG, 5e8, 1e-3, 1.5),
    GapRun("blocks of 0.9 x 0.357 m, rigid joints", 0.9, None, 2e-3, 0.8, course=5.0 / 14),
    GapRun("blocks of 0.9 x 0.357 m, joints of 1e9 Pa/m", 0.9, 1e9, 1e-3, 1.5, course=5.0 / 14),
    GapRun("blocks of 0.953 x 0.5 m, joints of 5e8 Pa/m", 16.2 / 17, 5e8, 1e-3, 1.5),
    GapRun("blocks of 1.08 x 0.5 m, joints of 5e8 Pa/m", 1.08, 5e8, 1e-3, 1.5),
    GapRun("blocks of 1.08 x 0.5 m, joints of 1e9 Pa/m", 1.08, 1e9, 1e-3, 1.5),
    GapRun("blocks of 1.08 x 0.5 m, rigid joints", 1.08, None, 2e-3, 0.8),
    GapRun("blocks of 0.54 x 0.5 m, gap 4.86 m, rigid joints", 0.54, None, 2e-3, 0.2, gap=NARROW),
    GapRun("blocks of 0.54 x 0.5 m, gap 4.86 m, joints of 1e9 Pa/m", 0.54, 1e9, 1e-3, 1.0, gap=NARROW),
)

#: Length and height of blocks [m] whose wall is asked whether it can stand at all once the triangle is gone
BONDS = tuple((16.2 / count, 0.5) for count in (30, 27, 20, 18, 17.5, 17, 16.5, 16, 15, 14, 13.5)) + tuple(
    (length, 5.0 / 14) for length in (0.81, 16.2 / 19, 0.9)) + ((0.54, 0.25),)


def simulate(item: tuple[GapRun, str | None]) -> tuple[Fall, RunFigures] | str:
    """What falls in a run, kept in a directory or nowhere; or why the engine does not take it."""
    chosen, directory = item
    model = wall_over_gap(gap=chosen.gap, block=chosen.block, course=chosen.course, stiffness=chosen.stiffness)
    try:
        result, health = run_structure(model, dt=chosen.dt, duration=chosen.duration, directory=directory,
                                       scheme=chosen.chosen_scheme)
    except InputError as error:
        return str(error)
    return read_fall(result), health


def least_friction(bond: tuple[float, float]) -> float:
    """Least friction with which admissible forces hold the wall without its triangle, sharp edges, in plane."""
    block, course = bond
    model = wall_over_gap(block=block, course=course, trim=0.0, friction=ROUGH, triangle_gone=True, planar="xz")
    reserve = friction_reserve(model)
    return ROUGH / reserve if reserve > 0.0 else float("inf")


DESCRIPTION = (
    "x"
)
NOTES = (
    "x"
)


@case("natural-arch", DESCRIPTION, minutes=10.0, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    items = [(chosen, store_of(f"natural-arch-{chosen.name}")) for chosen in RUNS]
    for (chosen, _), found in zip(items, map_runs(simulate, items)):
        yield from run_rows(chosen, found)
    for bond, friction in zip(BONDS, map_runs(least_friction, BONDS)):
        yield reported(f"statics, least friction that holds the wall without the triangle, blocks of {bond[0]:.4g} x "
                       f"{bond[1]:.3g} m", 0.4, friction, PUBLISHED)


def run_rows(chosen: GapRun, found: tuple[Fall, RunFigures] | str) -> Iterable[Row]:
    """Rows of one run. A run that the engine refuses fails where it is judged and says why where it is not."""
    words = found if isinstance(found, str) else describe_fallen(found[0], PART)
    published = chosen.gap == GAP_WIDTH
    if chosen.is_judged:
        yield same_word(f"{chosen.name}, what has fallen", ARCH_OVER_GAP, words, PUBLISHED)
    else:
        yield reported(f"{chosen.name}, what has fallen", ARCH_OVER_GAP if published else None, words,
                       PUBLISHED if published else OWN)
    if not isinstance(found, str):
        yield from fall_rows(chosen.name, *found)


def fall_rows(name: str, fall: Fall, health: RunFigures) -> Iterable[Row]:
    """What fell, course by course, and how the run went."""
    yield reported(f"{name}, blocks fallen, by course from the bottom", None, " ".join(map(str, fall.fallen)), OWN)
    yield reported(f"{name}, blocks come loose, by course from the bottom", None, " ".join(map(str, fall.loose)), OWN)
    yield reported(f"{name}, greatest sag of what is left", None, 1e3 * fall.sag, OWN, "mm")
    yield reported(f"{name}, greatest horizontal displacement of what is left", None, 1e3 * fall.spread, OWN, "mm")
    yield reported(f"{name}, fastest block of what is left, at {fall.end:g} s", None, fall.speed, OWN, "m/s")
    yield reported(f"{name}, fastest block of what has not fallen, at {fall.end:g} s", None, fall.rest_speed, OWN,
                   "m/s")
    yield reported(f"{name}, steps not solved, of {health.steps}", 0, health.unsolved, "certified error <= 1e-5")
    yield reported(f"{name}, CPU time of a step", None, health.cpu_seconds / max(health.steps, 1), OWN, "s")
