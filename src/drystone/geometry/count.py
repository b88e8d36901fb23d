"""Check of whole numbers: how many blocks, courses, segments."""

from __future__ import annotations

import numpy as np

from drystone.errors import InputError


def check_count(what: str, value: object, least: int = 1) -> int:
    """Return `value` as an int >= `least`, or say which rule it breaks."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise InputError(f"{what} must be a whole number >= {least} [-], got {value!r}")
    return int(value)
