"""The least thickness with which a semicircular arch stands under its own weight."""

from __future__ import annotations

from collections.abc import Iterable

from drystone.limit.equilibrium import build_equilibrium, dead_load
from drystone.limit.stability import find_first_motion
from drystone.validate.case import Row, case, reported, within_relative
from drystone.validate.full_scale import OWN
from drystone.validate.limit_models import arch, least_ratio
from drystone.validate.search import bisect_threshold
from drystone.validate.tolerances import LIMIT_THICKNESS_REL

COUNTS = (8, 14, 20, 62)
WIDTH = 2e-6               #: of the last interval of the bisection, in mid radii
DESCRIPTION = (
    "Semicircular arch of equal curved voussoirs, no sliding. The thickness over mid radius below which it falls "
    "under its own weight, by bisection, against the five-hinge mechanism in closed form with hinges at the joints. "
    "With more and more voussoirs it tends to 0.1075.")
NOTES = (
    "In closed form the thrust with hinges at the extrados of crown and springings equals the greatest one that a "
    "haunch, hinged at its intrados, asks for; weights act at the true centroids of the sectors. Numbers of voussoirs "
    "are even, so that there is a joint at the crown.")


def stands(ratio: float, count: int) -> bool:
    """Whether the arch of thickness `ratio` times the mid radius stands."""
    model = arch(1.0, ratio, 180.0, count)
    return find_first_motion(build_equilibrium(model), dead_load(model)).stands


@case("limit-arch-thickness", DESCRIPTION, minutes=0.3, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    for count in COUNTS:
        found = bisect_threshold(lambda ratio, n=count: stands(ratio, n), 0.05, 0.15, WIDTH)
        yield within_relative(f"{count} voussoirs, least thickness over mid radius", least_ratio(count), found,
                              LIMIT_THICKNESS_REL, "five hinges, closed form")
    yield reported(f"{COUNTS[-1]} voussoirs, against infinitely many", least_ratio(), found, OWN)
