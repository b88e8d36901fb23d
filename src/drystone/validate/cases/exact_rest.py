"""Shaken structures that stand come to exact rest, and stay there: studies end their runs on it."""

from __future__ import annotations

from collections.abc import Iterable

from drystone.simulation.pool import map_runs
from drystone.validate.case import Row, at_least, at_most, case, reported
from drystone.validate.full_scale import OWN
from drystone.validate.pulse_runs import COUNT
from drystone.validate.rest_runs import AFTER, SLOW, WATCHED, Shaking, Standing, shake

WAIT = 1.0             #: [s], from the end of all motion until every twist is exactly zero
LEAST_STANDING = 6     #: runs of a way of stepping that stand: else nothing is shown
SLENDER = 20           #: courses of a wall twenty times as high as it is thick
WAYS = (("standard", 2.5e-3), ("study", 5e-3))

DESCRIPTION = (
    "A dry wall of 10 courses, 205 blocks, under a sine of 0.9 g, 0.1 s in its plane, and the stone house under the 24 "
    f"pulses of house-pulses. Those that stand have stopped moving once no point is faster than {1e3 * SLOW:g} mm/s. "
    f"From there every twist has to be exactly zero within {WAIT:g} s, and no position may change in the {WATCHED:g} s "
    "that follow."
)
NOTES = (
    "Rest is taken where impulses of statics exist that stop all blocks within a step and bear their loads, and the "
    "referee of Coulomb's law agrees (solvers/halt.py); no speed is small enough for it by itself. With rigid joints a "
    "block that wedges itself between its neighbours has both answers, to creep on at a constant speed and to rest "
    f"under more pressure, and rest is tried first. What moves {AFTER:g} s after the ground is counted as moving. "
    "A wall of 20 courses, 4 m high and 0.2 m thick, is reported only: left uneven by the pulse it sways across its "
    "plane for longer than that, at either step."
)


@case("exact-rest", DESCRIPTION, minutes=8.0, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    for accuracy, dt in WAYS:
        items = [Shaking(pulse, accuracy, dt) for pulse in (None, *range(COUNT))]
        items.insert(0, Shaking(None, accuracy, dt, SLENDER))
        slender, *found = map_runs(shake, items)
        yield from rows_of(f"wall, {accuracy}, dt {dt:g}", found[:1], least=1)
        yield from rows_of(f"house, {accuracy}, dt {dt:g}", found[1:], least=LEAST_STANDING)
        yield reported(f"{items[0].name}, at the end", None, slender.outcome, OWN)


def rows_of(name: str, found: list[Standing], least: int) -> Iterable[Row]:
    """Rows of runs stepped in one way, of which at least so many have to stand."""
    standing = [run for run in found if run.outcome == "stands"]
    yield at_least(f"{name}, runs that stand, of {len(found)}", least, len(standing), OWN)
    yield reported(f"{name}, runs that still move at the end", None, sum(run.outcome == "moves" for run in found), OWN)
    waits = [run.wait for run in standing]
    yield at_most(f"{name}, runs not at exact rest {WAIT:g} s after all motion", 0,
                  sum(not wait <= WAIT for wait in waits), "statics admits rest")
    yield reported(f"{name}, longest wait for exact rest", None, max(waits, default=0.0), OWN, "s")
    # a run that never came to rest has no drift to tell: it fails the row above
    yield at_most(f"{name}, greatest drift in {WATCHED:g} s of rest", 0.0,
                  max((run.drift for run in standing if run.drift == run.drift), default=0.0), "rest", "m")
