"""The wall with a window of Ferris and Tin-Loi: associative limit, and the sequence without dilatancy."""

from __future__ import annotations

from collections.abc import Iterable

from drystone.limit.live import acceleration
from drystone.limit.nonassociative import non_associative_analysis
from drystone.validate.case import Row, case, reported, same_word, within_relative
from drystone.validate.full_scale import OWN
from drystone.validate.limit_models import check_rows
from drystone.validate.scenes import ferris_wall
from drystone.validate.tolerances import LIMIT_FERRIS, LIMIT_FERRIS_FLAT

STARTS = 8
DESCRIPTION = (
    "In-plane wall of 46 blocks with a window, friction 0.65, horizontal forces in proportion to weight. Associative: "
    "one linear programme. Without dilatancy: a sequence of them, from eight starts.")
NOTES = (
    "The sequence starts from the normal forces of the associative limit, from those of the dead load, and from random "
    "changes of the first by factors between 1/2 and 2. Non-associative limits are not unique; all starts that "
    "converge are reported by their least and greatest value.")


@case("limit-ferris-tinloi-3", DESCRIPTION, minutes=0.2, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    model = ferris_wall()
    result = non_associative_analysis(model, acceleration(model, "+x"), starts=STARTS)
    reference, tolerance = LIMIT_FERRIS
    yield within_relative("associative", reference, result.associative.alpha, tolerance,
                          "linear programming, own check of the published layout (published 0.404)", "g")
    yield from check_rows("associative", result.associative)
    reference, tolerance = LIMIT_FERRIS_FLAT
    for path in result.paths[:2]:
        yield same_word(f"without dilatancy, from {path.start}", "converged", path.outcome, "required")
        last = path.alphas[-1] if path.alphas else float("nan")
        yield within_relative(f"without dilatancy, from {path.start}", reference, last, tolerance,
                              "Ferris and Tin-Loi 2001, example 3", "g")
        yield reported(f"without dilatancy, from {path.start}, rounds", None, len(path.alphas), OWN)
    yield reported(f"without dilatancy, starts that converge, of {STARTS}", STARTS, len(result.converged), OWN)
    for word, value in zip(("least", "greatest"), result.spread):
        yield reported(f"without dilatancy, {word} over the starts", reference, value,
                       "Ferris and Tin-Loi 2001, example 3", "g")
