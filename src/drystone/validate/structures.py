"""Full-scale structures of the cases: a wall with an arch, a stone house, a wall and a cylinder over a gap.

All in SI units, z up. Density is free where only friction acts.
"""

from __future__ import annotations

from collections.abc import Iterable

from drystone.geometry.primitives import box_between
from drystone.geometry.shape import NamedShape, Shape
from drystone.geometry.trim import trim_edges
from drystone.model.assembly import Assembly
from drystone.model.model import Model
from drystone.motion.motion import Motion
from drystone.patterns import church, cylinder_wall, house, running_bond, spandrel_arch
from drystone.validate.scenes import DENSITY
from drystone.validate.tolerances import GRAVITY

TRIM = 7.5e-3                          #: [m], 0.0015 times the height of the spandrel wall
KEYSTONE = "voussoir_11"               #: of all layouts; with 22 voussoirs the one to the right of the crown's joint
WALL_LENGTH, WALL_HEIGHT, WALL_THICKNESS = 16.2, 5.0, 0.8   #: [m]
#: Walls with an arch, as `patterns.spandrel_arch` takes them. Layout C has the ring of 0.5 m that the older source's
#: code shows, and blocks as long as its 201 blocks ask for; its extrados is plain or stepped. A was judged before.
LAYOUTS: dict[str, dict] = {
    "A": {},
    "C plain": {"block": (WALL_LENGTH / 28.0, 0.5), "ring_radius": 4.3, "crown_count": 6, "least_block": 0.25,
                "extrados": "plain"},
    "C stepped": {"block": (WALL_LENGTH / 28.0, 0.5), "ring_radius": 4.3, "crown_count": 6, "least_block": 0.25},
}
#: Springers of layout A keep sharp edges: the ledge beside their top joint, 28 mm, is shorter than what trimming takes.
SHARP = {"A": ("voussoir_1", "voussoir_21")}
GAP_WIDTH = 7.6                        #: [m], span of the arch and width without support
#: Monitored blocks of the house: the top of the gable and the two ends of the facade at the eaves.
HOUSE_BLOCKS = {"top central": "facade/course_12/block_2", "top south": "facade/course_9/block_1",
                "top north": "facade/course_9/block_11"}


def spandrel_pieces(layout: str, *, trim: bool) -> list[NamedShape]:
    """Blocks of a wall of LAYOUTS, 16.2 x 5.0 x 0.8 m with a semicircular opening of radius 3.8 m; 201 of them."""
    pieces = spandrel_arch(WALL_LENGTH, **LAYOUTS[layout])
    if not trim:
        return pieces
    return trimmed(pieces, TRIM, sharp=SHARP.get(layout, ()), faces_may_vanish=layout not in SHARP)


def spandrel_wall(motion: Motion | None = None, direction: tuple[float, float, float] = (-1.0, 0.0, 0.0), *,
                  layout: str = "C plain", applied: str = "body_force", stiffness: float | None = None) -> Model:
    """A wall of LAYOUTS with trimmed edges, friction 0.4; joints rigid or with a stiffness [Pa/m].

    Monitors: "keystone", displacement against the ground, and "keystone_absolute".
    """
    a = Assembly("spandrel-arch", gravity=GRAVITY)
    a.material("stone", density=DENSITY)
    _add_joint(a, 0.4, stiffness)
    a.add_pattern(spandrel_pieces(layout, trim=True), material="stone")
    a.add_ground(0.0)
    if motion is not None:
        a.ground_motion("quake", motion, direction=direction, applied=applied)
    a.monitor("keystone", KEYSTONE, quantity="displacement")
    a.monitor("keystone_absolute", KEYSTONE, quantity="displacement", frame="absolute")
    return a.build()


def stone_house(motion: Motion | None = None, *, stiffness: float | None = None) -> Model:
    """House of three walls, 191 blocks; friction 0.7, on the foundation 0.9; joints rigid or with a stiffness [Pa/m].

    The motion starts towards -y, which is where the facade faces; monitors "top_central", "top_south" and "top_north".
    """
    a = Assembly("stone-house", gravity=GRAVITY)
    a.material("stone", density=DENSITY)
    _add_joint(a, 0.7, stiffness)
    a.joint("foundation", friction=0.9, between=("ground", "*"), **_stiff(stiffness))
    a.add_pattern(house(), material="stone")
    a.add_ground(0.0)
    if motion is not None:
        a.ground_motion("quake", motion, direction=(0.0, -1.0, 0.0))
    for name, block in HOUSE_BLOCKS.items():
        a.monitor(name.replace(" ", "_"), block, quantity="displacement")
    return a.build()


def church_building(motion: Motion | None = None, **sizes) -> Model:
    """Church of 5117 blocks, or of other sizes, friction 0.6. The motion starts towards -y, which is where the facade
    faces; monitor "facade_top" is the peak of its gable."""
    pieces = church(**sizes)
    a = _church_assembly("church", pieces, motion)
    facade = [piece for piece in pieces if "facade" in piece.groups]
    a.monitor("facade_top", max(facade, key=lambda piece: float(piece.shape.bounding_box[1, 2])).name,
              quantity="displacement")
    return a.build()


