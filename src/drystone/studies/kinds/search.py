"""Where along rising levels does it collapse first? Level by level, then by halving."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence

from drystone.studies.runs.outcome import Row, Rows
from drystone.studies.runs.planned import PlannedRun

#: Digits of a level that is found by halving: it can be written down, and is the same on any machine.
DIGITS = 6


def between(low: float, high: float) -> float:
    """The level half way, in logarithms."""
    return float(f"{math.sqrt(low * high):.{DIGITS}g}")


def hunt(levels: Sequence[float], tolerance: float | None, at: Callable[[float], PlannedRun],
         rows: Rows) -> Iterator[PlannedRun]:
    """Runs at rising levels up to the first collapse, then between the last level below it and that one.

    The run that is not known yet comes last. A run that failed ends the line: nothing can be said of it.
    """
    safe: float | None = None
    for level in levels:
        run = at(level)
        yield run
        row = rows.get(run.id)
        if row is None or not (row.is_collapse or row.is_decided or row.outcome == "undecided"):
            return
        if row.is_collapse:
            if safe is not None and tolerance is not None:
                yield from halve(safe, level, tolerance, at, rows)
            return
        safe = level


def halve(safe: float, fallen: float, tolerance: float, at: Callable[[float], PlannedRun],
          rows: Rows) -> Iterator[PlannedRun]:
    """Runs between a level that it survives and one that it does not, until they are near enough."""
    while fallen - safe > tolerance * fallen:
        level = between(safe, fallen)
        if not safe < level < fallen:
            return
        run = at(level)
        yield run
        row = rows.get(run.id)
        if row is None or row.outcome == "failed":
            return
        safe, fallen = (safe, level) if row.is_collapse else (level, fallen)


def bracket(levels: Sequence[float], found: Sequence[Row | None]) -> tuple[float | None, float | None]:
    """Greatest level below the first collapse that is known to be survived, and that of the first collapse."""
    pairs = sorted((level, row) for level, row in zip(levels, found) if row is not None)
    fallen = next((level for level, row in pairs if row.is_collapse), None)
    below = [level for level, row in pairs if not row.is_collapse and (fallen is None or level < fallen)]
    return (below[-1] if below else None), fallen


def most_halvings(levels: Sequence[float], tolerance: float | None) -> int:
    """How many runs halving can add to one line."""
    if tolerance is None or len(levels) < 2:
        return 0
    widest = max(math.log(high / low) for low, high in itertools.pairwise(levels))
    return max(0, math.ceil(math.log2(widest / -math.log1p(-tolerance))))
