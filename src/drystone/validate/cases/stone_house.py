"""Stone house of three walls under one sine pulse: a short one it survives, a long one throws its facade down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from drystone.analysis.blocks import mean_displacement
from drystone.analysis.peaks import find_peaks
from drystone.analysis.rest import rest_since
from drystone.motion import OneSine
from drystone.results.result import RunResult
from drystone.validate.case import Row, case, reported, same_word
from drystone.validate.full_scale import (
    OWN,
    RunFigures,
    energy_drop,
    first_time,
    health_rows,
    map_structures,
    run_structure,
    store_of,
)
from drystone.validate.parts import is_chosen
from drystone.validate.structures import HOUSE_BLOCKS, stone_house
from drystone.validate.tolerances import GRAVITY, HOUSE_FASTEST, HOUSE_OUTCOME, HOUSE_PEAKS, HOUSE_STEP_S

DT = 1e-3                 #: [s]
AMPLITUDE = 0.8 * GRAVITY
AFTER = 2.0               #: [s], run after the end of the pulse
SLOW = 5e-3               #: [m/s]; a house no point of which is faster is at rest
SMALL = 0.10              #: [m], a fifth of the thickness of the walls; a smaller residual is a slight deformation
FALLEN = 0.5              #: [m]; a top that has moved out of plane by its wall's thickness has left it
LEAST_PEAK = 2e-4         #: [m], lower maxima of the mean height are trembling
WINDOW = 0.1              #: [s]
PUBLISHED = "Nodargi and Bisegna 2024, section 4.5.1"


@dataclass(frozen=True, slots=True)
class HouseFigures:
    """What is read from one run. Displacements along y: negative is forwards, out of the facade [m]."""

    outcome: str
    peaks: list[float]              #: [s], maxima of the potential energy
    rest: float                     #: [s], at rest from here on; nan: not
    collapse: float                 #: [s], a fifth of the potential energy lost; nan: not
    backwards: dict[str, float]     #: greatest displacement towards +y, by monitored block
    forwards: dict[str, float]      #: greatest displacement towards -y
    last: dict[str, float]          #: at the end of the run
    end: float                      #: [s]
    mean_y: float                   #: of all blocks, at the end
    health: RunFigures


def simulate(item: tuple[float, str | None]) -> HouseFigures:
    """Figures of the run with a half period [s], kept in a directory or nowhere."""
    half_period, directory = item
    model = stone_house(OneSine(AMPLITUDE, half_period))
    result, health = run_structure(model, dt=DT, duration=2.0 * half_period + AFTER, directory=directory, stop=True)
    return read_figures(result, health)


def read_figures(result: RunResult, health: RunFigures) -> HouseFigures:
    """Figures of a run from its store."""
    y = {name: result.monitor(f"{name.replace(' ', '_')}.y") for name in HOUSE_BLOCKS}
    weight = float(result.static["weight"])
    height = (result.energy("potential") - result.energy("potential")[0]) / weight
    peaks = find_peaks(result.time, height, least=LEAST_PEAK, window=WINDOW)
    rest = rest_since(result, speed=SLOW)
    last = {name: float(values[-1]) for name, values in y.items()}
    collapse = first_time(result, energy_drop(result) >= 0.2)
    return HouseFigures(
        outcome=outcome(last, rest is not None, np.isfinite(collapse)), peaks=peaks.time.tolist(),
        rest=float("nan") if rest is None else rest, collapse=collapse,
        backwards={name: float(values.max()) for name, values in y.items()},
        forwards={name: float(values.min()) for name, values in y.items()}, last=last, end=float(result.time[-1]),
        mean_y=float(mean_displacement(result)[-1, 1]), health=health)


def outcome(last: dict[str, float], is_at_rest: bool, is_collapsed: bool) -> str:
    """In words, from the last displacements along y [m] of the monitored blocks."""
    if is_collapsed or max(abs(y) for y in last.values()) > FALLEN:
        if all(y < -FALLEN for y in last.values()):
            return "facade falls forwards"
        return "collapses otherwise"
    if not is_at_rest:
        return "still moves"
    return "comes to rest" if max(abs(y) for y in last.values()) <= SMALL else "comes to rest, much deformed"


DESCRIPTION = (
    "House of three walls, 191 blocks: a facade with door and gable, two returns, one with a window; friction 0.7, on "
    "the foundation 0.9. One full sine of ground acceleration of 0.8 g, first out of the facade (-y): with a half "
    "period of 0.20 s it comes to rest, slightly deformed, with 0.40 s its facade falls forwards."
)
NOTES = (
    "The source shows sizes and blocks in a figure only; the layout is ours and has the same number of blocks and a "
    "static capacity of 0.363 g (published 0.372 g). Monitored blocks: the middle block of the gable's top course and "
    "the two end blocks of the facade at the eaves; the source marks three such blocks in a figure. Displacements are "
    "of centres of mass against the ground, negative forwards. At rest: no point is faster than 5 mm/s until the end "
    "of the run, 2 s after the pulse; slightly deformed: no monitored block is more than 0.1 m off. The facade has "
    "fallen forwards if all three are more than its thickness, 0.5 m, in front of where they were when a fifth of the "
    "potential energy is lost, which is where the run ends."
)


def part_name(half_period: float) -> str:
    """Name of the part of the case that runs a pulse of this half period [s]."""
    return f"half period {half_period:g} s"


@case("stone-house", DESCRIPTION, minutes=12.0, notes=NOTES, parts=map(part_name, HOUSE_OUTCOME))
def rows() -> Iterable[Row]:
    """Rows of the case."""
    items = [(tp, store_of(f"stone-house-{tp:g}s")) for tp in HOUSE_OUTCOME if is_chosen(part_name(tp))]
    for (tp, _), figures in zip(items, map_structures(simulate, items)):
        what = part_name(tp)
        yield same_word(f"{what}, outcome", HOUSE_OUTCOME[tp], figures.outcome, PUBLISHED)
        for name in HOUSE_BLOCKS:
            yield reported(f"{what}, {name} block, most backwards", None, 1e3 * figures.backwards[name], OWN, "mm")
            yield reported(f"{what}, {name} block, most forwards", None, 1e3 * figures.forwards[name], OWN, "mm")
            yield reported(f"{what}, {name} block, at {figures.end:.3g} s", None, 1e3 * figures.last[name], OWN, "mm")
        if HOUSE_OUTCOME[tp] == "comes to rest":
            for number, reference in enumerate(HOUSE_PEAKS):
                time = figures.peaks[number] if number < len(figures.peaks) else float("nan")
                yield reported(f"{what}, potential-energy peak {number + 1}", reference, time, PUBLISHED, "s")
            yield reported(f"{what}, at rest from", None, figures.rest, PUBLISHED + ": by 2.0 s", "s")
        else:
            yield reported(f"{what}, potential energy fallen by 20 %", None, figures.collapse, OWN, "s")
            yield reported(f"{what}, mean displacement of all blocks, y", None, 1e3 * figures.mean_y, OWN, "mm")
        yield from health_rows(what, figures.health, fastest=HOUSE_FASTEST, published_step=HOUSE_STEP_S)
