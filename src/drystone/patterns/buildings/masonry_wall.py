"""One straight wall in any bond, with openings, leaves and random variation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from drystone.checks import check_number, check_vector
from drystone.geometry.shape import NamedShape
from drystone.patterns.plan import Wall, build_walls
from drystone.patterns.plan.masonry import make_masonry
from drystone.patterns.plan.openings import read_bearing, read_openings


def masonry_wall(length: float, height: float, thickness: float, block: Sequence[float], *, bond: str = "running",
                 overlap: float = 0.5, layout: Sequence[Sequence[float]] | None = None,
                 openings: Sequence[Sequence[float]] = (), bearing: float | None = None,
                 leaves: Sequence[float] | None = None, through: Sequence[float] | None = None,
                 least: float | None = None, length_variation: float = 0.0, height_variation: float = 0.0,
                 seed: int | None = None, origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Wall in the x-z plane in any bond, with openings and lintels, leaves and irregular stones.

    No length needs to be a whole number of blocks: joints closer than `least` to an end or a jamb are left out.
    Sills and heads become bed joints; between them lie as many courses as fit best.

    Parameters
    ----------
    length : along x [m]
    height : along z [m]
    thickness : along y [m]
    block : length and height of a block [m]
    bond : "running", "stack", "english" (courses of stretchers and of headers in turn), "flemish" (both in every
        course) or "layout"; headers are half a block long and reach through the wall
    overlap : running bond: shift of every second course, in block lengths [-]
    layout : bond layout: rows of lengths [block lengths], bottom-up and repeated upwards; the last length of a row
        repeats along the wall: rows (1) and (0.5, 1) are running bond
    openings : rows of from, to (along x), sill and head (heights), and where it differs the bearing [m]
    bearing : length of a lintel on either side of its opening [m]; 0: no lintels; None: half a block
    leaves : thicknesses of the leaves from the front, which add up to the thickness [m]; None: one, but two halves
        in english and flemish bond
    through : stones through all leaves: length and spacing [m], and every how many courses they come
    least : least length of a block [m]; None: what the bond needs at its ends: half a block, or a quarter in
        english and flemish bond and with random lengths
    length_variation : block lengths vary by this share [-], in running bond; joints stay clear of those below
        where they can
    height_variation : course heights vary by this share [-]
    seed : of the random variation, which needs one; the same seed gives the same wall
    origin : lower left front corner [m]

    Returns
    -------
    Blocks "course_1/block_1", ... and "lintel_1", ... in groups "wall", "course_1", ..., "base", "lintels", and
    with several leaves "leaf_1", ... and "through".
    """
    masonry = make_masonry("wall", block, bond=bond, overlap=overlap, layout=layout, least=least, through=through,
                           length_variation=length_variation, height_variation=height_variation, seed=seed)
    length = check_number("wall: length", length, "m", above=0.0)
    height = check_number("wall: height", height, "m", above=0.0)
    thickness = check_number("wall: thickness", thickness, "m", above=0.0)
    rest = read_bearing("wall", bearing, masonry)
    wall = Wall("wall", (0.0, 0.5 * thickness), (length, 0.5 * thickness), thickness, height, leaves=leaves,
                openings=read_openings("wall", openings, rest))
    blocks = build_walls([wall], masonry, check_vector("wall: origin", origin, "m"))
    return [replace(piece, name=piece.name.removeprefix("wall/")) for piece in blocks]
