"""
Restitution: a block that bounces
=================================

How high does a block bounce that falls flat on the ground? With Newton's coefficient of restitution e it leaves the
ground at e times the speed at which it arrived: from a height h it returns to e^2 h, then to e^4 h. Without
``restitution`` blocks do not bounce at all, which is what stones on a dry bed do.

Checked: the first two bounces, to what the block travels in one step at the speed of its impact.
"""

import numpy as np

import drystone as ds
from drystone.analysis.peaks import find_peaks

gravity, height, restitution, dt = 9.81, 0.30, 0.6, 1e-3     # m/s2, m, -, s

fall = ds.Assembly("bounce", gravity=gravity)
fall.material("stone", density=2000)
fall.joint("hard", friction=0.6, restitution=restitution)
fall.add("block", ds.box((0.4, 0.4, 0.2), center=(0, 0, height + 0.1)), material="stone")
fall.add_ground(level=0.0)
fall.monitor("height", "block", point=(0, 0, height), quantity="position", component="z")
result = ds.run(fall, duration=0.9, dt=dt, collapse={"energy_drop": 1.0})     # no fall is a collapse here

peaks = find_peaks(result.time, result.monitor("height"), least=0.01, window=0.05)
expected = height * restitution ** np.array([2, 4])
travel = dt * np.sqrt(2 * gravity * height)

ds.view.show(ds.view.monitors_figure(result))
ds.view.show(ds.view.energies_figure(result))

assert np.abs(peaks.height[:2] - expected).max() < travel
print(f"Bounces to {np.round(peaks.height[:2], 4)} m; e^2 h and e^4 h: {np.round(expected, 4)} m.")
