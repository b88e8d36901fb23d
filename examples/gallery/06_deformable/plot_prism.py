"""
A masonry prism in compression
==============================

How stiff is masonry, brick and mortar together? Bricks of height h and modulus E with joints of stiffness k in series
shorten under a pressure p by p (n h / E + m k^-1), n bricks and m joints. Engine ``dem``: bricks deform, joints are
springs; the lower plate is fixed, the upper one sinks under its load. Poisson's ratio is zero so that plates without
slip do not confine the bricks.

Checked: the shortening when forces balance, to 0.1 %, ten times the share of force out of balance at which the run
ends.
"""

import drystone as ds

height, count, young, stiffness, pressure = 0.06, 4, 5e9, 80e9, 1e6        # m, bricks, Pa, Pa/m, Pa
size = (0.24, 0.12)                                                        # m

prism = ds.Assembly("prism", gravity=0.0)
prism.material("brick", density=1800, young=young, poisson=0.0)
prism.joint("mortar", friction=0.7, normal_stiffness=stiffness, shear_stiffness=0.4 * stiffness, law="elastic")
prism.add_pattern(ds.patterns.stack(size=(*size, height), count=count), material="brick")
prism.add("base", ds.box((*size, 0.05), center=(0, 0, -0.025)), material="brick")
prism.add("plate", ds.box((*size, 0.05), center=(0, 0, count * height + 0.025)), material="brick")
prism.support("base", "plate")
prism.load_area("press", "plate", normal=(0, 0, 1), pressure=pressure, history=[(0, 0), (5e-3, 1)])
prism.monitor("plate", "plate", quantity="displacement", component="z")
result = ds.run(prism, duration=0.2, dt=5e-4, engine="dem", mesh=[{"cells": [2, 1, 2]}], damping={"local": 0.8},
                guides=[{"support": "plate", "free": "z"}], end={"force_ratio": 1e-4})

found = -result.monitor("plate")[-1]
exact = pressure * (count * height / young + (count + 1) / stiffness)

ds.view.show(ds.view.scene_figure(result))
ds.view.show(ds.view.monitors_figure(result))

assert abs(found / exact - 1.0) < 1e-3
print(f"Shortened by {1e6 * found:.3f} um, exact {1e6 * exact:.3f} um; modulus of the prism "
      f"{pressure * count * height / found / 1e9:.3f} GPa.")
