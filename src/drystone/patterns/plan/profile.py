"""Upper outlines of walls, and what of them lies in one course.

An outline is a list of points (position along the wall, height) from its start to its end, e.g. a gable. All its
corners lie on bed joints, so that within a course the wall is a row of bands, each with two straight ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

Point = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of one course; it may be narrower at its top, where a slope cuts it. Positions [m]."""

    start: Fraction       #: at the lower bed joint
    top_start: Fraction   #: at the upper bed joint, >= start
    end: Fraction
    top_end: Fraction     #: <= end

    def covers(self, low: Fraction, high: Fraction) -> bool:
        """Does it fill the course from `low` to `high`?"""
        return self.top_start <= low and high <= self.top_end


@dataclass(frozen=True, slots=True)
class Gable:
    """Symmetric gable over the whole length of a wall, corners included.

    Attributes
    ----------
    eaves : height at which the slopes start [m]
    rise : of the top above the eaves [m]
    top_width : of the flat top [m]
    """

    eaves: float | Fraction
    rise: float | Fraction
    top_width: float | Fraction = 0.0

    def outline(self, start: Fraction, end: Fraction) -> tuple[Point, ...]:
        """Points (position, height) of a wall from `start` to `end`; its own numbers must be fractions."""
        middle, half, top = (start + end) / 2, self.top_width / 2, self.eaves + self.rise
        peak = ((middle - half, top), (middle + half, top)) if half else ((middle, top),)
        return (start, self.eaves), *peak, (end, self.eaves)


def bands(outline: Sequence[Point], start: Fraction, end: Fraction, bottom: Fraction, top: Fraction,
          stepped: bool = False) -> list[Band]:
    """Bands of a wall from `start` to `end` in the course between two heights.

    Stepped: the ends are upright, where the slopes cross the middle of the course; the area is the same.
    """
    closed = [(start, bottom), (start, outline[0][1]), *outline, (end, outline[-1][1]), (end, bottom)]
    ends = []
    for (s, z), (s_next, z_next) in pairwise(closed):
        if min(z, z_next) <= bottom and max(z, z_next) >= top:    # crosses the whole course: its corners lie on beds
            slope = (s_next - s) / (z_next - z)
            ends.append((s + slope * (bottom - z), s + slope * (top - z)))
    ends.sort(key=sum)
    found = [Band(left[0], left[1], right[0], right[1]) for left, right in zip(ends[::2], ends[1::2])]
    if stepped:
        found = [Band(a, a, b, b) for a, b in ((_middle(x.start, x.top_start), _middle(x.end, x.top_end))
                                               for x in found)]
    return [band for band in found if band.start < band.end]


def course_heights(breaks: Sequence[Fraction], height: Fraction, variation: Fraction, draw) -> list[Fraction]:
    """Bed joints from the lowest to the highest break [m], all breaks among them.

    Between two breaks lie as many courses as fit best; they are equal, or differ by the relative `variation` [-]
    as `draw()` in 0..1 says.
    """
    beds = [breaks[0]]
    for low, high in pairwise(breaks):
        count = max(1, round((high - low) / height))
        shares = [1000 + round(1000 * variation * (2 * Fraction(draw()) - 1)) if variation else 1 for _ in range(count)]
        whole, part = sum(shares), 0
        for share in shares:
            part += share
            beds.append(low + (high - low) * Fraction(part, whole))
    return beds


def _middle(a: Fraction, b: Fraction) -> Fraction:
    return (a + b) / 2
