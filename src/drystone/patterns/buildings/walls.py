"""Several walls on a plan, as model files write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drystone.checks import check_vector
from drystone.errors import InputError
from drystone.geometry.shape import NamedShape
from drystone.patterns.plan import Gable, Wall, build_walls
from drystone.patterns.plan.masonry import make_masonry
from drystone.patterns.plan.openings import read_bearing, read_openings

_REQUIRED = ("name", "start", "end", "thickness", "top")
_OPTIONAL = ("base", "openings", "gable_rise", "gable_top_width", "stepped", "leaves")


def walls(walls: Sequence[Mapping[str, Any]], block: Sequence[float], *, bond: str = "running", overlap: float = 0.5,
          bearing: float | None = None, quoins: bool = True, least: float | None = None,
          through: Sequence[float] | None = None, length_variation: float = 0.0, height_variation: float = 0.0,
          seed: int | None = None, origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Straight walls along x and y with toothed corners, T-junctions and crossings, openings and gables.

    Each wall is a mapping of `name`, `start` and `end` ((x, y) of its middle line [m]), `thickness` [m] and `top`
    (height [m], or points of position along the wall and height), and where wanted `base` (height of its underside
    [m]), `openings` (rows of from, to, sill, head, and where it differs the bearing [m], in x or y of the plan),
    `gable_rise` and `gable_top_width` (a gable on `top` [m]), `stepped` (steps instead of cut blocks), `leaves`
    (thicknesses [m]).

    An end within another wall is taken through to its far face; in the first, third, ... course the walls along x
    run through there, in the others those along y. An end on the face of another wall abuts it. All walls share
    their bed joints; sills, heads and tops are among them.

    Parameters
    ----------
    walls : list of mappings as above
    block : length and height of a block [m]
    bond : "running", "stack", "english" or "flemish"
    overlap : running bond: shift of every second course, in block lengths [-]
    bearing : length of a lintel on either side of its opening [m]; 0: no lintels; None: half a block
    quoins : no head joint over the corner of two walls: one stone reaches through
    least : least length of a block [m]; None: half a block, or a quarter in english and flemish bond
    through : stones through all leaves: their length and spacing [m], and every how many courses they come
    length_variation : block lengths vary by this share [-], in running bond
    height_variation : course heights vary by this share [-]
    seed : of the random variation, which needs one
    origin : shift of the plan [m]

    Returns
    -------
    Blocks "name/course_1/block_1", ... and "name/lintel_1", ... in groups of the walls' names, "course_1", ...,
    "base", "corners", "lintels", "gable".
    """
    masonry = make_masonry("walls", block, bond=bond, overlap=overlap, least=least, through=through, quoins=quoins,
                           length_variation=length_variation, height_variation=height_variation, seed=seed)
    rest = read_bearing("walls", bearing, masonry)
    if isinstance(walls, (str, Mapping)) or not isinstance(walls, Sequence):
        raise InputError(f"walls: walls must be a list of mappings, got {walls!r}")
    made = [_make_wall(f"walls: wall {k + 1}", entry, rest) for k, entry in enumerate(walls)]
    return build_walls(made, masonry, check_vector("walls: origin", origin, "m"))


def _make_wall(label: str, entry: object, bearing: float) -> Wall:
    if not isinstance(entry, Mapping):
        raise InputError(f"{label}: must be a mapping of {', '.join(_REQUIRED)}, ..., got {entry!r}")
    for key in entry:
        if key not in _REQUIRED + _OPTIONAL:
            raise InputError(f"{label}: no key is called {key!r}; there are {', '.join(_REQUIRED + _OPTIONAL)}")
    for key in _REQUIRED:
        if key not in entry:
            raise InputError(f"{label}: {key} is missing")
    top = entry["top"]
    if "gable_rise" in entry:
        top = Gable(top, entry["gable_rise"], entry.get("gable_top_width", 0.0))
    elif "gable_top_width" in entry:
        raise InputError(f"{label}: gable_top_width goes with gable_rise, which is missing")
    return Wall(entry["name"], entry["start"], entry["end"], entry["thickness"], top, base=entry.get("base", 0.0),
                openings=read_openings(label, entry.get("openings", ()), bearing), leaves=entry.get("leaves"),
                stepped=entry.get("stepped", False))
