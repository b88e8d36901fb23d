"""Models of the case limit-arch-loads: an arch alone, under the dead load of a wall, and within it.

The arch is that of the older source: its public code shows one voussoir of it, the pentagon right of the crown, with
the corners (0, 3.8), (0.458, 3.772), (0.518, 4.269), (0.518, 4.3), (0, 4.3) m from the centre of the arch. So the ring
is 0.5 m thick, a voussoir takes 90/13 degrees, and within the wall its back is cut to a step.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from drystone.geometry.primitives import box_between, prism
from drystone.limit.analysis import LimitResult, limit_analysis
from drystone.limit.live import LiveLoad, point_force
from drystone.limit.thrust_line import thrust_line
from drystone.model.assembly import Assembly
from drystone.model.model import Model
from drystone.validate.scenes import DENSITY
from drystone.validate.structures import WALL_HEIGHT, WALL_LENGTH, WALL_THICKNESS
from drystone.validate.tolerances import GRAVITY

INTRADOS, RING = 3.8, 4.3   #: [m], ends of the joints
COUNT = 26                  #: voussoirs
TURN = 180.0 / COUNT        #: [deg], of a voussoir
BLOCK = 0.95                #: [m], length of a block of the wall: with courses at the steps of the arch 201 blocks
LEAST_BLOCK = 0.3           #: [m], at the ring and at the ends of the wall; shorter ones join their neighbour
SLIDES = 1e-3               #: share of the fastest corner's speed from which a joint slides


@dataclass(frozen=True, slots=True)
class Layout:
    """Where equal loads act: in the middle of voussoirs."""

    name: str
    angles: tuple[float, ...]   #: [deg] from the crown, positive to the right

    def places(self) -> list[tuple[str, float]]:
        """Names of these voussoirs, and x [m] in the middle of their backs."""
        found = []
        for angle in self.angles:
            k = math.floor((90.0 - angle) / TURN)
            found.append((f"voussoir_{k + 1}", 0.5 * (joint(k, RING)[0] + joint(k + 1, RING)[0])))
        return found


def joint(k: int, radius: float) -> tuple[float, float]:
    """(x, z) [m] on joint k at `radius` [m]; joint 0 is the right springing."""
    angle = math.radians(TURN * k)
    return radius * math.cos(angle), radius * math.sin(angle)


def outline(k: int, *, stepped: bool) -> list[tuple[float, float]]:
    """Corners (x, z) [m] of voussoir k, from 0 at the right springing: a wedge, or cut to a step at its back."""
    corners = [joint(k, INTRADOS), joint(k, RING), joint(k + 1, RING), joint(k + 1, INTRADOS)]
    if stepped:
        (low_x, low_z), (high_x, high_z) = corners[1:3]
        corners.insert(2, (low_x, high_z) if k < COUNT // 2 else (high_x, low_z))
    return corners


def arch(friction: float, *, stepped: bool, loads=()) -> Model:
    """The arch alone on the ground, with further dead loads (voussoir, x [m], force down [N])."""
    a = _assembly("arch", friction)
    _add_voussoirs(a, stepped=stepped)
    a.add_ground(0.0)
    for number, (name, x, force) in enumerate(loads):
        a.load_point(f"wall_{number}", name, (x, 0.0, top_of_step(int(name.split("_")[1]) - 1)), (0.0, 0.0, -force))
    return a.build()


def top_of_step(k: int) -> float:
    """Height [m] of the step of voussoir k: that of its upper joint's end."""
    return max(joint(k, RING)[1], joint(k + 1, RING)[1])


def weight_above() -> list[tuple[str, float, float]]:
    """What the wall weighs on every voussoir that is cut to a step, straight down: its name, x [m] and force [N]."""
    found = []
    for k in range(COUNT):
        right, left = joint(k, RING)[0], joint(k + 1, RING)[0]
        volume = (right - left) * (WALL_HEIGHT - top_of_step(k)) * WALL_THICKNESS
        found.append((f"voussoir_{k + 1}", 0.5 * (right + left), DENSITY * GRAVITY * volume))
    return found


