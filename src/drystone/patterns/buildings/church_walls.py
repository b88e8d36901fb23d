"""Walls and arches of the church."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from drystone.patterns.buildings.arched_opening import ArchedOpening
from drystone.patterns.buildings.church_plan import ChurchPlan
from drystone.patterns.plan import Gable, Opening, Wall, buttress_on

#: An arch, and where it lies across its wall, which runs along x: from, to [m]; then its groups
PlacedArch = tuple[ArchedOpening, Fraction, Fraction, tuple[str, ...]]


def church_arches(plan: ChurchPlan) -> dict[str, PlacedArch]:
    """The portal, the triumphal arch and the arch of the apse."""
    width, springing = plan.portal
    wide = plan.ring - plan.vault * 5 / 4
    t = plan.thickness
    portal = ArchedOpening("portal", Fraction(0), width / 2, width / 2 + plan.vault, Fraction(0),
                           plan.level(springing), plan.course)
    triumphal, apse = (ArchedOpening(name, Fraction(0), wide, plan.ring, Fraction(0), plan.springing, plan.course)
                       for name in ("triumphal_arch", "apse_arch"))
    return {"facade": (portal, Fraction(0), t, ("facade",)),
            "crossing": (triumphal, plan.front, plan.front + t, ("transept",)),
            "rear": (apse, plan.rear - t, plan.rear, ("transept",))}


def church_walls(plan: ChurchPlan, *, square_choir: bool = False) -> list[Wall]:
    """All walls with level or sloping tops; the apse is no such wall, a square choir in its place is."""
    walls = [*_facade(plan), *_nave(plan), *_transept(plan), *_tower(plan), *_chapel(plan),
             *(_choir(plan) if square_choir else ())]
    return [_as_floats(wall) for wall in walls]


def _facade(plan: ChurchPlan) -> list[Wall]:
    portal = church_arches(plan)["facade"][0]
    high = plan.level(portal.top + 2 * plan.course)
    rose = _window(plan, Fraction(0), high, "window", room=plan.clear,
                   size=(plan.window[0] * 3 / 2, plan.window[1]))
    half, middle = plan.half, plan.thickness / 2
    top = Gable(plan.eaves, plan.height - plan.eaves)
    return [Wall("facade", (-half, middle), (half, middle), plan.thickness, top, openings=[*portal.openings, rose])]


def _nave(plan: ChurchPlan) -> list[Wall]:
    """Side walls with a ledge for the vault, and buttresses."""
    t, walls = plan.thickness, []
    start, end = t, plan.front
    # buttresses divide the nave into equal bays; a window lies in the middle of what is left of each
    places = [start + (end - start) * (k + 1) / (plan.buttresses + 1) for k in range(plan.buttresses)]
    ends = [start, *(edge for at in places for edge in (at - t / 2, at + t / 2)), end]
    sill = plan.level(plan.springing - plan.window[1] * 2)
    windows = [_window(plan, (a + b) / 2, sill, f"window_{k + 1}", room=(b - a) / 2)
               for k, (a, b) in enumerate(zip(ends[::2], ends[1::2]))]
    depth = plan.buttress_depth
    for name, side in (("west", -1), ("east", 1)):
        lower = Wall(f"nave_{name}", *_along_y(side * (plan.half - plan.nave_thickness / 2), t / 2, end + t / 2),
                     plan.nave_thickness, plan.springing, openings=windows, groups=("nave",))
        upper = Wall(f"nave_upper_{name}", *_along_y(side * (plan.half - plan.upper / 2), t / 2, end + t / 2),
                     plan.upper, plan.eaves, base=plan.springing, groups=("nave",))
        walls += [lower, upper]
        for k, at in enumerate(places):
            stages = [(depth, plan.level(plan.springing * 5 / 8)), (depth * 3 / 5, plan.springing)]
            foot = buttress_on(lower, f"buttress_{name}_{k + 1}", at, side, t, stages)
            head = buttress_on(upper, f"buttress_upper_{name}_{k + 1}", at, side, t,
                               [(depth * 2 / 5, plan.level(plan.springing + plan.clear * 4 / 5))])
            walls += [_joined(foot, "nave"), _joined(head, "nave")]
    return walls


def _transept(plan: ChurchPlan) -> list[Wall]:
    t, eaves, rise = plan.thickness, plan.eaves, plan.height - plan.eaves
    arches = church_arches(plan)
    far, beside = plan.half + plan.arm, plan.half + plan.arm / 2
    front, rear = plan.front + t / 2, plan.rear - t / 2
    doors = [_window(plan, x, Fraction(0), name, room=plan.arm / 2 - t)
             for x, name in ((-beside, "tower_door"), (beside, "chapel_door"))]
    groups = ("transept",)
    walls = [
        Wall("crossing", (-far, front), (far, front), t, eaves, openings=arches["crossing"][0].openings, groups=groups),
        Wall("rear", (-far, rear), (far, rear), t, eaves, openings=[*arches["rear"][0].openings, *doors],
             groups=groups)]
    middle = (plan.front + plan.rear) / 2
    high = plan.level((plan.eaves + plan.springing) / 2 - plan.window[1])
    for name, side in (("west", -1), ("east", 1)):
        x = side * (far - t / 2)
        light = _window(plan, middle, high, "window", room=middle - plan.front - t)
        walls.append(Wall(f"transept_{name}", *_along_y(x, front, rear), t, eaves, openings=[light], groups=groups))
    # gables are walls of their own on top: the tower goes on beside that of the rear wall
    for name, y in (("crossing", front), ("rear", rear)):
        walls.append(_gable(plan, f"{name}_gable", (-plan.half, y), (plan.half, y), rise))
    for name, side in (("west", -1), ("east", 1)):
        ends = _along_y(side * (far - t / 2), plan.front + t, plan.rear - t)
        walls.append(_gable(plan, f"transept_gable_{name}", *ends, plan.level(rise * 4 / 5)))
    return walls


def _gable(plan: ChurchPlan, name: str, start: tuple, end: tuple, rise: Fraction) -> Wall:
    """Gable on a wall of its own; its slopes start on one upright course."""
    foot, top = plan.eaves + plan.course, plan.eaves + rise
    along = 0 if start[1] == end[1] else 1
    outline = [(start[along], foot), ((start[along] + end[along]) / 2, top), (end[along], foot)]
    return Wall(name, start, end, plan.thickness, outline, base=plan.eaves, groups=("transept", "gable"))


def _tower(plan: ChurchPlan) -> list[Wall]:
    """Square tower behind the western arm; the rear wall of the transept is its lower front."""
    t, top, sill = plan.thickness, plan.tower_height, plan.belfry_sill
    outer, inner = -plan.half - plan.arm, -plan.half
    front, back = plan.rear - t / 2, plan.rear - t + plan.arm - t / 2
    room = plan.arm / 2 - t                # from the middle of a wall to the corner

    def bells(middle: Fraction) -> Opening:
        return _window(plan, middle, sill, "belfry", room=room, size=plan.belfry)

    x, y = (outer + inner) / 2, (front + back) / 2
    slit = _window(plan, x, plan.level(plan.eaves * 3 / 5), "slit", room=room,
                   size=(plan.window[0] / 2, plan.window[1]))
    common: dict[str, Any] = {"thickness": t, "top": top, "groups": ("tower",)}
    return [
        Wall("tower_front", (outer, front), (inner, front), base=plan.eaves, openings=[bells(x)], **common),
        Wall("tower_back", (outer, back), (inner, back), openings=[slit, bells(x)], **common),
        Wall("tower_west", *_along_y(outer + t / 2, front, back), openings=[bells(y)], **common),
        Wall("tower_east", *_along_y(inner - t / 2, front, back), openings=[bells(y)], **common)]


def _choir(plan: ChurchPlan) -> list[Wall]:
    """Square choir between tower and chapel, up to the eaves: its western wall is the tower's, its others are its own.

    Its back wall goes on where the tower's ends, and is toothed with the tower's eastern wall. The eastern wall is as
    thick as those of the nave beside its vault, so that a least block is left beside the arch of the rear wall.
    """
    t, half = plan.thickness, plan.half
    front, back = plan.rear - t / 2, plan.rear - t + plan.arm - t / 2
    light = _window(plan, Fraction(0), plan.level(plan.springing / 2), "window", room=half - t)
    return [Wall("choir_back", (-half - t, back), (half, back), t, plan.eaves, openings=[light], groups=("apse",)),
            Wall("choir_east", *_along_y(half - plan.upper / 2, front, back), plan.upper, plan.eaves, groups=("apse",))]


def _chapel(plan: ChurchPlan) -> list[Wall]:
    """Chapel behind the eastern arm; its side walls have a ledge for the vault."""
    t, springing, top = plan.thickness, plan.chapel_springing, plan.chapel_top
    inner, outer = plan.half, plan.half + plan.arm
    front, back = plan.rear - t / 2, plan.rear - t + plan.arm - t / 2
    groups, walls = ("chapel",), []
    sill = plan.level(springing / 2)
    light = _window(plan, (inner + outer) / 2, sill, "window", room=plan.arm / 2 - t)
    walls.append(Wall("chapel_back", (inner, back), (outer, back), t, top, openings=[light], groups=groups))
    for name, face, side in (("west", inner, 1), ("east", outer, -1)):
        walls.append(Wall(f"chapel_{name}", *_along_y(face + side * t / 2, front, back), t, springing, groups=groups))
        walls.append(Wall(f"chapel_upper_{name}", *_along_y(face + side * t / 4, plan.rear, back), t / 2,
                          springing + 2 * plan.course, base=springing, groups=groups))
    return walls


def _window(plan: ChurchPlan, middle: Fraction, sill: Fraction, name: str, *, room: Fraction,
            size: tuple[Fraction, Fraction] | None = None) -> Opening:
    """An opening with a lintel; `room` [m] is half the clear length of wall about its middle.

    The lintel bears on half a block, or reaches to the corners where no half block would be left beside it.
    """
    wide, high = plan.window if size is None else size
    bearing = plan.least
    if plan.least <= room - wide / 2 < 2 * plan.least:
        bearing = room - wide / 2
    return Opening(middle - wide / 2, middle + wide / 2, sill, plan.level(sill + high), bearing, name)


def _along_y(x: Fraction, start: Fraction,
             end: Fraction) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    return (x, start), (x, end)


def _joined(wall: Wall, group: str) -> Wall:
    return replace(wall, groups=(*wall.groups, group))


def _as_floats(wall: Wall) -> Wall:
    """The same wall in the plain numbers that a plan is drawn with, which reads them as the same fractions."""
    top = wall.top
    if isinstance(top, Gable):
        top = Gable(float(top.eaves), float(top.rise), float(top.top_width))
    else:
        top = float(top) if isinstance(top, float | Fraction) else [(float(s), float(z)) for s, z in top]
    openings = [Opening(float(o.start), float(o.end), float(o.sill), float(o.head),
                        None if o.bearing is None else float(o.bearing), o.name) for o in wall.openings]
    start, end = (tuple(float(c) for c in point) for point in (wall.start, wall.end))
    return replace(wall, start=start, end=end, thickness=float(wall.thickness), top=top, base=float(wall.base),
                   openings=openings)
