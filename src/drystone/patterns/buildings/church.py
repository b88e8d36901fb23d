"""A church of one nave: Latin cross with apse, chapel and bell tower, vaulted where its walls can take the thrust."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np

from drystone.checks import check_block_count, check_choice, check_count, check_vector
from drystone.geometry.primitives import prism
from drystone.geometry.shape import NamedShape
from drystone.patterns.arches.arc_profile import check_opening, make_profile
from drystone.patterns.buildings.church_plan import ChurchPlan
from drystone.patterns.buildings.church_walls import church_arches, church_walls
from drystone.patterns.exact import exact_number, exact_vector
from drystone.patterns.plan import Masonry, build_walls
from drystone.patterns.plan.bond import RunningBond
from drystone.patterns.vaults.apse import Apse


def church(nave_length: float = 18.0, transept_width: float = 14.0, height: float = 14.0, tower_height: float = 17.0, *,
           nave_width: float = 6.8, transept_depth: float = 6.0, eaves: float = 10.0, springing: float = 5.3,
           thickness: float = 0.8, nave_thickness: float = 1.0, vault_thickness: float = 0.4,
           courses: int = 30, block_length: float = 0.5, buttresses: int = 3, buttress_depth: float = 1.0,
           portal: Sequence[float] = (2.0, 2.4), window: Sequence[float] = (0.8, 1.6),
           belfry: Sequence[float] = (1.2, 2.4), choir: str = "polygonal",
           origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Church with its facade at y = 0, facing -y, and its nave along y; it needs a ground.

    A Latin cross: nave with buttresses, transept with a triumphal arch, polygonal apse, behind the western arm (-x)
    a bell tower and behind the eastern one a chapel, both as wide as the arms stand out. The nave and the chapel
    have barrel vaults that stand on a ledge of their side walls, the apse has a half dome; crossing and arms are open,
    as under a roof of timber. Corners are toothed; apse and vaults abut the walls without bond. In place of the apse
    there may be a square choir as deep as the tower and as high as the eaves, whose walls are toothed with the tower
    and the transept.

    Courses are equal, and all heights are moved to the nearest bed joint. The defaults give 5117 blocks.

    Parameters
    ----------
    nave_length : from the front of the facade to the back of the transept [m]
    transept_width : outer faces [m]
    height : of the gables over the nave [m]
    tower_height : [m]
    nave_width : outer faces [m]
    transept_depth : along y, outer faces [m]
    eaves : height of the walls of nave and transept [m]
    springing : height at which the vault of the nave, the half dome and the great arches start [m]
    thickness : of walls; three quarters of it for the apse [m]
    nave_thickness : of the nave's side walls below the springing [m]
    vault_thickness : of the nave's vault [m]; above the springing the side walls are thinner by it
    courses : up to the eaves
    block_length : of a whole block [m]; no block is shorter than half of it
    buttresses : on either side of the nave
    buttress_depth : how far they stand out at their foot [m]
    portal : clear width, and height of the springing of its arch [m]
    window : clear width and height [m]; doors to tower and chapel are as large
    belfry : clear width and height of the openings on the four sides of the tower [m]
    choir : "polygonal", the apse with its half dome; or "square", walls toothed with tower and transept, open above
    origin : middle of the foot of the facade's front [m]

    Returns
    -------
    Blocks "facade/course_1/block_1", ..., "facade/lintel_window", "portal/voussoir_1", "nave_vault/course_1/block_1",
    "apse_vault/ring_1/block_1", ... in groups "facade", "nave", "transept", "apse", "chapel", "tower", "belfry"
    (all of the tower above the belfry's sill), "vaults" ("nave_vault", "chapel_vault", "apse_vault"), "arches",
    "lintels", "buttresses", "gable", "corners", "base" (what stands on the ground), "course_1", ... and each wall's
    name.
    """
    top = exact_number("church: eaves", eaves, above=0.0)
    course = top / check_count("church: courses", courses)
    length = exact_number("church: block_length", block_length, above=0.0)
    numbers = {name: exact_number(f"church: {name}", value, above=0.0) for name, value in (
        ("nave_length", nave_length), ("transept_width", transept_width), ("height", height),
        ("tower_height", tower_height), ("nave_width", nave_width), ("transept_depth", transept_depth),
        ("springing", springing), ("thickness", thickness), ("nave_thickness", nave_thickness),
        ("vault_thickness", vault_thickness), ("buttress_depth", buttress_depth))}
    pairs = {name: _positive_pair(f"church: {name}", value) for name, value in (
        ("portal (width, springing)", portal), ("window (width, height)", window), ("belfry (width, height)", belfry))}
    half = numbers["nave_width"] / 2
    check_block_count("church", courses * (numbers["nave_length"] + numbers["transept_width"]) / length)

    def level(name: str) -> Fraction:
        return round(numbers[name] / course) * course

    plan = ChurchPlan(
        course, length / 2, half, numbers["transept_width"] / 2 - half, numbers["nave_length"],
        numbers["nave_length"] - numbers["transept_depth"], numbers["thickness"], numbers["nave_thickness"],
        numbers["vault_thickness"], level("springing"), top, level("height"), level("tower_height"),
        check_count("church: buttresses", buttresses, 0, 1000), numbers["buttress_depth"], *pairs.values())
    plan.check()
    is_square = check_choice("church: choir", choir, ("polygonal", "square")) == "square"
    shift = check_vector("church: origin", origin, "m")
    masonry = Masonry(RunningBond(length, length / 2), course)
    blocks = build_walls(church_walls(plan, square_choir=is_square), masonry, shift)
    for arch, near, far, groups in church_arches(plan).values():
        blocks += arch.voussoirs(0, near, far, shift, groups)
    blocks = [_regrouped(b, float(shift[2]), float(plan.belfry_sill)) for b in blocks]
    apse = [] if is_square else _apse(plan, length, shift).blocks()
    return [*blocks, *apse, *_vaults(plan, length, shift)]