def church_tower(motion: Motion, *, held: float = 0.0, **sizes) -> Model:
    """The bell tower of a church of such sizes by itself, with the part of the transept's rear wall that is its front.

    Its back leans against something rigid up to the height `held` [m].
    """
    pieces = church(**sizes)
    inner = max(float(piece.shape.bounding_box[1, 0]) for piece in pieces if "tower" in piece.groups)
    own = [piece for piece in pieces if "tower" in piece.groups
           or ("rear" in piece.groups and float(piece.shape.bounding_box[:, 0].mean()) < inner)]
    a = _church_assembly("tower", own, motion)
    if held > 0.0:
        back = max(float(piece.shape.bounding_box[1, 1]) for piece in own)
        a.add("behind", box_between((2.0 * inner - 10.0, back, 0.0), (0.0, back + 1.0, held)))
        a.support("behind")
    return a.build()


def _church_assembly(name: str, pieces: list[NamedShape], motion: Motion | None) -> Assembly:
    a = Assembly(name, gravity=GRAVITY)
    a.material("stone", density=DENSITY)
    a.joint("dry", friction=0.6)
    a.add_pattern(pieces, material="stone")
    a.add_ground(0.0)
    if motion is not None:
        a.ground_motion("quake", motion, direction=(0.0, -1.0, 0.0))
    return a


def wall_over_gap(*, gap: float = GAP_WIDTH, length: float = WALL_LENGTH, block: float = 0.54, course: float = 0.5,
                  trim: float = TRIM, stiffness: float | None = None, friction: float = 0.4,
                  triangle_gone: bool = False, planar: str | None = None) -> Model:
    """Wall in running bond, not supported in the middle, where blocks fall for ever.

    Parameters
    ----------
    gap : width without support [m]
    length : of the wall [m]
    block, course : length and height of a block [m]
    trim : distance by which edges of blocks are cut [m]; 0: sharp
    stiffness : of the joints, normal and tangential [Pa/m]; None: rigid
    triangle_gone : without the blocks over the gap that half a block a side and course does not reach
    """
    a = Assembly("natural-arch", gravity=GRAVITY, planar=planar)
    a.material("stone", density=DENSITY)
    _add_joint(a, friction, stiffness)
    pieces = running_bond(length, round(WALL_HEIGHT / course), (block, course), WALL_THICKNESS,
                          origin=(-0.5 * length, -0.5 * WALL_THICKNESS, 0.0))
    if triangle_gone:
        pieces = [piece for piece in pieces if not _in_triangle(piece, gap, block, course)]
    a.add_pattern(trimmed(pieces, trim) if trim > 0.0 else pieces, material="stone")
    end = 0.5 * length + 4.0
    for name, left, right in (("support_left", -end, -0.5 * gap), ("support_right", 0.5 * gap, end)):
        a.add(name, box_between((left, -WALL_THICKNESS, -0.5), (right, WALL_THICKNESS, 0.0)))
        a.support(name)
    return a.build()


def _in_triangle(piece: NamedShape, gap: float, block: float, course: float) -> bool:
    """Whether the middle of a block is over what is still open above the gap at its course."""
    low, high = piece.shape.bounding_box
    return abs(0.5 * (low[0] + high[0])) < 0.5 * (gap - block * round(low[2] / course))


def cylinder_over_gap(*, ring_width: float = 0.9, block_length: float = 1.0, trim: float = TRIM,
                      stiffness: float | None = None, friction: float = 0.4) -> Model:
    """Filled cylinder of radially laid blocks, 16.2 m wide and 5 m high, not supported over an octagon of 7.6 m.

    Blocks fall for ever through the octagon; parameters as `wall_over_gap` and `patterns.cylinder_wall`.
    """
    a = Assembly("corbelled-dome", gravity=GRAVITY)
    a.material("stone", density=DENSITY)
    _add_joint(a, friction, stiffness)
    pieces = cylinder_wall(WALL_LENGTH, round(WALL_HEIGHT / 0.5), 0.5, ring_width, block_length, gap_diameter=GAP_WIDTH)
    floor = [piece.name for piece in pieces if "floor" in piece.groups]
    a.add_pattern(trimmed(pieces, trim, sharp=floor) if trim > 0.0 else pieces, material="stone")
    a.support("floor")
    return a.build()


def _add_joint(a: Assembly, friction: float, stiffness: float | None) -> None:
    a.joint("dry", friction=friction, **_stiff(stiffness))


def _stiff(stiffness: float | None) -> dict[str, float]:
    """The same stiffness [Pa/m] along n and t, as a joint takes it."""
    return {} if stiffness is None else {"normal_stiffness": stiffness, "shear_stiffness": stiffness}


def trimmed(pieces: Iterable[NamedShape], distance: float, *, sharp: Iterable[str] = (),
            faces_may_vanish: bool = False) -> list[NamedShape]:
    """Blocks of one part each with all edges cut `distance` [m] below the edge, but those named in `sharp`.

    `faces_may_vanish` takes the cuts literally, as `geometry.trim.trim_edges` does.
    """
    keep = set(sharp)
    return [piece if piece.name in keep else
            NamedShape(piece.name, Shape(trim_edges(piece.shape.parts[0], distance, piece.name,
                                                    faces_may_vanish=faces_may_vanish)), piece.groups)
            for piece in pieces]
