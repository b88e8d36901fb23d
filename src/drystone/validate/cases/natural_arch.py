"""A wall in running bond over a gap under its own weight: what falls, and does an arch form in the rest?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from drystone.errors import InputError
from drystone.limit.statics import friction_reserve
from drystone.simulation.pool import map_runs
from drystone.validate.case import Row, case, reported, same_word
from drystone.validate.full_scale import OWN, RunFigures, law_rows, map_structures, run_structure, store_of
from drystone.validate.over_gap import Fall, describe_fallen, read_fall
from drystone.validate.parts import is_chosen
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


STATICS = "statics, least friction"   #: name of the part that asks which bonds can stand

DESCRIPTION = (
    "Wall of 16.2 x 5.0 x 0.8 m in running bond, friction 0.4, not supported over the middle 7.6 m, under its own "
    "weight. Published: a triangle falls and the rest stands as a natural arch. Judged with blocks of 1.157 x 0.5 m, "
    "by what has fallen: rigid joints with the default scheme, and joints of 1e9 Pa/m with associative friction and "
    "euler, as in the source. Other bonds, stiffnesses and schemes are reported."
)
NOTES = (
    "The source fixes friction, the gap (the span of its arch) and that the bond is that of its spandrels, which are "
    "in a figure only. Two things about it follow from what is known. The arch within those spandrels has steps of "
    "0.52 to 0.44 m in its lower courses, so courses are about 0.5 m high. And what falls, a triangle, must close "
    "below the top of the wall: half a block a side and course close 7.6 m within 5.0 m only if blocks are longer "
    "than 1.52 times their height, 0.76 m. So blocks of 0.54 x 0.5 m, judged before, are excluded by the text. "
    "Statics, the last rows, narrows it further: at friction 0.4 admissible forces hold what the triangle leaves only "
    "for some lengths. All bonds tried are named there: with courses of 0.5 m blocks of 0.54, 0.6, 0.81, 0.9, 0.926, "
    "0.953, 0.982, 1.0125, 1.08, 1.157 and 1.2 m, with courses of 0.357 m 0.81, 0.853 and 0.9 m, and 0.54 x 0.25 m. "
    "Friction 0.4 allows 0.953, 1.08, 1.157 and 1.2 m, and 0.9 x 0.357 m; the least friction does not grow or fall "
    "steadily with the length because head joints move against the edge of the gap. The bond of 1.157 m (16.2 m over "
    "14) needs the least, 0.21, and is the one judged; it was taken for that, not for its outcome. That forces exist "
    "is needed, not enough: blocks of 0.953 and 1.08 m are run, too. The source's code gives its joints a compliance "
    "that is 5e8 Pa/m, within a factor of two; 1e9 Pa/m lies in that range. Judged is what has fallen: a block that "
    "has sunk by half a course, or by more than 20 mm and still sinks. It must narrow upwards and end below the top, "
    "and all other blocks must be slower than 10 mm/s at the end. Blocks that have sunk by 0.1 m without falling have "
    "come loose and are counted apart; with 5e8 Pa/m stones above the triangle do so and are caught. Over 4.86 m, "
    "which a bond of 0.54 m can close, rigid blocks that fit exactly do not move at all: they may press on each "
    "other's ends with any force that balances; with a stiffness only joints press that are squeezed, and a triangle "
    "comes loose. Edges are trimmed for the source's rounded ones. With a stiffness k the associative law lets blocks "
    "slide past each other at a limited speed in proportion to 1/(k dt), so they do not fall freely while they touch. "
    "A row whose scheme does not take stiffness says so in place of an outcome."
)


@case("natural-arch", DESCRIPTION, minutes=5.0, notes=NOTES, parts=(*(run.name for run in RUNS), STATICS))
def rows() -> Iterable[Row]:
    """Rows of the case."""
    items = [(chosen, store_of(f"natural-arch-{chosen.name}")) for chosen in RUNS if is_chosen(chosen.name)]
    for (chosen, _), found in zip(items, map_structures(simulate, items)):
        yield from run_rows(chosen, found)
    bonds = BONDS if is_chosen(STATICS) else ()
    for bond, friction in zip(bonds, map_runs(least_friction, bonds)):
        yield reported(f"{STATICS} that holds the wall without the triangle, blocks of {bond[0]:.4g} x "
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
        yield reported(f"{chosen.name}, fastest block of what has not fallen, at {found[0].end:g} s", None,
                       found[0].rest_speed, OWN, "m/s")
        yield from fall_rows(chosen.name, *found)


def fall_rows(name: str, fall: Fall, health: RunFigures) -> Iterable[Row]:
    """What fell, course by course, and how the run went."""
    yield reported(f"{name}, blocks fallen, by course from the bottom", None, " ".join(map(str, fall.fallen)), OWN)
    yield reported(f"{name}, blocks come loose, by course from the bottom", None, " ".join(map(str, fall.loose)), OWN)
    yield reported(f"{name}, greatest sag of what is left", None, 1e3 * fall.sag, OWN, "mm")
    yield reported(f"{name}, greatest horizontal displacement of what is left", None, 1e3 * fall.spread, OWN, "mm")
    yield reported(f"{name}, fastest block of what is left, at {fall.end:g} s", None, fall.speed, OWN, "m/s")
    yield from law_rows(name, health)
    yield reported(f"{name}, CPU time of a step", None, health.cpu_seconds / max(health.steps, 1), OWN, "s")
