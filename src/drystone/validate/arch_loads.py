"""Models of the case limit-arch-loads: an arch alone, under the dead load of a wall, and within it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.spatial import ConvexHull

from drystone.errors import InputError
from drystone.extremes import greatest
from drystone.limit.analysis import LimitResult, limit_analysis
from drystone.limit.live import LiveLoad, point_force
from drystone.limit.thrust_line import thrust_line
from drystone.model.assembly import Assembly
from drystone.model.model import Model
from drystone.patterns import spandrel_arch
from drystone.validate.limit_models import arch
from drystone.validate.scenes import DENSITY
from drystone.validate.structures import WALL_HEIGHT, WALL_THICKNESS
from drystone.validate.tolerances import GRAVITY, LIMIT_ARCH_LOADS

INTRADOS = 3.8       #: [m], opening of the wall
COUNT = 21           #: voussoirs
SLIDES = 1e-3        #: share of the fastest corner's speed from which a joint slides
STRIPS = 800         #: in which the wall above the arch is weighed


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the loads act, and the thickness that makes the arch fall under a tenth of its weight."""

    name: str
    angles: tuple[float, ...]   #: [deg] from the right springing, each on the voussoir there

    def voussoirs(self) -> list[int]:
        """Numbers from 0 of the voussoirs that carry loads."""
        return [min(int(angle * COUNT / 180.0), COUNT - 1) for angle in self.angles]

    def middles(self, radius: float) -> list[tuple[float, float]]:
        """(x, z) [m] in the middle of these voussoirs at `radius` [m]."""
        turns = [math.pi * (k + 0.5) / COUNT for k in self.voussoirs()]
        return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]


def arch_limit(layout: Layout, thickness: float, friction: float) -> LimitResult | None:
    """Limit of the loads on the arch alone, over its weight; None where it does not stand without them."""
    model = arch(INTRADOS + 0.5 * thickness, thickness, 180.0, COUNT, friction=friction, width=WALL_THICKNESS)
    live = _loads(model, [(f"voussoir_{k + 1}", x, z) for k, (x, z) in zip(layout.voussoirs(),
                                                                          layout.middles(INTRADOS + thickness))],
                  weight_of(model))
    try:
        return limit_analysis(model, live)
    except InputError:
        return None


def calibrate(layout: Layout) -> float:
    """Thickness [m] with which the arch of friction 0.8 falls under a tenth of its weight."""

    def beyond(thickness: float) -> float:
        found = arch_limit(layout, thickness, 0.8)
        return (-0.02 if found is None else found.alpha) - LIMIT_ARCH_LOADS[0.8]

    return brentq(beyond, 0.3, 1.2, xtol=1e-5)


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


# --- within the wall --------------------------------------------------------------------------------


def wall(thickness: float, *, course: float = 0.5, alone: bool = False, loads=()) -> Model:
    """The wall around an arch of this thickness [m], friction 0.4; or its arch alone, with loads (block, point, force).

    Blocks are 0.54 m long and `course` [m] high; the arch has two voussoirs a course, and those of the crown.
    """
    a = Assembly("arch-in-wall", gravity=GRAVITY, planar="xz")
    a.material("stone", density=DENSITY)
    a.joint("dry", friction=0.4)
    pieces = spandrel_arch(courses=round(WALL_HEIGHT / course), block=(0.54, course), thickness=WALL_THICKNESS,
                           intrados_radius=INTRADOS, ring_radius=INTRADOS + thickness, least_block=0.6 * course,
                           abutments=True)
    a.add_pattern([p for p in pieces if not alone or "spandrel" not in p.groups], material="stone")
    a.support("abutment")
    for number, (block, point, force) in enumerate(loads):
        a.load_point(f"wall_{number}", block, point, force)
    return a.build()


