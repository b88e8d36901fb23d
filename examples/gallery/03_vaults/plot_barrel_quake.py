"""
A barrel vault in a quake
=========================

From which acceleration on does a vault move? Limit analysis says at which uniform acceleration forces within the
joints no longer exist. Below it nothing may move at all, above it the vault rocks: here under a pulse of constant
acceleration across the axis, 0.2 s long, of 0.95 and of 1.3 times the limit.

Checked: the limit is that of an arch of the same section (1e-6); the run below it ends with no block moved, not even
by rounding, the run above it has moved by more than a millimetre.
"""

import numpy as np

import drystone as ds

section = {"span": 4.0, "rise": 1.6, "thickness": 0.4, "count": 11}      # m


def make(pieces: list) -> ds.Assembly:
    """A dry vault or arch on abutments."""
    vault = ds.Assembly("barrel-vault", gravity=9.81)
    vault.material("stone", density=2000)
    vault.joint("dry", friction=0.75)
    vault.add_pattern(pieces, material="stone")
    vault.support("abutment")
    return vault


def shake(share: float):
    """Run under a pulse of this share of the limit."""
    vault = make(ds.patterns.barrel_vault(length=2.0, blocks_along=2, **section))
    pulse = ds.motion.Rectangular(amplitude=share * limit * 9.81, duration=0.2)
    vault.ground_motion("pulse", pulse, direction=(-1, 0, 0))
    return ds.run(vault, duration=0.6, dt=5e-3)


models = [make(pieces).build() for pieces in (ds.patterns.barrel_vault(length=2.0, blocks_along=2, **section),
                                              ds.patterns.segmental_arch(width=1.0, **section))]
limit, of_arch = (ds.limit.limit_analysis(model, ds.limit.acceleration(model, "+x")).alpha for model in models)
runs = [shake(share) for share in (0.95, 1.3)]
moved = [np.abs(run.frames.position - run.frames.position[0]).max() for run in runs]

ds.view.show(ds.view.scene_figure(runs[1], options=ds.view.SceneOptions(camera=ds.view.Camera(25.0, 15.0))))

assert abs(limit / of_arch - 1.0) < 1e-6
assert moved[0] == 0.0 and moved[1] > 1e-3
print(f"Limit {limit:.4f} g, arch {of_arch:.4f} g; moved by {moved[0]} m below it, "
      f"by {1e3 * moved[1]:.1f} mm above it.")
