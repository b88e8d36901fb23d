"""
A shear wall with mortar that cracks
====================================

How much horizontal force does a small brick wall bear, and what is left when it has cracked? It is pressed between
two plates, then the upper one is pushed sideways. Engine ``dem``: elastic bricks, mortar that opens, slides and loses
its strength.

Checked: before the push the lower plate carries the pressure and the weight, to 0.5 %; during it the force is at most
what cohesion and friction of a whole bed joint allow, c A + mu N with N the force on the plate at that instant (1 %
is left for inertia); and it exceeds half of that once.
"""

import drystone as ds
from drystone.analysis.capacity import read_capacity

friction, cohesion, pressure, length, thickness = 0.7, 0.35e6, 0.3e6, 0.44, 0.1      # -, Pa, Pa, m, m
area = length * thickness

wall = ds.Assembly("shear-wall", gravity=9.81)
wall.material("brick", density=1800, young=16.7e9, poisson=0.15)
wall.joint("mortar", friction=friction, normal_stiffness=82e9, shear_stiffness=36e9, tension=0.25e6, cohesion=cohesion,
           damage={"tension": {"energy": 18.0, "shape": "exponential"},
                   "shear": {"energy": 125.0, "shape": "exponential", "residual_cohesion": 0.0,
                             "residual_friction": friction, "dilation": 0.0}})
wall.add_pattern(ds.patterns.running_bond(length, 4, (0.22, 0.0625), thickness), material="brick")
for name, z in (("base", -0.05), ("top", 0.30)):
    wall.add(name, ds.box((length, thickness, 0.1), center=(length / 2, thickness / 2, z)), material="brick")
    wall.support(name)
wall.load_area("pressure", "top", normal=(0, 0, 1), pressure=pressure, history=[(0, 0), (0.02, 1)])
wall.support_motion("push", "top", displacement=[(0, 0), (0.05, 0.001)], direction=(1, 0, 0))
wall.stage("press", duration=0.04, loads="pressure")
wall.stage("shear", duration=0.05, motions="push")
result = ds.run(wall, dt=1e-3, engine="dem", mesh=[{"size": [0.11, 0.1, 0.0625]}], damping={"local": 0.8},
                guides=[{"support": "top", "free": "z", "until": "shear"}])

reaction = result.column("steps", "reaction:base")                   # of the plate on the wall
pressed = reaction[result.time <= 0.04][-1, 2]
force, normal = -reaction[:, 0], reaction[:, 2]
bound = cohesion * area + friction * normal
top = 1800 * 9.81 * area * 0.1                                       # weight of the upper plate

ds.view.show(ds.view.capacity_figure(read_capacity(result), title="force on the upper plate"))
ds.view.show(ds.view.scene_figure(result))

assert abs(pressed / (pressure * area + wall.weight + top) - 1.0) < 5e-3
assert (force <= 1.01 * bound).all() and (force > 0.5 * bound).any()
print(f"Peak {force.max() / 1e3:.2f} kN, {(force / bound).max():.3f} of cohesion and friction of a whole bed; "
      f"pressed with {pressed / 1e3:.3f} kN.")
