"""Least amplitude or duration of a pulse that overturns a block."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.motion.motion import Motion
from drystone.rocking.block import RockingBlock
from drystone.rocking.ode import RockingSettings, rock

#: the run ends when overturning is decided, at the latest this long after the ground came to rest [1/p]
_WAIT = 60.0


@dataclass(frozen=True, slots=True)
class OverturningLimit:
    """Where the outcome first changes from safe to overturning, going up."""

    safe: float                    #: greatest value found safe below the change
    overturning: float             #: least value found overturning; the limit lies between the two
    scan_value: np.ndarray         #: (n,) values of the coarse scan
    scan_overturns: np.ndarray     #: (n,) bool

    @property
    def has_islands(self) -> bool:
        """Whether the scan met a safe value above an overturning one (seen only if it did not stop early)."""
        first = int(np.argmax(self.scan_overturns))
        return bool(np.any(~self.scan_overturns[first:]))


def overturns(block: RockingBlock, ground: Motion, restitution: float | None = None) -> bool:
    """Whether the block, at rest at first, is overturned by a ground motion that ends."""
    if not math.isfinite(ground.duration):
        raise InputError(f"overturning: ground must end, or its outcome is never decided, got {ground!r}")
    history = rock(block, duration=ground.duration + _WAIT / block.p, ground=ground, restitution=restitution,
                   settings=RockingSettings(until_decided=True))
    return history.is_overturned


def overturning_amplitude(block: RockingBlock, make_motion: Callable[[float], Motion], low: float, high: float,
                          tol: float, *, restitution: float | None = None, scan: int = 50,
                          scan_all: bool = False) -> OverturningLimit:
    """Least amplitude [m/s2] in low..high at which `make_motion(amplitude)` overturns the block.

    Outcomes are not monotonic: above an amplitude that overturns there may be safe ones. So `scan` intervals
    are gone through upwards first, and the first change is bisected to `tol`. Overturning within less than one
    interval below can still be missed. `scan_all` goes on to `high`, to see safe islands.
    """
    return _first_change("amplitude", "m/s2", block, make_motion, (low, high, tol), restitution, scan, scan_all)


def overturning_duration(block: RockingBlock, make_motion: Callable[[float], Motion], low: float, high: float,
                         tol: float, *, restitution: float | None = None, scan: int = 50,
                         scan_all: bool = False) -> OverturningLimit:
    """Least duration [s] in low..high at which `make_motion(duration)` overturns; see `overturning_amplitude`."""
    return _first_change("duration", "s", block, make_motion, (low, high, tol), restitution, scan, scan_all)


def _first_change(what: str, unit: str, block: RockingBlock, make_motion: Callable[[float], Motion],
                  span: tuple[float, float, float], restitution: float | None, scan: int,
                  scan_all: bool) -> OverturningLimit:
    low, high, tol = span
    check_number(f"overturning {what}: low", low, unit, least=0.0)
    check_number(f"overturning {what}: high", high, unit, above=low)
    check_number(f"overturning {what}: tol", tol, unit, above=0.0)
    if not isinstance(scan, int) or scan < 1:
        raise InputError(f"overturning {what}: scan must be a whole number >= 1, got {scan!r}")

    def outcome(value: float) -> bool:
        return overturns(block, make_motion(value), restitution)

    values, outcomes = [], []
    for value in np.linspace(low, high, scan + 1):
        values.append(float(value))
        outcomes.append(outcome(float(value)))
        if outcomes[0]:
            raise InputError(f"overturning {what}: low must be safe [{unit}], got {low!r}, which overturns")
        if outcomes[-1] and not scan_all:
            break
    if not any(outcomes):
        raise InputError(f"overturning {what}: some value up to high must overturn [{unit}], got none up to {high!r}")
    first = outcomes.index(True)
    safe, over = values[first - 1], values[first]
    while over - safe > tol:
        middle = 0.5 * (safe + over)
        if not safe < middle < over:
            break
        safe, over = (safe, middle) if outcome(middle) else (middle, over)
    return OverturningLimit(safe, over, np.array(values), np.array(outcomes))
