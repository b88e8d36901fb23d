"""
The stone house: capacity and mechanism
=======================================

How much acceleration can a stone house take before its facade falls forwards? The house of the literature, 191
blocks, has a facade with door and gable and two returns. The facade drags parts of the returns with it.

Checked: 0.363 g to 1 %, from a linear programme with friction polygons of 16 sides, which lie inside the friction
cone and so give a little less; Nodargi and Bisegna (2024) print 0.372 g for a layout of their own, here to 3 %. And
the fastest block must be one of the facade.
"""

import drystone as ds

house = ds.Assembly("stone-house", gravity=9.81)
house.material("stone", density=1800)
house.joint("dry", friction=0.7)
house.joint("foundation", friction=0.9, between=("*", "ground"))
house.add_pattern(ds.patterns.house(), material="stone")
house.add_ground(level=0.0)
model = house.build()
limit = ds.limit.limit_analysis(model, ds.limit.acceleration(model, "-y"))
fastest = model.block_names[limit.moving[0]]

ds.view.show(ds.view.limit_figure(model, limit.mechanism, limit.interfaces, title=f"limit {limit.alpha:.3f} g",
                                  camera=ds.view.Camera(-30.0, 20.0)))

assert abs(limit.alpha / 0.363 - 1.0) < 0.01
assert abs(limit.alpha / 0.372 - 1.0) < 0.03
assert "facade" in model.block_groups[limit.moving[0]]
print(f"Limit {limit.alpha:.4f} g (0.363 by another programme, 0.372 published); fastest block '{fastest}'.")
