"""Walls of a plan with checked, exact numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from drystone.errors import InputError
from drystone.patterns.exact import exact_number, exact_sizes, exact_vector, shown
from drystone.patterns.plan.bond import Bond, ThroughStones
from drystone.patterns.plan.profile import Gable, Point

if TYPE_CHECKING:
    from drystone.patterns.plan import Opening, Wall


@dataclass(frozen=True, slots=True)
class Gap:
    """An opening with exact numbers; the lintel lies on `head` from `lintel_start` to `lintel_end` [m]."""

    name: str
    start: Fraction
    end: Fraction
    sill: Fraction
    head: Fraction
    bearing: Fraction | None

    @property
    def lintel_start(self) -> Fraction:
        """[m]"""
        return self.start - (self.bearing or 0)

    @property
    def lintel_end(self) -> Fraction:
        """[m]"""
        return self.end + (self.bearing or 0)


@dataclass(frozen=True, slots=True)
class Strip:
    """A wall as a strip of the plan, [m]."""

    name: str
    axis: int                      #: 0 along x, 1 along y
    start: Fraction                #: along the axis
    end: Fraction
    near: Fraction                 #: across
    far: Fraction
    base: Fraction
    outline: tuple[Point, ...]
    gaps: tuple[Gap, ...]
    leaves: tuple[Fraction, ...]   #: thicknesses, sum far - near
    is_stepped: bool
    eaves: Fraction | None
    gable: Gable | None            #: the outline follows the ends of the wall
    bond: Bond | None
    through: ThroughStones | None
    groups: tuple[str, ...]

    @property
    def top(self) -> Fraction:
        """Greatest height [m]."""
        return max(z for _, z in self.outline)

    @property
    def breaks(self) -> set[Fraction]:
        """Heights that must be bed joints [m]."""
        heights = {self.base} | {z for _, z in self.outline}
        heights |= {z for gap in self.gaps for z in (gap.sill, gap.head)}
        return heights | (set() if self.eaves is None else {self.eaves})


def make_strips(walls: Sequence[Wall]) -> list[Strip]:
    """Check the walls one by one and against each other; ends within other walls are taken through."""
    if not len(walls):
        raise InputError("plan: must have at least 1 wall, got 0")
    drawn = [_make_strip(wall) for wall in walls]
    for a, b in combinations(drawn, 2):
        if a.name == b.name:
            raise InputError(f"plan: wall {a.name!r} is given twice")
    strips = [_stretched(s, _taken_through(s, s.start, drawn, 0), _taken_through(s, s.end, drawn, 1)) for s in drawn]
    return strips


def _stretched(strip: Strip, start: Fraction, end: Fraction) -> Strip:
    outline = strip.outline if strip.gable is None else strip.gable.outline(start, end)
    return replace(strip, start=start, end=end, outline=outline)


def share_height(a: Strip, b: Strip) -> bool:
    """Are there heights at which both walls stand?"""
    return overlap(a.base, a.top, b.base, b.top)


def overlap(a0: Fraction, a1: Fraction, b0: Fraction, b1: Fraction) -> bool:
    """Have two intervals more than an end in common?"""
    return max(a0, b0) < min(a1, b1)


def _taken_through(strip: Strip, end: Fraction, others: Sequence[Strip], side: int) -> Fraction:
    """The far face of the wall in which an end of `strip` lies, or the end itself."""
    for other in others:
        if other.axis != strip.axis and other.near < end < other.far and share_height(strip, other) \
                and overlap(strip.near, strip.far, other.start, other.end):
            return other.far if side else other.near
    return end


def _make_strip(wall: Wall) -> Strip:
    label = f"wall {wall.name!r}"
    if not isinstance(wall.name, str) or not wall.name:
        raise InputError(f"plan: a wall's name must be a word, got {wall.name!r}")
    first, last = exact_vector(f"{label}: start (x, y)", wall.start, size=2), \
        exact_vector(f"{label}: end (x, y)", wall.end, size=2)
    axis = next((k for k in (0, 1) if first[k] != last[k] and first[1 - k] == last[1 - k]), None)
    if axis is None:
        raise InputError(f"{label}: start and end must differ in x or in y, not in both [m], got {wall.start!r} "
                         f"and {wall.end!r}")
    start, end = sorted((first[axis], last[axis]))
    thickness = exact_number(f"{label}: thickness", wall.thickness, above=0.0)
    leaves = (thickness,) if wall.leaves is None else exact_sizes(f"{label}: leaves", wall.leaves)
    if sum(leaves) != thickness:
        raise InputError(f"{label}: leaves must add up to the thickness {shown(thickness)} [m], got "
                         f"{list(wall.leaves or ())!r}")
    base = exact_number(f"{label}: base", wall.base)
    made = _check_gable(label, wall.top, end - start) if isinstance(wall.top, Gable) else None
    outline = _check_outline(label, wall.top, start, end, base) if made is None else made.outline(start, end)
    top = max(z for _, z in outline)
    gaps = tuple(_check_opening(f"{label}: opening", k, o, start, end, base, top) for k, o in enumerate(wall.openings))
    for a, b in combinations(gaps, 2):
        if a.name == b.name:
            raise InputError(f"{label}: opening {a.name!r} is given twice")
    given = made.eaves if made is not None else wall.eaves
    eaves = None if given is None else exact_number(f"{label}: eaves", float(given), above=float(base))
    middle = first[1 - axis]
    return Strip(wall.name, axis, start, end, middle - thickness / 2, middle + thickness / 2, base, outline, gaps,
                 leaves, bool(wall.stepped), eaves, made, wall.bond, wall.through, tuple(wall.groups))


def _check_gable(label: str, given: Gable, length: Fraction) -> Gable:
    return Gable(exact_number(f"{label}: eaves", given.eaves),
                 exact_number(f"{label}: rise of the gable", given.rise, above=0.0),
                 exact_number(f"{label}: top width of the gable", given.top_width, least=0.0, most=float(length)))


def _check_outline(label: str, top: Any, start: Fraction, end: Fraction, base: Fraction) -> tuple[Point, ...]:
    if isinstance(top, (int, float)) or not hasattr(top, "__len__"):
        height = exact_number(f"{label}: top", top, above=float(base))
        return (start, height), (end, height)
    points = tuple((x, z) for x, z in (exact_vector(f"{label}: top, point {k + 1}", point, size=2)
                                       for k, point in enumerate(top)))
    if len(points) < 2:
        raise InputError(f"{label}: top must be a height, or 2 or more points [m], got {top!r}")
    for (a, _), (b, _) in pairwise(points):
        if b < a:
            raise InputError(f"{label}: positions of the top's points must not go back [m], got {shown(a)} and then "
                             f"{shown(b)}")
    if points[0][0] < start or points[-1][0] > end:
        raise InputError(f"{label}: the top's points must lie between {shown(start)} and {shown(end)} [m] along the "
                         f"wall, got {shown(points[0][0])} to {shown(points[-1][0])}")
    if min(z for _, z in points) <= base:
        raise InputError(f"{label}: the top must be above the base {shown(base)} [m] everywhere, got "
                         f"{shown(min(z for _, z in points))}")
    return points


def _check_opening(label: str, number: int, opening: Opening, start: Fraction, end: Fraction, base: Fraction,
                   top: Fraction) -> Gap:
    name = str(number + 1) if opening.name is None else opening.name
    label = f"{label} {name!r}"
    low, high, sill, head = exact_vector(f"{label}: start, end, sill, head",
                                         (opening.start, opening.end, opening.sill, opening.head), size=4)
    bearing = None if opening.bearing is None else exact_number(f"{label}: bearing", opening.bearing, above=0.0)
    if not (start <= low < high <= end and base <= sill < head <= top):
        raise InputError(f"{label}: start < end must lie within {shown(start)} to {shown(end)} and sill < head within "
                         f"{shown(base)} to {shown(top)} [m], got {shown(low)}, {shown(high)}, {shown(sill)}, "
                         f"{shown(head)}")
    gap = Gap(name, low, high, sill, head, bearing)
    if bearing is not None and not (start <= gap.lintel_start and gap.lintel_end <= end and head < top):
        raise InputError(f"{label}: its lintel from {shown(gap.lintel_start)} to {shown(gap.lintel_end)} m at height "
                         f"{shown(head)} m must lie within the wall, {shown(start)} to {shown(end)} m and below "
                         f"{shown(top)} m")
    return gap
