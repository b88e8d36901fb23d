"""Blocks in words."""

from __future__ import annotations

from collections.abc import Sequence

from drystone.model.model import Model

LISTED = 5   #: names listed before "and n more"


def list_blocks(model: Model, blocks: Sequence[int]) -> str:
    """Names of some blocks: 'a', 'b' and 3 more."""
    shown = ", ".join(repr(model.block_names[i]) for i in blocks[:LISTED])
    return shown if len(blocks) <= LISTED else f"{shown} and {len(blocks) - LISTED} more"
