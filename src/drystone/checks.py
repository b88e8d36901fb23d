"""Checks of single values; each raises InputError with one line: what, which rule, which value."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from drystone.errors import InputError


def check_number(what: str, value: object, unit: str, *, least: float | None = None,
                 above: float | None = None, most: float | None = None) -> float:
    """Return `value` as a finite float within its bounds, or say which rule it breaks.

    Parameters
    ----------
    what : name of the thing and its property, e.g. ``"joint 'bed': friction"``
    unit : printed in the message, e.g. ``"kg/m3"``; ``"-"`` for pure numbers
    least, above, most : ``>=``, ``>`` and ``<=`` bounds
    """
    rules = ["finite"]
    if least is not None:
        rules.append(f">= {least:g}")
    if above is not None:
        rules.append(f"> {above:g}")
    if most is not None:
        rules.append(f"<= {most:g}")
    is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    good = is_number and math.isfinite(value)
    good = good and (least is None or value >= least) and (above is None or value > above)
    good = good and (most is None or value <= most)
    if not good:
        raise InputError(f"{what} must be {' and '.join(rules)} [{unit}], got {value!r}")
    return float(value)


def check_vector(what: str, value: object, unit: str, size: int = 3) -> np.ndarray:
    """Return `value` as a float array of `size` finite numbers, or say what is wrong."""
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        array = np.full(0, np.nan)
    if array.shape != (size,) or not np.isfinite(array).all():
        raise InputError(f"{what} must be {size} finite numbers [{unit}], got {value!r}")
    return array


def check_choice(what: str, value: object, choices: Sequence[str]) -> str:
    """Return `value` if it is one of `choices`, or list them."""
    if value not in choices:
        raise InputError(f"{what} must be one of {', '.join(choices)}, got {value!r}")
    return value  # type: ignore[return-value]


def check_count(what: str, value: object, least: int = 1) -> int:
    """Return `value` as an int >= `least`, or say which rule it breaks."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise InputError(f"{what} must be a whole number >= {least} [-], got {value!r}")
    return int(value)
