"""Prisms of calcium-silicate bricks pressed across and along the bed joints (Oktiovan and others 2024, section 4.3)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.engines.dem.joints.law import W_C
from drystone.validate.case import Row, case, reported, within_relative
from drystone.validate.dem_specimens import PRISM, follow_rows, prism

#: Strength [MPa], tolerance and closing of a joint at its peak [mm]; joints that are pressed one after the other.
KINDS = {"CV": (True, 5.93, 0.02), "CH": (False, 7.55, 0.03)}
DESCRIPTION = (
    "Prisms of 2 x 6 courses of Oktiovan and others 2024, 440 x 480 x 100 mm, pressed across (CV) and along (CH) "
    "their bed joints at 20 mm/s with local damping 0.8. Plates are glued on by elastic joints with the mortar's "
    "stiffness. Planes within the bricks have ten times the stiffness of the mortar and do not crush, which is our "
    "choice; residual pressure 0.1 f_c. Strain before the peak by gauges between bricks, as in the tests: CV from the "
    "lowest to the highest course, 400 mm; CH across the middle head joints of three courses, 220 mm. Strain at the "
    "peak also by the plates, which alone tell it after the peak.")


#: Blocks whose middles are the ends of the gauges, in pairs, and their distance [m].
GAUGES = {True: ([f"course_{k}/block_{b}" for k, b in ((1, 1), (1, 2))],
                 [f"course_{k}/block_{b}" for k, b in ((6, 1), (6, 3))], 0.40),
          False: ([f"course_{k}/block_1" for k in (1, 3, 5)], [f"course_{k}/block_2" for k in (1, 3, 5)], 0.22)}


def press(is_upright: bool) -> tuple[np.ndarray, int, float, str]:
    """Rows (n, 3) of stress [MPa] and strain by plates and by gauges, number of the peak, mean force out of balance
    [-], and where most was crushed."""
    model, settings = prism(is_upright)
    axis, area = (2, PRISM[0] * PRISM[1]) if is_upright else (0, PRISM[1] * PRISM[2])
    length, near = PRISM[2 if is_upright else 0], model.block_index("near")
    first, last = ([model.block_index(name) for name in names] for names in GAUGES[is_upright][:2])

    def probe(state, report) -> tuple[float, float, float, float]:
        moved = state.position[:, axis] - model.initial_position[:, axis]
        gauge = float(moved[first].mean() - moved[last].mean()) / GAUGES[is_upright][2]
        return (1e-6 * -report.numbers["reaction:far"][axis] / area, moved[near] / length, gauge,
                report.numbers["mean_force_ratio"])

    kept, engine, state = follow_rows(model, settings, probe)
    k = int(np.argmax(kept[:, 0]))
    contacts = engine.structure.contacts
    lost = np.bincount(contacts.interface, contacts.area * state.memory[W_C], len(contacts.joint))
    place = contacts.place[contacts.interface == int(np.argmax(lost))].mean(axis=0)
    where = f"{'z' if is_upright else 'x'} = {place[axis]:.2f} m"
    return kept[:, :3], k, float(kept[:, 3].mean()), where


@case("dem-prism", DESCRIPTION, minutes=0.5)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    for kind, (is_upright, strength, tolerance) in KINDS.items():
        kept, k, ratio, where = press(is_upright)
        yield within_relative(f"{kind}, peak stress", strength, float(kept[k, 0]), tolerance,
                              "Oktiovan and others 2024, Table 1", "MPa")
        half = int(np.argmax(kept[:, 0] >= 0.5 * kept[k, 0]))
        yield reported(f"{kind}, strain at half of the peak, by the gauges", None, float(kept[half, 2]), "not printed")
        yield reported(f"{kind}, strain at the peak, by the gauges", None, float(kept[k, 2]), "not printed")
        yield reported(f"{kind}, strain at the peak, by the plates", None, float(kept[k, 1]), "not printed")
        yield reported(f"{kind}, crushed most", None, where, "not printed")
        yield reported(f"{kind}, mean force out of balance", None, ratio, "-")
