"""
A sliding block
===============

Where does a block stop that slides at 1 m/s on friction 0.5? Coulomb friction slows it down by mu g, so it stops
after v / (mu g) = 0.204 s and v^2 / (2 mu g) = 0.102 m, and then it rests.

Checked: the path to 0.1 %, the time to two steps, and that the speed at the end is exactly zero.
"""

import numpy as np

import drystone as ds

gravity, friction, speed, dt = 9.81, 0.5, 1.0, 1e-3     # m/s2, -, m/s, s

block = ds.Assembly("sliding-block", gravity=gravity)
block.material("stone", density=2000)
block.joint("dry", friction=friction)
block.add("block", ds.box((1.0, 1.0, 0.5), center=(0, 0, 0.25)), material="stone")     # too low to tip
block.add_ground(level=0.0)
block.velocity("block", linear=(speed, 0, 0))
block.monitor("path", "block", quantity="displacement", component="x")
block.monitor("speed", "block", quantity="velocity", component="x")
result = ds.run(block, duration=0.4, dt=dt)

path, history = result.monitor("path")[-1], result.monitor("speed")
stopped = result.time[np.flatnonzero(history > 1e-9)[-1] + 1]
exact_path, exact_time = speed**2 / (2 * friction * gravity), speed / (friction * gravity)

ds.view.show(ds.view.monitors_figure(result))

assert abs(path - exact_path) < 1e-3 * exact_path
assert abs(stopped - exact_time) <= 2 * dt
assert history[-1] == 0.0
print(f"It stops after {path:.5f} m and {stopped:.4f} s; exact: {exact_path:.5f} m and {exact_time:.4f} s.")
