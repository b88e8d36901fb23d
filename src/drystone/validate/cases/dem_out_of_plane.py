"""A wall pushed across its plane: first crack by plane sections, then it rocks on its toe."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.engines.dem.joints.law import D_TS
from drystone.validate.case import Row, case, reported, within_relative
from drystone.validate.dem_specimens import follow_rows
from drystone.validate.dem_walls_beyond import (
    ARM,
    GRAVITY_TIME,
    LENGTH,
    TENSION,
    THICKNESS,
    WEIGHT,
    cantilever,
)

#: Tension at the face of the base: moment over the section's modulus, less the pressure of the weight.
FIRST_CRACK = (TENSION + WEIGHT / (LENGTH * THICKNESS)) * LENGTH * THICKNESS**2 / 6.0 / ARM
#: The weight over the toe: W t / (2 h), h the height of the bar.
ROCKING = WEIGHT * THICKNESS / (2.0 * ARM)
#: Time [s] and displacement [m] of the bar: a soft start, so that it does not strike; the dry wall is held at the end.
MORTAR = ((0.2, 0.01e-3), (0.4, 0.03e-3), (0.6, 0.06e-3), (1.2, 0.2e-3))
DRY = ((0.1, 0.02e-3), (0.2, 0.06e-3), (0.4, 0.25e-3), (0.8, 1e-3), (1.2, 1e-3))
HELD = 100              #: rows at the end over which the force at rest is averaged
CELLS = (4, 8)
DESCRIPTION = (
    f"Wall of 440 x 800 x 100 mm on a base ({WEIGHT:.0f} N), pushed by a bar without friction across its plane at its "
    "top, local damping 0.8; mortar with a tension of 0.11 MPa that breaks at once. First crack: force at which a "
    "sub-contact of mortar first breaks, against plane sections; with n points through the thickness the joint's "
    "inertia is 1 + 2 / (n - 1)^2 of the true one. Rocking: the same wall with a dry lowest joint, pushed by 1 mm "
    "and held there, against W t / (2 h).")
NOTES = (
    "Displacements are small: the weight keeps its arm, so that the resistance stays at W t / (2 h) however far the "
    "wall leans. In truth it falls with the lean, to nothing where the weight is over the toe; after 1 mm over a "
    "thickness of 100 mm by 1 %, which is why no more is asked of it. The wall leans off the bar and touches it with "
    "its lower edge, 2.5 mm below the middle: 0.3 % more. Forces are means of those of bar and base. The row before a "
    "point breaks counts for the first crack.")


def push(is_dry: bool, through: int) -> tuple[np.ndarray, np.ndarray]:
    """Force [N], mean of bar and base, and points of mortar that broke, row by row."""
    model, settings = cantilever(is_dry, through, DRY if is_dry else MORTAR)

    def probe(state, report) -> tuple[float, float]:
        force = 0.5 * (report.numbers["reaction:bar"][1] - report.numbers["reaction:base"][1])
        return force, float((state.memory[D_TS] > 0.0).sum())

    kept = follow_rows(model, settings, probe)[0]
    return kept[:, 0], kept[:, 1] - kept[round(GRAVITY_TIME / settings.dt) - 1, 1]


@case("dem-out-of-plane", DESCRIPTION, minutes=3.0, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    for through in CELLS:
        force, broken = push(False, through)
        what = f"{through + 1} points through the thickness"
        given = (FIRST_CRACK, float(force[int(np.argmax(broken > 0)) - 1]))       # a row later it has fallen
        if through == CELLS[-1]:
            yield within_relative(f"first crack, {what}", *given, 0.05, "plane sections", "N")
        else:
            yield reported(f"first crack, {what}", *given, "plane sections", "N")
        yield reported(f"greatest force, {what}", FIRST_CRACK, float(force.max()), "plane sections", "N")
    for through in CELLS:
        held = push(True, through)[0][-HELD:]
        what = f"{through + 1} points through the thickness"
        yield within_relative(f"rocking resistance, {what}", ROCKING, float(held.mean()), 0.05, "W t / (2 h)", "N")
        yield reported(f"greatest less least force while held, {what}", None, float(np.ptp(held)), "-", "N")
