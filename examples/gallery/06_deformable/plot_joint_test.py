"""
One mortar joint, sheared and pulled
====================================

What does a joint law with damage do before a wall is built with it? A joint test drives one point of it through a
path: here shear at three pressures p, the triplet test of the laboratory. The peak is c + mu p, what remains is mu p,
and the area between the curve and what remains is the fracture energy.

Checked: peaks and residuals to 1e-3, and the energy to 1 % (the curve's straight pieces end at damage 0.999).
"""

import numpy as np

import drystone as ds
from drystone.studies.joint_test.paths import PathOptions, make_traces
from drystone.studies.joint_test.words import joint_lines

cohesion, friction, energy, stiffness = 0.35e6, 0.7, 125.0, 36e9        # Pa, -, N/m, Pa/m
pressures = np.array([0.1e6, 0.5e6, 1.0e6])

joint = ds.Joint("mortar", friction, normal_stiffness=82e9, shear_stiffness=stiffness, cohesion=cohesion,
                 tension=0.25e6, damage={"tension": {"energy": 18.0, "shape": "exponential"},
                         "shear": {"energy": energy, "shape": "exponential", "residual_cohesion": 0.0,
                                   "residual_friction": friction, "dilation": 0.0}})
traces = make_traces(joint, "shear", PathOptions(pressures=tuple(pressures), steps=2000))
shear = [np.hypot(trace.stress[:, 1], trace.stress[:, 2]) for trace in traces]
peaks, ends = np.array([tau.max() for tau in shear]), np.array([tau[-1] for tau in shear])
areas = []
for trace, tau, remains in zip(traces, shear, friction * pressures):
    plastic = trace.u[:, 1] - tau / stiffness                           # slip without its elastic part
    areas.append(np.trapezoid(np.maximum(tau - remains, 0.0), np.maximum.accumulate(np.maximum(plastic, 0.0))))

ds.view.show(ds.view.joint_test_figure(joint, traces, joint_lines(joint)))

assert np.abs(peaks / (cohesion + friction * pressures) - 1.0).max() < 1e-3
assert np.abs(ends / (friction * pressures) - 1.0).max() < 1e-3 + 0.001 * cohesion / (friction * pressures.min())
assert np.abs(np.array(areas) / energy - 1.0).max() < 0.01
print(f"Peaks {np.round(peaks / 1e6, 4)} MPa, remaining {np.round(ends / 1e6, 4)} MPa, "
      f"energies {np.round(areas, 1)} N/m.")
