"""Checks of single values; each raises InputError with one line: what, which rule, which value."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from drystone.errors import InputError

#: Characters of a value that a message shows at most.
MOST_SHOWN = 200
#: Most blocks of a model: above it no machine runs it, and a slip of the pen in a count would fill the memory.
MOST_BLOCKS = 200_000
#: Unit vectors of the axes by name.
AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}

#: A number with a decimal comma, as many languages write it, and what may follow: its unit.
_COMMA = re.compile(r"\s*([+-]?\d+),(\d+(?:[eE][+-]?\d+)?)(\s*[^\s\d,]\S*)?\s*$")


def check_number(what: str, value: Any, unit: str, *, least: float | None = None,
                 above: float | None = None, most: float | None = None, below: float | None = None) -> float:
    """Return `value` as a finite float within its bounds, or say which rule it breaks.

    Parameters
    ----------
    what : name of the thing and its property, e.g. ``"joint 'bed': friction"``
    unit : printed in the message, e.g. ``"kg/m3"``; ``"-"`` for pure numbers
    least, above, most, below : ``>=``, ``>``, ``<=`` and ``<`` bounds
    """
    rules = ["finite"]
    if least is not None:
        rules.append(f">= {least:g}")
    if above is not None:
        rules.append(f"> {above:g}")
    if most is not None:
        rules.append(f"<= {most:g}")
    if below is not None:
        rules.append(f"< {below:g}")
    is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    good = is_number and _is_finite(value)
    good = good and (least is None or value >= least) and (above is None or value > above)
    good = good and (most is None or value <= most) and (below is None or value < below)
    if not good:
        raise InputError(f"{what} must be {' and '.join(rules)} [{unit}], got {show(value)}{comma_words(value)}")
    return float(value)


def comma_words(value: object) -> str:
    """What to write instead of a number with a decimal comma, to follow a message; nothing for any other value."""
    found = _COMMA.match(value) if isinstance(value, str) else None
    return f": a decimal point is wanted, not a comma: {found[1]}.{found[2]}{found[3] or ''}" if found else ""


def check_vector(what: str, value: object, unit: str, size: int = 3) -> np.ndarray:
    """Return `value` as a float array of `size` finite numbers, or say what is wrong."""
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        array = np.full(0, np.nan)
    if array.shape != (size,) or not np.isfinite(array).all():
        raise InputError(f"{what} must be {size} finite numbers [{unit}], got {show(value)}")
    return array


def check_direction(what: str, value: object) -> np.ndarray:
    """Unit vector from a vector or one of the letters x, y, z."""
    vector = check_vector(what, AXES.get(value, value) if isinstance(value, str) else value, "-")
    length = float(np.linalg.norm(vector))
    if length == 0.0:
        raise InputError(f"{what} must have a length > 0 [-], got {value!r}")
    return vector / length


def check_choice(what: str, value: object, choices: Sequence[str]) -> str:
    """Return `value` if it is one of `choices`, or list them."""
    if value not in choices:
        raise InputError(f"{what} must be one of {', '.join(choices)}, got {show(value)}")
    return value  # type: ignore[return-value]


def check_count(what: str, value: Any, least: int = 1, most: int | None = None) -> int:
    """Return `value` as an int from `least` to `most`, or say which rule it breaks."""
    is_whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    is_many = is_whole and most is not None and value > most
    if not is_whole or value < least or is_many:
        rule = f"from {least} to {most}" if is_many else f">= {least}"
        raise InputError(f"{what} must be a whole number {rule} [-], got {show(value)}")
    return int(value)


def check_block_count(what: str, count: float | Fraction) -> None:
    """Refuse to make more blocks than a model may have, before the first of them is made."""
    if not count <= MOST_BLOCKS:
        raise InputError(f"{what}: must have at most {MOST_BLOCKS} blocks, got about {float(min(count, 1e300)):.3g}; "
                         "lengths are in metres")


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:          # a whole number above all floats
        return False


def show(value: object, most: int = MOST_SHOWN) -> str:
    """`repr(value)` of at most `most` characters; what does not fit is not even looked at."""
    pieces: list[str] = []
    _write(value, pieces, most)
    text = "".join(pieces)
    return text if len(text) <= most else text[:most - 3] + "..."


def _write(value: Any, pieces: list[str], room: int) -> int:
    """Append the text of `value` piece by piece until no room is left; returns the room left."""
    kind = type(value)
    if kind in (list, tuple, dict) and value:
        opening, closing = ("{", "}") if kind is dict else ("[", "]") if kind is list else ("(", ")")
        for i, item in enumerate(value.items() if kind is dict else value):
            room = _put(opening if i == 0 else ", ", pieces, room)
            if room <= 0:
                return room
            if kind is dict:
                room = _put(": ", pieces, _write(item[0], pieces, room))
                item = item[1]
            room = _write(item, pieces, room)
        return _put(",)" if kind is tuple and len(value) == 1 else closing, pieces, room)
    if kind is int and value.bit_length() > 4 * MOST_SHOWN:      # Python refuses to write very long numbers
        digits = int(math.log10(2.0) * value.bit_length()) + 1
        return _put(f"a whole number of about {digits} digits", pieces, room)
    return _put(repr(value[:room + 1] if kind in (str, bytes) else value), pieces, room)


def _put(text: str, pieces: list[str], room: int) -> int:
    pieces.append(text)
    return room - len(text)