def _positive_pair(what: str, value: Sequence[float]) -> tuple[Fraction, Fraction]:
    first, second = exact_vector(what, value, size=2)
    return exact_number(what, float(first), above=0.0), exact_number(what, float(second), above=0.0)


def _regrouped(block: NamedShape, ground: float, sill: float) -> NamedShape:
    """Walls that stand on others have a lowest course, too, but it is not the base of the church."""
    foot = float(block.shape.bounding_box[0, 2]) - ground
    groups = tuple(g for g in block.groups if g != "base" or foot == 0.0)
    if "tower" in groups and foot + 1e-9 >= sill:
        groups += ("belfry",)
    return replace(block, groups=groups)


def _apse(plan: ChurchPlan, block_length: Fraction, origin: Sequence[float] | np.ndarray) -> Apse:
    courses = int(plan.springing / plan.course)
    beds = [float(k * plan.course) for k in range(courses + 1)]
    rim = [float(plan.springing + k * plan.course) for k in range(3)]
    head = 2 * (courses // 3)                       # even: the course of the lintel has joints in the mitres
    sill = head - max(1, round(plan.window[1] / plan.course))
    middle = (float(origin[0]), float(origin[1]) + float(plan.rear), float(origin[2]))
    rings = max(3, round(1.5 * float(plan.clear / block_length)))
    return Apse(middle, float(plan.clear), float(plan.clear + plan.apse_thickness), beds, rim,
                float(plan.apse_thickness / 2), rings, float(block_length), (sill, head) if sill > 0 else None)


def _vaults(plan: ChurchPlan, block_length: Fraction, origin: Sequence[float] | np.ndarray) -> Iterator[NamedShape]:
    """Barrels between walls: over the nave from the facade to the crossing, over the chapel from the rear wall."""
    t = plan.thickness
    yield from _barrel("nave_vault", Fraction(0), plan.clear, plan.vault, plan.springing, (t, plan.front),
                       block_length, origin)
    yield from _barrel("chapel_vault", plan.half + plan.arm / 2, plan.arm / 2 - t, t / 2, plan.chapel_springing,
                       (plan.rear, plan.rear + plan.arm - 2 * t), block_length, origin)


def _barrel(name: str, middle: Fraction, radius: Fraction, thickness: Fraction, springing: Fraction,
            extent: tuple[Fraction, Fraction], block_length: Fraction,
            origin: Sequence[float] | np.ndarray) -> Iterator[NamedShape]:
    """Semicircular barrel along y in running bond."""
    x, z = float(origin[0]) + float(middle), float(origin[2]) + float(springing)
    profile = make_profile(f"church: {name}", float(2 * radius), None, float(thickness))
    count = 2 * max(2, round(1.5 * float(radius / block_length))) + 1          # odd: a row of keystones
    check_opening(f"church: {name}", profile, count)
    along = 2 * max(1, round((extent[1] - extent[0]) / block_length))           # in half blocks
    ends = [float(origin[1]) + float(extent[0] + (extent[1] - extent[0]) * k / along) for k in range(along + 1)]
    joints = [profile.joint(profile.half_angle * (count - 2 * k) / count) for k in range(count + 1)]
    joints = [((x + low[0], z + low[1]), (x + high[0], z + high[1])) for low, high in joints]
    for k, (right, left) in enumerate(pairwise(joints)):
        cuts = ends[::2] if k % 2 == 0 else [ends[0], *ends[1::2], ends[-1]]
        for i, (y0, y1) in enumerate(pairwise(cuts)):
            shape = prism([right[0], right[1], left[1], left[0]], y0, y1)
            yield NamedShape(f"{name}/course_{k + 1}/block_{i + 1}", shape, ("vaults", name))
