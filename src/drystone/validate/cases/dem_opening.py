"""A shear wall with an opening in its middle: what each pier carries."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.analysis.sections import PointSet, Section
from drystone.validate.case import Row, at_most, case, reported, within_relative
from drystone.validate.masonry_panels import HEIGHT, LENGTH, Options, push_wall

MIDDLE = 0.5 * HEIGHT                    #: [m], bed joint half-way up the opening
#: Forces of the plates and piers differ by what accelerates the wall between them: of the peak [-].
UNBALANCED = 0.01
DESCRIPTION = (
    "The wall LOW with an opening of 330 x 375 mm in its middle, six courses high, below a lintel of two and a half "
    "bricks that does not break; 0.3 MPa, height fixed, 4 mm of shear at 10 mm/s, 2x1x2 cells a half-brick, planes of "
    "bricks that break at once. Shear of the piers: sum of the stresses of the sub-contacts in the bed joint half-way "
    "up the opening, left and right of it.")


def push_open() -> tuple[np.ndarray, object]:
    """(n, 5) displacement [mm] and forces [kN] of upper plate, base plate, left and right pier; and the curve."""
    kept, sections = [], []

    def watch(engine, state, report, travel: float) -> None:
        if not sections:
            points = PointSet.of_static(engine.static())
            half = 0.5 * LENGTH
            sections.extend(Section.across(points, "z", MIDDLE, (("x", *ends),)) for ends in ((0.0, half),
                                                                                            (half, LENGTH)))
        piers = [1e-3 * section.force(state.stress)[0] for section in sections]
        kept.append((travel, report.numbers["reaction:top"][0] / 1e3, -report.numbers["reaction:base"][0] / 1e3,
                     *piers))

    curve, _, _ = push_wall("low", Options(cells=(2, 1, 2), brittle_bricks=True, has_opening=True, speed=10e-3,
                                           travel=4e-3), watch)
    return np.array(kept), curve


@case("dem-opening", DESCRIPTION, minutes=1.5)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    kept, curve = push_open()
    travel, top, base, left, right = kept.T
    peak = int(np.argmax(top))
    yield reported("peak", None, float(top[peak]), "-", "kN")
    yield reported("displacement at the peak", None, float(travel[peak]), "-", "mm")
    for place, k in (("the peak", peak), ("2 mm", int(np.argmin(np.abs(travel - 2.0)))), ("4 mm", len(travel) - 1)):
        near = slice(max(k - 10, 0), k + 11)
        yield within_relative(f"shears of both piers at {place}, sum", float(base[near].mean()),
                              float((left + right)[near].mean()), UNBALANCED, "force of the base plate", "kN")
        yield reported(f"shear of the left and the right pier at {place}", None,
                       f"{left[near].mean():.2f}, {right[near].mean():.2f}", "-", "kN")
    yield at_most("sum of the piers less the base shear, root mean square over the peak", UNBALANCED,
                  float(np.sqrt(np.mean((left + right - base)**2)) / top[peak]), "equilibrium")
    yield reported("mean force out of balance", None, float(curve.ratio.mean()), "-")
