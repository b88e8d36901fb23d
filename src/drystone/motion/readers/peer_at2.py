"""PEER AT2: four lines of header, the last with NPTS and DT, then accelerations, five a line or otherwise."""

from __future__ import annotations

import re

from drystone.checks import show
from drystone.motion.readers.channel import Channel, even_times, read_orientation, read_unit
from drystone.motion.readers.text import RecordText, positive, read_numbers

#: Lines in which the header must be complete.
_HEADER = 8
_NPTS = re.compile(r"\bNPTS\b", re.IGNORECASE)
_TITLE = re.compile(r"(ACCELERATION|VELOCITY|DISPLACEMENT)\s+TIME\s+(?:SERIES|HISTORY)", re.IGNORECASE)
_NEW = re.compile(r"NPTS\s*=\s*(\d{1,15})(?!\d)\s*,?\s*DT\s*=\s*([\d.eE+-]+)", re.IGNORECASE)
_OLD = re.compile(r"^\s*(\d{1,15})\s+([\d.eE+-]+)\s+NPTS\s*,\s*DT", re.IGNORECASE)
_UNITS = re.compile(r"UNITS?\s+(?:OF|IN|:|=)?\s*(\S+)", re.IGNORECASE)


def recognises(text: RecordText) -> bool:
    """NPTS, or the title of the series, in the first lines."""
    return text.find(_NPTS, last=_HEADER) is not None or text.find(_TITLE, last=_HEADER) is not None


def read(text: RecordText) -> list[Channel]:
    """The one component of the file."""
    found = text.find(_NPTS, last=_HEADER)
    if found is None:
        raise text.error("header must state NPTS and DT in its first lines, found neither")
    number = found[0]
    match = _NEW.search(text.line(number)) or _OLD.search(text.line(number))
    if match is None:
        raise text.error(f"header must read NPTS= count, DT= step, got {show(text.line(number).strip())}", number)
    title = text.find(_TITLE, last=number)
    if title is not None and title[1][1].upper() != "ACCELERATION":
        raise text.error(f"must hold accelerations (AT2), got {title[1][1].lower()}", title[0])
    count, dt = int(match[1]), positive(text, number, "DT", match[2], "s")
    values = read_numbers(text, number + 1, len(text.lines))
    if values.size != count:
        raise text.error(f"header must agree with the data, got NPTS {count} and {values.size} values")
    units = _UNITS.search(" ".join(text.lines[:number - 1]))
    label = text.line(2).rsplit(",", 1)[-1].strip() if number > 2 and "," in text.line(2) else text.stem
    azimuth, is_vertical = read_orientation(label)
    return [Channel(label or text.stem, even_times(count, dt), values, read_unit(units[1]) if units else None,
                    azimuth, is_vertical, line=number + 1, facts={"record": text.line(2).strip()})]
