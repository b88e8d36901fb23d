"""Bonds: where the head joints of a course lie.

A *run* is a stretch of one course of one wall that is free of openings, lintels and other walls. A bond divides it
into *pieces*. Joints closer than `least` to an end of the run, or in a zone that must stay free of joints (over the
corner of two walls), are left out: the stones beside them become longer, never shorter.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from random import Random

from drystone.errors import InputError
from drystone.patterns.exact import shown

Interval = tuple[Fraction, Fraction]

_TRIES = 12   #: draws of a random joint before the one with the best overlap is taken


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a course to be filled. Lengths [m] along the wall, in its own coordinate."""

    wall: str
    course: int                 #: from 0 at the foot of the plan
    leaf: int                   #: from 0
    start: Fraction
    end: Fraction
    wall_start: Fraction        #: where the wall starts
    course_start: Fraction      #: where this course of the wall starts
    is_along: bool              #: walls of this direction run through corners in this course
    has_lintel: bool = False    #: this course of the wall holds a lintel
    zones: Sequence[Interval] = ()       #: open intervals without joints
    below: Sequence[Fraction] = ()       #: head joints of the course below, sorted


@dataclass(frozen=True, slots=True)
class Piece:
    """One stone along a run; `is_through` ones reach through all leaves."""

    start: Fraction
    end: Fraction
    is_through: bool = False

    @property
    def length(self) -> Fraction:
        """[m]"""
        return self.end - self.start


@dataclass(frozen=True)
class Bond:
    """What all bonds share; the subclasses say where joints lie.

    Attributes
    ----------
    length : of a whole block [m]
    least : least length of a block [m]
    """

    length: Fraction
    least: Fraction

    #: True: the leaves of a wall have the same joints, and some pieces may reach through them
    binds_leaves = False

    def cells(self, run: Run) -> list[Piece]:
        """Pieces that cover the run before short ones are joined to their neighbours."""
        raise NotImplementedError

    def lay(self, run: Run) -> list[Piece]:
        """Pieces of a run from its start to its end, none shorter than `least`."""
        cells = self.cells(run)
        joints = [cell.end for cell in cells[:-1] if self._is_free(cell.end, run)]
        ends = [run.start, *joints, run.end]
        return [Piece(a, b, _kind(cells, a, b)) for a, b in pairwise(ends)]

    def _is_free(self, joint: Fraction, run: Run) -> bool:
        """May a joint lie there?"""
        return (joint - run.start >= self.least and run.end - joint >= self.least
                and not any(low < joint < high for low, high in run.zones))


@dataclass(frozen=True)
class RunningBond(Bond):
    """Whole blocks; courses that do not run through the corners are shifted by `overlap` block lengths (0: stack)."""

    overlap: Fraction = Fraction(1, 2)

    def cells(self, run: Run) -> list[Piece]:
        return _grid(run, self.first_joint(run), (self.length,))

    def first_joint(self, run: Run) -> Fraction:
        """One joint of the endless grid of this course; odd leaves take the joints of the other courses."""
        is_shifted = run.is_along == bool(run.leaf % 2)
        return run.wall_start + (self.overlap * self.length if is_shifted else 0)


@dataclass(frozen=True)
class EnglishBond(Bond):
    """Courses of stretchers and of headers in turn; a header is half a block wide and reaches through the wall."""

    binds_leaves = True

    def cells(self, run: Run) -> list[Piece]:
        if run.is_along:
            return _grid(run, run.wall_start, (self.length,))
        return _grid(run, run.wall_start + self.length / 4, (self.length / 2,), (True,))

    def lay(self, run: Run) -> list[Piece]:
        return _closers_second(super().lay(run), run)


@dataclass(frozen=True)
class FlemishBond(Bond):
    """Stretchers and headers in turn within each course, every header over the middle of a stretcher."""

    binds_leaves = True

    def cells(self, run: Run) -> list[Piece]:
        # a stretcher from 0 to 1 and a header from 1 to 3/2; above them a header from 1/4 to 3/4
        shift = Fraction(0) if run.is_along else Fraction(3, 4) * self.length
        return _grid(run, run.wall_start + shift, (self.length, self.length / 2), (False, True))

    def lay(self, run: Run) -> list[Piece]:
        return _closers_second(super().lay(run), run)


@dataclass(frozen=True)
class LayoutBond(Bond):
    """Rows of block lengths [m] as drawn, repeated upwards; the last length of a row is repeated along the wall."""

    rows: tuple[tuple[Fraction, ...], ...] = ()

    def cells(self, run: Run) -> list[Piece]:
        row = self.rows[run.course % len(self.rows)]
        joints, position = [], run.wall_start
        for length in row[:-1]:
            position += length
            joints.append(position)
        steps = max(0, math.ceil((run.end - position) / row[-1]))
        joints += [position + (k + 1) * row[-1] for k in range(steps)]
        return _between(run, joints)


