"""
A prop is taken away
====================

How does a beam start to fall when one of its supports vanishes? It turns about the edge of the other one. With a the
distance of that edge from the middle of the beam and r that from its centre, the angular acceleration of the first
instant is g a / (I/m + r^2), by the theorem of Steiner; friction must hold the edge until then. Events remove blocks
in the middle of a run.

Checked: the beam rests exactly until the prop goes, and its first angular acceleration agrees to 0.5 %: the lever and
the normal turn by about 1e-3 rad in the 30 ms over which a parabola is laid through the angle.
"""

import numpy as np

import drystone as ds

gravity, length, depth, bearing, removed = 9.81, 3.0, 0.3, 0.3, 0.2      # m/s2, m, m, m, s

portal = ds.Assembly("portal", gravity=gravity, planar="xz")
portal.material("stone", density=2400)
portal.joint("dry", friction=0.9)
portal.add("pier", ds.box((0.6, 0.5, 1.5), center=(bearing - 0.3, 0, 0.75)))
portal.add("prop", ds.box((0.2, 0.5, 1.5), center=(length - 0.1, 0, 0.75)), material="stone")
portal.add("beam", ds.box((length, 0.5, depth), center=(length / 2, 0, 1.5 + depth / 2)), material="stone")
portal.add_ground(level=0.0)
portal.support("pier")
portal.event(removed, remove="prop")
portal.monitor("angle", "beam", quantity="rotation", axis="y")
result = ds.run(portal, duration=0.7, dt=1e-3)

time, angle = result.time - removed, result.monitor("angle")
first = (time > 0) & (time <= 0.03)
found = 2 * np.polyfit(time[first], angle[first], 2)[0]
arm = length / 2 - bearing
exact = gravity * arm / ((length**2 + depth**2) / 12 + arm**2 + (depth / 2) ** 2)

ds.view.show(ds.view.scene_figure(result, times=(0.1, 0.35, 0.5), options=ds.view.SceneOptions(scale=1.0)))

assert np.abs(angle[time < 0]).max() == 0.0
assert abs(found / exact - 1.0) < 5e-3
print(f"First angular acceleration {found:.4f} rad/s2, exact {exact:.4f} rad/s2.")
