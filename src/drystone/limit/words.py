"""Words that answers share: lists of blocks and pairs, the size of a model, counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from drystone.model.model import Model

LISTED = 5   #: names listed before "and n more"


def list_blocks(model: Model, blocks: Sequence[int] | np.ndarray) -> str:
    """Names of some blocks: 'a', 'b' and 3 more."""
    return _some([repr(model.block_names[i]) for i in blocks])


def list_pairs(pairs: Iterable[tuple[str, str]]) -> str:
    """Some pairs of names: 'a' and 'b', 'c' and 'd' and 3 more."""
    return _some([f"{a!r} and {b!r}" for a, b in pairs])


def describe_size(model: Model, points: int) -> str:
    """The first line of an answer."""
    return (f"model       {model.name}: {int((~model.is_support).sum())} blocks, {points} contact points"
            + (", planar" if model.planar_axis is not None else ""))


def count_of(number: int, noun: str) -> str:
    """1 block, 2 blocks."""
    return f"{int(number)} {noun}{'' if number == 1 else 's'}"


def _some(words: list[str]) -> str:
    shown = ", ".join(words[:LISTED])
    return shown if len(words) <= LISTED else f"{shown} and {len(words) - LISTED} more"
