"""Small structures for the tests of statics and limit analysis."""

from __future__ import annotations

import drystone as ds
from drystone.model.model import Model
from drystone.patterns import circular_arch, courses_wall, running_bond

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
