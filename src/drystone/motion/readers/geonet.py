"""GeoNet V1A and V2A: for each component 16 lines of words, 10 of numbers, then accelerations in columns of 8.

V2A goes on with velocities and displacements, which are left alone: both follow from the accelerations.
"""

from __future__ import annotations

import re

from drystone.checks import show
from drystone.motion.readers.channel import Channel, even_times, read_orientation, read_unit
from drystone.motion.readers.text import RecordText, finite, positive, read_counted

_FIRST = re.compile(r"^\s*(Unc|C)orrected accelerogram\s+\S+.*GNS", re.IGNORECASE)
_COUNT = re.compile(r"Number of points\s+(\S+)", re.IGNORECASE)
_STEP = re.compile(r"(?:data at|intervals of)\s+([\d.eE+-]+)\s*s", re.IGNORECASE)
_COMPONENT = re.compile(r"^\s*Component\s+(\S+)", re.IGNORECASE)
_PEAK = re.compile(r"^\s*Acceleration:\s+peak\s+([-+\d.]+)\s*(\S+)", re.IGNORECASE)
_SCALE = re.compile(r"in units of\s+([\d.]+)\s*mm/s/s", re.IGNORECASE)
_WORDS, _NUMBERS, _COLUMNS, _WIDTH = 16, 10, 10, 8


def recognises(text: RecordText) -> bool:
    """The first line names the kind of accelerogram and GNS."""
    return _FIRST.search(text.line(1)) is not None


def read(text: RecordText) -> list[Channel]:
    """All components of the file."""
    channels, first = [], 1
    while first <= len(text.lines):
        if not text.line(first).strip():
            first += 1
            continue
        channel, first = _component(text, first)
        channels.append(channel)
    return channels


def _component(text: RecordText, first: int) -> tuple[Channel, int]:
    head = _FIRST.search(text.line(first))
    if head is None:
        raise text.error("must begin a component (Corrected accelerogram ... GNS), got "
                         f"{show(text.line(first).strip(), 60)}", first)
    line, match = _need(text, _COUNT, first, "Number of points")
    count = int(positive(text, line, "Number of points", match[1], "-"))
    line, match = _need(text, _STEP, first, "the sampling interval")
    dt = positive(text, line, "sampling interval", match[1], "s")
    _, match = _need(text, _COMPONENT, first, "Component")
    name = match[1]
    line, match = _need(text, _PEAK, first, "the peak acceleration and its unit")
    unit = read_unit(match[2])
    if unit is None:
        raise text.error(f"unit of the peak acceleration must be one of acceleration, got {show(match[2])}", line)
    peak = abs(finite(text, line, "peak acceleration", match[1]))
    start = first + _WORDS + _NUMBERS
    values, end = read_counted(text, start, count, _COLUMNS, _WIDTH)
    if scale := text.find(_SCALE, first, first + _WORDS):
        values = positive(text, scale[0], "unit of readings", scale[1][1], "mm/s/s") * values
    if head[1].upper() == "C":       # velocities and displacements follow
        for what in ("velocity", "displacement"):
            _, end = read_counted(text, end, count, _COLUMNS, _WIDTH, what)
    azimuth, is_vertical = read_orientation(name)
    facts = {"station": text.line(first + 1).split("Cusp")[0].strip(), "event": text.line(first + 7).strip()}
    return Channel(name, even_times(count, dt), values, unit, azimuth, is_vertical, peak, start, facts), end


def _need(text: RecordText, pattern: re.Pattern, first: int, what: str) -> tuple[int, re.Match]:
    found = text.find(pattern, first, first + _WORDS - 1)
    if found is None:
        raise text.error(f"header must state {what} within {_WORDS} lines, found none", first)
    return found
