"""USGS SMC: 11 lines of words, 48 whole numbers, 50 reals, comments, then accelerations [cm/s2] in columns of 10.

Records without a sampling rate hold pairs of time and acceleration.
"""

from __future__ import annotations

import re

import numpy as np

from drystone.checks import show
from drystone.motion.readers.channel import Channel, even_times
from drystone.motion.readers.text import RecordText, read_numbers

_KINDS = re.compile(r"^\s*([1-9])\s+(UNCORRECTED ACCELEROGRAM|CORRECTED ACCELEROGRAM|VELOCITY|DISPLACEMENT|"
                    r"RESPONSE SPECTRA|FOURIER AMPLITUDE SPECTR\w+)", re.IGNORECASE)
_COMPONENT = re.compile(r"component\s*=\s*(\S+)", re.IGNORECASE)
_WORDS, _INTEGERS, _REALS = 11, 6, 10      # lines of each
_WIDTH, _LAST_LINE = 10, 8
#: places of the numbers of the header, from 0
_NOTHING, _TILT, _AZIMUTH, _COMMENTS, _COUNT = 0, 12, 13, 15, 16
_RATE, _PEAK_TIMES = 1, (29, 31)


def recognises(text: RecordText) -> bool:
    """The first line names the kind of file, and the header is 17 lines further full of numbers."""
    return _KINDS.search(text.line(1)) is not None and "-" not in text.line(1)[:3]


def read(text: RecordText) -> list[Channel]:
    """The one component of the file."""
    kind = _KINDS.search(text.line(1))
    if kind is None:
        raise text.error(f"must begin with the kind of its data, got {show(text.line(1).strip())}", 1)
    if "ACCELEROGRAM" not in kind[2].upper():
        raise text.error(f"must hold accelerations, got {kind[2].lower()}", 1)
    first = _WORDS + 1
    integers = read_numbers(text, first, first + _INTEGERS - 1, 10, "header")
    reals = read_numbers(text, first + _INTEGERS, first + _INTEGERS + _REALS - 1, 15, "header")
    if integers.size != 48 or reals.size != 50:
        raise text.error("header must hold 48 whole numbers and 50 reals, "
                         f"got {integers.size} and {reals.size}", first)
    count, comments = int(integers[_COUNT]), max(int(integers[_COMMENTS]), 0)
    start = first + _INTEGERS + _REALS + comments
    bad = next((k for k in range(start - comments, start) if not text.line(k).startswith("|")), None)
    if bad is not None:
        raise text.error(f"must be one of {comments} comments, starting with |, got {show(text.line(bad), 60)}", bad)
    values = read_numbers(text, start, len(text.lines), _WIDTH)
    nothing = reals[0]
    if reals[_RATE] == nothing:
        times, values = _pairs(text, start, count, values)
    else:
        _check_count(text, first + 2, count, values.size)
        if not reals[_RATE] > 0.0:
            raise text.error(f"sampling rate must be > 0 [1/s], got {reals[_RATE]:g}", first + _INTEGERS)
        times = even_times(count, 1.0 / reals[_RATE])
    is_vertical = int(integers[_TILT]) in (0, 180)
    known = not is_vertical and integers[_AZIMUTH] != integers[_NOTHING]
    azimuth = float(integers[_AZIMUTH]) % 360.0 if known else None
    named = text.find(_COMPONENT, last=_WORDS)
    name = "UP" if is_vertical else named[1][1] if named else "component"
    peaks = [abs(reals[k]) for k in _PEAK_TIMES if reals[k] != nothing]
    facts = {"event": text.line(4).strip(), "station": text.line(6).strip()}
    peak = float(max(peaks)) if peaks else None
    return [Channel(name, times, values, "cm/s2", azimuth, is_vertical, peak, start, facts)]


def _pairs(text: RecordText, start: int, count: int, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Times and accelerations in turn.

    The header counts single numbers. A line of pairs that belong elsewhere may follow; times with five digits may come
    twice, of which the first is taken.
    """
    if not count <= values.size <= count + _LAST_LINE:
        _check_count(text, start, count, values.size)
    times, values = values[0:count:2], values[1:count:2]
    if times.size != values.size:
        raise text.error(f"pairs of time and acceleration must be an even count of numbers, got {count}", start)
    highest = np.maximum.accumulate(times)
    rising = np.concatenate(([True], highest[1:] > highest[:-1]))
    return times[rising], values[rising]


def _check_count(text: RecordText, line: int, count: int, found: int) -> None:
    if found != count:
        raise text.error(f"header must agree with the data, got {count} announced and {found} values", line)
