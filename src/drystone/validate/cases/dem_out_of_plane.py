"""A wall pushed across its plane: first crack by plane sections, then it rocks on its toe."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.validate.case import Row, case, reported, within_relative
from drystone.validate.dem_specimens import follow_rows
from drystone.validate.dem_walls_beyond import ARM, GRAVITY_TIME, LENGTH, TENSION, THICKNESS, WEIGHT, cantilever

#: Tension at the face of the base: moment over the section's modulus, less the pressure of the weight.
FIRST_CRACK = (TENSION + WEIGHT / (LENGTH * THICKNESS)) * LENGTH * THICKNESS**2 / 6.0 / ARM
#: The weight over the toe: W t / (2 h), h the height of the bar.
ROCKING = WEIGHT * THICKNESS / (2.0 * ARM)
#: Time [s] and displacement [m] of the bar: it starts softly, so that it does not strike, and is held at the end.
PATHS = {"with mortar": ((0.2, 0.01e-3), (0.4, 0.03e-3), (0.6, 0.06e-3), (1.4, 0.24e-3), (1.7, 0.24e-3)),
         "dry": ((0.1, 0.01e-3), (0.2, 0.03e-3), (0.5, 0.3e-3), (0.8, 0.3e-3))}
HELD = 50               #: rows at the end over which the force at rest is averaged
CELLS = (4, 8)
DESCRIPTION = (
    f"Wall of 440 x 800 x 100 mm on a base ({WEIGHT:.0f} N), pushed by a bar without friction across its plane at its "
    "top, by at most 0.9 mm/s, local damping 0.8. First crack: force at which a sub-contact of mortar with a tension "
    "of 0.11 MPa first leaves its elastic range, against plane sections; with n points through the thickness the "
    "joint's inertia is 1 + 2 / (n - 1)^2 of the true one. Rocking: force on the same wall with dry joints, pushed "
    "by 0.3 mm and held there until it is at rest, against W t / (2 h).")
NOTES = (
    "Displacements are small: the weight keeps its arm, so that the resistance stays at W t / (2 h) however far the "
    "wall leans. In truth it falls with the lean, to nothing where the weight is over the toe; after 0.3 mm over a "
    "thickness of 100 mm by 0.3 %, which is why no more is asked of it. All bed joints reach their limit at the same "
    "force of the bar. Forces are means of those of bar and base.")


def push(tension: float | None, through: int, words: str) -> np.ndarray:
    """(n, 2): force [N], mean of bar and base; points that left their elastic range."""
    model, settings = cantilever(tension, through, PATHS[words])

    def probe(state, report) -> tuple[float, float]:
        force = 0.5 * (report.numbers["reaction:bar"][1] - report.numbers["reaction:base"][1])
        return force, report.numbers["yielded_points"]

    return follow_rows(model, settings, probe)[0]


@case("dem-out-of-plane", DESCRIPTION, minutes=3.0, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    for through in CELLS:
        kept = push(TENSION, through, "with mortar")
        standing = round(GRAVITY_TIME / 1e-3) - 1
        first = int(np.argmax(kept[:, 1] > kept[standing, 1]))
        what = f"{through + 1} points through the thickness"
        given = (FIRST_CRACK, float(kept[first, 0]))
        if through == CELLS[-1]:
            yield within_relative(f"first crack, {what}", *given, 0.05, "plane sections", "N")
        else:
            yield reported(f"first crack, {what}", *given, "plane sections", "N")
        yield reported(f"after the crack, held, {what}", ROCKING, float(kept[-HELD:, 0].mean()), "W t / (2 h)", "N")
    for through in CELLS:
        end = push(None, through, "dry")[-HELD:, 0]
        what = f"{through + 1} points through the thickness"
        yield within_relative(f"rocking resistance, dry, {what}", ROCKING, float(end.mean()), 0.05, "W t / (2 h)", "N")
        yield reported(f"greatest less least force while held, dry, {what}", None, float(np.ptp(end)), "-", "N")
