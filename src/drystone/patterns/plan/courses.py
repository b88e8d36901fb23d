"""The stones of a plan, course by course."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import numpy as np

from drystone.checks import check_block_count
from drystone.errors import InputError
from drystone.geometry.shape import NamedShape
from drystone.patterns.exact import shown
from drystone.patterns.plan.bond import Bond, Interval, Piece, Run, ThroughStones, check_run
from drystone.patterns.plan.cut_block import cut_polygon, stone
from drystone.patterns.plan.junctions import Junction
from drystone.patterns.plan.masonry import Masonry
from drystone.patterns.plan.profile import Band, bands, course_heights
from drystone.patterns.plan.strip import Gap, Strip, overlap


@dataclass
class _WallCourse:
    """One wall in one course: what is known before its stones are laid."""

    strip: Strip
    number: int
    bottom: Fraction
    top: Fraction
    bond: Bond
    through: ThroughStones | None
    corners: list[Interval] = field(default_factory=list)   # meeting places where this wall runs through
    blocked: list[Interval] = field(default_factory=list)   # meeting places that other walls fill
    zones: list[Interval] = field(default_factory=list)     # no joints here
    below: dict[int, list[Fraction]] = field(default_factory=dict)   # joints of the last course, by leaf

    @property
    def lintels(self) -> list[Gap]:
        """Openings whose lintel lies in this course."""
        return [g for g in self.strip.gaps if g.bearing is not None and g.head == self.bottom]

    @property
    def gaps(self) -> list[Gap]:
        """Openings that cross this course."""
        return [g for g in self.strip.gaps if g.sill <= self.bottom and self.top <= g.head]


def lay_courses(strips: Sequence[Strip], junctions: Sequence[Junction], masonry: Masonry,
                origin: Sequence[float] | np.ndarray) -> list[NamedShape]:
    """Blocks of all walls; see `plan.build_walls`."""
    strips = [_with_two_leaves(s) if (s.bond or masonry.bond).binds_leaves and len(s.leaves) == 1 else s
              for s in strips]
    _check_size(strips, masonry)
    blocks: list[NamedShape] = []
    memory: dict[int, dict[int, list[Fraction]]] = {}
    for number, (bottom, top) in enumerate(pairwise(bed_joints(strips, masonry))):
        present = [bands(s.outline, s.start, s.end, bottom, top, s.is_stepped) if s.base <= bottom and top <= s.top
                   else [] for s in strips]
        courses = {i: _WallCourse(s, number, bottom, top, s.bond or masonry.bond, s.through or masonry.through,
                                  below=memory.get(i, {})) for i, s in enumerate(strips) if present[i]}
        for junction in junctions:
            owner = junction.owner(number, present, [s.name for s in strips])
            if owner is not None:
                _assign(junction, owner, courses, masonry.quoins)
        for i, course in courses.items():
            joints: dict[int, list[Fraction]] = {}
            blocks += _name(course, _lay(course, present[i], joints), origin)
            memory[i] = {leaf: sorted(set(found)) for leaf, found in joints.items()}
    return blocks


def _check_size(strips: Sequence[Strip], masonry: Masonry) -> None:
    count = sum((s.end - s.start) / (s.bond or masonry.bond).length * (s.top - s.base) / masonry.course_height
                * len(s.leaves) for s in strips)
    check_block_count("plan", count)


def _with_two_leaves(strip: Strip) -> Strip:
    """Bonds of headers and stretchers need leaves: two equal ones, unless others are given."""
    return replace(strip, leaves=(strip.leaves[0] / 2,) * 2)


def bed_joints(strips: Sequence[Strip], masonry: Masonry) -> list[Fraction]:
    """Heights of all bed joints [m], the foot and the top of the plan among them."""
    breaks = sorted(set().union(*(strip.breaks for strip in strips)))
    for low, high in pairwise(breaks):
        if 2 * (high - low) < masonry.course_height:
            raise InputError(f"plan: heights {shown(low)} and {shown(high)} m of sills, heads, tops or bases must be "
                             f"at least half a course apart, {shown(masonry.course_height / 2)} [m]")
    return course_heights(breaks, masonry.course_height, masonry.height_variation,
                          Random(f"{masonry.seed}/courses").random)


def _assign(junction: Junction, owner: int, courses: dict[int, _WallCourse], quoins: bool) -> None:
    """Give the meeting place of two walls to its owner."""
    for wall, span in junction.members:
        if wall not in courses:
            continue
        course = courses[wall]
        if wall != owner:
            course.blocked.append(span)
            continue
        course.corners.append(span)
        if quoins:
            least, (low, high) = course.bond.least, span
            wide = 2 * (high - low) > 3 * course.bond.length
            course.zones += [(low - least, low + least), (high - least, high + least)] if wide \
                else [(low - least, high + least)]


# --- stones of one wall in one course -----------------------------------------------------------

@dataclass(frozen=True, slots=True)
class _Stone:
    """A stone before it has a name: where it lies along and across the wall."""

    start: Fraction
    end: Fraction
    near: Fraction
    far: Fraction
    band: Band
    leaf: int | None = None      # None: it reaches through all leaves
    lintel: str | None = None


def _lay(course: _WallCourse, present: Sequence[Band], joints: dict[int, list[Fraction]]) -> list[_Stone]:
    """Stones of a wall in a course, from its start to its end; joints get the ends of all, by leaf."""
    strip, stones = course.strip, []
    lintels = [(g.lintel_start, g.lintel_end) for g in course.lintels]
    obstacles = _check_disjoint(course, lintels + [(g.start, g.end) for g in course.gaps])
    for gap, (low, high) in zip(course.lintels, lintels):
        band = next((b for b in present if b.covers(low, high)), None)
        if band is None:
            raise InputError(f"wall {strip.name!r}: opening {gap.name!r}: its lintel from {shown(low)} to "
                             f"{shown(high)} m at height {shown(course.bottom)} m must lie below the slope of the wall")
        stones.append(_Stone(low, high, strip.near, strip.far, band, lintel=gap.name))
    first = present[0].start
    course_start = next((high for low, high in course.blocked if low <= first < high), first)
    for band in present:
        d = course.bond.least / 2
        kinks = [(z - d, z + d) for z, foot in ((band.top_start, band.start), (band.top_end, band.end)) if z != foot]
        for low, high in _free(band.start, band.end, sorted(obstacles + course.blocked)):
            run = Run(strip.name, course.number, 0, low, high, strip.start, course_start,
                      strip.axis == course.number % 2, bool(lintels), course.zones + kinks)
            check_run(run, course.bond.least, course.bottom)
            stones += _lay_run(course, run, band)
    for s in stones:
        for leaf in range(len(strip.leaves)) if s.leaf is None else (s.leaf,):
            joints.setdefault(leaf, []).extend((s.start, s.end))
    return sorted(stones, key=lambda s: (s.start, s.near))


def _lay_run(course: _WallCourse, run: Run, band: Band) -> Iterator[_Stone]:
    """Stones of one run, leaf by leaf."""
    strip = course.strip
    beds = [strip.near]
    for thickness in strip.leaves:
        beds.append(beds[-1] + thickness)
    leaves = list(enumerate(pairwise(beds)))
    if course.bond.binds_leaves or len(leaves) == 1:
        run = replace(run, below=course.below.get(0, []))
        for piece in course.bond.lay(run):
            if piece.is_through or len(leaves) == 1:
                yield _Stone(piece.start, piece.end, strip.near, strip.far, band)
            else:
                yield from (_Stone(piece.start, piece.end, near, far, band, leaf) for leaf, (near, far) in leaves)
        return
    through = [] if course.through is None else course.through.within(run, course.bond.least)
    yield from (_Stone(low, high, strip.near, strip.far, band) for low, high in through)
    for low, high in _free(run.start, run.end, through):
        for leaf, (near, far) in leaves:
            part = replace(run, start=low, end=high, leaf=leaf, below=course.below.get(leaf, []))
            pieces: list[Piece] = course.bond.lay(part)
            yield from (_Stone(p.start, p.end, near, far, band, leaf) for p in pieces)


def _check_disjoint(course: _WallCourse, intervals: list[Interval]) -> list[Interval]:
    """Openings and lintels of a course must not overlap each other."""
    ordered = sorted(intervals)
    for (_, end), (start, _) in pairwise(ordered):
        if start < end:
            raise InputError(f"wall {course.strip.name!r}: openings or lintels overlap from {shown(start)} to "
                             f"{shown(end)} m in the course at height {shown(course.bottom)} m")
    return ordered


def _free(start: Fraction, end: Fraction, obstacles: Sequence[Interval]) -> list[Interval]:
    """What is left of start..end between sorted obstacles."""
    found, position = [], start
    for low, high in obstacles:
        if low > position and position < end:
            found.append((position, min(low, end)))
        position = max(position, high)
    if position < end:
        found.append((position, end))
    return found


# --- names and shapes ---------------------------------------------------------------------------

def _name(course: _WallCourse, stones: Sequence[_Stone], origin: Sequence[float] | np.ndarray) -> Iterator[NamedShape]:
    strip, number = course.strip, 0
    common = (strip.name, f"course_{course.number + 1}", *strip.groups)
    if course.bottom == strip.base:
        common += ("base",)
    if strip.eaves is not None and course.bottom >= strip.eaves:
        common += ("gable",)
    for s in stones:
        groups = common
        if any(overlap(s.start, s.end, *span) for span in course.corners):
            groups += ("corners",)
        if s.lintel is not None:
            name, groups = f"{strip.name}/lintel_{s.lintel}", (*groups, "lintels")
        else:
            number += 1
            name = f"{strip.name}/course_{course.number + 1}/block_{number}"
            if len(strip.leaves) > 1:
                groups += ("through" if s.leaf is None else f"leaf_{s.leaf + 1}",)
        polygon = cut_polygon(s.start, s.end, course.bottom, course.top, s.band)
        yield NamedShape(name, stone(polygon, strip.axis, s.near, s.far, origin), groups)
