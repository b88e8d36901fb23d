"""
A lintel on two columns
=======================

Does a heavy lintel make two columns less stable? When such a frame rocks, its columns turn alike about their toes and
the lintel goes along without turning. Virtual work of half the frame's weight on each column then gives an
acceleration of b/h of a column alone, whatever the lintel weighs (Makris and Vassiliou 2013).

Checked: limit analysis for three lintels against b/h, to 1e-6, the accuracy asked of the solver.
"""

import numpy as np

import drystone as ds

width, height = 0.5, 3.0        # m, of a column


def make_frame(depth: float) -> ds.Model:
    """Two columns 3 m apart under a lintel of this depth [m]."""
    frame = ds.Assembly(f"lintel-{depth:g}", gravity=9.81, planar="xz")
    frame.material("stone", density=2400)
    frame.joint("dry", friction=0.7)
    for name, x in (("left", 0.0), ("right", 3.0)):
        frame.add(name, ds.box((width, 1.0, height), center=(x, 0, height / 2)), material="stone")
    frame.add("lintel", ds.box((3.5, 1.0, depth), center=(1.5, 0, height + depth / 2)), material="stone")
    frame.add_ground(level=0.0)
    return frame.build()


models = [make_frame(depth) for depth in (0.2, 0.6, 1.8)]
limits = [ds.limit.limit_analysis(model, ds.limit.acceleration(model, "+x")) for model in models]
alphas = np.array([limit.alpha for limit in limits])

for model, limit in zip(models[::2], limits[::2]):
    ds.view.show(ds.view.limit_figure(model, limit.mechanism, limit.interfaces, camera=ds.view.Camera(0.0, 0.0),
                                      title=f"{model.name}: limit {limit.alpha:.4f} g"))

assert np.abs(alphas / (width / height) - 1.0).max() < 1e-6
print(f"Limits {np.round(alphas, 6)} g for lintels of 0.2, 0.6 and 1.8 m; b/h = {width / height:.6f}.")
