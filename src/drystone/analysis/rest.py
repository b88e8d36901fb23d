"""Whether a structure has come to rest, and since when."""

from __future__ import annotations

import numpy as np

from drystone.analysis.blocks import is_active, static_array
from drystone.checks import check_number
from drystone.results.result import RunResult


def greatest_speed(result: RunResult) -> np.ndarray:
    """(f,) [m/s]: bound on the speed of any point of any free block, |v| + |w| r, at each kept frame."""
    radius = block_radius(result)
    twist = result.frames.twist
    speed = np.linalg.norm(twist[:, :, :3], axis=2) + np.linalg.norm(twist[:, :, 3:], axis=2) * radius
    counted = is_active(result) & ~static_array(result, "is_support").astype(bool)
    return np.where(counted, speed, 0.0).max(axis=1, initial=0.0)


def rest_since(result: RunResult, *, speed: float) -> float | None:
    """Time of the first kept frame from which no point is faster than `speed` [m/s] until the end; None: it
    moves.

    A rocking block is slow at its turning points too: what counts is that it stays slow. A run of one frame,
    or one that is slow in its last frame only, has not shown that, and gives None.
    """
    check_number("rest_since: speed", speed, "m/s", least=0.0)
    fast = np.flatnonzero(greatest_speed(result) > speed)
    first = int(fast[-1]) + 1 if len(fast) else 0
    time = result.frames.time
    return float(time[first]) if first < len(time) - 1 else None


def is_at_rest(result: RunResult, *, speed: float, duration: float = 0.0) -> bool:
    """True where no point was faster than `speed` [m/s] over at least the last `duration` [s] of the run."""
    check_number("is_at_rest: duration", duration, "s", least=0.0)
    since = rest_since(result, speed=speed)
    return since is not None and float(result.frames.time[-1]) - since >= duration


def block_radius(result: RunResult) -> np.ndarray:
    """(b,) [m]: greatest distance of a corner from the centre of mass of its block."""
    shapes, radius = result.shapes, np.zeros(len(static_array(result, "mass")))
    np.maximum.at(radius, shapes.surface.vertex_block, np.linalg.norm(shapes.arm, axis=1))
    return radius
