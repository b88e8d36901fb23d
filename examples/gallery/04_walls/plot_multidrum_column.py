"""
A column of drums
=================

When does a column of drums begin to rock? As one body it turns at the acceleration b/h, b the width of a drum between
opposite sides of its polygon and h its height; a joint higher up would need more. Under a pulse that is stronger,
joints open one by one, and the column wobbles, drums turning against each other.

Checked: limit analysis against b/h to 1e-6; a pulse of 0.95 times that moves no drum, not even by rounding, one of
four times that opens joints between drums, moves the column by more than 20 mm, and it stays up.
"""

import numpy as np

import drystone as ds

radius, height, drums, sides = 0.4, 4.0, 5, 12        # m, m, -, -


def make_column(amplitude: float) -> ds.Assembly:
    """Drums over a polygon of 12 sides, shaken along x with this amplitude [g]."""
    column = ds.Assembly("column", gravity=9.81)
    column.material("marble", density=2600)
    column.joint("dry", friction=0.7)
    column.add_pattern(ds.patterns.column(radius=radius, height=height, drums=drums, sides=sides), material="marble")
    column.add_ground(level=0.0)
    column.ground_motion("pulse", ds.motion.OneSine(amplitude=amplitude * 9.81, half_period=0.15), direction=(1, 0, 0))
    return column


model = make_column(0.1).build()
limit = ds.limit.limit_analysis(model, ds.limit.acceleration(model, "+x"))
exact = 2 * radius * np.cos(np.pi / sides) / height
runs = [ds.run(make_column(share * limit.alpha), duration=1.2, dt=4e-3) for share in (0.95, 4.0)]
moved = [np.abs(run.frames.position - run.frames.position[0]).max() for run in runs]
ds.view.show(ds.view.scene_figure(runs[1]))

assert abs(limit.alpha / exact - 1.0) < 1e-6
assert moved[0] == 0.0 and moved[1] > 0.02 and runs[1].status == "finished"
print(f"Limit {limit.alpha:.5f} g, b/h = {exact:.5f}; moved by {moved[0]} m at 0.95 of it, "
      f"by {moved[1]:.3f} m at four times.")
