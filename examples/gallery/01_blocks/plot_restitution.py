"""
Restitution: a block that bounces
=================================

How high does a block bounce that is thrown up and falls flat on the ground? With Newton's coefficient of restitution
e it leaves the ground at e times the speed at which it arrived: from a height h it returns to e^2 h, then to e^4 h.
Without ``restitution`` blocks do not bounce at all, which is what stones on a dry bed do.

Checked: the throw and two bounces, to what the block travels in one step at the speed of its impact.
"""

import numpy as np

import drystone as ds
from drystone.analysis.peaks import find_peaks

gravity, height, restitution, dt = 9.81, 0.30, 0.6, 1e-3     # m/s2, m, -, s

fall = ds.Assembly("bounce", gravity=gravity)
fall.material("stone", density=2000)
fall.joint("hard", friction=0.6, restitution=restitution)
fall.add("block", ds.box((0.4, 0.4, 0.2), center=(0, 0, 0.1)), material="stone")
fall.add_ground(level=0.0)
fall.velocity("block", linear=(0, 0, np.sqrt(2 * gravity * height)))        # thrown up to h
fall.monitor("height", "block", point=(0, 0, 0), quantity="position", component="z")
result = ds.run(fall, duration=1.2, dt=dt)

peaks = find_peaks(result.time, result.monitor("height"), least=0.01, window=0.05)
expected = height * restitution ** np.array([0, 2, 4])
travel = dt * np.sqrt(2 * gravity * height)

ds.view.show(ds.view.monitors_figure(result))
ds.view.show(ds.view.energies_figure(result))

assert np.abs(peaks.height[:3] - expected).max() < travel
print(f"Thrown and bounced to {np.round(peaks.height[:3], 4)} m; h, e^2 h and e^4 h: {np.round(expected, 4)} m.")
