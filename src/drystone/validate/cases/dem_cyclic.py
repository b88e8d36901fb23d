"""Blocks that deform under loads that go to and fro: a joint under constant pressure, and a wall."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from drystone.analysis.capacity import measure_capacity
from drystone.validate.case import Row, at_most, case, reported, within_relative
from drystone.validate.dem_specimens import COUPLET_AREA, PRESS, couplet, follow_rows, softening, tangent
from drystone.validate.joint_forms import shear_curve
from drystone.validate.masonry_panels import Curve, Options, push_wall
from drystone.validate.tolerances import DEM_LAW_LOOP, DEM_LAW_SURFACE

PRESSURE, FRICTION, STIFFNESS = 1.0e6, tangent(35.0), 36e9
SPEED = 10e-3                                #: [m/s], of the couplet
WAYS = (0.2e-3, 0.2e-3, 1e-3, 1e-3)          #: [m], amplitudes of its cycles
WALL_SPEED = 20e-3                           #: [m/s]
WALL_WAYS = (0.5e-3, 1e-3, 1e-3, 2e-3, 2e-3)
MESH = {"cells": (2, 1, 2), "brittle_bricks": True}
DESCRIPTION = (
    "A joint between rigid bricks (210 x 100 mm, k_s 36 GPa/m, friction of 35 degrees, 1 MPa), cycles of 0.2 mm and 1 "
    "mm, twice each, at 10 mm/s: with friction alone, and with the cohesion of the wall LOW (0.35 MPa, 125 N/m), "
    "which is worn in the first of them. Then the wall LOW of dem-wall-low (2x1x2 cells a half-brick, planes that "
    "break at once), height fixed after pressing: cycles of 0.5, 1, 1, 2 and 2 mm at 20 mm/s beside one way of 4 mm.")
NOTES = (
    "Loops are read at the plate: its force against its displacement. The envelope of a joint is its strength one way "
    "at the greatest displacement so far. A wall has no such law: its height is fixed, so that thrust grows as it "
    "dilates; its cycles are compared with the peak of one way. No cyclic test is compared here.")


def to_and_fro(ways: Sequence[float], speed: float) -> tuple[tuple[float, float], ...]:
    """Time [s] and displacement [m] of cycles 0, +u, 0, -u, 0 of given amplitudes [m]."""
    path, time = [], 0.0
    for way in ways:
        for place in (way, 0.0, -way, 0.0):
            time += way / speed
            path.append((time, place))
    return tuple(path)


def cycle_joint(mortar: dict) -> tuple[np.ndarray, np.ndarray]:
    """Displacement [m] and shear stress [Pa] of a couplet, row by row."""
    model, settings = couplet(PRESSURE, None, mortar, to_and_fro(WAYS, SPEED))
    top = model.block_index("top")
    kept, _, _ = follow_rows(model, settings, lambda state, report: (
        state.time, state.position[top, 0] - model.initial_position[top, 0], report.numbers["reaction:top"][0]))
    kept = kept[kept[:, 0] >= PRESS - 1e-9]
    return kept[:, 1], kept[:, 2] / COUPLET_AREA


def joint_rows() -> Iterable[Row]:
    """Areas of loops, and the envelope."""
    plain = {"friction": FRICTION, "normal_stiffness": 82e9, "shear_stiffness": STIFFNESS}
    worn = plain | {"tension": 0.25e6, "cohesion": 0.35e6, "damage": softening(18.0, 125.0, 0.0, FRICTION)}
    slip = FRICTION * PRESSURE / STIFFNESS
    for words, mortar in (("friction only", plain), ("with damage", worn)):
        moved, stress = cycle_joint(mortar)
        loops = measure_capacity(moved, stress).cycles
        for number, way in ((2, 0.2e-3), (4, 1e-3)):
            if mortar is worn and number == 2:
                continue                       # its cohesion is not yet worn off
            given = 4.0 * FRICTION * PRESSURE * (way - slip)
            yield within_relative(f"joint, {words}, cycle {number} of {1e3 * way:g} mm, area", given,
                                  float(loops[number - 1]), DEM_LAW_LOOP, "4 mu |sigma| (u - u_el)", "N/m")
        if mortar is worn:
            one_way = shear_curve((0.35e6, FRICTION), (0.0, FRICTION), STIFFNESS, 125.0, PRESSURE,
                                  np.maximum.accumulate(np.abs(moved)))
            turned = int(np.argmax(moved >= WAYS[0] * (1.0 - 1e-6)))
            excess = float((np.abs(stress) - one_way)[turned:].max() / 0.35e6)
            yield at_most("joint, strength after a turn above that of one way, over c", DEM_LAW_SURFACE,
                          excess, "never above")


def cycle_rows(curve: Curve, one_way: Curve) -> Iterable[Row]:
    """What a wall did in its cycles."""
    found = measure_capacity(1e-3 * curve.travel, 1e3 * curve.force)
    sign = np.sign(curve.travel)
    ups = [*(np.flatnonzero((sign[1:] > 0) & (sign[:-1] <= 0)) + 1), len(sign)]
    for k, (a, b) in enumerate(pairwise(ups)):
        way = f"wall, cycle {k + 1} of {1e3 * WALL_WAYS[k]:g} mm"
        yield reported(f"{way}, force to either side", None,
                       f"{curve.force[a:b].max():.2f}, {curve.force[a:b].min():.2f}", "-", "kN")
        yield reported(f"{way}, energy", None, float(found.cycles[k]), "-", "J")
    first_turn = int(np.argmax(curve.travel >= 1e3 * WALL_WAYS[0] * (1 - 1e-6)))
    strength = float(np.abs(curve.force[first_turn:]).max())
    yield at_most("wall, strength after the first turn over that of one way", 1.0, strength / one_way.peak[0],
                  "never above")
    for k in (1, 3):
        first, again = (float(np.abs(curve.force[a:b]).max()) for a, b in (ups[k:k + 2], ups[k + 1:k + 3]))
        yield at_most(f"wall, force of cycle {k + 2} over that of cycle {k + 1}, of the same amplitude", 1.0,
                      again / first, "wear")


@case("dem-cyclic", DESCRIPTION, minutes=3.0, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    yield from joint_rows()
    one_way, _, _ = push_wall("low", Options(**MESH))
    yield reported("wall, one way, peak", None, one_way.peak[0], "-", "kN")
    curve, _, _ = push_wall("low", Options(path=to_and_fro(WALL_WAYS, WALL_SPEED), **MESH))
    yield from cycle_rows(curve, one_way)
