"""Where walls of a plan meet: corners, T-junctions and crossings, and whose stones lie there course by course."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from drystone.errors import InputError
from drystone.patterns.exact import shown
from drystone.patterns.plan.profile import Band
from drystone.patterns.plan.strip import Strip, overlap, share_height


@dataclass(frozen=True, slots=True)
class Junction:
    """The rectangle that walls along x and walls along y share."""

    x: tuple[Fraction, Fraction]                     #: its extent [m]
    y: tuple[Fraction, Fraction]
    walls: tuple[tuple[int, ...], tuple[int, ...]]   #: numbers of the walls along x and of those along y

    @property
    def members(self) -> list[tuple[int, tuple[Fraction, Fraction]]]:
        """All its walls, and the extent of the rectangle along each."""
        return [(wall, span) for walls, span in zip(self.walls, (self.x, self.y)) for wall in walls]

    def owner(self, course: int, courses: Sequence[Sequence[Band]], names: Sequence[str]) -> int | None:
        """Number of the wall whose stones fill the rectangle in a course; None where at most one wall stands.

        Walls of one direction go before those of the other, in turn. Of two that meet end to end, one runs through
        in the first such course, the other in the next. A wall that fills the rectangle only in part (a slope) leaves
        it to the others. `courses` are the bands of all walls.
        """
        reach = {wall: [b for b in courses[wall] if overlap(b.start, b.end, *span)] for wall, span in self.members}
        standing = [wall for wall in reach if reach[wall]]
        if len(standing) < 2:
            return None
        spans = dict(self.members)
        for axis in (course % 2, 1 - course % 2):
            turn = course // 2 % max(1, len(self.walls[axis]))
            for wall in self.walls[axis][turn:] + self.walls[axis][:turn]:
                if any(band.covers(*spans[wall]) for band in reach[wall]):
                    return wall
        a, b = (names[wall] for wall in standing[:2])
        raise InputError(f"plan: walls {a!r} and {b!r} both end in a slope where they meet; one must be level there")


def find_junctions(strips: Sequence[Strip]) -> list[Junction]:
    """All places where walls meet, checked against openings and each other."""
    places: dict[tuple, None] = {}
    for x in strips:
        for y in strips:
            if x.axis == 0 and y.axis == 1 and share_height(x, y) and overlap(x.start, x.end, y.near, y.far) \
                    and overlap(y.start, y.end, x.near, x.far):
                _check_whole(x, y)
                _check_openings(x, y)
                _check_openings(y, x)
                places[(y.near, y.far), (x.near, x.far)] = None

    def ends(axis: int, x: tuple, y: tuple) -> tuple[int, ...]:
        return tuple(i for i, s in enumerate(strips) if s.axis == axis and _holds(s, x, y))

    found = [Junction(x, y, (ends(0, x, y), ends(1, x, y))) for x, y in places]
    _check_same_direction(strips, found)
    _check_apart(strips, found)
    return found


def _holds(strip: Strip, x: tuple[Fraction, Fraction], y: tuple[Fraction, Fraction]) -> bool:
    """Does a wall run through the whole rectangle, as wide as it?"""
    along, across = (x, y) if strip.axis == 0 else (y, x)
    return strip.start <= along[0] and along[1] <= strip.end and (strip.near, strip.far) == across


def _check_whole(x: Strip, y: Strip) -> None:
    """A wall must not end halfway in another, nor run along its side."""
    if not (x.start <= y.near and y.far <= x.end and y.start <= x.near and x.far <= y.end):
        raise InputError(f"plan: walls {x.name!r} and {y.name!r} overlap in part; one must run through the other, end "
                         f"at its face or within it")


def _check_same_direction(strips: Sequence[Strip], junctions: Sequence[Junction]) -> None:
    """Walls of one direction may share only the place where both meet a third."""
    for (i, a), (j, b) in combinations(enumerate(strips), 2):
        if a.axis != b.axis or not (share_height(a, b) and overlap(a.near, a.far, b.near, b.far)
                                    and overlap(a.start, a.end, b.start, b.end)):
            continue
        shared = (max(a.start, b.start), min(a.end, b.end))
        if not any(i in place.walls[a.axis] and j in place.walls[a.axis] and (place.x, place.y)[a.axis] == shared
                   for place in junctions):
            raise InputError(f"plan: walls {a.name!r} and {b.name!r} run in the same direction and overlap")


def _check_apart(strips: Sequence[Strip], junctions: Sequence[Junction]) -> None:
    """Places that overlap, as of collinear walls of different thickness, would be filled twice."""
    for a, b in combinations(junctions, 2):
        if overlap(*a.x, *b.x) and overlap(*a.y, *b.y) and overlap(*_heights(a, strips), *_heights(b, strips)):
            names = [strips[wall].name for wall in dict.fromkeys(wall for wall, _ in a.members + b.members)]
            raise InputError(f"plan: walls {', '.join(names)} meet in places that overlap in part; those in one line "
                             f"must be equally thick")


def _heights(junction: Junction, strips: Sequence[Strip]) -> tuple[Fraction, Fraction]:
    """Between which heights two or more walls of a junction may stand [m]."""
    walls = [strips[wall] for wall, _ in junction.members]
    shared = [(max(a.base, b.base), min(a.top, b.top)) for a, b in combinations(walls, 2) if share_height(a, b)]
    return min(low for low, _ in shared), max(high for _, high in shared)


def _check_openings(strip: Strip, other: Strip) -> None:
    for gap in strip.gaps:
        is_open = overlap(gap.start, gap.end, other.near, other.far) \
            and overlap(gap.sill, gap.head, other.base, other.top)
        holds = gap.bearing is not None and overlap(gap.lintel_start, gap.lintel_end, other.near, other.far) \
            and other.base <= gap.head < other.top
        if is_open or holds:
            what = "it" if is_open else "its lintel"
            raise InputError(f"wall {strip.name!r}: opening {gap.name!r}: {what} must stay clear of wall "
                             f"{other.name!r} from {shown(other.near)} to {shown(other.far)} [m]")
