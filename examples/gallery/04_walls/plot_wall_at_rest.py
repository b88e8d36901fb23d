"""
A dry wall at rest
==================

Does a wall that nothing touches stay where it is? Twenty courses of dry bricks, 210 of them, under their own weight
for one second. Time stepping often lets such walls creep by a little in every step; here rest is taken exactly where
it is admissible. Which joint carries how much is not unique, the sum on the ground is.

Checked: no block has moved, not even by rounding, and the ground carries the weight to 1e-9.
"""

import numpy as np

import drystone as ds

wall = ds.Assembly("wall", gravity=9.81)
wall.material("brick", density=1900)
wall.joint("dry", friction=0.6)
wall.add_pattern(ds.patterns.running_bond(length=4.0, courses=20, block=(0.4, 0.2), thickness=0.2), material="brick")
wall.add_ground(level=0.0)
result = ds.run(wall, duration=1.0, dt=1e-2)

position = result.frames.position
drift = np.abs(position - position[0]).max()
joints, ground = result.rows("interfaces", -1), wall.block_names.index("ground")
side = np.where(joints["block_a"] == ground, 1.0, 0.0) - np.where(joints["block_b"] == ground, 1.0, 0.0)
reaction = float((side * joints["force"][:, 2]).sum())             # forces act on block b

ds.view.show(ds.view.scene_figure(result, options=ds.view.SceneOptions(colour="stone", forces=True)))

assert drift == 0.0
assert abs(reaction / wall.weight - 1.0) < 1e-9
print(f"{len(wall.blocks)} blocks, {result.step_count} steps: greatest drift {drift} m; "
      f"reaction {reaction:.3f} N, weight {wall.weight:.3f} N.")
