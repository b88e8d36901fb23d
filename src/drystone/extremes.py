"""The greatest, the least, the order: equal ones go by name.

Symmetric structures tie. Which of two equal joints carries a force that is greater in its last bit differs from one
processor to the next, so whatever is told to people or stored (the most compressed joint, the block that turned
furthest, the order of a list) is chosen here: all values within the accuracy of the extreme one count as equal, and
of these the one whose name sorts first is taken, `stone_2` before `stone_10`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

ROUNDED = 1e-9  #: relative accuracy of what a few sums give: masses, sizes, areas
SOLVED = 1e-6   #: of what an iterative solver gives: forces, mechanisms, depths of overlaps
MARCHED = 1e-3  #: of motions after many steps: contact magnifies rounding from step to step

_DIGITS = re.compile(r"([0-9]+)")


def natural_key(name: str | Sequence[str]) -> tuple:
    """Key that sorts names, or tuples of names, as people do: numbers in them by value."""
    if not isinstance(name, str):
        return tuple(natural_key(part) for part in name)
    words = _DIGITS.split(name)
    # numbers by length and digits, not as int: a name may have thousands of digits
    words[1::2] = [(len(number), number) for number in (word.lstrip("0") for word in words[1::2])]
    return tuple(words), name


def greatest(values: Sequence[float] | np.ndarray, names: Sequence | None = None, *, accuracy: float = ROUNDED,
             scale: float | None = None) -> int:
    """Place of the greatest value; of those equal to it, of the one whose name sorts first.

    Parameters
    ----------
    values : (n,) at least one; what is not a number is passed over
    names : (n,) names or tuples of names; None: the order of the values decides
    accuracy : relative to the size of the extreme value, or to `scale` where values are differences of greater ones
    """
    values = np.asarray(values, dtype=float)
    if not len(values):
        raise ValueError("greatest: needs at least one value")
    usable = np.where(np.isnan(values), -np.inf, values)
    top = float(usable.max())
    return _first(np.flatnonzero(usable >= top - _slack(top, accuracy, scale)), names)


def least(values: Sequence[float], names: Sequence | None = None, *, accuracy: float = ROUNDED,
          scale: float | None = None) -> int:
    """Place of the least value, ties as in `greatest`."""
    return greatest(-np.asarray(values, dtype=float), names, accuracy=accuracy, scale=scale)


def ranked(values: Sequence[float], names: Sequence | None = None, *, accuracy: float = ROUNDED,
           scale: float | None = None) -> np.ndarray:
    """(n,) places from the greatest value to the least; runs of equal ones, as in `greatest`, by name."""
    values = np.asarray(values, dtype=float)
    values = np.where(np.isnan(values), -np.inf, values)
    order = np.argsort(-values, kind="stable")
    rising, start = -values[order], 0
    while start < len(order):
        # those within the accuracy of the first one are a run
        end = int(np.searchsorted(rising, rising[start] + _slack(rising[start], accuracy, scale), side="right"))
        if end - start > 1:
            order[start:end] = sorted(order[start:end], key=lambda i: i if names is None else natural_key(names[i]))
        start = end
    return order


def _slack(top: float, accuracy: float, scale: float | None) -> float:
    size = abs(top) if scale is None else abs(scale)
    return accuracy * size if np.isfinite(size) and np.isfinite(top) else 0.0


def _first(places: np.ndarray, names: Sequence | None) -> int:
    if names is None or len(places) == 1:
        return int(places[0])
    return int(min(places, key=lambda i: natural_key(names[i])))
