"""Panels of mortared masonry for engine dem: the shear walls of Oktiovan and others 2024, and how they are loaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from drystone import patterns
from drystone.engines.registry import make_engine
from drystone.geometry.primitives import box_between
from drystone.model.assembly import Assembly
from drystone.model.model import Model
from drystone.model.settings import DemSettings
from drystone.simulation.march import take_steps

GRAVITY = 9.81           #: [m/s2]
LENGTH, HEIGHT, THICKNESS = 0.99, 1.0, 0.1    #: [m], of a wall between its clamps
BRICK = 0.22             #: [m], length of a brick with its joint
PLATE = 0.2              #: [m], height of the plates
LINTEL = 2.5             #: length in bricks of the beam on an opening


@dataclass(frozen=True, slots=True)
class Mortar:
    """Data of a shear wall (Oktiovan and others 2024, Tables 1 and 2; fracture energies after Lourenco & Rots)."""

    pressure: float       #: [Pa], on top
    normal: float         #: [Pa/m]
    shear: float          #: [Pa/m]
    tension: float        #: [Pa]
    cohesion: float       #: [Pa]
    compression: float    #: [Pa]
    opening: float        #: [N/m], fracture energy
    sliding: float        #: [N/m]


WALLS = {"low": Mortar(0.30e6, 82e9, 36e9, 0.25e6, 0.35e6, 10.5e6, 18.0, 125.0),
         "mid": Mortar(1.21e6, 110e9, 50e9, 0.16e6, 0.22e6, 11.5e6, 12.0, 50.0),
         "high": Mortar(2.12e6, 82e9, 36e9, 0.16e6, 0.22e6, 11.5e6, 12.0, 50.0)}


@dataclass(frozen=True, slots=True)
class Options:
    """What is chosen for a wall beside its data."""

    cells: tuple[int, int, int] = (4, 1, 2)   #: of a half-brick
    split: str = "mean"                       #: of a cell
    courses: int = 16
    speed: float = 20e-3                      #: [m/s], of the upper plate
    travel: float = 4e-3                      #: [m]
    path: tuple[tuple[float, float], ...] = ()     #: time [s] and displacement [m] in place of speed and travel
    has_opening: bool = False                 #: 330 x 375 mm in the middle, below a lintel
    planes: int = 1                           #: crack planes of a brick
    brittle_bricks: bool = False              #: their planes lose strength at once, or by 80 and 500 N/m
    brittle_mortar: bool = False              #: Mohr-Coulomb joints without damage
    pre: float = 0.05                         #: [s], of gravity, of pressing and of waiting
    row: float = 5e-4                         #: [s], between rows
    mass_scaling: float = 1.0
    damage: dict = field(default_factory=dict)     #: other readings of the mortar's law
    cap: dict = field(default_factory=dict)        #: ... of its crushing


def shear_wall(name: str, options: Options = Options()) -> tuple[Model, DemSettings]:
    """Model and settings of a wall; stages gravity, press, shear."""
    data, o = WALLS[name], options
    scene = Assembly(f"shear-wall-{name}", gravity=GRAVITY)
    scene.material("brick", density=1800.0, young=16.7e9, poisson=0.15)
    _mortar(scene, data, o)
    _crack_planes(scene, o)
    course = HEIGHT / 16
    height = course * o.courses
    bond = patterns.courses_wall(_open_courses(o.courses), BRICK, course, THICKNESS) if o.has_opening else \
        patterns.running_bond(length=LENGTH, courses=o.courses, block=(BRICK, course), thickness=THICKNESS)
    scene.add_pattern(bond, material="brick")
    for plate, low in (("base", -PLATE), ("top", height)):
        scene.add(plate, box_between((0.0, 0.0, low), (LENGTH, THICKNESS, low + PLATE)), material="brick")
        scene.support(plate)
    load = data.pressure - 1800.0 * GRAVITY * PLATE      # the plate's own weight is part of it
    path = o.path or ((o.travel / o.speed, o.travel),)
    scene.load_area("pressure", "top", "z", load, history=[(0.0, 0.0), (o.pre, 1.0)])
    scene.support_motion("push", "top", displacement=[(0.0, 0.0), *path], direction="x")
    scene.stage("gravity", duration=o.pre)
    scene.stage("press", duration=2 * o.pre, loads=["pressure"])
    scene.stage("shear", duration=path[-1][0], motions=["push"])
    size = (0.5 * BRICK / o.cells[0], THICKNESS / o.cells[1], course / o.cells[2])
    settings = DemSettings.model_validate({
        "engine": "dem", "dt": o.row, "mesh": [{"size": size, "split": o.split},
                                               {"blocks": ["base", "top"], "size": size}],
        "cracks": [{"blocks": _bricks(bond), "joint": "crack", "planes": o.planes, "longer_than": 0.75 * BRICK}],
        "guides": [{"support": "top", "free": "z", "until": "shear"}], "damping": {"local": 0.8},
        "mass_scaling": o.mass_scaling})
    return scene.build(), settings


def _open_courses(courses: int) -> list[list[float]]:
    """Courses of a wall with an opening three half-bricks wide in the middle six courses, and a lintel on it."""
    first = courses // 2 - 3
    out = []
    for k in range(courses):
        whole = [1, 1, 1, 1, 0.5] if k % 2 == 0 else [0.5, 1, 1, 1, 1]
        beside = [1, 0.5, -1.5, 1, 0.5] if k % 2 == 0 else [0.5, 1, -1.5, 0.5, 1]
        out.append(beside if first <= k < first + 6 else [1, LINTEL, 1] if k == first + 6 else whole)
    return out


def _bricks(bond: list) -> list[str]:
    """Names of all blocks but the lintel."""
    return [piece.name for piece in bond if np.ptp(piece.shape.parts[0].vertices[:, 0]) < 2.0 * BRICK]


def _mortar(scene: Assembly, data: Mortar, o: Options) -> None:
    friction = float(np.tan(np.radians(35.0)))
    law = {"compression": data.compression, "damage": {
        "tension": {"energy": data.opening, "shape": "exponential"},
        "shear": {"energy": data.sliding, "shape": "exponential", "residual_cohesion": 0.0,
                  "residual_friction": friction, "dilation": 0.0},
        "crushing": {"energy": 5000.0, "elastic_share": 0.3, "peak_ratio": 2.0, "residual": 0.0,
                     "cap_shear": 9.0} | o.cap,
        **o.damage}}
    scene.joint("mortar", friction=friction, normal_stiffness=data.normal, shear_stiffness=data.shear,
                tension=data.tension, cohesion=data.cohesion, **({} if o.brittle_mortar else law))


def _crack_planes(scene: Assembly, o: Options) -> None:
    law = {"damage": {"tension": {"energy": 80.0, "shape": "exponential"},
                      "shear": {"energy": 500.0, "shape": "exponential", "residual_cohesion": 0.0,
                                "residual_friction": 1.0, "dilation": 0.0}}}
    scene.joint("crack", friction=1.0, normal_stiffness=820e9, shear_stiffness=360e9, tension=2.0e6, cohesion=2.8e6,
                between=[], **({} if o.brittle_bricks else law))


@dataclass(frozen=True, slots=True)
class Curve:
    """Force against displacement of a wall under shear."""

    travel: np.ndarray      #: (n,) [mm]
    force: np.ndarray       #: (n,) [kN], of the upper plate on the wall
    thrust: np.ndarray      #: (n,) [kN], vertical
    ratio: np.ndarray       #: (n,) [-], mean force out of balance
    words: str              #: mesh and step

    @property
    def peak(self) -> tuple[float, float]:
        """Greatest force [kN] and its displacement [mm]."""
        k = int(np.argmax(self.force))
        return float(self.force[k]), float(self.travel[k])

    def energy(self, travel: float) -> float:
        """Work of the force up to a displacement [mm] [kN mm]."""
        at = np.concatenate((self.travel[self.travel < travel], [travel]))
        return float(np.trapezoid(np.interp(at, self.travel, self.force), at))

    def at(self, travel: float) -> float:
        """Force [kN] at a displacement [mm]."""
        return float(np.interp(travel, self.travel, self.force))


#: What is looked at beside the curve: engine, state, report and displacement [mm] of a row under shear.
Watch = Callable[[object, object, object, float], None]


def push_wall(name: str, options: Options = Options(), watch: Watch | None = None):
    """Curve of a wall, and engine and state at its end."""
    model, settings = shear_wall(name, options)
    engine = make_engine(model, settings, model.loads.duration)
    start, kept = engine.start(), []
    first, top = round(3 * options.pre / settings.dt), model.block_index("top")
    for state, report, _ in take_steps(model, engine, start, round(model.loads.duration / settings.dt)):
        if state.step >= first:
            force = report.numbers["reaction:top"]
            travel = 1e3 * float(state.position[top, 0] - model.initial_position[top, 0])
            kept.append((travel, force[0] / 1e3, -force[2] / 1e3, report.numbers["mean_force_ratio"]))
            if watch is not None:
                watch(engine, state, report, travel)
    return Curve(*np.array(kept).T, engine.accuracy), engine, state
