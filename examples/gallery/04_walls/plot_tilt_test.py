"""
A wall on a tilting table
=========================

At which angle does a dry wall fall from a tilting table, and which part of it? A dry structure feels only the ratio
of the components of gravity, so it falls at atan(alpha), alpha the limit of a horizontal acceleration: here in its
plane, where part of the wall peels off along a stepped line.

Checked: a wall whose gravity is turned by 0.1 % less than this angle stands, by 0.1 % more it falls; statics finds
both without knowing the limit analysis.
"""

import numpy as np

import drystone as ds


def make_wall(angle: float = 0.0) -> ds.Model:
    """A dry wall with a door and a window, gravity turned towards +x by this angle [rad]."""
    wall = ds.Assembly("wall", gravity=(9.81 * np.sin(angle), 0.0, -9.81 * np.cos(angle)))
    wall.material("stone", density=2000)
    wall.joint("dry", friction=0.65)
    wall.add_pattern(ds.patterns.masonry_wall(4.0, 2.4, 0.4, (0.5, 0.3), openings=[(0.75, 1.75, 0.0, 1.8)]),
                     material="stone")
    wall.add_ground(level=0.0)
    return wall.build()


model = make_wall()
tilt = ds.limit.tilt_analysis(model, "+x")
below, above = (ds.limit.statics_analysis(make_wall(share * tilt.angle)) for share in (0.999, 1.001))

ds.view.show(ds.view.limit_figure(model, tilt.mechanism, title=f"falls at {np.degrees(tilt.angle):.2f} degrees",
                                  camera=ds.view.Camera(0.0, 0.0)))

assert below.stands and not above.stands
print(f"The wall falls at {np.degrees(tilt.angle):.3f} degrees: tan = {np.tan(tilt.angle):.4f}.")
