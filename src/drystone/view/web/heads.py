"""Heads and states as JSON that every browser reads: JSON has no word for what is not finite, so it goes as null."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping


def to_json(content: object) -> str:
    """`content`, of mappings, sequences, texts and numbers, as text."""
    return json.dumps(_plain(content), allow_nan=False)


def _plain(value: object) -> object:
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _plain(own) for key, own in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(own) for own in value]
    return value
