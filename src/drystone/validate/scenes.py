"""The structures of the cases. All in SI units, z up; density is free where only friction acts."""

from __future__ import annotations

from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.model.model import Model
from drystone.motion.motion import Motion
from drystone.patterns import circular_arch, courses_wall
from drystone.validate.tolerances import GRAVITY

DENSITY = 1800.0   #: [kg/m3]

#: Courses of the wall of Ferris and Tin-Loi, example 3, bottom up, in block lengths; negative is the opening.
FERRIS_COURSES = (
    (1, 1, 1, 1), (0.5, 1, 1, 1, 0.5), (1, 1, 1, 1), (0.5, 1, -1, 1, 0.5), (1, 0.5, -1, 0.5, 1), (0.5, 1, -1, 1, 0.5),
    (1, 0.5, -1, 0.5, 1), (0.5, 1, -1, 1, 0.5), (1, 1, 1, 1), (0.5, 1, 1, 1, 0.5), (1, 1, 1, 1))


def rocking_block(width: float, height: float, *, friction: float, depth: float | None = None, tilt_deg: float = 0.0,
                  motion: Motion | None = None, direction_deg: float = 0.0, planar: bool = False) -> Model:
    """One upright block, block 0, on the ground; a positive tilt turns its top towards +x, about its +x edge.

    Parameters
    ----------
    width, height, depth : along x, z and y [m]; depth is the width by default
    motion : of the ground, towards +x or `direction_deg` from x towards y
    """
    depth = width if depth is None else depth
    a = Assembly("block", gravity=GRAVITY, planar="xz" if planar else None)
    a.material("stone", density=DENSITY)
    a.joint("base", friction=friction)
    a.add("block", box((width, depth, height), center=(0.0, 0.0, 0.5 * height)), material="stone")
    a.add_ground(0.0)
    if tilt_deg:
        a.tilt("block", angle_deg=tilt_deg, axis="y", about=(0.5 * width if tilt_deg > 0 else -0.5 * width, 0.0, 0.0))
    if motion is not None:
        a.ground_motion("quake", motion, direction_deg=direction_deg)
    return a.build()


def oppenheim_arch(motion: Motion | None = None) -> Model:
    """Seven voussoirs with the mass properties of curved ones; ground motion towards -x, which is left."""
    a = Assembly("oppenheim-arch", gravity=GRAVITY)
    a.material("stone", density=DENSITY)
    a.joint("dry", friction=2.0)
    a.add_pattern(circular_arch(mid_radius=10.0, thickness=1.5, embrace_deg=150.0, count=7, width=1.0),
                  material="stone")
    a.support("abutment")
    if motion is not None:
        a.ground_motion("quake", motion, direction=(-1.0, 0.0, 0.0))
    return a.build()


def ferris_wall(motion: Motion | None = None) -> Model:
    """46 blocks of 0.4 x 0.175 m with an opening, on a base along the full length; planar, unit weight 1 kN/m3."""
    a = Assembly("ferris-tinloi-3", gravity=GRAVITY, planar="xz")
    a.material("stone", density=1000.0 / GRAVITY)
    a.joint("dry", friction=0.65)
    a.add_pattern(courses_wall(FERRIS_COURSES, block_length=0.4, height=0.175, thickness=1.0), material="stone")
    a.add_ground(0.0)
    if motion is not None:
        a.ground_motion("quake", motion, direction=(1.0, 0.0, 0.0))
    return a.build()
