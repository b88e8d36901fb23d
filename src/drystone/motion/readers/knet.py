"""K-NET and KiK-net ASCII: 17 lines of header, then whole numbers times a scale factor.

The counts have no zero of their own: the mean of the record is taken off, as it is from the header's Max. Acc.
"""

from __future__ import annotations

import re

from drystone.checks import show
from drystone.motion.readers.channel import Channel, even_times, read_orientation
from drystone.motion.readers.text import RecordText, finite, positive, read_numbers

_KEYS = ("Origin Time", "Lat.", "Long.", "Depth", "Mag.", "Station Code", "Station Lat.", "Station Long.",
         "Station Height", "Record Time", "Sampling Freq", "Duration Time", "Dir.", "Scale Factor", "Max. Acc.",
         "Last Correction", "Memo")
_SCALE = re.compile(r"([\d.eE+-]+)\s*\(gal\)\s*/\s*([\d.eE+-]+)", re.IGNORECASE)
_RATE = re.compile(r"([\d.]+)\s*Hz", re.IGNORECASE)
#: KiK-net numbers its channels: borehole, then surface
_KIK = {"1": ("borehole N-S", 0.0), "2": ("borehole E-W", 90.0), "3": ("borehole U-D", None),
        "4": ("N-S", 0.0), "5": ("E-W", 90.0), "6": ("U-D", None)}


def recognises(text: RecordText) -> bool:
    """The header's first key."""
    return text.line(1).startswith("Origin Time")


def read(text: RecordText) -> list[Channel]:
    """The one component of the file."""
    header, first = _header(text)
    line, scale = _need(text, header, "Scale Factor")
    match = _SCALE.search(scale)
    if match is None:
        raise text.error(f"Scale Factor must read a(gal)/b, got {show(scale)}", line)
    factor = positive(text, line, "Scale Factor", match[1], "gal") / positive(text, line, "Scale Factor", match[2], "-")
    line, rate = _need(text, header, "Sampling Freq")
    match = _RATE.search(rate)
    dt = 1.0 / positive(text, line, "Sampling Freq", match[1] if match else rate, "Hz")
    values = factor * read_numbers(text, first, len(text.lines))
    line, length = _need(text, header, "Duration Time")
    expected = finite(text, line, "Duration Time", length) / dt
    if abs(values.size - expected) > 1.0:
        raise text.error(f"Duration Time times Sampling Freq must be the count of values, {values.size}, "
                         f"got {expected:g}", line)
    line, direction = _need(text, header, "Dir.")
    name, azimuth = _KIK.get(direction, (direction, read_orientation(direction)[0]))
    is_vertical = direction in ("3", "6") or read_orientation(direction)[1]
    stated = header.get("Max. Acc.")
    peak = None if stated is None else abs(finite(text, stated[0], "Max. Acc.", stated[1]))
    facts = {"event": header.get("Origin Time", (0, ""))[1], "station": header.get("Station Code", (0, ""))[1]}
    return [Channel(name, even_times(values.size, dt), values - (values.mean() if values.size else 0.0), "gal", azimuth,
                    is_vertical, peak, first, facts)]


def _header(text: RecordText) -> tuple[dict[str, tuple[int, str]], int]:
    """Line and value of each key, and the first line after them; the width of the keys is 18."""
    header: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.lines, start=1):
        key = next((key for key in sorted(_KEYS, key=len, reverse=True) if line.startswith(key)), None)
        if key is None:
            return header, number
        header[key] = (number, line[18:].strip())
    return header, len(text.lines) + 1


def _need(text: RecordText, header: dict[str, tuple[int, str]], key: str) -> tuple[int, str]:
    if key not in header or not header[key][1]:
        raise text.error(f"header must state {key}, found none", header.get(key, (None,))[0])
    return header[key]
