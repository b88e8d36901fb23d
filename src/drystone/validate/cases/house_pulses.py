"""Stone house under 24 pulses around its failure boundary: do ways to solve a step differ by more than chance?

Two parts, each a case that can be chosen: the splitting of Coulomb's law with itself at other accuracies and steps, and
against convex problems with the friction shift iterated, which costs some five times as much a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from drystone.validate import full_scale
from drystone.validate.case import Row, at_least, at_most, case, reported
from drystone.validate.full_scale import OWN
from drystone.validate.outcome_table import cache_folder, complete
from drystone.validate.paired import (
    Confusion,
    compare,
    difference_in_errors,
    differs,
    excess_probability,
    least_significant,
    share_error,
)
from drystone.validate.pulse_runs import (
    COARSER,
    COLLAPSES,
    CONVEX,
    CONVEX_MOVED,
    COUNT,
    DT,
    EXTENSION,
    FINER,
    HALF_PERIODS,
    HOLD,
    MOVED,
    REFUSED,
    RESTS,
    SEED,
    SLOW,
    SPREAD,
    STANDARD,
    STANDARD_MOVED,
    STUDY,
    UNDECIDED,
    PulseRun,
    Way,
    draw_pulses,
)

LEVEL = 0.05             #: of the exact one-sided test
ERRORS = 2.0             #: standard errors by which shares of collapse may differ
LEAST_OF_EACH = 6        #: pulses that rest, and that collapse: else they do not lie around the boundary

Runs = Mapping[tuple[str, int], PulseRun]


def table_folder() -> Path:
    """Where outcomes are kept: with the stores of other runs, or in the user's cache."""
    return full_scale.keep_in or cache_folder()


def common_pulses(runs: Runs, ways: Iterable[Way]) -> list[int]:
    """Numbers of the pulses that were run in all of the ways."""
    return [n for n in range(COUNT) if all((way.name, n) in runs for way in ways)]


def rows_of_way(runs: Runs, way: Way) -> Iterable[Row]:
    """Outcomes, share of collapse, rest and cost of one way."""
    own = [runs[way.name, n] for n in common_pulses(runs, [way])]
    outcomes = [run.outcome for run in own]
    fallen, stands = outcomes.count(COLLAPSES), outcomes.count(RESTS)
    yield reported(f"{way.name}, pulses run", COUNT, len(own), OWN)
    yield reported(f"{way.name}, share of collapse", None, share_of(fallen, fallen + stands), "with its standard error")
    yield reported(f"{way.name}, undecided or refused", 0, outcomes.count(UNDECIDED) + outcomes.count(REFUSED),
                   f"neither {EXTENSION:g} s after the pulse")
    yield from rest_rows(way, [run for run in own if run.outcome == RESTS])
    yield reported(f"{way.name}, steps that miss the accuracy asked for", None,
                   f"{sum(run.unsettled for run in own)} of {sum(run.steps for run in own)}", OWN)
    yield reported(f"{way.name}, CPU time of a run, mean", None, _mean([run.cpu_seconds for run in own]), OWN, "s")
    yield reported(f"{way.name}, CPU time of a step, mean", None,
                   1e3 * sum(run.cpu_seconds for run in own) / max(sum(run.steps for run in own), 1), OWN, "ms")


def rest_rows(way: Way, survivors: list[PulseRun]) -> Iterable[Row]:
    """How many of the runs that survive stand exactly still, and how fast the others are."""
    moving = [run.last_speed for run in survivors if not np.isfinite(run.still_from)]
    yield reported(f"{way.name}, rest without exact rest within {HOLD:g} s, of {len(survivors)}", 0, len(moving),
                   f"every twist 0 {HOLD:g} s after the last point was faster than {1e3 * SLOW:g} mm/s")
    if moving:
        yield reported(f"{way.name}, greatest speed left in them", 0.0, 1e3 * max(moving), OWN, "mm/s")


def rows_of_pair(runs: Runs, first: Way, second: Way, yardstick: tuple[Way, Way] | None) -> Iterable[Row]:
    """Confusion of two ways; judged against the disagreements of the yardstick, None: it is the yardstick.

    Over the pulses that were run in all of them; judged only if these are all pulses.
    """
    numbers = common_pulses(runs, (first, second, *(yardstick or ())))
    what = f"{first.name} against {second.name}"
    if not numbers:
        yield reported(what, None, "no pulse was run in both", OWN)
        return
    table = confusion(runs, first, second, numbers)
    yield reported(f"{what}, {len(numbers)} pulses", None, str(table), OWN)
    yield reported(f"{what}, disagreements, of {table.count}", None, table.disagreements, OWN)
    if yardstick is None:
        return
    allowed = confusion(runs, *yardstick, numbers).disagreements
    chance = excess_probability(disagreements(runs, first, second, numbers), disagreements(runs, *yardstick, numbers))
    # a part of the pulses shows how it goes, and proves nothing
    more, less = (at_least, at_most) if len(numbers) == COUNT else (reported, reported)
    yield more(f"{what}, probability of so many more than the yardstick's {allowed}", LEVEL, chance,
               "exact one-sided test")
    yield less(f"{what}, shares of collapse, difference in standard errors", ERRORS, difference_in_errors(table),
               "of the difference in pairs")


def disputed_rows(runs: Runs, ways: Iterable[Way]) -> Iterable[Row]:
    """Pulses whose outcome is not the same in all ways, and which way says what."""
    for n, pulse in enumerate(draw_pulses()):
        said = {way.name: runs[way.name, n].outcome for way in ways if (way.name, n) in runs}
        if len(set(said.values())) > 1:
            words = "; ".join(f"{outcome}: {', '.join(name for name in said if said[name] == outcome)}"
                              for outcome in sorted(set(said.values())))
            load = f"{abs(pulse.amplitude):g} g first towards {'-y' if pulse.amplitude > 0.0 else '+y'}"
            yield reported(f"pulse {n}, {pulse.half_period:g} s, {load}", None, words, OWN)


