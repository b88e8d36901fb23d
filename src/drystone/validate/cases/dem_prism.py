"""Prisms of calcium-silicate bricks under compression across and along the bed joints (P002, section 4.3)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.engines.dem.joints.law import W_C
from drystone.validate.case import Row, case, reported, within_relative
from drystone.validate.dem_specimens import PRISM, follow_rows, prism

#: Strength [MPa], tolerance and closing of a joint at its peak [mm]; joints that are pressed one after the other.
KINDS = {"CV": (True, 5.93, 0.02), "CH": (False, 7.55, 0.03)}
DESCRIPTION = (
    "Prisms of 2 x 6 courses of P002, 440 x 480 x 100 mm, pressed across (CV) and along (CH) their bed joints at 20 "
    "mm/s with local damping 0.8. Plates are glued on by elastic joints with the mortar's stiffness. Planes within the "
    "bricks have ten times the stiffness of the mortar and do not crush, which is our choice; residual pressure "
    "0.1 f_c.")


def press(is_upright: bool) -> tuple[float, float, float, str]:
    """Peak stress [MPa], shortening at it [mm], mean force out of balance [-], and where most was crushed."""
    model, settings = prism(is_upright)
    axis, area = (2, PRISM[0] * PRISM[1]) if is_upright else (0, PRISM[1] * PRISM[2])
    near = model.block_index("near")

    def probe(state, report) -> tuple[float, float, float]:
        moved = state.position[near, axis] - model.initial_position[near, axis]
        return moved, -report.numbers["reaction:far"][axis], report.numbers["mean_force_ratio"]

    kept, engine, state = follow_rows(model, settings, probe)
    k = int(np.argmax(kept[:, 1]))
    contacts = engine.structure.contacts
    lost = np.bincount(contacts.interface, contacts.area * state.memory[W_C], len(contacts.joint))
    place = contacts.place[contacts.interface == int(np.argmax(lost))].mean(axis=0)
    where = f"{'z' if is_upright else 'x'} = {place[axis]:.2f} m"
    return 1e-6 * kept[k, 1] / area, 1e3 * kept[k, 0], float(kept[:, 2].mean()), where


@case("dem-prism", DESCRIPTION, minutes=0.5)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    for kind, (is_upright, strength, tolerance) in KINDS.items():
        peak, moved, ratio, where = press(is_upright)
        length = PRISM[2] if is_upright else PRISM[0]
        yield within_relative(f"{kind}, peak stress", strength, peak, tolerance, "P002, Table 1", "MPa")
        yield reported(f"{kind}, strain at the peak, by the plates", None, moved / (1e3 * length), "not printed")
        yield reported(f"{kind}, crushed most", None, where, "not printed")
        yield reported(f"{kind}, mean force out of balance", None, ratio, "-")
