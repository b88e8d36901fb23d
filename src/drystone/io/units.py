"""Lengths as drawings state them: a unit for a file, or a number with its unit."""

from __future__ import annotations

import re

from drystone.checks import check_choice
from drystone.errors import InputError

#: [m] in one unit of a drawing
UNITS = {"m": 1.0, "dm": 0.1, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048}

_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([a-zA-Z]*)\s*\Z")


def check_unit(what: str, unit: object) -> str:
    """Return `unit` if it is one of UNITS; nothing given is an error too, because no file says it for all."""
    if unit is None:
        raise InputError(f"{what}: unit must be stated, one of {', '.join(UNITS)}, got none")
    return check_choice(f"{what}: unit", unit, tuple(UNITS))


def parse_length(what: str, text: str) -> float:
    """Length [m] from a text such as ``10mm`` or ``0.4 m``; a number without a unit is an error."""
    found = _LENGTH.match(text)
    if found is None or found[2] not in UNITS:
        raise InputError(f"{what} must be a length with its unit, e.g. 10mm ({', '.join(UNITS)}), got {text!r}")
    return float(found[1]) * UNITS[found[2]]