def weight_above(model: Model) -> list[tuple[str, tuple[float, float, float], tuple[float, float, float]]]:
    """What the wall weighs on every voussoir, straight down: block, point [m] and force [N]."""
    outlines = _outlines(model)
    low, high = (f(float(f(o[:, 0])) for _, o in outlines) for f in (min, max))
    width = (high - low) / STRIPS
    sums: dict[str, np.ndarray] = {}
    for x in low + width * (np.arange(STRIPS) + 0.5):
        name, z = _top(outlines, float(x))
        if z < WALL_HEIGHT - 1e-9:
            weight = DENSITY * GRAVITY * WALL_THICKNESS * (WALL_HEIGHT - z) * width
            sums[name] = sums.get(name, np.zeros(3)) + weight * np.array([1.0, x, z])
    return [(name, (s[1] / s[0], 0.0, s[2] / s[0]), (0.0, 0.0, -s[0])) for name, s in sums.items()]


def wall_limit(layout: Layout, thickness: float, model: Model, *, unit: float, on_top: bool = False) -> LimitResult:
    """Limit of the loads on the extrados of the arch, or on top of the wall, over the weight `unit` [N]."""
    places = []
    for x, _ in layout.middles(INTRADOS + thickness):
        block, z = _block_on_top(model, x) if on_top else _top(_outlines(model), x)
        places.append((block, x, z))
    return limit_analysis(model, _loads(model, places, unit))


def thrust_line_says(layout: Layout, thickness: float, model: Model, load: float) -> str:
    """In words, of the line of least thrust under `load` [N]: whether it leaves the joints or leans beyond friction."""
    outlines = _outlines(model)
    places = [(*_top(outlines, x), x) for x, _ in layout.middles(INTRADOS + thickness)]
    extra = _loads(model, [(block, x, z) for block, z, x in places], load).wrench
    line = thrust_line(model, extra=extra)
    return "condemns" if line is None or len(line.slides) else "allows"


def weight_of(model: Model, group: str = "") -> float:
    """[N] of the free blocks, or of those in a group."""
    chosen = [not support and (not group or group in groups)
              for support, groups in zip(model.is_support, model.block_groups)]
    return GRAVITY * float(model.mass[chosen].sum())


def ring_weight(thickness: float) -> float:
    """[N] of a plain ring of this thickness."""
    outer = INTRADOS + thickness
    return 0.5 * math.pi * (outer ** 2 - INTRADOS ** 2) * WALL_THICKNESS * DENSITY * GRAVITY


def _loads(model: Model, places: list[tuple[str, float, float]], total: float) -> LiveLoad:
    """Equal loads straight down that add up to `total` [N], at (block, x, z)."""
    parts = [point_force(model, block, (x, 0.0, z), (0.0, 0.0, -total / len(places))) for block, x, z in places]
    live = parts[0]
    for part in parts[1:]:
        live = live + part
    return live


def _outlines(model: Model) -> list[tuple[str, np.ndarray]]:
    """Names and corners (k, 2) [m] of the voussoirs, in order around them."""
    found = []
    for block, name in enumerate(model.block_names):
        if name.startswith("voussoir"):
            first, last = model.parts.vertex_ptr[block:block + 2]
            flat = (model.parts.vertex[first:last] + model.initial_position[block])[:, [0, 2]]
            found.append((name, flat[ConvexHull(flat).vertices]))
    return found


def _top(outlines: list[tuple[str, np.ndarray]], x: float) -> tuple[str, float]:
    """The voussoir that is highest at `x` [m], and its height there [m]."""
    found = []
    for name, corners in outlines:
        for (x0, z0), (x1, z1) in zip(corners, np.roll(corners, -1, axis=0)):
            if min(x0, x1) - 1e-12 <= x <= max(x0, x1) + 1e-12 and abs(x1 - x0) > 1e-12:
                z = float(z0 + (z1 - z0) * (x - x0) / (x1 - x0))
                found.append((name, z))
    return found[greatest([z for _, z in found], [name for name, _ in found])] if found else ("", -math.inf)


def _block_on_top(model: Model, x: float) -> tuple[str, float]:
    """The block of the topmost course at `x` [m], and its height [m]."""
    for block, name in enumerate(model.block_names):
        first, last = model.parts.vertex_ptr[block:block + 2]
        corners = model.parts.vertex[first:last] + model.initial_position[block]
        if (corners[:, 2].max() > WALL_HEIGHT - 1e-9 and corners[:, 0].min() - 1e-9 <= x <= corners[:, 0].max() + 1e-9
                and not model.is_support[block]):
            return name, WALL_HEIGHT
    raise ValueError(f"nothing on top at {x:g} m")
