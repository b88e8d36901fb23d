"""Single blocks and columns of equal blocks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.checks import check_block_count, check_count, check_vector
from drystone.errors import InputError
from drystone.geometry.primitives import box_between
from drystone.geometry.shape import NamedShape

Vector = Sequence[float]


def single(size: Vector, base: Vector = (0.0, 0.0, 0.0), name: str = "block") -> list[NamedShape]:
    """One upright block of `size` (3,) [m]; `base` (3,) [m] is the middle of its underside."""
    sizes, foot = _check(name, size, base)
    return [NamedShape(name, _box_on(foot, sizes, 0), ("blocks",))]


def stack(size: Vector, count: int, base: Vector = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """`count` equal blocks of `size` (3,) [m] on top of each other, block_1 at the bottom.

    `base` (3,) [m] is the middle of the lowest underside. All blocks are in the group "stack".
    """
    sizes, foot = _check("stack", size, base)
    count = check_count("stack: count", count)
    check_block_count("stack", count)
    return [NamedShape(f"block_{k + 1}", _box_on(foot, sizes, k), ("stack",)) for k in range(count)]


def _check(what: str, size: Vector, base: Vector) -> tuple[np.ndarray, np.ndarray]:
    sizes = check_vector(f"{what}: size", size, "m")
    if not (sizes > 0.0).all():
        raise InputError(f"{what}: size must be > 0 [m], got {size!r}")
    return sizes, check_vector(f"{what}: base", base, "m")


def _box_on(foot: np.ndarray, sizes: np.ndarray, level: int):
    """Box number `level` above `foot`; tops and undersides of neighbours are the same floats."""
    half = 0.5 * sizes
    lower = (foot[0] - half[0], foot[1] - half[1], foot[2] + level * sizes[2])
    upper = (foot[0] + half[0], foot[1] + half[1], foot[2] + (level + 1) * sizes[2])
    return box_between(lower, upper)
