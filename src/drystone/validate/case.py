"""`Row` and `Case`: what a validation case says, and the register of all cases."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from drystone.errors import InputError

#: What a row compares: numbers, or words for an outcome.
Value = float | str | None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table of verdicts."""

    case: str
    quantity: str
    reference: Value
    computed: Value
    error: float | None       #: in the measure of the tolerance; None where words are compared
    tolerance: float | None   #: ok is error <= tolerance; None for words and where only reported
    ok: bool | None           #: None where only reported
    source: str               #: where the reference comes from
    unit: str = "-"
    rule: str = ""            #: tolerance in words, e.g. "<= 0.05 %"
    part: str = ""            #: words that chose the parts of the case that were run; "": all were


@dataclass(frozen=True, slots=True)
class Case:
    """A named case: `rows` computes it."""

    name: str
    description: str
    minutes: float                       #: expected run time on two cores [min]
    rows: Callable[[], Iterable[Row]]
    notes: str = ""                      #: how to read its figures, for the documentation
    parts: tuple[str, ...] = ()          #: names of its runs that can be made apart, see `parts`


CASES: dict[str, Case] = {}


def case(name: str, description: str, *, minutes: float, notes: str = "", parts: Iterable[str] = ()) -> Callable:
    """Register a function that yields rows as the case `name`; the runner puts the name into the rows."""

    def register(function: Callable[[], Iterable[Row]]) -> Callable[[], Iterable[Row]]:
        CASES[name] = Case(name, description, minutes, function, notes, tuple(parts))
        return function

    return register


def find_cases(names: Iterable[str]) -> list[Case]:
    """Cases by name, in the order asked for; all of them if no name is given."""
    names = list(names)
    for name in names:
        if name not in CASES:
            near = get_close_matches(name, CASES, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(CASES)}"
            raise InputError(f"validate: no case is called {name!r}{hint}")
    return [CASES[name] for name in names] if names else list(CASES.values())


# --- rows by kind of rule -------------------------------------------------------------------------


def within_relative(quantity: str, reference: float, computed: float, tolerance: float, source: str,
                    unit: str = "-") -> Row:
    """|computed/reference - 1| <= tolerance."""
    return _judge(quantity, reference, computed, abs(computed / reference - 1.0), tolerance, source, unit,
                  f"<= {100 * tolerance:g} %")


def within_absolute(quantity: str, reference: float, computed: float, tolerance: float, source: str,
                    unit: str) -> Row:
    """|computed - reference| <= tolerance, both in `unit`."""
    return _judge(quantity, reference, computed, abs(computed - reference), tolerance, source, unit,
                  f"<= {tolerance:g} {unit}")


def worst_relative(quantity: str, error: float, tolerance: float, source: str) -> Row:
    """Greatest relative error of several quantities, each against its own reference; computed is that error."""
    return _judge(quantity, 0.0, error, error, tolerance, source, "-", f"<= {100 * tolerance:g} %")


def in_range(quantity: str, low: float, high: float, computed: float, source: str, unit: str = "-") -> Row:
    """low <= computed <= high; the error is the distance from the middle."""
    middle = 0.5 * (low + high)
    return _judge(quantity, middle, computed, abs(computed - middle), 0.5 * (high - low), source, unit,
                  f"{low:g} .. {high:g}")


def at_least(quantity: str, bound: float, computed: float, source: str, unit: str = "-") -> Row:
    """computed >= bound; the error is what is missing."""
    missing = 0.0 if computed >= bound else bound - computed
    return _judge(quantity, bound, computed, missing, 0.0, source, unit, f">= {bound:g}")


def at_most(quantity: str, bound: float, computed: float, source: str, unit: str = "-") -> Row:
    """computed <= bound; the error is the excess."""
    excess = 0.0 if computed <= bound else computed - bound
    return _judge(quantity, bound, computed, excess, 0.0, source, unit, f"<= {bound:g}")


def spread_holds(quantity: str, reference: float, found: Iterable[float], source: str, unit: str = "-") -> Row:
    """The reference lies between the least and the greatest figure found; the error is how far it lies outside."""
    low, high = min(found := list(found)), max(found)
    outside = max(low - reference, reference - high, 0.0) if math.isfinite(low + high) else math.nan
    return Row("", quantity, float(reference), f"{low:.4g} .. {high:.4g}", float(outside), 0.0, bool(outside <= 0.0),
               source, unit, "within")


def same_word(quantity: str, reference: str, computed: str, source: str) -> Row:
    """Two outcomes agree."""
    return Row("", quantity, reference, computed, None, None, computed == reference, source, rule="the same")


def reported(quantity: str, reference: Value, computed: Value, source: str, unit: str = "-") -> Row:
    """A figure without a verdict; the error is the difference in `unit`."""
    numbers = isinstance(reference, (int, float)) and isinstance(computed, (int, float))
    error = float(computed - reference) if numbers else None
    return Row("", quantity, reference, computed, error, None, None, source, unit)


def _judge(quantity, reference, computed, error, tolerance, source, unit, rule) -> Row:
    # a nan must fail: it compares false
    return Row("", quantity, float(reference), float(computed), float(error), float(tolerance),
               bool(error <= tolerance), source, unit, rule)
