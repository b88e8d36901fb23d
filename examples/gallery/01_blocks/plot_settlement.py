"""
A footing that sinks
====================

What does a stack do whose footing sinks by 20 mm in a second? It follows: every block ends exactly as much lower, and
the footing takes the work weight times settlement out of the stack. Supports are moved by ``support_motion``, in
stages that follow each other.

Checked: nothing moves before the settlement begins, the lowest and the highest block end 20 mm lower to 1e-9 m, and
the work agrees within the kinetic energy of both jerks, at the beginning and at the end of the ramp.
"""

import numpy as np

import drystone as ds

gravity, sunk, count = 9.81, 0.02, 4        # m/s2, m, blocks

stack = ds.Assembly("settlement", gravity=gravity)
stack.material("stone", density=2000)
stack.joint("dry", friction=0.6)
stack.add("footing", ds.box((1.0, 1.0, 0.2), center=(0, 0, -0.1)))
stack.support("footing")
stack.add_pattern(ds.patterns.stack(size=(0.6, 0.6, 0.3), count=count), material="stone")
stack.support_motion("sinking", "footing", displacement=[(0, 0), (1.0, sunk)], direction=(0, 0, -1))
stack.stage("rest", duration=0.5)
stack.stage("settlement", duration=1.0, motions="sinking")
stack.stage("after", duration=0.5)
for name, k in (("lowest", 1), ("highest", count)):
    stack.monitor(name, f"block_{k}", quantity="displacement", component="z")
result = ds.run(stack, dt=2e-3)

ways = np.array([result.monitor("lowest"), result.monitor("highest")])
work = result.energy("supports")[-1]

ds.view.show(ds.view.monitors_figure(result))
ds.view.show(ds.view.energies_figure(result))

assert np.abs(ways[:, result.time < 0.5]).max() == 0.0
assert np.abs(ways[:, -1] + sunk).max() < 1e-9
assert abs(work + stack.weight * sunk) <= stack.weight / gravity * (sunk / 1.0) ** 2       # twice m v^2 / 2
print(f"Both blocks sank by {-1e3 * ways[0, -1]:.6f} mm; work of the footing {work:.2f} J, "
      f"weight x settlement {-stack.weight * sunk:.2f} J.")
