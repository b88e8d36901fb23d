"""The stone house: load factor out of plane of its facade."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.limit.analysis import LimitResult, limit_analysis
from drystone.limit.live import acceleration
from drystone.limit.nonassociative import non_associative_analysis
from drystone.validate.case import Row, case, reported, same_word, within_relative
from drystone.validate.full_scale import OWN
from drystone.validate.limit_models import check_rows, stone_house
from drystone.validate.structures import HOUSE_BLOCKS
from drystone.validate.tolerances import LIMIT_HOUSE, LIMIT_HOUSE_OTHERS, LIMIT_HOUSE_PUBLISHED, LIMIT_SECONDS

PUBLISHED = "Nodargi and Bisegna 2024, 4.5.1"
DESCRIPTION = (
    "House of three walls, 191 blocks, friction 0.7 and 0.9 on the foundation, forces towards -y, where the facade "
    "faces. The published 0.372 g belongs to a layout that is in figures only; ours is expected at 0.363 g.")
NOTES = (
    "The expected values come from a linear programme with friction polygons of 16 sides (backwards: 8), which lie "
    "inside the cone; the cone itself gives a little more. The mechanism: the facade's top moves forwards faster than "
    "anything else, and drags parts of the returns with it.")


def outcome(result: LimitResult) -> str:
    """In words: where the top of the gable goes, and whether it is the fastest block."""
    model = result.model
    top = model.block_index(HOUSE_BLOCKS["top central"])
    velocity = result.mechanism[:, :3]
    is_fastest = np.linalg.norm(velocity[top]) > 0.95 * np.linalg.norm(velocity, axis=1).max()
    way = "forwards" if velocity[top, 1] < 0.0 else "backwards"
    return f"facade falls {way}" if is_fastest else f"top of the facade goes {way}, others are faster"


@case("limit-stone-house", DESCRIPTION, minutes=0.5, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    model = stone_house()
    result = limit_analysis(model, acceleration(model, "-y"))
    reference, tolerance = LIMIT_HOUSE
    yield within_relative("towards -y", reference, result.alpha, tolerance, "linear programming, own check", "g")
    yield reported("towards -y, published", LIMIT_HOUSE_PUBLISHED, result.alpha, PUBLISHED, "g")
    yield same_word("towards -y, mechanism", "facade falls forwards", outcome(result), PUBLISHED)
    yield from check_rows("towards -y", result)
    yield reported("towards -y, wall time", LIMIT_SECONDS[200], result.seconds, OWN, "s")
    for (direction, friction), value in LIMIT_HOUSE_OTHERS.items():
        model = stone_house(friction)
        other = limit_analysis(model, acceleration(model, direction))
        yield reported(f"towards {direction}, friction {friction:g}", value, other.alpha,
                       "linear programming, own check", "g")
    model = stone_house()
    flat = non_associative_analysis(model, acceleration(model, "-y"), starts=2)
    for path in flat.paths:
        value = path.alphas[-1] if path.alphas else None
        yield reported(f"towards -y, without dilatancy, from {path.start} ({path.outcome})", None, value, OWN, "g")
