"""A filled cylinder of radial blocks over an octagonal gap under its own weight: does a false dome form?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from drystone.validate.case import Row, case, reported, same_word
from drystone.validate.cases.natural_arch import fall_rows
from drystone.validate.full_scale import RunFigures, map_structures, run_structure, store_of
from drystone.validate.over_gap import Fall, describe_fall, read_fall
from drystone.validate.parts import is_chosen
from drystone.validate.structures import cylinder_over_gap
from drystone.validate.tolerances import DOME_OVER_GAP

PUBLISHED = "Beatini, Royer-Carfagni and Tasora 2017, section 3.2"
PART = "a dome-shaped part"
DT = 4e-3    #: [s]; the source gives none for its static cases


@dataclass(frozen=True, slots=True)
class DomeRun:
    """One cylinder; rigid with the default scheme, with stiffness as the source does it."""

    name: str
    ring_width: float          #: [m]
    block_length: float        #: [m]
    stiffness: float | None    #: [Pa/m]
    duration: float            #: [s]
    is_judged: bool


RUNS = (
    DomeRun("rigid joints, rings of 0.9 m", 0.9, 1.0, None, 0.02, False),
    DomeRun("joints of 1e8 Pa/m, rings of 1.62 m", 1.62, 1.6, 1e8, 0.36, False),
    DomeRun("joints of 1e9 Pa/m, rings of 1.62 m", 1.62, 1.6, 1e9, 1.6, True),
)


def simulate(item: tuple[DomeRun, str | None]) -> tuple[Fall, RunFigures]:
    """What falls in a run, kept in a directory or nowhere."""
    chosen, directory = item
    model = cylinder_over_gap(ring_width=chosen.ring_width, block_length=chosen.block_length,
                              stiffness=chosen.stiffness)
    result, health = run_structure(model, dt=DT, duration=chosen.duration, directory=directory,
                                   scheme="midpoint" if chosen.stiffness is None else "euler")
    return read_fall(result), health


DESCRIPTION = (
    "Filled cylinder of radially laid blocks with trimmed edges, 16.2 m wide and 5 m high, friction 0.4, not "
    "supported over an octagon of 7.6 m, under its own weight. Published: a dome-shaped space forms, the rest stands. "
    "Rigid joints with the default scheme, and joints with a stiffness, associative friction and euler, as in the "
    "source."
)
NOTES = (
    "The source fixes friction, width, height and the octagon; the layout of the blocks is in a figure only, so it is "
    "ours: rings of equal width with 8, 16 or 32 blocks, every other course turned and shifted by half a ring. Rigid "
    "blocks that fit exactly do not move at all: around every ring the wedges may press on each other with any force "
    "that balances, the rings outside the octagon rest on the floor and take the thrust, so forces that carry "
    "everything exist, and then rest is the only motion of a rigid assembly. The source regularises its joints with a "
    "stiffness, whose value it does not give. However great it is, only joints press that are squeezed, and the "
    "lowest blocks over the octagon are not: they slide out, ring by ring narrower from course to course, and the "
    "middle of the upper courses is held by the blocks around it, as published. The blocks that fall are the same for "
    "stiffnesses ten times apart. Trimmed edges stand for the rounded ones of the source. With a stiffness k the "
    "associative law lets blocks slide past each other at a limited speed in proportion to 1/(k dt), so with 1e9 Pa/m "
    "the blocks are still on their way when the run ends. A block has fallen if it has sunk by more than 20 mm and "
    "still sinks, or by half a course; it has come loose if it has fallen or sunk by 0.1 m; the rest is what has not "
    "come loose. With 1e8 Pa/m the rest still swings on its soft joints, which is why that run is not judged. Finer "
    "rings (0.9 m) with stiffness were not run."
)


@case("corbelled-dome", DESCRIPTION, minutes=8.0, notes=NOTES, parts=(run.name for run in RUNS))
def rows() -> Iterable[Row]:
    """Rows of the case."""
    items = [(chosen, store_of(f"corbelled-dome-{chosen.name}")) for chosen in RUNS
             if is_chosen(chosen.name)]
    for (chosen, _), (fall, health) in zip(items, map_structures(simulate, items)):
        words = describe_fall(fall, PART)
        make = same_word if chosen.is_judged else reported
        yield make(f"{chosen.name}, outcome", DOME_OVER_GAP, words, PUBLISHED)
        yield from fall_rows(chosen.name, fall, health)
