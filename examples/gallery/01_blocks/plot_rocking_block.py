"""
A rocking block against its exact solution
==========================================

Does the engine rock a block as the equation of motion says? Ground acceleration of 4 m/s2, one cycle of a sine, lifts
a block of 0.5 x 1.5 m, which takes g/3 = 3.27 m/s2 at rest; friction 0.7 keeps it from sliding. ``drystone.rocking``
integrates the equation of the rocking block from impact to impact and knows nothing of the engine.

Checked: the first three impacts to a tenth of the time step, the greatest angle to 0.1 %.
"""

import numpy as np

import drystone as ds
from drystone.analysis.peaks import impact_times

gravity, width, height = 9.81, 0.5, 1.5                     # m/s2, m, m
duration, dt = 2.0, 1e-3                                    # s
pulse = ds.motion.OneSine(amplitude=4.0, half_period=0.4)   # m/s2, s

block = ds.Assembly("rocking-block", gravity=gravity)
block.material("stone", density=1800)
block.joint("dry", friction=0.7)
block.add("block", ds.box((width, width, height), center=(0, 0, height / 2)), material="stone")
block.add_ground(level=0.0)
block.ground_motion("pulse", pulse, direction=(1, 0, 0))
block.monitor("angle", "block", quantity="rotation", axis="y")
block.monitor("top", "block", point=(0, 0, height), quantity="displacement", component="x")
result = ds.run(block, duration=duration, dt=dt)

exact = ds.rocking.rock(ds.rocking.RockingBlock(width, height, gravity), duration=duration, ground=pulse)
impacts = impact_times(result.time, result.monitor("angle"), method="extrapolated")
greatest = np.abs(result.monitor("angle")).max()

ds.view.show(ds.view.monitors_figure(result))
ds.view.show(ds.view.scene_figure(result))

assert np.abs(impacts[:3] - exact.impact_time[:3]).max() < 0.1 * dt
assert abs(greatest / exact.max_angle - 1.0) < 1e-3
print(f"Impacts at {np.round(impacts[:3], 4)} s, exact {np.round(exact.impact_time[:3], 4)} s; "
      f"greatest angle {np.degrees(greatest):.3f} deg, exact {np.degrees(exact.max_angle):.3f} deg.")
