"""The stone house: a facade with door and gable, and two return walls, one with a window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from drystone.checks import check_count, check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.shape import NamedShape
from drystone.patterns.exact import exact_number
from drystone.patterns.plan import Gable, Masonry, Opening, Wall, build_walls
from drystone.patterns.plan.bond import Run, RunningBond


@dataclass(frozen=True)
class _HouseBond(RunningBond):
    """Joints counted from where each course starts; beside a lintel a course starts with a whole block."""

    def first_joint(self, run: Run) -> Fraction:
        is_shifted = not run.is_along and not run.has_lintel
        return run.course_start + (self.length / 2 if is_shifted else 0)


def house(facade_length: float = 4.15, return_length: float = 2.5, thickness: float = 0.5, *,
          course_height: float = 0.25, block_length: float = 0.38, courses: int = 9, gable_courses: int = 3,
          gable_top_width: float | None = None, stepped: bool = True,
          door: Sequence[float] | None = (1.575, 2.575, 0.0, 1.75),
          window: Sequence[float] | None = (1.2, 1.9, 0.75, 1.75), bearing: float = 0.25,
          origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """House of three walls: facade along x with a door and a gable, returns along y, the north one with a window.

    The facade stands at y = 0 .. thickness and faces -y; the south return starts at x = 0, the north return ends at
    the far end of the facade. Corners are toothed: the facade runs through in the first, third, ... course. The
    defaults give 191 blocks.

    Parameters
    ----------
    facade_length : along x, corners included [m]
    return_length : along y, corners included [m]
    thickness : of all walls [m]
    course_height : [m]
    block_length : of a whole block [m]; no block is shorter than half of it
    courses : up to the eaves
    gable_courses : of the facade above the eaves; 0: no gable
    gable_top_width : width of the gable's slopes at its top [m]; None: 8 % of the facade
    stepped : the gable ends in steps, one a course; false: in slopes of cut blocks
    door : in the facade, x from, x to, sill and head [m]; None: no door
    window : in the north return, y from, y to, sill and head [m]; None: no window
    bearing : of the lintels on either side [m]
    origin : outer corner of facade and south return on the ground [m]

    Returns
    -------
    Blocks "facade/course_1/block_1", ..., "facade/lintel_door", "north/lintel_window" in groups "facade", "south",
    "north", "course_1", ..., "base", "corners", "lintels", "gable".
    """
    length = exact_number("house: facade_length", facade_length, above=0.0)
    depth = exact_number("house: return_length", return_length, above=0.0)
    width = exact_number("house: thickness", thickness, above=0.0)
    if not (2 * width < length and width < depth):
        raise InputError(f"house: thickness must be < half the facade and < the returns [m], got {thickness!r}")
    height = exact_number("house: course_height", course_height, above=0.0)
    block = exact_number("house: block_length", block_length, above=0.0)
    eaves = float(check_count("house: courses", courses) * height)
    rise = float(check_count("house: gable_courses", gable_courses, least=0) * height)
    top = check_number("house: gable_top_width", 0.08 * float(length) if gable_top_width is None else gable_top_width,
                       "m", least=0.0, most=float(length))
    middle, far = float(width / 2), float(length - width / 2)
    outline = Gable(eaves, rise, top) if rise else eaves
    walls = [
        Wall("facade", (0.0, middle), (float(length), middle), float(width), outline, stepped=stepped,
             openings=_opening("door", door, bearing)),
        Wall("south", (middle, 0.0), (middle, float(depth)), float(width), eaves),
        Wall("north", (far, 0.0), (far, float(depth)), float(width), eaves,
             openings=_opening("window", window, bearing)),
    ]
    bond = _HouseBond(block, block / 2)
    return build_walls(walls, Masonry(bond, height, quoins=False), check_vector("house: origin", origin, "m"))


def _opening(name: str, numbers: Sequence[float] | None, bearing: float) -> list[Opening]:
    if numbers is None:
        return []
    given = check_vector(f"house: {name} (from, to, sill, head)", numbers, "m", size=4)
    start, end, sill, head = (float(n) for n in given)
    return [Opening(start, end, sill, head, bearing=bearing, name=name)]
