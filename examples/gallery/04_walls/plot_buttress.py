"""
A buttress that holds a wall
============================

What do buttresses add to a wall that an earthquake pushes outwards? Alone, a wall of thickness t and height h turns
about its foot at t/h. Its stones go through the thickness, so no joint lets it do worse. With buttresses it must turn
about their toes, or leave them behind between.

Checked: the wall alone against t/h to 1e-6; the buttressed wall is stronger, and at most as strong as one solid body
that turns about the toes, whose limit is the distance of the centre of mass from the toes over its height.
"""

import numpy as np

import drystone as ds

length, height, thickness, depth = 4.0, 2.5, 0.4, 0.8       # m


def make_wall(pieces: list) -> ds.Model:
    """A dry wall of these blocks on the ground."""
    wall = ds.Assembly("wall", gravity=9.81)
    wall.material("stone", density=2000)
    wall.joint("dry", friction=0.65)
    wall.add_pattern(pieces, material="stone")
    wall.add_ground(level=0.0)
    return wall.build()


plain = make_wall(ds.patterns.masonry_wall(length, height, thickness, (0.8, 0.25)))
held = make_wall(ds.patterns.buttressed_wall(length, height, thickness, (0.8, 0.25), positions=(0.8, 3.2), width=0.6,
                                             stages=[(depth, 1.25), (0.4, 2.5)]))
alone, both = (ds.limit.limit_analysis(model, ds.limit.acceleration(model, "-y")) for model in (plain, held))

free = ~held.is_support
centre = np.average(held.initial_position[free], axis=0, weights=held.mass[free])
solid = (centre[1] + depth) / centre[2]          # the toes are at y = -depth

for model, limit in ((plain, alone), (held, both)):
    ds.view.show(ds.view.limit_figure(model, limit.mechanism, title=f"limit {limit.alpha:.3f} g",
                                      camera=ds.view.Camera(35.0, 20.0)))

assert abs(alone.alpha / (thickness / height) - 1.0) < 1e-6
assert alone.alpha < both.alpha <= solid
print(f"Alone {alone.alpha:.4f} g, t/h = {thickness / height:.4f}; with buttresses {both.alpha:.3f} g, "
      f"solid {solid:.3f} g.")
