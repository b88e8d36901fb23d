"""ESM and ITACA ASCII (DYNA header): lines of KEY: value, then one acceleration a line."""

from __future__ import annotations

import re

from drystone.checks import show
from drystone.motion.readers.channel import Channel, even_times, read_orientation, read_unit
from drystone.motion.readers.text import RecordText, finite, positive, read_numbers

_KEY = re.compile(r"\s*([A-Z][A-Z0-9_/^]*):\s?(.*)")
_STEP = re.compile(r"\s*SAMPLING_INTERVAL_S:")
#: Most lines of a header; today it has 64.
_HEADER = 120


def recognises(text: RecordText) -> bool:
    """The sampling interval is named in the header's own way, or the first line is that of a DYNA header."""
    return text.line(1).startswith("EVENT_NAME:") or text.find(_STEP, last=_HEADER) is not None


def read(text: RecordText) -> list[Channel]:
    """The one component of the file."""
    header, first = _header(text)
    kind = header.get("DATA_TYPE", (0, "ACCELERATION"))
    if not kind[1].upper().startswith("ACCELERATION"):
        raise text.error(f"DATA_TYPE must be ACCELERATION, got {show(kind[1])}", kind[0])
    dt = positive(text, *_need(text, header, "SAMPLING_INTERVAL_S", "dt"), "s")
    line, _, token = _need(text, header, "NDATA", "count")
    values = read_numbers(text, first, len(text.lines))
    count = finite(text, line, "NDATA", token)
    if values.size != count:
        raise text.error(f"NDATA must be the count of values, {values.size}, got {show(token)}", line)
    name = header.get("STREAM", (0, ""))[1] or text.stem
    azimuth, is_vertical = read_orientation(name[-1:])
    peak = header.get("PGA_CM/S^2", (0, ""))
    unit = read_unit(header["UNITS"][1]) if "UNITS" in header else None
    is_stated = peak[1] and unit in ("cm/s2", "gal")
    facts = {"event": header.get("EVENT_NAME", (0, ""))[1], "station": header.get("STATION_CODE", (0, ""))[1]}
    return [Channel(name, even_times(values.size, dt), values, unit, azimuth, is_vertical,
                    abs(finite(text, peak[0], "PGA_CM/S^2", peak[1])) if is_stated else None, first, facts)]


def _header(text: RecordText) -> tuple[dict[str, tuple[int, str]], int]:
    """Line and value of each key, and the first line after them."""
    header: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.lines, start=1):
        found = _KEY.match(line)
        if found is None:
            return header, number
        header.setdefault(found[1], (number, found[2].strip()))
    return header, len(text.lines) + 1


def _need(text: RecordText, header: dict[str, tuple[int, str]], key: str, what: str) -> tuple[int, str, str]:
    if key not in header or not header[key][1]:
        raise text.error(f"header must state {key} ({what}), found none", header.get(key, (None,))[0])
    return header[key][0], key, header[key][1]
