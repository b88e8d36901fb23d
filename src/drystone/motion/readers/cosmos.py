"""COSMOS V1 and V2: each channel has words, 100 whole numbers, 100 reals, comments, then accelerations.

Every block says by itself how many numbers follow in which Fortran format.
"""

from __future__ import annotations

import re

import numpy as np

from drystone.checks import show
from drystone.motion.readers.channel import Channel, even_times, read_orientation, read_unit
from drystone.motion.readers.text import RecordText, finite, format_width, read_counted, read_numbers

_FIRST = re.compile(r"\(Format v(\d+\.\d+)\s+with\s+(\d+)\s+text lines", re.IGNORECASE)
_BLOCK = re.compile(r"^\s*(\d{1,6})\s+(Integer|Real)-header values follow on\s+(\d{1,6})\s+lines", re.IGNORECASE)
_COMMENTS = re.compile(r"^\s*(\d{1,6})\s+Comment line", re.IGNORECASE)
_DATA = re.compile(r"^\s*(\d{1,9})\s+(\w+)\s+(?:pts|points).*?approx\s+(\d+)\s+secs.*?units\s*=\s*([^(,]+)",
                   re.IGNORECASE)
_PER_LINE = re.compile(r"Format\s*=?\s*\(\s*(\d+)\s*[FEG]", re.IGNORECASE)
_CHANNEL = re.compile(r"^\s*Sta\s+Cha\w*\s*:?\s*[\d?]*\s*:\s*(.*?)\s*\(Rcrdr", re.IGNORECASE)
_NAME = re.compile(r"<SCNL>\S+?\.(\w+)\.")
_END = re.compile(r"^\s*(/&|End-of-data)", re.IGNORECASE)
#: Real header: sampling interval of the raw record [s], and of this one [ms]; peak. Whole: azimuth.
_RAW_STEP, _STEP_MS, _PEAK, _AZIMUTH = 33, 61, 63, 53
_UNKNOWN = -999.0
#: Codes of the whole header's azimuth for directions that are none.
_UP, _DOWN = (400, 900), (401,)


def recognises(text: RecordText) -> bool:
    """The first line says: Format vNN.NN with NN text lines."""
    return _FIRST.search(text.line(1)) is not None


def read(text: RecordText) -> list[Channel]:
    """All channels of the file."""
    channels: list[Channel] = []
    first = 1
    while first <= len(text.lines):
        if not text.line(first).strip():
            first += 1
            continue
        channel, first = _channel(text, first, len(channels) + 1)
        channels.append(channel)
    return channels


def _channel(text: RecordText, first: int, number: int) -> tuple[Channel, int]:
    head = _FIRST.search(text.line(first))
    if head is None:
        raise text.error("must begin a channel (Format vNN.NN with NN text lines), got "
                         f"{show(text.line(first).strip(), 60)}", first)
    words = text.lines[first - 1:first - 1 + int(head[2])]
    integers, line = _block(text, first + int(head[2]), "Integer", "whole numbers")
    reals, line = _block(text, line, "Real", "reals")
    comments = _COMMENTS.search(text.line(line))
    if comments is None:
        raise text.error(f"must count the comment lines, got {show(text.line(line).strip(), 60)}", line)
    notes = text.lines[line:line + int(comments[1])]
    line += int(comments[1]) + 1
    count, seconds, unit, per_line = _announced(text, line)
    dt = _step(text, line, reals, count, seconds)
    values, end = read_counted(text, line + 1, count, per_line, format_width(text.line(line)))
    if _END.search(text.line(end)):
        end += 1
    name, azimuth, is_vertical = _orientation(words, notes, integers, number)
    peak = reals[_PEAK] if reals.size > _PEAK and reals[_PEAK] != _UNKNOWN else None
    facts = {"event": words[1].strip() if len(words) > 1 else "", "station": words[4].strip() if len(words) > 4 else ""}
    return Channel(name, even_times(count, dt), values, unit, azimuth, is_vertical,
                   None if peak is None else abs(float(peak)), line + 1, facts), end


def _block(text: RecordText, line: int, kind: str, what: str) -> tuple[np.ndarray, int]:
    """Numbers of a header, and the line after them."""
    found = _BLOCK.search(text.line(line))
    if found is None or found[2].lower() != kind.lower():
        raise text.error(f"must announce the {what} of the header, got {show(text.line(line).strip(), 60)}", line)
    last = line + int(found[3])
    values = read_numbers(text, line + 1, last, format_width(text.line(line)), "header")
    if values.size != int(found[1]):
        raise text.error(f"{found[1]} {what} must follow, got {values.size}", line)
    return values, last + 1


def _announced(text: RecordText, line: int) -> tuple[int, float, str | None, int]:
    """Count, length [s], unit and numbers a line, from the line before the data."""
    found, columns = _DATA.search(text.line(line)), _PER_LINE.search(text.line(line))
    if found is None or columns is None:
        raise text.error("must announce the data: N acceleration pts, approx N secs, units=..., Format=(...), got "
                         f"{show(text.line(line).strip(), 80)}", line)
    if not found[2].lower().startswith("accel"):
        raise text.error(f"must hold accelerations, got {found[2].lower()}", line)
    return int(found[1]), finite(text, line, "length", found[3]), read_unit(found[4]), int(columns[1])


def _step(text: RecordText, line: int, reals: np.ndarray, count: int, seconds: float) -> float:
    """Sampling interval [s]: of this record, else of the raw one; it must fit the length that is announced."""
    given = [reals[k] * unit for k, unit in ((_STEP_MS, 1e-3), (_RAW_STEP, 1.0))
             if reals.size > k and reals[k] != _UNKNOWN and reals[k] > 0.0]
    for dt in given:
        if abs(count * dt - seconds) <= 1.0 + 0.01 * seconds:      # announced in whole seconds
            return float(dt)
    raise text.error(f"header must state a sampling interval that fits {count} points in {seconds:g} s, got "
                     f"{', '.join(f'{dt:g} s' for dt in given) or 'none'}", line)


def _orientation(words: tuple[str, ...], notes: tuple[str, ...], integers: np.ndarray,
                 number: int) -> tuple[str, float | None, bool]:
    """Name, azimuth and whether it is vertical: by words, else by the code of the header."""
    code = int(integers[_AZIMUTH]) if integers.size > _AZIMUTH else -999
    named = next((found[1] for note in notes if (found := _NAME.search(note))), None)
    label = next((found[1] for word in words if (found := _CHANNEL.search(word))), "")
    azimuth, is_vertical = read_orientation(label)
    if azimuth is None and not is_vertical:
        is_vertical = code in _UP + _DOWN or (named is not None and named[-1] == "Z")
        azimuth = float(code) if 0 < code <= 360 and not is_vertical else None
    known = azimuth is not None or is_vertical
    label = re.sub(r"\s*DEG\Z", "", label, flags=re.IGNORECASE)
    return (named or (label if known else "") or f"channel {number}"), azimuth, is_vertical
