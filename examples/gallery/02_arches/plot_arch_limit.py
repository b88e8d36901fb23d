"""
The limit load of an arch
=========================

What horizontal acceleration turns an arch into a mechanism, and through which hinges? Limit analysis answers without
time: the greatest multiplier for which forces within the friction cones balance the weight. Four hinges form.

Checked: the work of the weight and of the horizontal forces on the mechanism must cancel, since dry hinges dissipate
nothing, which gives the multiplier a second time (to 1e-6, the accuracy asked of the solver); and arches of 7
voussoirs with 0.15 of the radius in thickness, which Oppenheim (1992) found at 0.37 g for 157.5 degrees (two digits).
"""

import numpy as np

import drystone as ds


def make_arch(embrace_deg: float) -> ds.Model:
    """Seven voussoirs between abutments; rough, so that they hinge and do not slide."""
    arch = ds.Assembly("arch", gravity=9.81, planar="xz")
    arch.material("stone", density=2000)
    arch.joint("dry", friction=2.0)
    arch.add_pattern(ds.patterns.circular_arch(mid_radius=10.0, thickness=1.5, embrace_deg=embrace_deg, count=7,
                                               width=1.0, curved=True), material="stone")
    arch.support("abutment")
    return arch.build()


model = make_arch(157.5)
limit = ds.limit.limit_analysis(model, ds.limit.acceleration(model, "+x"))
weight = np.outer(model.mass, model.gravity)
work_dead = float((weight * limit.mechanism[:, :3])[~model.is_support].sum())
work_live = float((limit.live.wrench * limit.mechanism).sum())

ds.view.show(ds.view.limit_figure(model, limit.mechanism, limit.interfaces, title=f"limit {limit.alpha:.3f} g",
                                  camera=ds.view.Camera(0.0, 0.0)))

assert abs(-work_dead / work_live / limit.alpha - 1.0) < 1e-6
assert abs(limit.alpha - 0.37) < 0.005
print(f"Limit {limit.alpha:.4f} g; published 0.37 g; by virtual work {-work_dead / work_live:.4f} g.")
