"""Outcomes of the same pulses in two ways: how often they differ, and whether that is more than a yardstick does.

A way to solve a step disagrees even with itself where the load moves by almost nothing. So two ways count as different
only if they disagree on significantly more pulses than such a yardstick, on the same pulses.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drystone.validate.pulse_runs import COLLAPSES, RESTS


@dataclass(frozen=True, slots=True)
class Confusion:
    """Numbers of pulses by the outcomes of two ways; only pulses that are decided in both count."""

    both_rest: int
    only_first: int        #: collapses in the first way only
    only_second: int       #: collapses in the second way only
    both_collapse: int
    apart: int             #: pulses undecided or refused in one of the ways

    @property
    def count(self) -> int:
        """Pulses that are decided in both ways."""
        return self.both_rest + self.only_first + self.only_second + self.both_collapse

    @property
    def disagreements(self) -> int:
        """Pulses with different outcomes."""
        return self.only_first + self.only_second

    @property
    def collapses(self) -> tuple[int, int]:
        """In the first and in the second way."""
        return self.both_collapse + self.only_first, self.both_collapse + self.only_second

    def __str__(self) -> str:
        """The table in one line."""
        return (f"both rest {self.both_rest}, both collapse {self.both_collapse}, only first collapses "
                f"{self.only_first}, only second {self.only_second}, undecided {self.apart}")


def differs(first: str, second: str) -> bool | None:
    """Whether two outcomes differ; None where one of them is neither rest nor collapse."""
    if not {first, second} <= {RESTS, COLLAPSES}:
        return None
    return first != second


def compare(first: Sequence[str], second: Sequence[str]) -> Confusion:
    """Table of the outcomes of the same pulses."""
    pairs = list(zip(first, second, strict=True))
    decided = [pair for pair in pairs if differs(*pair) is not None]
    return Confusion(decided.count((RESTS, RESTS)), decided.count((COLLAPSES, RESTS)),
                     decided.count((RESTS, COLLAPSES)), decided.count((COLLAPSES, COLLAPSES)),
                     len(pairs) - len(decided))


def excess_probability(compared: Mapping[int, bool | None], yardstick: Mapping[int, bool | None]) -> float:
    """Probability of at least so many disagreements in excess of the yardstick's, if both were equally frequent.

    Exact and one-sided: of the pulses on which only one of the two comparisons disagrees, each is as likely on either
    side, so their number on the side of `compared` is binomial with 1/2. Pulses that are not decided in both are out.
    """
    shared = [(compared[key], yardstick[key]) for key in compared.keys() & yardstick.keys()
              if compared[key] is not None and yardstick[key] is not None]
    more, less = shared.count((True, False)), shared.count((False, True))
    return binomial_tail(more, more + less)


def binomial_tail(least: int, count: int) -> float:
    """Probability of `least` or more heads in `count` throws of a coin."""
    return sum(math.comb(count, k) for k in range(least, count + 1)) / 2 ** count


def least_significant(level: float) -> int:
    """Fewest disagreements, none of them the yardstick's, that are significant at `level`."""
    return next(count for count in range(1, 1000) if binomial_tail(count, count) < level)


def share_error(part: int, count: int) -> float:
    """Standard error of the share part / count of independent pulses."""
    return math.sqrt(part * (count - part) / count ** 3) if count else math.nan


def difference_in_errors(table: Confusion) -> float:
    """Difference of the two shares of collapse, in standard errors of it for pairs without a true difference.

    (b - c) / sqrt(b + c) for b and c pulses that collapse in one way only; without any there is no difference, 0.
    """
    if table.disagreements == 0:
        return 0.0
    return abs(table.only_first - table.only_second) / math.sqrt(table.disagreements)
