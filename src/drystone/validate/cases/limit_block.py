"""One block: it turns at width over height, or slides at the friction, whatever its size."""

from __future__ import annotations

from collections.abc import Iterable

from drystone.limit.analysis import limit_analysis
from drystone.limit.live import acceleration
from drystone.validate.case import Row, case, within_relative
from drystone.validate.limit_models import block, check_rows
from drystone.validate.tolerances import LIMIT_BLOCK

SHAPE = (0.4, 2.0)                     #: [m], width and height at scale 1
SCALES = (5e-4, 1.0, 50.0)             #: blocks of 1 mm, 2 m and 100 m
DESCRIPTION = (
    "A block of width 0.2 times its height under horizontal acceleration: width over height where it turns, the "
    "coefficient of friction where that is less. Blocks 1 mm, 2 m and 100 m high, in plane (HiGHS) and in space "
    "(Clarabel); in space also along the diagonal, where the nearer edge still decides.")


@case("limit-block", DESCRIPTION, minutes=0.1)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    width, height = SHAPE
    for scale in SCALES:
        for planar in (True, False):
            what = f"{'in plane' if planar else 'in space'}, {scale * height:g} m high"
            for friction, expected, way in ((0.7, width / height, "turns"), (0.1, 0.1, "slides")):
                model = block(scale * width, scale * height, friction=friction, planar=planar)
                result = limit_analysis(model, acceleration(model, "+x"))
                yield within_relative(f"{what}, {way}", expected, result.alpha, LIMIT_BLOCK, "equilibrium", "g")
                if scale == 1.0:
                    yield from check_rows(f"{what}, {way}", result)
    model = block(width, height, friction=2.0, planar=False)
    result = limit_analysis(model, acceleration(model, (0.6, 0.8, 0.0)))
    yield within_relative("in space, at 53 degrees, turns", width / height / 0.8, result.alpha, LIMIT_BLOCK,
                          "equilibrium", "g")
