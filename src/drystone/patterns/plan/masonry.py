"""How walls are laid: bond, course height, variation, through-stones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from drystone.checks import check_choice, check_count, check_number, check_vector
from drystone.errors import InputError
from drystone.patterns.exact import exact, exact_number, exact_sizes, shown
from drystone.patterns.plan.bond import (
    Bond,
    EnglishBond,
    FlemishBond,
    LayoutBond,
    RandomBond,
    RunningBond,
    ThroughStones,
    default_least,
)

BONDS = ("running", "stack", "english", "flemish", "layout")


@dataclass(frozen=True)
class Masonry:
    """How the walls of a plan are laid.

    Attributes
    ----------
    bond : where head joints lie
    course_height : [m]; between heights that are given (sills, heads, tops) lie as many courses as fit best
    height_variation : relative variation of course heights [-], needs a seed
    seed : of the variation
    through : stones that tie leaves together; None: none
    quoins : no head joint over the corner of two walls, nor within the least block length beside it: one stone
        reaches through. Over walls thicker than 3/2 blocks joints may lie in the middle.
    """

    bond: Bond
    course_height: Fraction
    height_variation: Fraction = Fraction(0)
    seed: int | None = None
    through: ThroughStones | None = None
    quoins: bool = True


def make_masonry(label: str, block: Sequence[float], *, bond: str = "running", overlap: float = 0.5,
                 layout: Sequence[Sequence[float]] | None = None, least: float | None = None,
                 through: Sequence[float] | None = None, length_variation: float = 0.0, height_variation: float = 0.0,
                 seed: int | None = None, quoins: bool = True) -> Masonry:
    """Masonry from plain numbers, checked.

    Parameters
    ----------
    label : how messages call the structure
    block : length and height of a block [m]
    bond : "running", "stack", "english", "flemish" or "layout"
    overlap : running bond: shift of every second course, in block lengths [-], above 0 and below 1
    layout : rows of block lengths, see `LayoutBond`, in block lengths [-]
    least : least length of a block [m]; None: what the bond needs at its ends, half a block in running bond
    through : stones through all leaves: their length and spacing [m], and every how many courses they come
    length_variation, height_variation : relative [-], 0 to 0.9; they need a seed
    seed : of the random variation
    quoins : see `Masonry`
    """
    pair = check_vector(f"{label}: block (length, height)", block, "m", size=2)
    length = exact_number(f"{label}: block length", float(pair[0]), above=0.0)
    height = exact_number(f"{label}: block height", float(pair[1]), above=0.0)
    check_choice(f"{label}: bond", bond, BONDS)
    share = exact_number(f"{label}: overlap", overlap, "-", above=0.0, most=0.999)
    lengths, heights = (exact(check_number(f"{label}: {name}", value, "-", least=0.0, most=0.9))
                        for name, value in (("length_variation", length_variation),
                                            ("height_variation", height_variation)))
    if (lengths or heights) and seed is None:
        raise InputError(f"{label}: seed is missing; length_variation and height_variation need one")
    seed = None if seed is None else check_count(f"{label}: seed", seed, least=0)
    if lengths and bond != "running":
        raise InputError(f"{label}: length_variation goes with bond running, got {bond!r}")
    shortest = default_least(bond, length, share) if least is None \
        else exact_number(f"{label}: least", least, above=0.0, most=float(length / 2))
    if lengths and least is None:
        shortest = min(shortest, max(length / 4, length * (1 - lengths)))
    made = _make_bond(label, bond, length, shortest, share, layout)
    if lengths and seed is not None:
        made = RandomBond(length, shortest, lengths, seed)
    return Masonry(made, height, heights, seed, _make_through(label, through, shortest), quoins)


def _make_bond(label: str, bond: str, length: Fraction, least: Fraction, overlap: Fraction,
               layout: Sequence[Sequence[float]] | None) -> Bond:
    if (layout is not None) != (bond == "layout"):
        raise InputError(f"{label}: layout goes with bond layout, got layout {layout!r} and bond {bond!r}")
    if bond == "layout":
        return LayoutBond(length, least, _check_layout(label, layout, length, least))
    if bond in ("english", "flemish") and 4 * least > length:
        raise InputError(f"{label}: least must be <= a quarter block {shown(length / 4)} [m] in {bond} bond, got "
                         f"{shown(least)}")
    kinds = {"english": EnglishBond, "flemish": FlemishBond}
    return kinds[bond](length, least) if bond in kinds else \
        RunningBond(length, least, overlap if bond == "running" else Fraction(0))


def _check_layout(label: str, layout: object, length: Fraction, least: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    if isinstance(layout, str) or not isinstance(layout, Sequence) or not len(layout):
        raise InputError(f"{label}: layout must be 1 or more rows of lengths [block lengths], got {layout!r}")
    rows = tuple(tuple(share * length for share in exact_sizes(f"{label}: layout, row {k + 1}", row, "block lengths"))
                 for k, row in enumerate(layout))
    for k, row in enumerate(rows):
        if min(row) < least:
            raise InputError(f"{label}: layout, row {k + 1}: blocks must be at least {shown(least)} long [m], got "
                             f"{shown(min(row))}")
    return rows


def _make_through(label: str, through: Sequence[float] | None, least: Fraction) -> ThroughStones | None:
    if through is None:
        return None
    numbers = check_vector(f"{label}: through (length, spacing, every)", through, "m, m, -", size=3).tolist()
    length = exact_number(f"{label}: through, length", numbers[0], least=float(least))
    spacing = exact_number(f"{label}: through, spacing", numbers[1], least=float(length + least))
    every = check_count(f"{label}: through, every", int(numbers[2]) if numbers[2] % 1 == 0 else numbers[2])
    return ThroughStones(length, spacing, every)
