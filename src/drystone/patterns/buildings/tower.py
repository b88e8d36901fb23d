"""Towers of rectangular plan."""

from __future__ import annotations

from collections.abc import Sequence

from drystone.checks import check_count, check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.shape import NamedShape
from drystone.patterns.plan import Opening, Wall, build_walls
from drystone.patterns.plan.masonry import make_masonry
from drystone.patterns.plan.openings import read_bearing, read_openings


def tower(width: float, height: float, thickness: float, block: Sequence[float], *, depth: float | None = None,
          belfry: Sequence[float] | None = None, belfry_count: int = 1,
          openings: Sequence[Sequence[float]] = (), bearing: float | None = None, bond: str = "running",
          overlap: float = 0.5, least: float | None = None, length_variation: float = 0.0,
          height_variation: float = 0.0, seed: int | None = None,
          origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Tower of four walls with toothed corners, belfry openings on all sides and further ones in the south wall.

    Parameters
    ----------
    width : along x, outer faces [m]
    height : [m]
    thickness : of the walls [m]
    block : length and height of a block [m]
    depth : along y, outer faces [m]; None: square
    belfry : width, sill and head of the belfry openings [m]; None: no belfry
    belfry_count : belfry openings side by side in each wall; the piers between them are two bearings wide, so that
        the lintels meet over their middles
    openings : in the south wall (y = 0): rows of from, to (along x), sill and head, and where it differs the
        bearing [m]
    bearing : length of a lintel on either side of its opening [m]; None: half a block
    bond : "running", "stack", "english" or "flemish"
    overlap : running bond: shift of every second course, in block lengths [-]
    least : least length of a block [m]; None: half a block, or a quarter in english and flemish bond
    length_variation : block lengths vary by this share [-], in running bond
    height_variation : course heights vary by this share [-]
    seed : of the random variation, which needs one
    origin : outer corner of lowest x and y on the ground [m]

    Returns
    -------
    Blocks "south/course_1/block_1", ..., "south/lintel_belfry_1", ... in groups "south", "north", "west", "east",
    "course_1", ..., "base", "corners", "lintels", "belfry" (all above the belfry's sill).
    """
    masonry = make_masonry("tower", block, bond=bond, overlap=overlap, least=least, seed=seed,
                           length_variation=length_variation, height_variation=height_variation)
    width = check_number("tower: width", width, "m", above=0.0)
    depth = width if depth is None else check_number("tower: depth", depth, "m", above=0.0)
    height = check_number("tower: height", height, "m", above=0.0)
    thickness = check_number("tower: thickness", thickness, "m", above=0.0)
    if 2.0 * thickness >= min(width, depth):
        raise InputError(f"tower: thickness must be < half the width and depth [m], got {thickness!r}")
    rest = read_bearing("tower", bearing, masonry)
    front = read_openings("tower", openings, rest)
    bells = [_belfry(belfry, belfry_count, rest, extent) for extent in (width, depth)]
    sill = None if belfry is None else float(belfry[1])
    half = 0.5 * thickness
    walls = [Wall("south", (0.0, half), (width, half), thickness, height, openings=front + bells[0]),
             Wall("north", (0.0, depth - half), (width, depth - half), thickness, height, openings=bells[0]),
             Wall("west", (half, 0.0), (half, depth), thickness, height, openings=bells[1]),
             Wall("east", (width - half, 0.0), (width - half, depth), thickness, height, openings=bells[1])]
    shift = check_vector("tower: origin", origin, "m")
    blocks = build_walls(walls, masonry, shift)
    return blocks if sill is None else [_join_belfry(b, float(shift[2]) + sill) for b in blocks]


def _belfry(belfry: Sequence[float] | None, count: int, bearing: float, extent: float) -> list[Opening]:
    """Equal openings about the middle of a wall of length `extent` [m]."""
    if belfry is None:
        return []
    wide, sill, head = check_vector("tower: belfry (width, sill, head)", belfry, "m").tolist()
    count = check_count("tower: belfry_count", count)
    wide = check_number("tower: belfry width", wide, "m", above=0.0)
    pitch = wide + 2.0 * bearing
    first = 0.5 * extent - 0.5 * (count - 1) * pitch
    return [Opening(first + k * pitch - 0.5 * wide, first + k * pitch + 0.5 * wide, sill, head, bearing,
                    f"belfry_{k + 1}") for k in range(count)]


def _join_belfry(block: NamedShape, sill: float) -> NamedShape:
    if block.shape.centroid[2] < sill:
        return block
    return NamedShape(block.name, block.shape, (*block.groups, "belfry"))
