"""Bisection of thresholds: the least amplitude or duration at which something happens."""

from __future__ import annotations

from collections.abc import Callable


def bisect_threshold(happens: Callable[[float], bool], low: float, high: float, width: float) -> float:
    """Middle of an interval of at most `width` at whose lower end it does not happen and at whose upper end it does.

    Raises ValueError where that is not so at the ends of the interval given.
    """
    if happens(low):
        raise ValueError(f"threshold lies below {low:g}")
    if not happens(high):
        raise ValueError(f"threshold lies above {high:g}")
    while high - low > width:
        middle = 0.5 * (low + high)
        if happens(middle):
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)
