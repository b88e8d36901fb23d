"""Panels in four-point bending (Oktiovan and others 2024, section 4.2): first crack by hand, peaks reported."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from drystone.engines.dem.joints.law import D_T
from drystone.validate.case import Row, case, reported, within_relative
from drystone.validate.dem_specimens import follow_rows, panel

#: 2 f_t b t^2 / 6 / 180 mm for 440 x 100 mm [kN].
FIRST_CRACK = 2e-3 * 0.11e6 * 0.44 * 0.1**2 / 6.0 / 0.18
SLOW = ((0.4, 4e-5),)
DESCRIPTION = (
    "Panels of Oktiovan and others 2024 on bars 720 mm apart, pressed by two 360 mm apart; gravity off, bars 5 mm "
    "wide and without friction. OOP1 (2 x 10 courses, moment about an axis along the bed joints): force at which the "
    "first sub-contact is damaged, against plane sections; with n points through the thickness the joint's inertia is "
    "1 + 2 / (n - 1)^2 of the true one. OOP2 and IP (4 x 4 courses): peaks reported, the paper prints none. Fracture "
    "energies 10 and 100 N/m are ours; the authors calibrated the joint. Displacement of the middle: mean of the "
    "bricks there.")


@dataclass(frozen=True, slots=True)
class Bent:
    """Forces [kN] of the bars that press, mean of both sides, and displacement of the middle of the span [mm]."""

    first: float       #: force at the first damage
    first_moved: float
    peak: float
    peak_moved: float


def bend(kind: str, through: int, path: tuple) -> Bent:
    """First damage and peak of a panel."""
    model, settings = panel(kind, through, path)
    axis, sign = (2, -1.0) if kind == "IP" else (1, 1.0)
    along = 2 if kind == "OOP1" else 0                # of the span; the bricks nearest to its middle
    free = np.flatnonzero(~model.is_support)
    off = np.abs(model.initial_position[free, along] - np.mean(model.initial_position[free, along]))
    middle = free[off <= off.min() + 0.03]

    def probe(state, report) -> tuple[float, float, float]:
        pushed = sum(sign * report.numbers[f"reaction:{name}"][axis] for name in ("push_1", "push_2"))
        held = sum(-sign * report.numbers[f"reaction:{name}"][axis] for name in ("left", "right"))
        moved = sign * (state.position - model.initial_position)[middle, axis].mean()
        return 0.5e-3 * (pushed + held), float(state.memory[D_T].max()), 1e3 * moved

    kept, _, _ = follow_rows(model, settings, probe)
    first, peak = int(np.argmax(kept[:, 1] > 0.0)), int(np.argmax(kept[:, 0]))
    return Bent(*(float(kept[k, column]) for k in (first, peak) for column in (0, 2)))


@case("dem-bending", DESCRIPTION, minutes=2.0)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    for through, tolerance in ((4, 0.15), (8, 0.05)):
        found = bend("OOP1", through, SLOW)
        yield within_relative(f"OOP1, {through + 1} points through the thickness, first crack", FIRST_CRACK,
                              found.first, tolerance, "plane sections", "kN")
    whole = ((0.4, 4e-5), (0.9, 1e-3))
    for kind in ("OOP1", "OOP2", "IP"):
        found = bend(kind, 4, whole)
        yield reported(f"{kind}, 5 points, first crack", None, found.first, "not printed", "kN")
        yield reported(f"{kind}, 5 points, middle of the span at the first crack", None, found.first_moved,
                       "not printed", "mm")
        yield reported(f"{kind}, 5 points, peak up to 1 mm", None, found.peak, "not printed", "kN")
        yield reported(f"{kind}, 5 points, middle of the span at the peak", None, found.peak_moved, "not printed", "mm")
