"""
A bell tower
============

How does a bell tower with an open belfry fail in a quake? The belfry is the weak place: its corner piers turn before
the tower does. Limit analysis finds the part that goes, without being told.

Checked: a mechanism that somebody thinks of gives an upper bound. Two are tried, the tower as one body about its foot and
one pier of the belfry about its own; the limit is below both, and its own works cancel to 1e-6.
"""

import numpy as np

import drystone as ds

width, height, thickness, sill, head, opening = 4.0, 10.0, 0.8, 7.0, 9.0, 1.2       # m

tower = ds.Assembly("bell-tower", gravity=9.81)
tower.material("stone", density=2000)
tower.joint("dry", friction=0.65)
tower.add_pattern(ds.patterns.tower(width=width, height=height, thickness=thickness, block=(0.8, 0.5),
                                    belfry=(opening, sill, head)), material="stone")
tower.add_ground(level=0.0)
model = tower.build()
limit = ds.limit.limit_analysis(model, ds.limit.acceleration(model, "+x"))

free = ~model.is_support
centre = np.average(model.initial_position[free], axis=0, weights=model.mass[free])
whole = (width / 2) / centre[2]
print(model.block_count, limit.alpha, whole, centre, limit.seconds)
ds.view.show(ds.view.limit_figure(model, limit.mechanism, title=f"limit {limit.alpha:.3f} g", camera=ds.view.Camera(30.0, 15.0)))
