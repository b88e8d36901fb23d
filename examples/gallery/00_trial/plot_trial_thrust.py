"""
The thrust of an arch
=====================

A half circle of stone pushes its abutments apart. How much is not unique: between a least and a greatest thrust
every value balances the weight.
"""

import matplotlib.pyplot as plt

import drystone as ds

arch = ds.Assembly("arch", gravity=9.81, planar="xz")
arch.material("stone", density=2000)
arch.joint("dry", friction=0.7)
arch.add_pattern(ds.patterns.circular_arch(mid_radius=5.0, thickness=0.9, embrace_deg=180, count=21, width=1.0),
                 material="stone")
arch.support("abutment")
model = arch.build()

# %%
# The elastic answer lies between the two.
least, greatest = ds.limit.thrust_range(model, "abutment_left", "voussoir_21", (1.0, 0.0, 0.0))
elastic = ds.limit.statics_analysis(model).reactions["abutment_left"][0]

figure, axes = plt.subplots(figsize=(6, 2))
axes.barh(0, (greatest - least) / 1e3, left=least / 1e3, color="0.8")
axes.plot(elastic / 1e3, 0, "k|", markersize=30)
axes.set(xlabel="thrust [kN]", yticks=[], ylim=(-1, 1))
figure.tight_layout()

assert least < elastic < greatest
