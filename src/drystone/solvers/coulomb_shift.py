"""Coulomb's law by convex problems: iterate on the friction shift mu |u_t| until it agrees with the slip it causes.

The plain iteration contracts slowly where friction is high and cycles where whole walls slide. Aitken's relaxation
(Irons and Tuck 1969) finds the pace for both from two changes in a row. The best iterate is the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

LEAST_PACE, MOST_PACE = 0.25, 5.0   #: bounds of the relaxation [-]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Iterate(Generic[T]):
    """One convex solve."""

    answer: T
    slip_shift: np.ndarray   #: (c,) [m/s], mu |u_t| of the answer
    is_pressed: np.ndarray   #: (c,) bool, contacts that carry something: only there the shift matters


def iterate_shift(solve: Callable[[np.ndarray], Iterate[T] | None], shift: np.ndarray, most: int,
                  tolerance: float) -> tuple[T | None, float, int]:
    """Best answer, None if there is none, its residual [m/s] and the number of solves.

    Parameters
    ----------
    solve : gives the answer of the convex problem with the shift (c,) [m/s]; None, if it has none, ends the iteration
    shift : (c,) [m/s], to start from
    most : solves
    tolerance : [m/s], of the difference between shift and slip
    """
    best, least, pace, last, count = None, np.inf, 1.0, None, 0
    while count < most:
        found, count = solve(shift), count + 1
        if found is None:
            break
        change = found.slip_shift - shift
        residual = float(np.abs(change[found.is_pressed]).max(initial=0.0))
        if best is None or residual < least:
            best, least = found.answer, residual
        if residual <= tolerance:
            break
        if last is not None:
            turn = change - last
            pace = min(max(-pace * (last @ turn) / max(turn @ turn, 1e-300), LEAST_PACE), MOST_PACE)
        shift, last = np.maximum(shift + pace * change, 0.0), change
    return best, least, count
