"""Failure domains side by side: which value of what varies takes more, for short and for long pulses.

And how far monitors went where all of them stand.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from drystone.studies.findings.domain import DomainFinding
from drystone.studies.findings.groups import group_words
from drystone.studies.kinds.failure_domain import Column, FailureDomain
from drystone.studies.runs.outcome import Row, Rows

#: Numbers of a row that a monitor called x has: "x least", "x greatest", "x last".
_LEAST, _GREATEST = " least", " greatest"


@dataclass(frozen=True)
class Pair:
    """Two combinations that differ in one number, and half periods [s] by which of them survives more."""

    axis: str
    less: float
    greater: float
    others: str                        #: what else varies and is the same, in words
    direction: str
    takes_more: tuple[float, ...]      #: the lesser value takes more
    takes_less: tuple[float, ...]
    alike: tuple[float, ...]           #: brackets overlap, or nothing is known


def compare_domains(findings: Sequence[DomainFinding]) -> list[Pair]:
    """All pairs of combinations of a study that differ in one number, for every direction."""
    found = []
    for first, second in itertools.combinations(findings, 2):
        names = [name for name, value in first.combination.items() if second.combination[name] != value]
        if len(names) != 1 or not all(isinstance(one.combination[names[0]], (int, float)) for one in (first, second)):
            continue
        low, high = sorted((first, second), key=lambda one: one.combination[names[0]])
        others = group_words({name: value for name, value in low.combination.items() if name != names[0]})
        for a, b in zip(low.directions, high.directions):
            signs = {time: _sign((lo, hi), (lo_b, hi_b)) for (time, lo, hi), (_, lo_b, hi_b) in
                     zip(a.boundary, b.boundary)}
            more, less, alike = (tuple(time for time, sign in signs.items() if sign == wanted) for wanted in (1, -1, 0))
            found.append(Pair(names[0], low.combination[names[0]], high.combination[names[0]], others, a.direction,
                              more, less, alike))
    return found


def _sign(first: tuple[float | None, float | None], second: tuple[float | None, float | None]) -> int:
    """1 where the first boundary lies above the second for sure, -1 below; 0 where their brackets overlap."""
    if (None, None) in (first, second):
        return 0
    (low_a, high_a), (low_b, high_b) = (_bounds(*ends) for ends in (first, second))
    return 1 if low_a >= high_b else -1 if low_b >= high_a else 0


def _bounds(low: float | None, high: float | None) -> tuple[float, float]:
    return (0.0 if low is None else low), (math.inf if high is None else high)


def comparison_lines(kind: FailureDomain, findings: Sequence[DomainFinding], rows: Rows) -> Iterator[str]:
    """The pairs in words, then monitors where all combinations stand; nothing where only one combination is there."""
    if len(findings) < 2:
        return
    yield ""
    yield "boundaries compared, where their brackets do not overlap"
    for pair in compare_domains(findings):
        where = f"direction {pair.direction}{', ' + pair.others if pair.others else ''}"
        parts = [f"{words} at {', '.join(f'{time:g}' for time in times)} s" for words, times in
                 (("takes more", pair.takes_more), ("takes less", pair.takes_less)) if times]
        told = "; ".join(parts) or "is not told apart"
        rest = f"; not told apart at {', '.join(f'{t:g}' for t in pair.alike)} s" if parts and pair.alike else ""
        yield f"  {where}: {pair.axis} {pair.less:g} beside {pair.greater:g} {told}{rest}"
    yield from _monitor_lines(kind, findings, rows)


def _monitor_lines(kind: FailureDomain, findings: Sequence[DomainFinding], rows: Rows) -> Iterator[str]:
    """Greatest size of every monitor at the highest pulse of each half period that all combinations survive."""
    names = " | ".join(group_words(finding.combination) for finding in findings)
    for sign in kind.entry.directions:
        places = {time: found for time in kind.times if (found := _common(kind, findings, sign, time, rows))}
        columns = [name.removesuffix(_GREATEST) for name in
                   next(iter(places.values()))[1][0].numbers if name.endswith(_GREATEST)] if places else []
        for column in columns:
            cells = [f"{time:g} s, {amplitude:.4g} g: " + " | ".join(f"{_size(row, column):.3g}" for row in found)
                     for time, (amplitude, found) in places.items()]
            yield (f"  {column}, greatest size at the highest pulse that all survive, direction {sign} ({names}): "
                   + "; ".join(cells))


def _common(kind: FailureDomain, findings: Sequence[DomainFinding], sign: str, time: float,
            rows: Rows) -> tuple[float, list[Row]] | None:
    """The highest amplitude [g] up to which nothing of a column collapses in any combination, and its rows."""
    grids = [kind.grid(Column(finding.combination, sign, time), rows) for finding in findings]
    found = None
    for amplitude, cells in zip(findings[0].amplitudes, zip(*grids)):
        if any(row is None or not row.is_decided or row.is_collapse for row in cells):
            break
        found = amplitude, list(cells)
    return found


def _size(row: Row, column: str) -> float:
    return max(abs(row.numbers.get(f"{column}{end}", math.nan)) for end in (_LEAST, _GREATEST))
