"""
Thrust lines of an arch that carries a load
===========================================

Between which bounds can the thrust of an arch lie? Every line of thrust that stays within the joints is a possible
state; the one of least thrust belongs to abutments that have given way, the one of greatest thrust to abutments that
were pushed together, and the elastic one lies between. Here a point load acts at the quarter of the span.

Checked: each line balances the loads: vertical reactions sum up to weight plus load, and the horizontal thrust is the
same at all joints, both to 1e-6; and the elastic thrust lies between the least and the greatest.
"""

import numpy as np

import drystone as ds

span, rise, load = 6.0, 1.5, 20e3        # m, m, N

arch = ds.Assembly("loaded-arch", gravity=9.81, planar="xz")
arch.material("stone", density=2200)
arch.joint("dry", friction=0.8)
arch.add_pattern(ds.patterns.segmental_arch(span=span, rise=rise, thickness=0.5, count=21, width=1.0), material="stone")
arch.support("abutment")
model = arch.build()
top = model.initial_position[model.block_names.index("voussoir_6")]
arch.load_point("cart", "voussoir_6", point=top, force=(0.0, 0.0, -load))
model = arch.build()

statics = ds.limit.statics_analysis(model)
least, greatest = (ds.limit.thrust_line(model, kind=kind) for kind in ("least", "greatest"))
elastic = ds.limit.effective_line(model, statics.interfaces)

ds.view.show(ds.view.thrust_figure(model, [least, greatest, elastic], title="an arch with a load at its quarter"))

for line in (least, greatest, elastic):
    horizontal, vertical = line.force[:, 0], line.force[:, 2]
    assert np.ptp(np.abs(horizontal)) < 1e-6 * line.thrust
    assert abs(abs(vertical[0] - vertical[-1]) - arch.weight - load) < 1e-6 * arch.weight
assert least.thrust < elastic.thrust < greatest.thrust
print(f"Thrust {elastic.thrust / 1e3:.2f} kN if laid without stress; "
      f"any value from {least.thrust / 1e3:.2f} to {greatest.thrust / 1e3:.2f} kN is possible.")
