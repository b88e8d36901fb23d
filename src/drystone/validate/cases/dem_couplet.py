"""Two bricks and a joint under shear and three pressures (Oktiovan and others 2024, section 4.1)."""

from __future__ import annotations

from collections.abc import Iterable

from drystone.validate.case import Row, case, reported, within_relative
from drystone.validate.dem_specimens import shear_couplet

PRESSURES = {0.1: (1.1, 0.1700), 0.5: (1.5, 0.4501), 1.0: (2.0, 0.8002)}    #: [MPa]: peak and residual of the law
MESHES = ((4, 1, 1), (8, 1, 2), (12, 1, 3))
SOURCE = "c - sigma tan(phi), peak and residual"
DESCRIPTION = (
    "Couplet of Oktiovan and others 2024: bricks of 210 x 80 x 100 mm, joint of k_n 150 and k_s 70 GPa/m, cohesion 1 "
    "MPa to 0.1 MPa, friction 45 to 35 degrees, under 0.1, 0.5 and 1.0 MPa. The lower nodes are fixed, all nodes of "
    "the upper brick go along, and it may rise. Rigid bricks show the law; the paper's bricks soften at the edges of "
    "the joint first. The authors calibrated the joint; they do not print its fracture energies: G_I 12 N/m, G_II 58 "
    "N/m and 130 N/m per MPa of pressure are ours.")


@case("dem-couplet", DESCRIPTION, minutes=1.0)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    for pressure, (peak, residual) in PRESSURES.items():
        found, left = shear_couplet(1e6 * pressure, None)
        yield within_relative(f"{pressure:g} MPa, rigid bricks, peak", peak, found, 0.02, SOURCE, "MPa")
        yield within_relative(f"{pressure:g} MPa, rigid bricks, residual", residual, left, 0.02, SOURCE, "MPa")
    for cells in MESHES:
        for pressure, (peak, residual) in PRESSURES.items():
            found, left = shear_couplet(1e6 * pressure, cells)
            what = f"{pressure:g} MPa, bricks of {'x'.join(map(str, cells))} cells"
            yield reported(f"{what}, peak", peak, found, SOURCE, "MPa")
            yield within_relative(f"{what}, residual", residual, left, 0.02, SOURCE, "MPa")