def confusion(runs: Runs, first: Way, second: Way, numbers: Iterable[int]) -> Confusion:
    """Table of two ways over some pulses."""
    numbers = list(numbers)
    return compare(*([runs[way.name, n].outcome for n in numbers] for way in (first, second)))


def disagreements(runs: Runs, first: Way, second: Way, numbers: Iterable[int]) -> dict[int, bool | None]:
    """By pulse, whether two ways differ; None: not decided."""
    return {n: differs(runs[first.name, n].outcome, runs[second.name, n].outcome) for n in numbers}


def share_of(part: int, count: int) -> str:
    """Share with its standard error."""
    return f"{part / count:.3f} +- {share_error(part, count):.3f}" if count else "no pulse is decided"


def _mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else float("nan")


DESCRIPTION = (
    f"The house of the case before under {COUNT} one-sine pulses around its failure boundary, every second one first "
    f"towards +y; drawn by seed {SEED} before the first run: half periods {HALF_PERIODS[0]:g} to {HALF_PERIODS[1]:g} "
    f"s, amplitudes within a factor {SPREAD:.3g} of a guess of the boundary. Accuracy study against standard, steps of "
    f"{500 * DT:g} and {2e3 * DT:g} against {1e3 * DT:g} ms, each beside the yardstick: standard against itself with "
    f"an amplitude that is larger by {MOVED:g}."
)
NOTES = (
    f"A run ends at collapse (a fifth of the potential energy lost), when no point was faster than {1e3 * SLOW:g} mm/s "
    f"for {HOLD:g} s, or undecided {EXTENSION:g} s after the pulse; undecided pulses are in no table. Near the "
    "boundary the outcome of one run hangs on its last digits, so that ways are compared by how often they differ. "
    "The test asks whether two ways disagree on more pulses than the yardstick does; it is exact, one-sided and "
    "counts pulses on which one of the two comparisons disagrees. It has little power: if the yardstick never "
    f"disagrees, {least_significant(LEVEL)} disagreements are needed to be significant at {100 * LEVEL:g} %. Shares "
    "of collapse are compared on the same pulses, so the standard error of their difference is that of pairs, the "
    "root of the number of disagreements over the number of pulses, which is less than that of two independent "
    "shares. Outcomes are kept as they come in a table (house-pulses.csv, in the folder of --keep or in the user's "
    "cache): a case that was broken off goes on from it, and lines of other sources are run anew. Pulses are numbered "
    "from 0, as there. Found: three pulses of 24 have outcomes that hang on the way, all of them first towards +y, and "
    "on one of them the standard run is alone with its outcome. A quarter of the runs that survive do not stand "
    "exactly still a second after the last point was faster than 1 mm/s. Three kinds were followed for longer: a few "
    "blocks at the eaves that fade from 3e-6 m/s by a quarter in 4 s (pulse 4, standard); most of the house at 1.5e-5 "
    "m/s without an end (pulse 8, study); and one loose block low in the facade that tips twice, from 1e-5 up to "
    "4e-4 and to 2e-3 m/s, before it rests for good (pulse 9, standard moved). A speed of 1 mm/s for 1 s ends that run "
    "before it has rested; runs that are stopped at rest should ask for less."
)
SPLITTING = (STANDARD, STANDARD_MOVED, STUDY, COARSER, FINER)


@case("house-pulses", DESCRIPTION, minutes=8.0, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the splitting with itself."""
    yield from splitting_rows(complete(table_folder(), SPLITTING, range(COUNT)))


def splitting_rows(runs: Runs) -> Iterable[Row]:
    """Rows of the splitting, from the table."""
    outcomes = [runs[STANDARD.name, n].outcome for n in common_pulses(runs, [STANDARD])]
    for outcome in (RESTS, COLLAPSES):
        yield at_least(f"pulses after which the house {outcome}", LEAST_OF_EACH, outcomes.count(outcome),
                       "around the boundary")
    yardstick = (STANDARD, STANDARD_MOVED)
    yield from rows_of_pair(runs, *yardstick, None)
    for way in (STUDY, COARSER, FINER):
        yield from rows_of_pair(runs, way, STANDARD, yardstick)
    yield from disputed_rows(runs, SPLITTING)
    for way in SPLITTING:
        yield from rows_of_way(runs, way)


CONVEX_DESCRIPTION = (
    "The same pulses, steps of the same length: Coulomb's law of a step by up to four convex problems with the "
    "friction shift iterated (`solver: interior`) against the splitting (`accuracy: standard`). The yardstick is "
    f"convex problems against themselves with an amplitude that is larger by {MOVED:g}."
)


@case("house-pulses-convex", CONVEX_DESCRIPTION, minutes=20.0,
      notes="How to read it: as house-pulses, whose runs it shares.")
def convex_rows() -> Iterable[Row]:
    """Rows of convex problems against the splitting."""
    yield from rows_against_convex(complete(table_folder(), (CONVEX, CONVEX_MOVED, STANDARD), range(COUNT)))


def rows_against_convex(runs: Runs) -> Iterable[Row]:
    """The same from the table, over the pulses that are in it."""
    yardstick = (CONVEX, CONVEX_MOVED)
    yield from rows_of_pair(runs, *yardstick, None)
    yield from rows_of_pair(runs, CONVEX, STANDARD, yardstick)
    yield from disputed_rows(runs, (*yardstick, STANDARD))
    for way in yardstick:
        yield from rows_of_way(runs, way)
