"""What a reader gives: channels of acceleration in the unit of their file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

#: one g as a unit of recorded acceleration [m/s2]
STANDARD_GRAVITY = 9.80665

#: [m/s2] in one unit of the file
UNITS = {"g": STANDARD_GRAVITY, "m/s2": 1.0, "cm/s2": 0.01, "mm/s2": 0.001, "gal": 0.01}

_SPELLINGS = {"g": "g", "g's": "g", "gal": "gal", "gals": "gal"}
_LENGTHS = {"m": "m/s2", "cm": "cm/s2", "mm": "mm/s2"}
_PER_SECOND = re.compile(r"(mm|cm|m)(?:/s(?:ec)?(?:\*\*|\^)?2|/s(?:ec)?/s(?:ec)?|s\^?-2|/s(?:ec)?²)\Z")
_QUADRANT = re.compile(r"([NS])\s*(\d{1,3}(?:\.\d+)?)\s*([EW])\Z", re.IGNORECASE)
_AZIMUTH = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*(?:°|DEG(?:REES)?)?\Z", re.IGNORECASE)
_UP = {"UP", "UPWARD", "UPWARDS", "VERT", "VERTICAL", "VER", "UD", "U-D", "V", "Z", "DWN", "DOWN", "DN"}
_COMPASS = {"N": 0.0, "N-S": 0.0, "NS": 0.0, "NORTH": 0.0, "E": 90.0, "E-W": 90.0, "EW": 90.0, "EAST": 90.0,
            "S": 180.0, "SOUTH": 180.0, "W": 270.0, "WEST": 270.0}


@dataclass(frozen=True, eq=False)
class Channel:
    """One component as its file has it."""

    name: str                     #: as the file calls it
    times: np.ndarray             #: (n,) [s], rising
    values: np.ndarray            #: (n,) in `unit`
    unit: str | None              #: one of UNITS; None where the file does not say
    azimuth_deg: float | None = None   #: of positive acceleration, clockwise from north; None: unknown or vertical
    is_vertical: bool = False
    peak: float | None = None     #: greatest acceleration that the header states, in `unit`
    line: int | None = None       #: where its numbers begin
    facts: Mapping[str, str] = field(default_factory=dict)   #: event and station, as far as the file tells


def read_unit(text: str) -> str | None:
    """Unit of acceleration from one of its spellings; None if it is none."""
    plain = text.strip().strip(".,;()[]").lower().replace(" ", "")
    if plain in _SPELLINGS:
        return _SPELLINGS[plain]
    found = _PER_SECOND.match(plain)
    return _LENGTHS[found[1]] if found else None


def read_orientation(text: str) -> tuple[float | None, bool]:
    """Azimuth [deg] clockwise from north, and whether it is vertical, from texts such as 360 DEG, N28W, UP, E-W."""
    plain = text.strip().upper()
    if plain in _UP:
        return None, True
    if plain in _COMPASS:
        return _COMPASS[plain], False
    if found := _AZIMUTH.match(plain):
        return (float(found[1]) % 360.0, False) if float(found[1]) <= 360.0 else (None, False)
    if found := _QUADRANT.match(plain):
        angle = float(found[2])
        angle = angle if found[1] == "N" else 180.0 - angle
        return (angle if found[3] == "E" else -angle if found[1] == "N" else 360.0 - angle) % 360.0, False
    return None, False


def even_times(count: int, dt: float) -> np.ndarray:
    """(count,) times from zero in steps of `dt` [s]."""
    return dt * np.arange(count)
