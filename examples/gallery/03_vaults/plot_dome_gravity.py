"""
A dome with an open eye
=======================

Why can a dome do without a keystone, and an arch cannot? Rings of a dome are closed: their stones press on each other
around the opening. Two slices of the same dome are an arch; taken without the keystone they fall in.

Checked: the dome with an oculus stands and each of its 12 abutments carries a twelfth of the weight, to 1e-6; the
arch of the same section falls as soon as its keystone is missing.
"""

import numpy as np

import drystone as ds

span, thickness, rings, sides = 5.0, 0.4, 5, 12        # m, m, -, -

dome = ds.Assembly("dome", gravity=9.81)
dome.material("stone", density=2000)
dome.joint("dry", friction=0.75)
dome.add_pattern(ds.patterns.dome(span=span, thickness=thickness, rings=rings, sides=sides, oculus=1.0),
                 material="stone")
dome.support("abutment")
model = dome.build()
statics = ds.limit.statics_analysis(model)
vertical = np.array([statics.reactions[f"abutment_{k}"][2] for k in range(1, sides + 1)])

arch = ds.Assembly("arch", gravity=9.81)
arch.material("stone", density=2000)
arch.joint("dry", friction=0.75)
voussoirs = ds.patterns.segmental_arch(span=span, rise=span / 2, thickness=thickness, count=11, width=1.0)
arch.add_pattern([piece for piece in voussoirs if piece.name != "voussoir_6"], material="stone")
arch.support("abutment")
fallen = ds.limit.statics_analysis(arch.build())

ds.view.show(ds.view.limit_figure(model, np.zeros((model.block_count, 6)), statics.interfaces, title="dome",
                                  camera=ds.view.Camera(30.0, 35.0)))

assert statics.stands and not fallen.stands
assert np.abs(vertical / dome.weight * sides - 1.0).max() < 1e-6
print(f"The dome stands, each abutment carries {vertical[0] / dome.weight:.6f} of its weight; "
      "the arch without its keystone falls.")
