"""Prisms of calcium-silicate bricks pressed across and along the bed joints (Oktiovan and others 2024, section 4.3)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.engines.dem.joints.law import W_C
from drystone.validate.case import Row, at_most, case, reported, within_relative
from drystone.validate.dem_specimens import PRISM, follow_rows, prism

#: Whether it stands upright, strength [MPa] and tolerance; speed of the plate [m/s] in the runs that are judged.
KINDS = {"CV": (True, 5.93, 0.02, 5e-3), "CH": (False, 7.55, 0.03, 3e-3)}
SOURCE = "Oktiovan and others 2024, Table 1"
FAST = 20e-3             #: [m/s], of the runs that are reported beside them
TRAVEL = 6e-3            #: [m], of the plate, beyond the peaks
OUT_OF_BALANCE = 5e-4    #: mean share that loading at rest allows, as docs/dem.md advises
DESCRIPTION = (
    "Prisms of 2 x 6 courses of Oktiovan and others 2024, 440 x 480 x 100 mm, pressed across (CV, 5 mm/s) and along "
    "(CH, 3 mm/s) their bed joints with local damping 0.8, slowly enough that the mean force out of balance stays "
    "below 5e-4 of what acts; at 20 mm/s both are reported. Plates are glued on by elastic joints with the mortar's "
    "stiffness. Planes within the bricks have ten times the stiffness of the mortar and do not crush, which is our "
    "choice; residual pressure 0.1 f_c. Strain before the peak by gauges between bricks, as in the tests: CV from the "
    "lowest to the highest course, 400 mm; CH across the middle head joints of three courses, 220 mm. Strain at the "
    "peak also by the plates, which alone tell it after the peak.")


#: Blocks whose middles are the ends of the gauges, in pairs, and their distance [m].
GAUGES = {True: ([f"course_{k}/block_{b}" for k, b in ((1, 1), (1, 2))],
                 [f"course_{k}/block_{b}" for k, b in ((6, 1), (6, 3))], 0.40),
          False: ([f"course_{k}/block_1" for k in (1, 3, 5)], [f"course_{k}/block_2" for k in (1, 3, 5)], 0.22)}


def press(is_upright: bool, speed: float) -> tuple[np.ndarray, int, float, str]:
    """Rows (n, 3) of stress [MPa] and strain by plates and by gauges, number of the peak, mean force out of balance
    [-], and where most was crushed."""
    model, settings = prism(is_upright, speed=speed, travel=TRAVEL)
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


@case("dem-prism", DESCRIPTION, minutes=3.0)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    for kind, (is_upright, strength, tolerance, slow) in KINDS.items():
        for speed in (slow, FAST):
            kept, k, ratio, where = press(is_upright, speed)
            what = kind if speed == slow else f"{kind} at {1e3 * speed:g} mm/s"
            if speed == slow:
                yield at_most(f"{what}, mean force out of balance", OUT_OF_BALANCE, ratio, "loaded at rest")
                yield within_relative(f"{what}, peak stress", strength, float(kept[k, 0]), tolerance, SOURCE,
                                      "MPa")
            else:
                yield reported(f"{what}, mean force out of balance", OUT_OF_BALANCE, ratio, "loaded at rest")
                yield reported(f"{what}, peak stress", strength, float(kept[k, 0]), SOURCE, "MPa")
            half = int(np.argmax(kept[:, 0] >= 0.5 * kept[k, 0]))
            for name, row, column in (("half of the peak, by the gauges", half, 2), ("the peak, by the gauges", k, 2),
                                      ("the peak, by the plates", k, 1)):
                yield reported(f"{what}, strain at {name}", None, float(kept[row, column]), "not printed")
            yield reported(f"{what}, crushed most", None, where, "not printed")