@dataclass(frozen=True)
class RandomBond(Bond):
    """Lengths drawn between (1 - variation) and (1 + variation) block lengths, joints away from those below.

    Every course of every wall and leaf draws from its own stream: a change in one wall does not move stones in
    another. Where a run has no division into such lengths, its stones are longer.
    """

    variation: Fraction = Fraction(0)
    seed: int = 0

    def cells(self, run: Run) -> list[Piece]:
        draw = Random(f"{self.seed}/{run.wall}/{run.course}/{run.leaf}/{run.start}").random
        shortest = max(self.least, self.length * (1 - self.variation))
        longest = max(self.length * (1 + self.variation), shortest)
        whole = run.end - run.start
        count = max(1, min(round(whole / self.length), math.floor(whole / shortest)))
        count = max(count, min(math.ceil(whole / longest), math.floor(whole / shortest)))
        longest = max(longest, whole / count)
        joints, position = [], run.start
        for left in range(count - 1, 0, -1):
            low = max(shortest, run.end - position - left * longest)
            high = min(longest, run.end - position - left * shortest)
            joints.append(self._choose(draw, position + low, position + high, run.below))
            position = joints[-1]
        return _between(run, joints)

    def _choose(self, draw, low: Fraction, high: Fraction, below: Sequence[Fraction]) -> Fraction:
        """A joint between `low` and `high`, at least `least`/2 from those of the course below if it can be had."""
        best, best_overlap = low, Fraction(-1)
        for _ in range(_TRIES):
            joint = low + (high - low) * Fraction(round(1000 * draw()), 1000)
            joint = min(max(_round_to(joint, self.length / 2000), low), high)
            overlap = _distance(joint, below, self.length)
            if overlap > best_overlap:
                best, best_overlap = joint, overlap
            if overlap >= self.least / 2:
                break
        return best


@dataclass(frozen=True)
class ThroughStones:
    """Stones that tie the leaves of a wall together.

    Attributes
    ----------
    length : along the wall [m]
    spacing : from stone to stone in a course [m]; the next course that has some is shifted by half of it
    every : courses from one with through-stones to the next
    """

    length: Fraction
    spacing: Fraction
    every: int = 2

    def within(self, run: Run, least: Fraction) -> list[Interval]:
        """Where they lie in a run: flush with its ends or at least `least` away, clear of zones."""
        turn, rest = divmod(run.course, self.every)
        if rest != self.every - 1:
            return []
        first = run.wall_start + self.spacing * (Fraction(1, 4) if turn % 2 else Fraction(3, 4)) - self.length / 2
        number = math.ceil((run.start - first) / self.spacing)
        found = []
        while (start := first + number * self.spacing) + self.length <= run.end:
            end = start + self.length
            clear = all(gap == 0 or gap >= least for gap in (start - run.start, run.end - end))
            if clear and not any(low < joint < high for low, high in run.zones for joint in (start, end)):
                found.append((start, end))
            number += 1
        return found


def default_least(kind: str, length: Fraction, overlap: Fraction) -> Fraction:
    """Least block: what the bond itself needs at its ends, but not below a quarter block."""
    if kind in ("english", "flemish"):
        return length / 4
    if kind != "running" or overlap == 0:
        return length / 2
    return max(length / 4, min(overlap, 1 - overlap) * length)


def check_run(run: Run, least: Fraction, height: Fraction) -> None:
    """Refuse a run that has room for a sliver only."""
    if run.end - run.start < least:
        raise InputError(f"wall {run.wall!r}: {shown(run.end - run.start)} m are left from {shown(run.start)} to "
                         f"{shown(run.end)} m in the course at height {shown(height)} m, less than the least block "
                         f"{shown(least)} m")


# --- helpers ------------------------------------------------------------------------------------

def _between(run: Run, joints: Iterable[Fraction]) -> list[Piece]:
    ends = [run.start, *(j for j in joints if run.start < j < run.end), run.end]
    return [Piece(a, b) for a, b in pairwise(ends)]


def _grid(run: Run, origin: Fraction, lengths: Sequence[Fraction], through: Sequence[bool] = (False,)) -> list[Piece]:
    """The endless repetition of `lengths` from `origin` in both directions, cut to the run."""
    period = sum(lengths)
    position = origin + math.floor((run.start - origin) / period) * period
    cells = []
    while position < run.end:
        for length, is_through in zip(lengths, through):
            start, end = max(position, run.start), min(position + length, run.end)
            if start < end:
                cells.append(Piece(start, end, is_through))
            position += length
    return cells


def _kind(cells: Sequence[Piece], start: Fraction, end: Fraction) -> bool:
    """Is the piece a header? What fills most of it decides."""
    share = max((cell for cell in cells if cell.start < end and cell.end > start),
                key=lambda cell: min(cell.end, end) - max(cell.start, start))
    return share.is_through


def _closers_second(pieces: list[Piece], run: Run) -> list[Piece]:
    """A closer that ends a run changes places with the header next to it: the end itself gets the header."""
    pieces = list(pieces)
    if len(pieces) >= 2 and pieces[1].is_through and pieces[0].length < pieces[1].length:
        pieces[:2] = _swapped(pieces[0], pieces[1], run)
    if len(pieces) >= 4 and pieces[-2].is_through and pieces[-1].length < pieces[-2].length:
        pieces[-2:] = _swapped(pieces[-2], pieces[-1], run)
    return pieces


def _swapped(left: Piece, right: Piece, run: Run) -> list[Piece]:
    """Both pieces the other way round, unless their joint would come into a zone or over one of the course below."""
    joint, shorter = left.start + right.length, min(left.length, right.length)
    if any(low < joint < high for low, high in run.zones) or _distance(joint, run.below, shorter) < shorter / 2:
        return [left, right]
    return [Piece(left.start, joint, right.is_through), Piece(joint, right.end, left.is_through)]


def _round_to(value: Fraction, step: Fraction) -> Fraction:
    """Nearest multiple of `step`: keeps the denominators of random joints small."""
    return round(value / step) * step


def _distance(joint: Fraction, others: Sequence[Fraction], far: Fraction) -> Fraction:
    """From `joint` to the nearest of the sorted `others`; `far` where there is none."""
    place = bisect_left(others, joint)
    return min((abs(joint - other) for other in others[max(0, place - 1):place + 1]), default=far)
