"""Walls of mortared bricks that no paper has: pushed out of their plane, and small ones with strength at random."""

from __future__ import annotations

from drystone import patterns
from drystone.geometry.primitives import box_between
from drystone.model.assembly import Assembly
from drystone.model.model import Model
from drystone.model.settings import DemSettings
from drystone.validate.dem_specimens import BAR, tangent

# --- out of plane --------------------------------------------------------------------------------------

LENGTH, THICKNESS, COURSE, COURSES = 0.44, 0.10, 0.08, 10      #: [m], [m], [m], [-]
HEIGHT = COURSE * COURSES
DENSITY, GRAVITY, TENSION = 1800.0, 9.81, 0.11e6               #: [kg/m3], [m/s2], [Pa]
WEIGHT = DENSITY * GRAVITY * LENGTH * THICKNESS * HEIGHT       #: [N]
GRAVITY_TIME = 0.1                                             #: [s], before the wall is pushed
ARM = HEIGHT - 0.5 * BAR                                       #: [m], of the bar that pushes above the base


def cantilever(is_dry: bool, through: int, path: tuple[tuple[float, float], ...]) -> tuple[Model, DemSettings]:
    """A wall that stands on its base, pushed at its top by a bar across its plane (y).

    is_dry : whether its lowest bed joint is; all others are mortar that breaks at once
    through : cells of the thickness
    path : time [s] and displacement [m] of the bar, after GRAVITY_TIME
    """
    scene = Assembly("cantilever", gravity=GRAVITY)
    scene.material("brick", density=DENSITY, young=4.8e9, poisson=0.15)
    stiff, mortar = {"normal_stiffness": 158e9, "shear_stiffness": 68e9}, {"tension": TENSION, "cohesion": 0.15e6}
    scene.joint("mortar", friction=0.75, **stiff, **mortar)
    scene.joint("foot", friction=0.75, **stiff, **({} if is_dry else mortar), between=[["wall", "base"]])
    scene.joint("bar", friction=0.0, **stiff, between=[["wall", "bar"]])
    scene.add_pattern(patterns.running_bond(length=LENGTH, courses=COURSES, block=(0.22, COURSE), thickness=THICKNESS),
                      material="brick")
    scene.add("base", box_between((0.0, 0.0, -0.05), (LENGTH, THICKNESS, 0.0)))
    scene.add("bar", box_between((0.0, -BAR, HEIGHT - BAR), (LENGTH, 0.0, HEIGHT)))
    scene.support("base", "bar")
    scene.support_motion("push", "bar", displacement=[(0.0, 0.0), *path], direction="y")
    scene.stage("gravity", duration=GRAVITY_TIME)
    scene.stage("push", duration=path[-1][0], motions=["push"])
    size = [0.11, THICKNESS / through, COURSE / 2]
    settings = DemSettings.model_validate({"engine": "dem", "dt": 1e-3, "damping": {"local": 0.8},
                                           "mesh": [{"size": size}]})
    return scene.build(), settings


# --- strength at random -----------------------------------------------------------------------------------

#: Three bricks by six courses between plates, joints of the wall LOW; pressed by 0.3 MPa, sheared by 1 mm.
SMALL_WALL = f"""
drystone: 1
name: small-wall
gravity: 9.81
materials:
  brick: {{density: 1800, young: 16.7e9, poisson: 0.15}}
joints:
  mortar:
    friction: {tangent(35.0)!r}
    normal_stiffness: 82e9
    shear_stiffness: 36e9
    tension: 0.2e6
    cohesion: 0.35e6
    compression: 10.5e6
    damage:
      tension: {{energy: 18, shape: exponential}}
      shear:
        {{energy: 125, shape: exponential, residual_cohesion: 0, residual_friction: {tangent(35.0)!r}, dilation: 0}}
      crushing: {{energy: 5000, elastic_share: 0.3, peak_ratio: 2, residual: 0, cap_shear: 9}}
  crack: {{friction: 1, normal_stiffness: 820e9, shear_stiffness: 360e9, tension: 2e6, cohesion: 2.8e6, between: []}}
patterns:
  - kind: running_bond
    parameters: {{length: 0.66, courses: 6, block: [0.22, 0.0625], thickness: 0.1}}
    material: brick
blocks:
  - {{name: base, box: {{size: [0.66, 0.1, 0.1], center: [0.33, 0.05, -0.05]}}, material: brick}}
  - {{name: top, box: {{size: [0.66, 0.1, 0.1], center: [0.33, 0.05, 0.425]}}, material: brick}}
supports: [base, top]
loads:
  - {{name: pressure, area: {{target: top, normal: [0, 0, 1], pressure: 0.3e6}}, history: [[0, 0], [0.03, 1]]}}
motions:
  - {{name: push, supports: top, displacement: [[0, 0], [0.05, 0.001]], direction: [1, 0, 0]}}
stages:
  - {{name: press, duration: 0.06, loads: pressure}}
  - {{name: shear, duration: 0.05, motions: push}}
analysis:
  engine: dem
  dt: 2.5e-4
  mesh: [{{size: [0.055, 0.1, 0.03125]}}]
  cracks: [{{blocks: wall, joint: crack, longer_than: 0.15}}]
  guides: [{{support: top, free: z, until: shear}}]
  damping: {{local: 0.8}}
"""