def wall() -> Model:
    """The wall around the stepped arch, friction 0.4: courses at the steps of the arch, and one above."""
    a = _assembly("arch-in-wall", 0.4)
    _add_voussoirs(a, stepped=True)
    levels = [joint(k, RING)[1] for k in range(COUNT // 2 + 1)] + [WALL_HEIGHT]
    for k, (low, high) in enumerate(pairwise(levels)):
        beside_ring = k < COUNT // 2
        for side in ((-1.0, 1.0) if beside_ring else (1.0,)):
            ends = _head_joints(k, joint(k, RING)[0] if beside_ring else -0.5 * WALL_LENGTH)
            for i, (one, other) in enumerate(pairwise(ends)):
                x0, x1 = sorted((side * one, side * other))
                name = f"course_{k + 1}/{'right' if side > 0.0 else 'left'}_{i + 1}"
                a.add(name, box_between((x0, -0.5 * WALL_THICKNESS, low), (x1, 0.5 * WALL_THICKNESS, high)),
                      material="stone", groups=(f"course_{k + 1}", "spandrel"))
    a.add_ground(0.0)
    return a.build()


def _head_joints(k: int, stop: float) -> list[float]:
    """From the right end of the wall to `stop` [m]; the lowest course starts with half a block, the next with one."""
    x = 0.5 * WALL_LENGTH
    joints, following = [x], x - (BLOCK if k % 2 else 0.5 * BLOCK)
    while following - stop >= LEAST_BLOCK:
        joints.append(following)
        following -= BLOCK
    return [*joints, stop]


def _assembly(name: str, friction: float) -> Assembly:
    a = Assembly(name, gravity=GRAVITY, planar="xz")
    a.material("stone", density=DENSITY)
    a.joint("dry", friction=friction)
    return a


def _add_voussoirs(a: Assembly, *, stepped: bool) -> None:
    for k in range(COUNT):
        a.add(f"voussoir_{k + 1}", prism(outline(k, stepped=stepped), -0.5 * WALL_THICKNESS, 0.5 * WALL_THICKNESS),
              material="stone", groups="voussoirs")


# --- limits and words -------------------------------------------------------------------------------


def load_limit(model: Model, layout: Layout, unit: float, *, on_top: bool = False) -> LimitResult:
    """Limit of the loads on the arch, or on top of the wall at the same x, over the weight `unit` [N]."""
    return limit_analysis(model, loads_on(model, layout, unit, on_top=on_top))


def loads_on(model: Model, layout: Layout, total: float, *, on_top: bool = False) -> LiveLoad:
    """Equal loads straight down that add up to `total` [N]."""
    places = layout.places()
    parts = []
    for name, x in places:
        block = block_on_top(model, x) if on_top else name
        z = WALL_HEIGHT if on_top else float(model.initial_position[model.block_index(name), 2])
        parts.append(point_force(model, block, (x, 0.0, z), (0.0, 0.0, -total / len(places))))
    live = parts[0]
    for part in parts[1:]:
        live = live + part
    return live


def thrust_line_says(model: Model, layout: Layout, load: float) -> str:
    """In words, of the line of least thrust under `load` [N]: whether it leaves the joints or leans beyond friction."""
    line = thrust_line(model, extra=loads_on(model, layout, load).wrench)
    return "condemns" if line is None or len(line.slides) else "allows"


def weight_of(model: Model, group: str = "voussoirs") -> float:
    """[N] of the blocks in a group."""
    return GRAVITY * float(model.mass[[group in groups for groups in model.block_groups]].sum())


def how_it_falls(result: LimitResult) -> str:
    """In words: by hinges alone, or with springers that slide outwards."""
    eq, model = result.equilibrium, result.model
    slip = np.abs(eq.point_velocity(result.mechanism)[:, 1:]).max(axis=1)
    at_foot = model.is_support[eq.contacts.block_a] | model.is_support[eq.contacts.block_b]
    right, left = (result.mechanism[model.block_index(f"voussoir_{k}"), 0] for k in (1, COUNT))
    if not (slip > SLIDES).any():
        return "hinges"
    if (slip[at_foot] > SLIDES).any() and (right > SLIDES or left < -SLIDES):
        return "springers slide outwards"
    return "joints slide"


def block_on_top(model: Model, x: float) -> str:
    """The block of the topmost course at `x` [m]."""
    for block, name in enumerate(model.block_names):
        first, last = model.parts.vertex_ptr[block:block + 2]
        corners = model.parts.vertex[first:last] + model.initial_position[block]
        if (corners[:, 2].max() > WALL_HEIGHT - 1e-9 and corners[:, 0].min() - 1e-9 <= x <= corners[:, 0].max() + 1e-9
                and not model.is_support[block]):
            return name
    raise ValueError(f"nothing on top at {x:g} m")
