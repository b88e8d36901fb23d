"""
A block that rocks and stays
============================

One sine of ground acceleration makes a block rock; the exact solution of one block tells how far.
"""

import matplotlib.pyplot as plt

import drystone as ds

wall = ds.Assembly("block", gravity=9.81)
wall.material("stone", density=1800)
wall.joint("dry", friction=0.7)
wall.add("block", ds.box((0.5, 0.5, 1.5), center=(0, 0, 0.75)), material="stone")
wall.add_ground(level=0.0)
wall.ground_motion("pulse", ds.motion.OneSine(amplitude=4.0, half_period=0.4), direction=(1, 0, 0))
wall.monitor("top", "block", point=(0, 0, 1.5), quantity="displacement", component="x")
result = ds.run(wall, duration=4.0, dt=1e-3)

figure, axes = plt.subplots(figsize=(6, 3))
axes.plot(result.monitor("top"))
axes.set(xlabel="step", ylabel="top [m]")
figure.tight_layout()

assert abs(result.monitor("top").max() / 0.13786 - 1) < 1e-3
