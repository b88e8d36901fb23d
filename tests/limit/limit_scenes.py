"""Small structures for the tests of statics and limit analysis."""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import linprog
from scipy.spatial import HalfspaceIntersection

import drystone as ds
from drystone.model.model import Model
from drystone.patterns import circular_arch, courses_wall, running_bond, segmental_arch

G = 9.81


def assembly(friction: float = 0.7, *, planar: bool = False, gravity=G, name: str = "scene") -> ds.Assembly:
    """Stone of 2000 kg/m3 and one joint."""
    a = ds.Assembly(name, gravity=gravity, planar="xz" if planar else None)
    a.material("stone", density=2000.0)
    a.joint("dry", friction=friction)
    return a


def block(width: float, height: float, *, friction: float = 0.7, planar: bool = False, depth: float | None = None,
          gravity=G) -> Model:
    """One block on the ground."""
    a = assembly(friction, planar=planar, gravity=gravity)
    a.add("block", ds.box((width, width if depth is None else depth, height), center=(0.0, 0.0, 0.5 * height)),
          material="stone")
    a.add_ground(0.0)
    return a.build()


def wall(scale: float = 1.0, *, planar: bool = False, friction: float = 0.6, courses: int = 4) -> Model:
    """Running bond of 4 blocks a course, blocks of 0.4 x 0.2 x 0.2 m times the scale."""
    a = assembly(friction, planar=planar)
    a.add_pattern(running_bond(1.6 * scale, courses, (0.4 * scale, 0.2 * scale), 0.2 * scale), material="stone")
    a.add_ground(0.0)
    return a.build()


def stack(count: int, *, planar: bool = True, friction: float = 0.7) -> Model:
    """Cubes of 1 m on top of each other: block_1 is the lowest."""
    a = assembly(friction, planar=planar)
    for k in range(count):
        a.add(f"block_{k + 1}", ds.box((1.0, 1.0, 1.0), center=(0.0, 0.0, k + 0.5)), material="stone",
              groups=("upper",) if k else ())
    a.add_ground(0.0)
    return a.build()


def arch(ratio: float, count: int, *, planar: bool = True, friction: float = 2.0) -> Model:
    """Semicircular arch of mid radius 1 m and width 1 m."""
    a = assembly(friction, planar=planar)
    a.add_pattern(circular_arch(mid_radius=1.0, thickness=ratio, embrace_deg=180.0, count=count, width=1.0),
                  material="stone")
    a.support("abutment")
    return a.build()


def lintel(length: float = 4.0, bearing: float = 0.5) -> Model:
    """A beam on two pads: left and right."""
    a = assembly(planar=True)
    a.add("beam", ds.box((length, 1.0, 0.4), center=(0.0, 0.0, 0.2)), material="stone")
    for name, sign in (("left", -1.0), ("right", 1.0)):
        a.add(name, ds.box((bearing, 1.0, 0.5), center=(sign * 0.5 * (length - bearing), 0.0, -0.25)))
        a.support(name)
    return a.build()


def overhang() -> Model:
    """A cube that lies on the edge of another with less than half of its foot: it falls."""
    a = assembly(planar=True)
    a.add("foot", ds.box((1.0, 1.0, 1.0), center=(0.0, 0.0, 0.5)), material="stone")
    a.add("slab", ds.box((2.0, 1.0, 0.5), center=(1.2, 0.0, 1.25)), material="stone")
    a.add_ground(0.0)
    return a.build()


def portal() -> Model:
    """Two piers and a lintel of the wall with a window, in plane."""
    a = assembly(0.6, planar=True)
    a.add_pattern(courses_wall(((1, -2, 1), (1, -2, 1), (1, -2, 1), (4,)), block_length=0.5, height=0.4, thickness=0.5),
                  material="stone")
    a.add_ground(0.0)
    return a.build()


def hanging(friction: float = 0.6, *, planar: bool = False) -> ds.Assembly:
    """A cube of 1 m between two upright faces, with nothing below."""
    a = assembly(friction, planar=planar)
    a.add("stone", ds.box((1.0, 1.0, 1.0), center=(0.0, 0.0, 0.0)), material="stone")
    for name, x in (("left", -1.0), ("right", 1.0)):
        a.add(name, ds.box((1.0, 1.0, 2.0), center=(x, 0.0, 0.0)))
        a.support(name)
    return a


def wall_in_a_frame() -> ds.Assembly:
    """A wall that fits between two posts: its courses can be pressed together as much as one likes."""
    a = assembly(0.6)
    a.add_pattern(running_bond(1.6, 4, (0.4, 0.2), 0.2), material="stone")
    for name, x in (("left", -0.5), ("right", 2.1)):
        a.add(name, ds.box((1.0, 1.0, 2.0), center=(x, 0.1, 1.0)))
        a.support(name)
    a.add_ground(0.0)
    return a


def flat_arch(rise: float, friction: float = 0.6) -> ds.Assembly:
    """Nine voussoirs over 2 m between abutments that do not give: a straight line of thrust fits into the flat ones."""
    a = assembly(friction)
    a.add_pattern(segmental_arch(2.0, rise, 0.4, 9, 0.4), material="stone")
    a.support("abutment")
    return a


def wedge(friction_deg: float, planes=((40.0, 130.0), (60.0, 220.0)), height: float = 10.0) -> ds.Assembly:
    """A wedge of rock on two planes (dip, dip direction), cut by level ground and an upright face."""
    normals = []
    for dip, towards in np.radians(planes):
        normals.append(np.array([np.sin(dip) * np.sin(towards), np.sin(dip) * np.cos(towards), np.cos(dip)]))
    line = np.cross(*normals)
    level = -np.sign(line[2]) * np.array([line[0], line[1], 0.0])
    halves = np.array([[*-normals[0], 0.0], [*-normals[1], 0.0], [0.0, 0.0, 1.0, -height],
                       [*level / np.linalg.norm(level), 0.0]])
    inside = linprog([0, 0, 0, -1], np.hstack([halves[:, :3], np.ones((4, 1))]), -halves[:, 3],
                     bounds=[(None, None)] * 4).x[:3]
    corners = np.unique(np.round(HalfspaceIntersection(halves, inside).intersections, 9), axis=0)
    a = assembly(math.tan(math.radians(friction_deg)))
    a.add("wedge", ds.hull(corners), material="stone")
    for number, normal in enumerate(normals, 1):
        face = corners[np.abs(corners @ normal) < 1e-6]
        a.add(f"plane_{number}", ds.hull(np.vstack([face, face - normal])))
        a.support(f"plane_{number}")
    return a


def hoek_bray(planes=((40.0, 130.0), (60.0, 220.0))) -> float:
    """Critical friction angle [deg] of a wedge that slides along the line of its planes: no shear across the line.

    N_1 n_1 + N_2 n_2 balances the weight across the line, tan phi (N_1 + N_2) that along it.
    """
    normals = [np.array([np.sin(d) * np.sin(a), np.sin(d) * np.cos(a), np.cos(d)]) for d, a in np.radians(planes)]
    line = np.cross(*normals)
    line /= np.linalg.norm(line)
    weight = np.array([0.0, 0.0, -1.0])
    across = weight - (weight @ line) * line
    pressed = np.linalg.lstsq(np.array(normals).T, -across, rcond=None)[0]
    return math.degrees(math.atan(abs(weight @ line) / pressed.sum()))
