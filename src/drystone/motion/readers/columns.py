"""Plain text: two columns, time [s] and acceleration; or accelerations alone, any number a line, with `dt` stated.

Lines that begin with # or % are comments. Units must be stated.
"""

from __future__ import annotations

import numpy as np

from drystone.checks import check_number, show
from drystone.motion.readers.channel import Channel, even_times
from drystone.motion.readers.text import RecordText, finite, read_numbers, to_float

_COMMENT = ("#", "%")


def recognises(text: RecordText) -> bool:
    """The first line that is no comment holds numbers only."""
    first = next((line for _, line in _data(text)), "")
    tokens = _tokens(first)
    return bool(tokens) and all(to_float(token) is not None for token in tokens)


def read(text: RecordText, dt: float | None = None) -> list[Channel]:
    """The one component of the file; `dt` [s] says that it holds accelerations alone."""
    if dt is not None:
        return [_series(text, check_number(f"record {text.name!r}: dt", dt, "s", above=0.0))]
    rows = []
    for number, line in _data(text):
        tokens = _tokens(line)
        if len(tokens) != 2:
            hint = "; accelerations alone need dt, the time between them [s]" if len(tokens) == 1 else ""
            raise text.error(f"must hold time and acceleration, got {show(line.strip())}{hint}", number)
        rows.append((number, tokens[0], tokens[1]))
    times, (values,) = check_rows(text, [(n, t, (a,)) for n, t, a in rows])
    return [Channel(text.stem, times, values, None, line=rows[0][0] if rows else None)]


def check_rows(text: RecordText, rows: list[tuple[int, str, tuple[str, ...]]]) -> tuple[np.ndarray, np.ndarray]:
    """Times (n,) and values (k, n) of rows (line, time, k values), one by one, so that the error can name the line."""
    count = len(rows[0][2]) if rows else 1
    times, values = np.empty(len(rows)), np.empty((count, len(rows)))
    for k, (line, time, tokens) in enumerate(rows):
        times[k] = finite(text, line, "time", time)
        values[:, k] = [finite(text, line, "acceleration", token) for token in tokens]
        if k == 0 and times[0] < 0.0:
            raise text.error(f"time must be >= 0 [s], got {show(time)}", line)
        if k > 0 and times[k] <= times[k - 1]:
            raise text.error(f"time must be greater than the one before {float(times[k - 1])!r} [s], got {show(time)}",
                             line)
    return times, values


def _data(text: RecordText):
    return ((number, line) for number, line in text.numbered() if not line.lstrip().startswith(_COMMENT))


def _tokens(line: str) -> list[str]:
    return line.replace(",", " ").replace(";", " ").split()


def _series(text: RecordText, dt: float) -> Channel:
    """Accelerations alone, in the order of reading."""
    lines = list(_data(text))
    plain = RecordText(text.name, tuple(
        "" if line.lstrip().startswith(_COMMENT) else line.replace(",", " ").replace(";", " ") for line in text.lines))
    values = read_numbers(plain, 1, len(plain.lines))
    if len(lines) > 2 and all(len(_tokens(line)) == 2 for _, line in lines) and _is_clock(values[0::2]):
        raise text.error("dt goes with accelerations alone, but the first of two columns is the time", lines[0][0])
    return Channel(text.stem, even_times(values.size, dt), values, None, line=lines[0][0] if lines else None)


def _is_clock(values: np.ndarray) -> bool:
    """Whether values rise in equal steps."""
    steps = np.diff(values)
    return bool(steps.min() > 0.0 and np.ptp(steps) <= 0.01 * steps.max())
