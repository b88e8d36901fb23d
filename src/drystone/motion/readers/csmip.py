"""CSMIP and CDMG volumes 1 and 2: each channel has words, 100 whole numbers, 50 or 100 reals, then accelerations.

Volume 2 goes on with velocities and displacements, which are left alone. Volume 3 holds spectra: see `csmip_spectra`.
"""

from __future__ import annotations

import re

from drystone.checks import show
from drystone.motion.readers.channel import Channel, even_times, read_orientation, read_unit
from drystone.motion.readers.text import RecordText, finite, format_width, positive, read_counted

_FIRST = re.compile(r"^\s*(Un)?corrected accelerogram", re.IGNORECASE)
_SPECTRA = re.compile(r"^\s*Response and Fourier", re.IGNORECASE)
_V1_DATA = re.compile(r"^\s*(\d{1,9})\s+Accelerogram points at\s+([\d.]+)\s*pts/sec.*?units of\s+(\S+)", re.IGNORECASE)
_V2_DATA = re.compile(r"^\s*(\d{1,9})\s+points of (accel|veloc|displ)\w* data equally spaced at\s+([\d.]+)\s*sec"
                      r"[.,]?\s*(?:in|\(units:)\s+([a-z0-9/^]+)", re.IGNORECASE)
_V2_ACCELERATIONS = re.compile(_V2_DATA.pattern.replace("accel|veloc|displ", "accel"), re.IGNORECASE)
_PAIRS = re.compile(r"^\s*\d+\s+(?:points of )?(?:accelerogram|time).*(?:sec.*g/10|pairs)", re.IGNORECASE)
_CHANNEL = re.compile(r"\bChan\s*(\d+)\s*:\s*(.*?)\s*(?:from\b.*)?$", re.IGNORECASE)
_PEAK = re.compile(r"Peak acceleration\s*=\s*([-+\d.]+)\s*cm/sec/sec", re.IGNORECASE)
_RAW_PEAK = re.compile(r"\bMax\s*=\s*([-+\d.]+)\s*g", re.IGNORECASE)
_END = re.compile(r"^\s*/&")
#: Lines within which a channel must come to its data: words and numbers.
_HEADER, _COLUMNS, _WIDTH = 70, 8, 10


def recognises(text: RecordText) -> bool:
    """The first line names the kind of accelerogram; GeoNet's and COSMOS's say more and are asked first."""
    return _FIRST.search(text.line(1)) is not None or _SPECTRA.search(text.line(1)) is not None


def read(text: RecordText) -> list[Channel]:
    """All channels of the file."""
    if _SPECTRA.search(text.line(1)):
        raise text.error("must hold accelerations, got spectra (volume 3): take the file of volume 1 or 2; "
                         "drystone.motion.read_spectra reads these", 1)
    channels, first = [], 1
    while first <= len(text.lines):
        if not text.line(first).strip():
            first += 1
            continue
        channel, first = _channel(text, first)
        channels.append(channel)
    return channels


def _channel(text: RecordText, first: int) -> tuple[Channel, int]:
    head = _FIRST.search(text.line(first))
    if head is None:
        raise text.error("must begin a channel (Corrected or Uncorrected accelerogram), got "
                         f"{show(text.line(first).strip(), 60)}", first)
    line, count, dt, unit = _announced(text, first, is_raw=head[1] is not None)
    width = format_width(text.line(line)) or _WIDTH
    values, end = read_counted(text, line + 1, count, _COLUMNS, width)
    while (block := _V2_DATA.search(text.line(end))) and block[2].lower() != "accel":
        _, end = read_counted(text, end + 1, int(block[1]), _COLUMNS, format_width(text.line(end)) or _WIDTH, block[2])
    if _END.search(text.line(end)):
        end += 1
    name, azimuth, is_vertical = _orientation(text, first, line)
    peak = text.find(_PEAK if head[1] is None else _RAW_PEAK, first, line)
    facts = {"station": text.line(first + 5 + (head[1] is None)).strip(), "event": text.line(first + 2).strip()}
    return Channel(name, even_times(count, dt), values, unit, azimuth, is_vertical,
                   None if peak is None else abs(finite(text, peak[0], "peak", peak[1][1])), line + 1, facts), end


def _announced(text: RecordText, first: int, *, is_raw: bool) -> tuple[int, int, float, str | None]:
    """Line that announces the accelerations, their count, step [s] and unit."""
    found = text.find(_V1_DATA if is_raw else _V2_ACCELERATIONS, first, first + _HEADER)
    if found is None:
        pairs = text.find(_PAIRS, first, first + _HEADER)
        if pairs is not None:
            raise text.error("pairs of time and acceleration (old volume 1) are not read: take volume 2", pairs[0])
        raise text.error(f"data must be announced within {_HEADER} lines: N points of accel data equally spaced at "
                         "dt sec, in unit (volume 2), N accelerogram points at R pts/sec in units of g (volume 1)",
                         first)
    line, match = found
    if is_raw:
        return line, int(match[1]), 1.0 / positive(text, line, "rate", match[2], "pts/s"), read_unit(match[3])
    return line, int(match[1]), positive(text, line, "dt", match[3], "s"), read_unit(match[4])


def _orientation(text: RecordText, first: int, last: int) -> tuple[str, float | None, bool]:
    found = text.find(_CHANNEL, first, last)
    if found is None:
        return text.stem, None, False
    label = " ".join(found[1][2].split()) or f"channel {found[1][1]}"
    azimuth, is_vertical = read_orientation(label)
    short = re.sub(r"\s*DEG\Z", "", label, flags=re.IGNORECASE)
    return short, azimuth, is_vertical
