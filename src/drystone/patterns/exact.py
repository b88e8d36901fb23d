"""Lengths as fractions, so that faces that touch end at the very same float.

Patterns add, divide and compare lengths as fractions and turn each result into a float once. 0.1 + 0.2 and 0.3
are then one coordinate, and so are three thirds and a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from drystone.checks import check_number, check_vector
from drystone.errors import InputError

#: Numbers are read as the nearest fraction with at most this denominator: to 5e-10 m at worst, and exactly for
#: decimals of up to nine digits and for thirds, sevenths, ...
LARGEST_DENOMINATOR = 10 ** 9


def exact(value: float) -> Fraction:
    """The fraction that a float stands for: 0.38 is 19/50, 0.1 + 0.2 is 3/10."""
    return value if isinstance(value, Fraction) else Fraction(float(value)).limit_denominator(LARGEST_DENOMINATOR)


def exact_number(what: str, value: object, unit: str = "m", *, least: float | None = None,
                 above: float | None = None, most: float | None = None) -> Fraction:
    """Checked as by `check_number`, then read as a fraction."""
    number = exact(check_number(what, value, unit, least=least, above=above, most=most))
    if above is not None and number <= exact(above):
        raise InputError(f"{what} must be finite and > {above:g} by at least 1e-9 [{unit}], got {value!r}")
    return number


def exact_vector(what: str, value: object, unit: str = "m", size: int = 3) -> tuple[Fraction, ...]:
    """Checked as by `check_vector`, then read as fractions."""
    return tuple(exact(number) for number in check_vector(what, value, unit, size))


def exact_sizes(what: str, values: object, unit: str = "m") -> tuple[Fraction, ...]:
    """A list of one or more lengths > 0."""
    if isinstance(values, str) or not isinstance(values, (Sequence, np.ndarray)) or not len(values):
        raise InputError(f"{what} must be a list of numbers > 0 [{unit}], got {values!r}")
    return tuple(exact_number(what, value, unit, above=0.0) for value in values)


def shown(value: Fraction) -> str:
    """A fraction as messages print it."""
    return f"{float(value):g}"
