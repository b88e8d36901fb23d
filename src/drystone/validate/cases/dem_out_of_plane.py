"""A wall pushed across its plane: first crack by plane sections, then it rocks on its toe."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.validate.case import Row, case, reported, within_relative
from drystone.validate.dem_specimens import follow_rows
from drystone.validate.dem_walls_beyond import ARM, HEIGHT, LENGTH, TENSION, THICKNESS, WEIGHT, cantilever

#: Tension at the face of the base: moment over the section's modulus, less the pressure of the weight.
FIRST_CRACK = (TENSION + WEIGHT / (LENGTH * THICKNESS)) * LENGTH * THICKNESS**2 / 6.0 / ARM
#: The weight over the toe: W t / (2 h), h the height of the bar.
ROCKING = WEIGHT * THICKNESS / (2.0 * ARM)
PATHS = {"with mortar": ((0.3, 0.3e-3),), "dry": ((0.1, 0.1e-3), (0.5, 2e-3))}
CELLS = (4, 8)
DESCRIPTION = (
    f"Wall of 440 x 800 x 100 mm on a base ({WEIGHT:.0f} N), pushed by a bar across its plane at its top, at 1 mm/s "
    "and then 5 mm/s, local damping 0.8. First crack: force at which a sub-contact of mortar with a tension of 0.11 "
    "MPa first leaves its elastic range, against plane sections; with n points through the thickness the joint's "
    "inertia is 1 + 2 / (n - 1)^2 of the true one. Rocking: force on the same wall with dry joints at 2 mm, against "
    "W t / (2 h).")
NOTES = (
    "Displacements are small: the weight keeps its arm, so that the resistance stays at W t / (2 h) while the wall "
    "leans. In truth it falls with the lean, by 2 mm over the thickness of 100 mm here: 2 %. The last rows say how "
    "far the dry wall of each mesh is from the limit at half of the way; the pressed part of the base takes the rest.")


def push(tension: float | None, through: int, words: str) -> np.ndarray:
    """(n, 3): displacement of the bar [m], its force [N], points that left their elastic range at the base."""
    model, settings = cantilever(tension, through, PATHS[words])
    bar = model.block_index("bar")

    def probe(state, report) -> tuple[float, float, float]:
        moved = state.position[bar, 1] - model.initial_position[bar, 1]
        return moved, report.numbers["reaction:bar"][1], report.numbers["yielded_points"]

    return follow_rows(model, settings, probe)[0]


@case("dem-out-of-plane", DESCRIPTION, minutes=3.0, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    for through in CELLS:
        kept = push(TENSION, through, "with mortar")
        first = int(np.argmax(kept[:, 2] > kept[0, 2]))
        what = f"{through + 1} points through the thickness"
        given = (FIRST_CRACK, float(kept[first, 1]))
        if through == CELLS[-1]:
            yield within_relative(f"first crack, {what}", *given, 0.05, "plane sections", "N")
        else:
            yield reported(f"first crack, {what}", *given, "plane sections", "N")
        yield reported(f"greatest force with mortar, {what}", None, float(kept[:, 1].max()), "-", "N")
    for through in CELLS:
        kept = push(None, through, "dry")
        what = f"{through + 1} points through the thickness"
        end = float(kept[-20:, 1].mean())
        yield within_relative(f"rocking resistance, dry, {what}, at 2 mm", ROCKING, end, 0.05, "W t / (2 h)", "N")
        half = float(np.interp(1e-3, kept[:, 0], kept[:, 1]))
        yield reported(f"force, dry, {what}, at 1 mm", ROCKING, half, "W t / (2 h)", "N")
    yield reported("height of the bar over that of the wall", None, ARM / HEIGHT, "-")
