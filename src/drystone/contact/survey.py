"""What a set of blocks looks like before it becomes a model: sizes, contacts, overlaps, what touches nothing.

Meant for drawings, where the eye does not see a gap of a millimetre or two stones in the same place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.contact.detect import detect_contacts
from drystone.errors import InputError
from drystone.extremes import SOLVED, greatest, least, ranked
from drystone.geometry.shape import NamedShape
from drystone.model.parts import build_named_parts

#: Blocks closer than this touch [m].
TOUCH = 1e-5
#: Overlaps below this are rounding [m].
OVERLAP = 1e-6
#: Blocks that are further apart than TOUCH but closer than this are reported: a joint, or a slip of the pen [m].
REACH = 0.02
#: A part thinner than this [m], or than this share of its length, is a sliver.
THIN, THIN_SHARE = 1e-3, 0.01
#: Names listed before "and n more".
LISTED = 5


@dataclass(frozen=True)
class Survey:
    """Report on blocks as drawn."""

    block_count: int
    part_count: int
    volume: float                                     #: [m3], of all blocks
    extent: np.ndarray                                #: (2, 3) [m], lower and upper corner of all
    smallest: tuple[str, float]                       #: block and its greatest extent [m]
    largest: tuple[str, float]                        #: block and its greatest extent [m]
    interfaces: tuple[tuple[str, str, float], ...]    #: pairs that touch and the area of their contact [m2]
    overlaps: tuple[tuple[str, str, float], ...]      #: pairs and depth [m], deepest first
    gaps: tuple[tuple[str, str, float], ...]          #: pairs that just do not touch and their distance [m]
    loose: tuple[str, ...]                            #: blocks that touch nothing
    slivers: tuple[tuple[str, float], ...]            #: blocks and the least thickness of a part [m]
    not_convex: tuple[tuple[str, int], ...]           #: blocks of several convex parts and their number
    notes: tuple[str, ...] = ()                       #: lines of the reader

    def lines(self) -> list[str]:
        """The report, one fact a line."""
        extent = np.where(np.abs(self.extent) < 1e-9 * np.ptp(self.extent), 0.0, self.extent)
        spans = [f"{axis} {low:.4g} .. {high:.4g}" for axis, low, high in zip("xyz", *extent)]
        area = sum(item[2] for item in self.interfaces)
        return [
            f"blocks      {self.block_count}, volume {self.volume:.6g} m3 in all",
            f"sizes       {self.smallest[1]:.4g} ({self.smallest[0]}) .. {self.largest[1]:.4g} m ({self.largest[0]})",
            f"extent      {', '.join(spans)} m",
            f"contacts    {_count(len(self.interfaces), 'pair')} of blocks touching in {area:.4g} m2 in all",
            "overlaps    " + (_pairs(self.overlaps, "overlapping") if self.overlaps else "none"),
            *self._describe_gaps(),
            "touching    " + (f"WARNING: {_count(len(self.loose), 'block')} touching nothing: {_names(self.loose)}"
                              if self.loose else "every block touches another"),
            "convex      " + (f"{_count(len(self.not_convex), 'block')} cut into convex parts: " + _names(
                [f"{name} ({count})" for name, count in self.not_convex]) if self.not_convex else "every block"),
            "slivers     " + (f"WARNING: {_count(len(self.slivers), 'block')} with very thin parts: " + _names(
                [f"{name} ({width * 1e3:.2g} mm)" for name, width in self.slivers]) if self.slivers else "none"),
            *(f"note        {note}" for note in self.notes)]

    def _describe_gaps(self) -> list[str]:
        if not self.gaps:
            return []
        usual = float(np.median([gap for _, _, gap in self.gaps]))
        a, b, _ = self.gaps[0]
        return [f"gaps        WARNING: {_count(len(self.gaps), 'pair')} of blocks with a gap, usually of "
                f"{usual * 1e3:.3g} mm (first {a} and {b}): if that is mortar, read the drawing with its thickness"]


def survey_blocks(blocks: Sequence[NamedShape], notes: Sequence[str] = ()) -> Survey:
    """Look at `blocks` as they are drawn; `notes` of their reader are added to the report."""
    if not blocks:
        raise InputError("survey: needs at least 1 block, got 0")
    names = [block.name for block in blocks]
    boxes = np.array([block.shape.bounding_box for block in blocks])
    sizes = (boxes[:, 1] - boxes[:, 0]).max(axis=1)
    touching, overlaps, gaps = _look_at_pairs(blocks, names)
    touched = {name for a, b, _ in (*touching, *overlaps) for name in (a, b)}
    thin = []
    for block in blocks:
        widths = [part.least_width for part in block.shape.parts
                  if part.least_width < max(THIN, THIN_SHARE * float(np.ptp(part.vertices, axis=0).max()))]
        if widths:
            thin.append((block.name, min(widths)))
    small, large = least(sizes, names), greatest(sizes, names)
    return Survey(
        len(blocks), sum(len(block.shape.parts) for block in blocks), sum(block.properties.volume for block in blocks),
        np.array([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)]), (names[small], float(sizes[small])),
        (names[large], float(sizes[large])), tuple(touching), tuple(overlaps), tuple(gaps),
        tuple(name for name in names if name not in touched) if len(blocks) > 1 else (),
        tuple(thin[i] for i in ranked([-width for _, width in thin], [name for name, _ in thin])),
        tuple((block.name, len(block.shape.parts)) for block in blocks if len(block.shape.parts) > 1), tuple(notes))


def _look_at_pairs(blocks: Sequence[NamedShape], names: list[str]) -> tuple[list, list, list]:
    """Pairs that touch with their areas, pairs that overlap with their depths, pairs with a gap."""
    centre = np.array([block.shape.centroid for block in blocks])
    polyhedra = [(i, part.vertices - centre[i], part.faces) for i, block in enumerate(blocks)
                 for part in block.shape.parts]
    parts = build_named_parts(polyhedra, names)
    upright = np.tile((1.0, 0.0, 0.0, 0.0), (len(blocks), 1))
    contacts = detect_contacts(parts, centre, upright, np.zeros(len(blocks), bool), np.ones(len(blocks), bool), REACH)
    found: dict[tuple[int, int], list[float]] = {}       # area of what touches, depth, least gap
    for pair, (part_a, part_b) in enumerate(zip(contacts.pair_part_a.tolist(), contacts.pair_part_b.tolist())):
        gap = float(contacts.gap[contacts.pair_ptr[pair]:contacts.pair_ptr[pair + 1]].min())
        row = found.setdefault((int(parts.block[part_a]), int(parts.block[part_b])), [0.0, 0.0, np.inf])
        row[0] += float(contacts.pair_area[pair]) if gap <= TOUCH else 0.0
        row[1] = max(row[1], float(contacts.pair_depth[pair]))
        row[2] = min(row[2], gap)
    touching, overlaps, gaps = [], [], []
    for (a, b), (area, depth, gap) in sorted(found.items()):
        pair = names[a], names[b]
        if gap > TOUCH:
            gaps.append((*pair, gap))
            continue
        touching.append((*pair, area))
        if depth > OVERLAP:
            overlaps.append((*pair, depth))
    deepest = ranked([depth for *_, depth in overlaps], [pair for *pair, _ in overlaps], accuracy=SOLVED)
    return touching, [overlaps[i] for i in deepest], gaps


def _pairs(items: Sequence[tuple[str, str, float]], what: str) -> str:
    shown = _names([f"{a} and {b} ({value * 1e3:.3g} mm)" for a, b, value in items])
    return f"WARNING: {_count(len(items), 'pair')} of blocks {what}: {shown}"


def _names(names: Sequence[str]) -> str:
    shown = ", ".join(names[:LISTED])
    return shown if len(names) <= LISTED else f"{shown} and {len(names) - LISTED} more"


def _count(number: int, noun: str) -> str:
    """1 block, 2 blocks."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
