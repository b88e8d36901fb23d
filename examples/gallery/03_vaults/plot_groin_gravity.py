"""
A groin vault under its own weight
==================================

Where does the weight of a groin vault go? Two barrels that cross hand their thrust to the groins, and these to four
corners. By symmetry each corner carries a quarter of the weight and thrusts outwards along its diagonal; the solver
is told nothing of symmetry.

Checked: vertical reactions against a quarter of the weight, and the direction of the thrusts against the diagonals,
to 1e-6 of the weight, the accuracy asked of the solver.
"""

import numpy as np

import drystone as ds

vault = ds.Assembly("groin-vault", gravity=9.81)
vault.material("stone", density=2000)
vault.joint("dry", friction=0.75)
vault.add_pattern(ds.patterns.cross_vault(span=4.0, thickness=0.4, count=11, block_length=0.8), material="stone")
vault.support("abutment")
model = vault.build()
statics = ds.limit.statics_analysis(model)

reactions = np.array([statics.reactions[f"abutment_{k}"] for k in (1, 2, 3, 4)])
corners = np.array([model.initial_position[model.block_names.index(f"abutment_{k}")] for k in (1, 2, 3, 4)])
thrust = -(reactions * np.sign(corners))[:, :2].mean()          # inwards on the vault, along x and y alike

ds.view.show(ds.view.limit_figure(model, np.zeros((model.block_count, 6)), statics.interfaces, title="groin vault",
                                  camera=ds.view.Camera(30.0, 25.0)))

assert statics.stands
assert np.abs(reactions[:, 2] / vault.weight - 0.25).max() < 1e-6
assert np.abs(reactions[:, :2] + thrust * np.sign(corners[:, :2])).max() < 1e-6 * vault.weight
print(f"Each corner carries {reactions[0, 2] / vault.weight:.6f} of the weight and thrusts along its diagonal.")
